"""Exactly one copy of every library in a process, whatever is imported first."""

import re
import shutil
import subprocess
from pathlib import Path

import casadi
import pytest

import ricochet
from ricochet import _core

COPIES = """
import re
found = set()
for line in open("/proc/self/maps"):
    path = line.split()[-1]
    if re.search(r"/lib(casadi|ipopt|coinmumps|casadi-tp-openblas)[.]so", path):
        found.add(path)
print(len(found), sorted(found))
"""
SOLVE = """
import casadi
x = casadi.MX.sym("x")
casadi.nlpsol("s", "ipopt", {"x": x, "f": (x - 1)**2},
              {"print_time": False, "ipopt": {"print_level": 0, "sb": "yes"}})()
"""
STEP = """
import ricochet
assert ricochet.problems["bowl"]().simulate(steps=5).ok
"""


@pytest.mark.parametrize("order", [STEP + SOLVE, SOLVE + STEP, "import numpy\n" + STEP + SOLVE,
                                   "import casadi\n" + STEP])
def test_there_is_one_copy_of_each_library_in_every_order(python, order):
    made = python(order + COPIES)
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[-1].startswith("4 "), made.stdout


def test_another_version_of_casadi_is_refused_before_the_extension(python, tmp_path):
    (tmp_path / "casadi").mkdir()
    (tmp_path / "casadi" / "__init__.py").write_text(
        "class CasadiMeta:\n    @staticmethod\n    def version(): return '3.7.2'\n")
    made = python("import sys\ntry:\n    import ricochet\nexcept ImportError as refusal:\n"
                  "    print(refusal)\nassert 'ricochet._core' not in sys.modules",
                  PYTHONPATH=str(tmp_path))
    assert made.returncode == 0, made.stderr
    assert "built for casadi 3.8.2, but casadi 3.7.2 is installed in" in made.stdout
    assert "python -m pip install casadi==3.8.2" in made.stdout


def test_a_foreign_copy_of_casadi_is_refused(python, tmp_path):
    folder = Path(casadi.__file__).parent
    for library in ("libcasadi.so.3.7", "libcasadi-tp-openblas.so.0"):
        shutil.copy(folder / library, tmp_path)
    made = python("import ricochet", LD_LIBRARY_PATH=str(tmp_path))
    assert made.returncode != 0
    assert "ImportError: ricochet uses " + str(tmp_path) in made.stderr
    assert "Remove the other copy from LD_LIBRARY_PATH" in made.stderr


def test_the_extension_names_no_mumps_and_finds_casadi_beside_it():
    found = subprocess.run(["readelf", "-d", _core.__file__], capture_output=True, text=True,
                           check=True).stdout
    needed = re.findall(r"NEEDED.*\[(.*)\]", found)
    assert any(name.startswith("libcasadi.so") for name in needed)
    assert not any("mumps" in name for name in needed)
    assert re.search(r"(RUNPATH|RPATH).*\[\$ORIGIN/\.\./casadi\]", found)


def test_the_extension_is_one_for_every_python():
    assert Path(_core.__file__).name == "_core.abi3.so"
    assert ricochet.__version__ == _core.version()
