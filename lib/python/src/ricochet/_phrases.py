"""What the library says to C++ programs, said to Python programs."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

PHRASES = (
    (r"Start from project\(system, state\), or take it by \.violated_start = true",
     "Start from system.project(q, p), or take it by violated_start=True"),
    (r'add it to \.parameters = \{\{"([^"]*)", \1, value\}\}',
     r'add it to parameters={"\1": (\1, value)}'),
    (r'Expr::sym\("q", n\)', 'casadi.SX.sym("q", n)'),
    (r"^RunRecipe: ", "simulate: "),
    (r"without --slow-impact\b", 'without slow_impact="restitution"'),
    (r"\.samples\.every\b", "every"),
    (r"(?<=[\s(])\.(q|v|t|M|V|L|f|g|h|omega|forces|parameters|momenta|length|time|steps|every|"
     r"certify_every|files|most_impacts)\b", r"\1"),
)


def in_python(message: str) -> str:
    """The same message with the names of Python."""
    for phrase, ours in PHRASES:
        message = re.sub(phrase, ours, message)
    return message


@contextmanager
def said_in_python() -> Iterator[None]:
    """Refusals of the library name arguments as Python does."""
    try:
        yield
    except ValueError as refusal:
        text = in_python(str(refusal))
        if type(refusal) is not ValueError or text == str(refusal):
            raise
        raise ValueError(text) from None
