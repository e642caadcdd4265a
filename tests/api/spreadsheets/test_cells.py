"""No text of a person's becomes a formula in a spreadsheet."""

import csv
import io

from hypothesis import given, strategies as st

from api.spreadsheets.cells import cell
from tests.offenders import for_each

SIGNS = [
    "=",
    "+",
    "-",
    "@",
    "|",
    "%",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
    "\u207c",
    "\ufe66",
    "\ufe62",
    "\ufe63",
]
LIKE_THEM = ["\u2212", "\u2010", "\u2013", "\u2014", "\ufe6b", "\uff5c", "\uff05"]
BEFORE = ["", " ", "\t", "\r", "\n", "\u00a0", "\u3000", "\u200b", "\ufeff", "\u200f", "\x0b", " \t\u200d"]


@for_each("sign", [*SIGNS, *LIKE_THEM])
@for_each("before", BEFORE)
def test_what_looks_like_a_formula_is_marked_as_text(sign: str, before: str) -> None:
    assert cell(f"{before}{sign}HYPERLINK(1)").startswith("'")


@for_each(
    "text",
    [
        "Ada Lovelace",
        "Ren\u00e9e",
        "\u738b\u5c0f\u660e",
        "a=b",
        "x - y",
        "",
        "'",
        "5",
        "(a)",
        "o'brien@x.org",
    ],
)
def test_ordinary_texts_stay_as_they_are(text: str) -> None:
    assert cell(text) == text


@given(st.text(max_size=40))
def test_a_cell_is_one_cell_of_one_line(text: str) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerow([cell(text), "next"])

    assert [row[-1] for row in csv.reader(io.StringIO(written.getvalue()))] == ["next"]
    assert "\t" not in cell(text)
    assert len(cell(text).splitlines()) <= 1
