"""How gradients were obtained, told in words: in the terminal, on a page, in a list for staff."""

import pytest

from api.formats import html, terminal
from api.report_view.report import report_view
from api.words import gradients as words
from grader.gradients import Gradients, Method, MethodCertainty, Sign, SignEvidence
from grader.records import from_json, to_json
from grader.report import Report, Verdict
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import trim
from tests.api.conftest import graph, report, suite
from tests.offenders import for_each

OTHERWISE = [Method.NUMERICAL, Method.FORWARD_MODE, Method.BY_HEART]
SIGNS = (SignEvidence(sign=Sign.MOVED_INPUTS, seen=9, of=9), SignEvidence(sign=Sign.FOLLOWS_INPUTS))


def told(
    method: Method, certainty: MethodCertainty | None = MethodCertainty.PROVEN, *, costs: bool = True
) -> Report:
    passed = graph(Verdict.PASSED, earned=0.25 if costs else 1, forward_only=costs)
    obtained = Gradients(method=method, certainty=certainty, evidence=SIGNS)
    return report(suite(Verdict.PASSED, passed), gradients=obtained)


@for_each("sign", Sign)
def test_every_sign_is_a_sentence(sign: Sign) -> None:
    said = words.sign(SignEvidence(sign=sign, seen=7, of=3))
    assert said[0].isupper() or said[0] in "`7"
    assert said.endswith(".")
    assert "{" not in said


@pytest.mark.parametrize("method", Method)
def test_every_method_has_a_line(method: Method) -> None:
    assert words.fact(Gradients(method=method, certainty=MethodCertainty.LIKELY)).endswith("(likely)")
    assert words.flag(method, proven=True).endswith("(proven)")
    assert words.flag(method, proven=False).endswith("(likely)")


@pytest.mark.parametrize("method", OTHERWISE)
def test_what_it_costs_is_said_where_it_costs(method: Method) -> None:
    proven = Gradients(method=method, certainty=MethodCertainty.PROVEN, evidence=SIGNS)
    costly, free = words.otherwise(proven, costs=True), words.otherwise(proven, costs=False)
    assert costly is not None
    assert free is not None
    assert "a quarter of its points" in costly.seen
    assert "no points" in free.seen


@pytest.mark.parametrize("method", OTHERWISE)
def test_where_it_is_likely_points_stay_and_somebody_looks(method: Method) -> None:
    likely = words.otherwise(Gradients(method=method, certainty=MethodCertainty.LIKELY), costs=False)
    assert likely is not None
    assert "Your points stay" in likely.seen


@pytest.mark.parametrize("method", [Method.BACKPROPAGATION, Method.NOT_SHOWN])
def test_nobody_else_is_told_anything(method: Method) -> None:
    made = told(method, None, costs=False)
    assert report_view(trim(made, Rung.CAUSE), {}).gradient_notice is None
    assert "differentiation" not in terminal.render([made], {})


@pytest.mark.parametrize(("verdict", "next_step"), [(Verdict.PASSED, "ask"), (Verdict.FAILED, "First make")])
def test_where_nothing_could_be_seen_a_next_step_is_named(verdict: Verdict, next_step: str) -> None:
    passed = graph(verdict, earned=1 if verdict is Verdict.PASSED else 0)
    made = report(suite(verdict, passed), gradients=Gradients())
    page = html.render([made], {})
    assert "We could not see how your class computes gradients. This costs no points." in page
    assert next_step in page


def test_the_terminal_says_it_above_everything_with_its_signs() -> None:
    lines = terminal.render([told(Method.NUMERICAL)], {}).splitlines()
    place = next(number for number, line in enumerate(lines) if "numerical differentiation" in line)
    assert place < 4
    assert "0.25 of 1 point" in lines[0]
    assert "nothing wrong" not in lines[0]
    assert "close to the data of 9 of 9 inputs" in lines[place + 2]


def test_a_page_says_it_with_its_signs() -> None:
    page = html.render([told(Method.FORWARD_MODE)], {})
    assert "carries derivatives forward" in page
    assert "close to the data of 9 of 9 inputs" in page


def test_a_page_says_backpropagation_in_a_line() -> None:
    page = html.render([told(Method.BACKPROPAGATION, costs=False)], {})
    assert "Gradients by backpropagation (proven)" in page


def test_a_report_with_parts_of_points_comes_back_as_it_was() -> None:
    made = told(Method.NUMERICAL)
    assert from_json(Report, to_json(made)) == made
    whole = report(suite(Verdict.PASSED, graph(Verdict.PASSED)))
    assert '"earned":1,' in to_json(whole)
