import casadi as ca
import ricochet as rc

# Four balls touch each other on a line. A fifth one hits them: all contacts act at once.
x = ca.SX.sym("x", 5)  # centres of balls of diameter 1 [m]
apart = {f"balls {i}-{i + 1}": x[i + 1] - x[i] - 1 for i in range(4)}
row = rc.System("row of balls", q=x, M=ca.SX.eye(5), V=0, g=apart)  # 1 kg each

stepper = rc.make_stepper("gvi", row)
run = stepper.simulate(q=[-0.5, 1, 2, 3, 4], p=[1, 0, 0, 0, 0], h=0.02, steps=50).check()

print("momenta before [N s]:", *(f"{p:.6g}" for p in run.p[0]))
print("momenta after  [N s]:", *(f"{p:.6g}" for p in run.p[-1]))
print(f"energy error {abs(run.energy_error).max():.6g} J")
