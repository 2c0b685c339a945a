"""Python makes the runs of the program `ricochet`, bit for bit."""

import numpy as np
import pytest

import ricochet as rc

RUNS = [
    ("cradle", "gvi", {}, {}),
    ("cradle", "gvi", {"radius": 0.2, "n": 3}, {"reflection": "moreau", "backend": "newton"}),
    ("cradle", "rattle", {}, {}),
    ("bowl", "discrete-smooth", {"gravity": 1.62}, {"discretization": "verlet"}),
    ("particle-floor", "collision", {}, {"backend": "automatic"}),
    ("pendulum-cylinder", "nonholonomic-collision", {}, {}),
    ("wedge", "forced-collision", {"restitution": 0.5, "friction": 0.3}, {"law": "coulomb"}),
    ("pogo", "hybrid", {}, {"energy": "numerical"}),
    ("shaking-table", "gvi", {}, {}),
    ("disc-box", "moreau-jean", {"seed": 3}, {"backend": "automatic"}),
]


def flags_of(parameters, options):
    keys = {"discretization": "--lagrangian"}
    words = [f"--set={name}={value}" for name, value in parameters.items()]
    for name, value in options.items():
        words += [keys.get(name, "--" + name.replace("_", "-")), str(value)]
    return words


@pytest.mark.parametrize(("problem", "stepper", "parameters", "options"), RUNS)
def test_a_run_has_the_bits_of_the_program(program, read_table, tmp_path, problem, stepper,
                                           parameters, options):
    file = tmp_path / "run.csv"
    program("run", problem, "--stepper", stepper, "--steps", "60", "--quiet", "--out", file,
            *flags_of(parameters, options))
    here = rc.problems[problem](parameters)
    run = here.simulate(here.make_stepper(stepper, **options), steps=60).check()
    there = read_table(file)
    np.testing.assert_array_equal(np.column_stack([run.t, run.q, run.p]), there)


def test_another_step_size_has_other_bits(program, read_table, tmp_path):
    """What the comparison above can tell."""
    file = tmp_path / "run.csv"
    program("run", "cradle", "--steps", "60", "--quiet", "--out", file)
    problem = rc.problems["cradle"]()
    run = problem.simulate(steps=60, h=problem.h * (1 + 1e-15))
    assert not np.array_equal(run.q, read_table(file)[:, 1:1 + problem.system.n])


def test_python_writes_the_tables_of_the_program(program, tmp_path):
    files = {"out": "run.csv", "events": "impacts.csv", "contacts": "contacts.csv"}
    folders = [tmp_path / "python", tmp_path / "program"]
    for folder in folders:
        folder.mkdir()
    rc.problems["cradle"]().simulate(
        steps=100, every=5, **{key: folders[0] / name for key, name in files.items()})
    program("run", "cradle", "--steps", "100", "--every", "5", "--quiet",
            *(word for key, name in files.items() for word in ("--" + key, folders[1] / name)))
    for name in files.values():
        assert (folders[0] / name).read_text() == (folders[1] / name).read_text()


def test_the_program_continues_a_run_of_python(program, read_table, tmp_path):
    """And Python one of the program: both write the same checkpoints."""
    problem = rc.problems["cradle"](radius=0.2, n=3)
    stepper = problem.make_stepper(reflection="moreau")
    whole = problem.simulate(stepper, steps=100)
    problem.simulate(stepper, steps=40, checkpoint=tmp_path / "python.json")
    program("run", "--resume", tmp_path / "python.json", "--steps", "100", "--quiet",
            "--out", tmp_path / "rest.csv", "--checkpoint", tmp_path / "program.json")
    np.testing.assert_array_equal(read_table(tmp_path / "rest.csv")[:, 1:7], whole.q[40:])
    longer = problem.simulate(stepper, steps=120)
    rest = stepper.resume(tmp_path / "program.json", 120)
    np.testing.assert_array_equal(rest.q, longer.q[100:])


def test_reports_name_problem_method_and_options(program, tmp_path):
    import json

    program("run", "cradle", "--steps", "20", "--quiet", "--report", tmp_path / "report.json")
    there = json.loads((tmp_path / "report.json").read_text())
    problem = rc.problems["cradle"]()
    here = problem.simulate(steps=20).report
    for key in ("status", "message", "steps", "energy", "momentum", "gap_min", "structure",
                "parameters", "solver", "impacts"):
        assert here[key] == there[key], key
    assert {key: there["options"][key] for key in here["options"]} == here["options"]
