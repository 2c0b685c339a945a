"""A System says what it is, and refuses what it cannot be."""

import casadi as ca
import numpy as np
import pytest

import ricochet as rc


def test_it_evaluates_its_mechanics(bead):
    assert (bead.n, bead.m, bead.k) == (2, 1, 0)
    np.testing.assert_array_equal(bead.g([1.0, 2.0]), [1.5])
    np.testing.assert_array_equal(bead.G([1.0, 2.0]), [[-1.0], [1.0]])
    assert bead.H([1.0, 0.5], [1.0, 1.0]) == pytest.approx(1.0 + 9.81 * 0.5)
    np.testing.assert_array_equal(bead.velocity([1, 2], [3, 4]), [3.0, 4.0])
    np.testing.assert_array_equal(bead.mass([1, 2], [3, 4]), np.eye(2))


def test_a_parameter_changes_without_rebuilding(bead):
    moon = bead.with_(gravity=1.62)
    assert moon.parameters == {"mass": 1.0, "gravity": 1.62}
    assert bead.parameters["gravity"] == 9.81
    assert moon.H([0, 1], [0, 0]) == 1.62
    with pytest.raises(ValueError, match=r"no parameter 'gravitty' \(did you mean 'gravity'\?\)"):
        bead.with_(gravitty=1.0)
    with pytest.raises(TypeError, match="gravity must be a number, not str"):
        bead.with_(gravity="low")


def test_a_parameter_keeps_its_range():
    q, e = ca.SX.sym("q"), ca.SX.sym("e")
    system = rc.System("ball", q=q, M=1, V=q, g={"floor": rc.Contact(q, restitution=e)},
                       parameters={"e": rc.Parameter(e, 0.5, range=(0, 1)),
                                   "unused": rc.Parameter(ca.SX.sym("u"), 1.0, "kg",
                                                          rc.Range.positive())})
    assert system.with_(e=1.0).parameters["e"] == 1.0
    with pytest.raises(ValueError, match=r"in \[0, 1\], not 1.5"):
        system.with_(e=1.5)
    with pytest.raises(ValueError, match="> 0, not 0"):
        system.with_(unused=0.0)


def test_a_union_a_contact_and_rows_have_names():
    q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
    system = rc.System(
        "all of it", q=q, v=v, M=ca.SX.eye(3), V=q[1],
        g={"corner": rc.any_of(q[0], q[1]),
           "floor": rc.Contact(q[1] + 1, restitution=0.5, friction=0.3,
                               tangents=[ca.vertcat(1, 0, 0)])},
        f={"rail": q[2]}, omega={"knife": v[2]}, forces={"drag": -0.1 * v},
        momenta={"x": lambda q, p: p[0]}, length=2.0)
    assert system.gap_names == ["corner[0]", "corner[1]", "floor"]
    assert system.momentum_names == ["x"]
    np.testing.assert_array_equal(system.g([-1, 2, 0]), [-1, 2, 3])
    np.testing.assert_array_equal(system.J([0, 0, 0], [3, 4, 5]), [3])
    assert system.tolerances["gap"] == 2e-10
    assert "corner" in system._repr_html_() and "knife" in system._repr_html_()


def test_forces_take_numbers_and_symbols():
    q, v, t = ca.SX.sym("q"), ca.SX.sym("v"), ca.SX.sym("t")
    driven = rc.System("driven", q=q, v=v, t=t, M=1, V=0, forces={"drive": ca.cos(t) - 2 * v * q})
    np.testing.assert_array_equal(driven.Q([3], [0.5]), [-2])
    at = ca.SX.sym("at")
    of = ca.Function("of", [at], [driven.Q(ca.SX(3), ca.SX(0.5), at)])
    assert float(of(0.7)) == driven.Q([3], [0.5], 0.7)[0] != driven.Q([3], [0.5])[0]
    with pytest.raises(TypeError, match="System 'driven': t must be a number"):
        driven.Q([3], [0.5], "now")


@pytest.mark.parametrize(("change", "kind", "message"), [
    ({"M": ca.SX.eye(3)}, ValueError, "System 'ball': M must be 2 x 2"),
    ({"g": [1]}, TypeError, "System 'ball': g must be a dict of names"),
    ({"g": {1: ca.SX(1)}}, TypeError, "names in g must be texts, not int"),
    ({"V": ca.SX.sym("foreign")}, ValueError, "foreign"),
    ({"parameters": {"m": 1.0}}, TypeError, r"parameters\['m'\] must be \(symbol, value\)"),
    ({"momenta": {"x": 3}}, TypeError, r"momenta\['x'\] must be a function J\(q, p\)"),
    ({"length": "long"}, TypeError, "length must be a number, not str"),
    ({"length": -1.0}, ValueError, "length"),
])
def test_what_does_not_fit_is_refused_by_name(change, kind, message):
    q = ca.SX.sym("q", 2)
    with pytest.raises(kind, match=message):
        rc.System("ball", **{"q": q, "M": ca.SX.eye(2), "V": q[1], **change})


def test_positions_of_the_wrong_size_are_refused(bead):
    with pytest.raises(ValueError, match="System 'bead in a bowl': q must have 2 numbers, not 3"):
        bead.g([1, 2, 3])
    with pytest.raises(TypeError, match="p must be 2 numbers, not str"):
        bead.H([1, 2], "fast")


def test_a_start_is_judged_and_projected(bead):
    assert bead.violations([1.0, 0.5], [1, 1]) == []
    assert "bowl" in bead.violations([1.0, 0.2], [1, 1])[0]
    q, _ = bead.project([1.0, 0.2], [1, 1])
    assert bead.g(q)[0] == pytest.approx(0.0, abs=1e-12)
