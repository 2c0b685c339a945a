"""What a notebook shows."""

import json
import re
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import ricochet as rc
from ricochet import _html


@pytest.fixture(scope="module")
def run():
    return rc.problems["cradle"]().simulate(time=2.0)


def test_every_object_has_a_table(bead, stepper, run):
    for shown in (bead, stepper, run, rc.problems["cradle"]()):
        assert "<table>" in shown._repr_html_()
        assert repr(shown).startswith("<")
    svg = re.search(r"<svg.*</svg>", run._repr_html_())
    assert xml.fromstring(svg[0]).find("polyline") is not None


def test_names_cannot_be_markup():
    import casadi as ca

    q = ca.SX.sym("q")
    assert "<script" not in rc.System("<script>", q=q, M=1, V=q, g={"<b>": q})._repr_html_()


def test_the_energy_line_keeps_extremes_and_ignores_what_is_not_known():
    t = np.linspace(0, 1, 10_000)
    error = np.zeros_like(t)
    error[1234], error[7], error[0] = 5.0, -3.0, np.nan
    line = _html.energy_line(t, error)
    assert "from -3 to 5 J" in line
    heights = [float(pair.split(",")[1]) for pair in re.search(r'points="(.*?)"', line)[1].split()]
    assert min(heights) == 2.0 and max(heights) == _html.HEIGHT - 2
    assert _html.energy_line(t[:1], error[:1]) == ""


def test_view_is_the_page_of_the_program(run, program, tmp_path):
    program("run", "cradle", "--time", "2", "--quiet", "--out", tmp_path / "run.csv",
            "--events", tmp_path / "impacts.csv", "--report", tmp_path / "run.json")
    program("view", tmp_path / "run.json", "--quiet", "--out", tmp_path / "page.html")

    def data(page):
        return json.loads(re.search(r'type="application/json"[^>]*>(.*?)</script>', page, re.S)[1])

    there = (tmp_path / "page.html").read_text()
    here = run.view()
    assert data(here.html) == data(there)
    here.save(tmp_path / "here.html")
    assert (tmp_path / "here.html").read_text() == here.html
    assert "srcdoc=" in here._repr_html_()


def test_view_of_a_system_needs_bodies(ball):
    run = rc.make_stepper("gvi", ball).simulate([0, 1], [1, 0], 0.01, 50)
    assert '"ball"' in run.view().html  # two coordinates: a point in the plane
    square = rc.Body(0, 1, outline=[(-1, -1), (1, -1), (1, 1), (-1, 1)])
    assert '"crate"' in run.view({"crate": square}).html
    with pytest.raises(ValueError, match="Body 'rod': coordinate 2 does not exist"):
        run.view({"rod": rc.Body(0, 1, 2)})
    line = rc.problems["pogo"]().simulate(steps=5)
    with pytest.raises(ValueError, match="no body that moves in the plane"):
        line.view()
