"""A page for each notebook of lib/python/notebooks, from its executed copy in build/notebooks."""

import base64
import json
import re
import shutil
from pathlib import Path
from typing import Any

from .excerpts import ROOT, adapted
from .markdown import contents

FOLDER = "lib/python/notebooks"
EXECUTED = ROOT / "build/notebooks"
FENCE = "``````"  # longer than those inside of outputs
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")

INTRODUCTION = """# Notebooks

Each notebook lies in `lib/python/notebooks`. These pages show them as they were executed when the manual was built,
with a link to the file for Jupyter.
"""


def block(text: str, language: str) -> str:
    return f"{FENCE}{language}\n{text.rstrip()}\n{FENCE}\n"


def joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def plain(text: str | list[str]) -> str:
    """What a terminal shows at the end: lines that are rewritten, without colours."""
    lines = COLOURS.sub("", joined(text)).rstrip("\n").split("\n")
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)


def picture(data: bytes, ending: str, name: str, pictures: Path) -> str:
    file = f"notebook-{name}.{ending}"
    (pictures / file).write_bytes(data)
    return f"```{{image}} /pictures/{file}\n:alt: output of the cell\n:class: picture\n```\n"


def shown(data: dict[str, Any], name: str, pictures: Path) -> str:
    """An output in the richest form that a page has."""
    if "image/png" in data:
        return picture(base64.b64decode(joined(data["image/png"])), "png", name, pictures)
    if "image/svg+xml" in data:
        return picture(joined(data["image/svg+xml"]).encode(), "svg", name, pictures)
    if "text/html" in data:
        html = f'<div class="notebook-html">{joined(data["text/html"])}</div>'
        return block(html, "{raw} html")
    return block(plain(data.get("text/plain", "")), "text")


def output(given: dict[str, Any], name: str, pictures: Path) -> str:
    match given["output_type"]:
        case "stream":
            return block(plain(given["text"]), "text")
        case "error":
            return block(f"{given['ename']}: {plain(given['evalue'])}", "text")
        case _:
            return shown(given["data"], name, pictures)


def cell(given: dict[str, Any], name: str, pictures: Path) -> str:
    text = joined(given["source"])
    if given["cell_type"] == "markdown":
        return adapted(text, f"{FOLDER}/x.ipynb") + "\n"
    if given["cell_type"] != "code" or not text.strip():
        return ""
    if given["execution_count"] is None:
        raise SystemExit(f"the notebook {name} was not executed to its end")
    outputs = [output(each, f"{name}-{i}", pictures) for i, each in enumerate(given["outputs"])]
    return "\n".join([block(text, "python"), *(o for o in outputs if o)])


def page(file: Path, to: Path) -> str:
    """The page; the notebook itself and its pictures are put beside it."""
    shutil.copy(file, to / "notebooks" / file.name)
    cells = json.loads(file.read_text())["cells"]
    parts = [cell(each, f"{file.stem}-{i}", to / "pictures") for i, each in enumerate(cells)]
    parts.append(f"{{download}}`The notebook <{file.name}>`, executed.\n")
    return "\n".join(parts)


def pages(to: Path) -> dict[str, str]:
    """Pages of all notebooks of the repository. One that was not executed is an error."""
    (to / "notebooks").mkdir(parents=True, exist_ok=True)
    made, items = {}, []
    for source in sorted((ROOT / FOLDER).glob("*.ipynb")):
        executed = EXECUTED / source.name
        if not executed.is_file():
            raise SystemExit(f"{executed} is missing: {FOLDER}/run makes it")
        text = page(executed, to)
        title = TITLE.search(text)
        if not title:
            raise SystemExit(f"{source} has no title: its first cell begins with '# '")
        made[f"notebooks/{source.stem}.md"] = text
        items.append(f"- {{doc}}`{title[1]} </notebooks/{source.stem}>`")
    if made:
        names = [Path(name).stem for name in made]
        index = [INTRODUCTION, "\n".join(items) + "\n", contents(names)]
        made["notebooks/index.md"] = "\n".join(index)
    return made


def menu(made: dict[str, str]) -> str:
    """A line of the first page, and their place in the menu of all pages."""
    text = "**To try.** {doc}`/notebooks/index` are sessions in Python, with all that they show.\n\n"
    return text + contents(["/notebooks/index"]) if made else ""
