"""A step as a function of casadi: in graphs, in maps and threads, with the bits of the loop."""

import gc

import casadi as ca
import numpy as np
import pytest

import ricochet as rc


def test_it_has_the_bits_of_the_loop(stepper):
    step = stepper.as_function()
    run = stepper.simulate([1, 0.5], [1, 1], 0.01, 50)
    q, p = run.q[0], run.p[0]
    for k in range(50):
        q, p = step(q, p, run.t[k], 0.01)
        np.testing.assert_array_equal(np.array(q).ravel(), run.q[k + 1])
        np.testing.assert_array_equal(np.array(p).ravel(), run.p[k + 1])


@pytest.mark.parametrize("name", ["cradle", "bowl", "oscillator", "pogo", "shaking-table",
                                  "stacked-discs"])
def test_it_has_these_bits_on_problems_of_the_registry(name):
    """Their methods begin every step from the state alone."""
    problem = rc.problems[name]()
    stepper = problem.make_stepper()
    run = problem.simulate(stepper, steps=25).check()
    step = stepper.as_function()
    for k in range(25):
        q, p = step(run.q[k], run.p[k], run.t[k], problem.h)
        np.testing.assert_array_equal(np.array(q).ravel(), run.q[k + 1])
        np.testing.assert_array_equal(np.array(p).ravel(), run.p[k + 1])


def graph_of(step: ca.Function, steps: int) -> ca.Function:
    q0, p0 = ca.MX.sym("q", 2), ca.MX.sym("p", 2)
    q, p = q0, p0
    for k in range(steps):
        q, p = step(q, p, 0.01 * k, 0.01)
    return ca.Function("path", [q0, p0], [q, p])


def test_it_works_in_graphs_and_threads(stepper):
    path = graph_of(stepper.as_function(), 20)
    starts = np.array([[1.0 + 0.01 * i, 0.5 * (1.0 + 0.01 * i) ** 2] for i in range(64)]).T
    speeds = np.ones((2, 64))
    serial = path.map(64)(starts, speeds)
    threaded = path.map(64, "thread", 4)(starts, speeds)
    for a, b in zip(serial, threaded):
        np.testing.assert_array_equal(np.array(a), np.array(b))
    run = stepper.simulate(starts[:, 7], speeds[:, 7], 0.01, 20)
    np.testing.assert_array_equal(np.array(serial[0])[:, 7], run.q[-1])


def test_it_takes_parameters(stepper):
    step = stepper.as_function("falling", parameters=("gravity",))
    assert step.name() == "falling" and step.name_in(4) == "parameters"
    q, _ = step([1, 0.5], [1, 1], 0, 0.01, 1.62)
    moon = stepper.simulate([1, 0.5], [1, 1], 0.01, 1, gravity=1.62)
    np.testing.assert_array_equal(np.array(q).ravel(), moon.q[-1])
    with pytest.raises(ValueError, match="no parameter 'gravitty'"):
        stepper.as_function(parameters=("gravitty",))


def test_a_failed_step_is_nan(stepper):
    q, p = stepper.as_function()([np.nan, 0.5], [1, 1], 0, 0.01)
    assert np.isnan(np.array(q)).all() and np.isnan(np.array(p)).all()
    q, _ = stepper.as_function(parameters=("mass",))([1, 0.5], [1, 1], 0, 0.01, -1.0)
    assert np.isnan(np.array(q)).all()


def test_a_graph_keeps_its_step_alive_and_lets_it_go(bead):
    gc.collect()
    before = rc.Stepper.functions_alive()
    path = graph_of(rc.make_stepper("gvi", bead).as_function(), 3)
    gc.collect()
    assert rc.Stepper.functions_alive() == before + 1
    q, _ = path([1, 0.5], [1, 1])
    assert np.isfinite(np.array(q)).all()
    del path
    gc.collect()
    assert rc.Stepper.functions_alive() == before


def test_casadi_cannot_store_it(stepper):
    """Pickle the stepper instead: casadi writes a callback and refuses to read it."""
    stored = stepper.as_function().serialize()
    with pytest.raises(RuntimeError, match="CallbackInternal"):
        ca.Function.deserialize(stored)
