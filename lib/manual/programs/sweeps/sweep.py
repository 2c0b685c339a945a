import casadi as ca
import ricochet as rc
from ricochet.ensemble import grid, sweep

# A ball falls from 1 m on a floor, under the gravity of five worlds.
q, gravity = ca.SX.sym("q"), ca.SX.sym("gravity")  # height [m], [m/s^2]
ball = rc.System("ball", q=q,
                 parameters={"gravity": rc.Parameter(gravity, 9.81, range=rc.Range.positive())},
                 M=1, V=gravity * q, g={"floor": q})  # [kg], [J], [m]
worlds = grid(gravity=[1.62, 3.71, 8.87, 9.81, 24.79])

table = sweep(ball, q=[1.0], p=[0.0], h=0.01, steps=300, members=worlds, stepper="collision",
              engine="threads")

for row in table:
    print(f"gravity {row['gravity']}: {row['status']}, {row['impacts']} impacts, "
          f"at the end {row['q0']:.6g} m")
