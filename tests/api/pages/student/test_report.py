"""The file of a result, with what was found beside its lines."""

import json

from api.pages._report import SourcePart, page_of
from grader.finding import Diagnosis, Evidence, Raised, Where
from grader.records import replace
from grader.sandbox.replies import Problem, ProblemKind
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import trim
from tests.api.conftest import report
from tests.api.explained import OVERWRITTEN
from tests.offenders import for_each
from tests.world.desk import SOURCE, overwritten


def text_of(part: SourcePart) -> list[str]:
    return ["".join(span.text for span in line.spans) for line in part.lines]


def test_the_whole_file_is_there_and_the_part_that_is_meant_is_marked() -> None:
    (part,) = page_of(trim(overwritten(), Rung.CAUSE), SOURCE.encode()).parts
    line = part.lines[16]

    assert text_of(part) == SOURCE.splitlines()
    assert "".join(span.text for span in line.spans if "meant" in span.kind) == "self.grad = 1.0 * out.grad"
    assert [(each.href, each.number, each.text) for each in line.remarks] == [
        ("#finding-1", 1, "Gradient overwritten instead of accumulated")
    ]


def test_the_remark_at_a_line_says_what_the_title_says() -> None:
    raised = Evidence(raised=Raised(type="TypeError", message="no", line=40), repaired=3)
    found = replace(OVERWRITTEN, fault="raises", evidence=raised)
    told = page_of(
        trim(replace(overwritten(), diagnosis=Diagnosis(findings=(found,))), Rung.CAUSE), SOURCE.encode()
    )

    assert told.parts[0].lines[16].remarks[0].text == "This line makes another line raise an exception"
    assert told.report.findings[0].title.startswith("This line makes another line raise an exception (")


def test_below_the_place_no_line_is_marked() -> None:
    (part,) = page_of(trim(overwritten(), Rung.SYMPTOM), SOURCE.encode()).parts

    assert not [line for line in part.lines if line.remarks]


def test_a_place_without_columns_marks_the_line_and_no_part() -> None:
    found = replace(OVERWRITTEN, where=Where(line=1))
    told = replace(overwritten(), diagnosis=Diagnosis(findings=(found,)))

    (part,) = page_of(trim(told, Rung.CAUSE), SOURCE.encode()).parts

    assert part.lines[0].remarks
    assert not [span for span in part.lines[0].spans if "meant" in span.kind]


def test_why_nothing_could_be_graded_stands_at_its_line() -> None:
    told = report(problem=Problem(kind=ProblemKind.SYNTAX, line=2, message="invalid syntax"))

    (part,) = page_of(trim(told, Rung.CAUSE), b"x = 1\ny = (\n").parts

    assert [(each.href, each.number) for each in part.lines[1].remarks] == [("#problem", None)]


def test_a_notebook_is_shown_by_its_cells_of_code() -> None:
    cells = [
        {"cell_type": "markdown", "source": "# title"},
        {"cell_type": "code", "source": ["x = 1\n", "y = 2"]},
        {"cell_type": "code", "source": ""},
    ]
    told = report(name="n.ipynb", problem=Problem(kind=ProblemKind.SYNTAX, cell=2, line=2, message="no"))

    (part,) = page_of(trim(told, Rung.CAUSE), json.dumps({"cells": cells}).encode()).parts

    assert (part.cell, [line.id for line in part.lines]) == (2, ["C2L1", "C2L2"])
    assert part.lines[1].remarks


@for_each("content", [b"\xff\xfe\x00", b"", b"\r\n" * 3, b"{}", b'{"cells": 3}', b"a\x1b[31m\n"])
@for_each("name", ["value.py", "value.ipynb"])
def test_any_bytes_can_be_shown(name: str, content: bytes) -> None:
    shown = page_of(trim(report(name=name), Rung.CAUSE), content)

    assert "\x1b" not in "".join(text for part in shown.parts for text in text_of(part))


def test_of_a_very_long_file_the_beginning_is_shown_and_how_much_is_not() -> None:
    (part,) = page_of(trim(report(), Rung.CAUSE), b"x = 1\n" * 5000).parts

    assert (len(part.lines), part.left_out) == (2000, 3000)


def test_a_picture_is_not_shown_as_code() -> None:
    picture = report(problem=Problem(kind=ProblemKind.FILE_TYPE, type="picture"))
    page = report(problem=Problem(kind=ProblemKind.FILE_TYPE, type="web-page"))
    content = b"\x89PNG\x00\x01"

    assert not page_of(trim(picture, Rung.CAUSE), content).parts
    assert page_of(trim(page, Rung.CAUSE), content).parts
