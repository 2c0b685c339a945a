"""Pictures of a run with matplotlib, which is needed here only."""

from typing import Any


def plot(run: Any, **figure: Any) -> Any:
    """Energy error over time, and coordinates over time or, in a plane, the path."""
    try:
        import matplotlib.pyplot as pyplot
    except ImportError:
        raise ImportError("run.plot() needs matplotlib: python -m pip install matplotlib") from None
    drawn, (energy, path) = pyplot.subplots(1, 2, **{"figsize": (9, 3.5), "layout": "constrained",
                                                     **figure})
    energy.plot(run.t, run.energy_error, linewidth=0.8)
    energy.set_xlabel("t [s]")
    energy.set_ylabel("energy error [J]")
    for t in run.impacts.t if len(run.impacts) <= 200 else ():
        energy.axvline(t, color="0.85", linewidth=0.5, zorder=0)
    if run.q.shape[1] == 2:
        path.plot(run.q[:, 0], run.q[:, 1], linewidth=0.8)
        path.set_xlabel("q0")
        path.set_ylabel("q1")
    else:
        for i in range(min(run.q.shape[1], 8)):
            path.plot(run.t, run.q[:, i], linewidth=0.8, label=f"q{i}")
        path.set_xlabel("t [s]")
        path.legend(fontsize="small")
    drawn.suptitle(run.core_system.name + ("" if run.ok else f" ({run.status})"))
    return drawn


__all__ = ["plot"]
