import casadi as ca
import ricochet as rc

# A particle in a well without symmetry bounces inside a disc.
q = ca.SX.sym("q", 2)  # [m]
r2 = ca.dot(q, q)
disc = rc.System("disc", q=q, M=ca.SX.eye(2),  # [kg]
                 V=0.75 * r2 + 0.25 * r2**2 + 1.2 * q[0] ** 2 * q[1],  # [J]
                 g={"wall": 1 - r2})

stepper = rc.make_stepper("shadow", disc, discretization="verlet", backend="newton")
run = stepper.simulate([0.3, 0.1], [0.4, 1.6], h=0.1, steps=5000).check()

shadow = run.report["shadow"]
print(f"impacts: {shadow['events']}, smallest gap: {max(run.smallest_gap, 0.0):.6g} m")
print("relative error of the shadow energy below 1e-2:",
      "yes" if shadow["error_max"] < 1e-2 else "no")
