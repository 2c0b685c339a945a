"""ricochet: structure-preserving time stepping of mechanical systems with contact.

Write a system in casadi symbols, choose a method by its name, and simulate:

    import casadi as ca, ricochet as rc

    q, m, g = ca.SX.sym("q", 2), ca.SX.sym("m"), ca.SX.sym("g")
    bead = rc.System("bead in a bowl", q=q, M=m * ca.SX.eye(2), V=m * g * q[1],
                     parameters={"mass": (m, 1.0, "kg"), "gravity": (g, 9.81, "m/s^2")},
                     g={"bowl": q[1] - 0.5 * q[0]**2})
    run = rc.make_stepper("gvi", bead).simulate(q=[1, 0.5], p=[1, 1], h=0.01, steps=5000).check()
    run.t, run.q, run.p, run.energy, run.impacts, run.report

Every step is judged by a certificate of its own; a failed step is data, not an exception.
"""

from . import _libraries

_libraries.check_version()
_libraries.load()

from . import _core

_libraries.check_copy(_core.libcasadi())

from ._core import Certificate, DifferentiableStep, Impact, Range, Step, statuses
from ._errors import MeasuredErrors, MethodErrors
from ._orders import Orders
from .phases import PathCheck, Phases
from .problem import Problem, problems
from .rules import Discretization, Energy
from .run import Body, Impacts, Player, Run, RunImpact, StepFailed, load_step
from .sensitivity import RunSensitivity
from .stepper import Stepper, backends, make_stepper, options, steppers
from .study import (
    Advice,
    Choice,
    Comparison,
    Contender,
    Shooting,
    Solution,
    choose,
    compare,
    shoot,
)
from .system import Contact, Parameter, System, Union, any_of

__version__: str = _core.version()

__all__ = [
    "Advice", "Body", "Certificate", "Choice", "Comparison", "Contact", "Contender",
    "DifferentiableStep", "Discretization", "Energy", "Impact", "Impacts", "MeasuredErrors", "MethodErrors", "Orders",
    "Parameter", "PathCheck", "Phases", "Player", "Problem", "Range", "Run", "RunImpact",
    "RunSensitivity", "Shooting", "Solution", "Step", "StepFailed", "Stepper", "System", "Union",
    "any_of", "backends", "choose", "compare",
    "load_step", "make_stepper", "options", "problems", "shoot", "statuses", "steppers",
    "__version__",
]
