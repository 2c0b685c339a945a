"""Orders of convergence and errors of methods: the numbers of the program `ricochet`."""

import csv
import math
import re
import signal
import time

import numpy as np
import pytest

import ricochet as rc
from ricochet import _errors


def test_orders_are_observed_if_asked_for():
    problem = rc.problems["bowl"]()
    plain = rc.compare(problem, ["discrete-smooth"], steps=40)
    assert plain[0].orders is None and "order_observed" not in plain.rows[0]
    asked = rc.compare(problem, ["discrete-smooth", "direct-midpoint"], steps=40, orders=True)
    orders = asked[0].orders
    assert orders.claimed == 2 and orders.observed == pytest.approx(2.0, abs=0.1)
    assert asked.rows[0]["order_observed"] == orders.observed
    np.testing.assert_array_equal(asked[0].run.q, plain[0].run.q)
    assert "order_claimed" in asked._repr_html_()


def test_orders_take_the_start_of_the_run():
    problem = rc.problems["bowl"]()
    own = rc.compare(problem, ["gvi"], steps=40, orders=True)[0].orders
    rest = rc.compare(problem, ["gvi"], steps=40, orders=True, q=[0, 0], p=[0, 0])[0].orders
    assert own.observed == pytest.approx(2.0, abs=0.1)
    assert math.isnan(rest.observed), "what rests shows no order"


def test_a_method_that_ends_early_has_no_order():
    entry = rc.compare(rc.problems["disc-box"](), ["discrete-smooth"], steps=60, orders=True)[0]
    assert not entry.run.ok and entry.orders.claimed == 2 and math.isnan(entry.orders.observed)


@pytest.mark.parametrize("name", ["cradle", "falling-rod"])
def test_orders_are_those_of_the_program(name, program, tmp_path):
    program("compare", name, "--steps", "120", "--quiet", "--out", tmp_path)
    ours = {each.stepper: each.orders
            for each in rc.compare(rc.problems[name](), steps=120, orders=True) if each.orders}
    table = next(file for file in tmp_path.glob("*.csv") if "order_claimed" in file.read_text())
    seen = 0
    for row in csv.DictReader(table.open()):
        orders = ours.pop(row["method"])
        assert orders.claimed == int(row["order_claimed"]), row["method"]
        for here, there in ((orders.observed, row["order_observed"]),
                            (orders.through_impacts, row["order_through_impacts"])):
            if there:
                assert here == pytest.approx(float(there), abs=1e-9), row["method"]
                seen += 1
            else:
                assert math.isnan(here), row["method"]
    assert not ours and seen


@pytest.mark.parametrize("name", ["cradle", "falling-rod"])
def test_measured_errors_are_those_of_the_program(name, program):
    text = program("choose", name, "--measure")
    measured = rc.choose(rc.problems[name](), measure=True).measured
    assert str(measured) in text
    rows = re.findall(r"^\| ([a-z-]+)[^|]*\| +(\S+) \| +(\S+) \| +(\S+) \| +(\S+) \|", text, re.M)
    rows = [row for row in rows if row[0] != "method"]
    assert [row[0] for row in rows] == [each.stepper for each in measured.methods] and rows
    for (_, *errors, ratio), method, own in zip(rows, measured.methods, measured.rows):
        assert errors == [f"{error:.1e}" for error in method.errors]
        assert ratio == ("-" if math.isnan(own["ratio"]) else f"{own['ratio']:.2g}")


def test_choose_measures_a_system_that_is_told_h_and_steps(bead):
    choice = rc.choose(bead, [1, 0.5], [1, 1], measure=True, h=0.01, steps=30)
    measured = choice.measured
    assert measured.steps == 30 and measured.tells and measured.best is not None
    gvi = next(each for each in measured.methods if each.stepper == "gvi")
    assert gvi.errors[0] > gvi.errors[1] > gvi.errors[2] and gvi.advice > 0
    assert "mean distance" in repr(choice) and "mean distance" in choice._repr_html_()
    assert rc.choose(bead, [1, 0.5], [1, 1]).measured is None
    with pytest.raises(TypeError, match=r"give h \[s\] and steps"):
        rc.choose(bead, [1, 0.5], [1, 1], measure=True)


def test_ctrl_c_ends_a_measurement():
    cradle = rc.problems["cradle"]()
    begin = time.perf_counter()
    rc.choose(cradle, measure=True)
    whole = time.perf_counter() - begin
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.1 * whole)
    begin = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            rc.choose(cradle, measure=True)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - begin < 0.7 * whole


def test_a_ratio_counts_what_cannot_be_told_as_equal():
    def method(*errors):
        return _errors.MethodErrors("gvi", {}, 1, errors, 1e-9, 0, True, "")

    measured = _errors.MeasuredErrors(0.1, 10, "gvi", 1e-9, 1.0, [])
    assert measured.ratio(method(1e-5, 1e-6, 1e-7), method(1e-8, 1e-8, 1e-8)) == 1.0
    assert measured.ratio(method(8e-3, 8e-3, 8e-3), method(1e-3, 1e-3, 1e-3)) == pytest.approx(8.0)
    assert measured.ratio(method(math.nan, 0, 0), method(0, 0, 0)) == math.inf
    assert measured.best is None
