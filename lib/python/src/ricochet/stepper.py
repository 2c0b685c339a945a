"""Methods by name, and what they do: steps and runs."""

import math
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

import casadi

from . import _core, _html
from ._catalogue import described, with_tables
from ._core import Certificate, DifferentiableStep, Step
from ._phrases import said_in_python
from ._progress import teller
from ._values import count, distinct, file_name, flag, kind, number, setting, text, vector
from .rules import Discretization, Energy, rule_of
from .run import Run
from .system import System, _assignments

File = str | PathLike[str]
_advance = _core.Stepper.advance
OWN = {"discretization": Discretization, "energy": Energy}  # options that may be a user's own


def steppers() -> dict[str, str]:
    """Every method with one line about it."""
    return {row["name"]: row["summary"] for row in _core.stepper_table()}


def backends() -> dict[str, str]:
    """Every solver of step problems with one line about it."""
    return {row["name"]: row["summary"] for row in _core.backend_table()}


def options(stepper: str) -> dict[str, str]:
    """The options that a method takes, with what they mean."""
    text("options", "the method", stepper, "see steppers()")
    for row in _core.stepper_table():
        if row["name"] == stepper:
            return {each["name"]: described(each) for each in _core.option_table()
                    if each["name"] in row["options"]}
    raise ValueError(f"Unknown stepper '{stepper}'{_core.suggestion(stepper, list(steppers()))}")


class Stepper(_core.Stepper):
    """A method on a system: maps one Step to the next, without history.

    Built by make_stepper. It serves one thread at a time; clone() gives an independent one without
    symbolic work. It can be pickled: the copy is built again from system and options. Equations of
    every method: help(make_stepper).
    """

    def __init__(self, name: str, system: System, **given: Any):
        if not isinstance(name, str):
            raise TypeError(f"Stepper: the name of the method must be a text, not {kind(name)}")
        owner = f"Stepper '{name}'"
        if not isinstance(system, System):
            call = "; call it first, as rc.problems['bowl']()" if callable(system) else ""
            raise TypeError(f"{owner}: system must be a System or a Problem, not {kind(system)}{call}")
        own = {key: value for key, value in given.items()
               if isinstance(value, (Discretization, Energy))}
        for key, value in own.items():
            if not isinstance(value, OWN.get(key, ())):
                raise TypeError(f"{owner}: option '{key}' takes no {kind(value)}")
        rule, energy = own.get("discretization"), own.get("energy")
        super().__init__(name, system, [(key, setting(owner, key, value))
                                        for key, value in given.items() if key not in own],
                         rule._core() if isinstance(rule, Discretization) else None,
                         energy._core(system.n) if isinstance(energy, Energy) else None)
        self._own = own

    @property
    def system(self) -> System:
        """The system with the parameter values now in force."""
        return System._of(self.core_system)

    @property
    def options(self) -> dict[str, Any]:
        """The options that were given."""
        return {**dict(self.option_list), **self._own}

    def clone(self) -> "Stepper":
        """An independent stepper with the same options and parameters."""
        made = Stepper.__new__(Stepper)
        _core.Stepper.__init__(made, self)
        made._own = self._own
        return made

    def set(self, values: Mapping[str, float] | None = None, /, **more: float) -> None:
        """Changes parameters of the system; nothing is rebuilt."""
        self.set_values(*_assignments(f"Stepper '{self.name}'", values, more))

    def advance(self, start: Step, h: float) -> Step:
        """One step of size h [s] from a Step. A failed step is returned, with its status."""
        try:
            return _advance(self, start, h)
        except TypeError:  # explained here: to look before would cost time in every step
            self._refuse("advance", h, start=start)
            raise

    def certify(self, start: Step, h: float, end: Step) -> Certificate:
        """Judges a step by the equations of the method: errors as lengths, whatever a solver said."""
        self._refuse("certify", h, start=start, end=end)
        return self.judge(start, h, end)[0]

    def _refuse(self, call: str, h: Any, **steps: Any) -> None:
        owner = f"Stepper '{self.name}': {call}"
        for what, step in steps.items():
            if not isinstance(step, Step):
                raise TypeError(f"{owner}: {what} must be a Step, not {kind(step)}; make one by "
                                "Step(q, p), or take the last one of a run: run.last")
            vector(owner, f"q of {what}", step.q, self.core_system.n)
            vector(owner, f"p of {what}", step.p, self.core_system.n)
        number(owner, "h", h)

    def simulate(self, q: Any = None, p: Any = None, h: float | None = None,
                 steps: int | None = None, *, v: Any = None, t: float = 0.0,
                 start: "Step | Run | None" = None, time: float | None = None, every: int = 1,
                 certify_every: int = 1, violated_start: bool = False,
                 progress: bool | Callable[[int, int, float], Any] = False,
                 out: File | None = None, events: File | None = None,
                 contacts: File | None = None, checkpoint: File | None = None,
                 report: File | None = None, parameters: Mapping[str, float] | None = None,
                 _settings: Any = None, **values: float) -> Run:
        """Fixed steps until the end, the first failed step or Ctrl-C; keeps all that was computed.

        The start is (q, p), or (q, v) with velocities, at the time t [s]; or `start`, a Step or a
        Run that is continued bit for bit. A start that violates constraints is refused, unless
        violated_start.

        - h: step size [s]; steps, or the time [s] that they take together
        - every: keep every K-th step, 0 only the first and the last one
        - certify_every: judge every K-th step as a whole
        - progress: True shows a bar, or a function of (made, total, energy error [J])
        - out, events, contacts: tables; checkpoint: JSON from which `resume` continues; report:
          JSON at the end
        - values of parameters by their names, as arguments or in `parameters`; they hold for this
          run, and nothing is rebuilt

        A failed step is no exception: see run.ok and run.check(). Numbers are computed without the
        lock of the interpreter.
        """
        request = self._request(h, steps, time, parameters, values, _settings)
        self._keep(request, every, certify_every, violated_start,
                   (out, events, contacts, checkpoint, report))
        with said_in_python(), teller(progress) as tell:
            if start is not None:
                if q is not None or p is not None or v is not None:
                    raise TypeError("simulate: give start, or q with p or v, not both")
                step = start.last if isinstance(start, Run) else start
                if not isinstance(step, Step):
                    raise TypeError(f"simulate: start must be a Step or a Run, not {kind(start)}")
                return Run(_core.go_on(self, request, step, tell))
            t = number("simulate", "t", t)
            return Run(_core.simulate(self, request, *self._start(q, p, v, h), t, tell))

    def resume(self, file: File, steps: int | None = None, *, every: int | None = None,
               certify_every: int = 1, progress: bool | Callable[[int, int, float], Any] = False,
               out: File | None = None, events: File | None = None,
               contacts: File | None = None, checkpoint: File | None = None,
               report: File | None = None) -> Run:
        """Continues the run of a checkpoint or a report bit for bit, with its parameter values.

        steps: of the whole run, counted from its start; by default those asked for then. Another
        method, step size or `every` is refused. The Run has the records from here on; its report
        is that of the whole run.
        """
        file = file_name("resume", "file", file)
        settings, structure, values = _core.load_settings(file)
        before: dict[str, Any] = dict(settings)
        had: dict[str, Any] = dict(values)
        request = self._request(before["h"], before["steps"] if steps is None else steps, None, had,
                                {}, (self._continued(before, file), structure))
        self._keep(request, before.get("every", 1) if every is None else every, certify_every,
                   False, (out, events, contacts, checkpoint, report))
        with said_in_python(), teller(progress) as tell:
            return Run(_core.resume(self, request, file, tell))

    def as_function(self, name: str = "step", parameters: Sequence[str] = ()) -> casadi.Function:
        """A step as casadi.Function (q, p, t, h[, parameters]) -> (q_next, p_next).

        It may be part of graphs of casadi.MX and of map(n, "thread"), and gives the bits of the
        loop for methods whose steps depend on the state alone. A failed step gives NaN. casadi
        cannot store it: pickle the stepper instead. It has no derivatives; `differentiable` has.
        """
        owner = f"Stepper '{self.name}'"
        if not casadi.Function.check_name(text(owner, "the name of the function", name)):
            raise ValueError(f"{owner}: the name of the function must be letters, numbers and single "
                             f"underscores after a letter, not '{name}'")
        return self.step_function(name, distinct(owner, "parameters", parameters))

    def differentiable(self, parameters: Sequence[str] = (), *, most_impacts: int = 2,
                       t: float = 0.0) -> DifferentiableStep:
        """Steps with exact derivatives of any order, through located impacts too.

        The `function` of the result maps (x, theta, h) to (end, impact_times, label,
        transversality, log10_growth, z, delta): x = (q, p), theta the values of `parameters`, the
        others keep theirs. It is smooth as long as `label` stays: what is hit, in order, and which
        contacts are held, stick or slide. With contacts that rest where the step begins, derivatives
        hold along directions in which they stay. `transversality` is the least speed [m/s] with which
        a gap closed. Steps that fail, or have more than most_impacts impacts, give NaN, and `failure`
        says why. t: where steps begin, for forces that depend on it [s].

        collision, forced-collision, nonholonomic-collision, hybrid, and steps of discrete-smooth and
        gvi without reflection have derivatives.
        They are those of the discrete step, by implicit differentiation of its equations, of collision
        [FMOW03] (46), (75)-(76). With newton they converge to those of the motion at
        order 2 in h, with a law that keeps the discrete energy at order 1.
        """
        owner = f"Stepper '{self.name}'"
        return _core.differentiable_step(self, distinct(owner, "parameters", parameters),
                                         count(owner, "most_impacts", most_impacts),
                                         number(owner, "t", t))

    def flight_function(self, contact: str | None, substeps: int = 8) -> casadi.Function:
        """A flight that ends with an impact, as a phase of an optimal-control problem of one's own.

        (x, theta, T, t, z) -> (end, rows, gaps): x = (q, p) at its start, theta the values of all
        parameters, T its duration [s], t the time of its start [s]. z is what a solver has to find:
        per substep its end q and the multipliers of equalities, then the impulse [N s] and those of
        the equalities. end is (q, p) after the impact; rows = 0 are the equations of the substeps,
        the gap of the contact at the last of them and the law of the impact; gaps >= 0 keeps the
        flight in the room, one column per substep [m]. Without a contact, None, it ends freely.

        Made of expressions alone, with exact derivatives: casadi can store it and generate C.
        The equations are those of `differentiable`; Phases writes the whole problem.
        """
        owner = f"Stepper '{self.name}'"
        name = "" if contact is None else text(owner, "contact", contact)
        return _core.flight_function(self, name, count(owner, "substeps", substeps))

    def _request(self, h: Any, steps: Any, time: Any, parameters: Any,
                 values: Mapping[str, float], settings: Any = None) -> _core.Request:
        if h is None:
            raise TypeError("simulate: the step size h [s] is missing")
        h = number("simulate", "h", h)
        if (steps is None) == (time is None):
            raise TypeError("simulate: give steps, or the time [s] that they take together")
        if steps is None:
            made = number("simulate", "time", time) / h if h else math.nan
            if not math.isfinite(made):
                raise ValueError(f"simulate: time / h must be finite, not {made}")
            steps = round(made)
        request = _core.Request(h, count("simulate", "steps", steps))
        request.settings(*(settings or (self._settings(), [])))
        request.parameters(*_assignments("simulate", parameters, values))
        return request

    def _settings(self) -> list[tuple[str, Any]]:
        """Method and options as reports and checkpoints have them."""
        given = {**dict(self.option_list),
                 **{key: getattr(value, "name", "own") for key, value in self._own.items()}}
        return [("stepper", self.name),
                *((row["key"], given.get(row["name"], given.get(row["key"])))
                  for row in _core.option_table())]

    def _continued(self, before: dict[str, Any], file: str) -> list[tuple[str, Any]]:
        """The settings of a run that goes on; those of the method must not have changed."""
        own = dict(self._settings())
        for key, value in own.items():
            if key != "stepper" and None not in (value, before.get(key)) and before[key] != value:
                raise ValueError(f"Stepper '{self.name}': the run of '{file}' had {key} = "
                                 f"{before[key]!r}, not {value!r}; resume it with a stepper of "
                                 "these options")
        changing = {"command", "h", "steps", "every", "out", "out_begins", "events", "contacts",
                    "report", "plot", "checkpoint"}
        kept = {key: value for key, value in before.items() if key not in changing}
        return list({**kept, **{k: w for k, w in own.items() if w is not None or k not in kept}}
                    .items())

    @staticmethod
    def _keep(request: _core.Request, every: int, certify_every: int, violated_start: bool,
              files: tuple[File | None, ...]) -> None:
        request.every(count("simulate", "every", every))
        request.certify_every(count("simulate", "certify_every", certify_every))
        request.violated_start(flag("simulate", "violated_start", violated_start))
        names = ("out", "events", "contacts", "checkpoint", "report")
        request.files(*(file_name("simulate", name, file, optional=True)
                        for name, file in zip(names, files, strict=True)))

    def _start(self, q: Any, p: Any, v: Any, h: Any) -> tuple[Any, Any]:
        owner = f"Stepper '{self.name}'"
        system = self.core_system
        if q is None or (p is None) == (v is None):
            raise TypeError(f"{owner}: a run begins with q and p, with q and v, or with start")
        place = vector(owner, "q", q, system.n)
        if p is not None:
            return place, vector(owner, "p", p, system.n)
        rule = rule_of(self.options.get("discretization") or "midpoint")
        return place, _core.momenta_of(system, rule, place, vector(owner, "v", v, system.n), h)

    def __reduce__(self):
        return _rebuilt, (self.name, self.system, self.options)

    def __repr__(self) -> str:
        given = "".join(f", {key}={value!r}" for key, value in self.options.items())
        return f"<Stepper '{self.name}' on '{self.core_system.name}'{given}>"

    def _repr_html_(self) -> str:
        return _html.stepper(self)


def _rebuilt(name: str, system: System, given: dict[str, Any]) -> Stepper:
    return Stepper(name, system, **given)


def make_stepper(name: str, system: Any, /, **options: Any) -> Stepper:
    """Builds a method by its name on a System or a Problem; see steppers() and options(name)."""
    own = getattr(system, "_options_for", None)  # of a Problem
    if own is not None:
        return Stepper(name, system.system, **{**own(name), **options})
    return Stepper(name, system, **options)


make_stepper.__doc__ = with_tables(make_stepper.__doc__ or "")
