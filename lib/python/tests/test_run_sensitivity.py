"""Derivatives of whole runs, through impacts."""

import casadi as ca
import numpy as np
import pytest
from test_derivatives import ball, closed_form, stepper

import ricochet as rc

__all__ = ["ball", "stepper"]  # fixtures

Q, P, H, STEPS = [0.0, 0.3], [1.5, -2.0], 0.02, 20
THETA = [9.81, 0.8]


@pytest.fixture(scope="module")
def run(stepper):
    derivatives = rc.RunSensitivity(stepper)
    derivatives.simulate(Q, P, H, STEPS)
    return derivatives


def exactly(weights=(1, -2, 0.5, 3)):
    """Jacobian of the end by w, and Hessian of the weighted end: a ball is integrated exactly."""
    w, bar = ca.SX.sym("w", 7), ca.DM(list(weights))
    end = closed_form()(w[:4], w[4:6], STEPS * w[6])
    both = ca.Function("both", [w], [ca.jacobian(end, w), ca.hessian(ca.dot(bar, end), w)[0]])
    return [each.full() for each in both([*Q, *P, *THETA, H])]


def test_a_run_with_a_bounce_has_the_derivatives_of_the_closed_form(run):
    assert run.inputs == ["q[0]", "q[1]", "p[0]", "p[1]", "gravity", "restitution", "h"]
    jacobian, hessian = exactly()
    assert len(run.impact_times) == 1 and np.abs(jacobian[:, 5]).max() > 0.1
    np.testing.assert_allclose(run.forward(), jacobian, atol=1e-11 * np.abs(jacobian).max())
    np.testing.assert_allclose(run.adjoint([1, -2, 0.5, 3]), jacobian.T @ [1, -2, 0.5, 3],
                               atol=1e-11 * np.abs(jacobian).max())
    direction = np.array([0.3, 1.0, -0.5, 0.7, 0.2, -0.4, 0.01])
    np.testing.assert_allclose(run.hessian_vector([1, -2, 0.5, 3], direction), hessian @ direction,
                               atol=1e-10 * np.abs(hessian).max())


def test_without_the_time_of_the_impact_it_would_be_wrong(run):
    """The control: reflected at a fixed time, the end would rise as much as the start."""
    assert abs(run.forward()[1, 1] - 1) > 0.1


def test_all_states_of_the_run_have_derivatives(run):
    along = run.along()
    assert along.shape == (STEPS + 1, 4, 7) and run.q.shape == (STEPS + 1, 2)
    np.testing.assert_array_equal(along[0], np.eye(4, 7))
    np.testing.assert_array_equal(along[-1], run.forward())
    np.testing.assert_array_equal(run.along(np.eye(7)[:, 4])[:, :, 0], along[:, :, 4])
    np.testing.assert_allclose(run.t, H * np.arange(STEPS + 1), rtol=1e-14)
    assert run.growth == pytest.approx(np.log10(np.abs(run.forward()[:, :4]).max()))


def test_little_memory_leaves_the_same_bits(run, stepper):
    little = rc.RunSensitivity(stepper, memory=0)
    little.simulate(Q, P, H, STEPS)
    np.testing.assert_array_equal(little.forward(), run.forward())
    np.testing.assert_array_equal(little.hessian_vector([1, -2, 0.5, 3], np.ones(7)),
                                  run.hessian_vector([1, -2, 0.5, 3], np.ones(7)))
    for wrong in (-1, float("nan")):
        with pytest.raises(ValueError, match="memory must be at least 0 bytes"):
            rc.RunSensitivity(stepper, memory=wrong)


def test_the_run_is_that_of_the_stepper(run, stepper):
    made = stepper.simulate(Q, P, H, STEPS)
    np.testing.assert_array_equal(run.q, made.q)
    np.testing.assert_array_equal(run.p, made.p)
    np.testing.assert_array_equal(run.impact_times, made.impacts.t)


def test_parameters_hold_for_one_run(ball, stepper):
    derivatives = rc.RunSensitivity(stepper)
    derivatives.simulate(Q, P, H, STEPS, restitution=0.6)
    lossy = derivatives.forward()
    derivatives.simulate(Q, P, H, STEPS)
    assert np.abs(derivatives.forward() - lossy).max() > 0.1
    anew = rc.RunSensitivity(rc.make_stepper("forced-collision", ball.with_(restitution=0.6),
                                             law="newton", discretization="verlet",
                                             backend="newton"))
    anew.simulate(Q, P, H, STEPS)
    np.testing.assert_array_equal(lossy, anew.forward())


@pytest.mark.parametrize("wrong, kind, message", [
    (lambda s: rc.RunSensitivity("newton"), TypeError, "must be a Stepper, not str"),
    (lambda s: rc.RunSensitivity(s, most_impacts=-1), ValueError, "must be at least 0, not -1"),
    (lambda s: rc.RunSensitivity(s).forward(), ValueError, "call simulate first"),
    (lambda s: rc.RunSensitivity(s).q, ValueError, "call simulate first"),
    (lambda s: rc.RunSensitivity(s, most_impacts=0).simulate(Q, P, H, STEPS), ValueError,
     "1 impacts, more than most_impacts = 0"),
    (lambda s: rc.RunSensitivity(s).simulate(Q, P, H, STEPS, gravty=1.0), ValueError,
     "did you mean 'gravity'"),
    (lambda s: rc.RunSensitivity(s).simulate([0], P, H, STEPS), ValueError, "2 numbers, not 1"),
    (lambda s: rc.RunSensitivity(s).simulate([0, -1], P, H, STEPS), ValueError, "floor"),
    (lambda s: rc.RunSensitivity(rc.make_stepper("rattle", rc.problems["bowl"]())), ValueError,
     "states no equations for derivatives"),
])
def test_wrong_use_is_refused(stepper, wrong, kind, message):
    with pytest.raises(kind, match=message):
        wrong(stepper)


def test_directions_must_fit(run):
    with pytest.raises(ValueError, match="must have 7 rows"):
        run.forward(np.eye(4))
    with pytest.raises(TypeError, match="must be numbers"):
        run.forward(["a"] * 7)
    with pytest.raises(ValueError, match="bar must have 4 numbers, not 2"):
        run.adjoint([1, 2])
