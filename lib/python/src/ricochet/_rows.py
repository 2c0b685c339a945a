"""Members of a sweep: their runs as rows, and whole runs in a store."""

import math
import time
from collections.abc import Callable, Mapping
from os import listdir, path
from typing import Any

import numpy as np

from ._values import writing
from .run import Run
from .stepper import Stepper

STARTS = ("q", "p")  # what a member may have of its own beside parameters
Member = Mapping[str, Any]


#: A member with its number and its start: t, q and p, or why it has none.
Numbered = tuple[int, Member, dict[str, Any] | ValueError]


def rows_of(made: Stepper, common: dict[str, Any], members: list[Numbered],
            stopped: Callable[[], bool] = lambda: False) -> list[dict[str, Any]]:
    """The rows of members; those that were stopped have none."""
    rows = []
    for numbered in members:
        row = None if stopped() else _row(made, common, *numbered, stopped)
        if row is None:
            break
        rows.append(row)
    return rows


def lost_row(index: int, member: Member, _: Any) -> dict[str, Any]:
    """The row of a member that killed every worker that tried it."""
    return {"member": index, **_own(member), "status": "worker_died",
            "message": "every worker that ran this member died"}


class _Stopped(Exception):
    pass


def _row(made: Stepper, common: dict[str, Any], index: int, member: Member,
         start: dict[str, Any] | ValueError, stopped: Callable[[], bool]) -> dict[str, Any] | None:
    """The row of a member, whatever comes of it; None if it was stopped."""

    def ask(*_: Any) -> None:
        if stopped():
            raise _Stopped

    row: dict[str, Any] = {"member": index, **_own(member)}
    began = time.perf_counter()
    try:
        if isinstance(start, ValueError):
            raise start
        run = _run(made, common, member, start, ask)
        if run.status == "interrupted":
            return None
        row.update(_result(run))
        if "store" in common:
            _store(common, index, run)
    except _Stopped:
        return None
    except ValueError as refused:
        row.update(status="invalid_input", message=str(refused))
    except Exception as error:  # of casadi, of a store: the other members do not suffer from it
        row.update(status="error", message=f"{type(error).__name__}: {error}")
    return {**row, "seconds": time.perf_counter() - began}


def _run(made: Stepper, common: dict[str, Any], member: Member, start: dict[str, Any],
         ask: Callable) -> Run:
    values = {name: value for name, value in member.items() if name not in STARTS}
    return made.simulate(**start, h=common["h"], steps=common["steps"],
                         every=common.get("every", 0), certify_every=common["certify_every"],
                         parameters=values, progress=ask)


def _own(member: Member) -> dict[str, Any]:
    """A member's values as columns: q and p by their entries."""
    own: dict[str, Any] = {}
    for name, value in member.items():
        if name in STARTS:
            own.update({f"start_{name}{i}": float(x) for i, x in enumerate(np.ravel(value))})
        else:
            own[name] = float(value)
    return own


def _result(run: Run) -> dict[str, Any]:
    report = run.report
    energy, momentum = report["energy"], report["momentum"].values()

    def known(value: Any) -> float:
        return math.nan if value is None else float(value)

    first = known(energy["initial"])
    error = max(known(energy["max"]) - first, first - known(energy["min"]))
    return {
        "status": run.status, "message": run.message, "steps": report["steps"],
        "t": float(run.t[-1]),
        **{f"q{i}": float(x) for i, x in enumerate(run.q[-1])},
        **{f"p{i}": float(x) for i, x in enumerate(run.p[-1])},
        "energy": known(energy["final"]), "energy_error": error,
        "energy_slope": known(energy["slope"]),
        "momentum_error": max((known(each["max_error"]) for each in momentum), default=0.0),
        "gap_min": known(report["gap_min"]), "impacts": report["impacts"],
        "flagged_impacts": report["flagged_impacts"],
        "certificate_max": known(report["certificate_max"]),
    }


def create_store(common: dict[str, Any], n: int, members: int) -> None:
    """A chunk per run, so that workers write side by side."""
    import zarr

    steps, every, folder = common["steps"], common["every"], common["store"]
    if every < 1:
        raise ValueError("sweep: trajectories need every >= 1")
    if path.lexists(folder) and not path.exists(path.join(folder, "zarr.json")) and not (
            path.isdir(folder) and not listdir(folder)):
        raise FileExistsError(f"sweep: trajectories='{folder}' is there and no Zarr group; it would "
                              "be overwritten. Name another folder")
    records = 1 + steps // every + (1 if steps % every else 0)
    with writing("sweep", folder):
        group = zarr.open_group(folder, mode="w")
        for name, shape in (("t", (records,)), ("q", (records, n)), ("p", (records, n))):
            group.create_array(name, shape=(members, *shape), chunks=(1, *shape), dtype="float64",
                               fill_value=math.nan)


def _store(common: dict[str, Any], index: int, run: Run) -> None:
    import zarr

    group = zarr.open_group(common["store"], mode="r+")
    for name, values in (("t", run.t), ("q", run.q), ("p", run.p)):
        group[name][index, :len(values)] = values
