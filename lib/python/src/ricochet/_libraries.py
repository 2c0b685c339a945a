"""Which casadi the extension works with: exactly one version, and exactly one copy in a process."""

import os

import casadi

CASADI = "3.8.2"  # as in pyproject.toml


def check_version() -> None:
    """Refuses another casadi before the extension is loaded: its soname would not tell."""
    found = casadi.CasadiMeta.version()
    if found != CASADI:
        raise ImportError(
            f"ricochet is built for casadi {CASADI}, but casadi {found} is installed in "
            f"{_folder()}. Install the right one: python -m pip install casadi=={CASADI}"
        )


def load() -> None:
    """Brings casadi's own IPOPT into the process, so that the extension finds that one."""
    casadi.load_nlpsol("ipopt")


def check_copy(library: str) -> None:
    """Refuses a libcasadi that is not the one of the casadi package."""
    found = os.path.realpath(os.path.dirname(library))
    if found != _folder():
        raise ImportError(
            f"ricochet uses {library}, but the casadi package is in {_folder()}: expressions of one "
            "copy are not those of the other. Remove the other copy from LD_LIBRARY_PATH and "
            "LD_PRELOAD, and start Python again"
        )


def _folder() -> str:
    return os.path.realpath(os.path.dirname(casadi.__file__))
