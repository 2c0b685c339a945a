"""A page for each problem of the registry."""

from . import markdown, pictures
from .facts import Facts, Named


def page(facts: Facts, problem: Named) -> str:
    drawn = pictures.of_problem(problem)
    return "\n".join(
        [
            f"# `{problem.name}`\n",
            f"{problem.text[0].upper()}{problem.text[1:]}.\n",
            markdown.picture(drawn.file, f"{problem.text[0].upper()}{problem.text[1:]}"),
            "The picture shows the run\n",
            markdown.command(drawn.line),
            "## What it consists of\n",
            "The command prints coordinates, energy, constraints, parameters with their units and ranges,"
            " the start, and the problem's own method:\n",
            markdown.command(f"ricochet show {problem.name}"),
            markdown.block(facts.program("show", problem.name)),
            "## Methods that fit\n",
            markdown.command(f"ricochet choose {problem.name}"),
            advice(facts, facts.program("choose", problem.name)),
        ]
    )


def advice(facts: Facts, said: str) -> str:
    """A line for each method; `ricochet choose` begins it with the name and the options."""
    known = {m.name for m in facts.methods}
    items = []
    for line in said.strip().splitlines():
        begin, colon, reason = line.partition(": ")
        name, _, options = begin.partition(" ")
        if colon and name in known:
            begin = f"{{doc}}`{name} </methods/{name}>`" + (f" `{options}`" if options else "")
        items.append(f"- {begin}{colon}{reason}")
    return "\n".join(items) + "\n"


def pages(facts: Facts) -> dict[str, str]:
    index = "\n".join(
        [
            "# Problems\n",
            "A problem is a system with a start, a step size, a duration and a method of its own. The"
            " program runs each of them by its name. In Python `ricochet.problems[\"cradle\"]()` is one"
            " of them ({doc}`/api/python/problems`), in C++ `find_problem(\"cradle\").make()` ({doc}`/api/problems`)."
            " Each page has a picture and what the system consists of.\n",
            markdown.table(
                ["problem", "what it is"],
                [[f"{{doc}}`{p.name} </problems/{p.name}>`", p.text] for p in facts.problems],
            ),
            markdown.contents(p.name for p in facts.problems),
        ]
    )
    return {"problems/index.md": index} | {
        f"problems/{p.name}.md": page(facts, p) for p in facts.problems
    }
