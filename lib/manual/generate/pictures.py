"""Pictures that the program draws of its runs."""

import shlex
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .facts import Facts, Named

# Runs that take long or show little at their end; all others are those of their problems.
SHORTER = {
    "box-toss": "--time 0.5",
    "disc-box": "--time 3",
    "dominoes": "--time 1",
    "fallen-chain": "--time 1",
    "lennard-jones": "--time 5",
    "spring-sphere-mixed": "--time 50",
}

# A run that shows what a method is for.
OF_METHODS = {
    "gvi": "spring-sphere-mixed --time 50",
    "discrete-smooth": "spring-sphere --time 50 --stepper discrete-smooth",
    "collision": "disc-billiard --time 5 --stepper collision",
    "nonholonomic-collision": "driven-sleigh",
    "forced-collision": "wedge --stepper forced-collision --set restitution=0.5 --set friction=0.3",
    "direct-endpoint": "particle-1d --stepper direct-endpoint",
    "direct-midpoint": "particle-1d --stepper direct-midpoint",
    "newmark": "particle-1d --stepper newmark",
    "imex-newmark": "particle-1d --stepper imex-newmark",
    "hybrid": "double-pendulum-walls --stepper hybrid",
    "moreau-jean": "dominoes --time 1 --stepper moreau-jean",
    "rattle": "falling-rod --stepper rattle",
    "shadow": "disc-chaotic --stepper shadow",
}


@dataclass(frozen=True)
class Picture:
    file: str
    line: str  # the command that draws it

    @property
    def words(self) -> list[str]:
        return shlex.split(self.line)[1:]


def of_problem(problem: Named) -> Picture:
    shorter = SHORTER.get(problem.name)
    words = " ".join(w for w in [problem.name, shorter, f"--plot {problem.name}.svg"] if w)
    return Picture(f"{problem.name}.svg", f"ricochet run {words}")


def of_method(method: str) -> Picture:
    file = f"method-{method}.svg"
    return Picture(file, f"ricochet run {OF_METHODS[method]} --plot {file}")


def draw(facts: Facts, pictures: list[Picture]) -> None:
    """Draws them into the folder of the program, two at a time: gnuplot is a process of its own."""
    with ThreadPoolExecutor(2) as pool:
        for _ in pool.map(lambda picture: facts.program(*picture.words, "--quiet"), pictures):
            pass
