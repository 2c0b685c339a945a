"""Numbers and expressions as users give them, checked: messages name object, expectation, value."""

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
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


def file_name(owner: str, what: str, value: Any) -> str:
    """The name of a file; empty for None."""
    if value is None:
        return ""
    if not isinstance(value, (str, PathLike)):
        raise TypeError(f"{owner}: {what} must be the name of a file, not {kind(value)}")
    return str(fspath(value))


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


def setting(owner: str, what: str, value: Any) -> bool | int | float | str | list[float] | None:
    """The value of an option as the table of options takes it."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (Sequence, np.ndarray)):
        return [number(owner, what, each) for each in value]
    raise TypeError(
        f"{owner}: option '{what}' must be a word, a number or numbers, not {kind(value)}"
    )
