"""Pictures with matplotlib: what is drawn, and that its axes say what it is."""

import casadi as ca
import numpy as np
import pytest

import ricochet as rc
from ricochet._plane import scene
from ricochet.ensemble import grid, sweep

matplotlib = pytest.importorskip("matplotlib", reason="lib/python/tests/requirements-all.txt")
matplotlib.use("agg")


@pytest.fixture(autouse=True)
def close():
    yield
    matplotlib.pyplot.close("all")


@pytest.fixture(scope="module")
def cradle():
    return rc.problems["cradle"]().simulate(time=1.0)


def test_plot_draws_energy_and_path(cradle):
    figure = cradle.plot()
    energy, motion = figure.axes
    np.testing.assert_array_equal(energy.lines[0].get_ydata(), cradle.energy_error)
    assert energy.get_xlabel() == "time t [s]" and energy.get_ylabel() == "E(t) - E(0) [J]"
    assert (motion.get_xlabel(), motion.get_ylabel()) == ("x [m]", "y [m]")
    drawn = {line.get_label(): line for line in motion.lines}
    np.testing.assert_allclose(drawn["ball 1"].get_xdata(), cradle.q[:, 2], atol=1e-5)
    assert "cradle: gvi, h = 0.01 s" in figure.get_suptitle()


def test_impacts_are_lines(cradle):
    energy = cradle.plot().axes[0]
    marked = {float(line.get_xdata()[0]) for line in energy.lines[1:]}
    assert marked == set(cradle.impacts.t.tolist())
    assert f"{len(cradle.impacts)} impact" in energy.get_title(loc="left")


def test_what_does_not_move_in_a_plane_is_drawn_over_time():
    run = rc.problems["pogo"]().simulate(steps=20)  # two coordinates that are no plane
    axes = run.plot(figsize=(12, 3)).axes[1]
    assert axes.get_ylabel() == "q [SI units]"
    np.testing.assert_array_equal(axes.lines[1].get_ydata(), run.q[:, 1])
    assert axes.figure.get_size_inches().tolist() == [12, 3]


def test_many_coordinates_say_how_many_are_drawn():
    q = ca.SX.sym("q", 11)
    line = rc.System("line", q=q, M=ca.SX.eye(11), V=0.5 * ca.sumsqr(q))
    run = rc.make_stepper("discrete-smooth", line).simulate(np.arange(11.0), np.zeros(11), 0.01, 10)
    assert run.plot().axes[1].get_title(loc="left") == "the first 8 of 11 coordinates"


def test_bodies_may_be_named(ball):
    run = rc.make_stepper("gvi", ball).simulate([0, 1], [1, 0], 0.01, 50)
    crate = rc.Body(0, 1, outline=[(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)])
    assert "crate" in {line.get_label() for line in run.plot({"crate": crate}).axes[1].lines}
    with pytest.raises(ValueError, match="Body 'rod': coordinate 2 does not exist"):
        run.plot({"rod": rc.Body(0, 1, 2)})


def test_a_run_that_ended_early_says_so(bead):
    def interrupt(made, total, error):
        raise KeyboardInterrupt

    run = rc.make_stepper("gvi", bead).simulate([1, 0.5], [1, 1], 0.001, 10**7, progress=interrupt)
    assert not run.ok
    assert f"ended at t = {run.t[-1]:.4g} s: {run.status}" in run.plot().get_suptitle()


def test_outlines_turn_with_their_bodies():
    problem = rc.problems["falling-rod"]()
    seen = scene(problem.simulate(steps=20).view())
    for frame in (0, -1):
        corners = seen.outline(0, frame)
        np.testing.assert_array_equal(corners[0], corners[-1])
        x, y, theta = seen.places[frame, 0]
        turn = np.array([[np.cos(theta), -np.sin(theta)], [np.sin(theta), np.cos(theta)]])
        np.testing.assert_allclose(corners[1], [x, y] + turn @ seen.outlines[0][1], atol=1e-12)
    assert abs(seen.places[-1, 0, 2] - seen.places[0, 0, 2]) > 1e-3, "the control: it turns"


def test_a_table_draws_failures_as_crosses(bead):
    starts = [{"q": [0, height]} for height in (1.0, 2.0, -1.0)]
    table = sweep(bead, p=[0, 0], h=0.01, steps=5, members=starts)
    axes = table.plot("start_q1", "energy_error").axes[0]
    good, failed = axes.lines
    assert good.get_xdata().tolist() == [1.0, 2.0] and failed.get_xdata().tolist() == [-1.0]
    assert np.isfinite(failed.get_ydata()).all()
    with pytest.raises(KeyError, match="did you mean 'gap_min'"):
        table.plot("gap_mni", "energy_error")
    assert len(sweep(bead, p=[0, 0], h=0.01, steps=5, members=grid(gravity=[1, 2]), q=[0, 1])
               .plot("gravity", "energy_error").axes[0].lines) == 1
