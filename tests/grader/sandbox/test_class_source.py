"""The class that is graded is in the file: one without a class earns nothing, and no right one is refused."""

import json
import unicodedata

import pytest

from grader.assignment import assignment
from grader.grade import grade
from grader.harness.loading import source
from grader.harness.loading.outline import outline
from grader.records import from_data, to_json
from grader.sandbox.class_source import can_hold
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import ClassPlace, Outline
from tests.offenders import for_each
from tests.redteam_files import FOLDER, attacks, classless

FORGER = (FOLDER / "forgers" / "_without_a_class.py").read_text()

STATED = {
    "plain": "class Value:\n    def __add__(self, o): pass\n",
    "indented": "if x:\n    class Value:\n        def __add__(self, o): pass\n",
    "tried": "try:\n    class Value:\n        def __add__(self, o): pass\nexcept E: pass\n",
    "decorated": "@deco\n@other(\n    1,\n)\nclass Value(Base): __add__ = lambda self, o: 1\n",
    "on two lines": "class \\\n  Value:\n    def __mul__(self, o): pass\n",
    "in a function": "def make():\n    class Value:\n        def __add__(self, o): pass\n    return Value\n",
    "below a comment": "# homework\n\nclass Value:\n    def __add__(self, o): pass\n",
    "with a mixin": "class Adds:\n    def __add__(self, o): pass\nclass Value(Adds, Base): pass\n",
    "operations outside": "class Value: pass\ndef plus(a, b): pass\nValue.__add__ = plus\n",
    "functions beside": "@dataclass\nclass Value:\n    data: float\ndef add(a, b): pass\n",
    "an alias": "class Value:\n    def plus(self, o): pass\n    __add__ = plus\n",
    "set by a table": "class Value: pass\nfor n in ('add', 'mul'): setattr(Value, f'__{n}__', make(n))\n",
    "methods from text": "class Value: pass\nexec('def __{}__(self): pass'.format('add'), space)\n",
    "executed": "exec('''class Value:\n    def __add__(self, o): pass''')\n",
    "executed by name": "text = '''class Value:\n    def __add__(self, o): pass'''\nexec(text)\n",
}
"""Class statements of that name."""

CALLED = {
    "type": "Value = type('Value', (), {'__add__': lambda self, o: 1})\n",
    "keywords": "V = types.new_class(\n  name='Value', exec_body=lambda ns: ns.update(__add__=f))\n",
    "make_dataclass": "Value = dataclasses.make_dataclass('Value', ['data'])\ndef add(a, b): pass\n",
    "namedtuple": "class Other(namedtuple('Value', 'data grad')):\n    def __add__(self, o): pass\n",
    "computed name": "def make(n):\n    return type(n, (), {'add': f})\nValue = make('Val' + 'ue')\n",
    "formatted name": "X = type(f'Val{x}', (), {'__mul__': lambda self: 1})\n",
    "from a list": "X = type(*parts)\ndef add(a, b): pass\n",
    "renamed": "class Node:\n    def __add__(self, o): pass\nNode.__name__ = 'Value'\n",
    "renamed by setattr": "class Node:\n    def add(self, o): pass\nsetattr(Node, '__name__', 'Value')\n",
    "its own type": "Value = type(Base)('Value', (Base,), {'__add__': f})\n",
    "by a metaclass": "class M(type): pass\nValue = M('Value', (), {'__add__': lambda self, o: 1})\n",
    "a metaclass that names": (
        "class M(type):\n  def __new__(m, n, b, d): return type.__new__(m, 'Va' + n, b, d)\n"
        "class lue(metaclass=M):\n  def __add__(self, o): pass\n"
    ),
}
"""Classes that a call makes or names."""

NOWHERE = {
    "nothing": "",
    "a statement": "x = 1\n",
    "a comment": "# class Value:\n",
    "another class": "class Other:\n    def __add__(self, o): pass\n",
    "a docstring": '"""class Value:\n    def __add__(self, o): pass"""\n',
    "a text": "text = 'class Value: pass'\ndef add(a, b): pass\n",
    "an argument": "print('Value')\ndef add(a, b): pass\n",
    "a comparison": "if __name__ == 'Value':\n    def add(a, b): pass\n",
    "a text that is not run": "exec('pass')\ntext = 'class Value:\\n    def __add__(self, o): pass'\n",
    "a text made while it runs": "exec('cla' + s + ' Value: pass')\ndef add(a, b): pass\n",
    "asked for its type": "t = type(x)\nf(1, 2, 3)\ndef add(a, b): pass\n",
    "a maker that is not called": "from collections import namedtuple\ndef add(a, b): pass\n",
    "a class that cannot compute": "class Value:\n    def x(self): pass\n",
    "an empty class": "class Value: pass\nprint('Value')\n",
}


def outlined(content: bytes, name: str = "a.py") -> Outline:
    """What a child says of the source before it runs."""
    cells = source.cells(content, name, notebook=name.endswith(".ipynb"))
    pieces = [(compile(c.text, c.file, "exec", dont_inherit=True), c.text, c.number) for c in cells]
    return from_data(Outline, outline(pieces).as_dict())


@for_each("how", [*STATED, *CALLED])
@for_each("ending", ["\n", "\r\n", "\r"])
def test_a_class_may_be_made_in_any_way(how: str, ending: str) -> None:
    content = {**STATED, **CALLED}[how].replace("\n", ending).encode()
    for text in (content, b"\xef\xbb\xbf" + content, b"\n" * 900 + content):
        assert can_hold(outlined(text), ClassPlace(name="Value"))


@for_each("how", STATED)
def test_a_statement_makes_a_class_of_its_name_and_no_other(how: str) -> None:
    assert not can_hold(outlined(STATED[how].encode()), ClassPlace(name="Other"))


@for_each("how", NOWHERE)
def test_a_class_that_is_nowhere_is_refused(how: str) -> None:
    text = NOWHERE[how] or "pass"
    assert not can_hold(outlined(text.encode()), ClassPlace(name="Value", line=1))
    assert not can_hold(outlined(text.encode()), ClassPlace(name="Value"))


def test_without_an_outline_there_is_no_class() -> None:
    assert not can_hold(None, ClassPlace(name="Value"))


def test_a_function_must_begin_at_the_line_that_is_told() -> None:
    text = b"class Value:\n    def __add__(self, o): pass\n" + b"x = 1\n" * 10
    assert can_hold(outlined(text), ClassPlace(name="Value", line=2))
    for line in (1, 9, 900):
        assert not can_hold(outlined(text), ClassPlace(name="Value", line=line))


@pytest.mark.parametrize(
    "name",
    ["\N{FULLWIDTH LATIN CAPITAL LETTER V}alue", "\N{MATHEMATICAL SCRIPT CAPITAL V}alue", "Gr\u00f6\u00dfe"],
)
def test_a_letter_that_python_takes_for_another_is_that_one(name: str) -> None:
    text = f"class {name}:\n    def __add__(self, o): pass\n"
    assert can_hold(outlined(text.encode()), ClassPlace(name=unicodedata.normalize("NFKC", name)))


@pytest.mark.parametrize("whole", [True, False])
def test_a_cell_of_a_notebook_is_read_as_it_was_typed(whole: bool) -> None:  # noqa: FBT001
    lines = ["import math\n", "class Value:\n", "\tdef __add__(self, o): pass\n"]
    cells = [
        {"cell_type": "markdown", "source": "class Other:\n    def __add__(self, o): pass"},
        {"cell_type": "code", "source": "".join(lines) if whole else lines},
    ]
    found = outlined(json.dumps({"cells": cells}).encode(), "a.ipynb")
    assert can_hold(found, ClassPlace(name="Value", line=3, cell=2))
    assert not can_hold(found, ClassPlace(name="Value", line=3, cell=1))
    assert not can_hold(found, ClassPlace(name="Other"))


# More than an outline has, and not many more: Python compiles functions of one name in time by their square.
@pytest.mark.parametrize("text", ["lambda: " * 90 + "1", "class A:\n def f(self): pass\n" * 3_000])
def test_an_outline_has_a_largest_size(text: str) -> None:
    found = outlined(text.encode())
    assert len(to_json(found)) < 100_000


@pytest.mark.parametrize(("case", "name"), attacks("classless"))
def test_a_forger_without_a_class_earns_nothing(case: str, name: str, sandbox: Sandbox) -> None:
    report = grade(Source(f"{case}.py", classless(name).encode()), assignment("full"), sandbox)
    assert report.problem is not None
    assert report.problem.kind in ("no-class", "protocol")
    assert report.score.earned == 0


def test_the_forgery_is_a_real_one(sandbox: Sandbox) -> None:
    """What it answers is right: with a class in its tree it has points, which is not promised otherwise."""
    line = FORGER.count("\n", 0, FORGER.index("def harness")) + 1
    named = FORGER + "\n\nclass Value:\n    def __add__(self, other): pass\n"
    told = named.replace("{LINE}", str(line))
    report = grade(Source("forger.py", told.encode()), assignment("core"), sandbox, diagnose=False)
    assert report.problem is None
    assert report.score.earned > 0
