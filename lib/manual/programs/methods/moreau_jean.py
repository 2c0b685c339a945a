import casadi as ca
import ricochet as rc

# A block slides on a rough floor until friction stops it, after the way v^2 / (2 mu g).
q = ca.SX.sym("q", 2)  # (x, y) [m]
rough = rc.Contact(q[1], restitution=0.0, friction=0.4, tangents=[ca.vertcat(1, 0)])
block = rc.System("block", q=q,
                  M=ca.SX.eye(2),  # [kg]
                  V=9.81 * q[1],  # [J]
                  g={"floor": rough})  # y >= 0 [m]

stepper = rc.make_stepper("moreau-jean", block)
run = stepper.simulate(q=[0.0, 0.0], p=[2.0, 0.0], h=0.01, steps=100).check()

print(f"way {run.q[-1, 0]:.6g} m, exact {4 / (2 * 0.4 * 9.81):.6g} m")
print(f"momentum at the end {run.p[-1, 0]:.6g} N s")
