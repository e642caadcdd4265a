"""A file is read as Python reads it, in whatever encoding its first lines declare."""

import ast
import codecs
import encodings
from pathlib import Path

import pytest

from grader.harness.loading import source
from grader.notebook_cells import decoded
from tests.offenders import for_each

_LETTERS = "éßçñд日ηאش"
_NAMES = sorted(file.stem for file in Path(encodings.__path__[0]).glob("[a-z]*.py"))


def _file(name: str) -> bytes | None:
    """A class of that encoding, with the letters that it has; None where Python does not read it so."""
    try:
        letters = "".join(each for each in _LETTERS if each.encode(name, "ignore").decode(name) == each)
        content = f"# coding: {name}\nword = '{letters}'\n\nclass Value:\n    pass\n".encode(name)
        ast.parse(content)
    except (LookupError, UnicodeError, SyntaxError, ValueError):
        return None
    return content


_FILES = {name: content for name in _NAMES if (content := _file(name)) is not None}


@for_each("name", _FILES)
def test_what_python_reads_is_read_alike(name: str) -> None:
    content = _FILES[name]
    (cell,) = source.cells(content, "value.py", notebook=False)
    assert ast.dump(ast.parse(cell.text)) == ast.dump(ast.parse(content))


def test_most_encodings_are_such() -> None:
    assert len(_FILES) > len(_NAMES) // 2


@pytest.mark.parametrize("name", ["klingon", "zlib", "rot13", "undefined"])
@pytest.mark.parametrize("start", ["# coding: {}\n", "#!/usr/bin/env python\n# -*- coding: {} -*-\n"])
def test_what_python_cannot_read_is_refused_by_its_name(name: str, start: str) -> None:
    content = start.format(name).encode()
    with pytest.raises(SyntaxError):
        ast.parse(content)
    with pytest.raises(source.Unreadable) as refused:
        source.cells(content, "value.py", notebook=False)
    assert refused.value.problem == {
        "kind": "encoding", "message": name, "line": start.count("\n"),
    }  # fmt: skip


def test_a_byte_order_mark_decides() -> None:
    content = codecs.BOM_UTF8 + "# coding: cp1252\nx = 'é'\n".encode()
    (cell,) = source.cells(content, "value.py", notebook=False)
    assert "é" in cell.text


@pytest.mark.parametrize("name", ["cp1251", "gbk", "shift_jis", "koi8-r"])
def test_lines_are_shown_as_they_were_written(name: str) -> None:
    text = f"# coding: {name}\n# д\n"
    assert decoded(text.encode(name)) == text


@pytest.mark.parametrize("name", ["klingon", "punycode", "idna", "unicode_escape", "zlib", "undefined"])
def test_lines_are_shown_whatever_a_file_declares(name: str) -> None:
    assert decoded(f"# coding: {name}\n# é\n".encode("latin-1")).endswith("# é\n")
