"""What several tests share: small systems, and the program `ricochet` beside the package."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import ricochet as rc


def make_bead() -> rc.System:
    """A bead pressed by gravity into the bowl y >= x^2/2."""
    q, m, g = ca.SX.sym("q", 2), ca.SX.sym("m"), ca.SX.sym("g")
    return rc.System("bead in a bowl", q=q, M=m * ca.SX.eye(2), V=m * g * q[1],
                     parameters={"mass": (m, 1.0, "kg"), "gravity": (g, 9.81, "m/s^2")},
                     g={"bowl": q[1] - 0.5 * q[0] ** 2})


def make_ball(restitution: float = 0.8) -> rc.System:
    """A ball over a floor; its horizontal momentum is conserved."""
    q = ca.SX.sym("q", 2)
    return rc.System("ball", q=q, M=ca.SX.eye(2), V=9.81 * q[1],
                     g={"floor": rc.Contact(q[1], restitution=restitution)},
                     momenta={"horizontal": lambda q, p: p[0]})


@pytest.fixture(scope="session")
def bead() -> rc.System:
    return make_bead()


@pytest.fixture(scope="session")
def ball() -> rc.System:
    return make_ball()


@pytest.fixture
def stepper(bead: rc.System) -> rc.Stepper:
    return rc.make_stepper("gvi", bead, backend="newton")


@pytest.fixture(scope="session")
def python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a program in an interpreter of its own."""

    def run(text: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", text], env={**os.environ, **environment},
                              capture_output=True, text=True, timeout=120, check=False)

    return run


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """The program `ricochet`, of the tree that is tested; gives what it prints."""
    path = os.environ.get("RICOCHET_PROGRAM")
    if not path:
        pytest.skip("RICOCHET_PROGRAM names no program `ricochet` to compare with")

    def run(*words: str | Path) -> str:
        return subprocess.run([path, *map(str, words)], check=True, capture_output=True, text=True,
                              timeout=120).stdout

    return run


@pytest.fixture
def read_table() -> Callable[[Path], np.ndarray]:
    """A table of the program; numbers have their bits."""
    return lambda file: np.array(
        [[float(word) for word in line.split(",")]
         for line in file.read_text().splitlines()[1:]])
