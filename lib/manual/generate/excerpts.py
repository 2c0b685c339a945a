"""Sections of the repository's own pages, where the manual says the same."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# Pages of the repository that the manual shows in another place.
SHOWN = {
    "benchmarks/results/README.md": "/results/index",
    "benchmarks/results/advice.md": "/results/advice",
    "benchmarks/results/claims.md": "/results/claims",
    "benchmarks/results/limit.md": "/results/limit",
    "benchmarks/results/bench/bench.md": "/results/bench",
    "benchmarks/results/contacts/bench.md": "/results/contacts",
    "benchmarks/results/scaling/bench.md": "/results/scaling",
    "benchmarks/results/bifurcation/README.md": "/results/bifurcation",
    "benchmarks/results/impact_cost.md": "/results/impact_cost",
    "benchmarks/results/ipopt_against_nlpsol.md": "/results/ipopt_against_nlpsol",
    "benchmarks/results/events.md": "/results/events",
    "solvers/README.md": "/methods/index",
    "problems/README.md": "/problems/index",
}

LINK = re.compile(r"(?<!!)\[([^]]*)\]\(([^)]+)\)")
IMAGE = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")


def section(file: str, heading: str, until: str) -> str:
    """The text below a heading, up to another heading."""
    text = (ROOT / file).read_text()
    begin, end = text.find(f"\n{heading}\n"), text.find(f"\n{until}\n")
    if begin < 0 or end < begin:
        raise SystemExit(f"{file} has no section '{heading}' before '{until}'")
    return adapted(text[begin + len(heading) + 2 : end], file)


def whole(file: str, until: str | None = None) -> str:
    text = (ROOT / file).read_text()
    return adapted(text.split(f"\n{until}\n")[0] if until else text, file)


def adapted(text: str, file: str) -> str:
    """Links lead to pages of the manual; those to sources become names of files."""

    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        if "://" in target:
            return found.group(0)
        path, _, anchor = target.partition("#")
        place = ((ROOT / file).parent / path).resolve().relative_to(ROOT).as_posix() if path else file
        if place in SHOWN and not anchor:
            return f"{{doc}}`{words} <{SHOWN[place]}>`"
        return f"{words} (`{place}`)" if words.strip("`") not in place else f"`{place}`"

    return LINK.sub(link, text)


def pictures_of(text: str, file: str, to: Path) -> str:
    """Copies the pictures that a page shows and makes figures of them."""

    def image(found: re.Match[str]) -> str:
        words, target = found.groups()
        source = (ROOT / file).parent / target
        name = f"{source.parent.name}-{source.name}"
        shutil.copy(source, to / name)
        return f"```{{figure}} /pictures/{name}\n:alt: {words}\n```"

    return IMAGE.sub(image, text)
