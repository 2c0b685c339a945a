"""Methods by name, with the options of the one table."""

import pickle
import threading

import numpy as np
import pytest

import ricochet as rc
from ricochet import _core


def test_every_method_of_the_registry_is_there():
    assert {"gvi", "collision", "rattle"} <= set(rc.steppers())
    assert set(rc.backends()) == {"ipopt", "newton", "automatic", "audit"}
    for name in rc.steppers():
        assert set(rc.options(name)) <= {row["name"] for row in _core.option_table()}


def test_the_help_lists_the_table_of_options():
    for row in _core.option_table():
        assert row["name"] in rc.make_stepper.__doc__
        assert row["help"] in rc.make_stepper.__doc__


def test_options_reach_the_method(bead):
    stepper = rc.make_stepper("gvi", bead, discretization="left", reflection="moreau",
                              strict=True, backend="newton")
    assert stepper.options == {"discretization": "left", "reflection": "moreau", "strict": True,
                               "backend": "newton"}
    left = stepper.simulate([1, 0.5], [1, 1], 0.01, 20)
    midpoint = rc.make_stepper("gvi", bead).simulate([1, 0.5], [1, 1], 0.01, 20)
    assert not np.array_equal(left.q, midpoint.q)
    assert rc.make_stepper("newmark", bead, newmark=(0.25, np.float64(0.5))).options == {
        "newmark": [0.25, 0.5]}


@pytest.mark.parametrize(("name", "options", "kind", "message"), [
    ("gvj", {}, ValueError, r"Unknown stepper 'gvj' \(did you mean 'gvi'\?\)"),
    ("gvi", {"discretisation": "midpoint"}, ValueError, r"did you mean 'discretization'\?"),
    ("gvi", {"law": "moreau"}, ValueError, "Stepper 'gvi' has no option 'law'"),
    ("gvi", {"backend": "newtn"}, ValueError, r"did you mean 'newton'\?"),
    ("gvi", {"strict": "yes"}, ValueError, "expected true or false, not 'yes'"),
    ("gvi", {"backend": {}}, TypeError, "option 'backend' must be a word, .*, not dict"),
])
def test_wrong_options_are_refused_with_the_nearest_name(bead, name, options, kind, message):
    with pytest.raises(kind, match=message):
        rc.make_stepper(name, bead, **options)


def test_a_method_that_cannot_take_a_system_says_why_and_which_can():
    problem = rc.problems["pendulum-cylinder"]()  # it is given by a Lagrangian
    with pytest.raises(ValueError, match="cannot take system .* nonholonomic-collision"):
        rc.make_stepper("gvi", problem)
    with pytest.raises(TypeError, match="system must be a System or a Problem, not str"):
        rc.make_stepper("gvi", "cradle")


def test_a_step_is_what_the_loop_makes(stepper):
    now = rc.Step([1, 0.5], [1, 1])
    for _ in range(10):
        now = stepper.advance(now, 0.01)
        assert now.ok and now.certified and now.certificate.ok
    run = stepper.simulate([1, 0.5], [1, 1], 0.01, 10)
    np.testing.assert_array_equal(now.q, run.q[-1])
    np.testing.assert_array_equal(now.p, run.p[-1])
    np.testing.assert_array_equal(now.q, run.last.q)
    assert now.t == run.t[-1]


def test_a_failed_step_is_returned_with_its_name(stepper):
    failed = stepper.advance(rc.Step([np.nan, 0.5], [1, 1]), 0.01)
    assert not failed.ok
    assert failed.status == "invalid_input"
    assert failed.status in rc.statuses()
    assert "q" in failed.message


def test_a_certificate_refuses_a_step_from_elsewhere(stepper, ball):
    start = rc.Step([1, 0.5], [1, 1])
    made = stepper.advance(start, 0.01)
    assert stepper.certify(start, 0.01, made).ok
    judged = stepper.certify(rc.Step([1, 0.5 + 1e-6], [1, 1]), 0.01, made)
    assert not judged.ok
    assert judged.worst > judged.limit > 0.0
    assert set(judged.as_dict()) >= {"dynamics", "equality", "complementarity", "limit"}
    with pytest.raises(ValueError, match="this one was made by none"):
        stepper.certify(start, 0.01, start)
    other = rc.make_stepper("rattle", ball)
    with pytest.raises(ValueError, match="this one was made by 'rattle'"):
        stepper.certify(start, 0.01, other.advance(rc.Step([0, 1], [1, 0]), 0.01))


def test_a_step_of_another_system_is_refused(stepper):
    cradle = rc.problems["cradle"]()
    made = cradle.simulate(steps=3).last
    with pytest.raises(ValueError, match="Step for system 'bead in a bowl': q has 10 entries"):
        stepper.advance(made, 0.01)
    with pytest.raises(ValueError, match="q has 10 entries, the system needs 2"):
        stepper.simulate(start=made, h=0.01, steps=3)


def test_arrays_of_a_step_outlive_it_and_cannot_be_written(stepper):
    q = stepper.advance(rc.Step([1, 0.5], [1, 1]), 0.01).q
    copy = q.copy()
    for _ in range(100):
        stepper.advance(rc.Step([2, 2.5], [1, 1]), 0.01)
    np.testing.assert_array_equal(q, copy)
    with pytest.raises(ValueError, match="read-only"):
        q[0] = 1.0


def test_a_clone_is_independent(stepper):
    clone = stepper.clone()
    clone.set(gravity=1.62)
    assert stepper.system.parameters["gravity"] == 9.81
    assert clone.system.parameters["gravity"] == 1.62
    assert isinstance(clone, rc.Stepper)


def test_a_stepper_is_pickled_as_system_and_options(stepper):
    stepper.set(gravity=3.7)
    copy = pickle.loads(pickle.dumps(stepper))
    assert copy.system.parameters == stepper.system.parameters
    assert copy.options == stepper.options
    stepper.set(gravity=9.81)


def test_one_stepper_serves_one_thread(bead):
    stepper = rc.make_stepper("gvi", bead, backend="newton")
    refusals = []
    begun = threading.Event()

    def tell(*_):
        begun.set()

    worker = threading.Thread(
        target=lambda: stepper.simulate([1, 0.5], [1, 1], 0.01, 300_000, every=0, progress=tell))
    worker.start()
    begun.wait(10)
    try:
        stepper.advance(rc.Step([1, 0.5], [1, 1]), 0.01)
    except RuntimeError as refusal:
        refusals.append(str(refusal))
    worker.join()
    assert refusals and "at work in another thread" in refusals[0]
    assert "clone()" in refusals[0]
    assert stepper.advance(rc.Step([1, 0.5], [1, 1]), 0.01).ok
