"""Discrete Lagrangians and energies of a user's own."""

import pickle

import casadi as ca
import numpy as np
import pytest

import ricochet as rc


def midpoint(system, q0, q1, h):
    return h * system.later(0.5 * h).L((q0 + q1) / 2, (q1 - q0) / h)


def skewed(system, q0, q1, h):
    return h * system.L(0.3 * q0 + 0.7 * q1, (q1 - q0) / h)


MINE = rc.Discretization("mine", 2, True, midpoint, nodes=((1.0, 0.5),))


def test_a_rule_of_ones_own_makes_the_motion_that_it_says(bead):
    own = rc.make_stepper("gvi", bead, discretization=MINE, backend="newton")
    named = rc.make_stepper("gvi", bead, discretization="midpoint", backend="newton")
    other = rc.make_stepper("gvi", bead, backend="newton",
                            discretization=rc.Discretization("skewed", 1, False, skewed))
    runs = [each.simulate([1, 0.5], [1, 1], 0.01, 100).check() for each in (own, named, other)]
    np.testing.assert_allclose(runs[0].q, runs[1].q, rtol=0, atol=1e-10)
    assert np.abs(runs[2].q - runs[1].q).max() > 1e-6
    assert runs[0].report["options"]["lagrangian"] == "mine"


def test_a_rule_follows_what_moves_by_itself():
    problem = rc.problems["shaking-table"]()
    own = problem.make_stepper("gvi", discretization=MINE, backend="newton")
    named = problem.make_stepper("gvi", discretization="midpoint", backend="newton")
    np.testing.assert_allclose(problem.simulate(own, steps=50).q,
                               problem.simulate(named, steps=50).q, rtol=0, atol=1e-10)


def test_a_stepper_with_such_a_rule_is_cloned_and_pickled(bead):
    own = rc.make_stepper("gvi", bead, discretization=MINE, backend="newton")
    q = own.simulate([1, 0.5], [1, 1], 0.01, 20).q
    for copy in (own.clone(), pickle.loads(pickle.dumps(own))):
        assert copy.options["discretization"] is MINE or copy.options["discretization"] == MINE
        np.testing.assert_array_equal(copy.simulate([1, 0.5], [1, 1], 0.01, 20).q, q)


def test_a_reflection_conserves_the_energy_that_it_is_told():
    q = ca.SX.sym("q", 2)
    ball = rc.System("ball", q=q, M=ca.SX.eye(2), V=9.81 * q[1], g={"floor": q[1]})
    heavy = rc.Energy(lambda q, p: ca.dot(p, p) / 2 + 9.81 * q[1])
    runs = [rc.make_stepper("gvi", ball, energy=energy).simulate([0, 1], [1, 0], 0.01, 100)
            for energy in ("continuous", heavy)]
    np.testing.assert_allclose(runs[0].q, runs[1].q, rtol=0, atol=1e-9)
    assert len(runs[1].impacts) > 0


def test_what_is_no_expression_is_refused(bead):
    text = rc.Discretization("text", 2, True, lambda s, q0, q1, h: "L")
    with pytest.raises(TypeError, match="Discretization 'text': Ld must be a casadi.SX"):
        rc.make_stepper("gvi", bead, discretization=text)
    with pytest.raises(TypeError, match="option 'backend' takes no ricochet.Discretization"):
        rc.make_stepper("gvi", bead, backend=MINE)

    def fail(*_):
        raise LookupError("no rule")

    with pytest.raises(LookupError, match="no rule"):
        rc.make_stepper("gvi", bead, discretization=rc.Discretization("fails", 2, True, fail))
