"""Wrong use is refused with the object, what was expected, what was given, and the cure."""

import casadi as ca
import numpy as np
import pytest

import ricochet as rc
from ricochet._phrases import in_python
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


def test_words_of_other_messages_stay():
    for message in ("the start's q[1] must be finite, not .5", "see lib.t and f.g", ""):
        assert in_python(message) == message


def test_numpy_numbers_are_numbers(stepper):
    run = stepper.simulate(np.array([1, 1]), np.float32([0, 0]), np.float64(0.1), np.int64(2),
                           t=np.float32(0.5), gravity=np.array(3.0))
    assert run.ok and run.t[0] == 0.5
