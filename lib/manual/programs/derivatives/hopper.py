import math

import numpy as np
import ricochet as rc

hopper = rc.problems["hopper"]()
steps = 100  # in a period of the motor
# The orbit at 3 Hz attracts: a run comes close to it. Newton's method takes it from there, and from
# the orbit of one frequency to that of the next.
stepper = rc.make_stepper("forced-collision", hopper.system, backend="newton")
settled = stepper.simulate(hopper.q, hopper.p, hopper.h, 20 * steps)
start = np.concatenate([settled.q[-1], settled.p[-1]])
derivatives = rc.RunSensitivity(stepper)
for frequency in (3.0, 3.1, 3.2, 3.3):
    T = 1 / frequency

    # The start of a motion that comes back after a period.
    for iterations in range(20):
        derivatives.simulate(start[:2], start[2:], T / steps, steps, frequency=frequency)
        monodromy = derivatives.forward()[:, :4]
        missed = np.concatenate([derivatives.q[-1], derivatives.p[-1]]) - start
        if np.linalg.norm(missed) < 1e-10:
            break
        start = start + np.linalg.solve(np.eye(4) - monodromy, missed)

    # Its eigenvalues, the Floquet multipliers, say how neighbours of the orbit come and go.
    largest = max(abs(np.linalg.eigvals(monodromy)))
    values = hopper.system.parameters
    losses = values["restitution"]**2 * math.exp(-2 * values["drag"] * T / values["mass"])
    print(f"{frequency:.1f} Hz: {iterations} iterations, largest multiplier {largest:.4f},",
          f"{'attracts' if largest < 1 else 'repels'}; product {np.linalg.det(monodromy):.5f},",
          f"by the losses {losses:.5f}")
