"""The report as one page: every wrong number, no tag of a student's, nothing that runs."""

from api.formats import html
from api.report_view.pictures import svg
from grader.records import replace
from grader.report import Report
from submissions.courses.assignments.hints import Rung
from tests.api.explained import DIAMOND, FIVE_NODES, OVERWRITTEN
from tests.api.formats.reading import SOURCE, diagnosed, failed_captions, page


def test_html_has_every_failed_graph_and_every_wrong_number(mixed: Report, sources: dict[str, bytes]) -> None:
    shown = page(html.render([mixed], sources))

    assert all(caption in shown.text for caption in failed_captions(mixed))
    rows = [tag for tag, attributes in shown.tags if tag == "th" and attributes.get("scope") == "row"]
    assert len(rows) == sum(len(graph.wrong) for suite in mixed.suites for graph in suite.graphs)
    assert [attributes["lang"] for tag, attributes in shown.tags if tag == "html"] == ["en"]


def test_html_needs_nothing_else_and_runs_nothing(mixed: Report) -> None:
    shown = page(html.render([mixed, mixed], {}))

    tags = {tag for tag, _ in shown.tags}
    assert tags.isdisjoint({"script", "link", "img", "iframe", "object"})
    assert not [name for _, attributes in shown.tags for name in attributes if name.startswith("on")]
    links = [attributes["href"] for tag, attributes in shown.tags if tag == "a"]
    assert links == ["#file-1", "#file-2"]


def test_html_says_verdicts_in_words_too(mixed: Report) -> None:
    text = page(html.render([mixed], {})).text

    assert all(words in text for words in ("✓ passed", "✗ failed", "– not implemented", "– not judged"))


def test_html_of_a_hostile_report_has_no_tag_of_theirs(hostile: Report, mixed: Report) -> None:
    shown = page(html.render([hostile], {hostile.name: SOURCE}).encode().decode())

    assert {tag for tag, _ in shown.tags} <= {
        tag for tag, _ in page(html.render([mixed], {"value.py": SOURCE})).tags
    }
    assert "<script>alert(1)</script>" in shown.text
    assert "{{ 7 * 7 }}" in shown.text
    assert "\x1b" not in shown.text
    assert "\u202e" not in shown.text


def test_html_shows_findings_with_picture_hints_and_replay(mixed: Report) -> None:
    shown = page(html.render([diagnosed(mixed)], {}, hints=Rung.REPAIR))

    pictures = [a["role"] for tag, a in shown.tags if tag == "svg"]
    steps = [a for tag, a in shown.tags if tag == "li" and (a.get("id") or "").startswith("step-")]
    assert pictures == ["img"] * (2 + 2 * len(steps))
    assert len(steps) == 4
    assert [a.get("class") for a in steps] == [None, None, None, "wrong"]
    assert [a for tag, a in shown.tags if tag == "details" and a.get("class") == "hint"] == [
        {"class": "hint"}
    ]
    assert "The -3 is replaced and lost." in shown.text
    assert "same cause as finding 1" in shown.text
    assert "b = a + a" in shown.text


def test_html_of_many_findings_runs_nothing_and_has_no_id_twice(mixed: Report) -> None:
    report = diagnosed(mixed, OVERWRITTEN, replace(OVERWRITTEN, explained=DIAMOND))

    shown = page(html.render([report, report], {}))

    ids = [attributes["id"] for _, attributes in shown.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {tag for tag, _ in shown.tags}.isdisjoint({"script", "link", "img", "iframe", "object"})
    regions = [a["aria-label"] for _, a in shown.tags if a.get("role") == "region" and "Picture" in str(a)]
    assert len(regions) == len(set(regions)) == 12


def test_tables_of_one_graph_in_two_suites_have_names_of_their_own(mixed: Report) -> None:
    failed = next(suite for suite in mixed.suites if any(graph.wrong for graph in suite.graphs))
    again = replace(failed, slug="skip", title="Skip connection")

    shown = page(html.render([replace(mixed, suites=(failed, again))], {}))

    regions = [a["aria-label"] for _, a in shown.tags if a.get("role") == "region"]
    assert len(regions) == len(set(regions)) >= 2


def test_a_graph_too_large_for_a_picture_is_told_in_lines(mixed: Report) -> None:
    more = [replace(FIVE_NODES.nodes[3], name=f"d{n}") for n in range(svg.MOST_NODES)]
    nodes = (*FIVE_NODES.nodes, *more)
    large = replace(OVERWRITTEN, explained=replace(FIVE_NODES, nodes=nodes))

    shown = page(html.render([diagnosed(mixed, large)], {}))

    assert "svg" not in {tag for tag, _ in shown.tags}
    assert "a.gradient: expected -2, got 1" in shown.text
    assert "a -> c -> e -3 lost" in shown.text
