"""Sweeps: rows in order, the same bits from every engine, failures as rows."""

import os
import signal
import threading
import time

import casadi as ca
import numpy as np
import pytest

import ricochet as rc
from conftest import make_ball, make_bead
from ricochet.ensemble import grid, sweep

START = {"q": [1, 0.5], "p": [1, 1], "h": 0.01, "steps": 50}


def without_times(table):
    return [{name: value for name, value in row.items() if "seconds" not in name} for row in table]


def test_a_grid_has_its_first_name_slowest():
    assert grid(a=[1, 2], b=[3, 4]) == [{"a": 1, "b": 3}, {"a": 1, "b": 4},
                                       {"a": 2, "b": 3}, {"a": 2, "b": 4}]
    with pytest.raises(ValueError, match="'b' has no values"):
        grid(a=[1], b=[])


def test_rows_are_those_of_single_runs(stepper):
    members = grid(gravity=[1.62, 9.81], mass=[0.5, 1.0])
    table = sweep(stepper, members=members, **START)
    assert len(table) == 4 and table.complete
    for member, row in zip(members, table, strict=True):
        run = stepper.simulate(**START, parameters=member)
        assert [row["q0"], row["q1"]] == run.q[-1].tolist()
        assert [row["p0"], row["p1"]] == run.p[-1].tolist()
        assert row["energy_error"] == np.abs(run.energy_error).max()
        assert row["gap_min"] == run.smallest_gap
        assert (row["gravity"], row["mass"]) == (member["gravity"], member["mass"])
    assert stepper.system.parameters["gravity"] == 9.81
    assert len(set(table["q0"])) > 1


@pytest.mark.parametrize("chunk", [None, 1, 7])
def test_threads_give_the_same_bits(chunk):
    members = grid(gravity=np.linspace(1, 20, 30).tolist())
    one = sweep(make_bead(), members=members, backend="newton", **START)
    more = sweep(make_bead(), members=members, backend="newton", engine="threads", jobs=3,
                 chunk=chunk, **START)
    assert without_times(one) == without_times(more)
    other = sweep(make_bead(), members=members, backend="newton", **{**START, "h": 0.01 * (1 + 1e-15)})
    assert without_times(one) != without_times(other), "the control"


def test_members_may_have_their_own_starts():
    starts = [{"q": [0, y], "p": [0.3, 0]} for y in (1.0, 2.0)]
    table = sweep(make_ball(), h=0.01, steps=100, members=starts, stepper="forced-collision", backend="newton", law="newton")
    assert table["start_q1"].tolist() == [1.0, 2.0]
    assert (table["impacts"] > 0).all() and table["q0"] == pytest.approx(0.3)


def test_a_problem_brings_start_step_and_method():
    table = sweep(rc.problems["pogo"](), members=grid(gravity=[9.81]), steps=40)
    run = rc.problems["pogo"](gravity=9.81).simulate(steps=40)
    assert table[0]["q0"] == run.q[-1, 0]


def test_what_fails_is_a_row():
    starts = [{"q": [0, 1]}, {"q": [0, -1]}]
    table = sweep(make_bead(), p=[0, 0], h=0.01, steps=5, members=starts)
    assert table["status"].tolist() == ["converged", "invalid_input"]
    assert "bowl" in table[1]["message"]
    assert np.isnan(table["energy_error"][1])


@pytest.mark.parametrize("engine", ["serial", "threads"])
def test_an_exception_of_a_member_is_its_row(monkeypatch, engine):
    simulate = rc.Stepper.simulate

    def broken(self, *start, parameters, **more):
        if parameters["gravity"] == 3:
            raise RuntimeError("no memory")
        return simulate(self, *start, parameters=parameters, **more)

    monkeypatch.setattr(rc.Stepper, "simulate", broken)
    table = sweep(make_bead(), members=grid(gravity=[1, 2, 3, 4]), backend="newton", engine=engine,
                  **START)
    assert table["status"].tolist() == ["converged", "converged", "error", "converged"]
    assert table[2]["message"] == "RuntimeError: no memory" and table[2]["gravity"] == 3


@pytest.mark.parametrize("engine", ["serial", "threads"])
def test_an_exception_of_progress_has_the_rows_so_far(stepper, engine):
    def progress(done, every):
        if done == 3:
            raise KeyError("a mistake of the user")

    with pytest.raises(KeyError, match="mistake") as caught:
        sweep(stepper, members=grid(gravity=[1.0] * 6), progress=progress, engine=engine, chunk=1,
              **START)
    assert len(caught.value.table) == 3 and not caught.value.table.complete
    assert "3 of 6 rows" in caught.value.__notes__[0]


def test_ctrl_c_keeps_what_is_done(stepper):
    def interrupt(done, every):
        if done == 3:
            os.kill(os.getpid(), signal.SIGINT)

    table = sweep(stepper, members=grid(gravity=[9.81] * 1000), progress=interrupt, **START)
    assert 3 <= len(table) < 1000 and not table.complete


def test_ctrl_c_ends_threads(stepper):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    table = sweep(stepper, members=grid(gravity=np.linspace(1, 20, 500).tolist()),
                  engine="threads", jobs=2, **{**START, "steps": 100_000})
    assert time.monotonic() - began < 30
    assert len(table) < 500


@pytest.mark.parametrize(("change", "error", "text"), [
    ({"members": []}, ValueError, "there are no members"),
    ({"members": [{"gravitty": 1}]}, ValueError, r"no parameter of .*did you mean 'gravity'"),
    ({"members": [{"gravity": "much"}]}, TypeError, "gravity of member 0 must be a number"),
    ({"members": [{"q": [1]}]}, ValueError, "q of member 0 must have 2 numbers"),
    ({"engine": "thread"}, ValueError, "did you mean 'threads'"),
    ({"engine": "dask"}, TypeError, "needs client="),
    ({"chunk": 0}, ValueError, "chunk must be 1 or more"),
    ({"h": None}, TypeError, r"give h \[s\] and steps"),
])
def test_wrong_sweeps_are_refused(stepper, change, error, text):
    with pytest.raises(error, match=text):
        sweep(stepper, **{**START, "members": [{}], **change})


@pytest.mark.parametrize("name, grids", [("impact-oscillator", {"frequency": [0.8, 0.9]}),
                                         ("cradle", {"radius": [0.4, 0.5]}),
                                         ("ellipse", {"mass": [0.5, 2.0]})])
def test_starts_follow_parameters_as_in_the_program(name, grids, program, tmp_path):
    (word, values), = grids.items()
    program("sweep", name, "--grid", f"{word}={','.join(map(str, values))}", "--steps", "40",
            "--backend", "newton", "--quiet", "--out", tmp_path / "sweep.csv")
    rows = np.genfromtxt(tmp_path / "sweep.csv", delimiter=",", names=True, dtype=None,
                         encoding="utf-8")
    problem = rc.problems[name]()
    table = sweep(problem, members=grid(**grids), steps=40, backend="newton")
    assert [row["status"] for row in table] == list(rows["status"])
    for i in range(problem.system.n):
        assert list(table[f"q{i}"]) == list(rows[f"q{i}"])
    alone = problem.simulate(problem.make_stepper(backend="newton"), steps=40, **{word: values[0]})
    np.testing.assert_array_equal(alone.q[-1], [table[0][f"q{i}"] for i in range(problem.system.n)])


def test_a_start_knows_the_rule_of_the_method():
    problem = rc.problems["pendulum-cylinder"]()
    table = sweep(problem, members=[{}], steps=5, discretization="midpoint")
    run = problem.simulate(problem.make_stepper(discretization="midpoint"), steps=5)
    assert [table[0][f"q{i}"] for i in range(problem.system.n)] == list(run.q[-1])


def test_a_start_that_a_value_forbids_is_a_row():
    table = sweep(rc.problems["cradle"](), members=grid(radius=[0.5, -1.0]), steps=2)
    assert [row["status"] for row in table] == ["converged", "invalid_input"]
    assert "radius" in table[1]["message"]


def test_a_parameter_with_the_name_of_a_start_is_refused():
    q, p = ca.SX.sym("x"), ca.SX.sym("p")
    system = rc.System("line", q=q, M=1, V=p * q, parameters={"p": (p, 1.0)})
    with pytest.raises(ValueError, match="'p' is both a parameter of 'line' and a start"):
        sweep(system, [0], [0], 0.1, 3, grid(p=[5.0, 7.0]))


@pytest.mark.parametrize("wrong, message", [
    ({"h": 0.0}, r"step size h \[s\] must be positive, not 0"),
    ({"steps": -5}, "steps must be 0 or more, not -5"),
    ({"certify_every": -1}, "certify_every must be 0 or more, not -1"),
])
def test_numbers_that_are_wrong_for_every_member_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        sweep(rc.problems["pogo"](), members=grid(gravity=[1.0, 2.0]), **{"steps": 3, **wrong})
