"""`backgrade.check` grades what a notebook has defined, as the command line grades a file."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import EllipsisType, SimpleNamespace

import pytest

import backgrade
from backgrade._source import source_of_notebook

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
OVERWRITE = (EXAMPLES / "overwrite.py").read_text("utf-8")


def defined(source: str) -> type:
    """The class, as a kernel has it."""
    module = {"__name__": "__main__"}
    exec(compile(source, "<cell>", "exec"), module)  # noqa: S102 - an example of ours
    return module["Value"]  # type: ignore[return-value]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cells that a kernel has run. IPython's list begins with an empty text."""
    cells = [""]
    shell = SimpleNamespace(history_manager=SimpleNamespace(input_hist_raw=cells))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    return cells


def test_the_cells_of_a_notebook_are_graded(kernel: list[str]) -> None:
    kernel += ["%matplotlib inline", OVERWRITE, "import backgrade\nbackgrade.check(Value)"]

    result = backgrade.check(defined(OVERWRITE), stage="core")

    assert (result.points, result.possible, result.passed) == (3, 8, False)
    (cause,) = result.findings
    assert (cause.cell, cause.line, cause.certainty) == (2, 23, "proven")
    assert (result.credit(4), cause.title in repr(result)) == (1.5, True)


@pytest.fixture
def imported() -> Iterator[type]:
    """The class of a module in a file."""
    spec = importlib.util.spec_from_file_location("imported_example", EXAMPLES / "correct.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module.Value
    del sys.modules[spec.name]


def test_the_file_of_a_module_is_graded(imported: type) -> None:
    result = backgrade.check(imported, stage="core")

    assert result.passed
    assert result.credit(10) == 10
    assert result.findings == ()


def test_another_class_than_the_one_given_is_not_graded(kernel: list[str]) -> None:
    kernel.append(OVERWRITE)

    with pytest.raises(backgrade.OtherClassGraded, match="grades Value here instead of Node"):
        backgrade.check(type("Node", (), {"__module__": "__main__"}), stage="core")


def test_a_node_is_no_class() -> None:
    with pytest.raises(TypeError, match=r"Give the class itself, as in backgrade\.check\(Value\)"):
        backgrade.check(object())  # type: ignore[arg-type]


def test_a_class_from_nowhere_has_no_source() -> None:
    with pytest.raises(backgrade.SourceNotFound, match="in no cell and in no file"):
        backgrade.check(type("Value", (), {"__module__": "nowhere"}))


def test_below_the_level_asked_for_there_are_no_points(kernel: list[str]) -> None:
    from grader.errors import SandboxUnavailable

    kernel.append(OVERWRITE)

    with pytest.raises(SandboxUnavailable, match="E5"):
        backgrade.check(defined(OVERWRITE), sandbox_level="E5")


METHOD = "def f(self): return self\nValue.{name} = f"


@pytest.mark.parametrize(
    ("cells", "graded"),
    [
        (["class Value: pass\nprint(Value)", "class Value: x = 1"], ["", "class Value: x = 1"]),
        (
            ["%%backgrade\nclass Value: pass", "%%backgrade\nclass Value: x = 1"],
            ["", "%%backgrade\nclass Value: x = 1"],
        ),
        # one that defines something more, or changes what another defines, is still needed
        (["class Value: pass\nE = 1", "class Value: x = 1"], ...),
        (["class Value: pass", METHOD.format(name="relu"), METHOD.format(name="tanh")], ...),
        (["class Value: pass", "class Node: pass\nValue.x = 1", "class Node: y = 1"], ...),
        (["class Value: pass\nValue.x = 1", "class Value: x = 1"], ["", "class Value: x = 1"]),
        # what is not Python is left to the grader
        (["class Value: pass]", "class Value: x = 1"], ...),
    ],
)
def test_a_cell_that_was_run_again_is_graded_once(
    kernel: list[str], cells: list[str], graded: list[str] | EllipsisType
) -> None:
    kernel += cells

    read = json.loads(source_of_notebook().content)["cells"]

    assert [cell["source"] for cell in read] == (cells if graded is ... else graded)


def test_the_cell_at_work_is_read_where_the_history_has_not_got_it(kernel: list[str]) -> None:
    kernel.append("x = 1")

    read = [json.loads(source_of_notebook(last).content)["cells"] for last in ("y = 2", "x = 1\n")]

    assert [[cell["source"] for cell in cells] for cells in read] == [["x = 1", "y = 2"], ["x = 1"]]
