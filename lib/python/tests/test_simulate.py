"""Runs: what they keep, how they end, how they go on."""

import gc
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import ricochet as rc
from conftest import make_ball

START = {"q": [1, 0.5], "p": [1, 1], "h": 0.01}


def test_it_keeps_every_step_that_was_asked_for(stepper):
    every = stepper.simulate(**START, steps=20)
    third = stepper.simulate(**START, steps=20, every=3)
    ends = stepper.simulate(**START, time=0.2, every=0)
    assert len(every) == 21
    np.testing.assert_array_equal(third.t, np.append(every.t[::3], every.t[-1]))
    np.testing.assert_array_equal(third.q, np.vstack([every.q[::3], every.q[-1]]))
    np.testing.assert_array_equal(third.certificates,
                                  np.append(every.certificates[::3], every.certificates[-1]))
    np.testing.assert_array_equal(ends.q, every.q[[0, -1]])
    assert every.energy[0] == pytest.approx(1.0 + 9.81 * 0.5)
    assert np.abs(every.energy_error).max() < 1e-3
    assert 0 < every.certificates[1:].max() <= 1e-11 or every.certificates.max() == 0


def test_its_arrays_are_views_that_outlive_it(stepper):
    run = stepper.simulate(**START, steps=1000)
    q, t, copy = run.q, run.t, run.q.copy()
    assert not q.flags.owndata and not q.flags.writeable
    assert run.q.__array_interface__["data"][0] == q.__array_interface__["data"][0]  # no copy
    with pytest.raises(ValueError, match="read-only"):
        q[0] = 0
    del run
    gc.collect()
    [stepper.simulate(**START, steps=1000) for _ in range(3)]
    np.testing.assert_array_equal(q, copy)
    assert t[-1] == pytest.approx(10.0)


def test_parameters_hold_for_one_run(stepper):
    earth = stepper.simulate(**START, steps=50)
    moon = stepper.simulate(**START, steps=50, gravity=1.62)
    again = stepper.simulate(**START, steps=50, parameters={"gravity": 9.81})
    built = rc.make_stepper("gvi", stepper.system.with_(gravity=1.62), backend="newton").simulate(**START, steps=50)
    np.testing.assert_array_equal(moon.q, built.q)
    np.testing.assert_array_equal(again.q, earth.q)
    assert not np.array_equal(moon.q, earth.q)
    assert moon.system.parameters["gravity"] == 1.62
    assert moon.report["parameters"]["gravity"] == 1.62
    assert stepper.system.parameters["gravity"] == 9.81


def test_a_run_begins_with_velocities_too(bead):
    stepper = rc.make_stepper("gvi", bead.with_(mass=2.0))
    np.testing.assert_array_equal(
        stepper.simulate([1, 0.5], v=[1, 1], h=0.01, steps=5).q,
        stepper.simulate([1, 0.5], [2, 2], 0.01, 5).q)


def test_a_step_and_a_run_are_continued_bit_for_bit(ball):
    stepper = rc.make_stepper("gvi", ball)
    whole = stepper.simulate([0, 1], [1, 0], 0.01, 200)
    half = stepper.simulate([0, 1], [1, 0], 0.01, 100)
    rest = stepper.simulate(start=half, h=0.01, steps=100)
    np.testing.assert_array_equal(rest.q, whole.q[100:])
    np.testing.assert_array_equal(stepper.simulate(start=half.last, h=0.01, steps=100).p,
                                  whole.p[100:])


def test_a_checkpoint_is_resumed_bit_for_bit(ball, tmp_path):
    stepper = rc.make_stepper("gvi", ball)
    whole = stepper.simulate([0, 1], [1, 0], 0.01, 200)
    part = stepper.simulate([0, 1], [1, 0], 0.01, 80, checkpoint=tmp_path / "ball.json")
    rest = stepper.resume(tmp_path / "ball.json", 200)
    np.testing.assert_array_equal(rest.q, whole.q[80:])
    assert rest.report["steps"] == 200
    assert rest.report["energy"] == whole.report["energy"]
    part.save(tmp_path / "saved.json")
    np.testing.assert_array_equal(stepper.resume(tmp_path / "saved.json", 200).p, whole.p[80:])
    np.testing.assert_array_equal(rc.load_step(tmp_path / "ball.json").q, whole.q[80])
    with pytest.raises(ValueError, match="to resume had stepper = 'gvi', not 'rattle'"):
        rc.make_stepper("rattle", ball).resume(tmp_path / "ball.json", 200)
    with pytest.raises(ValueError, match="had reflection = 'generalized', not 'moreau'"):
        part = rc.make_stepper("gvi", ball, reflection="generalized")
        part.simulate([0, 1], [1, 0], 0.01, 5, checkpoint=tmp_path / "part.json")
        rc.make_stepper("gvi", ball, reflection="moreau").resume(tmp_path / "part.json", 200)


def test_impacts_have_names_and_numbers(ball):
    run = rc.make_stepper("gvi", ball).simulate([0, 1], [1, 0], 0.01, 300).check()
    assert len(run.impacts) == run.report["impacts"] > 1
    first = run.impacts[0]
    assert first.contacts == ("floor",)
    assert first.p_plus[1] == pytest.approx(-0.8 * first.p_minus[1])
    assert first.impulse[0] == pytest.approx(first.p_plus[1] - first.p_minus[1])
    assert first.energy_plus < first.energy_minus
    assert [i.t for i in run.impacts] == sorted(run.impacts.t)
    assert run.impacts[-1].t == run.impacts.t[-1] and len(run.impacts[:2]) == 2
    with pytest.raises(IndexError):
        run.impacts[len(run.impacts)]
    assert np.ptp(run.momentum("horizontal")) < 1e-11
    assert run.gap("floor").min() >= -1e-12 and run.smallest_gap >= -1e-12
    with pytest.raises(KeyError, match=r"no contact 'flor' \(did you mean 'floor'\?\)"):
        run.gap("flor")


def test_a_failed_step_is_data_and_check_raises_it():
    run = rc.make_stepper("discrete-smooth", make_ball(restitution=1.0)).simulate([0, 1], [1, 0], 0.01, 300)
    assert not run.ok and run.status == "not_smooth" == run.report["status"]
    assert 1 < len(run) < 300  # what was made before is there
    with pytest.raises(rc.StepFailed, match="not_smooth") as failure:
        run.check()
    assert failure.value.run is run
    assert "not_smooth" in str(pickle.loads(pickle.dumps(failure.value)))


@pytest.mark.parametrize(("change", "kind", "message"), [
    ({"q": [1]}, ValueError, "q must have 2 numbers, not 1"),
    ({"q": [1, 0.2]}, ValueError, "the start violates inequality 'bowl'"),
    ({"q": [1, np.nan]}, ValueError, "finite"),
    ({"h": 0}, ValueError, "step size h must be positive"),
    ({"h": "small"}, TypeError, "h must be a number, not str"),
    ({"h": None}, TypeError, r"the step size h \[s\] is missing"),
    ({"steps": 1.5}, TypeError, "steps must be a whole number, not float"),
    ({"time": 1.0}, TypeError, "give steps, or the time"),
    ({"p": None}, TypeError, "begins with q and p, with q and v, or with start"),
    ({"start": rc.Step([1, 0.5], [1, 1])}, TypeError, "give start, or q with p or v, not both"),
    ({"gravitty": 1.0}, ValueError, r"no parameter 'gravitty' \(did you mean 'gravity'\?\)"),
    ({"mass": -1.0}, ValueError, "mass"),
    ({"every": -1}, ValueError, "every"),
    ({"out": "/no/such/folder/x.csv"}, OSError, "/no/such/folder"),
])
def test_wrong_use_is_refused_before_any_step(stepper, change, kind, message):
    with pytest.raises(kind, match=message):
        stepper.simulate(**{**START, "steps": 10, **change})
    assert stepper.system.parameters == {"mass": 1.0, "gravity": 9.81}


def test_a_violated_start_is_taken_if_asked_for(stepper):
    assert len(stepper.simulate([1, 0.2], [1, 1], 0.01, 3, violated_start=True)) > 0


def test_the_interpreter_is_free_while_a_run_goes_on(stepper):
    worker = threading.Thread(target=lambda: stepper.simulate(**START, steps=200_000, every=0))
    gaps, before = [], time.perf_counter()
    worker.start()
    while worker.is_alive():
        time.sleep(0.002)
        now = time.perf_counter()
        gaps.append(now - before)
        before = now
    worker.join()
    assert len(gaps) > 20, "the run was too short to tell"
    assert sorted(gaps)[len(gaps) // 2] < 0.05  # [s]; one long run would be the only gap


def test_clones_in_threads_make_the_same_bits(stepper):
    alone = stepper.simulate(**START, steps=2000)
    made = [None] * 4

    def work(i, clone):
        made[i] = clone.simulate(**START, steps=2000, gravity=9.81 if i % 2 == 0 else 1.62)

    threads = [threading.Thread(target=work, args=(i, stepper.clone())) for i in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    np.testing.assert_array_equal(made[0].q, alone.q)
    np.testing.assert_array_equal(made[2].q, alone.q)
    np.testing.assert_array_equal(made[1].q, made[3].q)
    assert not np.array_equal(made[1].q, alone.q)


def test_ctrl_c_keeps_what_was_made(stepper, tmp_path):
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    run = stepper.simulate(**START, steps=10**9, every=1000, checkpoint=tmp_path / "run.json")
    timer.join()
    assert run.status == "interrupted" and not run.ok
    assert "stopped on request" in run.message
    assert run.report["steps"] > 1000 and len(run) > 1
    assert np.isfinite(run.q).all()
    np.testing.assert_array_equal(rc.load_step(tmp_path / "run.json").q, run.last.q)


def test_progress_is_told_and_its_exceptions_end_the_run(stepper, tmp_path, capsys):
    told = []
    stepper.simulate(**START, steps=100_000, every=0,
                     progress=lambda made, total, error: told.append((made, total, error)))
    assert told and told[-1][1] == 100_000
    assert [made for made, *_ in told] == sorted(made for made, *_ in told)

    def fail(made, total, error):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        stepper.simulate(**START, steps=10**9, every=0, progress=fail,
                         checkpoint=tmp_path / "run.json")
    assert rc.load_step(tmp_path / "run.json").q.shape == (2,)  # nothing computed is lost
    stepper.simulate(**START, steps=100, progress=True)
    assert "100" in capsys.readouterr().err


def test_a_signal_handler_that_throws_ends_the_run(stepper):
    class Late(Exception):
        pass

    def late(*_):
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Late):
            stepper.simulate(**START, steps=10**9, every=0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
