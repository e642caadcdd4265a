"""What other systems read is what they document, has the points of the report, and nothing above the rung."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from api import formats
from api.report_view.outcome import NotGraded
from grader.faults import load
from grader.finding import Diagnosis, Where
from grader.records import replace
from grader.report import Report, Verdict
from submissions.courses.assignments.hints import Rung
from tests.api.explained import OVERWRITTEN

SOURCE = b"\n" * 16 + b"            self.grad = 1.0 * out.grad\n"
SOURCES = {"value.py": SOURCE}
TARGETS = ("autolab", "check50", "classroom50", "dodona", "github", "gradescope", "markdown", "prairielearn")
_ONE_MIB = 1 << 20


def render(name: str, *outcomes: Report | NotGraded, hints: Rung = Rung.CAUSE) -> str:
    return formats.load(name).render(outcomes, SOURCES, hints=hints)


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


POINTS: dict[str, Callable[[str], float]] = {
    "autolab": lambda text: json.loads(text.splitlines()[-1])["scores"]["backgrade"],
    "check50": lambda text: sum(each["data"]["points"] for each in json.loads(text)["results"]),
    "classroom50": lambda text: json.loads(text)["score"],
    "gradescope": lambda text: sum(test["score"] for test in json.loads(text)["tests"]),
    "prairielearn": lambda text: sum(test["points"] for test in json.loads(text)["tests"]),
}


@pytest.fixture
def diagnosed(mixed: Report) -> Report:
    return replace(mixed, diagnosis=Diagnosis(findings=(OVERWRITTEN,)))


@pytest.mark.parametrize("name", POINTS)
def test_points_are_those_of_the_report(name: str, mixed: Report) -> None:
    assert POINTS[name](render(name, mixed)) == mixed.score.earned


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_above_the_rung_is_said(name: str, diagnosed: Report) -> None:
    cause = load()[OVERWRITTEN.fault].title

    told = {rung: render(name, diagnosed, hints=rung) for rung in Rung}

    assert all(cause not in told[rung] for rung in Rung if rung < Rung.CAUSE)
    for rung in (Rung.NOTHING, Rung.SYMPTOM):
        assert not re.search(r"line.{1,3}17\b", told[rung])
    assert "b = a + a" not in told[Rung.NOTHING]


@pytest.mark.parametrize("name", sorted({*TARGETS} - {"classroom50"}))
def test_the_cause_is_said(name: str, diagnosed: Report) -> None:
    assert load()[OVERWRITTEN.fault].title in render(name, diagnosed)


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_a_student_wrote_the_document_is_valid_and_small(name: str, hostile: Report) -> None:
    text = render(name, hostile)

    assert len(text.encode()) < _ONE_MIB
    if name in ("autolab", "dodona"):
        assert lines(text if name == "dodona" else "\n".join(text.splitlines()[-2:]))
    elif name == "github":
        assert all(line.startswith(("::error ", "::notice ")) for line in text.splitlines())
    elif name == "markdown":
        assert "<script>" not in re.sub(r"````text.*?````", "", text, flags=re.DOTALL)
    else:
        assert json.loads(text)


def test_gradescope_has_a_test_for_each_suite_that_can_be_asked(mixed: Report) -> None:
    tests = json.loads(render("gradescope", mixed))["tests"]

    asked = [suite for suite in mixed.suites if suite.verdict is not Verdict.NOT_APPLICABLE]
    assert [test["max_score"] for test in tests] == [suite.possible for suite in asked]
    assert {test["status"] for test in tests} == {"passed", "failed"}
    assert all(test["visibility"] == "visible" for test in tests)


def test_prairielearn_takes_no_attempt_for_a_file_that_could_not_be_graded(refused: NotGraded) -> None:
    document = json.loads(render("prairielearn", refused))

    assert document["gradable"] is False
    assert "the file has 3 MiB" in document["format_errors"][0]
    assert "score" not in document


def test_prairielearn_has_the_score_as_a_share(mixed: Report) -> None:
    document = json.loads(render("prairielearn", mixed))

    assert document["score"] == mixed.score.earned / mixed.score.possible


def test_dodona_closes_what_it_opens_and_marks_the_line_of_the_cause(diagnosed: Report) -> None:
    commands = lines(render("dodona", diagnosed))

    opened: list[str] = []
    for command in commands:
        kind, _, what = command["command"].partition("-")
        if kind == "start":
            opened.append(what)
        elif kind == "close":
            assert opened.pop() == what
    assert not opened
    assert [each["row"] for each in commands if each["command"] == "annotate-code"] == [16]
    assert commands[-1]["accepted"] is False
    assert commands[-1]["status"]["enum"] == "wrong"


def test_dodona_accepts_what_is_right(mixed: Report) -> None:
    right = replace(mixed, suites=mixed.suites[:1])

    last = lines(render("dodona", right))[-1]

    assert (last["accepted"], last["status"]["enum"]) == (True, "correct")


def test_check50_says_which_check_had_to_pass_first(mixed: Report) -> None:
    results = {each["name"]: each for each in json.loads(render("check50", mixed))["results"]}

    assert results["chain"]["passed"] is True
    assert results["chain"]["cause"] is None
    assert results["sums"]["passed"] is False
    assert "b = a + a" in results["sums"]["cause"]["help"]
    assert (results["neuron"]["passed"], results["neuron"]["dependency"]) == (None, "tanh")


def test_classroom50_takes_its_names_from_the_runner(mixed: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"):
        monkeypatch.setenv(name, f"submit/{name}")
    monkeypatch.delenv("REVIEW_URL", raising=False)

    document = json.loads(render("classroom50", mixed))

    assert document["schema"] == "classroom50/result/v1"
    assert document["submission"] == "submit/SUBMISSION_TAG"
    assert document["review"] == document["commit"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["datetime"])
    for test in (document, *document["tests"]):
        assert isinstance(test["score"], int)
        assert 0 <= test["score"] <= test["max-score"]


def test_github_marks_the_line_of_the_cause(diagnosed: Report) -> None:
    first = render("github", diagnosed).splitlines()[0]

    assert first.startswith("::error file=value.py,line=17,title=")


def test_a_cause_is_marked_at_each_of_its_places(mixed: Report) -> None:
    twice = replace(OVERWRITTEN, also=(Where(operation="*", line=34),))
    told = replace(mixed, diagnosis=Diagnosis(findings=(twice,)))

    for rung, marked in ((Rung.SYMPTOM, []), (Rung.PLACE, [17, 34])):
        dodona = [each for each in lines(render("dodona", told, hints=rung)) if "row" in each]
        assert [each["row"] + 1 for each in dodona] == marked
        github = re.findall(r"^::error .*?line=([0-9]+)", render("github", told, hints=rung), re.MULTILINE)
        assert list(map(int, github)) == marked


def test_a_text_of_a_student_is_no_command_of_github(hostile: Report) -> None:
    forged = replace(hostile, name="a.py::x\n::set-output name=a::b")

    assert all(line.startswith(("::error ", "::notice ")) for line in render("github", forged).splitlines())
