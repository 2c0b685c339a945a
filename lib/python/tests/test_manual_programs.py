"""Every Python program of the manual runs and prints what its page shows: what the C++ program beside
it prints. Words are the same, and numbers agree to three digits; below 1e-9 they are round-off.
Programs in lib/manual/programs without a text beside them are errors."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parents[2] / "manual" / "programs"
ROUND_OFF, DIGITS = 1e-9, 1e-3
NAMES = sorted(path.relative_to(PROGRAMS).with_suffix("").as_posix()
               for path in PROGRAMS.rglob("*.py"))
ON_A_CLUSTER = [name for name in NAMES if "distributed" in (PROGRAMS / f"{name}.py").read_text()]


def agree(word: str, other: str) -> bool:
    """Whether two words are the same, or numbers that agree."""
    try:
        x, y = float(word), float(other)
    except ValueError:
        return word == other
    return abs(x - y) <= ROUND_OFF + DIGITS * abs(y)


def difference(printed: str, page: str) -> str:
    """The first word that differs; empty where the texts agree."""
    words, others = printed.split(), page.split()
    for word, other in zip(words, others, strict=False):
        if not agree(word, other):
            return f"'{word}' instead of '{other}'"
    return "" if len(words) == len(others) else f"{len(words)} words instead of {len(others)}"


def shown(name: str) -> str:
    return (PROGRAMS / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ON_A_CLUSTER])
def test_a_program_prints_what_its_page_shows(name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(PROGRAMS / f"{name}.py"), run_name="__main__")
    said = capsys.readouterr()
    assert difference(said.out, shown(name)) == "", said.out
    assert said.err == ""


@pytest.mark.parametrize("name", ON_A_CLUSTER)
def test_a_program_on_a_cluster_prints_what_its_page_shows(name, tmp_path):
    for needed in ("distributed", "pandas", "pyarrow", "zarr"):
        pytest.importorskip(needed)
    ended = subprocess.run([sys.executable, PROGRAMS / f"{name}.py"], cwd=tmp_path, text=True,
                           capture_output=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    assert difference(ended.stdout, shown(name)) == "", ended.stdout


def test_every_program_in_cpp_has_one_in_python():
    in_cpp = {path.relative_to(PROGRAMS).with_suffix("").as_posix()
              for path in PROGRAMS.rglob("*.cpp")}
    assert len(in_cpp) >= 20
    assert in_cpp <= set(NAMES)


def test_another_output_is_noticed():
    assert difference("gap 1e-16 m", "gap -3e-15  m\n") == ""
    assert difference("t = 0.45152 s", "t = 0.4515 s") == ""
    for printed, page in (("t = 0.46 s", "t = 0.4515 s"), ("gap 1e-8 m", "gap 0 m"),
                          ("floor at 1", "wall at 1"), ("0 0 1", "0 0"), ("", "0"),
                          ("gap nan m", "gap 0 m")):
        assert difference(printed, page) != "", printed
