"""Errors of the methods that fit, measured as `ricochet choose --measure` does."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _core
from ._html import table
from .system import System

PARTS = tuple(_core.measured_parts())  # of h


@dataclass(frozen=True)
class MethodErrors:
    """A method and how far its positions are from those of the reference."""

    stepper: str
    options: dict[str, Any]
    advice: int  #: its place in the advice, from 1; 0: it is not advised
    errors: tuple[float, ...]  #: mean over the run with h, h/3, h/11 [m]; NaN: it ended early
    uncertainty: float  #: between its two finest runs [m]
    impacts: int  #: that it lists with h
    same_motion: bool  #: it converges to the reference, not to another law of impact
    failure: str  #: of the coarsest run that ended early


@dataclass(frozen=True)
class MeasuredErrors:
    """The methods that fit, measured against one of them with very small steps.

    The reference is the method whose runs with h/29 and h/53 differ least, among those that
    converge to the motion of the first advice.
    """

    h: float  #: [s]
    steps: int  #: of size h
    reference: str  #: its method; empty: no run with h/53 reached its end
    uncertainty: float  #: of the reference [m]
    way: float  #: mean distance of the reference from the start [m]
    methods: list[MethodErrors] = field(repr=False)  #: in the order of the registry

    @property
    def tells(self) -> bool:
        """The reference is certain to a tenth of the way: else nothing can be said."""
        return _core.errors_tell(self.uncertainty, self.way)

    @property
    def impacts(self) -> int:
        """The most that a method lists; 0: the run says nothing of impacts."""
        return max((each.impacts for each in self.methods), default=0)

    @property
    def best(self) -> MethodErrors | None:
        """The method with the least errors among those that make the same motion."""
        found = None
        for each in self.methods:
            if each.same_motion and (found is None or self.ratio(each, found) < 1.0):
                found = each
        return found

    def ratio(self, method: MethodErrors, other: MethodErrors) -> float:
        """How many times the error of one is that of the other, a geometric mean over the steps.

        What the reference cannot tell counts as equal, and so do errors below 2.5e-4 of the way.
        """
        return _core.error_ratio(self.uncertainty, self.way, method.errors, other.errors)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A dict per method, as pandas.DataFrame takes them; errors in metres."""
        best = self.best if self.tells else None
        return [{"stepper": each.stepper, "advice": each.advice or "",
                 **{f"error h/{parts}" if parts > 1 else "error h": error
                    for parts, error in zip(PARTS, each.errors)},
                 "ratio": self.ratio(each, best) if best and each.same_motion else math.nan,
                 "same_motion": each.same_motion, "failure": each.failure}
                for each in self.methods]

    def __str__(self) -> str:
        if not self.reference:
            return "no method reached the end with h / 53"
        return (f"mean distance [m] over {self.steps} steps of h = {self.h:.6g} s from "
                f"{self.reference} with h / 53, whose own error is below {self.uncertainty:.1e}; "
                f"the way is {self.way:.6g} m; impacts: {self.impacts}")

    def _repr_html_(self) -> str:
        rows = self.rows
        return f"<p>{self}</p>" + table([list(row.values()) for row in rows],
                                        list(rows[0]) if rows else [])


def measure(system: System, start: tuple, h: float, steps: int, rule: str,
            advised: Sequence[str]) -> MeasuredErrors:
    """Errors of the methods that fit, with the options that they need."""
    found = _core.measure_errors(system, *start, h, steps, rule)
    found["methods"] = [
        MethodErrors(**each, advice=advised.index(each["stepper"]) + 1
                     if each["stepper"] in advised else 0) for each in found["methods"]]
    return MeasuredErrors(h=h, **found)
