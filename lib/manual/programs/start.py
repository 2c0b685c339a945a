import casadi as ca
import ricochet as rc

# A ball of 1 kg moves in the plane, above a floor and beside a wall.
q = ca.SX.sym("q", 2)  # its centre (x, y) [m]
ball = rc.System("ball", q=q,
                 M=ca.SX.eye(2),  # [kg]
                 V=9.81 * q[1],  # [J]
                 g={"floor": q[1], "wall": q[0]})  # y >= 0, x >= 0 [m]

stepper = rc.make_stepper("collision", ball)
run = stepper.simulate(q=[2.0, 1.0], p=[-1.5, 0.0], h=0.01, steps=200).check()  # [m], [N s]

for hit in run.impacts:
    print(f"t = {hit.t:.6g} s: {hit.contacts[0]}, impulse {hit.impulse[0]:.6g} N s")
print(f"energy error {abs(run.energy_error).max():.6g} J")
print(f"smallest gap {run.smallest_gap:.6g} m")
print(f"{run.report['certified_steps']} of {run.report['steps']} steps certified")
