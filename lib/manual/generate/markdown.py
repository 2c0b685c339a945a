"""Pieces of Markdown."""

from collections.abc import Iterable


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *[[cell(c) for c in row] for row in rows]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def block(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def picture(file: str, caption: str) -> str:
    return f"```{{figure}} /pictures/{file}\n:alt: {caption}\n\n{caption}\n```\n"


def command(line: str) -> str:
    return block(line, "console")


def contents(pages: Iterable[str], depth: int = 1) -> str:
    """The pages below this one, for the menu; not shown in the text."""
    return f"```{{toctree}}\n:hidden:\n:maxdepth: {depth}\n\n" + "\n".join(pages) + "\n```\n"
