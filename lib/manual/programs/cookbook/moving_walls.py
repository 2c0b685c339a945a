import casadi as ca
import ricochet as rc

# A particle between a wall and a piston that moves to and fro, x >= 0.2 sin(3 t).
q, t = ca.SX.sym("q"), ca.SX.sym("t")  # [m], [s]
gas = rc.System("piston", q=q, t=t, M=1, V=0,  # [kg], [J]
                g={"piston": q - 0.2 * ca.sin(3 * t), "wall": 1 - q})

stepper = rc.make_stepper("forced-collision", gas)
run = stepper.simulate(q=[0.5], p=[1.0], h=0.01, steps=300).check()

# Walls that move do work: the energy changes where the piston is hit, and nowhere else.
for hit in run.impacts:
    work = hit.energy_plus - hit.energy_minus
    print(f"{hit.contacts[0]} at t = {hit.t:.6g} s: work {work:.6g} J")
