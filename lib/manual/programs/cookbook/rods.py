import casadi as ca
import ricochet as rc

# A double pendulum: two masses on rods of 1 m, between two walls.
q = ca.SX.sym("q", 4)
a, b = q[0:2], q[2:4]  # the masses [m]
pendulum = rc.System("double pendulum", q=q,
                     M=ca.SX.eye(4),  # [kg]
                     V=9.81 * (a[1] + b[1]),  # [J]
                     f={"upper rod": ca.norm_2(a) - 1.0,  # = 0 [m]
                        "lower rod": ca.norm_2(b - a) - 1.0},
                     g={"left wall": b[0] + 0.8, "right wall": 0.8 - b[0]})

stepper = rc.make_stepper("hybrid", pendulum)
# The lower mass moves to the right: its velocity is orthogonal to its rod.
run = stepper.simulate(q=[0, -1, 0, -2], p=[0, 0, 2.5, 0], h=0.01, steps=200).check()

print(f"{len(run.impacts)} impacts")
print(f"largest error of a rod {run.report['equality_max']:.6g} m")
print(f"energy error {abs(run.energy_error).max():.6g} J")
