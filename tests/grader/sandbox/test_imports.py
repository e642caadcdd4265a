"""What is imported before a submission: enough for whatever it imports, little where little is asked for."""

import ast
import importlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.imports import Imports, imports_for, imports_of_file
from tests.offenders import for_each

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NEVER_RUN = {"_main", "_test_generator", "_formatwarnmsg_impl", "popen"}
"""Programs and processes, and what says where memory was reserved, which has to be asked for at the start."""


@pytest.mark.parametrize(
    "line",
    [
        "import math",
        "    import math, random as r  # fractions",
        "from __future__ import annotations",
        "from math import (",
        "from collections.abc import Callable",
        "import os.path as p",
        "# import fractions",
        "important = reimport(imported)",
    ],
)
def test_usual_imports_need_little(line: str) -> None:
    assert imports_for(b"x = 1\n" + line.encode() + b"\ny = 2\n") is Imports.USUAL


@for_each(
    "line",
    [
        "import fractions",
        "import math, fractions",
        "import math; import fractions",
        "from math import exp; import fractions",
        "import math, \\\nfractions",
        "if True: import fractions",
        "fractions = __import__('fractions')",
        "from importlib import import_module",
        "import matplotlib.pyplot as plt",
        '"import math\\n",',
        "from . import engine",
    ],
)
def test_whatever_else_is_imported_needs_everything(line: str) -> None:
    assert imports_for(line.encode()) is Imports.STANDARD


@for_each(("before", "after"), [("import", "!"), ("from", "!"), ("from a", "!"), ("", "import!")])
@for_each("repeated", [" ", "\t", "a", ".", ",", "a ", "import "])
def test_a_line_as_long_as_a_file_may_be_is_read_at_once(before: str, repeated: str, after: str) -> None:
    """Were it read in time by the square of its length, this would take hours."""
    line = f"{before} {repeated * (1 << 20)}{after}"

    assert imports_for(line.encode()[: 1 << 20] + after.encode()) in {Imports.STANDARD, Imports.USUAL}


def test_numpy_is_imported_where_the_word_is() -> None:
    assert imports_for(b"np = __import__('numpy')") is Imports.NUMPY


def test_each_kind_has_what_the_one_before_has() -> None:
    usual, standard, numpy, encodings = (set(kind.modules) for kind in Imports)
    assert usual < standard < numpy < encodings


@pytest.mark.parametrize("start", ["# coding: {}\n", "#!/usr/bin/env python\n# -*- coding: {} -*-\n"])
def test_codecs_are_imported_where_a_file_names_a_rare_one(start: str) -> None:
    assert imports_for(start.format("GBK").encode()) is Imports.ENCODINGS
    assert imports_for(start.format("UTF-8").encode()) is Imports.USUAL


def test_usual_modules_import_nothing_later() -> None:
    """Under the lock it would be a stand-in: whatever they import inside a function is there already."""
    loaded = _loaded_by(Imports.USUAL.modules)
    late = {
        (name, imported)
        for name in Imports.USUAL.modules
        for imported in _imported_in_functions(name)
        if imported.partition(".")[0] not in loaded
    }
    assert late == set()


def _loaded_by(names: tuple[str, ...]) -> set[str]:
    code = f"import sys\nfor name in {names!r}: __import__(name)\nprint(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-I", "-S", "-c", code], text=True).split())


def _imported_in_functions(name: str) -> Iterator[str]:
    spec = importlib.util.find_spec(name)
    if spec is None or not isinstance(spec.origin, str) or not spec.origin.endswith(".py"):
        return
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    for function in (node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)):
        if function.name in _NEVER_RUN:
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


@pytest.mark.parametrize("name", ["", "missing.py", ".", "a\0b.py"])
def test_a_look_at_what_is_no_file_says_little_and_does_not_fail(name: str) -> None:
    assert imports_of_file(name) is Imports.USUAL


def test_a_look_at_a_file_says_what_it_imports(tmp_path: Path) -> None:
    file = tmp_path / "value.py"
    file.write_text("import fractions\n")
    assert imports_of_file(str(file)) is Imports.STANDARD


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    assert imports_of_file(str(pipe)) is Imports.USUAL
