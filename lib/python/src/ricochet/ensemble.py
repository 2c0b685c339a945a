"""Many runs of one method: grids of parameters and starts, on one core, in threads or on a cluster.

    from ricochet.ensemble import grid, sweep

    table = sweep(rc.problems["pogo"](), members=grid(gravity=[1.62, 9.81]), steps=1000)
    table["energy_error"], table.to_pandas()

A failed run is a row with its status, never an exception.
"""

import itertools
import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike, cpu_count, fspath
from typing import Any

import numpy as np

from . import _core
from ._values import count, kind, number, vector
from .problem import Problem
from .run import Run
from .stepper import Stepper, make_stepper
from .system import System

ENGINES = ("serial", "threads", "dask")
STARTS = ("q", "p")  # what a member may have of its own beside parameters
Member = Mapping[str, Any]


def grid(**values: Iterable[Any]) -> list[dict[str, Any]]:
    """Every combination of the values, the first name slowest: members of a sweep."""
    lists = {name: list(some) for name, some in values.items()}
    for name, some in lists.items():
        if not some:
            raise ValueError(f"grid: '{name}' has no values")
    return [dict(zip(lists, one, strict=True)) for one in itertools.product(*lists.values())]


class Table(Sequence[dict[str, Any]]):
    """A row (dict) per member, in order. A column by its name is a NumPy array."""

    def __init__(self, rows: list[dict[str, Any]], asked: int):
        self.rows = rows
        self.asked = asked  #: members that were asked for; fewer rows after Ctrl-C

    @property
    def columns(self) -> list[str]:
        """Names of the columns; those of times have `seconds` in their names."""
        return list(dict.fromkeys(name for row in self.rows for name in row))

    @property
    def complete(self) -> bool:
        """True if every member has its row."""
        return len(self.rows) == self.asked

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return self.rows[which]
        if which not in self.columns:
            raise KeyError(f"no column '{which}'{_core.suggestion(which, self.columns)}")
        return np.array([row.get(which, math.nan) for row in self.rows])

    def to_pandas(self) -> Any:
        """The table as pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows, columns=self.columns)

    def plot(self, x: str, y: str, axes: Any = None, **style: Any) -> Any:
        """A figure of matplotlib: column y over column x, runs that failed as red crosses."""
        from ._plot import plot_table

        return plot_table(self, x, y, axes, **style)

    def __repr__(self) -> str:
        good = sum(row["status"] == "converged" for row in self.rows)
        return f"<{len(self)} of {self.asked} runs, {good} reached their end>"


def to_parquet(table: Table, file: str | PathLike[str]) -> None:
    """Writes the table as Parquet (pyarrow); numbers keep their bits."""
    table.to_pandas().to_parquet(fspath(file), engine="pyarrow", index=False)


def sweep(what: System | Problem | Stepper, q: Any = None, p: Any = None, h: float | None = None,
          steps: int | None = None, members: Iterable[Member] = (), *, stepper: str | None = None,
          engine: str = "serial", client: Any = None, jobs: int | None = None,
          chunk: int | None = None, certify_every: int = 1, t: float = 0.0,
          trajectories: str | PathLike[str] | None = None, every: int = 1,
          progress: Callable[[int, int], Any] | None = None, **options: Any) -> Table:
    """One run for every member: a dict of parameter values, and of q and p if it has its own.

    what: a System, a Problem (with its own start, step, method and duration) or a Stepper; stepper
    and options as for make_stepper. h: step size [s], steps: of every run.
    engine: "serial"; "threads", jobs of them, each with a clone; "dask", on `client`, a
    distributed.Client: workers that die lose nothing, a member that kills its worker is the row
    `worker_died`. All engines give the same bits. chunk: members of a task.
    trajectories: a Zarr group with t, q and p of every run, every K-th step; NaN where a run ended.
    progress: called with (done, all). Ctrl-C keeps the rows of members that are done.
    """
    made = _stepper_of(what, stepper, options)
    everyone = [dict(member) for member in members]
    _check(made, everyone)
    if engine not in ENGINES:
        raise ValueError(f"sweep: unknown engine '{engine}'{_core.suggestion(engine, list(ENGINES))}")
    if (engine == "dask") != (client is not None):
        raise TypeError('sweep: engine="dask" needs client=, a distributed.Client; others take none')
    common = _common(what, made, q, p, h, steps, t, certify_every)
    if trajectories is not None:
        common["store"], common["every"] = fspath(trajectories), count("sweep", "every", every)
        _create_store(common, made.system.n, len(everyone))
    size = _chunk_of(len(everyone), chunk, engine, client, jobs)
    numbered = list(enumerate(everyone))
    tasks = [numbered[i:i + size] for i in range(0, len(numbered), size)]
    rows: dict[int, dict[str, Any]] = {}

    def take(some: list[dict[str, Any]]) -> None:
        rows.update({row["member"]: row for row in some})
        if progress is not None:
            progress(len(rows), len(everyone))

    if engine == "dask":
        from . import _dask

        _dask.run(client, made, common, tasks, take)
    elif engine == "threads":
        _in_threads(made, common, tasks, jobs or cpu_count() or 1, take)
    else:
        _one_by_one(made, common, tasks, take)
    return Table([rows[i] for i in sorted(rows)], len(everyone))


def rows_of(made: Stepper, common: dict[str, Any], members: list[tuple[int, Member]],
            stopped: Callable[[], bool] = lambda: False) -> list[dict[str, Any]]:
    """The rows of members with their numbers; those that were stopped have none."""
    rows = []
    for index, member in members:
        row = None if stopped() else _row(made, common, index, member, stopped)
        if row is None:
            break
        rows.append(row)
    return rows


def lost_row(index: int, member: Member) -> dict[str, Any]:
    """The row of a member that killed every worker that tried it."""
    return {"member": index, **_own(member), "status": "worker_died",
            "message": "every worker that ran this member died"}


class _Stopped(Exception):
    pass


def _row(made: Stepper, common: dict[str, Any], index: int, member: Member,
         stopped: Callable[[], bool]) -> dict[str, Any] | None:
    start = {name: member.get(name, common[name]) for name in STARTS}
    values = {name: value for name, value in member.items() if name not in STARTS}

    def ask(*_: Any) -> None:
        if stopped():
            raise _Stopped

    row: dict[str, Any] = {"member": index, **_own(member)}
    began = time.perf_counter()
    try:
        run = made.simulate(**start, h=common["h"], steps=common["steps"], t=common["t"],
                            every=common.get("every", 0), certify_every=common["certify_every"],
                            parameters=values, progress=ask)
    except _Stopped:
        return None
    except ValueError as refused:
        return {**row, "status": "invalid_input", "message": str(refused)}
    if run.status == "interrupted":
        return None
    if "store" in common:
        _store(common, index, run)
    return {**row, **_result(run), "seconds": time.perf_counter() - began}


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


def _one_by_one(made: Stepper, common: dict[str, Any], tasks: list, take: Callable) -> None:
    try:
        for task in tasks:
            rows = rows_of(made, common, task)
            take(rows)
            if len(rows) < len(task):
                return  # Ctrl-C within a run
    except KeyboardInterrupt:
        return  # between two runs


def _in_threads(made: Stepper, common: dict[str, Any], tasks: list, jobs: int,
                take: Callable) -> None:
    stop, own = threading.Event(), threading.local()

    def work(task: list) -> list:
        if not hasattr(own, "stepper"):
            own.stepper = made.clone()
        return rows_of(own.stepper, common, task, stop.is_set)

    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(work, task) for task in tasks]
        try:
            for done in waiting:
                take(done.result())
        except KeyboardInterrupt:
            stop.set()
            for done in waiting:
                if not done.cancel():
                    take(done.result())
        except BaseException:
            stop.set()
            raise


def _stepper_of(what: Any, name: str | None, options: dict[str, Any]) -> Stepper:
    if isinstance(what, Stepper):
        if name is not None or options:
            raise TypeError("sweep: a Stepper has its method and options already")
        return what.clone()
    if isinstance(what, Problem):
        return what.make_stepper(name, **options)
    if isinstance(what, System):
        return make_stepper(name or "gvi", what, **options)
    raise TypeError(f"sweep: expected a System, a Problem or a Stepper, not {kind(what)}")


def _check(made: Stepper, members: list[dict[str, Any]]) -> None:
    if not members:
        raise ValueError("sweep: there are no members; give members=grid(...), or a list of dicts")
    known = list(made.system.parameters)
    for index, member in enumerate(members):
        for name in member:
            if name not in known and name not in STARTS:
                raise ValueError(f"sweep: member {index} has '{name}', which is no parameter of "
                                 f"'{made.system.name}'{_core.suggestion(name, known)}")
            if name in known:
                number("sweep", f"{name} of member {index}", member[name])
            else:
                vector("sweep", f"{name} of member {index}", member[name], made.system.n)


def _common(what: Any, made: Stepper, q: Any, p: Any, h: Any, steps: Any, t: float,
            certify_every: int) -> dict[str, Any]:
    """What all members share, as data that may go to another process."""
    if isinstance(what, Problem):
        h = what.h if h is None else h
        steps = round(what.duration / h) if steps is None else steps
        if q is None and p is None:
            t, q, p = what.start(h=h)
    if h is None or steps is None:
        raise TypeError("sweep: give h [s] and steps")
    n = made.system.n
    return {"q": None if q is None else vector("sweep", "q", q, n),
            "p": None if p is None else vector("sweep", "p", p, n),
            "h": number("sweep", "h", h), "steps": count("sweep", "steps", steps), "t": t,
            "certify_every": count("sweep", "certify_every", certify_every)}


def _chunk_of(members: int, chunk: int | None, engine: str, client: Any, jobs: int | None) -> int:
    if chunk is not None:
        if count("sweep", "chunk", chunk) < 1:
            raise ValueError(f"sweep: chunk must be 1 or more, not {chunk}")
        return chunk
    if engine == "serial":
        return 1
    workers = sum(client.nthreads().values()) if client is not None else jobs or cpu_count() or 1
    return min(max(members // (8 * max(workers, 1)), 1), 256)


def _create_store(common: dict[str, Any], n: int, members: int) -> None:
    """A chunk per run, so that workers write side by side."""
    import zarr

    steps, every = common["steps"], common["every"]
    if every < 1:
        raise ValueError("sweep: trajectories need every >= 1")
    records = 1 + steps // every + (1 if steps % every else 0)
    group = zarr.open_group(common["store"], mode="w")
    for name, shape in (("t", (records,)), ("q", (records, n)), ("p", (records, n))):
        group.create_array(name, shape=(members, *shape), chunks=(1, *shape), dtype="float64",
                           fill_value=math.nan)


def _store(common: dict[str, Any], index: int, run: Run) -> None:
    import zarr

    group = zarr.open_group(common["store"], mode="r+")
    for name, values in (("t", run.t), ("q", run.q), ("p", run.p)):
        group[name][index, :len(values)] = values


__all__ = ["Table", "grid", "sweep", "to_parquet"]
