import numpy as np
import ricochet as rc

sought = ["gravity", "stiffness", "restitution"]
pogo = rc.problems["pogo"]()
stepper = rc.make_stepper("forced-collision", pogo.system, discretization="verlet",
                          backend="newton", law="newton")

# What was measured: both heights at 40 times, 0.1 s apart, read to a millimetre.
truth = stepper.simulate(pogo.q, pogo.p, 0.1 / 40, 40 * 40, gravity=9.8, stiffness=10.0,
                         restitution=0.9)
measured = np.round(truth.q[40::40], 3)

# The derivatives by what is sought are columns of those by (q, p, parameters, h).
derivatives = rc.RunSensitivity(stepper)
columns = np.eye(len(derivatives.inputs))[:, [derivatives.inputs.index(name) for name in sought]]


def fit(values, samples, between):
    """Gauss-Newton on the first samples."""
    h = 0.1 / between
    for iterations in range(1, 30):
        derivatives.simulate(pogo.q, pogo.p, h, samples * between,
                             parameters=dict(zip(sought, values)))
        missed = (derivatives.q[between::between] - measured[:samples]).ravel()
        J = derivatives.along(columns)[between::between, :2].reshape(-1, 3)
        change = np.linalg.lstsq(J, missed, rcond=None)[0]
        values = values - change
        if np.linalg.norm(change) < 1e-6:
            break
    print(f"{samples:2d} samples, h = {h:.3f} s: {iterations} iterations, gravity {values[0]:.4f},",
          f"stiffness {values[1]:.4f}, restitution {values[2]:.5f};",
          f"off by {1e3 * np.linalg.norm(missed) / np.sqrt(2 * samples):.2f} mm")
    return values


# From 10 % off: at first a time with one impact, so that every guess has the same impacts.
values = np.array([10.8, 9.0, 0.82])
for samples in (8, 14, 26, 40):
    values = fit(values, samples, 5)
for between in (10, 20):
    values = fit(values, 40, between)
