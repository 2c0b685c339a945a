import casadi as ca
import ricochet as rc

# A skate on an inclined plane turns at a constant rate. It does not slide down: it swings to and
# fro.
q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)  # x, y [m], angle [rad]
skate = rc.System("skate", q=q, v=v,
                  M=ca.diag(ca.SX([1.0, 1.0, 0.1])),  # [kg], [kg m^2]
                  V=-2.0 * q[0],  # the plane falls along x [J]
                  omega={"blade": ca.cos(q[2]) * v[1] - ca.sin(q[2]) * v[0]})

stepper = rc.make_stepper("nonholonomic-collision", skate)
run = stepper.simulate(q=[0, 0, 0], p=[0, 0, 0.1], h=0.01, steps=1000).check()  # turns with 1 rad/s

x, y = run.q[-1, :2]
print(f"after 10 s the skate is at {x:.6g} {y:.6g} m")
print(f"it never comes further down than {run.q[:, 0].max():.6g} m, exact 1 m")
