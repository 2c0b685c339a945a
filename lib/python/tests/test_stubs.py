"""The committed stub is the one that the extension gives; everything public says what it is."""

import inspect
import subprocess
import sys
from pathlib import Path

import ricochet as rc

PACKAGE = Path(__file__).parents[1] / "src" / "ricochet"


def test_the_stub_is_current(tmp_path):
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-m", "ricochet._core",
                    "-O", str(tmp_path), "-q"], check=True, capture_output=True)
    made = (tmp_path / "_core.pyi").read_text()
    assert made == (PACKAGE / "_core.pyi").read_text(), (
        "make it again: python -m nanobind.stubgen -m ricochet._core -O lib/python/src/ricochet")
    assert "casadi.SX" in made


def test_the_package_says_that_it_is_typed():
    assert (Path(rc.__file__).parent / "py.typed").exists()


def test_everything_public_has_a_docstring():
    for name in rc.__all__:
        thing = getattr(rc, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name
    for kind in (rc.System, rc.Stepper, rc.Run, rc.Problem):
        for name, member in vars(kind).items():
            if not name.startswith("_") and callable(member):
                assert member.__doc__, f"{kind.__name__}.{name}"


def test_what_is_listed_is_there():
    assert all(hasattr(rc, name) for name in rc.__all__)
    assert "bead" in rc.__doc__
