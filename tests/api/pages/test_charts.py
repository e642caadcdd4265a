"""Every chart, of classes of every size: whole labels within the drawing, whole numbers for people."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from api.i18n import day, speaking
from api.pages._charts import KINDS, Row, drawn
from api.pages._figure import Figure, FigureCell
from api.rendering.charts.columns import ticks
from api.words import finding
from grader import faults
from tests.offenders import for_each

SIZES = (0, 1, 5, 60)
_SPECIAL = {"%": 0.89, "m": 0.85, "M": 0.85, "w": 0.75, "W": 0.96, "@": 1.02, "–": 0.56, "·": 0.4}
"""In ems, of the widest of the fonts; other letters take at most 0.58, and 0.64 where they are bold."""
_LONGEST = sorted(map(finding.cause, faults.load()), key=len)[-14:]
START = datetime(2026, 11, 20, tzinfo=UTC)


def table(kind: str, students: int) -> tuple[Sequence[Row], dict[str, Any]]:
    """The rows of a figure of a class of so many, and what its chart needs besides."""
    each = [students, students // 2, students % 7, 0]
    causes = [(cause, each[place % 4]) for place, cause in enumerate(_LONGEST)]
    steps = range(1 if students == 1 else 60)
    due = START + timedelta(hours=30)
    rows: dict[str, Sequence[Row]] = {
        "points": [(f"{place}–{place + 10}%", each[place % 4]) for place in range(0, 100, 10)]
        + [("100%", students)],
        "causes": [(cause, n, n - n // 3, n // 3, n, 0, 1.5) for cause, n in causes],
        "turnout": [
            (f"{place}. Backpropagation, the whole of it `c = a * b`", n, students - n)
            for place, n in enumerate(each)
        ],
        "time": [("2026-11-20 00:00", each[place % 4], place % 2) for place in steps],
        "overcoming": [(cause, n, n, 2, n * 3.25 or None, "") for cause, n in causes],
        "suites": [
            (cause, students, 0, n, 100 * n / max(students, 1), -0.43 if n else None) for cause, n in causes
        ],
    }
    labels = [day(START + timedelta(hours=6 * place), UTC) for place in steps]
    return rows[kind], {"labels": labels, "due": f"Due {day(due, UTC)}", "mark": 0.5}


def drawings(kind: str, students: int) -> Iterator[ET.Element]:
    rows, extra = table(kind, students)
    for is_wide in (False, True):
        for svg in re.findall("<svg.*?</svg>", drawn(kind, rows, extra, is_wide=is_wide), re.DOTALL):
            yield ET.fromstring(svg)  # noqa: S314 - our own


def span(text: ET.Element) -> tuple[float, float]:
    """From where to where a text goes."""
    bold = text.get("class") == "value"
    wide = 13 * sum(_SPECIAL.get(letter, 0.64 if bold else 0.58) for letter in text.text or "")
    x = float(text.attrib["x"])
    start = {"start": x, "middle": x - wide / 2, "end": x - wide}[text.attrib["text-anchor"]]
    return start, start + wide


@for_each("language", ["en", "es"])
@for_each("students", SIZES)
@for_each("kind", KINDS)
def test_every_label_is_whole_and_within_its_chart(kind: str, students: int, language: str) -> None:
    with speaking(language):
        for svg in drawings(kind, students):
            _, _, width, height = map(float, svg.attrib["viewBox"].split())
            lines: dict[float, list[tuple[float, float]]] = {}
            for text in svg.iter("text"):
                start, end = span(text)
                assert 0 <= start < end <= width, (text.text, start, end, width)
                assert 0 < float(text.attrib["y"]) <= height
                assert "…" not in (text.text or "")
                lines.setdefault(float(text.attrib["y"]), []).append((start, end))
            for texts in lines.values():
                texts.sort()
                assert all(before[1] <= after[0] for before, after in pairwise(texts)), texts
            for bar in svg.iter("rect"):
                x, y, wide, high = (float(bar.attrib[name]) for name in ("x", "y", "width", "height"))
                assert 0 <= x <= x + wide <= width
                assert 0 <= y <= y + high <= height


@for_each("students", SIZES)
@for_each("kind", KINDS)
def test_every_row_of_a_chart_has_its_value(kind: str, students: int) -> None:
    rows, _ = table(kind, students)
    for svg in drawings(kind, students):
        values = [text.text or "" for text in svg.iter("text") if text.get("class") == "value"]
        if kind in ("points", "turnout"):
            assert len(values) == len(rows)
        if kind in ("points", "causes", "turnout", "time"):
            assert all(re.fullmatch(r"\d+( \+ \d+)?", value) for value in values), "people are whole"


@pytest.mark.parametrize("students", SIZES)
def test_the_last_bar_is_within_its_axis(students: int) -> None:
    for svg in drawings("time", students):
        ys = [float(line.attrib["y1"]) for line in svg.iter("line") if line.get("class") in ("grid", "axis")]
        bars = [each for each in svg.iter("rect") if (each.get("class") or "").startswith("series")][2:]
        assert all(float(bar.attrib["y"]) >= min(ys) - 0.2 for bar in bars)


@for_each("most", [*range(1, 70), 999, 3000])
def test_ticks_are_whole_few_and_reach_the_largest_value(most: int) -> None:
    found = ticks(most)
    assert found[0] == 0
    assert found[-1] >= most
    assert len(found) <= 7
    assert all(each == int(each) for each in found)
    assert len({b - a for a, b in pairwise(found)}) == 1


def test_a_figure_of_nobody_has_no_chart() -> None:
    rows = [[FigureCell("0–10%"), FigureCell(0)], [FigureCell("100%"), FigureCell(0)]]
    figure = Figure("points", "How many?", "", ["Points", "Attempts"], rows, "None yet.", "points")
    assert not figure.has_chart
