"""The reference of the Python package: every public name on the page of its module."""

import inspect
import sys
from dataclasses import dataclass

import ricochet
import ricochet.ensemble


@dataclass(frozen=True)
class Page:
    name: str
    title: str
    text: str
    modules: tuple[str, ...]
    core: tuple[str, ...] = ()  # names of the extension


PAGES = [
    Page(
        "systems",
        "Systems",
        "What a user writes down: coordinates, energies, constraints, forces, parameters. Expressions are"
        " `casadi.SX`.",
        ("system", "rules"),
        ("Range",),
    ),
    Page(
        "methods",
        "Methods",
        "A method is made by its name. {doc}`/methods/index` explains each of them and has the table of its"
        " options.",
        ("stepper",),
    ),
    Page(
        "runs",
        "Runs",
        "What a run made and how it ended.",
        ("run",),
        ("Step", "Impact", "Certificate", "statuses"),
    ),
    Page(
        "problems",
        "Problems and studies",
        "`ricochet.problems` maps names to problems; {doc}`/problems/index` has a page for each. Called, an"
        " entry gives the problem, with other structural parameters and parameter values if they are named:"
        ' `ricochet.problems["cradle"](radius=0.2)`.',
        ("problem", "study", "_errors", "_orders"),
    ),
    Page(
        "derivatives",
        "Derivatives",
        "`stepper.differentiable()` is a step with derivatives ({doc}`methods`). `RunSensitivity` has those of a"
        " run. A path whose impacts are given in order is a program, for optimal control.",
        ("phases", "sensitivity"),
        ("DifferentiableStep",),
    ),
    Page("sweeps", "Sweeps", "{doc}`/sweeps` explains them and has programs.", ("ensemble", "_table")),
]

# What a page begins with; all other names stand as in their module.
FIRST = ("System", "make_stepper", "Run", "Problem", "sweep")


def public() -> dict[str, object]:
    """Classes and functions by the names that users write."""
    named = {name: getattr(ricochet, name) for name in ricochet.__all__}
    inner = ricochet.ensemble
    named |= {f"ensemble.{name}": getattr(inner, name) for name in inner.__all__}
    return {name: thing for name, thing in named.items() if callable(thing)}


def names_of(page: Page, things: dict[str, object]) -> list[str]:
    """In the order of their modules; those that users look for first go first."""
    full = [f"ricochet.{module}" for module in page.modules]
    found = [name for name in page.core if name in things]
    for name, thing in things.items():
        if name.startswith("ensemble.") == (page.name == "sweeps") and thing.__module__ in full:
            found.append(name)
    return sorted(found, key=lambda name: place(full, name, things[name]))


def place(modules: list[str], name: str, thing: object) -> tuple[bool, int, int]:
    last = name.rpartition(".")[2]
    if thing.__module__ not in modules:
        return (True, len(modules), 0)
    order = list(vars(sys.modules[thing.__module__]))
    return (last not in FIRST, modules.index(thing.__module__), order.index(last))


def entry(name: str, thing: object) -> str:
    if inspect.isclass(thing):
        members = "   :members:\n   :inherited-members: dict, list, object, RuntimeError\n"
        return f".. autoclass:: ricochet.{name}\n{members}"
    return f".. autofunction:: ricochet.{name}\n"


def pages() -> dict[str, str]:
    things, made, shown = public(), {}, set()
    for page in PAGES:
        names = names_of(page, things)
        shown |= set(names)
        entries = "\n".join(entry(name, things[name]) for name in names)
        made[f"api/python/{page.name}.md"] = (
            f"# {page.title}\n\n{page.text}\n\n```{{eval-rst}}\n{entries}```\n"
        )
    if missing := set(things) - shown:
        raise SystemExit(f"no page of the Python reference has {', '.join(sorted(missing))}")
    return made
