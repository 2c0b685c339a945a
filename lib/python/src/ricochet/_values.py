"""Numbers and expressions as users give them, checked: messages name object, expectation, value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike, fspath, path
from typing import Any

import casadi
import numpy as np

MOST = 2**62  # of whole numbers


def expression(owner: str, what: str, value: Any) -> casadi.SX:
    """A casadi.SX of whatever can be one: an expression, a number, an array of numbers."""
    if isinstance(value, casadi.SX):
        return value
    if isinstance(value, (list, tuple)) and any(isinstance(each, casadi.SX) for each in value):
        return casadi.SX(casadi.vertcat(*value))
    if isinstance(value, (int, float, np.number, np.ndarray, casadi.DM, list, tuple)):
        try:
            return casadi.SX(value)  # type: ignore[arg-type]
        except Exception:
            pass  # named below
    raise TypeError(
        f"{owner}: {what} must be a casadi.SX expression, not {kind(value)}; write it with symbols "
        "of casadi.SX.sym"
    )


def kind(value: Any) -> str:
    """The type of a value as messages name it."""
    of = type(value)
    return of.__name__ if of.__module__ == "builtins" else f"{of.__module__.split('.')[0]}.{of.__name__}"


def vector(owner: str, what: str, value: Any, size: int) -> np.ndarray:
    """A column of `size` numbers."""
    if isinstance(value, casadi.DM):
        value = value.full()
    try:
        if np.asarray(value).dtype.kind not in "biuf":  # texts that look like numbers are none
            raise TypeError
        numbers = np.array(value, dtype=float).reshape(-1)
    except (TypeError, ValueError):
        raise TypeError(f"{owner}: {what} must be {size} numbers, not {kind(value)}") from None
    if numbers.size != size:
        raise ValueError(f"{owner}: {what} must have {size} numbers, not {numbers.size}")
    return numbers


def number(owner: str, what: str, value: Any) -> float:
    """One number."""
    try:
        if isinstance(value, (str, bytes)):  # also those that look like one
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{owner}: {what} must be a number, not {kind(value)}") from None
    except Exception:  # of casadi: an expression
        raise TypeError(f"{owner}: {what} must be a number, not {kind(value)}") from None


def count(owner: str, what: str, value: Any) -> int:
    """A whole number."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    try:
        whole = value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(f"{owner}: {what} must be a whole number, not {kind(value)}") from None
    if abs(whole) >= MOST:
        raise ValueError(f"{owner}: {what} must be below 2^62, not {whole}")
    return whole


def flag(owner: str, what: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{owner}: {what} must be True or False, not {kind(value)}")
    return bool(value)


def text(owner: str, what: str, value: Any, cure: str = "") -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{owner}: {what} must be a text, not {kind(value)}{cure and '; ' + cure}")
    return value


def names(owner: str, what: str, value: Any, example: str = "['mass']") -> list[str]:
    """A list of names; some may be there twice."""
    wanted = f"{owner}: {what} must be a list of names"
    if isinstance(value, str):
        raise TypeError(f"{wanted}, not str; write [{value!r}]")
    if not isinstance(value, Iterable):
        raise TypeError(f"{wanted}, as {example}, not {kind(value)}")
    found = list(value)
    for each in found:
        if not isinstance(each, str):
            raise TypeError(f"{wanted}, as {example}, not one of {kind(each)}")
    return found


def distinct(owner: str, what: str, value: Any, example: str = "['mass']") -> list[str]:
    """A list of names, each there once."""
    found = names(owner, what, value, example)
    for name in found:
        if found.count(name) > 1:
            raise ValueError(f"{owner}: '{name}' is {found.count(name)} times in {what}; name it once")
    return found


def file_name(owner: str, what: str, value: Any, optional: bool = False) -> str:
    """The name of a file; empty for None, where that may be."""
    if value is None and optional:
        return ""
    if not isinstance(value, (str, PathLike)):
        raise TypeError(f"{owner}: {what} must be the name of a file, not {kind(value)}")
    return str(fspath(value))


@contextmanager
def writing(owner: str, file: str) -> Iterator[None]:
    """Says which file cannot be written, and why."""
    try:
        yield
    except OSError as error:
        folder = path.dirname(file)
        missing = folder and "://" not in file and not path.isdir(folder)
        why = (f"the folder '{folder}' does not exist; make it first" if missing else
               f"{error.strerror or error}; name another file")
        raise type(error)(f"{owner}: '{file}' cannot be written: {why}") from error


def named(owner: str, what: str, value: Any) -> Mapping[str, Any]:
    """A dict of names; None is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(
            f"{owner}: {what} must be a dict of names, as {{'floor': ...}}, not {kind(value)}"
        )
    for name in value:
        if not isinstance(name, str):
            raise TypeError(f"{owner}: names in {what} must be texts, not {kind(name)}")
    return value


def together(owner: str, values: Any, more: Mapping[str, Any]) -> dict[str, Any]:
    """Values in a dict and values by their names; none may be in both."""
    given = named(owner, "parameters", values)
    for name in more:
        if name in given:
            raise ValueError(f"{owner}: '{name}' is given twice, as {given[name]!r} in parameters and "
                             f"as {more[name]!r} by its name; give it once")
    return {**given, **more}


def setting(owner: str, what: str, value: Any) -> bool | int | float | str | list[float] | None:
    """The value of an option as the table of options takes it."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, (bytes, bytearray)):
        for each in value:
            if isinstance(each, str):
                raise TypeError(f"{owner}: option '{what}' must be a word, a number or numbers, not a "
                                f"list of texts; write {what}={each!r}")
        return [number(owner, f"each of option '{what}'", each) for each in value]
    raise TypeError(
        f"{owner}: option '{what}' must be a word, a number or numbers, not {kind(value)}"
    )
