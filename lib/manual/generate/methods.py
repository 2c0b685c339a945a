"""What is generated on the pages of methods: options, a picture, a program with its output."""

from pathlib import Path

from . import markdown, pictures
from .facts import Facts, Method, Option


def option_row(option: Option) -> list[str]:
    if option.value:
        return [f"`{option.flag} {option.value}`", f"`{option.name}`", option.help]
    set_to = "false" if option.flag.startswith("--no-") else "true"
    return [f"`{option.flag}`", f"`{option.name}`, {set_to}", option.help]


def options(facts: Facts, method: Method) -> str:
    rule = (
        f"It stands for the discretization `{method.only_rule}` and takes no other.\n"
        if method.only_rule
        else ""
    )
    head = ["command line", "member in C++, argument in Python", "meaning"]
    return (
        f"## Options of `{method.name}`\n\n"
        f'In Python the method is `make_stepper("{method.name}", system)`.\n\n{rule}\n'
        + markdown.table(head, [option_row(facts.options[o]) for o in method.options])
        + "\n{doc}`The reference </api/methods>` has the types and defaults of the members. Words are strings in Python.\n"
    )


def shown(method: Method) -> str:
    drawn = pictures.of_method(method.name)
    return (
        "## A picture\n\n"
        + markdown.picture(drawn.file, f"{method.name}: {method.summary}")
        + "\n"
        + markdown.command(drawn.line)
    )


def program(name: str) -> str:
    return f"## A program\n\n```{{shown-program}} methods/{name}\n```\n"


def complete(facts: Facts, folder: Path) -> None:
    """Ends each written page of a method. Every method of the registry needs one."""
    written = {page.stem for page in folder.glob("*.md")} - {"index"}
    if written != {m.name for m in facts.methods}:
        raise SystemExit(f"methods and their pages differ: {written ^ {m.name for m in facts.methods}}")
    for method in facts.methods:
        page = folder / f"{method.name}.md"
        parts = [page.read_text(), options(facts, method), shown(method)]
        parts.append(program(method.name.replace("-", "_")))
        page.write_text("\n".join(parts))
