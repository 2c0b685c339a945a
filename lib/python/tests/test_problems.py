"""The problems of the registry, and questions about methods on them."""

import pickle

import numpy as np
import pytest

import ricochet as rc


def test_every_problem_of_the_registry_is_made_and_shown():
    assert len(rc.problems) > 30 and "cradle" in rc.problems
    for name, maker in rc.problems.items():
        problem = maker()
        assert problem.summary and problem.source
        assert problem.q.shape == problem.p.shape == (problem.system.n,)
        assert name in problem._repr_html_()


def test_structure_and_parameters_are_named_alike():
    problem = rc.problems["cradle"](n=3, radius=0.2)
    assert problem.system.n == 6 and problem.structure == {"n": 3, "pulled": 2}
    assert problem.system.parameters["radius"] == 0.2
    assert problem.q[2] - rc.problems["cradle"](n=3).q[2] == pytest.approx(-0.1)
    copy = pickle.loads(pickle.dumps(problem))
    np.testing.assert_array_equal(copy.q, problem.q)


@pytest.mark.parametrize(("change", "kind", "message"), [
    ({"radis": 1}, ValueError, r"has no parameter 'radis' \(did you mean 'radius'\?\)"),
    ({"n": 2.5}, TypeError, "n must be a whole number, not float"),
    ({"n": 3000}, ValueError, r"n must be in \[1, 2000\], not 3000"),
    ({"radius": -1}, ValueError, "radius"),
])
def test_wrong_parameters_are_refused(change, kind, message):
    with pytest.raises(kind, match=message):
        rc.problems["cradle"](**change)


def test_an_unknown_problem_is_refused_with_the_nearest():
    with pytest.raises(KeyError, match=r"did you mean 'cradle'\?"):
        rc.problems["cradel"]


def test_it_runs_with_its_own_method_step_and_duration():
    problem = rc.problems["bowl"]()
    run = problem.simulate(steps=10)
    assert run.report["options"]["stepper"] == problem.stepper
    assert run.t[1] == problem.h
    assert problem.simulate(every=0, time=problem.duration).report["steps"] == problem.steps


def test_choose_says_what_fits_and_why():
    choice = rc.choose(rc.problems["cradle"]())
    assert choice.fit[0].stepper == "gvi" and choice.fit[0].why
    assert "hybrid" in {each.stepper for each in choice.unfit}
    rows = rc.choose(rc.problems["pendulum-cylinder"]())
    assert "Lagrangian" in rows.cannot["gvi"]
    assert "gvi" in choice._repr_html_()


def test_choose_names_options_as_python_does():
    choice = rc.choose(rc.problems["bowl"]())
    collision = next(each for each in choice.fit if each.stepper == "collision")
    assert collision.called == "collision, slow_impact='restitution'"
    assert "--" not in repr(choice) and "slow_impact=" in choice._repr_html_()
    rc.problems["bowl"]().make_stepper(collision.stepper, **collision.options)


def test_choose_takes_a_system_with_its_start(bead):
    assert rc.choose(bead, [1, 0.5], [1, 1]).fit
    with pytest.raises(TypeError, match="a System needs its start"):
        rc.choose(bead)
    with pytest.raises(TypeError, match="expected a Problem or a System, not str"):
        rc.choose("cradle")


def test_compare_runs_every_method_that_can():
    problem = rc.problems["bowl"]()
    comparison = rc.compare(problem, steps=10)
    assert [each.stepper for each in comparison] == list(rc.steppers())
    ran = {each.stepper: each.run for each in comparison if each.run}
    assert ran["discrete-smooth"].ok
    np.testing.assert_array_equal(
        ran["gvi"].q, problem.simulate(problem.make_stepper("gvi", backend="automatic"),
                                       steps=10).q)
    assert all("status" in row for row in comparison.rows)
    assert "energy_band" in comparison._repr_html_()
    with pytest.raises(ValueError, match=r"did you mean 'gvi'\?"):
        rc.compare(problem, ["gvj"])


def test_compare_keeps_the_reason_of_a_method_that_cannot():
    comparison = rc.compare(rc.problems["pendulum-cylinder"](),
                            {"gvi": {}, "nonholonomic-collision": {"backend": "newton"}}, steps=5)
    assert "Lagrangian" in comparison[0].refusal and comparison[0].run is None
    assert comparison[1].run.ok and comparison[1].options["backend"] == "newton"


def test_shoot_meets_its_end():
    problem = rc.problems["shooting-disc"]()
    assert problem.targets
    found = rc.shoot(problem, starts=3, seed=1)
    assert found.ok and found.solutions[0].residual < 1e-12
    assert found.solutions[0].q.shape[1] == problem.system.n
    assert sum(found.ends.values()) == 3
    with pytest.raises(ValueError, match="has no end 'retrun'"):
        rc.shoot(problem, "retrun")
    with pytest.raises(ValueError, match="has no target 'mars'"):
        rc.shoot(problem, mars=1.0)
    assert not rc.shoot(problem, sequence=["floor"]).ok  # a path that does not occur
