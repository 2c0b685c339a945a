import casadi as ca
import ricochet as rc

# A sleigh glides on a blade, which forbids motion sideways, and bounces off a wall.
q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)  # x, y [m] and the angle [rad]
c, s, nose = ca.cos(q[2]), ca.sin(q[2]), 0.5  # [m]
sleigh = rc.System("sleigh", q=q, v=v,
                   M=ca.diag(ca.SX([1.0, 1.0, 0.3])),  # [kg], [kg m^2]
                   V=0,
                   g={"wall": 2 - q[0] - nose * c},  # its nose stays at x <= 2 m
                   omega={"blade": c * v[1] - s * v[0] - 0.2 * v[2]})

stepper = rc.make_stepper("nonholonomic-collision", sleigh)
run = stepper.simulate(q=[0, 0, 0], p=[1.0, 0.02, 0.03], h=0.01, steps=300).check()

print(f"{len(run.impacts)} impact at t = {run.impacts[0].t:.6g} s")
print("the sleigh ends at", *(f"{x:.6g}" for x in run.q[-1]))
print(f"energy error {abs(run.energy_error).max():.6g} J")
