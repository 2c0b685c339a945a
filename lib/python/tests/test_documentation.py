"""Programs in the documentation run as they stand."""

import re
from pathlib import Path

import casadi as ca
import pytest

import ricochet as rc

README = Path(__file__).parents[1] / "README.md"


def programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README.read_text(), re.S)


@pytest.mark.parametrize("program", programs())
def test_a_program_of_the_readme_runs(program, capsys):
    exec(compile(program, "README.md", "exec"), {})
    assert "made and certified" in capsys.readouterr().out


def test_there_are_programs():
    assert programs()


def test_names_in_the_readme_exist():
    text = README.read_text()
    for name in re.findall(r"`(?:rc\.)?([a-z_]+)\(", text):
        assert any(hasattr(thing, name) for thing in
                   (rc, rc.System, rc.Stepper, rc.Run, rc.Problem, ca.Function)), name
