"""An extension of Sphinx: docstrings as autodoc takes them.

The package writes them for `help()`: as plain text, in which `code` has single backticks and indented
lines are programs or tables. Here their signs lose the meaning that reStructuredText gives them."""

import re

from sphinx.application import Sphinx

SIGNS = re.compile(r"([*|\\]|_(?=\W|$))")
CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
SIGNATURE = re.compile(r"^\w*\(.*\)( -> .*)?$")


def plain(line: str) -> str:
    """A line of text without signs that mean something."""
    pieces = CODE.split(line)  # text and code take turns
    pieces[::2] = [SIGNS.sub(r"\\\1", text) for text in pieces[::2]]
    pieces[1::2] = [f"``{code}``" for code in pieces[1::2]]
    return "".join(pieces)


def adapted(lines: list[str]) -> list[str]:
    made: list[str] = []
    for line in lines:
        indented = line.startswith("    ")
        if indented and not (made and (made[-1].startswith("    ") or made[-1] == "")):
            raise ValueError(f"an empty line is missing before the indented '{line.strip()}'")
        if indented and not in_block(made):
            made += ["::", ""]
        made.append(line if indented else plain(line))
    return made


def in_block(lines: list[str]) -> bool:
    said = [line for line in lines if line]
    return bool(said) and (said[-1].startswith("    ") or said[-1] == "::")


def process(app: Sphinx, what: str, name: str, thing: object, options: object,
            lines: list[str]) -> None:
    try:
        lines[:] = adapted(lines)
    except ValueError as error:
        raise SystemExit(f"the docstring of {name}: {error}") from error


def skip(app: Sphinx, what: str, name: str, thing: object, skipped: bool,
         options: object) -> bool | None:
    """What says no more than its signature is no part of the interface."""
    said = [line for line in (getattr(thing, "__doc__", None) or "").splitlines() if line.strip()]
    return True if said and all(SIGNATURE.match(line.strip()) for line in said) else None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", process)
    app.connect("autodoc-skip-member", skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
