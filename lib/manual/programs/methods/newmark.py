import casadi as ca
import ricochet as rc

# A ball is dropped on a floor: what the contact forces of Newmark's rule make of it.
q = ca.SX.sym("q")  # height [m]
ball = rc.System("ball", q=q, M=1, V=9.81 * q, g={"floor": q})  # [kg], [J], [m]

stepper = rc.make_stepper("newmark", ball)
run = stepper.simulate(q=[1.0], p=[0.0], h=0.05, steps=100).check()

first, most, last = run.energy[0], run.energy.max(), run.energy[-1]
print(f"energy at the start {first:.6g} J, largest {most:.6g} J, at the end {last:.6g} J")
print(f"smallest gap {run.smallest_gap:.6g} m")
