import casadi as ca
import ricochet as rc

# Ten balls fall on a floor and end as a stack.
n = 10
y = ca.SX.sym("y", n)  # heights of balls of diameter 0.1 [m]
contacts = {"floor": rc.Contact(y[0] - 0.05, restitution=0.3)}
for i in range(1, n):
    contacts[f"balls {i - 1}-{i}"] = rc.Contact(y[i] - y[i - 1] - 0.1, restitution=0.3)
stack = rc.System("stack", q=y, M=ca.SX.eye(n), V=9.81 * ca.sum1(y), g=contacts)

start = [0.1 + 0.15 * i for i in range(n)]  # all of them with gaps of 5 cm
stepper = rc.make_stepper("rattle", stack, backend="newton")
run = stepper.simulate(q=start, p=[0] * n, h=0.005, steps=600).check()

print(f"height of the uppermost ball {run.q[-1, -1]:.6g} m")
print(f"largest speed at the end {abs(run.p[-1]).max():.6g} m/s")
print(f"smallest gap on the way {run.smallest_gap:.6g} m")
