"""Optimal control through impacts: a path whose impacts are given in order, as a program."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import casadi

from . import _core
from ._values import count, expression, kind, names, number, text, vector
from .problem import Problem
from .system import System


@dataclass(frozen=True)
class PathCheck:
    """How the simulation of an answer differs from it."""

    why_not: str  #: empty: the run reached the end of the path
    sequence: list[str]  #: contacts that the run hits
    same_sequence: bool
    distance: float  #: of the ends, in coordinates [m]
    smallest_gap: float  #: of the run [m]


class Phases(_core.Phases):
    """A path through given impacts as a nonlinear program, one phase per flight.

    Steps are p0 + D1 L_d + F- + F nu = 0, p1 = D2 L_d + F+ + F xi, with forces as [F03] 2.5.

    system: a System or a Problem; q, p: the guess of the start, those of a Problem by default;
    sequence: contacts in the order of their impacts. The duration of every flight is a variable, so
    that no impact falls on a grid; a flight makes `substeps` steps. rule: "restitution" or
    "energy", the law of impacts. time: of the first guess, which is the run from (q, p) if it has
    these impacts within it [s]. keep_gaps: gaps stay >= 0 at all points.

        path = rc.Phases(ball, [0, 1], [2, 1], ["floor", "floor"], time=2.5)
        path.fix("q[0][0]"), path.fix("q[0][1]")
        path.require(path.end_q - target)
        solver = casadi.nlpsol("solver", "ipopt", path.nlp(casadi.sumsqr(path.start_p)))
        answer = solver(**path.arguments())
        path.check(answer["x"])
    """

    def __init__(self, system: System | Problem, q: Any = None, p: Any = None,
                 sequence: Sequence[str] = (), *, discretization: str = "verlet",
                 rule: str = "restitution", substeps: int = 8, time: float = 1.0,
                 keep_gaps: bool = True):
        if isinstance(system, Problem):
            q = system.q if q is None else q
            p = system.p if p is None else p
            system = system.system
        if not isinstance(system, System):
            raise TypeError(f"Phases: system must be a System or a Problem, not {kind(system)}")
        super().__init__(system, vector("Phases", "q", q, system.n),
                         vector("Phases", "p", p, system.n),
                         names("Phases", "sequence", sequence, "['floor']"),
                         text("Phases", "discretization", discretization),
                         text("Phases", "rule", rule),
                         count("Phases", "substeps", substeps), number("Phases", "time", time),
                         bool(keep_gaps))

    def require(self, rows: Any, lower: float = 0.0, upper: float = 0.0) -> None:
        """Adds constraints rows = 0, or lower <= rows <= upper."""
        self.add(expression("Phases", "a constraint", rows), number("Phases", "lower", lower),
                 number("Phases", "upper", upper))

    def fix(self, variable: str, value: float | None = None) -> None:
        """Fixes a variable to the value of the guess, or to another one."""
        self.set_fixed(variable, None if value is None else number("Phases", variable, value))

    def nlp(self, objective: Any) -> dict[str, casadi.SX]:
        """x, p, f and g for casadi.nlpsol."""
        return self.make_nlp(expression("Phases", "the objective", objective))

    def arguments(self) -> dict[str, casadi.DM]:
        """Bounds, the first guess and the values of the parameters, for the solver."""
        return {name: casadi.DM(values) for name, values in self.make_arguments().items()}

    def check(self, solution: Any) -> PathCheck:
        """Simulates from the start that a solver found: same impacts, same end?"""
        found = vector("Phases", "the solution", solution, len(self.names))
        return PathCheck(**self.simulate(found.tolist()))
