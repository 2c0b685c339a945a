import casadi as ca
import ricochet as rc

# A particle on an L-shaped table: the square [0, 2]^2 without the block [1, 2]^2.
q = ca.SX.sym("q", 2)  # [m]
x, y = q[0], q[1]
rims = {"left": x, "right": 2 - x, "bottom": y, "top": 2 - y,
        "block": rc.any_of(1 - x, 1 - y)}  # left of the block or below it

table = rc.System("table", q=q, M=ca.SX.eye(2), V=0, g=rims)
stepper = rc.make_stepper("collision", table)
run = stepper.simulate(q=[0.4, 0.3], p=[1.0, 0.618], h=0.05, steps=120).check()

for hit in run.impacts:
    print(f"{hit.contacts[0]} at t = {hit.t:.6g} s")
