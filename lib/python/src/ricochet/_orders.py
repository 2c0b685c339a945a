"""Orders of convergence of positions, observed by the library as for `ricochet compare`."""

import math
from dataclasses import dataclass

from . import _core
from .run import Run
from .stepper import Stepper


@dataclass(frozen=True)
class Orders:
    """Of positions, from steps h, h/2, h/4 and h/8; NaN where a run failed or none shows."""

    claimed: int = 0  #: for motion that starts like this one; 0: none
    observed: float = math.nan  #: before a contact acts that is open at the start
    through_impacts: float = math.nan  #: and after it


def observe(stepper: Stepper, run: Run) -> Orders:
    """The orders of a method along the first part of a run that it made."""
    method = stepper.clone()
    method.set(run.system.parameters)
    start = float(run.t[0]), run.q[0], run.p[0]
    claimed = _core.claimed_order(method, *start)
    if not run.ok:
        return Orders(claimed)
    return Orders(claimed, *_core.observe_orders(method, *start, run.measures["h"],
                                                 run.measures["steps_wanted"]))
