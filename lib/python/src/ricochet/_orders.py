"""Orders of convergence of positions, observed as `ricochet compare` does."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._core import Step
from .run import Run
from .stepper import Stepper
from .system import System

STEPS = 100  # of size h, at most
LEVELS = 4  # h, h/2, h/4, h/8
FEWEST_ROWS = 6  # of size h: fewer show no order
MOST_DISAGREEMENT = 0.25  # between the orders of two refinements
LEAST_ORDER = 0.5  # of each of them: below, nothing converges
LEAST_DIFFERENCE = 1e-11  # of the system's length: smaller ones are round-off


@dataclass(frozen=True)
class Orders:
    """Of positions, from steps h, h/2, h/4 and h/8; NaN where a run failed or none shows."""

    claimed: int = 0  #: for motion that starts like this one; 0: none
    observed: float = math.nan  #: before a contact acts that is open at the start
    through_impacts: float = math.nan  #: and after it


def observe(stepper: Stepper, run: Run, again: Callable[..., Run]) -> Orders:
    """The orders of a method along the first part of a run.

    again(h=, steps=, every=): the same run with another step and number of steps.
    """
    h, steps = run.measures["h"], min(STEPS, run.measures["steps_wanted"])
    claimed = claimed_order(stepper.info, run.system, float(run.t[0]), run.q[0], run.p[0])
    if not run.ok:
        return Orders(claimed)
    levels, smooth = [], steps + 1
    for parts in (2**level for level in range(LEVELS)):
        finer = again(h=h / parts, steps=steps * parts, every=parts)
        if not finer.ok:
            return Orders(claimed)
        levels.append(finer.q)
        smooth = min(smooth, 1 + _smooth_steps(stepper, finer, h / parts, steps * parts) // parts)
    round_off = LEAST_DIFFERENCE * run.system.length
    rows = len(levels[0])
    return Orders(claimed, _order_over(levels, smooth, round_off),
                  _order_over(levels, rows, round_off) if smooth < rows else math.nan)


def claimed_order(info: dict[str, Any], system: System, t: float, q: np.ndarray,
                  p: np.ndarray) -> int:
    """What a method claims for motion that starts with sliding contacts, equalities or neither."""
    if _slides(system.at(t), t, q, p):
        return info["contact_order"]
    return info["bilateral_order"] if system.k > 0 else info["order"]


def _slides(now: System, t: float, q: np.ndarray, p: np.ndarray) -> bool:
    """Whether a contact is closed at the start and moves along itself."""
    closed = np.abs(now.g(q)) <= now.tolerances["gap"]
    if not closed.any() or not now.separable:
        return False
    rate = now.G(q).T @ now.velocity(q, p)
    if now.rheonomic:  # what moves by itself
        late, early = now.at(t + 1e-6 * now.time), now.at(t - 1e-6 * now.time)
        rate = rate + (late.g(q) - early.g(q)) / (2e-6 * now.time)
    return bool((np.abs(rate[closed]) <= now.tolerances["speed"]).any())


def _smooth_steps(stepper: Stepper, run: Run, h: float, steps: int) -> int:
    """Steps before a contact acts that is open at the start, or is closed after one."""
    system = run.system
    method = stepper.clone()
    method.set(system.parameters)
    now = Step(run.q[0], run.p[0], float(run.t[0]))
    least = system.tolerances["gap"]
    is_open = np.asarray(system.at(now.t).g(now.q)) > least
    for made in range(steps):
        now = method.advance(now, h)
        if not now.ok or now.impacts or _acts(system, now, is_open, least):
            return made
    return steps


def _acts(system: System, step: Step, is_open: np.ndarray, least: float) -> bool:
    if not is_open.any():
        return False
    pressed = np.zeros(is_open.size, dtype=bool)
    impulses = np.asarray(step.multipliers["lambda"])[:is_open.size]
    pressed[:impulses.size] = impulses > 0
    return bool((is_open & (pressed | (system.at(step.t).g(step.q) <= least))).any())


def mean_distance(a: np.ndarray, b: np.ndarray) -> float:
    """Of positions over a run: a single time is at the mercy of where an impact falls in a step."""
    return float(np.linalg.norm(a - b, axis=1).mean())


def _order_over(levels: list[np.ndarray], rows: int, round_off: float) -> float:
    """Mean of the two orders of three distances; NaN if they disagree or are no orders."""
    if rows < FEWEST_ROWS:
        return math.nan
    coarse, fine, finest = (mean_distance(a[:rows], b[:rows])
                            for a, b in zip(levels, levels[1:]))
    if not finest > round_off:
        return math.nan
    first, second = math.log2(coarse / fine), math.log2(fine / finest)
    agree = abs(first - second) < MOST_DISAGREEMENT and min(first, second) > LEAST_ORDER
    return 0.5 * (first + second) if agree else math.nan
