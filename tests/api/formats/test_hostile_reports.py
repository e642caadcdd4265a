"""Reports on hostile files, graded for real and shown in every format: what a student wrote stays text."""

import json
from xml.etree import ElementTree as ET

import pytest

from api import formats
from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.records import from_json, to_data, to_json
from grader.report import Report
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from submissions.courses.assignments.hints import Rung
from suites import load
from tests.redteam_files import OVERWRITING, RIGHT, beside, lying
from tests.world.pages import Page

SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "product_of_sum", "tanh")))
MARKUP = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "]]><x/>",
    "</pre></code></td></svg><svg/onload=alert(1)>", "&lt;script&gt;", "<!--", "{{ 7 * 7 }}{% raw %}",
    "[bold red]x[/]", "\"'><b>", "`</code><b>`", "&#60;b&#62;",
)  # fmt: skip
EVERYTHING = "".join(MARKUP)

# Where a student's text gets into a report; {text} is Python for the text.
PLACES = {
    "printed": RIGHT + "\nprint({text})\n",
    "message": RIGHT + "\ndef _f(self): raise ValueError({text})\nValue.tanh = _f\n",
    "type": RIGHT + "\ndef _f(self): raise type({text}, (Exception,), {{}})\nValue.tanh = _f\n",
    "function": RIGHT
    + "\ndef _f(self): raise ValueError\n"
    + "_f.__code__ = _f.__code__.replace(co_name={text})\nValue.tanh = _f\n",
    "class name": RIGHT.replace("class Value:", "class _V:")
    .replace("Value(", "_V(")
    .replace(", Value)", ", _V)")
    + "\n_V.__name__ = {text}\n",
    "result": RIGHT + "\nValue.tanh = lambda self: type({text}, (), {{}})()\n",
    "gradient": RIGHT + "\ndef _f(self): self.grad = type({text}, (), {{}})()\nValue.backward = _f\n",
    "module": "import importlib\ntry: importlib.import_module({text})\nexcept BaseException: pass\n" + RIGHT,
    "top level": RIGHT + "\nraise ValueError({text})\n",
    "syntax": RIGHT + "\n{text} = {text} = 1 2\n",
    "source": OVERWRITING.replace("self.data * out.grad\n", "self.data * out.grad + 0 * len({text})\n"),
    "name of a file": RIGHT,
}


ALWAYS_SHOWN = {"printed", "message", "top level", "source", "name of a file"}


def file(place: str, text: str) -> str:
    return PLACES[place].replace("{text}", ascii(text)).replace("{{}}", "{}")


def rendered(place: str, text: str, sandbox: Embedded) -> tuple[Report, dict[str, str]]:
    """The report on a file with that text in that place, and what each format makes of it."""
    name = f"{text}.py" if place == "name of a file" else "hostile.py"
    content = file(place, text).encode()
    report = grade(Source(name, content), SMALL, sandbox, seed=1)
    shown = {
        each: formats.load(each).render([report], {name: content}, hints=Rung.REPAIR)
        for each in formats.names()
    }
    return report, shown


def elements(page: Page) -> set[tuple[str, tuple[str, ...]]]:
    """Which tags there are, with which attributes."""
    return {(tag, tuple(attributes)) for tag, attributes in page.tags}


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("place", PLACES)
def test_markup_of_a_submission_stays_text(place: str, sandbox: Embedded) -> None:
    """With markup or without, the page has the same elements; a link leads nowhere else."""
    report, shown = rendered(place, EVERYTHING, sandbox)
    harmless, hostile = (Page(pages["html"]) for pages in (rendered(place, "harmless", sandbox)[1], shown))
    assert elements(hostile) == elements(harmless)
    links = [dict(attributes).get(name) or "" for _, attributes in hostile.tags for name in ("href", "src")]
    assert not [link for link in links if "alert" in link]
    assert place not in ALWAYS_SHOWN or "alert(1)" in hostile.text
    ET.fromstring(shown["junit"])  # noqa: S314 - written by ourselves just now
    assert json.loads(shown["json"])["score"] == to_data(report.score)


CODES = (
    *range(9), *range(11, 32), *range(0x7F, 0xA0), 0xAD, 0x200B, 0x200E, 0x202A, 0x202E, 0x2028, 0x2029,
    0x2066, 0xFEFF, 0xFFF9, 0xFFFE, 0xE0041, 0xD800, 0xDFFF,
)  # fmt: skip
CONTROLS = "".join(map(chr, CODES))


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("place", [place for place in PLACES if place not in ("name of a file", "syntax")])
def test_no_format_lets_a_control_character_through(place: str, sandbox: Embedded) -> None:
    report, shown = rendered(place, f"begin{CONTROLS}end", sandbox)
    for name, text in shown.items():
        assert not set(text) & (set(CONTROLS) - {"\r"}), name
        text.encode("utf-8")
    assert not set(to_json(report)) & set(CONTROLS)


def test_what_is_printed_in_any_encoding_is_text(sandbox: Embedded) -> None:
    report = grade(Source("x.py", beside("print_controls", "before", RIGHT).encode()), SMALL, sandbox)
    assert report.passed
    assert not set(report.printed) & set(CONTROLS)
    for name in formats.names():
        formats.load(name).render([report], {}).encode("utf-8")


NUMBERS = (
    "float('nan')", "float('inf')", "-float('inf')", "1e308 * 10", "5e-324", "-0.0", "10 ** 5000",
    "-10 ** 400", "2 ** 1023", "True", "None", "1j", "'1'", "__import__('fractions').Fraction(1, 3)",
    "[1.0]", "self", "...",
    "__import__('decimal').Decimal('1e9999')", "__import__('decimal').Decimal('sNaN')", "b'1'",
    "type('F', (float,), {'__repr__': lambda s: 1/0})(2.5)",
)  # fmt: skip
SET = """
def _backward(self):
    for node in (self, *self._prev): node.grad = node.data = {number}
Value.backward = _backward
"""


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_that_no_format_has_are_told_all_the_same(number: str, sandbox: Embedded) -> None:
    source = Source("x.py", (RIGHT + SET.replace("{number}", number)).encode())
    report = grade(source, SMALL, sandbox, seed=1)
    assert report.score.earned == 0
    for name in formats.names():
        shown = formats.load(name).render([report], {"x.py": source.content}, hints=Rung.REPAIR)
        shown.encode("utf-8")
        if name == "json":
            assert "NaN" not in shown
            assert "Infinity" not in shown
    assert from_json(Report, to_json(report)).score == report.score


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize(
    "name", ["giant_number", "raising_property", "changed_data", "no_number", "infinite"]
)
def test_liars_are_told_in_every_format(name: str, sandbox: Embedded) -> None:
    report = grade(Source("x.py", lying(name).encode()), SMALL, sandbox, seed=1)
    assert report.score.earned == 0
    for each in formats.names():
        assert formats.load(each).render([report], {})
