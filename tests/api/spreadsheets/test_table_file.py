import csv
import io

import pytest
from hypothesis import given, strategies as st

from api.spreadsheets.table_file import MOST_BYTES, NotATable, TableDefect, read

_TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=6)
_TABLES = st.lists(st.lists(_TEXTS, min_size=2, max_size=4), min_size=1, max_size=5)


@given(_TABLES, st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]), st.sampled_from(["\r\n", "\n"]))
def test_cells_are_those_of_the_standard_library_and_nothing_changes_by_itself(
    table: list[list[str]], quoting: int, end: str
) -> None:
    table = [["a,", "b,", *row] for row in table]  # the comma is the delimiter
    written = io.StringIO()
    csv.writer(written, lineterminator=end, quoting=quoting).writerows(table)  # type: ignore[arg-type]
    content = written.getvalue().encode()
    found = read(content)

    assert [[cell.text for cell in row] for row in found.rows] == table
    assert found.replaced(0, {}) == content


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xef\xbb\xbfa,b\r\nx,1\r\n", b"\xef\xbb\xbfa,b\r\nx,7\r\n"),
        ('\ufeffa\tb\r\nZoë\t"1"'.encode("utf-16-le"), '\ufeffa\tb\r\nZoë\t"7"'.encode("utf-16-le")),
        (b"a;b\nZo\xeb;\n", b"a;b\nZo\xeb;7\n"),  # Windows-1252
        (b'"a","b"\r"x, ""y""\r\n","1"\r', b'"a","b"\r"x, ""y""\r\n","7"\r'),
        (b"a,b\n\n x , 1 \n", b"a,b\n\n x ,7\n"),
    ],
)
def test_one_cell_changes_and_no_other_byte(content: bytes, expected: bytes) -> None:
    assert read(content).replaced(1, {1: "7"}) == expected


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", TableDefect.EMPTY),
        (b"\r\n\n", TableDefect.EMPTY),
        (b'a,"b', TableDefect.OPEN_QUOTE),
        (b"PK\x03\x04\0\0", TableDefect.NOT_TEXT),
        (b"\xff\xfea", TableDefect.NOT_TEXT),
        (b"," * (MOST_BYTES + 1), TableDefect.TOO_LARGE),
        (b"," * 500_000, TableDefect.TOO_LARGE),
        (b"," * 1_000 + b"\na,b", TableDefect.TOO_LARGE),
    ],
    ids=lambda each: str(each)[:20],
)
def test_what_is_no_table_is_refused(content: bytes, why: TableDefect) -> None:
    with pytest.raises(NotATable) as refused:
        read(content)

    assert refused.value.why is why
