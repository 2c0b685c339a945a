"""The notebooks run as they stand, and are stored without what they show."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="lib/python/tests/requirements-all.txt")
pytest.importorskip("nbclient", reason="lib/python/tests/requirements-all.txt")

FOLDER = Path(__file__).parents[1] / "notebooks"
EXECUTED = Path(__file__).parents[3] / "build" / "notebooks"
STORED = sorted(FOLDER.glob("*.ipynb"))


def run(*names: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([FOLDER / "run", *names], env={**os.environ, "PYTHON": sys.executable},
                          capture_output=True, text=True, timeout=600, check=False)


def test_there_are_notebooks():
    assert [each.stem for each in STORED] == ["first_run", "identify_restitution",
                                              "one_problem_every_method", "sweep_on_dask",
                                              "through_impacts"]


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_a_stored_notebook_is_small_and_shows_nothing(file):
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    assert file.stat().st_size < 20_000
    assert notebook.cells[0].cell_type == "markdown" and notebook.cells[0].source.startswith("# ")
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    for cell in notebook.cells:
        assert not cell.get("outputs") and cell.get("execution_count") is None, cell.id


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_a_notebook_runs(file):
    made = run(file.stem)
    assert made.returncode == 0, made.stdout + made.stderr
    notebook = nbformat.read(EXECUTED / file.name, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not any(output.output_type == "error" for output in outputs)
    assert any("image/png" in output.get("data", {}) for output in outputs), "a picture"


def test_a_cell_that_fails_fails_the_run(tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print('so far')"),
                                               nbformat.v4.new_code_cell("1 / 0")])
    nbformat.write(notebook, tmp_path / "wrong.ipynb")
    made = subprocess.run([sys.executable, FOLDER / "execute.py", tmp_path, tmp_path / "out"],
                          capture_output=True, text=True, timeout=120, check=False)
    assert made.returncode == 1 and "ZeroDivisionError" in made.stderr
    kept = nbformat.read(tmp_path / "out" / "wrong.ipynb", as_version=4)
    assert kept.cells[0].outputs[0].text == "so far\n"


def test_an_unknown_notebook_is_refused():
    made = run("first_rum")
    assert made.returncode == 2 and "there are first_run" in made.stderr
