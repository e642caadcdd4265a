"""All formats tell the same, are valid whatever a student wrote, and stay readable."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from api import formats
from api.formats import html, junit, terminal
from api.report_view.numbers import pair, short
from api.report_view.outcome import NotGraded
from api.report_view.pictures import svg
from api.report_view.report import report_view
from api.report_view.source_lines import SourceLines
from grader.finding import Diagnosis, Edit, Finding, Where
from grader.report import Report, Verdict
from submissions.assignments.hints import Rung
from submissions.results.trimming import trim
from tests.api.conftest import HOSTILE
from tests.api.explained import DIAMOND, FIVE_NODES, OVERWRITTEN
from tests.world.pages import Page, assert_balanced

SOURCE = b"class Value:\n    def __add__(self, other): raise TypeError('no')  # <b>\x1b\xe2\x80\xae\n"
OVERWRITING = b"\n" * 16 + b"            self.grad = 1.0 * out.grad\n"


def page(text: str) -> Page:
    """The page, which leaves nothing open."""
    assert_balanced(text)
    return Page(text)


def xml(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - written by ourselves just now


def failed_captions(report: Report) -> list[str]:
    return [g.graph for s in report.suites for g in s.graphs if g.verdict is Verdict.FAILED]


@pytest.fixture
def sources() -> dict[str, bytes]:
    return {"value.py": SOURCE}


def test_formats_are_the_files_of_their_folder() -> None:
    folder = Path(formats.__file__).parent
    assert formats.names() == sorted(path.stem for path in folder.glob("[!_]*.py"))


@pytest.mark.parametrize("name", formats.names())
def test_every_format_renders_nothing_one_and_many(name: str, mixed: Report, refused: NotGraded) -> None:
    render = formats.load(name).render
    assert isinstance(render([], {}), str)
    assert "a + a" in render([mixed], {}) or name == "classroom50"  # which has no room for texts
    assert "big" in render([mixed, refused, mixed], {})


def test_json_of_one_file_is_its_report(mixed: Report) -> None:
    text = formats.load("json").render([mixed], {})

    assert Report.model_validate_json(text) == mixed


def test_json_of_several_files_is_a_list_in_their_order(mixed: Report, refused: NotGraded) -> None:
    documents = json.loads(formats.load("json").render([refused, mixed], {}))

    assert Report.model_validate_json(json.dumps(documents[1])) == mixed
    assert documents[0] == {
        "name": "big.py",
        "not_graded": {"kind": "too-large", "seen": "the file has 3 MiB", "advice": "take a smaller one"},
    }


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
        "not run, because “tanh” did not pass",
        "Your nodes have no `_backward` that can be called alone, so we could not replace a local rule.",
    ]


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

    assert all(words in text for words in ("✓ passed", "✗ failed", "– not implemented", "– not run"))


@pytest.mark.parametrize("name", ["terminal", "junit", "html"])
def test_all_formats_tell_the_same(name: str, mixed: Report, sources: dict[str, bytes]) -> None:
    text = formats.load(name).render([mixed], sources)
    readers: dict[str, Callable[[str], str]] = {
        "terminal": str,
        "junit": lambda text: _xml_text(xml(text)),
        "html": lambda text: page(text).text,
    }
    shown = readers[name](text)

    for told in _told(mixed):
        assert told.replace("`", "").casefold() in shown.replace("`", "").casefold(), told


def _xml_text(root: ET.Element) -> str:
    return "\n".join(
        [value for element in root.iter() for value in element.attrib.values()] + [*root.itertext()]
    )


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


@pytest.mark.parametrize("color", [False, True])
def test_terminal_lets_no_control_character_through(hostile: Report, *, color: bool) -> None:
    text = terminal.render([hostile, hostile], {hostile.name: SOURCE}, color=color)

    rest = re.sub(r"\x1b\[[0-9;]*m", "", text) if color else text
    assert all(character == "\n" or character.isprintable() for character in rest)
    assert "[bold red]x[/]" in rest


def test_junit_of_a_hostile_report_is_valid_and_keeps_what_xml_can_say(hostile: Report) -> None:
    root = xml(junit.render([hostile], {hostile.name: SOURCE}).encode().decode())

    assert '<script>alert(1)</script> & "quoted" ]]>' in _xml_text(root)


def test_html_of_a_hostile_report_has_no_tag_of_theirs(hostile: Report, mixed: Report) -> None:
    shown = page(html.render([hostile], {hostile.name: SOURCE}).encode().decode())

    assert {tag for tag, _ in shown.tags} <= {
        tag for tag, _ in page(html.render([mixed], {"value.py": SOURCE})).tags
    }
    assert "<script>alert(1)</script>" in shown.text
    assert "{{ 7 * 7 }}" in shown.text
    assert "\x1b" not in shown.text
    assert "\u202e" not in shown.text


def test_json_of_a_hostile_report_is_ascii_safe(hostile: Report) -> None:
    text = formats.load("json").render([hostile], {})

    assert text.isascii()
    assert "\x1b" not in text


def test_colour_only_where_it_is_asked_for(mixed: Report) -> None:
    plain = terminal.render([mixed], {})
    coloured = terminal.render([mixed], {}, color=True)

    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_terminal_wraps_sentences_and_no_code(mixed: Report, sources: dict[str, bytes], width: int) -> None:
    whole = terminal.render([mixed], sources)
    wrapped = terminal.render([mixed], sources, width=width)

    assert wrapped.split() == whole.split()
    assert set(whole.splitlines()) >= {line for line in wrapped.splitlines() if len(line) > width}
    assert {line for line in whole.splitlines() if " | " in line} <= set(wrapped.splitlines())


def test_terminal_reads_as_it_should(mixed: Report, sources: dict[str, bytes]) -> None:
    lines = terminal.render([mixed], sources).splitlines()

    assert lines[0].split() == ["value.py", "1", "of", "5", "points"]
    assert lines[1] == "Class `Value`, methods from line 3"
    assert "  ✓ chain      1 of 1" in lines
    assert "      b = a + a   for a = 3" in lines
    assert "        b.gradient  expected 2  got `None`   <- first wrong number" in lines
    assert "        a.gradient  expected 2  got 1" in lines
    assert "        TypeError: no (line 2, in `__add__`)" in lines
    assert "  – Not implemented: tanh" in lines
    assert "– Still missing: `tanh` (1 point)." in lines
    assert "· Your class calls the gradient of a node `gradient`." in lines


def test_terminal_folds_what_failed_alike_and_says_so(mixed: Report) -> None:
    failed = mixed.suites[1].graphs[0]
    many = mixed.suites[1].model_copy(update={"graphs": (failed,) * 5})

    text = terminal.render([mixed.model_copy(update={"suites": (many,)})], {})

    assert text.count("b = a + a") == 1
    assert "4 more graphs fail in the same way." in text


def test_terminal_stays_short_and_counts_what_it_leaves_out(mixed: Report) -> None:
    suites = tuple(mixed.suites[1].model_copy(update={"slug": f"s{n}", "title": f"s{n}"}) for n in range(35))

    text = terminal.render([mixed.model_copy(update={"suites": suites})], {})

    assert len(text.splitlines()) <= terminal.MOST_LINES + 5
    shown = text.count("      b = a + a") + text.count("      c = a * b")
    assert f"{70 - shown} more failing graphs are not shown here" in text


def diagnosed(report: Report, *findings: Finding) -> Report:
    return report.model_copy(update={"diagnosis": Diagnosis(findings=findings or (OVERWRITTEN,))})


def test_the_terminal_shows_the_cause_first(mixed: Report) -> None:
    lines = terminal.render([diagnosed(mixed)], {"value.py": OVERWRITING}).splitlines()

    title = "Gradient overwritten instead of accumulated (line 17, in `+`, and in every other operation)"
    assert lines[2:8] == [
        "",
        f"1  {title}",
        "   17 | self.grad = 1.0 * out.grad",
        "      | " + "^" * 26,
        (
            "   `a` is used twice, so `a.gradient = -3 + 1 = -2`. "
            "Your line 17 uses `=`: it stores 1 and replaces the -3 that line 28 stored. "
            "The last write wins: `a.gradient = 1`, and -3 is lost."
        ),
        "   Proven: we changed only this in your code, and 14 failing graphs passed.",
    ]
    assert "     a -> c -> e  -3  lost" in lines
    assert "     a = Value(2.0)" in lines


def test_the_terminal_folds_what_a_finding_explains_and_nothing_else(mixed: Report) -> None:
    other = mixed.suites[1].model_copy(update={"slug": "other", "title": "other"})
    report = mixed.model_copy(update={"suites": (*mixed.suites, other)})

    text = terminal.render([diagnosed(report)], {})

    assert "  ✗ sums (0 of 2)   same cause as finding 1\n" in text
    assert "  ✗ other      0 of 2\n" in text
    assert text.count("      b = a + a") == 1
    assert "  ✓ chain      1 of 1\n" in text


def test_the_terminal_stays_short_with_findings_too(mixed: Report) -> None:
    suites = tuple(mixed.suites[1].model_copy(update={"slug": f"s{n}", "title": f"s{n}"}) for n in range(20))
    report = mixed.model_copy(update={"suites": suites})
    second = OVERWRITTEN.model_copy(update={"explained": DIAMOND})

    lines = terminal.render([diagnosed(report, OVERWRITTEN, second)], {}).splitlines()
    many = terminal.render([diagnosed(report, *[OVERWRITTEN] * 9)], {})

    assert len(lines) <= terminal.MOST_LINES + 5
    assert "3 more findings are not shown here." in many


def test_a_report_without_findings_looks_as_before(mixed: Report) -> None:
    for nothing in (Diagnosis(status="nothing"), Diagnosis()):
        report = mixed.model_copy(update={"diagnosis": nothing})
        for name in ("terminal", "junit", "html"):
            render = formats.load(name).render
            assert render([report], {}) == render([mixed], {})
    assert "graph-picture" not in html.render([mixed], {})


def test_a_diagnosis_that_stopped_is_ours_and_says_so(mixed: Report) -> None:
    report = mixed.model_copy(update={"diagnosis": Diagnosis(status="failed")})

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


def test_html_shows_findings_with_picture_hints_and_replay(mixed: Report) -> None:
    shown = page(html.render([diagnosed(mixed)], {}, hints=Rung.REPAIR))

    pictures = [a["role"] for tag, a in shown.tags if tag == "svg"]
    steps = [a for tag, a in shown.tags if tag == "li" and (a.get("id") or "").startswith("step-")]
    assert pictures == ["img"] * (2 + 2 * len(steps))
    assert len(steps) == 4
    assert [a.get("class") for a in steps] == [None, None, None, "wrong"]
    assert [a for tag, a in shown.tags if tag == "details" and a.get("class") == "hint"] == [
        {"class": "hint"}
    ] * 4
    assert "The -3 is replaced and lost." in shown.text
    assert "same cause as finding 1" in shown.text
    assert "b = a + a" in shown.text


def test_html_of_many_findings_runs_nothing_and_has_no_id_twice(mixed: Report) -> None:
    report = diagnosed(mixed, OVERWRITTEN, OVERWRITTEN.model_copy(update={"explained": DIAMOND}))

    shown = page(html.render([report, report], {}))

    ids = [attributes["id"] for _, attributes in shown.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {tag for tag, _ in shown.tags}.isdisjoint({"script", "link", "img", "iframe", "object"})
    regions = [a["aria-label"] for _, a in shown.tags if a.get("role") == "region" and "Picture" in str(a)]
    assert len(regions) == len(set(regions)) == 12


def test_a_graph_too_large_for_a_picture_is_told_in_lines(mixed: Report) -> None:
    more = [FIVE_NODES.nodes[3].model_copy(update={"name": f"d{n}"}) for n in range(svg.MOST_NODES)]
    nodes = (*FIVE_NODES.nodes, *more)
    large = OVERWRITTEN.model_copy(update={"explained": FIVE_NODES.model_copy(update={"nodes": nodes})})

    shown = page(html.render([diagnosed(mixed, large)], {}))

    assert "svg" not in {tag for tag, _ in shown.tags}
    assert "a.gradient: expected -2, got 1" in shown.text
    assert "a -> c -> e -3 lost" in shown.text


def test_junit_says_the_cause_where_it_explains_a_failure(mixed: Report) -> None:
    root = xml(junit.render([diagnosed(mixed)], {}))

    messages = [each.get("message") or "" for each in root.iter("failure")]
    assert len(messages) == 2
    assert all(each.startswith("Gradient overwritten instead of accumulated (line 17") for each in messages)


def test_json_has_the_whole_diagnosis(mixed: Report) -> None:
    report = diagnosed(mixed)

    told = formats.load("json").render([report], {}, hints=Rung.REPAIR)
    assert Report.model_validate_json(told) == report


def test_json_keeps_the_repaired_code_to_itself_unless_it_is_asked_for(mixed: Report) -> None:
    report = diagnosed(mixed)

    told = json.loads(formats.load("json").render([report], {}))
    assert told["diagnosis"]["findings"]
    assert not any("repair" in finding for finding in told["diagnosis"]["findings"])


@pytest.fixture
def hostile_finding() -> Finding:
    """A finding in which every text is hostile, also where a model would refuse it."""
    nodes = tuple(each.model_copy(update={"text": HOSTILE}) for each in FIVE_NODES.nodes)
    writes = tuple(each.model_copy(update={"function": HOSTILE}) for each in FIVE_NODES.writes)
    explained = FIVE_NODES.model_copy(update={"nodes": nodes, "writes": writes, "graph": HOSTILE})
    where = Where.model_construct(operation=HOSTILE, function=HOSTILE, line=1, column=4, end_column=9)
    edit = Edit.model_construct(line=1, was=HOSTILE, now=HOSTILE)
    evidence = OVERWRITTEN.evidence.model_copy(update={"writes": writes[5:6]})
    changes = {
        "fault": HOSTILE,
        "where": where,
        "explained": explained,
        "repair": (edit,),
        "evidence": evidence,
    }
    return OVERWRITTEN.model_copy(update=changes)


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
    ungraded = mixed.model_copy(update={"problem": problem, "found": None})

    for name in ("terminal", "junit", "html"):
        text = formats.load(name).render([ungraded], {})
        assert "TypeError: no" in text
        assert "b = a + a" not in text


def test_numbers_get_as_many_digits_as_it_takes_to_differ() -> None:
    assert pair(2.0, 1.0) == ("2", "1")
    assert pair(1.0, 1.0 + 1e-9) == ("1", "1.000000001")
    assert pair(0.1 + 0.2, 0.3) == ("0.30000000000000004", "0.29999999999999999")
    assert pair(4096.0, 3.16051e17) == ("4096", "3.16051e+17")
    assert short(-0.0) == "0"


def test_a_line_of_a_file_and_of_a_cell() -> None:
    notebook = {"cells": [{"source": ["# title"]}, {"source": "a = 1\nb = 2"}, {"input": ["c = 3"]}]}
    cells = SourceLines("b.ipynb", json.dumps(notebook).encode())
    lines = SourceLines("a.py", b"\xef\xbb\xbffirst\r\n\tsecond\rthird\n")

    assert [lines.line(n) for n in (None, 0, 1, 2, 3, 99)] == ["", "", "first", "second", "third", ""]
    assert [cells.line(2, 2), cells.line(1, 3), cells.line(1, 9), cells.line(1)] == ["b = 2", "c = 3", "", ""]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'{"cells": 3}', b'{"cells": [3]}', b"[" * 100_000]
)
def test_a_notebook_that_cannot_be_read_has_no_lines(content: bytes) -> None:
    assert SourceLines("b.ipynb", content).line(1, 1) == ""


def test_a_quoted_line_is_harmless_and_not_long() -> None:
    lines = SourceLines("a.py", b"x = '\x1b[2J\xff\xe2'" + b"#" * 500)

    assert lines.line(1).isprintable()
    assert len(lines.line(1)) <= 120
