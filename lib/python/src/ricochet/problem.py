"""The problems of the registry: systems with a start, a step and a source."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from . import _core, _html
from ._values import count, kind, named, number, together
from .rules import Discretization, rule_of
from .run import Run
from .stepper import Stepper, make_stepper
from .system import System


class Problem:
    """A System with everything needed to run it and to judge the run."""

    def __init__(self, name: str, core: _core.Problem, structure: dict[str, int]):
        self.name = name
        self.structure = structure  #: structural parameters: they rebuild the problem
        self._core = core
        self.system = System._of(core.core_system)
        self.h: float = core.h  #: step size [s]
        self.duration: float = core.duration  #: [s]
        self.stepper: str = core.stepper  #: its own method
        self.discretization: str = core.discretization  #: its own discrete Lagrangian
        self.summary: str = core.summary
        self.source: str = core.source  #: what the paper states and what was chosen
        self.targets: list[str] = core.targets  #: ends that `shoot` can aim at
        self.t, self.q, self.p = self.start()

    @property
    def steps(self) -> int:
        """Steps of its own run."""
        return round(self.duration / self.h)

    def start(self, discretization: str | Discretization | None = None, h: float | None = None,
              parameters: Mapping[str, float] | None = None) -> tuple[float, np.ndarray, np.ndarray]:
        """(t, q, p) at the start. It follows the parameters of the problem, or those given here; p
        depends on rule and step where velocities are given."""
        values = named(f"Problem '{self.name}'", "parameters", parameters)
        return self._start_of(self.system.with_(values) if values else self.system,
                              discretization or self.discretization, h or self.h)

    def _start_of(self, system: System, rule: str | Discretization,
                  h: float) -> tuple[float, np.ndarray, np.ndarray]:
        return self._core.start(system, rule_of(rule), h)

    def make_stepper(self, name: str | None = None, **options: Any) -> Stepper:
        """A method on this problem, its own one by default, with the problem's rule."""
        return make_stepper(name or self.stepper, self, **options)

    def simulate(self, stepper: str | Stepper | None = None, *, h: float | None = None,
                 steps: int | None = None, time: float | None = None, **more: Any) -> Run:
        """A run from the problem's start, with its own method, step and duration by default."""
        if not isinstance(stepper, (str, Stepper, type(None))):
            raise TypeError(f"Problem '{self.name}': stepper must be the name of a method or a "
                            f"Stepper, not {kind(stepper)}")
        method = stepper if isinstance(stepper, Stepper) else self.make_stepper(stepper)
        h = self.h if h is None else h
        if steps is None and time is None:
            time = self.duration
        if not {"q", "p", "v", "start"} & more.keys():
            values = {name: more[name] for name in self.system.parameters if name in more}
            values.update(more.get("parameters") or {})
            rule = method.options.get("discretization", self.discretization)
            system = method.system.with_(values) if values else method.system
            more["t"], more["q"], more["p"] = self._start_of(system, rule, h)
        more["_settings"] = ([("problem", self.name), *method._settings()],
                             list(self.structure.items()))
        made = method.simulate(h=h, steps=steps, time=time, **more)
        made.problem = self
        return made

    def _options_for(self, stepper: str) -> dict[str, Any]:
        """What the program `ricochet` decides where nothing is asked: the rule and the backend."""
        made: dict[str, Any] = {}
        for row in _core.stepper_table():
            if row["name"] == stepper:
                if "discretization" in row["options"] or row["only_rule"]:
                    made["discretization"] = row["only_rule"] or self.discretization
                if "backend" in row["options"]:
                    made["backend"] = "ipopt"
        return made

    def __reduce__(self):
        return _again, (self.name, self.structure, self.system.parameters)

    def __repr__(self) -> str:
        return f"<Problem '{self.name}': {self.summary}>"

    def _repr_html_(self) -> str:
        return _html.problem(self)


def _again(name: str, structure: dict[str, int], parameters: dict[str, float]) -> Problem:
    return problems[name]({**structure, **parameters})


class ProblemMaker:
    """Makes a problem with other structural parameters and parameter values."""

    def __init__(self, name: str, structure: list[tuple[str, int, int, int, str]]):
        self.name = name
        self.structure = {word: (value, least, most, meaning)
                          for word, value, least, most, meaning in structure}

    def __call__(self, parameters: Mapping[str, float] | None = None, /,
                 **values: float) -> Problem:
        """Structural parameters (whole numbers) and parameters of the system, by name."""
        owner = f"Problem '{self.name}'"
        both = together(owner, parameters, values)
        structure = {word: count(owner, word, both[word])
                     for word in both if word in self.structure}
        core = _core.make_problem(self.name, structure)
        rest = [word for word in both if word not in structure]
        for word in rest:
            known = [*core.core_system.parameter_names, *self.structure]
            if word not in known:
                raise ValueError(f"{owner} has no parameter '{word}'"
                                 f"{_core.suggestion(word, known)}")
        core = core.changed(rest, [number(owner, word, both[word]) for word in rest])
        full = {word: structure.get(word, self.structure[word][0]) for word in self.structure}
        return Problem(self.name, core, full)

    def __repr__(self) -> str:
        given = ", ".join(f"{word}={value[0]}" for word, value in self.structure.items())
        return f"<problems['{self.name}']({given})>"


class Problems(Mapping[str, ProblemMaker]):
    """Every problem of the registry by its name."""

    def __init__(self) -> None:
        self._all = {name: ProblemMaker(name, structure)
                     for name, structure in _core.problem_table()}

    def __getitem__(self, name: str) -> ProblemMaker:
        if not isinstance(name, str):
            raise KeyError(f"problems: the name of a problem must be a text, not {kind(name)}; see "
                           "list(problems)")
        if name not in self._all:
            raise KeyError(f"Unknown problem '{name}'{_core.suggestion(name, list(self._all))}")
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return f"<{len(self)} problems: {', '.join(self)}>"


problems = Problems()
