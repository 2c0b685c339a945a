"""Pictures of runs and of sweeps with matplotlib, which is needed here only."""

from typing import Any

import numpy as np

from ._plane import Scene, scene

MOST_IMPACTS = 200  # drawn as lines; more would hide the curve
MOST_NAMES = 8  # of curves, in a legend
FINE = {"linewidth": 0.9}


def plot(run: Any, bodies: Any = None, **figure: Any) -> Any:
    """Energy error over time, and the motion: in the plane, or coordinates over time."""
    pyplot = _pyplot("run.plot()")
    drawn, (left, right) = pyplot.subplots(1, 2, **{"figsize": (9.5, 3.8), "layout": "constrained",
                                                    **figure})
    _energy(left, run)
    seen = _seen(run, bodies)
    if seen is None:
        _coordinates(right, run)
    else:
        _motion(right, seen)
    method, h = run.report["options"]["stepper"], run.measures["h"]
    title = f"{run.core_system.name}: {method}, h = {h:.4g} s"
    drawn.suptitle(title if run.ok else f"{title}, ended at t = {run.t[-1]:.4g} s: {run.status}",
                   color=None if run.ok else "C3")
    return drawn


def plot_table(table: Any, x: str, y: str, axes: Any = None, **style: Any) -> Any:
    """Column y over column x, a dot per run; runs that did not reach their end are crosses."""
    axes = axes or _pyplot("table.plot()").subplots(figsize=(6, 3.8), layout="constrained")[1]
    good = table["status"] == "converged"
    at, of = table[x], table[y]
    axes.plot(at[good], of[good], **{"marker": ".", "linestyle": "", **style})
    if not good.all():
        known = np.where(np.isfinite(of), of, axes.get_ylim()[0])  # what is not known: at the foot
        axes.plot(at[~good], known[~good], "x", color="C3", label=f"{(~good).sum()} failed",
                  clip_on=False)
        axes.legend(fontsize="small")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return axes.figure


def _pyplot(who: str) -> Any:
    try:
        import matplotlib.pyplot as pyplot
    except ImportError:
        raise ImportError(f"{who} needs matplotlib: python -m pip install matplotlib") from None
    return pyplot


def _energy(axes: Any, run: Any) -> None:
    """With the band of the steps between two records, where not every step is one."""
    first = run.energy[0]
    axes.plot(run.t, run.energy_error, **FINE)
    axes.fill_between(run.t, run.energy_least - first, run.energy_most - first, alpha=0.3,
                      linewidth=0)
    axes.set_xlabel("time t [s]")
    axes.set_ylabel("E(t) - E(0) [J]")
    axes.ticklabel_format(axis="y", scilimits=(-3, 4), useMathText=True)
    axes.grid(color="0.92")
    many = len(run.impacts)
    for t in run.impacts.t if many <= MOST_IMPACTS else ():
        axes.axvline(t, color="0.75", linewidth=0.6, zorder=0.5)
    lines = "" if not 0 < many <= MOST_IMPACTS else " (lines)"
    axes.set_title(f"energy error, E(0) = {first:.4g} J; {many} impact{'s' * (many != 1)}{lines}",
                   fontsize="medium", loc="left")
    if not run.ok:
        axes.axvline(run.t[-1], color="C3", linestyle="--", linewidth=1)


def _seen(run: Any, bodies: Any) -> Scene | None:
    """The run in the plane; None if nothing is known to move in one."""
    try:
        return scene(run.view(bodies))
    except ValueError:
        if bodies is not None:
            raise
        return None


def _coordinates(axes: Any, run: Any) -> None:
    n = run.q.shape[1]
    for i in range(min(n, MOST_NAMES)):
        axes.plot(run.t, run.q[:, i], label=f"q{i}", **FINE)
    axes.set_xlabel("time t [s]")
    axes.set_ylabel("q [SI units]")
    axes.grid(color="0.92")
    which = "coordinates" if n <= MOST_NAMES else f"the first {MOST_NAMES} of {n} coordinates"
    axes.set_title(which, fontsize="medium", loc="left")
    _names_beside(axes)


def _motion(axes: Any, seen: Scene) -> None:
    """Walls, paths of the bodies, and their outlines at the start and at the end."""
    from matplotlib.collections import LineCollection, PolyCollection

    axes.add_collection(PolyCollection(seen.solids, facecolor="0.88", edgecolor="0.88",
                                       linewidth=0.3), autolim=False)
    axes.add_collection(LineCollection(list(seen.edges), color="0.35", linewidth=1), autolim=False)
    for body, name in enumerate(seen.names):
        path = axes.plot(seen.places[:, body, 0], seen.places[:, body, 1], label=name, **FINE)[0]
        end = axes.plot(*seen.places[-1, body, :2], ".", color=path.get_color())
        if len(seen.outlines[body]):
            end[0].set_markersize(3)
            axes.plot(*seen.outline(body, 0).T, color=path.get_color(), linewidth=0.7,
                      linestyle=":")
            axes.fill(*seen.outline(body, -1).T, facecolor=path.get_color(), alpha=0.25)
    left, right, low, high = seen.box
    room = 0.04 * max(right - left, high - low)
    axes.set(xlim=(left - room, right + room), ylim=(low - room, high + room), xlabel="x [m]",
             ylabel="y [m]")
    axes.set_aspect("equal", adjustable="box")
    solid = any(len(corners) for corners in seen.outlines)
    axes.set_title("motion" + ("; dotted: start, filled: end" if solid else "; dot: end"),
                   fontsize="medium", loc="left")
    if len(seen.names) <= MOST_NAMES:
        _names_beside(axes)


def _names_beside(axes: Any) -> None:
    """A legend that hides nothing."""
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)


__all__ = ["plot", "plot_table"]
