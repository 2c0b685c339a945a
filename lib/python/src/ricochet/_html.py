"""What notebooks show: tables and a line of the energy, without further packages."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import numpy as np

WIDTH, HEIGHT, POINTS = 480, 120, 480  # of the energy line [px], and its corners at most


def table(rows: Iterable[Sequence[Any]], head: Sequence[str] = ()) -> str:
    """Cells as text."""
    top = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(text(each))}</td>" for each in row) + "</tr>"
                   for row in rows)
    return f"<table>{f'<tr>{top}</tr>' if top else ''}{body}</table>"


def text(value: Any) -> str:
    """A value as a person reads it."""
    if isinstance(value, float):
        return f"{value:.6g}"
    return "-" if value is None else str(value)


def system(s: Any) -> str:
    """Its parameters and rows."""
    values = [(name, s.parameter(name), unit) for name, _, _, _, unit in s.parameter_terms]
    rows = [("g >= 0", name, f"restitution {e}, friction {mu}")
            for name, _, _, e, mu, _ in s.inequalities]
    rows += [("f = 0", row[0], "") for row in s.equalities]
    rows += [("omega v = 0", row[0], "") for row in s.rows]
    rows += [("force", name, "") for name, _ in s.force_terms]
    shown = table(rows[:20]) + (f"<p>and {len(rows) - 20} more</p>" if len(rows) > 20 else "")
    return (f"<b>{escape(s.name)}</b>: {s.n} coordinates, {s.m} inequalities, {s.k} equalities"
            + (table(values, ("parameter", "value", "unit")) if values else "") + shown)


def stepper(s: Any) -> str:
    """What the method declares."""
    info = s.info
    facts = [(key.replace("_", " "), info[key]) for key in info if key != "name"]
    facts += [(f"option {key}", value) for key, value in s.options.items()]
    return (f"<b>{escape(s.name)}</b> on {escape(s.core_system.name)}" + table(facts))


def problem(p: Any) -> str:
    """What it is and where it comes from."""
    facts = [("h [s]", p.h), ("duration [s]", p.duration), ("method", p.stepper),
             ("rule", p.discretization), ("source", p.source)]
    return f"<b>{escape(p.name)}</b>: {escape(p.summary)}" + table(facts) + system(p.system)


def run(r: Any) -> str:
    """How it ended, its extremes, and the line of its energy error."""
    report = r.report
    facts = [("status", r.status), ("steps", report["steps"]), ("impacts", report["impacts"]),
             ("energy at the start [J]", report["energy"]["initial"]),
             ("smallest gap [m]", report["gap_min"]),
             ("largest |f| [m]", report["equality_max"]),
             ("worst certificate [m]", report["certificate_max"])]
    return f"<p>{escape(r.message)}</p>" + table(facts) + energy_line(r.t, r.energy_error)


def energy_line(t: np.ndarray, error: np.ndarray) -> str:
    """Energy error over time as inline SVG; where points are many, least and largest of each bin."""
    known = np.isfinite(error)
    t, error = t[known], error[known]
    if len(t) < 2 or t[-1] == t[0]:
        return ""
    least, most = float(error.min()), float(error.max())
    span = (most - least) or 1.0
    if len(t) > POINTS:
        bins = np.array_split(np.arange(len(t)), POINTS // 2)
        chosen = np.unique([part[f(error[part])] for part in bins for f in (np.argmin, np.argmax)])
        t, error = t[chosen], error[chosen]
    x = (t - t[0]) / (t[-1] - t[0]) * WIDTH
    y = HEIGHT - 2 - (error - least) / span * (HEIGHT - 4)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y))
    return (f'<svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="energy error over time">'
            f'<polyline points="{points}" fill="none" stroke="currentColor"/></svg>'
            f"<p>energy error from {least:.3g} to {most:.3g} J, t from {t[0]:.6g} to {t[-1]:.6g} s</p>")


def choice(c: Any) -> str:
    """Methods that fit, then the others."""
    rows = [("fits", a.called, a.why) for a in c.fit]
    rows += [("does not fit", a.stepper, a.why) for a in c.unfit]
    rows += [("cannot", name, why) for name, why in c.cannot.items()]
    return table(rows) + ("" if c.measured is None else c.measured._repr_html_())


def comparison(c: Any) -> str:
    """A row per method."""
    rows = c.rows
    head = max((list(row) for row in rows), key=len, default=[])
    return table([[row.get(key, "") for key in head] for row in rows], head)
