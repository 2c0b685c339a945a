"""Mechanics in casadi symbols."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi
import numpy as np

from . import _core, _html
from ._core import Range
from ._phrases import said_in_python
from ._pickled import restored, state_of
from ._values import expression, kind, named, number, text, together, vector


@dataclass(frozen=True)
class Parameter:
    """A named number that stays a symbol: changing it rebuilds nothing.

    `range` is the interval of its values: a Range, or (least, most) with None for no bound.
    """

    symbol: casadi.SX
    value: float
    unit: str = ""
    range: Range | tuple[float | None, float | None] | None = None


@dataclass(frozen=True)
class Contact:
    """An inequality gap(q) >= 0 with its law.

    Lasting contact has 0 <= lambda _|_ gap >= 0, [KP12] (5.7); an elastic impact keeps the energy, H
    as [KP12] (6.6)-(6.9) or E_d as [FMOW03] (48), as the method has it.

    restitution: e in [0, 1]; friction: Coulomb's coefficient >= 0 (numbers or parameters);
    tangents: n-vectors t(q), the contact point slips with the speed t^T v.
    """

    gap: casadi.SX
    restitution: casadi.SX | float = 1.0
    friction: casadi.SX | float = 0.0
    tangents: Sequence[casadi.SX] = ()


@dataclass(frozen=True)
class Union:
    """Admissible while any of the gaps is >= 0: an exterior corner. See any_of."""

    gaps: tuple[casadi.SX, ...]
    restitution: casadi.SX | float = 1.0
    friction: casadi.SX | float = 0.0
    tangents: Sequence[casadi.SX] = ()


def any_of(*gaps: casadi.SX, restitution: casadi.SX | float = 1.0,
           friction: casadi.SX | float = 0.0, tangents: Sequence[casadi.SX] = ()) -> Union:
    """An inequality that holds while any of the gaps is >= 0, as outside of a corner."""
    return Union(gaps, restitution, friction, tangents)


class System(_core.System):
    """The mechanics of a system: mass, potential and named constraints in casadi symbols.

    Either M (constant, symmetric, positive definite) and V(q) [J], or a regular Lagrangian
    L(q, v) [J]. The momentum is p = dL/dv, the energy H = p^T v - L.

    - q: column of n symbols; v: n symbols, for L, omega and forces; t: one symbol, for what moves by
      itself
    - f: equalities f(q) = 0 by name
    - g: inequalities g(q) >= 0 by name: expressions, Contact or any_of
    - omega: nonholonomic rows omega(q) v + b(q, t) = 0 by name, [RC25]
    - forces: n-vectors Q(q, v, t) by name, as impulses on both ends of a step, [F03] 2.5
    - parameters: name -> (symbol, value), (symbol, value, unit) or Parameter
    - momenta: functions J(q, p) of symbols by name
    - length [m] and time [s] scale every tolerance

    What does not fit raises ValueError, naming object, expectation and value. Nothing is printed,
    nothing is global; copies share what was compiled.
    """

    def __init__(self, name: str, *, q: casadi.SX, v: casadi.SX | None = None,
                 t: casadi.SX | None = None, M: Any = None, V: Any = None, L: Any = None,
                 f: Mapping[str, Any] | None = None, g: Mapping[str, Any] | None = None,
                 omega: Mapping[str, Any] | None = None,
                 forces: Mapping[str, Any] | None = None,
                 parameters: Mapping[str, Any] | None = None,
                 momenta: Mapping[str, Callable[[casadi.SX, casadi.SX], Any]] | None = None,
                 length: float = 1.0, time: float = 1.0):
        owner = f"System '{text('System', 'the name', name, 'it goes first')}'"
        given = _core.Specification()
        given.name = name
        for word, value in (("q", q), ("v", v), ("t", t), ("M", M), ("V", V), ("L", L)):
            if value is not None:
                setattr(given, word, expression(owner, word, value))
        given.length = number(owner, "length", length)
        given.time = number(owner, "time", time)
        for key, value in named(owner, "parameters", parameters).items():
            _add_parameter(given, owner, key, value)
        for key, value in named(owner, "f", f).items():
            given.add_equality(key, expression(owner, f"f['{key}']", value))
        for key, value in named(owner, "g", g).items():
            _add_inequality(given, owner, key, value)
        for key, value in named(owner, "omega", omega).items():
            given.add_row(key, expression(owner, f"omega['{key}']", value))
        for key, value in named(owner, "forces", forces).items():
            given.add_force(key, expression(owner, f"forces['{key}']", value))
        for key, value in named(owner, "momenta", momenta).items():
            _add_momentum(given, owner, key, value)
        with said_in_python():
            super().__init__(given)
        _refuse_gaps_twice(owner, self.gap_names)

    @classmethod
    def _of(cls, core: _core.System) -> "System":
        made = cls.__new__(cls)
        _core.System.__init__(made, core)
        return made

    @property
    def parameters(self) -> dict[str, float]:
        """Names and values of the parameters, in SI units."""
        return {name: self.parameter(name) for name in self.parameter_names}

    def with_(self, values: Mapping[str, float] | None = None, /, **more: float) -> "System":
        """The same mechanics with other parameter values; nothing is compiled."""
        names, numbers = _assignments(f"System '{self.name}'", values, more)
        return System._of(self.with_values(names, numbers))

    def at(self, t: float) -> "System":
        """The same mechanics at another time [s]; systems at rest do not change."""
        return System._of(super().at(number(f"System '{self.name}'", "t", t)))

    def later(self, duration: casadi.SX) -> "System":
        """The same mechanics after a duration [s], an expression."""
        return System._of(super().later(expression(f"System '{self.name}'", "duration", duration)))

    def _position(self, q: Any, what: str = "q") -> Any:
        if isinstance(q, casadi.SX):
            return q
        return vector(f"System '{self.name}'", what, q, self.n)

    def _positions(self, q: Any, other: Any, what: str) -> tuple[Any, Any]:
        if isinstance(q, casadi.SX) or isinstance(other, casadi.SX):
            owner = f"System '{self.name}'"
            return expression(owner, "q", q), expression(owner, what, other)
        return self._position(q), self._position(other, what)

    # Each takes numbers, or symbols to substitute for the arguments.
    def f(self, q: Any) -> Any:
        """Equalities f(q), k entries [m]."""
        return super().f(self._position(q))

    def g(self, q: Any) -> Any:
        """Inequalities g(q), m entries [m]."""
        return super().g(self._position(q))

    def F(self, q: Any) -> Any:
        """Gradients of f: n x k, columns are gradients."""
        return super().F(self._position(q))

    def G(self, q: Any) -> Any:
        """Gradients of g: n x m, columns are gradients."""
        return super().G(self._position(q))

    def omega(self, q: Any) -> Any:
        """Nonholonomic rows, rows x n."""
        return super().omega(self._position(q))

    def L(self, q: Any, v: Any) -> Any:
        """The Lagrangian [J]."""
        return super().L(*self._positions(q, v, "v"))

    def H(self, q: Any, p: Any) -> Any:
        """The energy p^T v - L [J]."""
        return super().H(*self._positions(q, p, "p"))

    def momentum(self, q: Any, v: Any) -> Any:
        """p = dL/dv [N s]."""
        return super().momentum(*self._positions(q, v, "v"))

    def velocity(self, q: Any, p: Any) -> np.ndarray:
        """The v that belongs to p, of numbers [m/s]."""
        return super().velocity(*self._positions(q, p, "p"))

    def mass(self, q: Any, v: Any) -> np.ndarray:
        """d2L/dv2 at numbers: M of a separable system."""
        return super().mass(*self._positions(q, v, "v"))

    def Q(self, q: Any, v: Any, t: Any = 0.0) -> Any:
        """Forces Q(q, v, t), n entries [N]."""
        q, v = self._positions(q, v, "v")
        take = expression if isinstance(q, casadi.SX) else number
        return super().Q(q, v, take(f"System '{self.name}'", "t", t))

    def J(self, q: Any, p: Any) -> Any:
        """All momentum maps."""
        return super().J(*self._positions(q, p, "p"))

    def violations(self, q: Any, p: Any, t: float = 0.0, h: float = 0.0) -> list[str]:
        """Which of f = 0, g >= 0, F^T v = 0, omega v = 0 a start violates by more than tolerances."""
        owner = f"System '{self.name}'"
        return super().violations(*self._positions(q, p, "p"), number(owner, "t", t),
                                  number(owner, "h", h))

    def project(self, q: Any, p: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """The nearest (q, p) without violations: least 1/2 dq^T M dq, then least 1/2 dv^T M dv."""
        return super().project(*self._positions(q, p, "p"),
                               number(f"System '{self.name}'", "t", t))

    def __reduce__(self):
        return _restored, (state_of(self),)

    def __repr__(self) -> str:
        return (f"<System '{self.name}': {self.n} coordinates, {self.m} inequalities, "
                f"{self.k} equalities>")

    def _repr_html_(self) -> str:
        return _html.system(self)


def _range_of(owner: str, name: str, given: Any) -> Range:
    if given is None:
        return Range()
    if isinstance(given, Range):
        return given
    try:
        least, most = given
    except (TypeError, ValueError):
        raise TypeError(f"{owner}: the range of '{name}' must be a Range or (least, most)") from None
    made = Range()
    if least is not None:
        made.least = number(owner, f"range of '{name}'", least)
    if most is not None:
        made.most = number(owner, f"range of '{name}'", most)
    return made


def _add_parameter(given: _core.Specification, owner: str, name: str, value: Any) -> None:
    if isinstance(value, (tuple, list)) and len(value) in (2, 3):
        value = Parameter(*value)
    if not isinstance(value, Parameter):
        raise TypeError(
            f"{owner}: parameters['{name}'] must be (symbol, value), (symbol, value, unit) or a "
            "Parameter"
        )
    what = f"parameters['{name}']"
    given.add_parameter(name, expression(owner, what, value.symbol),
                        number(owner, what, value.value), _range_of(owner, name, value.range),
                        text(owner, f"the unit of {what}", value.unit,
                             "write '' for none"))


def _add_inequality(given: _core.Specification, owner: str, name: str, value: Any) -> None:
    what = f"g['{name}']"
    if not isinstance(value, (Contact, Union)):
        value = Contact(value)
    union = isinstance(value, Union)
    if not isinstance(value.tangents, (list, tuple)):
        raise TypeError(f"{owner}: tangents of {what} must be a list of columns, not "
                        f"{kind(value.tangents)}")
    pieces = value.gaps if union else (value.gap,)
    given.add_inequality(name, [expression(owner, what, each) for each in pieces], union,
                         expression(owner, f"restitution of {what}", value.restitution),
                         expression(owner, f"friction of {what}", value.friction),
                         [expression(owner, f"a tangent of {what}", each)
                          for each in value.tangents])


def _refuse_gaps_twice(owner: str, gaps: list[str]) -> None:
    """Pieces of a union 'a' are gaps 'a[0]', 'a[1]', ...: no other gap may have such a name."""
    for name in gaps if len(set(gaps)) < len(gaps) else ():
        if gaps.count(name) > 1:
            raise ValueError(f"{owner}: two gaps are named '{name}', an entry of g and a piece of the "
                             f"union '{name.rpartition('[')[0]}'; give the entry another name")


def _add_momentum(given: _core.Specification, owner: str, name: str, J: Any) -> None:
    if not callable(J):
        raise TypeError(f"{owner}: momenta['{name}'] must be a function J(q, p) of casadi.SX")
    n = given.q.shape[0]
    q, p = casadi.SX.sym("q", n), casadi.SX.sym("p", n)
    given.add_momentum(name, q, p, expression(owner, f"momenta['{name}']", J(q, p)))


def _assignments(owner: str, values: Mapping[str, float] | None,
                 more: Mapping[str, float]) -> tuple[list[str], list[float]]:
    """Names and numbers of parameters."""
    both = together(owner, values, more)
    return list(both), [number(owner, name, value) for name, value in both.items()]


def _restored(state: dict[str, Any]) -> System:
    return System._of(restored(state))
