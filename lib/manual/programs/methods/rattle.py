import casadi as ca
import ricochet as rc

# A ball is thrown on a rough floor. It bounces, slides and stops, and never enters the floor.
q = ca.SX.sym("q", 2)  # (x, y) [m]
rough = rc.Contact(q[1], restitution=0.5, friction=0.3, tangents=[ca.vertcat(1, 0)])
ball = rc.System("ball", q=q,
                 M=ca.SX.eye(2),  # [kg]
                 V=9.81 * q[1],  # [J]
                 g={"floor": rough})  # y >= 0 [m]

stepper = rc.make_stepper("rattle", ball)
run = stepper.simulate(q=[0.0, 0.5], p=[2.0, 0.0], h=0.01, steps=300).check()

x, y = run.q[-1]
print(f"the ball ends at {x:.6g} {y:.6g} m")
print(f"smallest gap {run.smallest_gap:.6g} m")
print(f"energy at the end {run.energy[-1]:.6g} J")
