"""A file without a class is refused by what it is, or by where its class stands."""

import io
import json
import re
import zipfile
from textwrap import indent
from typing import Any

import pytest

from api.words import Message
from api.words.problem import problem
from grader.harness.loading import submission
from grader.harness.running.problem import Places
from grader.records import from_data
from grader.sandbox.plays import Source
from grader.sandbox.replies import Problem
from grader.sandbox.wire import open_message
from tests import bad_input_files

_CLASS = bad_input_files.good().content.decode()
_DEFINITION = _CLASS[_CLASS.index("class Value") :]
_LINE = _CLASS.split("\n").index("class Value:") + 1


def _inside(head: str) -> str:
    return f"{head}\n{indent(_CLASS, '    ')}"


def _notebook(*cells: tuple[str, str]) -> str:
    told = [{"cell_type": kind, "source": text.splitlines(keepends=True)} for kind, text in cells]
    return json.dumps({"cells": told, "nbformat": 4})


def _zip(*names: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in names:
            archive.writestr(name, _CLASS)
    return content.getvalue()


def _told(content: str | bytes, name: str = "value.py") -> dict[str, Any]:
    """The problem for which there is nothing to grade."""
    text = content.encode() if isinstance(content, str) else content
    header, _, _ = open_message(Source(name, text), needs_backward=True).partition(b"\n")
    loaded = submission.load(text, json.loads(header), Places())
    assert loaded.value_class is None
    return dict(loaded.told["problem"])


def _in_words(told: dict[str, Any]) -> Message:
    return problem(from_data(Problem, told))


FILES: dict[str, tuple[str | bytes, str, str]] = {
    "a notebook": (_notebook(("code", _CLASS)), "value.py", "notebook"),
    "a notebook with results": (
        '{"cells": [{"cell_type": "code", "execution_count": null, "source": []}]}', "value.py", "notebook",
    ),
    "Python": (_CLASS, "value.ipynb", "python"),
    "a page of GitHub": (f"\n<!DOCTYPE html>\n<html>{_CLASS}</html>", "value.py", "web-page"),
    "a page as a notebook": ("<html><body>", "value.ipynb", "web-page"),
    "a Word document": (_zip("[Content_Types].xml", "word/document.xml"), "value.py", "document"),
    "rich text": ("{\\rtf1\\ansi class Value}", "value.py", "document"),
    "an archive": (_zip("value.py"), "value.py", "archive"),
    "a PDF": ("%PDF-1.7\n", "value.py", "pdf"),
    "a screenshot": (b"\x89PNG\r\n\x1a\n\x00", "value.py", "picture"),
    "text of PowerShell": (_CLASS.encode("utf-16"), "value.py", "utf-16"),
    "a diff of git": (
        "diff --git a/value.py b/value.py\n--- a/value.py\n+++ b/value.py\n@@ -1 +1,2 @@\n+class Value:\n",
        "value.py", "diff",
    ),
    "a patch": ("--- value.py\n+++ new.py\n@@ -1 +1 @@\n-x\n+y\n", "value.py", "diff"),
}  # fmt: skip


@pytest.mark.parametrize("what", FILES)
def test_a_file_of_another_type_is_named(what: str) -> None:
    content, name, kind = FILES[what]
    assert _told(content, name) == {"kind": "file-type", "type": kind}


ELSEWHERE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "in main": (_inside("def main():") + "\nmain()\n", "value.py", {"type": "function", "function": "main"}),
    "in another function": (
        _inside("async def solution(n=3):"), "value.py", {"type": "function", "function": "solution"},
    ),
    "below the main block": (_inside('if __name__ == "__main__":'), "value.py", {"type": "main"}),
    "below it the other way round": (_inside("if '__main__' == __name__:"), "value.py", {"type": "main"}),
    "in a string": (f"'''\n{_CLASS}\n'''\n", "value.py", {"type": "string"}),
    "in a text cell": (
        _notebook(("code", "import math"), ("markdown", _CLASS)), "value.ipynb",
        {"type": "text-cell", "cell": 2},
    ),
    "in a raw cell alone": (
        _notebook(("raw", _CLASS)), "value.ipynb", {"type": "text-cell", "cell": 1, "line": _LINE},
    ),
    "in a function of a notebook": (
        _notebook(("markdown", "# My class"), ("code", _inside("def build():"))), "value.ipynb",
        {"type": "function", "function": "build", "cell": 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_class_out_of_reach_is_named_with_its_place(where: str) -> None:
    content, name, reason = ELSEWHERE[where]
    told = _told(content, name)
    shift = 1 if where != "in a text cell" and "raw" not in where else 0
    assert told == {"kind": "no-class", "line": _LINE + shift, **reason}


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("from .engine import Value", ".engine"),
        ("from . import Value", "."),
        ("from value import Value, Neuron", "value"),
        ("from micrograd.engine import Value as V", "micrograd.engine"),
    ],
)
@pytest.mark.parametrize(
    "below", ["", "class Neuron:\n    def __call__(self, x):\n        return Value(x)\n"]
)
def test_a_class_that_is_imported_is_looked_for_in_its_file(line: str, module: str, below: str) -> None:
    told = _told(f"import math\n{line}\n\n{below}")
    assert told == {"kind": "no-class", "type": "import", "message": module, "classes": ["Value"], "line": 2}


_USES = "class Neuron:\n    def __init__(self):\n        self.w = {name}(0.5)\n"


@pytest.mark.parametrize(
    ("line", "name", "module"),
    [
        ("import micrograd.engine as engine", "engine.Value", "micrograd.engine"),
        ("import engine", "engine.Value", "engine"),
        ("from micrograd.engine import *", "Value", "micrograd.engine"),
        ("from .engine import *", "Value", ".engine"),
        (
            "try:    from engine import Value\nexcept ImportError:    from .engine import Value",
            "Value",
            "engine",
        ),
    ],
)
def test_a_class_that_comes_with_all_of_a_module_is_looked_for_there(
    line: str, name: str, module: str
) -> None:
    told = _told(f"import math\n{line}\n{_USES.format(name=name)}")
    assert told == {"kind": "no-class", "type": "import", "message": module, "classes": ["Value"], "line": 2}


@pytest.mark.parametrize("line", ["from math import *", "import math", ""])
def test_a_module_that_is_here_has_no_class_to_submit(line: str) -> None:
    assert _told(f"{line}\n{_USES.format(name='Value')}").get("type") != "import"


MISNAMED = (
    "__int__", "_init_", "__init", "__init_", "_init__", "__initt__", "__inti__", "__Init__", "init",
    "initialize", "constructor", "Value", "__call__", "__new__", "__enter__",
    "__input__", "__begin__",
)  # fmt: skip
_CONSTRUCTOR = 1 + _CLASS.split("def __init__(")[0].count("\n")


@pytest.mark.parametrize("name", MISNAMED)
@pytest.mark.parametrize("below", ["", "\na = Value(2.0)\nprint(a + a)\n"])
def test_a_constructor_under_another_name_is_named_with_its_line(name: str, below: str) -> None:
    """Also where Python stops at the first object of the class."""
    text = _CLASS.replace("def __init__(", f"def {name}(") + below
    reason = {"type": "constructor-name", "function": name, "classes": ["Value"], "line": _CONSTRUCTOR}

    assert _told(text) == {"kind": "no-class", **reason}
    assert _told(_notebook(("code", text)), "value.ipynb") == {"kind": "no-class", "cell": 1, **reason}
    assert f"`{name}`" in _in_words(_told(text)).seen
    assert "`__init__`" in _in_words(_told(text)).advice


@pytest.mark.parametrize(
    "text",
    [
        "class Value(Base):\n    def _init_(self, data):\n        self.data = data\n",
        "@dataclass\nclass Value:\n    def _init_(self, data):\n        self.data = data\n",
        (
            "class Value:\n    def __new__(cls, data):\n        return object.__new__(cls)\n"
            "    def init(self, data):\n        self.data = data\n"
        ),
        (
            "class Value:\n    def __init__(self, data):\n        self.number = data + undefined\n"
            "    def __int__(self):\n        self.asked = True\n        return 1\n"
        ),
        "class Value:\n    def __int__(self):\n        return int(self.data)\n",
        "class Value:\n    def __setitem__(self, key, value):\n        self.data = value\n",
        "class Value:\n    def __call__(self, x):\n        self.calls = 1\n        return x\n",
        "class Value:\n    def unit(self):\n        return self\n",
        "class Value:\n    def set(self, data):\n        self.data = data\n",
    ],
)
def test_no_method_is_called_a_constructor_that_is_none(text: str) -> None:
    told = _told(text + "    def __add__(self, other):\n        return Value(self.data + other.data)\n")
    assert told.get("type") != "constructor-name"


def test_a_constructor_below_its_class_is_told_where_it_is() -> None:
    head, _, methods = _CLASS.partition("class Value:\n")
    methods = re.sub("(?m)^    ", "", methods)
    line = head.count("\n") + 3 + methods.split("def __init__(")[0].count("\n")
    told = _told(f'{head}class Value:\n    """A number."""\n{methods}')

    assert told == {
        "kind": "no-class", "type": "outside", "function": "__init__", "classes": ["Value"], "line": line,
    }  # fmt: skip


def test_a_constructor_inside_another_method_is_told_where_it_is() -> None:
    method = "    def show(self):\n        return 1\n\n"
    head, _, rest = _CLASS.partition("    def __init__(")
    constructor, _, others = f"    def __init__({rest}".partition("    # HERE class\n")
    told = _told(f"{head}{method}{indent(constructor, '    ')}{others}")

    assert told == {
        "kind": "no-class", "type": "inside", "function": "__init__", "message": "show",
        "line": _CONSTRUCTOR + 3,
    }  # fmt: skip


ACCIDENTS = {
    "merge-markers": "\n<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n",
    "fence": "\n```python\nx = 1\n```\n",
    "quotes": "\nname = “data”\n",
    "tabs": "\nif True:\n        x = 1\n\ty = 2\n",
    "python-2": "\nprint 'hello'\n",
    "python-3.12": "\ntype Number = int | float\n",
    "prompt": "\n>>> a = Value(2.0)\n",
    "indent": "\nx = 1\n  y = 2\n",
    "unindent": "\nif True:\n        x = 1\n    y = 2\n",
    "no-block": "\ndef later():\nx = 1\n",
    "colon": "\ndef later()\n    return 1\n",
    "bracket": "\nx = max(1, 2\n",
}


@pytest.mark.parametrize("accident", ACCIDENTS)
@pytest.mark.parametrize("name", ["value.py", "value.ipynb"])
def test_what_often_keeps_python_from_reading_is_named(accident: str, name: str) -> None:
    text = _CLASS + ACCIDENTS[accident]
    told = _told(_notebook(("code", text)) if name.endswith(".ipynb") else text, name)
    assert (told["kind"], told["type"]) == ("syntax", accident)
    assert told["line"] > _CLASS.count("\n")
    assert told["message"]


@pytest.mark.parametrize(
    "text",
    [
        "class Value:\n    def\n",
        "x = 1\n",
        "from math import exp\n",
        "import value\n",
        "class Value:\n    def __add__(self, other):\n        return undefined\n    x = undefined\n",
        f"def demo():\n    class Value:\n        pass\n\n{_DEFINITION.replace('self.data = data', 'pass')}",
    ],
)
def test_nothing_is_guessed(text: str) -> None:
    told = _told(text)
    assert told["kind"] in ("syntax", "no-class", "exception")
    assert told.get("type") in (None, "NameError", "AttributeError")


def test_each_reason_is_a_sentence_of_its_own() -> None:
    told = [_told(content, name) for content, name, _ in (*FILES.values(), *ELSEWHERE.values())]
    told += [_told(_CLASS + text) for text in ACCIDENTS.values()]
    told.append(_told(_CLASS.replace("__init__", "__int__")))
    told.append({"kind": "no-class", "type": "inside", "function": "__init__", "message": "show"})
    sentences = {(each["kind"], each["type"]): _in_words(each) for each in told}
    assert len({message.seen for message in sentences.values()}) == len(sentences)
    assert all(message.advice and "{" not in message.seen for message in sentences.values())


def test_a_line_before_the_first_one_is_not_named() -> None:
    first, second = (_in_words(_told(f"{text}class class\n")) for text in ("", "x = 1\n"))

    assert "the one before" not in first.advice
    assert "the one before" in second.advice
    assert "this line" not in _in_words({"kind": "syntax", "type": "unknown"}).advice


def test_what_is_said_of_an_unknown_reason_is_true_of_any() -> None:
    for kind in ("file-type", "no-class", "syntax"):
        assert _in_words({"kind": kind, "type": "constructor"}).seen
