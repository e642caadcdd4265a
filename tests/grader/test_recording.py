"""A class that records only when it is told to is told so, whatever its flag, mode or switch is called."""

from typing import Any

import pytest

from grader.harness.loading import submission
from grader.harness.loading.source import Cell
from grader.harness.model.find_class import ValueClass
from grader.harness.model.smallest import ask
from grader.harness.running.problem import Places
from tests.corpus_files import Member, correct
from tests.offenders import for_each

_HEADER: dict[str, Any] = {
    "name": "value.py", "notebook": False, "definitions_only": False, "needs_backward": True,
    "caller_seeds": False, "may_not_record": True, "class_name": "", "reference": "",
}  # fmt: skip

_CLASS = """
class Value:
    def __init__(self, data, parents=(){parameter}):
        self.data = data
        self.grad = 0.0
        self.on = {on}
        self.parents = parents
        self.rule = lambda: None

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other){given})

        def rule():
            if self.on:
                self.grad += other.data * out.grad
            if other.on:
                other.grad += self.data * out.grad

        out.rule = rule
        return out

    def backward(self):
        self.grad = 1.0
        self.rule()
"""
_ANY = "any(p.on for p in (self, other))"


def _flagged(parameter: str, on: str, given: str = "") -> str:
    return _CLASS.format(parameter=f", {parameter}", on=on, given=f", {given}" if given else "")


def _switched(on: str, before: str, examples: str) -> str:
    return before + _CLASS.format(parameter="", on=on, given="") + examples


FLAGS = {
    "autograd=True": _flagged("autograd=False", "autograd", f"autograd={_ANY}"),
    "tracked=True": _flagged("*, tracked=None", "tracked", f"tracked={_ANY}"),
    "variable=True": _flagged("variable=0", "variable == 1", f"variable=int({_ANY})"),
    "constant=False": _flagged("constant=True", "not constant"),
    "mode='record'": _flagged("mode='run'", "mode == 'record'"),
    "kind='leaf'": _flagged("kind=None", "kind in ('leaf', 'inner')"),
    "how=How.LIVE": "import enum\nHow = enum.Enum('How', 'FROZEN LIVE')\n"
    + _flagged("how=How.FROZEN", "how is How.LIVE"),
    "differentiable=True": _flagged("**options", "options.get('differentiable', False)"),
}
_FLAGGED = {
    "closures_set/requires_grad_is_off_by_default",
    "operation_objects/parameter_leaves",
    "operation_objects/requires_grad_must_be_asked",
}
_GLOBAL = "_on = False\n\n\ndef set_recording(flag):\n    global _on\n    _on = flag\n"
_CONTEXT = (
    "import contextlib\n_on = False\n\n\n@contextlib.contextmanager\ndef record():\n    global _on\n"
    "    _on = True\n    yield\n    _on = False\n"
)
_MAIN = "\n\ndef main():\n    {}\n"
SWITCHES = {
    "set_recording(True)": _switched("_on", _GLOBAL, _MAIN.format("set_recording(True)")),
    "with record():": _switched("_on", _CONTEXT, "\n\nwith record():\n    y = Value(2) * Value(3)\n"),
    "Options.recording = True": _switched(
        "Options.recording",
        "class Options:\n    recording = False\n",
        _MAIN.format("Options.recording = True"),
    ),
    "OPTIONS['record'] = 'all'": _switched(
        "OPTIONS['record'] == 'all'",
        "OPTIONS = {'record': 'no'}\n",
        _MAIN.format("OPTIONS['record'] = 'all'"),
    ),
}


def _loaded(text: str) -> ValueClass:
    found = submission.run([(Cell("value.py", text), text)], _HEADER, Places())[1]
    assert found is not None
    return found


def _told(found: ValueClass) -> list[str]:
    return [note["name"] for note in found.notes if note["kind"].startswith("recording-")]


@for_each("way", [*FLAGS, *SWITCHES])
def test_what_makes_it_record_is_found_by_what_it_does(way: str) -> None:
    found = _loaded((FLAGS | SWITCHES)[way])

    assert ask(found).received
    assert _told(found) == [way]


@pytest.mark.parametrize("way", FLAGS)
def test_the_flag_is_in_the_lines_to_paste(way: str) -> None:
    written = "" if "**" in FLAGS[way] else way
    assert _loaded(FLAGS[way]).made.endswith(written)


@pytest.mark.parametrize("way", SWITCHES)
def test_a_switch_that_mends_nothing_is_left_as_it_was(way: str) -> None:
    broken = SWITCHES[way].replace("        self.rule()\n", "        pass\n")
    found = _loaded(broken)

    assert _told(found) == []
    assert not found.leaf(1.0, "").on


@pytest.mark.parametrize("use", ["rule()", "rule[0]", "len(rule.parts)", "[*rule]"])
def test_a_parameter_that_is_used_as_more_than_a_flag_is_none(use: str) -> None:
    """A pass that leaves out the output's rule runs more lines with it, up to the one that it breaks."""
    ruled = _CLASS.format(parameter=", rule=None", on="True", given="")
    used = f"        for node in self.parents:\n            if rule := node.rule:\n                {use}\n"
    ruled = ruled.replace("self.rule = lambda: None", "self.rule = rule").replace(
        "        self.rule()\n", used
    )
    assert _told(_loaded(ruled)) == []


@for_each("member", correct(), ids=lambda member: member.id)
def test_a_class_that_records_by_itself_is_made_as_it_was(member: Member) -> None:
    told = _told(_loaded(member.source.decode()))
    assert told == (["requires_grad=True"] if member.id in _FLAGGED else [])


@pytest.mark.parametrize("hang", ["while True: pass", "import time; time.sleep(1e6)"])
def test_a_pass_without_end_is_not_waited_for(hang: str) -> None:
    endless = FLAGS["autograd=True"].replace("        self.rule()\n", f"        {hang}\n")
    assert not ask(_loaded(endless)).received


@pytest.mark.parametrize(
    "line", ["print(3)", "os.chdir('/')", "sys.setrecursionlimit(9)", "missing.on = True"]
)
def test_a_class_is_not_asked_over_lines_about_something_else(line: str) -> None:
    """What its pass does, the end of its process too, happens in a play."""
    marked = _CLASS.format(parameter="", on="True", given="")
    marked = marked.replace("        self.rule()\n", "        Value.asked = True\n")
    found = _loaded(f"import os, sys\n{marked}\n\ndef main():\n    {line}\n")

    assert not hasattr(found.cls, "asked")
