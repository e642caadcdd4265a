"""Lines of a notebook are quoted from its JSON, which a hostile one cannot make expensive to read."""

import json
import tracemalloc
from typing import Any

import pytest

from api.report_view.source_lines import Quote, SourceLines
from grader.finding import Where
from submissions.grading.intake.source import LIMITS
from tests.api.explained import OVERWRITTEN
from tests.api.report_view.findings import SOURCE

MEBIBYTE = 1 << 20
DRAWING = {"data": {"image/png": "iVBORw0KGgo" * 40_000}, "output_type": "display_data"}


def notebook(*sources: object, outputs: object = (), old: bool = False) -> bytes:
    cells = [
        {"cell_type": "code", "input" if old else "source": each, "outputs": outputs} for each in sources
    ]
    return json.dumps({"worksheets": [{"cells": cells}]} if old else {"cells": cells}).encode()


def quoted(content: bytes, line: int = 1, cell: int = 1) -> str:
    return SourceLines("nb.ipynb", content).line(line, cell)


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("source", ["a = 1\nb = 2", ["a = 1\n", "b = 2"]])
def test_a_line_of_a_cell_is_quoted(source: object, old: bool) -> None:  # noqa: FBT001
    assert quoted(notebook("# first", source, old=old), line=2, cell=2) == "b = 2"


def test_what_is_no_notebook_has_no_lines() -> None:
    contents = (
        b"", b"{", b"[]", b"null", b'{"cells": 1}', b'{"cells": [1]}', b'{"cells": [{"source": 1}]}',
        b"[" * 100_000,
    )  # fmt: skip
    for content in contents:
        assert quoted(content) == ""
        assert not list(SourceLines("nb.ipynb", content).parts())


def test_pictures_in_a_notebook_do_not_keep_its_lines_from_being_quoted() -> None:
    content = notebook("x = 1", outputs=[DRAWING, DRAWING, DRAWING])
    assert len(content) > MEBIBYTE
    assert quoted(content) == "x = 1"


def test_a_long_word_in_the_code_is_no_picture() -> None:
    assert quoted(notebook(f'x = "{"A" * 500}"\n')).startswith('x = "AAAA')


HOSTILE = {
    "lists": (b"[],", b""),
    "objects": (b'{"":0},', b""),
    "floats": (b"1.5,", b""),
    "depth": (b"[", b"]"),
    "wide characters": ('"\N{SNAKE}",'.encode(), b""),
    "one long picture": (b" ", b'"' + b"A" * 9_000_000 + b'"'),
    "one long wide text": (b" ", '"\N{SNAKE}"'.encode()),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_notebook_costs_little_memory(name: str) -> None:
    piece, end = HOSTILE[name]
    start = b'{"cells": [{"source": "x = 1", "outputs": ['
    room = LIMITS[".ipynb"] - 200 - len(end)
    content = start + piece * (room // len(piece)) + b"0" + end + b"]}]}"
    tracemalloc.start()
    try:
        quoted(content)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 32 * MEBIBYTE


def test_a_line_is_quoted_with_the_part_that_is_meant() -> None:
    assert SOURCE.quote(OVERWRITTEN.where) == Quote(17, "", "self.grad = 1.0 * out.grad", "  # <b>")
    assert SOURCE.quote(Where(line=17, column=24, end_column=27)) == Quote(
        17, "self.grad = ", "1.0", " * out.grad  # <b>"
    )


@pytest.mark.parametrize(
    "columns",
    [{}, {"column": 90, "end_column": 99}, {"column": 5, "end_column": 2}, {"column": 0, "end_column": 3}],
)
def test_without_a_part_the_whole_line_is_quoted(columns: dict[str, Any]) -> None:
    quoted = SOURCE.quote(Where(line=17, **columns))

    assert quoted == Quote(17, "self.grad = 1.0 * out.grad # <b>", "", "")


def test_a_quote_is_harmless_and_not_long() -> None:
    lines = SourceLines("a.py", b"x" * 100 + b"\x1b[2J\t'" + b"#" * 500)
    quoted = lines.quote(Where(line=1, column=100, end_column=106))

    assert quoted is not None
    assert "".join(map(str, quoted)).isprintable()
    assert len(quoted.before + quoted.meant) < 80
    assert len(quoted.after) <= 120
    assert [lines.quote(Where(line=n)) for n in (None, 0, 2)] == [None] * 3


def test_a_line_of_a_file_and_of_a_cell() -> None:
    notebook = {"cells": [{"source": ["# title"]}, {"source": "a = 1\nb = 2"}, {"input": ["c = 3"]}]}
    cells = SourceLines("b.ipynb", json.dumps(notebook).encode())
    lines = SourceLines("a.py", b"\xef\xbb\xbffirst\r\n\tsecond\rthird\n")

    assert [lines.line(n) for n in (None, 0, 1, 2, 3, 99)] == ["", "", "first", "second", "third", ""]
    assert [cells.line(2, 2), cells.line(1, 3), cells.line(1, 9), cells.line(1)] == ["b = 2", "c = 3", "", ""]


def test_a_quoted_line_is_harmless_and_not_long() -> None:
    lines = SourceLines("a.py", b"x = '\x1b[2J\xff\xe2'" + b"#" * 500)

    assert lines.line(1).isprintable()
    assert len(lines.line(1)) <= 120
