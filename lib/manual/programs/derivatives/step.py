import casadi as ca
import ricochet as rc

q, g, e = ca.SX.sym("q", 2), ca.SX.sym("g"), ca.SX.sym("e")
ball = rc.System("ball", q=q, M=ca.SX.eye(2), V=g * q[1],
                 parameters={"gravity": (g, 9.81), "restitution": (e, 0.8)},
                 g={"floor": rc.Contact(q[1], restitution=e)})
stepper = rc.make_stepper("forced-collision", ball, law="newton", discretization="verlet",
                          backend="newton")

# (x, theta, h) -> (end, impact times, ...) with x = (q, p), and its derivatives by theta.
step = stepper.differentiable(["gravity", "restitution"])
theta = ca.MX.sym("theta", 2)
end, times = step.function(ca.DM([0.0, 0.02, 1.5, -2.0]), theta, 0.02)[:2]
answer = ca.Function("answer", [theta], [end[1], times[0], ca.jacobian(end[1], theta),
                                         ca.jacobian(times[0], theta),
                                         ca.hessian(end[1], theta)[0]])
y = answer([9.81, 0.8])
print(f"height after the step  {float(y[0]):.6f} m, impact at {float(y[1]):.6f} s")
print(f"height by gravity      {float(y[2][0]):.6e}, by restitution {float(y[2][1]):.6f}")
print(f"impact time by gravity {float(y[3][0]):.6e}, by restitution {float(y[3][1]):.6f}")
print(f"second derivative by gravity and restitution {float(y[4][0, 1]):.6e}")
