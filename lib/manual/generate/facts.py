"""What the program and the library say about themselves."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Option:
    """An option of methods, as the command line knows it."""

    name: str
    flag: str
    value: str
    help: str
    words: list[str]


@dataclass(frozen=True)
class Method:
    name: str
    summary: str
    options: list[str]
    only_rule: str


@dataclass(frozen=True)
class Named:
    """A problem, backend, figure or status with its sentence."""

    name: str
    text: str


class Program:
    """The program `ricochet`, run in a folder of its own."""

    def __init__(self, path: Path, folder: Path):
        self._path = path.resolve()
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def __call__(self, *words: str) -> str:
        """What it prints. Whatever fails here fails the manual."""
        ended = subprocess.run(
            [self._path, *words], cwd=self.folder, text=True, capture_output=True, check=False
        )
        if ended.returncode != 0:
            raise SystemExit(f"ricochet {' '.join(words)}: {ended.stderr}")
        return ended.stdout


@dataclass(frozen=True)
class Facts:
    program: Program
    problems: list[Named]
    methods: list[Method]
    options: dict[str, Option]
    backends: list[Named]
    statuses: list[Named]


def read_facts(program: Program, library: Path) -> Facts:
    """`library` is the program that prints the library's lists."""
    said = json.loads(subprocess.run([library.resolve()], text=True, capture_output=True, check=True).stdout)
    listed = json.loads(program("list", "--json"))
    return Facts(
        program=program,
        problems=[Named(p["name"], p["summary"]) for p in listed["problems"]],
        methods=[Method(**m) for m in said["methods"]],
        options={o["name"]: Option(**o) for o in said["options"]},
        backends=[Named(b["name"], b["summary"]) for b in said["backends"]],
        statuses=[Named(s["name"], s["explanation"]) for s in said["statuses"]],
    )
