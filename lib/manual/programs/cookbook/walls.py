import casadi as ca
import ricochet as rc

# A disc moves in a box of 4 m x 3 m with a round pillar.
q = ca.SX.sym("q", 2)  # centre [m]
x, y = q[0], q[1]
radius, pillar = 0.2, 0.5  # [m]

walls = {"left": x - radius, "right": 4 - radius - x,
         "floor": y - radius, "ceiling": 3 - radius - y,
         "pillar": ca.norm_2(q - ca.vertcat(2, 1.5)) - (pillar + radius)}

disc = rc.System("disc", q=q, M=ca.SX.eye(2), V=0, g=walls)
stepper = rc.make_stepper("collision", disc)
run = stepper.simulate(q=[0.5, 0.5], p=[1.0, 0.9], h=0.02, steps=500).check()

for hit in run.impacts:
    print(f"{hit.contacts[0]} at t = {hit.t:.6g} s")
