"""Errors of the methods that fit, measured as `ricochet choose --measure` does."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi
import numpy as np

from . import _core
from ._html import table
from ._orders import mean_distance
from .stepper import Stepper, make_stepper
from .system import System

PARTS = (1, 3, 11)  # of h: none divides another, so that impacts fall elsewhere in the steps of all
FINEST, NEXT_TO_FINEST = 53, 29  # parts of h
AGREEMENT = 8.0  # of the uncertainties of two methods with one motion
NEGLIGIBLE = 2.5e-4  # of the way: a pixel of 4000
ROUND_OFF = 1e-10  # of the length of the system
STEPS = 100  # of size h, at most: later, small errors have grown into other motions


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
        return self.uncertainty < 0.1 * self.way

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
        least = max(self.uncertainty, NEGLIGIBLE * self.way)
        product = 1.0
        for one, two in zip(method.errors, other.errors):
            if not math.isfinite(one):
                return math.inf
            if not math.isfinite(two):
                return 0.0
            product *= max(one, least) / max(two, least)
        return product ** (1 / len(PARTS))

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


class _Measured:
    """A method with all of its runs; positions at multiples of h, None if a run ended early."""

    def __init__(self, stepper: Stepper, start: tuple, h: float, steps: int):
        self.stepper, self.failure, self.impacts = stepper, "", 0
        t, q, p = start

        def run(parts: int) -> np.ndarray | None:
            made = stepper.simulate(q, p, h / parts, steps * parts, t=t, every=parts,
                                    certify_every=0)
            if made.status == "interrupted":
                raise KeyboardInterrupt
            if not made.ok:
                self.failure = self.failure or made.message
                return None
            if parts == 1:
                self.impacts = made.report["impacts"]
            return made.q

        self.coarse = [run(parts) for parts in PARTS]
        self.fine = run(FINEST)
        self.uncertainty = _distance(run(NEXT_TO_FINEST), self.fine)
        # Between its limit and its finest run [m]: of order 1 at worst.
        self.doubt = _largest(self.uncertainty,
                              PARTS[-1] / FINEST * _distance(self.coarse[-1], self.fine))

    def agrees(self, other: "_Measured", smallest: float) -> bool:
        """True if both converge to one motion."""
        return _distance(self.fine, other.fine) <= _largest(
            smallest, AGREEMENT * (self.doubt + other.doubt))


def _distance(a: np.ndarray | None, b: np.ndarray | None) -> float:
    return math.nan if a is None or b is None else mean_distance(a, b)


def _largest(a: float, b: float) -> float:
    """As std::max: the first one, unless the second is larger."""
    return b if a < b else a


def _reference(all_of_them: Sequence[_Measured], judged: _Measured | None,
               smallest: float) -> _Measured | None:
    """The least uncertain of those that agree with `judged`, or of all if that has no limit."""
    asks = judged is not None and math.isfinite(judged.doubt)
    fit = [one for one in all_of_them if math.isfinite(one.uncertainty)
           and not (asks and not one.agrees(judged, smallest))]
    return min(fit, key=lambda one: one.uncertainty, default=None)


def measure(system: System, start: tuple, h: float, steps: int,
            methods: Sequence[tuple[str, dict[str, Any]]], advised: Sequence[str],
            own: Callable[[str], dict[str, Any]]) -> MeasuredErrors:
    """Errors of methods with the options that they need; own(name): those of the problem."""
    steps = min(steps, STEPS)
    runs = [_Measured(make_stepper(name, system, **own(name), **options), start, h, steps)
            for name, options in methods]
    smallest = ROUND_OFF * system.length
    judged = next((one for one in runs if advised and one.stepper.name == advised[0]), None)
    reference = _reference(runs, judged, smallest)
    fine = None if reference is None else reference.fine
    made = [MethodErrors(one.stepper.name, options,
                         advised.index(one.stepper.name) + 1 if one.stepper.name in advised else 0,
                         tuple(_distance(each, fine) for each in one.coarse), one.uncertainty,
                         one.impacts, reference is not None and one.agrees(reference, smallest),
                         one.failure)
            for one, (_, options) in zip(runs, methods)]
    if reference is None or fine is None:
        return MeasuredErrors(h, steps, "", math.nan, 0.0, made)
    return MeasuredErrors(h, steps, reference.stepper.name, max(smallest, reference.uncertainty),
                          mean_distance(fine, np.repeat(fine[:1], len(fine), axis=0)), made)


def needed(system: System) -> dict[str, Any]:
    """Options without which a slow impact would end the run of a method that has them."""
    return {"slow_impact": "restitution"} if _keeps_energy(system) and _loaded(system) else {}


def _keeps_energy(system: System) -> bool:
    """Contacts are elastic and without friction."""
    symbols = [term[1] for term in system.parameter_terms]
    laws = [casadi.vertcat(row[3], row[4]) for row in system.inequalities]
    if not laws:
        return False
    values = casadi.Function("laws", symbols, laws)(*system.parameters.values())
    values = [values] if len(laws) == 1 else values
    return all(float(each[0]) == 1.0 and float(each[1]) == 0.0 for each in values)


def _loaded(system: System) -> bool:
    """Something may press contacts: V depends on q, or a Lagrangian is given."""
    q, V = system.symbols[0], system.symbols[4]
    return not system.separable or not casadi.gradient(V, q).is_zero()
