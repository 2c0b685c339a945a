"""The tables of methods and options as texts for help()."""

from typing import Any

from . import _core


def described(option: dict[str, Any]) -> str:
    """What an option means, with the words that it takes."""
    if option["notation"] == "flag":
        return f"{option['alone']}: {option['help']}"
    words = ", ".join(option["words"])
    return f"{option['help']} ({words})" if words and words not in option["help"] else option["help"]


def with_tables(text: str) -> str:
    """A docstring with every method and every option at its end."""
    methods = [f"    - {each['name']}: {each['summary']}" for each in _core.stepper_table()]
    options = [f"    - {each['name']}: {described(each)}" for each in _core.option_table()]
    return "\n".join([text, "", "    Methods:", "", *methods, "",
                      "    Options, where the method has them:", "", *options, ""])
