"""What a run made: numbers, impacts, and why it ended."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from typing import Any

import numpy as np

from . import _core, _html
from ._core import Step
from ._values import count, file_name, kind, named, text, writing
from .system import System


class StepFailed(RuntimeError):
    """A run ended before its end; `run` has what was computed."""

    def __init__(self, run: "Run"):
        super().__init__(run.message)
        self.run = run

    def __reduce__(self):
        return RuntimeError, (str(self),)


@dataclass(frozen=True)
class RunImpact:
    """One impact of a run."""

    t: float  #: time [s]
    alpha: float  #: fraction of its step
    contacts: tuple[str, ...]  #: entries of g that were hit
    impulse: np.ndarray  #: one per contact [N s]
    q: np.ndarray
    p_minus: np.ndarray  #: momentum just before [N s]
    p_plus: np.ndarray  #: momentum just after [N s]
    energy_minus: float  #: [J]
    energy_plus: float  #: [J]
    flagged: bool  #: resolved by another law than the one asked for


class Impacts(Sequence[RunImpact]):
    """The impacts of a run in order of time; its arrays are read-only views with a row each."""

    def __init__(self, arrays: dict[str, Any]):
        self._arrays = arrays
        self.t: np.ndarray = arrays["t"]
        self.alpha: np.ndarray = arrays["alpha"]
        self.q: np.ndarray = arrays["q"]
        self.p_minus: np.ndarray = arrays["p_minus"]
        self.p_plus: np.ndarray = arrays["p_plus"]
        self.energy_minus: np.ndarray = arrays["energy_minus"]
        self.energy_plus: np.ndarray = arrays["energy_plus"]

    def __len__(self) -> int:
        return len(self.t)

    def contacts(self, i: int) -> tuple[str, ...]:
        """Names of the contacts of impact i."""
        return tuple(self._arrays["contacts"][self._part(i)])

    def impulse(self, i: int) -> np.ndarray:
        """Impulses of impact i, one per contact [N s]."""
        return self._arrays["impulses"][self._part(i)]

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(f"impact {i} of {len(self)}")
        i %= len(self)
        return RunImpact(float(self.t[i]), float(self.alpha[i]), self.contacts(i), self.impulse(i),
                         self.q[i], self.p_minus[i], self.p_plus[i], float(self.energy_minus[i]),
                         float(self.energy_plus[i]), self._arrays["flagged"][i])

    def __iter__(self) -> Iterator[RunImpact]:
        return (self[i] for i in range(len(self)))

    def _part(self, i: int) -> slice:
        first = self._arrays["first"]
        return slice(first[i], first[i + 1])

    def __repr__(self) -> str:
        return f"<{len(self)} impacts>"


@dataclass(frozen=True)
class Body:
    """A body in the plane: indices of its coordinates in q, and its outline.

    theta: index of its angle, if it turns; outline: corners (x, y) in its own axes [m], a point if
    there are none.
    """

    x: int
    y: int
    theta: int | None = None
    outline: Sequence[tuple[float, float]] = ()


class Player:
    """A page for any browser; a notebook shows it in a frame."""

    def __init__(self, html: str):
        self.html = html

    def save(self, file: str | PathLike[str]) -> None:
        """Writes the page."""
        name = file_name("Player", "file", file)
        with writing("Player", name), open(name, "w", encoding="utf-8") as page:
            page.write(self.html)

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{escape(self.html)}" width="100%" height="640" '
                'style="border:0" title="player of the run"></iframe>')

    def __repr__(self) -> str:
        return f"<Player: {len(self.html)} bytes; save(file) writes the page>"


class Run(_core.Run):
    """What a run made: arrays with a row per record, impacts, extremes over every step.

    Arrays are read-only views without a copy; they outlive the run. A failed step is data: `ok`,
    `status`, `message`; check() makes an exception of it.
    """

    problem: Any = None  #: the Problem, where the run is one of its own

    @property
    def system(self) -> System:
        """The system with the parameter values of the run."""
        return System._of(self.core_system)

    @property
    def impacts(self) -> Impacts:
        """Every impact of the run that the method lists."""
        return Impacts(self.impact_arrays)

    @property
    def report(self) -> dict[str, Any]:
        """What `ricochet run --report` writes: status, extremes, statistics, settings."""
        return json.loads(self.report_json())

    @property
    def energy_error(self) -> np.ndarray:
        """Energy minus that of the start [J]."""
        return self.energy - self.energy[0]

    @property
    def smallest_gap(self) -> float:
        """Over every step [m]; infinity without inequalities."""
        found = self.report["gap_min"]
        return float("inf") if found is None else found

    def gap(self, name: str) -> np.ndarray:
        """The gap of one contact [m]."""
        return self.gaps[:, _place(name, "contact", self.core_system.gap_names)]

    def momentum(self, name: str) -> np.ndarray:
        """One momentum map."""
        return self.momenta[:, _place(name, "momentum map", self.core_system.momentum_names)]

    def check(self) -> "Run":
        """The run itself, if it reached its end; else raises StepFailed."""
        if not self.ok:
            raise StepFailed(self)
        return self

    def save(self, file: str | PathLike[str]) -> None:
        """Writes a checkpoint, from which Stepper.resume continues bit for bit."""
        self.save_checkpoint(file_name("Run", "file", file))

    def plot(self, bodies: Mapping[str, Body] | None = None, **figure: Any) -> Any:
        """A figure of matplotlib: the energy error over time, with impacts, and the motion.

        The motion is drawn in the plane where bodies are known as for view(), else as coordinates
        over time. Arguments are those of pyplot.subplots, such as figsize=(12, 4).
        """
        from ._plot import plot

        return plot(self, bodies, **figure)

    def view(self, bodies: Mapping[str, Body] | None = None) -> Player:
        """A page that plays the motion in the plane, the one of `ricochet view`.

        Problems of the registry know their bodies. For a System name them, by the indices of
        their coordinates; one with two coordinates is a point in the plane without being told.
        """
        if bodies is None and self.problem is None and self.core_system.n == 2:
            bodies = {self.core_system.name: Body(0, 1)}
        report = self.report
        facts = [(key, _html.text(value)) for key, value in report["options"].items()
                 if value is not None and key not in ("out", "events", "checkpoint")]
        facts += [(key, _html.text(value)) for key, value in report["parameters"].items()]
        core = None if self.problem is None else self.problem._core
        return Player(_core.player_page(self, core, _bodies(bodies or {}),
                                        self.core_system.name, facts))

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        return f"<Run: {self.message}>"

    def _repr_html_(self) -> str:
        return _html.run(self)


def _bodies(bodies: Mapping[str, Body]) -> list[_core.PlanarBody]:
    made = []
    for name, body in named("view", "bodies", bodies).items():
        owner = f"Body '{name}'"
        if not isinstance(body, Body):
            raise TypeError(f"{owner} must be a Body(x, y), not {kind(body)}")
        x, y = count(owner, "x", body.x), count(owner, "y", body.y)
        theta = -1 if body.theta is None else count(owner, "theta", body.theta)
        made.append(_core.PlanarBody(name, x, y, theta, _corners(owner, body.outline)))
    return made


def _corners(owner: str, outline: Any) -> np.ndarray:
    """2 x corners [m]."""
    try:
        corners = np.array(outline, dtype=float)
    except (TypeError, ValueError):
        corners = np.zeros(1)
    if corners.size and (corners.ndim != 2 or corners.shape[1] != 2):
        raise ValueError(f"{owner}: outline must be corners (x, y), one row each")
    return corners.reshape(-1, 2).T


def load_step(file: str | PathLike[str]) -> Step:
    """The step of a checkpoint or a report; a run may start from it."""
    return _core.load_step(file_name("load_step", "file", file))


def _place(name: str, kind: str, names: list[str]) -> int:
    if text("Run", f"the name of a {kind}", name, f"one of {names}") not in names:
        raise KeyError(f"no {kind} '{name}'{_core.suggestion(name, names)}")
    return names.index(name)


__all__ = ["Body", "Impacts", "Player", "Run", "RunImpact", "Step", "StepFailed", "load_step"]
