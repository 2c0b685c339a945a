import math

import casadi as ca
import ricochet as rc

# A disc rolls down a slope of 0.2 rad without slip, and bounces off a stop.
radius = 0.1
inertia, slope = 0.5 * radius * radius, 9.81 * math.sin(0.2)
q, v = ca.SX.sym("q", 2), ca.SX.sym("v", 2)  # way along the slope [m], angle [rad]
disc = rc.System("disc", q=q, v=v,
                 M=ca.diag(ca.SX([1.0, inertia])),  # [kg], [kg m^2]
                 V=-slope * q[0],  # [J]
                 g={"stop": 1.0 - q[0]},  # [m]
                 omega={"no slip": v[0] - radius * v[1]})

stepper = rc.make_stepper("nonholonomic-collision", disc)
run = stepper.simulate(q=[0, 0], p=[0, 0], h=0.01, steps=150).check()

# Rolling takes a third of the energy: a = 2/3 g sin(0.2).
exact = math.sqrt(2 / (2 / 3 * slope))
print(f"the disc meets the stop at t = {run.impacts[0].t:.6g} s, exact {exact:.6g} s")
