import casadi as ca
import ricochet as rc

# A ball with drag bounces on a rough floor until it rests.
q, v = ca.SX.sym("q", 2), ca.SX.sym("v", 2)  # (x, y) [m], [m/s]
rough = rc.Contact(q[1], restitution=0.6, friction=0.2, tangents=[ca.vertcat(1, 0)])
ball = rc.System("ball", q=q, v=v,
                 M=ca.SX.eye(2),  # [kg]
                 V=9.81 * q[1],  # [J]
                 g={"floor": rough},  # y >= 0 [m]
                 forces={"drag": -0.1 * v})  # [N]

stepper = rc.make_stepper("forced-collision", ball)
run = stepper.simulate(q=[0.0, 1.0], p=[3.0, 0.0], h=0.01, steps=400).check()

lost = (run.impacts.energy_minus - run.impacts.energy_plus).sum()  # [J]
(x, y), (px, py) = run.q[-1], run.p[-1]
print(f"impacts take {lost:.6g} J")
print(f"the ball ends at {x:.6g} {y:.6g} m with the momentum {px:.6g} {py:.6g} N s")
