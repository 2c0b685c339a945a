import casadi as ca
import ricochet as rc

# A particle in a well bounces inside a disc. Its angular momentum is conserved.
q = ca.SX.sym("q", 2)  # (x, y) [m]
r2 = ca.dot(q, q)
billiard = rc.System("billiard", q=q,
                     M=ca.SX.eye(2),  # [kg]
                     V=0.75 * r2 + 0.25 * r2 * r2,  # [J]
                     g={"rim": 1 - r2},  # x^2 + y^2 <= 1 [m^2]
                     momenta={"angular momentum": lambda q, p: q[0] * p[1] - q[1] * p[0]})

stepper = rc.make_stepper("collision", billiard, discretization="verlet")
run = stepper.simulate(q=[0.3, 0.1], p=[1.7, 1.1], h=0.01, steps=1000).check()

turning = run.momentum("angular momentum")
print(f"{len(run.impacts)} impacts, the first at t = {run.impacts[0].t:.6g} s")
print(f"energy error {abs(run.energy_error).max():.6g} J")
print(f"error of the angular momentum {abs(turning - turning[0]).max():.6g} N m s")
