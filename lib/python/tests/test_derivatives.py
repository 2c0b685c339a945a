"""Exact derivatives through impacts, in graphs of casadi, and optimal control."""

import gc
import math

import casadi as ca
import numpy as np
import pytest

import ricochet as rc

G, E = 9.81, 0.8


@pytest.fixture(scope="module")
def ball():
    y, g, e = ca.SX.sym("q", 2), ca.SX.sym("g"), ca.SX.sym("e")
    return rc.System("ball", q=y, M=ca.SX.eye(2), V=g * y[1],
                     parameters={"gravity": (g, G), "restitution": (e, E)},
                     g={"floor": rc.Contact(y[1], restitution=e)})


@pytest.fixture(scope="module")
def stepper(ball):
    return rc.make_stepper("forced-collision", ball, law="newton", discretization="verlet",
                           backend="newton")


def closed_form():
    """A step with one bounce of a ball: its end, by x = (q, p), (g, e) and h."""
    x, theta, h = ca.SX.sym("x", 4), ca.SX.sym("theta", 2), ca.SX.sym("h")
    g, e, y, v = theta[0], theta[1], x[1], x[3]
    fall = (v + ca.sqrt(v**2 + 2 * g * y)) / g
    rest, up = h - fall, -e * (v - g * fall)
    return ca.Function("closed", [x, theta, h], [ca.vertcat(
        x[0] + h * x[2], up * rest - g * rest**2 / 2, x[2], up - g * rest)])


AT = ([0.0, 0.02, 1.5, -2.0], [G, E], 0.02)


def test_first_and_second_derivatives_are_those_of_the_closed_form(stepper):
    step = stepper.differentiable(["gravity", "restitution"])
    x, theta, h = ca.MX.sym("x", 4), ca.MX.sym("theta", 2), ca.MX.sym("h")
    weights = ca.DM([1, -2, 0.5, 3])

    def all_of(function):
        end = function(x, theta, h)
        end = end[0] if isinstance(end, tuple) else end
        w = ca.veccat(x, theta, h)
        inputs = [x, theta, h]
        first = [ca.jacobian(end, each) for each in inputs]
        second = [ca.jacobian(ca.gradient(ca.dot(weights, end), each), each) for each in inputs]
        del w
        return ca.Function("all", inputs, [end, *first, *second])

    ours, theirs = all_of(step.function)(*AT), all_of(closed_form())(*AT)
    for mine, expected in zip(ours, theirs):
        size = 1 + float(ca.norm_inf(ca.vec(ca.densify(expected))))
        np.testing.assert_allclose(mine.full(), expected.full(), atol=1e-12 * size)
    assert step.failure == ""


def test_the_function_outlives_its_owner_in_a_graph(stepper):
    x = ca.MX.sym("x", 4)
    graph = ca.Function("graph", [x], [stepper.differentiable().function(x, ca.DM(0, 1), 0.02)[0]])
    gc.collect()
    stepper.differentiable()  # lets go what nobody holds
    assert np.isfinite(graph(AT[0]).full()).all()


def test_a_step_that_fails_is_nan_with_a_reason(stepper):
    step = stepper.differentiable(most_impacts=0)
    assert math.isnan(float(step.function(AT[0], [], AT[2])[0][0]))
    assert "give .most_impacts more than 0" in step.failure


@pytest.mark.parametrize("wrong, kind, message", [
    (lambda s: s.differentiable(["gravty"]), ValueError, "gravity"),
    (lambda s: s.differentiable("gravity"), TypeError, r"write \['gravity'\]"),
    (lambda s: s.differentiable(most_impacts=-1), ValueError, "most_impacts"),
    (lambda s: rc.make_stepper("rattle", rc.problems["bowl"]()).differentiable(), ValueError,
     "states no equations for derivatives"),
])
def test_wrong_use_is_refused(stepper, wrong, kind, message):
    with pytest.raises(kind, match=message):
        wrong(stepper)


def best_throw(target, height=1.0):
    """Least v^2 of throws over two bounces that are on their way up at the target."""
    def speeds(up):
        strike = math.sqrt(up**2 + 2 * G * height)
        leaves = E**2 * strike
        time = (up + strike + 2 * E * strike + leaves
                - math.sqrt(leaves**2 - 2 * G * target[1])) / G
        return up**2 + (target[0] / time) ** 2
    a, b, golden = 0.5, 6.0, (math.sqrt(5) - 1) / 2
    for _ in range(200):
        c, d = b - golden * (b - a), a + golden * (b - a)
        a, b = (a, d) if speeds(c) < speeds(d) else (c, b)
    return speeds(a)


def test_a_throw_with_two_bounces_reaches_the_closed_form(ball):
    target = [4.0, 0.3]
    path = rc.Phases(ball, [0, 1], [1.5, 2.0], ["floor", "floor"], time=2.5)
    path.fix("q[0][0]")
    path.fix("q[0][1]")
    path.require(path.end_q - ca.DM(target))
    path.require(path.end_p[1], 0, math.inf)
    solver = ca.nlpsol("solver", "ipopt", path.nlp(ca.sumsqr(path.start_p)),
                       {"ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes"})
    answer = solver(**path.arguments())
    assert solver.stats()["success"]
    assert float(answer["f"]) == pytest.approx(best_throw(target), rel=1e-9)
    check = path.check(answer["x"])
    assert check.why_not == "" and check.same_sequence and check.distance < 1e-9


def test_a_throw_is_a_chain_of_flights(stepper):
    """The same throw, put together by hand; functions can be stored."""
    target = [4.0, 0.3]
    hit = ca.Function.deserialize(stepper.flight_function("floor", 4).serialize())
    last = stepper.flight_function(None, 4)
    p = ca.MX.sym("p", 2)
    x, variables, guess, rows = ca.vertcat(0, 1, p), [p], [1.5, 2.0], []
    for flight in (hit, hit, last):
        T, z = ca.MX.sym("T"), ca.MX.sym("z", flight.size1_in("z"))
        x, equations, _ = flight(x, [G, E], T, 0, z)
        rows.append(equations)
        variables += [T, z]
        guess += [0.7, *[2.0, 0.5] * 4, *[5.0] * (z.numel() - 8)]
    rows += [x[:2] - ca.DM(target), x[3]]
    zeros = ca.vertcat(*rows).numel() - 1
    solver = ca.nlpsol("solver", "ipopt", {"x": ca.vertcat(*variables), "f": ca.sumsqr(p),
                                           "g": ca.vertcat(*rows)},
                       {"ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes"})
    answer = solver(x0=guess, lbg=0, ubg=[0] * zeros + [math.inf])
    assert solver.stats()["success"]
    assert float(answer["f"]) == pytest.approx(best_throw(target), rel=1e-8)


def test_flights_that_cannot_be_are_refused(stepper):
    with pytest.raises(ValueError, match="has no contact 'flor'"):
        stepper.flight_function("flor")
    with pytest.raises(ValueError, match="at least 1 substep, not 0"):
        stepper.flight_function("floor", 0)
    with pytest.raises(TypeError, match="contact must be a text, not list"):
        stepper.flight_function(["floor"])


def test_paths_that_cannot_be_are_refused(ball):
    with pytest.raises(ValueError, match="has no contact 'flor'"):
        rc.Phases(ball, [0, 1], [1, 0], ["flor"])
    with pytest.raises(ValueError, match="rule must be 'restitution' or 'energy'"):
        rc.Phases(ball, [0, 1], [1, 0], ["floor"], rule="restitutoin")
    with pytest.raises(TypeError, match=r"write \['floor'\]"):
        rc.Phases(ball, [0, 1], [1, 0], "floor")
    with pytest.raises(ValueError, match="must have 2 numbers, not 1"):
        rc.Phases(ball, [0], [1, 0], ["floor"])
