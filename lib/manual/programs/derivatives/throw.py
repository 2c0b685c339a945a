import math

import casadi as ca
import ricochet as rc

q, g, e = ca.SX.sym("q", 2), ca.SX.sym("g"), ca.SX.sym("e")
ball = rc.System("ball", q=q, M=ca.SX.eye(2), V=g * q[1],
                 parameters={"gravity": (g, 9.81), "restitution": (e, 0.85)},
                 g={"floor": rc.Contact(q[1], restitution=e)})

# Throw it from (0, 1) so that it bounces twice and rises through (4, 0.5), as gently as possible.
path = rc.Phases(ball, [0.0, 1.0], [1.5, 2.0], ["floor", "floor"], time=2.5)
path.fix("q[0][0]")
path.fix("q[0][1]")
path.require(path.end_q - ca.DM([4.0, 0.5]))
path.require(path.end_p[1], 0.0, 100.0)
solver = ca.nlpsol("solver", "ipopt", path.nlp(ca.sumsqr(path.start_p)),
                   {"ipopt.print_level": 0, "ipopt.sb": "yes", "print_time": False})
found = solver(**path.arguments())
check = path.check(found["x"])
print(f"speed {math.sqrt(float(found['f'])):.6f} m/s")
print(f"the run from there has the same impacts: {'yes' if check.same_sequence else 'no'}")
print(f"its end is off by {check.distance:.1e} m")
