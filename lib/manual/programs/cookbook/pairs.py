from itertools import combinations

import casadi as ca
import ricochet as rc


def no_overlap(discs):
    """Keeps every pair of discs apart: |x_i - x_j| - (r_i + r_j) >= 0 [m]."""
    return {f"discs {i}-{j}": ca.norm_2(a - b) - (r + s)
            for (i, (a, r)), (j, (b, s)) in combinations(enumerate(discs), 2)}


# Three discs of different sizes meet in a weak well.
q = ca.SX.sym("q", 6)  # three centres [m]
discs = [(q[0:2], 0.3), (q[2:4], 0.4), (q[4:6], 0.5)]  # centres and radii [m]
gas = rc.System("discs", q=q, M=ca.SX.eye(6), V=0.5 * ca.dot(q, q),  # [kg], [J]
                g=no_overlap(discs))

stepper = rc.make_stepper("hybrid", gas)
run = stepper.simulate(q=[-1.0, 0.1, 1.0, -0.2, 0.0, 1.5], p=[0] * 6, h=0.01, steps=300).check()

first = run.impacts[0]
print(f"{len(run.impacts)} impacts, the first of {first.contacts[0]} at t = {first.t:.6g} s")
print(f"energy error {abs(run.energy_error).max():.6g} J")
