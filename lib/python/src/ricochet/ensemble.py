"""Many runs of one method: grids of parameters and starts, on one core, in threads or on a cluster.

    from ricochet.ensemble import grid, sweep

    table = sweep(rc.problems["pogo"](), members=grid(gravity=[1.62, 9.81]), steps=1000)
    table["energy_error"], table.to_pandas()

A failed run is a row with its status, never an exception.
"""

import itertools
import math
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from os import PathLike, cpu_count
from os.path import abspath
from typing import Any

from . import _core
from ._rows import STARTS, Member, create_store, rows_of
from ._table import Table, to_parquet
from ._values import count, file_name, kind, named, number, text, vector
from .problem import Problem
from .stepper import Stepper, make_stepper
from .system import System

ENGINES = ("serial", "threads", "dask")
COLUMNS = (  # of results, as a regular expression: no parameter may have such a name
    r"member|status|message|steps|t|[qp]\d+|start_[qp]\d+|energy|energy_error|energy_slope|"
    r"momentum_error|gap_min|impacts|flagged_impacts|certificate_max|seconds"
)


def grid(**values: Iterable[Any]) -> list[dict[str, Any]]:
    """Every combination of the values, the first name slowest: members of a sweep."""
    lists = {}
    for name, some in values.items():
        if isinstance(some, str) or not isinstance(some, Iterable):
            raise TypeError(f"grid: '{name}' must be values, as [1.0, 2.0], not {kind(some)}")
        lists[name] = list(some)
    for name, some in lists.items():
        if not some:
            raise ValueError(f"grid: '{name}' has no values")
    return [dict(zip(lists, one, strict=True)) for one in itertools.product(*lists.values())]


def sweep(what: System | Problem | Stepper, q: Any = None, p: Any = None, h: float | None = None,
          steps: int | None = None, members: Iterable[Member] = (), *, stepper: str | None = None,
          engine: str = "serial", client: Any = None, jobs: int | None = None,
          chunk: int | None = None, certify_every: int = 1, t: float = 0.0,
          trajectories: str | PathLike[str] | None = None, every: int = 1,
          progress: Callable[[int, int], Any] | None = None, **options: Any) -> Table:
    """One run for every member: a dict of parameter values, and of q and p if it has its own.

    - what: a System, a Problem (with its own start, step, method and duration) or a Stepper; stepper
      and options as for make_stepper. The start of a Problem follows the parameters of the member
    - h: step size [s], steps: of every run
    - engine: "serial"; "threads", jobs of them, each with a clone; "dask", on `client`, a
      distributed.Client: workers that die lose nothing, a member that kills its worker is the row
      `worker_died`. All engines give the same bits
    - chunk: members of a task
    - trajectories: a Zarr group with t, q and p of every run, every K-th step; NaN where a run ended
    - progress: called with (done, all)

    Ctrl-C keeps the rows of members that are done; an exception of progress or of the cluster has
    them as its attribute `table`.
    """
    made = _stepper_of(what, stepper, options)
    everyone = _dicts(members)
    _check(made, everyone)
    if progress is not None and not callable(progress):
        raise TypeError(f"sweep: progress must be a function of (done, all), not {kind(progress)}")
    jobs = None if jobs is None else _at_least_one("jobs", jobs)
    if text("sweep", "engine", engine, f"one of {ENGINES}") not in ENGINES:
        raise ValueError(f"sweep: unknown engine '{engine}'{_core.suggestion(engine, list(ENGINES))}")
    if (engine == "dask") != (client is not None):
        raise TypeError('sweep: engine="dask" needs client=, a distributed.Client; others take none')
    if client is not None and not hasattr(client, "submit"):
        raise TypeError(f"sweep: client must be a distributed.Client, not {kind(client)}")
    common = _common(what, h, steps, certify_every)
    start_of = _starts(what, made, common, everyone, q, p, t)
    if trajectories is not None:
        folder = file_name("sweep", "trajectories", trajectories)
        common["store"] = abspath(folder)  # workers may be in other folders
        common["every"] = count("sweep", "every", every)
        create_store(common, made.system.n, len(everyone))
    size = _chunk_of(len(everyone), chunk, engine, client, jobs)
    # Made as they are taken: starts of problems are found here, so that workers need no problem.
    tasks = ([(k, everyone[k], start_of(everyone[k])) for k in range(i, min(i + size, len(everyone)))]
             for i in range(0, len(everyone), size))
    rows: dict[int, dict[str, Any]] = {}

    def take(some: list[dict[str, Any]]) -> None:
        rows.update({row["member"]: row for row in some})
        if progress is not None:
            progress(len(rows), len(everyone))

    try:
        if engine == "dask":
            from . import _dask

            _dask.run(client, made, common, tasks, take)
        elif engine == "threads":
            _in_threads(made, common, tasks, jobs or cpu_count() or 1, take)
        else:
            _one_by_one(made, common, tasks, take)
    except Exception as error:
        error.table = _table(rows, everyone)  # type: ignore[attr-defined]
        error.add_note(f"{len(rows)} of {len(everyone)} rows are made: the attribute `table` of this "
                       "exception has them")
        raise
    return _table(rows, everyone)


def _table(rows: dict[int, dict[str, Any]], everyone: list[dict[str, Any]]) -> Table:
    return Table([rows[i] for i in sorted(rows)], len(everyone))


def _one_by_one(made: Stepper, common: dict[str, Any], tasks: Iterable[list],
                take: Callable) -> None:
    try:
        for task in tasks:
            rows = rows_of(made, common, task)
            take(rows)
            if len(rows) < len(task):
                return  # Ctrl-C within a run
    except KeyboardInterrupt:
        return  # between two runs


def _in_threads(made: Stepper, common: dict[str, Any], tasks: Iterable[list], jobs: int,
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


def _dicts(members: Any) -> list[dict[str, Any]]:
    wanted = "sweep: members must be a list of dicts, as grid(gravity=[1.62, 9.81]) makes it, not"
    if isinstance(members, Mapping) or not isinstance(members, Iterable):
        raise TypeError(f"{wanted} {kind(members)}")
    made = []
    for member in members:
        if not isinstance(member, Mapping):
            raise TypeError(f"{wanted} one of {kind(member)}")
        made.append(dict(named("sweep", f"member {len(made)}", member)))
    return made


def _at_least_one(what: str, value: Any) -> int:
    if count("sweep", what, value) < 1:
        raise ValueError(f"sweep: {what} must be 1 or more, not {value}")
    return count("sweep", what, value)


def _check(made: Stepper, members: list[dict[str, Any]]) -> None:
    if not members:
        raise ValueError("sweep: there are no members; give members=grid(...), or a list of dicts")
    known = list(made.system.parameters)
    for index, member in enumerate(members):
        for name in member:
            if name in known and name in STARTS:
                raise ValueError(f"sweep: '{name}' is both a parameter of '{made.system.name}' and a "
                                 "start of a member; give the parameter of the system another name")
            if name not in known and name not in STARTS:
                raise ValueError(f"sweep: member {index} has '{name}', which is no parameter of "
                                 f"'{made.system.name}'{_core.suggestion(name, known)}")
            if re.fullmatch(COLUMNS, name) and name not in STARTS:
                raise ValueError(f"sweep: the parameter '{name}' has the name of a column of results; "
                                 "give the parameter of the system another name")
            if name in known:
                number("sweep", f"{name} of member {index}", member[name])
            else:
                vector("sweep", f"{name} of member {index}", member[name], made.system.n)


def _common(what: Any, h: Any, steps: Any, certify_every: int) -> dict[str, Any]:
    """What all members share, as data that may go to another process."""
    if isinstance(what, Problem):
        h = what.h if h is None else h
        steps = round(what.duration / number("sweep", "h", h)) if steps is None and h else steps
    if h is None or steps is None:
        raise TypeError("sweep: give h [s] and steps")
    common = {"h": number("sweep", "h", h), "steps": count("sweep", "steps", steps),
              "certify_every": count("sweep", "certify_every", certify_every)}
    if not (math.isfinite(common["h"]) and common["h"] > 0):
        raise ValueError(f"sweep: the step size h [s] must be positive, not {common['h']:g}")
    for name in ("steps", "certify_every"):
        if common[name] < 0:
            raise ValueError(f"sweep: {name} must be 0 or more, not {common[name]}")
    return common


def _starts(what: Any, made: Stepper, common: dict[str, Any], everyone: list[dict[str, Any]],
            q: Any, p: Any, t: float) -> Callable[[Member], dict[str, Any] | ValueError]:
    """The start of a member: what it has itself, what all have, or what its problem gives."""
    n = made.system.n
    shared = {"t": number("sweep", "t", t), **{name: vector("sweep", name, value, n)
                                               for name, value in (("q", q), ("p", p))
                                               if value is not None}}
    of_problem = isinstance(what, Problem) and q is None and p is None
    for index, member in enumerate(everyone):
        for name in STARTS:
            if not of_problem and name not in shared and name not in member:
                raise TypeError(f"sweep: member {index} has no start {name}; give {name}= to sweep, "
                                "or to each member")

    def start_of(member: Member) -> dict[str, Any] | ValueError:
        own = {name: member[name] for name in STARTS if name in member}
        if not of_problem:
            return {**shared, **own}
        values = {name: value for name, value in member.items() if name not in STARTS}
        try:
            rule = made.options.get("discretization", what.discretization)
            begins = what.start(rule, common["h"], values)
        except ValueError as refused:  # of a value: the row says so
            return refused
        return {**dict(zip(("t", *STARTS), begins, strict=True)), **own}

    return start_of


def _chunk_of(members: int, chunk: int | None, engine: str, client: Any, jobs: int | None) -> int:
    if chunk is not None:
        return _at_least_one("chunk", chunk)
    if engine == "serial":
        return 1
    workers = sum(client.nthreads().values()) if client is not None else jobs or cpu_count() or 1
    return min(max(members // (8 * max(workers, 1)), 1), 256)


__all__ = ["Table", "grid", "sweep", "to_parquet"]
