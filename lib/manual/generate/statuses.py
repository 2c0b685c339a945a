"""Pieces of the page on certificates and failures."""

from . import markdown
from .excerpts import section
from .facts import Facts


def table(facts: Facts) -> str:
    failures = [s for s in facts.statuses if s.name not in ("not_run", "converged")]
    return markdown.table(["status", "cause and cure"], [[f"`{s.name}`", s.text] for s in failures])


def kinds() -> str:
    return section("solvers/README.md", "## The certificate of a step", "## How to choose a method")


def more() -> str:
    return section("solvers/README.md", "## When a step fails", "## Shooting")
