"""Sweeps on a dask cluster: tasks of plain data that any worker can make again."""

import pickle
import threading
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any

from distributed import KilledWorker, as_completed

from ._rows import lost_row, rows_of
from .stepper import Stepper

AHEAD = 32  # tasks under way, or waiting to be taken, for every thread of the cluster
_own = threading.local()


def work(data: bytes, common: dict[str, Any], members: list) -> list[dict[str, Any]]:
    """In a worker: the stepper is built once for each thread."""
    if getattr(_own, "data", None) != data:
        _own.stepper, _own.data = pickle.loads(data), data
    return rows_of(_own.stepper, common, members)


def run(client: Any, made: Stepper, common: dict[str, Any], tasks: Iterable[list],
        take: Callable[[list], None]) -> None:
    """Takes the rows of every task. Few tasks are under way, so that memory stays flat.

    The scheduler runs a task again whose worker died. It gives up a task that was on several
    workers when they died, be it the cause or not. So the members of these tasks are tried again at
    the end, one at a time.
    """
    sweeping = _Sweeping(client, made, common, take)
    ahead = AHEAD * max(sum(client.nthreads().values()), 1)
    waiting = iter(tasks)
    try:
        sweeping.submit(list(islice(waiting, ahead)))
        while sweeping.under_way:
            sweeping.settle()
            if len(sweeping.under_way) <= 3 * ahead // 4:  # a message for many tasks is cheaper
                sweeping.submit(list(islice(waiting, ahead - len(sweeping.under_way))))
        suspects, sweeping.suspects = sweeping.suspects, []
        for suspect in suspects:
            sweeping.submit([[suspect]])
            while sweeping.under_way:
                sweeping.settle()
        if sweeping.suspects:
            take([lost_row(*suspect) for suspect in sweeping.suspects])
    except KeyboardInterrupt:
        client.cancel(list(sweeping.under_way))
    except BaseException:
        client.cancel(list(sweeping.under_way))
        raise


class _Sweeping:
    """The tasks of a sweep that are under way, and the members whose workers died."""

    def __init__(self, client: Any, made: Stepper, common: dict[str, Any],
                 take: Callable[[list], None]):
        self.client, self.take = client, take
        self.work = partial(work, pickle.dumps(made), common)  # built again there: the same bits
        self.under_way: dict[Any, list] = {}
        self.suspects: list = []
        self.finished = as_completed()

    def submit(self, tasks: list) -> None:
        """In one message to the scheduler."""
        if tasks:
            futures = self.client.map(self.work, tasks, pure=False)
            self.under_way.update(zip(futures, tasks))
            self.finished.update(futures)

    def settle(self) -> None:
        """Waits for tasks, and takes the rows of all that are finished."""
        done = self.finished.next_batch(block=True)
        good = [future for future in done if future.status == "finished"]
        try:
            rows = self.client.gather(good)
        except KilledWorker:  # results were lost with a worker, and could not be made again
            rows, good = [], []
        for future, some in zip(good, rows):
            del self.under_way[future]
            self.take(some)
        for future in set(done) - set(good):
            self._settle_alone(future)

    def _settle_alone(self, future: Any) -> None:
        members = self.under_way.pop(future)
        try:
            rows = future.result()
        except KilledWorker:
            self.suspects += members
            return
        self.take(rows)
