import math

import casadi as ca
import ricochet as rc

# A block on a slope of 0.3 rad sticks if tan(0.3) = 0.309 is less than the coefficient of
# friction.
q, friction = ca.SX.sym("q", 2), ca.SX.sym("friction")  # along the slope and away from it [m]
along, across = 9.81 * math.sin(0.3), 9.81 * math.cos(0.3)  # [m/s^2]
rough = rc.Contact(q[1], restitution=0.0, friction=friction, tangents=[ca.vertcat(1, 0)])
block = rc.System("block", q=q,
                  parameters={"friction": rc.Parameter(friction, 0.5, range=(0, None))},
                  M=ca.SX.eye(2),  # [kg]
                  V=across * q[1] - along * q[0],  # [J]
                  g={"slope": rough})  # [m]

stepper = rc.make_stepper("forced-collision", block)
for coefficient in (0.5, 0.2):
    run = stepper.simulate(q=[0, 0], p=[0, 0], h=0.01, steps=100, friction=coefficient).check()
    print(f"friction {coefficient}: after 1 s the block is at {run.q[-1, 0]:.6g} m")
print(f"exact: 0 and {0.5 * (along - 0.2 * across):.6g} m")
