"""Systems as data that can be stored: expressions, not functions, in a format of our own."""

from typing import Any

import casadi

from . import _core
from ._core import Range

FORMAT = 1


def state_of(system: _core.System) -> dict[str, Any]:
    """A system as numbers, texts and one stream of expressions: they keep common symbols."""
    stream: list[casadi.SX] = list(system.symbols)

    def place(e: casadi.SX) -> int:
        stream.append(e)
        return len(stream) - 1

    def placed_rows(rows: list) -> list:
        return [(name, [place(e) for e in pieces], union, place(restitution), place(friction),
                 [place(e) for e in tangents])
                for name, pieces, union, restitution, friction, tangents in rows]

    state: dict[str, Any] = {"format": FORMAT, "name": system.name, "length": system.length,
                             "time": system.time}
    state["parameters"] = [
        (name, place(symbol), value, (r.least, r.most, r.with_least, r.with_most), unit)
        for name, symbol, value, r, unit in system.parameter_terms]
    state["f"] = placed_rows(system.equalities)
    state["g"] = placed_rows(system.inequalities)
    state["omega"] = placed_rows(system.rows)
    state["forces"] = [(name, place(Q)) for name, Q in system.force_terms]
    state["momenta"] = [(name, place(q), place(p), place(J))
                        for name, q, p, J in system.momentum_terms]
    serializer = casadi.StringSerializer()
    serializer.pack(stream)
    state["expressions"] = serializer.encode()
    return state


def restored(state: dict[str, Any]) -> _core.System:
    """The system of a state; raises ValueError for another format."""
    if state["format"] != FORMAT:
        raise ValueError(
            f"System '{state['name']}' was pickled in format {state['format']}, this ricochet reads "
            f"{FORMAT}; pickle it again with this version"
        )
    e = casadi.StringDeserializer(state["expressions"]).unpack()
    given = _core.Specification()
    given.name, given.length, given.time = state["name"], state["length"], state["time"]
    given.q, given.v, given.t, given.M, given.V, given.L = e[:6]
    for name, symbol, value, bounds, unit in state["parameters"]:
        limits = Range()
        limits.least, limits.most, limits.with_least, limits.with_most = bounds
        given.add_parameter(name, e[symbol], value, limits, unit)
    for name, pieces, *_ in state["f"]:
        given.add_equality(name, e[pieces[0]])
    for name, pieces, union, restitution, friction, tangents in state["g"]:
        given.add_inequality(name, [e[i] for i in pieces], union, e[restitution], e[friction],
                             [e[i] for i in tangents])
    for name, pieces, *_ in state["omega"]:
        given.add_row(name, e[pieces[0]])
    for name, Q in state["forces"]:
        given.add_force(name, e[Q])
    for name, q, p, J in state["momenta"]:
        given.add_momentum(name, e[q], e[p], e[J])
    return _core.System(given)
