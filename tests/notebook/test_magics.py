"""`%%backgrade` and `%backgrade` in a real kernel: what stands below a cell."""

import asyncio
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.grader.networks.right import RIGHT
from tests.notebook.kernel import Kernel, kernel

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
OVERWRITE = (EXAMPLES / "overwrite.py").read_text("utf-8")
CORRECT = (EXAMPLES / "correct.py").read_text("utf-8")
LOOP = OVERWRITE.replace("for node in reversed(topo):", "while True:\n            node = self")
NO_SANDBOX = """
import backgrade._magics as _magics
from grader.errors import SandboxUnavailable
def _none(*_): raise SandboxUnavailable
_kept, _magics.locked_report = _magics.locked_report, _none
"""
NOTICE = "so your class runs with your own rights"


@pytest.fixture(scope="module")
def started() -> Iterator[Kernel]:
    """One kernel for all tests: it takes two seconds to start."""
    with kernel() as found:
        found.run("%load_ext backgrade")
        yield found


def test_a_cell_is_run_and_its_class_is_graded_below_it(started: Kernel) -> None:
    shown = started.run(f"%%backgrade --stage core\n{OVERWRITE}")

    assert shown.text == "5.0 3.0\n"  # what the cell prints
    assert "3 of 8 points" in shown.html
    assert "3 of 8 points" in shown.plain


def test_a_cause_is_at_the_line_that_the_cell_shows(started: Kernel) -> None:
    cell = f"%%backgrade --stage core\n{OVERWRITE}"
    shown = started.run(cell)

    place = re.search(r"line (\d+) of cell (\d+), in `\+`", shown.plain)
    assert place is not None
    assert int(place[2]) == started.number()
    assert cell.splitlines()[int(place[1]) - 1].strip() == "self.grad = 1.0 * out.grad"


def test_an_error_of_the_cell_is_at_its_line_and_nothing_is_graded(started: Kernel) -> None:
    shown = started.run("%%backgrade\nclass Value:\n    data = 1]\n")

    assert "SyntaxError: unmatched ']'" in shown.text
    assert "line 3" in shown.text
    assert shown.html == ""


def test_the_class_of_the_cell_is_graded_and_not_a_value_of_another_cell(started: Kernel) -> None:
    started.run(CORRECT)

    shown = started.run(f"%%backgrade --stage core\n{OVERWRITE.replace('Value', 'Node')}")

    assert "3 of 8 points" in shown.plain
    assert f"of cell {started.number()}, in `+`" in shown.plain


def test_methods_and_neurons_of_a_cell_are_graded_with_the_value_above(started: Kernel) -> None:
    value, _, neurons = RIGHT.partition("class Neuron")
    started.run(value)

    assert "13 of 13 points" in started.run(f"%%backgrade --stage network\nclass Neuron{neurons}").plain


def test_the_report_of_a_cell_without_a_class_says_that_it_is_about_one_above(started: Kernel) -> None:
    value, _, neurons = RIGHT.partition("class Neuron")
    above = "This cell defines no class, so this report is about the class of the cells above."
    started.run(value)

    shown = started.run("%%backgrade --stage core\nValue.__iadd__ = Value.__add__")

    assert "Class `Value`" in shown.plain
    assert above in shown.plain
    assert above in shown.html
    assert above not in started.run(f"%%backgrade --stage network\nclass Neuron{neurons}").plain
    assert above not in started.run("%%backgrade --stage core\nif True:\n    class Value: ...").plain


def test_a_class_that_was_not_made_gets_no_report_of_one_above(started: Kernel) -> None:
    started.run(CORRECT)

    shown = started.run("%%backgrade\nclass Value:\n    size = unknown\n    def __add__(self, other): ...")

    assert "NameError" in shown.text
    assert shown.html == ""


def test_what_other_cells_print_and_raise_is_not_told_again(started: Kernel) -> None:
    started.run("class Value\n    pass", "a = Valu(2)", OVERWRITE, "a = Value(2.0)\nprint(a + a)")

    shown = started.run(f"%%backgrade --stage core\n{CORRECT}")

    assert "8 of 8 points" in shown.plain
    assert "stopped with an error" not in shown.plain
    assert "Your file prints" not in shown.plain


def test_the_report_shows_picture_and_replay_and_loads_nothing(started: Kernel) -> None:
    page = BeautifulSoup(started.run(f"%%backgrade --stage core\n{OVERWRITE}").html, "html.parser")

    steps = page.select(".replay .moments > li")
    pictures = page.select("img")
    assert len(steps) > 1
    assert len(pictures) == len(steps) + 1
    assert all(str(picture["src"]).startswith("data:image/svg+xml;base64,") for picture in pictures)
    assert all(picture["alt"] for picture in pictures)
    assert not page.select("script, link, iframe, object, svg, button")
    assert not [name for tag in page.find_all() for name in tag.attrs if name.startswith("on")]


def test_a_network_is_graded_below_its_cell_with_its_picture(started: Kernel) -> None:
    shown = started.run(f"%%backgrade --stage network\n{RIGHT.replace(', self.b)', ')')}")

    assert "7 of 13 points" in shown.plain
    assert "Bias not added in a neuron" in shown.plain
    assert len(BeautifulSoup(shown.html, "html.parser").select("img")) == 1


def test_the_line_magic_and_check_show_the_same(started: Kernel) -> None:
    started.run(CORRECT)

    by_magic = started.run("%backgrade Value --stage core")
    by_check = started.run("import backgrade\nbackgrade.check(Value, stage='core')")

    assert "8 of 8 points" in by_magic.html
    without_id = [re.sub(r"file-\w+", "", shown.html) for shown in (by_magic, by_check)]
    assert without_id[0] == without_id[1]


def test_a_report_speaks_the_language_that_is_asked_for(started: Kernel) -> None:
    started.run(CORRECT)

    assert "8 de 8 puntos" in started.run("%backgrade Value --stage core --lang es").html


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("%backgrade Vlue", "This notebook has no class Vlue."),
        ("%backgrade int", "has no class int"),
        ("%backgrade --stage all", "There is no stage all. Choose one of full, core,"),
        ("%backgrade --hints 5", "There is no level 5 of hints."),
        ("%backgrade --hints x", "There is no level x of hints. Choose a number from 0 to 4."),
        ("%backgrade --hints x --lang es", "No existe el nivel x"),
        ("%backgrade --colour", "unrecognized arguments: --colour"),
    ],
)
def test_a_mistake_in_the_magic_is_told_in_a_sentence(started: Kernel, line: str, said: str) -> None:
    shown = started.run(line)

    assert said in shown.text
    assert "Traceback" not in shown.text


def test_a_loop_of_the_class_ends_by_itself_and_is_named(started: Kernel) -> None:
    # what the cell runs at its end is cut: the kernel would run the loop itself
    shown = started.run(f"%%backgrade --stage core\n{LOOP.partition('# test from')[0]}")

    assert "while True:" in shown.html


def test_a_loop_in_the_cell_is_interrupted_and_the_kernel_goes_on(started: Kernel) -> None:
    interrupts = threading.Timer(2.0, lambda: asyncio.run(started.client.km.interrupt_kernel()))
    interrupts.start()
    try:
        shown = started.run("%%backgrade\nclass Value: pass\nwhile True: pass\n")
    finally:
        interrupts.join()

    assert "KeyboardInterrupt" in shown.text
    assert shown.html == ""
    assert started.run("print(6 * 7)").text == "42\n"


def test_without_a_sandbox_one_s_own_class_is_graded_and_it_is_said_once(started: Kernel) -> None:
    started.run(NO_SANDBOX, CORRECT)
    try:
        first = started.run("%backgrade Value --stage core")
        second = started.run(f"%%backgrade --stage core\n{OVERWRITE}")
    finally:
        started.run("_magics.locked_report = _kept")

    assert "8 of 8 points" in first.html
    assert "3 of 8 points" in second.html
    assert [NOTICE in shown.html for shown in (first, second)] == [True, False]
    assert [NOTICE in shown.plain for shown in (first, second)] == [True, False]


def test_without_a_sandbox_a_class_of_a_module_is_not_graded(started: Kernel) -> None:
    started.run(NO_SANDBOX, "from fractions import Fraction")
    try:
        shown = started.run("%backgrade Fraction")
    finally:
        started.run("_magics.locked_report = _kept")

    assert "Fraction is not defined in a cell of this notebook" in shown.text
    assert shown.html == ""


def test_backgrade_is_imported_without_ipython() -> None:
    code = "import sys, backgrade; sys.exit('IPython' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
