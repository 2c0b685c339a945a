import casadi as ca
import ricochet as rc

# A method for contacts that slide meets an impact: the third step fails.
q = ca.SX.sym("q")  # height [m]
ball = rc.System("ball", q=q, M=1, V=9.81 * q, g={"floor": q})

stepper = rc.make_stepper("discrete-smooth", ball)
run = stepper.simulate(q=[0.05], p=[-2.0], h=0.01, steps=100)

print(f"{len(run) - 1} steps were made, until t = {run.t[-1]:.6g} s")
if not run.ok:
    print(run.message)
