"""The report as JUnit's XML: a case for each graph, valid whatever a student wrote."""

from api.formats import junit
from api.report_view.outcome import NotGraded
from grader.report import Report
from tests.api.formats.reading import SOURCE, diagnosed, failed_captions, xml, xml_text


def test_junit_has_a_case_for_each_graph(mixed: Report, sources: dict[str, bytes]) -> None:
    root = xml(junit.render([mixed], sources))

    assert [case.get("name") for case in root.iter("testcase")] == [
        graph.graph for suite in mixed.suites for graph in suite.graphs
    ]
    assert [case.get("name") for case in root.iter("testcase") if case.find("failure") is not None] == (
        failed_captions(mixed)
    )
    assert len(root.findall("testsuite")) == len(mixed.suites)


def test_junit_counts_what_it_has(mixed: Report, refused: NotGraded) -> None:
    root = xml(junit.render([mixed, refused], {}))

    counts = {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "7", "failures": "2", "errors": "1", "skipped": "3"}
    for element in root:
        assert element.get("failures") == str(len(element.findall("testcase/failure")))


def test_junit_says_what_failed_and_why_something_was_skipped(mixed: Report) -> None:
    root = xml(junit.render([mixed], {}))

    assert [each.get("type") for each in root.iter("failure")] == ["none", "exception"]
    assert [each.get("message") for each in root.iter("skipped")] == [
        "Your class does not implement `tanh`.",
        "not judged, because “tanh” did not pass",
        "Your nodes keep no local rule that we can call alone, so we could not replace one.",
    ]


def test_junit_of_a_hostile_report_is_valid_and_keeps_what_xml_can_say(hostile: Report) -> None:
    root = xml(junit.render([hostile], {hostile.name: SOURCE}).encode().decode())

    assert '<script>alert(1)</script> & "quoted" ]]>' in xml_text(root)


def test_junit_says_the_cause_where_it_explains_a_failure(mixed: Report) -> None:
    root = xml(junit.render([diagnosed(mixed)], {}))

    messages = [each.get("message") or "" for each in root.iter("failure")]
    assert len(messages) == 2
    assert all(each.startswith("Gradient overwritten instead of accumulated (line 17") for each in messages)
