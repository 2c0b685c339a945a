"""Expressions go through the border between Python and C++ by address."""

import pickle
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import ricochet as rc


def test_a_symbol_is_the_same_symbol_on_both_sides():
    q = ca.SX.sym("q", 2)
    system = rc.System("free", q=q, M=ca.SX.eye(2), V=q[1])
    back = system.symbols[0]
    assert ca.is_equal(back[0], q[0]) and ca.is_equal(back[1], q[1])
    other = ca.SX.sym("q", 2)
    assert not ca.is_equal(back[0], other[0])  # a symbol of the same name is another one


def test_symbolic_calls_take_and_give_expressions(bead):
    x = ca.SX.sym("x", 2)
    gap = bead.g(x)
    assert isinstance(gap, ca.SX)
    value = ca.Function("gap", [x], [gap])([1.0, 2.0])
    assert float(value) == 1.5 == bead.g([1.0, 2.0])[0]


def test_one_symbol_in_many_expressions_survives_pickling(bead):
    copy = pickle.loads(pickle.dumps(bead))
    symbols = {str(e) for row in copy.inequalities for e in ca.symvar(row[1][0])}
    q, V = copy.symbols[0], copy.symbols[4]
    mass, gravity = (term[1] for term in copy.parameter_terms)
    assert symbols == {"q_0", "q_1"}
    shared = ca.symvar(ca.vertcat(V, copy.inequalities[0][1][0], mass, gravity, q))
    assert len(shared) == 4  # q_0, q_1, m, g and no copy of any of them


@pytest.mark.parametrize("name", ["cradle", "pendulum-cylinder", "shaking-table", "billiard-table",
                                  "falling-rod", "box-toss"])
def test_a_pickled_system_gives_the_same_bits(name):
    problem = rc.problems[name]()
    stepper = problem.make_stepper()
    copy = pickle.loads(pickle.dumps(stepper))
    steps = min(problem.steps, 30)
    here, there = (problem.simulate(each, steps=steps) for each in (stepper, copy))
    assert len(here) > 1
    np.testing.assert_array_equal(here.q, there.q)
    np.testing.assert_array_equal(here.p, there.p)


def test_a_pickled_system_of_another_format_is_refused(bead):
    restore, (state,) = bead.__reduce__()
    with pytest.raises(ValueError, match="pickled in format 99, this ricochet reads 1"):
        restore({**state, "format": 99})


def test_what_is_no_expression_is_refused_by_name():
    q = ca.SX.sym("q", 2)
    with pytest.raises(TypeError, match="System 'b': q must be a casadi.SX expression, not casadi.MX"):
        rc.System("b", q=ca.MX.sym("q", 2), M=ca.SX.eye(2), V=0)
    with pytest.raises(TypeError, match=r"System 'b': g\['floor'\] must be a casadi.SX .* not str"):
        rc.System("b", q=q, M=ca.SX.eye(2), V=0, g={"floor": "q[1]"})


def test_the_pin_of_casadi_is_the_one_of_the_package():
    from ricochet import _libraries

    text = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    assert text.count(f'"casadi=={_libraries.CASADI}"') == 2  # to build, to run
