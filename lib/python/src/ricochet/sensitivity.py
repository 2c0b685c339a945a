"""Derivatives of whole runs, through impacts."""

from collections.abc import Mapping
from typing import Any

import casadi
import numpy as np

from . import _core
from ._phrases import said_in_python
from ._values import count, kind, number, vector
from .stepper import Stepper
from .system import _assignments


class RunSensitivity(_core.RunSensitivity):
    """Exact derivatives of the states of a run by w = (q, p, every parameter, h), in sweeps.

        derivatives = rc.RunSensitivity(stepper)
        derivatives.simulate([0, 1], [1, 0], h=0.01, steps=200, gravity=9.7)
        jacobian = derivatives.forward()  # of the last (q, p) by w; derivatives.inputs names w
        gradient = derivatives.adjoint(bar)  # of bar . (q, p)

    Its run has a clone of the stepper. Everything is built here, nothing in a run. A step with more
    than most_impacts impacts has no derivative. A run whose derivatives need more memory than
    `memory` [byte] keeps those of about sqrt(steps) steps at a time and makes the others again when
    it sweeps, with the same bits. `memory` does not bound the states of the run, which are stored.
    Derivatives are in SI units: [m], [N s] and [s] per unit of the entry of w.

    Methods and orders are those of Stepper.differentiable: they are the derivatives of the discrete
    run, and with the law newton they converge to those of the motion at order 2 in h.
    """

    def __init__(self, stepper: Stepper, *, most_impacts: int = 2, memory: float = 2.0**30):
        if not isinstance(stepper, Stepper):
            raise TypeError(f"RunSensitivity: stepper must be a Stepper, not {kind(stepper)}")
        most = count("RunSensitivity", "most_impacts", most_impacts)
        if most < 0:
            raise ValueError(f"RunSensitivity: most_impacts must be at least 0, not {most}")
        most_bytes = number("RunSensitivity", "memory", memory)
        if not most_bytes >= 0.0:
            raise ValueError(f"RunSensitivity: memory must be at least 0 bytes, not {memory}")
        super().__init__(stepper, most, most_bytes)

    @property
    def inputs(self) -> list[str]:
        """Names of the entries of w: "q[0]", "p[0]", the parameters, "h"."""
        system = self.core_system
        entries = [f"{letter}[{i}]" for letter in "qp" for i in range(system.n)]
        return [*entries, *system.parameter_names, "h"]

    def simulate(self, q: Any, p: Any, h: float, steps: int, *, t: float = 0.0,
                 parameters: Mapping[str, float] | None = None, **values: float) -> None:
        """The run of so many steps of size h [s] from (q, p) at the time t [s], with its derivatives.

        Values of parameters are given by their names, as arguments or in `parameters`; the others
        are those of the stepper. A run that fails or has no derivative raises ValueError with the
        reason.
        """
        n = self.core_system.n
        with said_in_python():
            self.make(vector("RunSensitivity", "q", q, n), vector("RunSensitivity", "p", p, n),
                      number("RunSensitivity", "t", t), number("RunSensitivity", "h", h),
                      count("RunSensitivity", "steps", steps),
                      *_assignments("RunSensitivity", parameters, values))

    def forward(self, directions: Any = None) -> np.ndarray:
        """Changes of the last (q, p) along directions of w, one per column; by default all entries."""
        return self.sweep(self._directions(directions))

    def along(self, directions: Any = None) -> np.ndarray:
        """The same of every state, the first one too: an array (states, 2n, columns)."""
        return np.array(self.sweep_along(self._directions(directions)))

    def adjoint(self, bar: Any) -> np.ndarray:
        """The gradient of bar . (q, p) at the end by w."""
        return self.sweep_back(self._weights(bar))

    def hessian_vector(self, bar: Any, direction: Any) -> np.ndarray:
        """The second derivative of bar . (q, p) at the end by w, times a direction of w."""
        return self.sweep_twice(self._weights(bar),
                                vector("RunSensitivity", "direction", direction, self.size))

    def _weights(self, bar: Any) -> np.ndarray:
        return vector("RunSensitivity", "bar", bar, 2 * self.core_system.n)

    def _directions(self, given: Any) -> np.ndarray:
        if given is None:
            return np.eye(self.size)
        if isinstance(given, casadi.DM):
            given = given.full()
        if np.asarray(given).dtype.kind not in "biuf":
            raise TypeError(f"RunSensitivity: directions must be numbers, not {kind(given)}")
        numbers = np.array(given, dtype=float)
        numbers = numbers.reshape(-1, 1) if numbers.ndim < 2 else numbers
        if numbers.ndim != 2 or len(numbers) != self.size:
            raise ValueError(f"RunSensitivity: directions must have {self.size} rows, one per entry of "
                             f"w, not shape {np.shape(given)}")
        return numbers
