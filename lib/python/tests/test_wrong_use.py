"""Wrong use is refused with the object, what was expected, what was given, and the cure."""

import casadi as ca
import numpy as np
import pytest

import ricochet as rc
from ricochet._phrases import in_python
from ricochet._table import Table
from ricochet.ensemble import grid, sweep, to_parquet


def a_system(**change):
    q = ca.SX.sym("q", 2)
    return rc.System("s", **{"q": q, "M": ca.SX.eye(2), "V": q[1], "g": {"floor": q[1]}, **change})


@pytest.mark.parametrize(("change", "error", "text"), [
    ({"q": None}, ValueError, r'q must be given: a column of symbols, casadi.SX.sym\("q", n\)'),
    ({"q": ca.MX.sym("q", 2)}, TypeError, "q must be a casadi.SX expression, not casadi.MX"),
    ({"V": ca.SX.sym("z")}, ValueError, r"symbol 'z'.*add it to parameters=\{\"z\": \(z, value\)\}"),
    ({"M": None}, ValueError, r"the mass matrix M \(n x n\) or a Lagrangian L"),
    ({"g": {"floor": rc.Contact(ca.SX(1), tangents=ca.SX([1, 0]))}}, TypeError,
     "tangents of g\\['floor'\\] must be a list of columns, not casadi.SX"),
    ({"length": "1"}, TypeError, "length must be a number, not str"),
    ({"momenta": {"x": ca.SX(1)}}, TypeError, "must be a function"),
    ({"parameters": {"mass": (ca.SX.sym("m"), 1.0, 3)}}, TypeError,
     "the unit of parameters\\['mass'\\] must be a text, not int; write '' for none"),
])
def test_of_a_system(change, error, text):
    with pytest.raises(error, match=text):
        a_system(**change)


@pytest.mark.parametrize(("change", "error", "text"), [
    ({"h": "0.1"}, TypeError, "h must be a number, not str"),
    ({"h": 0.0}, ValueError, "simulate: the step size h must be positive"),
    ({"q": ["0", "1"]}, TypeError, "q must be 2 numbers, not list"),
    ({"steps": 10**30}, ValueError, "steps must be below"),
    ({"every": -1}, ValueError, "simulate: every must be >= 0"),
    ({"t": "now"}, TypeError, "t must be a number, not str"),
    ({"out": 3}, TypeError, "out must be the name of a file, not int"),
    ({"out": "/no/where.csv"}, OSError, "the folder '/no' does not exist"),
    ({"progress": "yes"}, TypeError, "progress must be True, False or a function"),
    ({"q": None, "p": None, "start": "x"}, TypeError, "start must be a Step or a Run, not str"),
    ({"q": [0, -1]}, ValueError, r"system.project\(q, p\), or take it by violated_start=True"),
    ({"gravty": 1}, ValueError, "has no parameter 'gravty'"),
    ({"violated_start": "no"}, TypeError, "violated_start must be True or False, not str"),
])
def test_of_a_run(change, error, text):
    stepper = rc.make_stepper("gvi", a_system(), backend="newton")
    with pytest.raises(error, match=text):
        stepper.simulate(**{"q": [0, 1], "p": [0, 0], "h": 0.1, "steps": 2, **change})


@pytest.mark.parametrize(("wrong", "error", "text"), [
    (lambda: rc.make_stepper(a_system(), "gvi"), TypeError, "the name of the method must be a text"),
    (lambda: rc.make_stepper("gvi", rc.problems["bowl"]), TypeError, "call it first"),
    (lambda: rc.problems["cradle"](5), TypeError, "parameters must be a dict of names"),
    (lambda: rc.problems["bowl"]().simulate(3), TypeError, "the name of a method or a Stepper"),
    (lambda: rc.compare(a_system()), TypeError, "expected a Problem, not ricochet.System"),
    (lambda: rc.compare(rc.problems["bowl"](), stepss=3), ValueError, "did you mean 'steps'"),
    (lambda: rc.compare(rc.problems["bowl"](), backend="newtn"), ValueError, "did you mean 'newton'"),
    (lambda: rc.compare(rc.problems["bowl"](), {"gvi": {"backnd": 1}}), ValueError,
     "did you mean 'backend'"),
    (lambda: rc.compare(rc.problems["bowl"](), ["gvi", "rattle"], h=-1.0), ValueError,
     "compare: simulate: the step size h must be positive"),
    (lambda: grid(a=3), TypeError, r"'a' must be values, as \[1.0, 2.0\], not int"),
    (lambda: grid(a="abc"), TypeError, "not str"),
    (lambda: to_parquet([], "x"), TypeError, "expected the Table of a sweep, not list"),
    (lambda: rc.make_stepper("gvi", a_system(), discretization=rc.Discretization(
        "own", 1, False, lambda system, q0, q1, h: q0)), ValueError, "one scalar expression, not 2 x 1"),
])
def test_of_methods_and_problems(wrong, error, text):
    with pytest.raises(error, match=text):
        wrong()


@pytest.mark.parametrize(("bodies", "error", "text"), [
    ([rc.Body(0, 1)], TypeError, "bodies must be a dict of names"),
    ({"b": (0, 1)}, TypeError, r"Body 'b' must be a Body\(x, y\), not tuple"),
    ({"b": rc.Body("x", 1)}, TypeError, "Body 'b': x must be a whole number, not str"),
    ({"b": rc.Body(0, 1, outline=[1, 2, 3])}, ValueError, r"outline must be corners \(x, y\)"),
])
def test_of_bodies(ball, bodies, error, text):
    run = rc.make_stepper("gvi", ball, backend="newton").simulate([0, 1], [0, 0], 0.1, 2)
    with pytest.raises(error, match=text):
        run.view(bodies)


@pytest.mark.parametrize(("change", "error", "text"), [
    ({"members": [3]}, TypeError, "a list of dicts.*not one of int"),
    ({"members": {"gravity": [1]}}, TypeError, "a list of dicts.*not dict"),
    ({"q": None}, TypeError, "member 0 has no start q"),
    ({"engine": "threads", "jobs": 0}, ValueError, "jobs must be 1 or more"),
    ({"engine": "dask", "client": 3}, TypeError, "must be a distributed.Client, not int"),
    ({"progress": 3}, TypeError, r"a function of \(done, all\), not int"),
    ({"engine": 3}, TypeError, r"engine must be a text, not int; one of \('serial', 'threads', 'dask'\)"),
    ({"trajectories": 3}, TypeError, "trajectories must be the name of a file, not int"),
    ({"members": [{3: 1}]}, TypeError, "names in member 0 must be texts, not int"),
    ({"t": "now"}, TypeError, "t must be a number"),
])
def test_of_a_sweep(stepper, change, error, text):
    with pytest.raises(error, match=text):
        sweep(stepper, **{"q": [0, 1], "p": [0, 0], "h": 0.1, "steps": 2, "members": [{}], **change})


def test_a_parameter_may_not_take_the_place_of_a_result():
    m = ca.SX.sym("m")
    system = a_system(M=m * ca.SX.eye(2), parameters={"energy": (m, 1.0)})
    with pytest.raises(ValueError, match="'energy' has the name of a column of results"):
        sweep(system, [0, 1], [0, 0], 0.1, 2, members=grid(energy=[1, 2]))


def test_a_folder_of_other_files_is_not_overwritten(stepper, tmp_path):
    pytest.importorskip("zarr", reason="lib/python/tests/requirements-all.txt")
    (tmp_path / "thesis.tex").write_text("years of work")
    call = {"q": [0, 1], "p": [0, 0], "h": 0.1, "steps": 2, "members": [{}]}
    with pytest.raises(FileExistsError, match="would be overwritten"):
        sweep(stepper, **call, trajectories=tmp_path)
    assert (tmp_path / "thesis.tex").exists()
    for _ in range(2):  # what a sweep wrote may be written again
        sweep(stepper, **call, trajectories=tmp_path / "runs.zarr")


def test_a_system_needs_its_name():
    with pytest.raises(TypeError, match="System: the name must be a text, not int; it goes first"):
        rc.System(3, q=ca.SX.sym("q"), M=1, V=0)


def test_a_piece_of_a_union_has_its_name_alone():
    q = ca.SX.sym("q", 2)
    corner = rc.any_of(q[0], q[1])
    with pytest.raises(ValueError, match=r"two gaps are named 'a\[0\]'.*the union 'a'; give the entry"):
        rc.System("s", q=q, M=ca.SX.eye(2), V=q[1], g={"a": corner, "a[0]": q[0]})
    made = rc.System("s", q=q, M=ca.SX.eye(2), V=q[1], g={"a": corner, "a[2]": q[0]})
    assert made.gap_names == ["a[0]", "a[1]", "a[2]"]


@pytest.mark.parametrize("wrong", [
    lambda stepper: stepper.simulate([1, 1], [0, 0], 0.1, 2, mass=2, parameters={"mass": 5}),
    lambda stepper: stepper.set({"mass": 5}, mass=2),
    lambda stepper: stepper.system.with_({"mass": 5}, mass=2),
    lambda _: rc.problems["bowl"]({"mass": 5}, mass=2),
    lambda _: rc.shoot(rc.problems["bowl"](), targets={"mass": 5}, mass=2),
])
def test_a_value_is_given_once(stepper, wrong):
    with pytest.raises(ValueError, match="'mass' is given twice, as 5 in parameters and as 2 by its "
                                         "name; give it once"):
        wrong(stepper)


@pytest.mark.parametrize(("wrong", "error", "text"), [
    (lambda s: s.advance({}, 0.1), TypeError, r"start must be a Step, not dict; make one by Step\(q, p"),
    (lambda s: s.advance(rc.Step([1, 1], [0, 0]), "x"), TypeError, "'gvi': advance: h must be a number"),
    (lambda s: s.certify(None, 0.1, None), TypeError, "certify: start must be a Step, not NoneType"),
    (lambda s: s.certify(rc.Step([1, 1], [0]), 0.1, s.advance(rc.Step([1, 1], [0, 0]), 0.1)),
     ValueError, "p of start must have 2 numbers, not 1"),
    (lambda s: s.as_function(parameters="mass"), TypeError, r"not str; write \['mass'\]"),
    (lambda s: s.as_function(parameters=("mass", "mass")), ValueError,
     "'mass' is 2 times in parameters; name it once"),
    (lambda s: s.as_function(parameters=[3]), TypeError, r"names, as \['mass'\], not one of int"),
    (lambda s: s.as_function("a step"), ValueError, "underscores after a letter, not 'a step'"),
    (lambda s: s.differentiable(["mass", "mass"]), ValueError, "name it once"),
    (lambda s: rc.make_stepper("gvi", s.system, backend=["newton"]), TypeError,
     "option 'backend' must be a word, .* not a list of texts; write backend='newton'"),
    (lambda s: rc.options(3), TypeError, r"options: the method must be a text, not int; see steppers"),
])
def test_of_a_stepper(stepper, wrong, error, text):
    with pytest.raises(error, match=text):
        wrong(stepper)


@pytest.mark.parametrize(("wrong", "error", "text"), [
    (lambda bowl: rc.compare(bowl, ["gvi", "gvi"]), ValueError, "'gvi' is 2 times in methods; name it"),
    (lambda bowl: rc.compare(bowl, [bowl.make_stepper("gvi")]), TypeError,
     r"list of names, as \['gvi', 'rattle'\], not one of ricochet.Stepper"),
    (lambda bowl: rc.compare(bowl, backend=3), TypeError, "backend must be a text, not int; see backends"),
    (lambda bowl: rc.compare(bowl, {"gvi": 3}), TypeError, "options of 'gvi' must be a dict of names"),
    (lambda bowl: rc.shoot(bowl, starts="x"), TypeError, "shoot: starts must be a whole number, not str"),
    (lambda bowl: rc.shoot(bowl, sequence="floor"), TypeError, r"not str; write \['floor'\]"),
    (lambda bowl: rc.shoot(bowl, 3), TypeError, "shoot: end must be a text, not int"),
    (lambda bowl: rc.choose(bowl.system, bowl.q, bowl.p, "x"), TypeError, "t must be a number, not str"),
    (lambda bowl: bowl.system.at("x"), TypeError, "t must be a number, not str"),
    (lambda bowl: rc.problems[3], KeyError, r"must be a text, not int; see list\(problems\)"),
])
def test_of_questions(wrong, error, text):
    with pytest.raises(error, match=text):
        wrong(rc.problems["bowl"]())


def test_what_is_no_name_is_no_problem():
    assert 3 not in rc.problems


@pytest.mark.parametrize("wrong", [
    lambda run, file: rc.load_step(file),
    lambda run, file: rc.make_stepper("gvi", run.system, backend="newton").resume(file),
    lambda run, file: run.save(file),
    lambda run, file: run.view().save(file),
    lambda run, file: to_parquet(Table([], 0), file),
])
@pytest.mark.parametrize("file", [3, None])
def test_a_file_has_a_name(ball, wrong, file):
    run = rc.make_stepper("gvi", ball, backend="newton").simulate([0, 1], [0, 0], 0.1, 2)
    with pytest.raises(TypeError, match=f"file must be the name of a file, not {type(file).__name__}"):
        wrong(run, file)


def test_a_missing_folder_is_named(ball, tmp_path):
    run = rc.make_stepper("gvi", ball, backend="newton").simulate([0, 1], [0, 0], 0.1, 2)
    with pytest.raises(FileNotFoundError, match="the folder '.*no' does not exist; make it first"):
        run.view().save(tmp_path / "no" / "run.html")
    with pytest.raises(IsADirectoryError, match="cannot be written: Is a directory; name another file"):
        run.view().save(tmp_path)


def test_a_table_in_a_missing_folder_is_kept(stepper, tmp_path):
    pytest.importorskip("pyarrow", reason="lib/python/tests/requirements-all.txt")
    table = sweep(stepper, [0, 1], [0, 0], 0.1, 2, members=[{}])
    with pytest.raises(OSError, match="to_parquet: '.*' cannot be written: the folder '.*no' does not"):
        to_parquet(table, tmp_path / "no" / "table.parquet")
    assert len(table) == 1


def test_a_resumed_run_is_refused_in_words_of_python(stepper, tmp_path):
    stepper.simulate([0, 1], [0, 0], 0.1, 3).save(tmp_path / "run.json")
    with pytest.raises(ValueError, match="^simulate: steps is 1, but the run to resume has made 3"):
        stepper.resume(tmp_path / "run.json", 1)


def test_words_of_other_messages_stay():
    for message in ("the start's q[1] must be finite, not .5", "see lib.t and f.g", ""):
        assert in_python(message) == message


def test_numpy_numbers_are_numbers(stepper):
    run = stepper.simulate(np.array([1, 1]), np.float32([0, 0]), np.float64(0.1), np.int64(2),
                           t=np.float32(0.5), gravity=np.array(3.0))
    assert run.ok and run.t[0] == 0.5
