import casadi as ca
import ricochet as rc

# A bead slides in a parabola. Its contact never opens, so that there is no impact.
q = ca.SX.sym("q", 2)  # (x, y) [m]
bead = rc.System("bead in a bowl", q=q,
                 M=ca.SX.eye(2),  # [kg]
                 V=9.81 * q[1],  # [J]
                 g={"bowl": q[1] - 0.5 * q[0] * q[0]})  # y >= x^2/2 [m]

stepper = rc.make_stepper("discrete-smooth", bead)
# The start lies on the bowl and moves along it.
run = stepper.simulate(q=[1.0, 0.5], p=[1.0, 1.0], h=0.01, steps=500).check()

print(f"largest gap {run.gaps.max():.6g} m, smallest {run.smallest_gap:.6g} m")
print(f"energy error {abs(run.energy_error).max():.6g} J")
