import casadi as ca
import numpy as np
import ricochet as rc

# Two balls on a spring bounce between two walls. Halving h divides the error by four.
x = ca.SX.sym("x", 2)  # [m]
balls = rc.System("two balls", q=x,
                  M=ca.SX.eye(2),  # [kg]
                  V=2 * (x[1] - x[0] - 1) ** 2,  # [J]
                  g={"left": x[0], "right": 3 - x[1]})  # [m]


def end(h, steps):
    stepper = rc.make_stepper("hybrid", balls)
    return stepper.simulate(q=[0.5, 1.8], p=[-1.0, 0.3], h=h, steps=steps).check().q[-1]


reference = end(0.0005, 4000)
print(f"error with h = 0.02 s: {np.linalg.norm(end(0.02, 100) - reference):.6g} m")
print(f"error with h = 0.01 s: {np.linalg.norm(end(0.01, 200) - reference):.6g} m")
