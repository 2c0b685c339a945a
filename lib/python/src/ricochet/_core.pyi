"""
The C++ library ricochet. Use the package `ricochet`, which gives it Python's manner.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, overload

import casadi
import numpy
from numpy.typing import NDArray


def version() -> str:
    """Of the library."""

def libcasadi() -> str:
    """The file of the libcasadi that this module uses."""

class Range:
    """The values a number may take: an interval of finite numbers."""

    def __init__(self) -> None:
        """Any finite number."""

    @staticmethod
    def positive() -> Range:
        """x > 0"""

    @staticmethod
    def at_least(least: float) -> Range:
        """x >= least"""

    @staticmethod
    def within(least: float, most: float) -> Range:
        """least <= x <= most"""

    @property
    def least(self) -> float:
        """Lower bound."""

    @least.setter
    def least(self, arg: float, /) -> None: ...

    @property
    def most(self) -> float:
        """Upper bound."""

    @most.setter
    def most(self, arg: float, /) -> None: ...

    @property
    def with_least(self) -> bool:
        """Whether the lower bound belongs to the range."""

    @with_least.setter
    def with_least(self, arg: bool, /) -> None: ...

    @property
    def with_most(self) -> bool:
        """Whether the upper bound belongs to the range."""

    @with_most.setter
    def with_most(self, arg: bool, /) -> None: ...

    def __contains__(self, x: float) -> bool: ...

    def __repr__(self) -> str: ...

class Certificate:
    """Errors of a step, recomputed without any solver, as lengths [m]."""

    @property
    def dynamics(self) -> float:
        """max |h M^-1 R|, R the equations of motion [m]"""

    @property
    def equality(self) -> float:
        """max |f| [m]"""

    @property
    def complementarity(self) -> float:
        """max |min(W_ii lambda_i, g_i)| [m]"""

    @property
    def sign(self) -> float:
        """violation of inequalities and bounds [m]"""

    @property
    def tangency(self) -> float:
        """max |G^T M^-1 p|, |F^T M^-1 p|, times time [m]"""

    @property
    def gap(self) -> float:
        """penetration that the method excludes [m]"""

    @property
    def friction(self) -> float:
        """impulse outside its cone, or along the slip [m]"""

    @property
    def jump(self) -> float:
        """an impact outside its cone or its law [m]"""

    @property
    def energy(self) -> float:
        """energy mismatch of an impact [m]"""

    @property
    def branch(self) -> float:
        """distance to the predictor; 1 is the limit"""

    @property
    def limit(self) -> float:
        """allowed length [m]; 0: nothing was judged"""

    @property
    def worst(self) -> float:
        """The largest length [m]; NaN if any is NaN."""

    @property
    def ok(self) -> bool:
        """worst <= limit"""

    @property
    def verdict(self) -> str:
        """The entry that decides, as text."""

    def as_dict(self) -> dict:
        """All entries by name."""

    def __repr__(self) -> str: ...

def statuses() -> dict:
    """Every status of a step with its cause and cure."""

def suggestion(name: str, candidates: Sequence[str]) -> str:
    """" (did you mean 'x'?)", or the list of what exists."""

class Specification:
    """What a System is made of; see ricochet.System."""

    def __init__(self) -> None: ...

    @property
    def name(self) -> str: ...

    @name.setter
    def name(self, arg: str, /) -> None: ...

    @property
    def q(self) -> casadi.SX: ...

    @q.setter
    def q(self, arg: casadi.SX, /) -> None: ...

    @property
    def v(self) -> casadi.SX: ...

    @v.setter
    def v(self, arg: casadi.SX, /) -> None: ...

    @property
    def t(self) -> casadi.SX: ...

    @t.setter
    def t(self, arg: casadi.SX, /) -> None: ...

    @property
    def M(self) -> casadi.SX: ...

    @M.setter
    def M(self, arg: casadi.SX, /) -> None: ...

    @property
    def V(self) -> casadi.SX: ...

    @V.setter
    def V(self, arg: casadi.SX, /) -> None: ...

    @property
    def L(self) -> casadi.SX: ...

    @L.setter
    def L(self, arg: casadi.SX, /) -> None: ...

    @property
    def length(self) -> float: ...

    @length.setter
    def length(self, arg: float, /) -> None: ...

    @property
    def time(self) -> float: ...

    @time.setter
    def time(self, arg: float, /) -> None: ...

    def add_parameter(self, name: str, symbol: casadi.SX, value: float, range: Range, unit: str) -> None: ...

    def add_equality(self, name: str, value: casadi.SX) -> None: ...

    def add_inequality(self, name: str, pieces: Sequence[casadi.SX], is_union: bool, restitution: casadi.SX, friction: casadi.SX, tangents: Sequence[casadi.SX]) -> None: ...

    def add_row(self, name: str, value: casadi.SX) -> None: ...

    def add_force(self, name: str, Q: casadi.SX) -> None: ...

    def add_momentum(self, name: str, q: casadi.SX, p: casadi.SX, J: casadi.SX) -> None: ...

class System:
    """The mechanics of ricochet.System."""

    @overload
    def __init__(self, specification: Specification) -> None: ...

    @overload
    def __init__(self, other: System) -> None: ...

    @property
    def name(self) -> str:
        """As messages call it."""

    @property
    def n(self) -> int:
        """Coordinates."""

    @property
    def m(self) -> int:
        """Inequality entries: one per row, one per piece of a union."""

    @property
    def k(self) -> int:
        """Equalities."""

    @property
    def separable(self) -> bool:
        """Given by M and V."""

    @property
    def rheonomic(self) -> bool:
        """Something moves by itself."""

    @property
    def length(self) -> float:
        """Characteristic length [m]."""

    @property
    def time(self) -> float:
        """Characteristic time [s]."""

    @property
    def tolerances(self) -> dict:
        """What counts as zero: gap [m], speed [m/s], impulse [m/s]."""

    @property
    def parameter_names(self) -> list[str]:
        """In the order of parameters."""

    @property
    def gap_names(self) -> list[str]:
        """Of the entries of g(q)."""

    @property
    def momentum_names(self) -> list[str]:
        """Of the entries of J(q, p)."""

    @property
    def parameter_terms(self) -> list:
        """Tuples (name, symbol, value, range, unit)."""

    @property
    def equalities(self) -> list: ...

    @property
    def inequalities(self) -> list: ...

    @property
    def rows(self) -> list: ...

    @property
    def force_terms(self) -> list: ...

    @property
    def momentum_terms(self) -> list: ...

    @property
    def symbols(self) -> tuple:
        """(q, v, t, M, V, L) as they were given."""

    def parameter(self, name: str) -> float:
        """The value of a parameter."""

    def with_values(self, names: Sequence[str], values: Sequence[float]) -> System: ...

    def at(self, t: float) -> System: ...

    def later(self, duration: casadi.SX) -> System: ...

    def M_now(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]: ...

    @overload
    def f(self, q: casadi.SX) -> casadi.SX: ...

    @overload
    def f(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    @overload
    def g(self, q: casadi.SX) -> casadi.SX: ...

    @overload
    def g(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    @overload
    def F(self, q: casadi.SX) -> casadi.SX: ...

    @overload
    def F(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]: ...

    @overload
    def G(self, q: casadi.SX) -> casadi.SX: ...

    @overload
    def G(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]: ...

    @overload
    def omega(self, q: casadi.SX) -> casadi.SX: ...

    @overload
    def omega(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]: ...

    @overload
    def L(self, q: casadi.SX, v: casadi.SX) -> casadi.SX: ...

    @overload
    def L(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], v: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> float: ...

    @overload
    def H(self, q: casadi.SX, p: casadi.SX) -> casadi.SX: ...

    @overload
    def H(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> float: ...

    @overload
    def momentum(self, q: casadi.SX, v: casadi.SX) -> casadi.SX: ...

    @overload
    def momentum(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], v: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    def velocity(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    def mass(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], v: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]: ...

    @overload
    def Q(self, q: casadi.SX, v: casadi.SX, t: casadi.SX) -> casadi.SX: ...

    @overload
    def Q(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], v: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], t: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    @overload
    def J(self, q: casadi.SX, p: casadi.SX) -> casadi.SX: ...

    @overload
    def J(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    def violations(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], t: float, h: float) -> list[str]: ...

    def project(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], t: float) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]]: ...

class Rule:
    """A discrete Lagrangian; see ricochet.Discretization."""

    def __init__(self, name: str, order: int, symmetric: bool, Ld: object, nodes: Sequence[tuple[float, float]]) -> None: ...

    @staticmethod
    def named(name: str) -> Rule:
        """midpoint, verlet, left or gamma:G"""

class ReflectionEnergy:
    """E(q, p) that a reflection conserves."""

    @staticmethod
    def of(q: casadi.SX, p: casadi.SX, expression: casadi.SX) -> ReflectionEnergy: ...

def momenta_of(system: System, rule: Rule, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], v: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], h: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
    """Momenta of a motion that begins with velocities v [N s]."""

class Impact:
    """One impact located inside a step."""

    @property
    def t(self) -> float:
        """Time [s]."""

    @property
    def alpha(self) -> float:
        """Fraction of the step, 0 <= alpha <= 1."""

    @property
    def q(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Position."""

    @property
    def p_minus(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Momentum just before [N s]."""

    @property
    def p_plus(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Momentum just after [N s]."""

    @property
    def constraints(self) -> list[int]:
        """Entries of g that were hit."""

    @property
    def impulse(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """One per entry [N s]."""

    @property
    def friction(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """One per tangent of these entries [N s]."""

    @property
    def energy_minus(self) -> float:
        """Energy just before [J]."""

    @property
    def energy_plus(self) -> float:
        """Energy just after [J]."""

    @property
    def flagged(self) -> bool:
        """Resolved by another law than the one asked for."""

class Step:
    """
    All that one step produced; also the start, and the warm start, of the next one.
    """

    def __init__(self, q: object, p: object, t: float = 0.0) -> None: ...

    @property
    def t(self) -> float:
        """Time [s]."""

    @property
    def q(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Coordinates."""

    @property
    def p(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Momenta [N s]."""

    @property
    def predicted(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """The predicted position; empty if the method predicts none."""

    @property
    def discrete_energy(self) -> float:
        """E_d = -D3 L_d of the last (sub)step [J]; NaN if not computed."""

    @property
    def multipliers(self) -> dict:
        """Impulses by name [N s]: lambda, nu, mu, xi, kappa, rho, pi."""

    @property
    def contacts(self) -> dict:
        """Sets of entries of g: predicted, smooth, held, weak."""

    @property
    def limited(self) -> dict:
        """Shares of their restitution that limited contacts got, by entry of g."""

    @property
    def impacts(self) -> list[Impact]:
        """Impacts inside the step."""

    @property
    def ok(self) -> bool:
        """The step converged."""

    @property
    def status(self) -> str:
        """'converged', or the name of a failure."""

    @property
    def message(self) -> str:
        """What exactly failed."""

    @property
    def certificate(self) -> Certificate:
        """Errors of the step, as lengths."""

    @property
    def certified(self) -> bool:
        """The whole step was judged."""

    @property
    def statistics(self) -> dict:
        """What the solvers did."""

    def __repr__(self) -> str: ...

def load_step(file: str) -> Step:
    """The step of a checkpoint or a report."""

def option_table() -> list:
    """Every option of every stepper."""

def stepper_table() -> list:
    """Every stepper: name, summary, options."""

def backend_table() -> list:
    """Every backend: name, summary."""

def why_not(stepper: str, system: System) -> str:
    """Why a stepper cannot take a system; or empty."""

class Stepper:
    """A method on a system; see ricochet.Stepper."""

    @overload
    def __init__(self, name: str, system: System, options: Sequence[tuple[str, None | bool | int | float | str | Sequence[float]]], rule: Rule | None, energy: ReflectionEnergy | None) -> None: ...

    @overload
    def __init__(self, other: Stepper) -> None: ...

    @property
    def name(self) -> str:
        """As make_stepper takes it."""

    @property
    def option_list(self) -> list[tuple[str, None | bool | int | float | str | list[float]]]:
        """The options that were given."""

    @property
    def core_system(self) -> System:
        """The system with the values now in force."""

    @property
    def info(self) -> dict:
        """What the method declares about itself."""

    def advance(self, start: Step, h: float) -> Step:
        """
        One step of size h [s] from a Step. A failed step is returned, with its status.
        """

    def judge(self, start: Step, h: float, end: Step) -> tuple[Certificate, str]:
        """
        The certificate of a step that this method made, and its cause if it is missed.
        """

    def set_values(self, names: Sequence[str], values: Sequence[float]) -> None: ...

    def step_function(self, name: str, parameters: Sequence[str]) -> casadi.Function: ...

    @staticmethod
    def functions_alive() -> int:
        """How many functions of steps are in use; the others are let go."""

class Run:
    """What a run made and how it ended; see ricochet.Run."""

    def __init__(self, other: Run) -> None: ...

    @property
    def impact_arrays(self) -> dict: ...

    @property
    def t(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Times [s]."""

    @property
    def q(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Coordinates, one row per record."""

    @property
    def p(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Momenta, one row per record [N s]."""

    @property
    def energy(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """
        H(q, p), or E_d of the last (sub)step for a Lagrangian or nonholonomic rows [J].
        """

    @property
    def energy_least(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Least energy over the steps since the record before [J]."""

    @property
    def energy_most(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Largest energy over the steps since the record before [J]."""

    @property
    def momenta(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Momentum maps, one column each."""

    @property
    def gaps(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """g(q), one column per entry [m]."""

    @property
    def certificates(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """Worst length of the certificate of each record's step [m]."""

    @property
    def core_system(self) -> System: ...

    @property
    def ok(self) -> bool:
        """The run reached its end."""

    @property
    def status(self) -> str:
        """
        'converged', 'interrupted', or the name of the failure that ended the run.
        """

    @property
    def message(self) -> str:
        """How far the run came, why it ended and what cures it."""

    @property
    def last(self) -> Step:
        """The last certified step; another run may start from it."""

    @property
    def measures(self) -> dict: ...

    def report_json(self) -> str: ...

    def save_checkpoint(self, file: str) -> None: ...

    def save_report(self, file: str) -> None: ...

class Request:
    """A run to make; see ricochet.Stepper.simulate."""

    def __init__(self, h: float, steps: int) -> None: ...

    def every(self, rows: int) -> None: ...

    def certify_every(self, n: int) -> None: ...

    def violated_start(self, on: bool) -> None: ...

    def parameters(self, names: Sequence[str], values: Sequence[float]) -> None: ...

    def files(self, trajectory: str, events: str, contacts: str, checkpoint: str, report: str) -> None: ...

    def settings(self, options: Sequence[tuple[str, None | bool | int | float | str | Sequence[float]]], structure: Sequence[tuple[str, None | bool | int | float | str | Sequence[float]]]) -> None: ...

def simulate(stepper: Stepper, request: Request, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], t: float, progress: object | None) -> Run: ...

def go_on(stepper: Stepper, request: Request, step: Step, progress: object | None) -> Run: ...

def resume(stepper: Stepper, request: Request, file: str, progress: object | None) -> Run: ...

def load_settings(file: str) -> tuple[list[tuple[str, None | bool | int | float | str | list[float]]], list[tuple[str, None | bool | int | float | str | list[float]]], list[tuple[str, None | bool | int | float | str | list[float]]]]:
    """(options, structure, parameters) of a checkpoint or a report."""

class Problem:
    """A system with everything needed to run it."""

    @property
    def core_system(self) -> System: ...

    @property
    def h(self) -> float:
        """Step size [s]."""

    @property
    def duration(self) -> float:
        """[s]"""

    @property
    def stepper(self) -> str:
        """Its own method."""

    @property
    def discretization(self) -> str:
        """Its own discrete Lagrangian."""

    @property
    def summary(self) -> str:
        """One line."""

    @property
    def source(self) -> str:
        """What the paper states and what was chosen."""

    @property
    def reported(self) -> str:
        """What users of another engine saw."""

    @property
    def bodies(self) -> list[str]:
        """Names of the bodies that pictures draw."""

    @property
    def targets(self) -> list[str]:
        """Names of the ends that `shoot` can aim at."""

    def start(self, system: System, rule: Rule, h: float) -> tuple[float, Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]]: ...

    def changed(self, names: Sequence[str], values: Sequence[float]) -> Problem: ...

def problem_table() -> list:
    """
    Every problem: name and structural parameters (name, value, least, most, meaning).
    """

def make_problem(name: str, structure: Mapping[str, int]) -> Problem: ...

class PlanarBody:
    """A body in the plane; see ricochet.Body."""

    def __init__(self, name: str, x: int, y: int, theta: int, outline: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]) -> None: ...

def player_page(run: Run, problem: Problem | None, bodies: Sequence[PlanarBody], title: str, facts: Sequence[tuple[str, str]]) -> str:
    """A page that plays the run, without other files."""

def shoot(problem: Problem, end: str, targets: Sequence[str], values: Sequence[float], discretization: str, backend: str, steps: int, starts: int, seed: int, sequence: Sequence[str] | None) -> dict: ...

def advise(system: System, t: float, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> tuple:
    """
    Methods that fit, methods that do badly, methods that cannot: (name, options, why).
    """

def measured_parts() -> list[int]:
    """The runs that are measured have steps of h over these."""

def measure_errors(system: System, t: float, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], h: float, steps: int, discretization: str) -> dict:
    """Errors of the methods that fit; see ricochet.choose."""

def error_ratio(uncertainty: float, way: float, errors: Sequence[float], other: Sequence[float]) -> float:
    """How many times the errors of one method are those of another."""

def errors_tell(uncertainty: float, way: float) -> bool:
    """Whether a reference is certain enough."""

def observe_orders(stepper: Stepper, t: float, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], h: float, steps: int) -> tuple[float, float]:
    """
    Orders of positions before a contact acts and after it, from steps h, h/2, h/4 and h/8.
    """

def claimed_order(stepper: Stepper, t: float, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> int:
    """What a method claims for motion that starts like this; 0: nothing."""

class DifferentiableStep:
    """
    A step as a function of casadi with exact derivatives; see ricochet.Stepper.differentiable.
    """

    @property
    def function(self) -> casadi.Function:
        """
        (x, theta, h) -> (end, impact_times, label, transversality, log10_growth, z, delta), with x = (q, p).
        """

    @property
    def failure(self) -> str:
        """Why the last step that gave NaN did so; empty if none has."""

def differentiable_step(stepper: Stepper, parameters: Sequence[str], most_impacts: int, t: float) -> DifferentiableStep: ...

def flight_function(stepper: Stepper, contact: str, substeps: int) -> casadi.Function: ...

class Phases:
    """A path through given impacts as a program; see ricochet.Phases."""

    def __init__(self, system: System, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], sequence: Sequence[str], discretization: str, rule: str, substeps: int, time: float, keep_gaps: bool) -> None: ...

    @property
    def variables(self) -> casadi.SX:
        """States at all points, durations, impulses."""

    @property
    def names(self) -> list[str]:
        """Of the variables."""

    @property
    def theta(self) -> casadi.SX:
        """The parameters of the system."""

    @property
    def durations(self) -> casadi.SX:
        """Of the flights [s]."""

    @property
    def start_q(self) -> casadi.SX:
        """Coordinates at the start."""

    @property
    def start_p(self) -> casadi.SX:
        """Momenta at the start."""

    @property
    def end_q(self) -> casadi.SX:
        """Coordinates at the end."""

    @property
    def end_p(self) -> casadi.SX:
        """Momenta at the end."""

    def add(self, rows: casadi.SX, lower: float, upper: float) -> None: ...

    def set_fixed(self, variable: str, value: float | None) -> None: ...

    def make_nlp(self, objective: casadi.SX) -> dict[str, casadi.SX]: ...

    def make_arguments(self) -> dict[str, list[float]]: ...

    def simulate(self, solution: Sequence[float]) -> dict: ...

class RunSensitivity:
    """Derivatives of a run; see ricochet.RunSensitivity."""

    def __init__(self, stepper: Stepper, most_impacts: int, memory: float) -> None: ...

    def make(self, q: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], p: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], t: float, h: float, steps: int, names: Sequence[str], values: Sequence[float]) -> None: ...

    @property
    def core_system(self) -> System: ...

    @property
    def size(self) -> int: ...

    @property
    def t(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
        """Times of the states [s]."""

    @property
    def q(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]:
        """Coordinates, one row per state."""

    @property
    def p(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]:
        """Momenta, one row per state [N s]."""

    @property
    def impact_times(self) -> list[float]:
        """When contacts were hit [s]."""

    def sweep(self, directions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]: ...

    def sweep_along(self, directions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]) -> list[Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='F')]]: ...

    def sweep_back(self, bar: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    def sweep_twice(self, bar: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

    @property
    def growth(self) -> float:
        """
        log10 of the largest entry of the derivative by the start. Beyond about 6 it tells little of the motion.
        """
