"""The report in a terminal: the cause first, short, whatever its width and colours."""

import re
from collections.abc import Callable

import pytest

from api import formats
from api.formats import html, terminal
from grader.finding import Diagnosis
from grader.records import replace
from grader.report import Report
from tests.api.explained import DIAMOND, OVERWRITTEN
from tests.api.formats.reading import OVERWRITING, SOURCE, diagnosed


@pytest.mark.parametrize("color", [False, True])
def test_terminal_lets_no_control_character_through(hostile: Report, *, color: bool) -> None:
    text = terminal.render([hostile, hostile], {hostile.name: SOURCE}, color=color)

    rest = re.sub(r"\x1b\[[0-9;]*m", "", text) if color else text
    assert all(character == "\n" or character.isprintable() for character in rest)
    assert "[bold red]x[/]" in rest


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
    many = replace(mixed.suites[1], graphs=(failed,) * 5)

    text = terminal.render([replace(mixed, suites=(many,))], {})

    assert text.count("b = a + a") == 1
    assert "4 more graphs fail in the same way." in text


def test_terminal_stays_short_and_counts_what_it_leaves_out(mixed: Report) -> None:
    suites = tuple(replace(mixed.suites[1], slug=f"s{n}", title=f"s{n}") for n in range(35))

    text = terminal.render([replace(mixed, suites=suites)], {})

    assert len(text.splitlines()) <= terminal.MOST_LINES + 5
    shown = text.count("      b = a + a") + text.count("      c = a * b")
    assert f"{70 - shown} more failing graphs are not shown here" in text


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


def test_a_suite_that_two_findings_explain_names_both(mixed: Report) -> None:
    report = diagnosed(mixed)
    assert report.diagnosis is not None
    twice = replace(report.diagnosis, findings=report.diagnosis.findings * 2)

    text = terminal.render([replace(report, diagnosis=twice)], {})

    assert "  ✗ sums (0 of 2)   same causes as findings 1 and 2\n" in text


def test_the_terminal_folds_what_a_finding_explains_and_nothing_else(mixed: Report) -> None:
    other = replace(mixed.suites[1], slug="other", title="other")
    report = replace(mixed, suites=(*mixed.suites, other))

    text = terminal.render([diagnosed(report)], {})

    assert "  ✗ sums (0 of 2)   same cause as finding 1\n" in text
    assert "  ✗ other      0 of 2\n" in text
    assert text.count("      b = a + a") == 1
    assert "  ✓ chain      1 of 1\n" in text


def test_the_terminal_stays_short_with_findings_too(mixed: Report) -> None:
    suites = tuple(replace(mixed.suites[1], slug=f"s{n}", title=f"s{n}") for n in range(20))
    report = replace(mixed, suites=suites)
    second = replace(OVERWRITTEN, explained=DIAMOND)

    lines = terminal.render([diagnosed(report, OVERWRITTEN, second)], {}).splitlines()
    many = terminal.render([diagnosed(report, *[OVERWRITTEN] * 9)], {})

    assert len(lines) <= terminal.MOST_LINES + 5
    assert sum("Reproduce it" in line for line in lines) == 2
    assert sum(".backward(); print(" in line for line in lines) == 1
    assert "3 more findings are not shown here." in many


def test_a_report_without_findings_looks_as_before(mixed: Report) -> None:
    for nothing in (Diagnosis(status="nothing"), Diagnosis()):
        report = replace(mixed, diagnosis=nothing)
        for name in ("terminal", "junit", "html"):
            render = formats.load(name).render
            assert render([report], {}) == render([mixed], {})
    assert "graph-picture" not in html.render([mixed], {})


@pytest.mark.parametrize("written", [terminal.render, html.render], ids=["terminal", "html"])
def test_what_speaks_for_a_cause_stands_above_its_rivals(
    written: Callable[[list[Report], dict[str, bytes]], str], mixed: Report
) -> None:
    text = written([diagnosed(mixed)], {})

    assert text.index("This mistake predicts") < text.index("Another possible cause")
