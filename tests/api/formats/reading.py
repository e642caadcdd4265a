"""What the tests of formats read back, and with what they render."""

from xml.etree import ElementTree as ET

from grader.finding import Diagnosis, Finding
from grader.records import replace
from grader.report import Report, Verdict
from tests.api.explained import OVERWRITTEN
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


def xml_text(root: ET.Element) -> str:
    return "\n".join(
        [value for element in root.iter() for value in element.attrib.values()] + [*root.itertext()]
    )


def diagnosed(report: Report, *findings: Finding) -> Report:
    return replace(report, diagnosis=Diagnosis(findings=findings or (OVERWRITTEN,)))
