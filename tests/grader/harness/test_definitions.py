"""What a class depends on is kept of its source; the rest is left out where the class stays the same."""

import contextlib
import io
import math
import sys
import types
from collections.abc import Iterator

import pytest

from grader.harness.loading import submission
from grader.harness.loading.definitions import definitions_of
from grader.harness.loading.source import Cell
from grader.harness.running.problem import Places
from tests import bad_input_files

_CLASS = bad_input_files.good().content.decode()
_HEADER = {
    "name": "value.py", "notebook": False, "definitions_only": False, "needs_backward": True,
    "caller_seeds": False, "may_not_record": False, "class_name": "", "reference": "", "again": False,
}  # fmt: skip
_LOOP = "for step in range(5):\n    (Value(1.0) * 2.0).backward()\n"

DEPENDS = {
    "a method from outside": "def double(self):\n    return self + self\nValue.double = double\n",
    "methods in a loop": (
        "for name in ('double', 'twice'):\n    setattr(Value, name, lambda self: self + self)\n"
    ),
    "a table that a loop fills": (
        "TABLE = []\nfor i in range(5):\n    TABLE.append(2.0 * i)\n"
        "Value.double = lambda self: self * TABLE[1]\n"
    ),
    "a table that a function fills": (
        "TABLE = {}\ndef fill():\n    for i in range(5):\n        TABLE[i] = 2.0 * i\nfill()\n"
        "Value.double = lambda self: self * TABLE[1]\n"
    ),
    "a registry": (
        "OPERATIONS = {}\ndef operation(f):\n    OPERATIONS[f.__name__] = f\n    return f\n"
        "@operation\ndef double(x):\n    return x + x\n"
        "for name, f in OPERATIONS.items():\n    setattr(Value, name, f)\n"
    ),
    "a decorated class": (
        "def counted(cls):\n    cls.made = 0\n    init = cls.__init__\n    def __init__(self, *a, **k):\n"
        "        type(self).made += 1\n        init(self, *a, **k)\n"
        "    cls.__init__ = __init__\n    return cls\nValue = counted(Value)\n"
    ),
    "a switch": (
        "ON = False\ndef enable():\n    global ON\n    ON = True\nenable()\n"
        "plain = Value.backward\ndef backward(self):\n    if ON:\n        plain(self)\n"
        "Value.backward = backward\n"
    ),
    "a limit of Python": "import sys\nLIMIT = 10 ** 4\nsys.setrecursionlimit(LIMIT)\n",
    "an object with settings": (
        "class Settings:\n    pass\nsettings = Settings()\nsettings.scale = 2.0\n"
        "Value.double = lambda self: self * settings.scale\n"
    ),
    "a step that is not run": 'if __name__ == "__main__":\n    print(Value(2.0))\n',
}
"""Pieces of source of which nothing may be left out."""

BESIDE = {
    "a training loop": _LOOP,
    "a loop over a tape": (
        "TAPE = []\nadd = Value.__add__\ndef recorded(self, other):\n    out = add(self, other)\n"
        "    TAPE.append(out)\n    return out\nValue.__add__ = recorded\n"
        "#\nfor step in range(5):\n    TAPE.clear()\n    Value(1.0) + 2.0\n    TAPE = []\n"
    ),
    "a function that trains": (
        "def train():\n    a = Value(1.0)\n    a.backward()\n    return a\n#\nlast = train()\n"
    ),
    "a demonstration": "#\na = Value(2.0)\nb = a * a\nb.backward()\nassert a.grad == 4.0\nprint(a.grad)\n",
    "a plot": "import matplotlib.pyplot as plt\n#\nplt.plot([Value(0.1 * i).data for i in range(9)])\n",
    "an error": "#\nundefined_name + 1\n",
    "a test": "def test():\n    for i in range(3):\n        assert Value(i).data == i\n#\ntest()\n",
}
"""Pieces of which what stands below `#` is left out."""

NEEDED = {
    "a number that a loop makes": (
        "scale = 1\nwhile scale < 9:\n    scale *= 2\nValue.double = lambda a: a * scale\n"
    ),
    "text that is run": "for name in ['double']:\n    exec(f'Value.{name} = lambda self: self + self')\n",
    "a class that is called into being": "Scalar = type('Scalar', (Value,), {})\n",
    "a function of the module": "for name in ['tanh']:\n    globals()[name] = lambda a: a\n",
}
"""Pieces that make the class another one without being known to."""


@pytest.fixture(autouse=True)
def limit_of_python() -> Iterator[None]:
    """The pieces are run in this process, and one of them sets how deep calls may be nested."""
    before = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(before)


def _below(text: str) -> str:
    (cell,) = definitions_of([Cell("value.py", _CLASS + text)]).cells
    return cell.text.removeprefix(_CLASS)


def _is_alone(text: str) -> bool:
    with contextlib.redirect_stdout(io.StringIO()):
        loaded = submission.load((_CLASS + text).encode(), _HEADER, Places())
    assert loaded.value_class is not None
    return bool(loaded.told.get("alone", False))


@pytest.mark.parametrize("name", DEPENDS)
def test_what_a_class_depends_on_is_kept(name: str) -> None:
    assert _below(DEPENDS[name]) == DEPENDS[name]


@pytest.mark.parametrize("name", DEPENDS)
def test_a_class_stays_what_it_is_without_a_loop_below_it(name: str) -> None:
    assert _is_alone(DEPENDS[name] + _LOOP)


@pytest.mark.parametrize("name", BESIDE)
def test_what_stands_beside_a_class_is_left_out(name: str) -> None:
    kept, left_out = BESIDE[name].rsplit("#\n", 1) if "#\n" in BESIDE[name] else ("", BESIDE[name])
    assert _below(BESIDE[name]).strip("\n#") == kept.strip("\n")
    assert _below(BESIDE[name]).count("\n") == (kept + left_out).count("\n") + BESIDE[name].count("#\n")
    assert _is_alone(BESIDE[name])


@pytest.mark.parametrize("name", NEEDED)
def test_where_another_class_would_come_out_the_whole_source_is_run(name: str) -> None:
    assert not _is_alone(NEEDED[name] + _LOOP)


@pytest.mark.parametrize("reads", ["import scales\n", "from scales import scale\n"])
def test_a_module_put_in_the_place_of_another_makes_another_class(
    reads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = types.ModuleType("scales")
    module.__dict__["scale"] = math.exp
    monkeypatch.setitem(sys.modules, "scales", module)
    uses = f"{reads}Value.double = lambda self: {reads.rsplit(maxsplit=1)[-1]}\n"
    replaces = (
        "import math, sys, types\nfor name in ['scales']:\n"
        "    sys.modules[name] = types.ModuleType(name)\n    sys.modules[name].scale = math.log\n"
    )
    assert _is_alone(uses + _LOOP)
    assert not _is_alone(uses + replaces)


def test_nothing_is_run_twice_where_nothing_is_left_out() -> None:
    cells = [Cell("value.py", _CLASS)]
    assert definitions_of(cells).cells == cells


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("import os; os._exit(0)\n", "import os; 0          \n"),
        ("print('é'); import os\n", "0          ; import os\n"),
        ("import os; print(\n  1\n); a = 1; print(2)\n", "import os; 0     \n   \n0; a = 1; 0       \n"),
    ],
)
def test_of_a_line_only_that_is_left_out(line: str, left: str) -> None:
    assert _below(line) == left
    compile(left, "value.py", "exec")


def test_cells_of_a_notebook_keep_their_lines() -> None:
    first, second, third = definitions_of(
        [Cell("cell 1", _CLASS, 1), Cell("cell 2", "print(1)\nimport math\n", 2), Cell("cell 3", "]", 3)]
    ).cells
    assert (first.text, second.text, third.text) == (_CLASS, "\nimport math\n", "]")
