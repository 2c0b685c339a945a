"""Claims and benchmarks, from benchmarks/results."""

from pathlib import Path

from . import markdown
from .excerpts import pictures_of, whole

FOLDER = "benchmarks/results"
CASES = "## All cases"

# Pages, the file of each, and the heading at which its long lists begin.
PAGES: list[tuple[str, str, str | None]] = [
    ("claims", "claims.md", None),
    ("bench", "bench/bench.md", CASES),
    ("scaling", "scaling/bench.md", CASES),
    ("contacts", "contacts/bench.md", None),
    ("bifurcation", "bifurcation/README.md", None),
    ("advice", "advice.md", "## ball-chain"),
    ("limit", "limit.md", None),
    ("impact_cost", "impact_cost.md", None),
    ("ipopt_against_nlpsol", "ipopt_against_nlpsol.md", None),
    ("events", "events.md", None),
]

INTRODUCTION = """# Claims and benchmarks

These results were measured on one machine and are part of the repository. Machines are noisy: ratios say
more than times. Every page names the command that makes it again.

- {doc}`claims`: the claims of the papers, each with what is measured and a verdict.
- {doc}`bench`: every suite of problems under every method: success, time, energy, error over cost.
- {doc}`scaling`: chains, cradles, stacks and boxes of up to 200 bodies.
- {doc}`contacts`: long chains that come to lie on a rough floor.
- {doc}`bifurcation`: the impacts of a driven oscillator over 2 000 frequencies.
- {doc}`advice`: the errors of the methods that fit a problem, and what is advised.
- {doc}`limit`: a step beside a program that is written by hand.
- {doc}`impact_cost`: free steps and impacts.
- {doc}`ipopt_against_nlpsol`: a step through our interface to IPOPT and through that of CasADi.
- {doc}`events`: derivatives of a ball that bounces, beside those of CasADi's integrators with events.
"""


def pages(pictures: Path) -> dict[str, str]:
    made = {"results/index.md": INTRODUCTION + "\n" + markdown.contents(name for name, _, _ in PAGES)}
    for name, file, until in PAGES:
        path = f"{FOLDER}/{file}"
        text = pictures_of(whole(path, until), path, pictures)
        if until:
            text += f"\n\nThe numbers of every case are in `{path}`.\n"
        made[f"results/{name}.md"] = text
    return made
