"""The first page."""

from api.pages.home import EXAMPLE, SAMPLE
from grader.assignment import assignment
from grader.finding import Finding
from grader.grade import grade
from grader.records import from_json
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests.world.desk import Desk


def test_what_it_shows_is_what_its_example_comes_to(sandbox: Embedded) -> None:
    report = grade(Source("value.py", EXAMPLE.read_bytes()), assignment("core"), sandbox, seed=0)

    assert report.diagnosis is not None
    assert report.diagnosis.findings[0] == from_json(Finding, SAMPLE.read_bytes())


def test_it_shows_a_real_diagnosis_and_the_ways_on(desk: Desk) -> None:
    page = desk.browser(None).open("/")

    assert "Gradient overwritten instead of accumulated (line 15, in +" in page.text
    assert page.links["Try it now"] == "/try"
    assert page.links["Sign in"] == "/sign-in"
