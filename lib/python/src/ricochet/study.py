"""Questions about methods: which fit, how they compare, which start meets an end."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

import numpy as np

from . import _core, _errors, _html, _orders
from ._errors import MeasuredErrors
from ._orders import Orders
from ._phrases import in_python
from ._values import count, distinct, kind, named, names, number, text, vector
from .problem import Problem
from .run import Run
from .stepper import Stepper, backends, make_stepper, steppers
from .system import System, _assignments


@dataclass(frozen=True)
class Advice:
    """A method, the options that it needs here, and why it fits or does not."""

    stepper: str
    options: dict[str, Any]
    why: str

    @property
    def called(self) -> str:
        """The method with its options, as make_stepper takes them."""
        return ", ".join([self.stepper, *(f"{key}={value!r}" for key, value in self.options.items())])


@dataclass(frozen=True)
class Choice:
    """What fits a system and its start, best first; what does badly; what cannot take it."""

    fit: list[Advice]
    unfit: list[Advice]
    cannot: dict[str, str]
    measured: MeasuredErrors | None = None  #: errors of those that fit, if asked for

    def __repr__(self) -> str:
        lines = [f"{a.called}: {a.why}" for a in self.fit]
        lines += [f"{a.stepper} does not fit: {a.why}" for a in self.unfit]
        lines += [f"{name} cannot: {why}" for name, why in self.cannot.items()]
        if self.measured is not None:
            lines += ["", str(self.measured)]
            lines += [", ".join(f"{name} {_html.text(value)}" for name, value in row.items()
                                if value != "") for row in self.measured.rows]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _html.choice(self)


def choose(what: Problem | System, q: Any = None, p: Any = None, t: float = 0.0, *,
           measure: bool = False, h: float | None = None, steps: int | None = None) -> Choice:
    """Which methods fit a Problem, or a System with a start (q, p), and why.

    measure: runs the methods that fit with h, h/3 and h/11 [s], over 100 steps of size h at most,
    and compares their positions with a run of h/53: `measured` has the errors [m]. A Problem knows
    h and steps, a System must be told.
    """
    system, start = _begun("choose", what, q, p, t)
    fit, unfit, cannot = _core.advise(system, *start)
    made = Choice(_advice(fit), _advice(unfit), dict(cannot))
    return replace(made, measured=_measured(what, system, start, h, steps, made)) if measure else made


def _advice(given: list) -> list[Advice]:
    return [Advice(name, options, in_python(why)) for name, options, why in given]


def _measured(what: Problem | System, system: System, start: tuple, h: float | None,
              steps: int | None, made: Choice) -> MeasuredErrors:
    if isinstance(what, Problem):
        h = what.h if h is None else number("choose", "h", h)
        steps = round(what.duration / h) if steps is None else steps
    if h is None or steps is None:
        raise TypeError("choose: to measure a System, give h [s] and steps")
    rule = what.discretization if isinstance(what, Problem) else "midpoint"
    return _errors.measure(system, start, number("choose", "h", h),
                           count("choose", "steps", steps), rule,
                           [each.stepper for each in made.fit])


def _begun(who: str, what: Any, q: Any, p: Any, t: float) -> tuple[System, tuple]:
    if isinstance(what, Problem):
        return what.system, (what.t, what.q if q is None else vector(who, "q", q, what.system.n),
                             what.p if p is None else vector(who, "p", p, what.system.n))
    if not isinstance(what, System):
        raise TypeError(f"{who}: expected a Problem or a System, not {kind(what)}")
    if q is None or p is None:
        raise TypeError(f"{who}: a System needs its start, q and p")
    return what, (number(who, "t", t), vector(who, "q", q, what.n), vector(who, "p", p, what.n))


@dataclass(frozen=True)
class Contender:
    """A method of a comparison: its run, or why there is none."""

    stepper: str
    options: dict[str, Any]
    refusal: str
    run: Run | None = field(repr=False)
    seconds: float  #: of the run, wall time
    orders: Orders | None = None  #: of convergence, if asked for

    @property
    def row(self) -> dict[str, Any]:
        """What a table says: energies [J], errors and gaps [m], time per step [s]."""
        if self.run is None:
            return {"stepper": self.stepper, "status": self.refusal}
        report, measures = self.run.report, self.run.measures
        energy, momentum = report["energy"], report["momentum"].values()
        known = energy["max"] is not None and energy["min"] is not None
        return {
            "stepper": self.stepper,
            "status": self.run.status,
            "steps": report["steps"],
            "impacts": report["impacts"],
            "energy_band": energy["max"] - energy["min"] if known else np.nan,
            "energy_slope": energy["slope"],
            "momentum_error": max((each["max_error"] for each in momentum), default=0.0),
            "gap_min": report["gap_min"],
            "equality_max": report["equality_max"],
            "certificate_max": report["certificate_max"],
            "seconds_per_step": measures["seconds_per_step"],
            **({} if self.orders is None else {
                "order_claimed": self.orders.claimed, "order_observed": self.orders.observed,
                "order_through_impacts": self.orders.through_impacts}),
        }


class Comparison(list[Contender]):
    """One problem under several methods."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A dict per method, as pandas.DataFrame takes them."""
        return [each.row for each in self]

    def _repr_html_(self) -> str:
        return _html.comparison(self)


def compare(problem: Problem, methods: Sequence[str] | Mapping[str, Mapping[str, Any]] | None = None,
            *, backend: str = "automatic", orders: bool = False, **simulate: Any) -> Comparison:
    """One problem under every method that can take it, or under those named.

    methods: names, or a dict of names with options. orders: runs the first part again with h/2,
    h/4 and h/8, and observes orders of convergence of positions. Other arguments are those of
    Problem.simulate. A method that cannot take the problem is kept, with its reason.
    """
    if not isinstance(problem, Problem):
        raise TypeError(f"compare: expected a Problem, not {kind(problem)}")
    if isinstance(methods, str):
        methods = [methods]
    _refuse_words(problem, backend, simulate)
    listed = distinct("compare", "methods", steppers() if methods is None else methods,
                      "['gvi', 'rattle']")
    chosen = {name: methods[name] if isinstance(methods, Mapping) else {} for name in listed}
    for name in chosen:
        if name not in steppers():
            raise ValueError(f"Unknown stepper '{name}'{_core.suggestion(name, list(steppers()))}")
        known = [row["name"] for row in _core.option_table()]
        for option in named("compare", f"options of '{name}'", chosen[name]):
            if option not in known:
                raise ValueError(f"Unknown stepper option '{option}'"
                                 f"{_core.suggestion(option, known)}")
    comparison = Comparison()
    for name, options in chosen.items():
        contender, stepper = _contend(problem, name, dict(options), backend, simulate)
        comparison.append(contender)
        if contender.run is None or stepper is None:
            continue
        if contender.run.status == "interrupted":
            break
        if orders:
            try:
                comparison[-1] = replace(contender, orders=_orders.observe(stepper, contender.run))
            except KeyboardInterrupt:  # what was computed stays
                break
    refusals = {each.refusal for each in comparison}
    if len(comparison) > 1 and len(refusals) == 1 and "" not in refusals:
        raise ValueError(f"compare: {refusals.pop()}")  # wrong for every method: step, start, files
    return comparison


def _refuse_words(problem: Problem, backend: str, simulate: dict[str, Any]) -> None:
    """What is wrong for every method."""
    if text("compare", "backend", backend, "see backends()") not in backends():
        raise ValueError(f"compare: unknown backend '{backend}'"
                         f"{_core.suggestion(backend, list(backends()))}")
    arguments = [*signature(Problem.simulate).parameters, *signature(Stepper.simulate).parameters]
    known = [name for name in arguments if not name.startswith("_")
             and name not in ("self", "stepper", "more", "values")]
    for name in simulate:
        if name not in known and name not in problem.system.parameters:
            raise ValueError(f"compare: '{name}' is no argument of simulate and no parameter of "
                             f"'{problem.name}'"
                             f"{_core.suggestion(name, [*known, *problem.system.parameters])}")


def _contend(problem: Problem, name: str, options: dict[str, Any], backend: str,
             simulate: dict[str, Any]) -> tuple[Contender, Stepper | None]:
    if reason := _core.why_not(name, problem.system):
        return Contender(name, options, reason, None, 0.0), None
    takes_backend = any(row["name"] == name and "backend" in row["options"]
                        for row in _core.stepper_table())
    if takes_backend:
        options.setdefault("backend", backend)
    try:
        stepper = make_stepper(name, problem, **options)
        begin = time.perf_counter()
        made = problem.simulate(stepper, **simulate)
    except ValueError as refusal:
        return Contender(name, options, str(refusal), None, 0.0), None
    return Contender(name, options, "", made, time.perf_counter() - begin), stepper


@dataclass(frozen=True)
class Solution:
    """A start from which the path meets the end, and that path."""

    start: dict[str, float]  #: velocities [m/s, rad/s] and duration [s]
    sequence: list[str]  #: contacts in the order of impacts
    residual: float  #: largest end condition
    path_violation: float  #: depth of the worst penetration [m]
    iterations: int
    step_size: float  #: [s]
    t: np.ndarray = field(repr=False)
    q: np.ndarray = field(repr=False)
    p: np.ndarray = field(repr=False)


@dataclass(frozen=True)
class Shooting:
    """What a search found: distinct solutions, and how its attempts ended."""

    status: str
    message: str
    end: str
    solutions: list[Solution]
    ends: dict[str, int]

    @property
    def ok(self) -> bool:
        """There is a solution."""
        return self.status == "converged"


def shoot(problem: Problem, end: str = "", *, starts: int = 1, seed: int = 1,
          sequence: Sequence[str] | None = None, steps: int = 0,
          discretization: str | None = None, backend: str = "automatic",
          targets: Mapping[str, float] | None = None, **more: float) -> Shooting:
    """Finds starts from which a path through impacts meets a prescribed end, [VCI-S] example 1.

    Flights and impacts of the path are [FMOW03] (46)-(48), (74)-(76).

    - end: one of problem.targets, the first by default; targets, or further arguments: data of that
      end
    - starts: guesses, the problem's own and then random ones from `seed`
    - sequence: only paths with these impacts
    - steps: of the path, 0 for those of the problem

    Ctrl-C keeps what was found.
    """
    if not isinstance(problem, Problem):
        raise TypeError(f"shoot: expected a Problem, not {kind(problem)}")
    rule = problem.discretization if discretization is None else discretization
    found = _core.shoot(problem._core, text("shoot", "end", end),
                        *_assignments("shoot", targets, more),
                        text("shoot", "discretization", rule),
                        text("shoot", "backend", backend, "see backends()"),
                        *(count("shoot", what, value) for what, value in
                          (("steps", steps), ("starts", starts), ("seed", seed))),
                        None if sequence is None else
                        names("shoot", "sequence", sequence, "['floor']"))
    found["solutions"] = [Solution(**each) for each in found["solutions"]]
    return Shooting(**found)
