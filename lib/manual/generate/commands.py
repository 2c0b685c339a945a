"""The command line, as the program describes it."""

import re

from . import markdown
from .facts import Facts

INTRODUCTION = """# The command line

The program `ricochet` runs the problems of the literature under every method. It needs no program of
yours. Every command has a page; its text is what `ricochet COMMAND --help` prints.
"""


def commands(facts: Facts) -> dict[str, str]:
    """Names with their summaries, from the help of the program."""
    listed = facts.program("--help").split("Subcommands:")[1]
    return dict(re.findall(r"^  (\S+) +(.+)$", listed, re.MULTILINE))


def page(facts: Facts, name: str) -> str:
    said = facts.program(name, "--help")
    summary, usage = said.split("\n", 1)
    return "\n".join(
        [
            f"# `ricochet {name}`\n",
            f"{summary[0].upper()}{summary[1:]}.\n",
            markdown.block(usage),
        ]
    )


def pages(facts: Facts) -> dict[str, str]:
    known = commands(facts)
    rows = [[f"{{doc}}`ricochet {n} </commands/{n}>`", text] for n, text in known.items()]
    parts = [INTRODUCTION, markdown.table(["command", "what it does"], rows)]
    parts.append("{doc}`/files` describes what the commands write, and their exit codes.\n")
    parts.append(markdown.contents(known))
    return {"commands/index.md": "\n".join(parts)} | {
        f"commands/{n}.md": page(facts, n) for n in known
    }
