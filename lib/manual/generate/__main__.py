"""Makes the folder that Sphinx reads: written pages, generated ones, programs and pictures."""

import argparse
import shutil
from pathlib import Path

from . import commands, markdown, methods, notebooks, pictures, problems, python, results, statuses
from .excerpts import ROOT, section, whole
from .facts import Facts, Program, read_facts
from .papers import papers

HERE = Path(__file__).resolve().parents[1]


def parts(facts: Facts) -> dict[str, str]:
    """Pieces that written pages include."""
    files = section("benchmarks/README.md", "## Files", "### Interrupted runs")
    stopped = section("benchmarks/README.md", "### Interrupted runs", "### Reports of `map`")
    sweeps = section("benchmarks/README.md", "## Sweeps", "## Comparisons")
    codes = section("benchmarks/README.md", "## Exit codes", "## How it is made")
    choice = section("solvers/README.md", "## How to choose a method", "## When a step fails")
    return {
        "files.md": files,
        "interrupted.md": stopped,
        "sweeps.md": sweeps[sweeps.index("**Rows.**") : sweeps.index("**Picture.**")],
        "exit_codes.md": codes,
        "choice.md": choice,
        "notation.md": whole("lib/NOTATION.md").split("\n", 1)[1],
        "papers.md": papers((ROOT / "lib/references.bib").read_text()),
        "statuses.md": statuses.table(facts),
        "kinds.md": statuses.kinds(),
        "failures.md": statuses.more(),
        "backends.md": markdown.table(
            ["backend", "what it is"], [[f"`{b.name}`", b.text] for b in facts.backends]
        ),
        "methods.md": markdown.table(
            ["method", "what it covers"],
            [[f"{{doc}}`{m.name} </methods/{m.name}>`", m.summary] for m in facts.methods],
        ),
    }


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--program", type=Path, required=True, help="the program ricochet")
    words.add_argument("--facts", type=Path, required=True, help="the program that prints facts")
    words.add_argument("--to", type=Path, required=True, help="the folder of all pages")
    given = words.parse_args()

    to: Path = given.to
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(HERE / "pages", to)
    shutil.copytree(HERE / "programs", to / "programs")
    facts = read_facts(Program(given.program, to / "pictures"), given.facts)

    methods.complete(facts, to / "methods")
    made = problems.pages(facts) | commands.pages(facts) | results.pages(to / "pictures")
    made |= python.pages()
    made |= {f"parts/{name}": text for name, text in parts(facts).items()}
    from_notebooks = notebooks.pages(to)
    made |= from_notebooks | {"parts/notebooks.md": notebooks.menu(from_notebooks)}
    for name, text in made.items():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        (to / name).write_text(text)

    drawn = [pictures.of_problem(p) for p in facts.problems]
    drawn += [pictures.of_method(m.name) for m in facts.methods]
    pictures.draw(facts, drawn)


main()
