"""Programs in the documentation run as they stand."""

import re
from pathlib import Path

import casadi as ca
import pytest

import ricochet as rc
import ricochet.ensemble

README = Path(__file__).parents[1] / "README.md"
OF_THE_LIBRARY = Path(__file__).parents[3] / "README.md"


def programs(readme: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", readme.read_text(), re.S)


@pytest.mark.parametrize("program", programs(README) + programs(OF_THE_LIBRARY))
def test_a_program_of_the_readmes_runs(program, capsys):
    exec(compile(program, "README.md", "exec"), {})
    assert "energy error" in capsys.readouterr().out


def test_there_are_programs():
    assert programs(README) and programs(OF_THE_LIBRARY)


def test_names_in_the_readme_exist():
    text = README.read_text()
    for name in re.findall(r"`(?:rc\.)?([a-z_]+)\(", text):
        assert any(hasattr(thing, name) for thing in
                   (rc, rc.System, rc.Stepper, rc.Run, rc.Problem, ca.Function, rc.ensemble,
                    rc.ensemble.Table)), name
