"""Discrete Lagrangians and energies of a user's own."""

from collections.abc import Callable
from dataclasses import dataclass

import casadi

from . import _core
from ._values import count, expression, flag, kind, text
from .system import System


@dataclass(frozen=True)
class Discretization:
    """A rule of one's own: Ld(system, q0, q1, h) is its discrete Lagrangian [J s], an expression.

    For the midpoint rule, [KP12] (8.2), that is
    h * system.later(0.5 * h).L((q0 + q1) / 2, (q1 - q0) / h); `later` matters to systems in which
    something moves by itself. order and symmetric are what the rule claims; nodes: pairs
    (weight, at) of its quadrature, 0 the start of the step, for forces and nonholonomic rows.
    A stepper with such a rule can be pickled if Ld is a function of a module.
    """

    name: str
    order: int
    symmetric: bool
    Ld: Callable[[System, casadi.SX, casadi.SX, casadi.SX], casadi.SX]
    nodes: tuple[tuple[float, float], ...] = ()

    def _core(self) -> _core.Rule:
        owner = f"Discretization '{text('Discretization', 'the name', self.name)}'"
        if not callable(self.Ld):
            raise TypeError(f"{owner}: Ld must be a function (system, q0, q1, h), not "
                            f"{kind(self.Ld)}")

        def Ld(system: _core.System, q0: casadi.SX, q1: casadi.SX, h: casadi.SX) -> casadi.SX:
            made = expression(owner, "Ld", self.Ld(System._of(system), q0, q1, h))
            if made.numel() != 1:
                raise ValueError(f"{owner}: Ld must be one scalar expression, not {made.shape[0]} x "
                                 f"{made.shape[1]}")
            return made

        return _core.Rule(self.name, count(owner, "order", self.order),
                          flag(owner, "symmetric", self.symmetric), Ld, list(self.nodes))


@dataclass(frozen=True)
class Energy:
    """What a reflection conserves, E(q, p+) = E(q, p-) of [KP12] (6.6)-(6.9) [J]: an expression."""

    E: Callable[[casadi.SX, casadi.SX], casadi.SX]

    def _core(self, n: int) -> _core.ReflectionEnergy:
        q, p = casadi.SX.sym("q", n), casadi.SX.sym("p", n)
        return _core.ReflectionEnergy.of(q, p, expression("Energy", "E", self.E(q, p)))


def rule_of(discretization: "Discretization | str") -> _core.Rule:
    """A rule, or the one of a name."""
    if isinstance(discretization, Discretization):
        return discretization._core()
    return _core.Rule.named(text("discretization", "the name of the rule", discretization))
