"""Sweeps on a dask cluster: tasks of plain data that any worker can make again."""

import pickle
import threading
from collections.abc import Callable, Iterator
from typing import Any

from distributed import KilledWorker, as_completed

from ._rows import lost_row, rows_of
from .stepper import Stepper

AHEAD = 4  # tasks under way, or waiting to be taken, for every thread of the cluster
_own = threading.local()


def work(data: bytes, common: dict[str, Any], members: list) -> list[dict[str, Any]]:
    """In a worker: the stepper is built once for each thread."""
    if getattr(_own, "data", None) != data:
        _own.stepper, _own.data = pickle.loads(data), data
    return rows_of(_own.stepper, common, members)


def run(client: Any, made: Stepper, common: dict[str, Any], tasks: list,
        take: Callable[[list], None]) -> None:
    """Takes the rows of every task. Few tasks are under way, so that memory stays flat.

    The scheduler runs a task again whose worker died. It gives up a task that was on several
    workers when they died, be it the cause or not. So the members of these tasks are tried again at
    the end, one at a time.
    """
    data = pickle.dumps(made)  # a worker builds it again, with the same bits
    waiting: Iterator = iter(tasks)
    suspects: list = []
    under_way: dict[Any, list] = {}
    finished = as_completed()

    def submit(members: list | None) -> None:
        if members is None:
            return
        future = client.submit(work, data, common, members, pure=False)
        under_way[future] = members
        finished.add(future)

    def settle(future: Any) -> list:
        """Takes the rows of a task; the members of one that was given up are returned."""
        members, error = under_way.pop(future), future.exception()
        if isinstance(error, KilledWorker):
            return members
        if error is not None:
            raise error
        take(future.result())
        return []

    try:
        for _ in range(max(AHEAD * sum(client.nthreads().values()), AHEAD)):
            submit(next(waiting, None))
        for future in finished:
            suspects += settle(future)
            submit(next(waiting, None))
        for suspect in suspects:
            submit([suspect])
            if settle(next(finished)):
                take([lost_row(*suspect)])
    except KeyboardInterrupt:
        client.cancel(list(under_way))
    except BaseException:
        client.cancel(list(under_way))
        raise
