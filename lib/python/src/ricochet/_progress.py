"""How far a run is: a bar of tqdm where that is installed, else a line."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Tell = Callable[[int, int, float], Any]


@contextmanager
def teller(progress: bool | Tell) -> Iterator[Tell | None]:
    """What a run calls with (made, total, energy error [J])."""
    if callable(progress):
        yield progress
    elif not isinstance(progress, (bool, type(None))):
        raise TypeError("simulate: progress must be True, False or a function of (made, total, "
                        f"energy error), not {type(progress).__name__}")
    elif not progress:
        yield None
    else:
        with _bar() as tell:
            yield tell


@contextmanager
def _bar() -> Iterator[Tell]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        with _line() as tell:
            yield tell
        return
    with tqdm(unit=" steps") as bar:

        def tell(made: int, total: int, energy_error: float) -> None:
            bar.total = total
            bar.set_postfix_str(f"energy error {energy_error:.1e} J", refresh=False)
            bar.update(made - bar.n)

        yield tell


@contextmanager
def _line() -> Iterator[Tell]:
    def tell(made: int, total: int, energy_error: float) -> None:
        print(f"\r{made} of {total} steps, energy error {energy_error:.1e} J ", end="",
              file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print(file=sys.stderr)
