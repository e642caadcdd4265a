"""All formats tell the same, are valid whatever a student wrote, and stay readable."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api import formats
from api.formats import html, junit, terminal
from api.report_view.outcome import NotGraded
from api.report_view.report import report_view
from grader.finding import Diagnosis, Edit, Finding, Where
from grader.records import replace
from grader.report import Report
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import trim
from tests.api.conftest import HOSTILE
from tests.api.explained import FIVE_NODES, OVERWRITTEN
from tests.api.formats.reading import OVERWRITING, SOURCE, diagnosed, page, xml, xml_text


def test_formats_are_the_files_of_their_folder() -> None:
    folder = Path(formats.__file__).parent
    assert formats.names() == sorted(path.stem for path in folder.glob("[!_]*.py"))


@pytest.mark.parametrize("name", formats.names())
def test_every_format_renders_nothing_one_and_many(name: str, mixed: Report, refused: NotGraded) -> None:
    render = formats.load(name).render
    assert isinstance(render([], {}), str)
    assert "a + a" in render([mixed], {}) or name == "classroom50"  # which has no room for texts
    assert "big" in render([mixed, refused, mixed], {})


@pytest.mark.parametrize("name", ["terminal", "junit", "html"])
def test_all_formats_tell_the_same(name: str, mixed: Report, sources: dict[str, bytes]) -> None:
    text = formats.load(name).render([mixed], sources)
    readers: dict[str, Callable[[str], str]] = {
        "terminal": str,
        "junit": lambda text: xml_text(xml(text)),
        "html": lambda text: page(text).text,
    }
    shown = readers[name](text)

    for told in _told(mixed):
        assert told.replace("`", "").casefold() in shown.replace("`", "").casefold(), told


def _told(report: Report) -> Iterator[str]:
    for stage in report_view(trim(report, Rung.CAUSE), {}).stages:
        for graph in (graph for suite in stage.suites for graph in suite.graphs if graph.failed):
            yield graph.caption
            yield from (part for quoted in graph.messages for part in quoted.message if part)
            yield from (wrong.name for wrong in graph.wrong)
            yield from (wrong.got for wrong in graph.wrong)


@pytest.mark.parametrize("name", ["terminal", "junit", "html"])
def test_the_line_that_is_spoken_of_is_quoted(name: str, mixed: Report, sources: dict[str, bytes]) -> None:
    assert "raise TypeError" in formats.load(name).render([mixed], sources)


def test_a_diagnosis_that_stopped_is_ours_and_says_so(mixed: Report) -> None:
    report = replace(mixed, diagnosis=Diagnosis(status="failed"))

    assert "our diagnosis stopped with an error" in terminal.render([report], {})


@pytest.mark.parametrize("name", ["terminal", "html"])
def test_a_finding_is_told_as_far_as_the_rung_allows(name: str, mixed: Report) -> None:
    told = [formats.load(name).render([diagnosed(mixed)], {}, hints=rung) for rung in Rung]

    assert ["a = Value(2.0)" in text for text in told] == [False, *[True] * 4]
    assert ["line 17" in text for text in told] == [False, False, True, True, True]
    assert ["Gradient overwritten" in text for text in told] == [False, False, False, True, True]
    assert ["+ self.grad += 1.0 * out.grad" in text for text in told] == [False] * 4 + [True]


def test_at_the_lowest_rung_formats_show_suites_alone(mixed: Report) -> None:
    root = xml(junit.render([diagnosed(mixed)], {}, hints=Rung.NOTHING))
    cases = {case.get("name"): [child.tag for child in case] for case in root.iter("testcase")}
    lines = terminal.render([diagnosed(mixed)], {}, hints=Rung.NOTHING)

    assert cases == {
        "chain": [], "sums": ["failure"], "tanh": ["skipped"], "neuron": ["skipped"], "rule": ["skipped"],
    }  # fmt: skip
    assert "✗ sums" in lines
    assert not [text for text in ("a + a", "TypeError", "gradient", "torch", "hello") if text in lines]


@pytest.fixture
def hostile_finding() -> Finding:
    """A finding in which every text is hostile, also where a model would refuse it."""
    nodes = tuple(replace(each, text=HOSTILE) for each in FIVE_NODES.nodes)
    writes = tuple(replace(each, function=HOSTILE) for each in FIVE_NODES.writes)
    explained = replace(FIVE_NODES, nodes=nodes, writes=writes, graph=HOSTILE)
    where = Where(operation=HOSTILE, function=HOSTILE, line=1, column=4, end_column=9)
    edit = Edit(line=1, was=HOSTILE, now=HOSTILE)
    evidence = replace(OVERWRITTEN.evidence, writes=writes[5:6])
    changes = {
        "fault": HOSTILE,
        "where": where,
        "explained": explained,
        "repair": (edit,),
        "evidence": evidence,
    }
    return replace(OVERWRITTEN, **changes)


def test_a_hostile_finding_moves_no_cursor_and_makes_no_tag(
    hostile: Report, mixed: Report, hostile_finding: Finding
) -> None:
    sources = {hostile.name: SOURCE, "value.py": OVERWRITING}
    report = diagnosed(hostile, hostile_finding)
    usual = page(html.render([diagnosed(mixed)], sources, hints=Rung.REPAIR))

    shown = page(html.render([report], sources, hints=Rung.REPAIR).encode().decode())
    text = terminal.render([report], sources, hints=Rung.REPAIR)
    xml(junit.render([report], sources).encode().decode())

    assert {tag for tag, _ in shown.tags} <= {tag for tag, _ in usual.tags}
    assert "\x1b" not in shown.text
    assert "\u202e" not in shown.text
    assert all(character == "\n" or character.isprintable() for character in text)


def test_nothing_graded_says_why(mixed: Report) -> None:
    problem = mixed.suites[1].graphs[1].problem
    ungraded = replace(mixed, problem=problem, found=None)

    for name in ("terminal", "junit", "html"):
        text = formats.load(name).render([ungraded], {})
        assert "TypeError: no" in text
        assert "b = a + a" not in text
