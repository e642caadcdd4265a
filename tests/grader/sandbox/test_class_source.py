"""The class that is graded is in the file: one without a class earns nothing, and no right one is refused."""

import json
import time
import unicodedata

import pytest

from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.base import ClassPlace, Sandbox, Source
from grader.sandbox.class_source import can_hold
from tests.redteam_files import FOLDER

FORGER = (FOLDER / "forgers" / "_without_a_class.py").read_text()

MADE = {
    "indented": "if True:\n    class Value:\n        def f(self): pass\n",
    "decorated": "@deco\n@other(\n    1,\n)\nclass Value(Base): f = lambda self: 1\n",
    "on two lines": "class \\\n  Value:\n    def f(self): pass\n",
    "by type": "Value = type('Value', (), {'f': lambda self: 1})\n",
    "by type with keywords": 'V = types.new_class(\n  name="Value", exec_body=lambda ns: None)\n',
    "make_dataclass": "Value = dataclasses.make_dataclass('Value', ['data'])\ndef f(): pass\n",
    "namedtuple": 'class Other(namedtuple("Value", "data grad")):\n    def f(self): pass\n',
    "computed name": "def make(n):\n    return type(n, (), {})\nValue = make('Val' + 'ue')\n",
    "joined name": "X = type('Val' + 'ue', (), {'f': lambda self: 1})\n",
    "formatted name": "X = type(f'Val{x}', (), {'f': lambda self: 1})\n",
    "renamed": "class Node:\n    def f(self): pass\nNode.__name__ = 'Value'\n",
    "executed": "exec('''class Value:\n    def f(self): pass''')\n",
    "by a metaclass": "class M(type):\n  def __new__(m, n, b, d): return type.__new__(m, 'Va' + n, b, d)\n",
    "below a comment": "# homework\n\nclass Value:\n    def f(self): pass\n",
}


@pytest.mark.parametrize("how", MADE)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_class_may_be_made_in_any_way(how: str, ending: str) -> None:
    content = MADE[how].replace("\n", ending).encode()
    assert can_hold(Source("a.py", content), ClassPlace(name="Value"))
    assert can_hold(Source("a.py", b"\xef\xbb\xbf" + content), ClassPlace(name="Value", line=1))


@pytest.mark.parametrize("text", ["", "x = 1\n", "# class Value:\n", "class Other:\n    def f(self): pass\n"])
def test_a_class_that_is_nowhere_is_refused(text: str) -> None:
    assert not can_hold(Source("a.py", text.encode()), ClassPlace(name="Value", line=1))


def test_something_must_run_at_the_line_that_is_told() -> None:
    source = Source("a.py", b"class Value:\n    def f(self): pass\n" + b"x = 1\n" * 10)
    assert can_hold(source, ClassPlace(name="Value", line=2))
    assert not can_hold(source, ClassPlace(name="Value", line=9))
    assert not can_hold(source, ClassPlace(name="Value", line=900))


@pytest.mark.parametrize(
    "name",
    ["\N{FULLWIDTH LATIN CAPITAL LETTER V}alue", "\N{MATHEMATICAL SCRIPT CAPITAL V}alue", "Value\u00aa"],
)
def test_a_letter_that_python_takes_for_another_is_that_one(name: str) -> None:
    text = f"class {name}:\n    def f(self): pass\n"
    assert can_hold(Source("a.py", text.encode()), ClassPlace(name=unicodedata.normalize("NFKC", name)))


@pytest.mark.parametrize("where", [0, 65_500, 65_536 - 3, 66_000, 200_000])
def test_it_is_found_wherever_it_stands(where: int) -> None:
    text = "x" * where + "\nclass Value:\n    def f(self): pass\n" + "y" * 70_000
    assert can_hold(Source("a.py", text.encode()), ClassPlace(name="Value"))


HOSTILE = {
    "marks": "\u0301\u0316",
    "letters of many": "\ufdfa",
    "calls": "type(",
    "calls of blanks": "type(" + " " * 199,
    "blanks": " ",
    "lines": "\r",
    "classes": "class ",
    "comments": " #",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_no_text_costs_more_than_in_proportion(kind: str) -> None:
    def seconds(length: int) -> float:
        content = ("class Other: pass\n'" + HOSTILE[kind] * (length // len(HOSTILE[kind]))).encode()
        began = time.process_time()
        can_hold(Source("a.py", content), ClassPlace(name="Value", line=1))
        return time.process_time() - began

    few, many = (min(seconds(length) for _ in range(3)) for length in (8_000, 64_000))

    assert many < 24 * few + 0.02  # eight times as much; the square would be sixty-four times


def test_a_name_in_any_alphabet() -> None:
    text = "class Größe:\n    def f(self): pass\n"
    for encoding in ("utf-8", "latin-1"):
        assert can_hold(Source("a.py", text.encode(encoding)), ClassPlace(name="Größe", line=2))


_PIECES = ["type(a", "class ", "(a", "super(", "namedtuple( ", "# ", "type('a'", ". __name__ ", "\\n", "(' "]


@pytest.mark.parametrize("piece", _PIECES)
def test_no_text_takes_long(piece: str) -> None:
    """A mebibyte would take hours if twice the text took four times as long."""
    for name in ("a.py", "a.ipynb"):
        source = Source(name, (piece * (1 << 20))[: 1 << 20].encode())
        assert not can_hold(source, ClassPlace(name="Nowhere", line=1))


@pytest.mark.parametrize("whole", [True, False])
def test_a_notebook_is_searched_as_it_was_typed(whole: bool) -> None:  # noqa: FBT001
    lines = ["import math\n", "class Value:\n", "\tdef f(self): pass\n"]
    cell = {"cell_type": "code", "source": "".join(lines) if whole else lines}
    content = json.dumps({"cells": [cell]}).encode()
    assert can_hold(Source("a.ipynb", content), ClassPlace(name="Value", line=3, cell=1))
    assert not can_hold(Source("a.ipynb", content), ClassPlace(name="Other", line=3, cell=1))


def test_a_forger_without_a_class_earns_nothing(sandbox: Sandbox) -> None:
    report = grade(Source("forger.py", FORGER.encode()), assignment("full"), sandbox)
    assert report.problem is not None
    assert report.problem.kind == "no-class"
    assert report.score.earned == 0


def test_the_forgery_is_a_real_one(sandbox: Sandbox) -> None:
    named = FORGER.replace("def harness():", "class Value:\n    def x(self): pass\n\n\ndef harness():")
    report = grade(Source("forger.py", named.encode()), assignment("core"), sandbox, diagnose=False)
    assert report.problem is None
    assert report.score.earned > 0
