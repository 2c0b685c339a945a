"""An extension of Sphinx: the directive `shown-program`, a program in C++ and in Python, in two tabs, with
what both print.

    ```{shown-program} cookbook/walls
    ```

A program that exists in one language only has no tabs."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

LANGUAGES = {"cpp": "C++", "py": "Python"}


def source(name: str, ending: str) -> str:
    language = "python" if ending == "py" else ending
    return f"```{{literalinclude}} /programs/{name}.{ending}\n:language: {language}\n```\n"


def tabs(pieces: dict[str, str]) -> str:
    """Pieces of a page by language, side by side; one choice holds on all pages."""
    items = [
        f"::::{{tab-item}} {LANGUAGES[ending]}\n:sync: {ending}\n\n{text}\n::::\n"
        for ending, text in pieces.items()
    ]
    return ":::::{tab-set}\n:sync-group: language\n\n" + "\n".join(items) + ":::::\n"


def shown(folder: Path, name: str) -> str:
    pieces = {e: source(name, e) for e in LANGUAGES if (folder / f"{name}.{e}").is_file()}
    if not pieces:
        raise SystemExit(f"there is no program {name} in {folder}")
    program = tabs(pieces) if len(pieces) > 1 else "\n".join(pieces.values())
    said = "Both print" if len(pieces) > 1 else "It prints"
    output = f"```{{literalinclude}} /programs/{name}.txt\n:language: text\n:class: output\n```\n"
    return f"{program}\n{said}\n\n{output}"


class ShownProgram(SphinxDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        folder = Path(self.env.srcdir) / "programs"
        return self.parse_text_to_nodes(shown(folder, self.arguments[0]))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("shown-program", ShownProgram)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
