"""A class that is half done: the first card says what stands and what to write next, and nothing is wrong."""

import re
from itertools import islice

import pytest

from api import formats
from api.report_view.notes import note_lines
from api.report_view.report import report_view
from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report, ToWrite, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.unfinished import CONSTRUCTOR, CORE, REFLECTED, RULE
from submissions.courses.assignments.hints import DEFAULT, Rung
from submissions.courses.assignments.starter import STARTER
from submissions.teaching.results.trimming import trim, without_suites
from tests.corpus_files import FOLDER, Member, correct, member
from tests.half_done import BODIES, HalfDone, prefixes, without_rules

_FULL = assignment("full")
_NOT_ASKED = {"sigmoid", "sin", "reflected **"}
"""A class without them loses nothing."""
_BASE = FOLDER / "closures_set" / "value.py"
_STALE_STARTS = "global_tape/tape_emptied_after_the_pass"
"""A leaf keeps where the tape ended when it was made, and a pass empties the tape.

A graph without a pass makes the training loop wrong. Graphs of a whole battery hide that, those of half a
class do not.
"""
_WITHOUT_STALE = [one for one in correct() if one.id != _STALE_STARTS]
_CLOSURES = [one for one in correct() if one.style.startswith("closures_")]


@pytest.mark.sampled(one_in=360)
@pytest.mark.parametrize("style", BODIES)
@pytest.mark.parametrize("one", _WITHOUT_STALE, ids=lambda one: one.id)
def test_what_is_cut_away_is_to_be_written_and_nothing_is_wrong(
    one: Member, style: str, sandbox: Sandbox
) -> None:
    name = _class_of(one, sandbox)
    for cut in prefixes(one.source.decode(), name, BODIES[style]):
        report = _graded(cut, sandbox)
        if report.unfinished is None or report.passed:
            assert set(cut.lines) <= _NOT_ASKED, cut.written
            continue
        _check(cut, report)


@pytest.mark.sampled(one_in=144)
@pytest.mark.parametrize("style", BODIES)
@pytest.mark.parametrize("one", _CLOSURES, ids=lambda one: one.id)
def test_a_rule_without_a_body_is_to_be_written_and_nothing_is_wrong(
    one: Member, style: str, sandbox: Sandbox
) -> None:
    for cut in without_rules(one.source.decode(), _class_of(one, sandbox), BODIES[style]):
        if not set(cut.lines) <= {RULE + op for op in _NOT_ASKED}:
            _check(cut, _graded(cut, sandbox))


def _class_of(one: Member, sandbox: Sandbox) -> str:
    report = grade(one.submission, assignment("local-rules"), sandbox, diagnose=False)
    assert report.found is not None
    return report.found.name


def _graded(cut: HalfDone, sandbox: Sandbox) -> Report:
    return grade(Source("value.py", cut.source.encode()), _FULL, sandbox)


def _check(cut: HalfDone, report: Report) -> None:
    view = report_view(trim(report, DEFAULT), {})
    unfinished = report.unfinished
    assert unfinished is not None
    assert view.unfinished is not None
    entries = {entry.operation: entry for entry in unfinished.to_write}
    asked = {part: line for part, line in cut.lines.items() if part.removeprefix(RULE) not in _NOT_ASKED}

    assert (view.findings, view.verdict) == ((), Verdict.MISSING), cut.written
    assert {part: entries[part].line for part in asked if part in entries} == asked, cut.written
    assert not entries.keys() & set(cut.written), cut.written
    assert not {*unfinished.right, *unfinished.untried} & cut.lines.keys(), cut.written
    assert _core(unfinished.to_write) == sorted(_core(unfinished.to_write), key=CORE.index)


_STUBS = "closures_set/base", "dataclass_nodes/base", "local_gradients/base", "method_dispatch/base"


@pytest.mark.parametrize("identity", _STUBS)
def test_the_card_asks_for_nothing_that_is_there_or_that_no_point_is_for(
    identity: str, sandbox: Sandbox
) -> None:
    """`__radd__ = __add__` is there with `+`, and a suite that does not apply costs nothing."""
    one = member(identity)
    cut = next(prefixes(one.source.decode(), _class_of(one, sandbox), BODIES["raises"]))
    report = _graded(cut, sandbox)
    view, unfinished = report_view(trim(report, DEFAULT), {}).unfinished, report.unfinished
    assert view is not None
    assert unfinished is not None

    reflected = {each.operation for each in unfinished.to_write if each.operation.startswith(REFLECTED)}
    assert reflected <= cut.lines.keys()
    not_asked = {suite.title for suite in report.suites if suite.verdict is Verdict.NOT_APPLICABLE}
    assert "sigmoid" not in (view.then if "sigmoid" in not_asked else "")


def test_a_long_list_of_methods_that_were_not_tried_ends_in_their_number(sandbox: Sandbox) -> None:
    one = member("method_dispatch/base")
    cut = next(islice(prefixes(one.source.decode(), "Value", BODIES["todo"]), 2, None))

    view = report_view(trim(_graded(cut, sandbox), DEFAULT), {}).unfinished

    assert view is not None
    assert re.search(r"^Written, and not tried yet: .+ and \d+ more\.$", view.standing[-1])


def test_where_nothing_was_tried_no_note_says_how_it_was_checked(sandbox: Sandbox) -> None:
    one = member("local_gradients/base")
    for number, cut in enumerate(prefixes(one.source.decode(), "Value", BODIES["raises"])):
        notes = list(note_lines(_graded(cut, sandbox)))
        assert sum("local rule" in note for note in notes) == (number > 3), number


def _core(entries: tuple[ToWrite, ...]) -> list[str]:
    return [entry.operation for entry in entries if entry.operation in CORE]


_STUB = "    def {name}(self{other}):\n        pass\n\n"
_HALF = STARTER.partition("    # TODO: __mul__")[0] + "".join(
    _STUB.format(name=name, other=other) for name, other in (("__mul__", ", other"), ("backward", ""))
)


def test_the_card_of_the_starter_file_names_every_line(sandbox: Sandbox) -> None:
    view = report_view(trim(_of(STARTER, sandbox), DEFAULT), {})
    assert view.unfinished is not None
    assert (view.findings, view.verdict) == ((), Verdict.MISSING)
    assert [step.text for step in view.unfinished.steps] == [
        "`+`: its backward rule (line 26)",
        "`*`: the method `__mul__`",
        "`backward()`: the whole method",
        "`/`: the method `__truediv__`",
        "`**`: the method `__pow__`",
    ]
    waiting = {cause.cause for stage in view.stages for cause in stage.by_cause}
    assert waiting >= {"waiting for `*`", "waiting for `backward()`", "waiting for the rule of `+`"}


_BY_FUNCTIONS = """
class Value:
    def __init__(self, data, parents=(), rule=None):
        self.data, self.grad, self.parents, self.rule = data, 0.0, parents, rule

    def backward(self):
        order = []

        def visit(node):
            if node not in order:
                for each in node.parents:
                    visit(each)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            for each, share in zip(node.parents, node.rule(node.grad) if node.rule else ()):
                each.grad += share


def add(a, b):
    return Value(a.data + b.data, (a, b), lambda g: (g, g))


def mul(a, b):
    return Value(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))
"""


def test_who_writes_functions_is_told_of_no_methods(sandbox: Sandbox) -> None:
    view = report_view(trim(_of(_BY_FUNCTIONS, sandbox), DEFAULT), {})
    assert view.unfinished is not None
    assert [step.text for step in view.unfinished.steps] == ["`-`", "`-a`", "`/`", "`**`", "`tanh`"]


_MUL_IS_NEXT = "`*`: the body of `__mul__` (line 32)"
_RULE_IS_NEXT = "`+`: its backward rule (line 26)"
_ADDED, _OVERWRITTEN = (f"self.grad {sign} out.grad; other.grad {sign} out.grad  # " for sign in ("+=", "="))
_FORMS = {
    "empty constructor": (
        "class Value:\n    def __init__(self, data):\n        pass\n",
        "Constructor: the body of `__init__` (line 3)",
    ),
    "constructor alone": (
        "class Value:\n    def __init__(self, data):\n        self.data = data\n",
        "`+`: the method `__add__`",
    ),
    "empty rule": (_HALF, _RULE_IS_NEXT),
    "right so far": (_HALF.replace("pass  # TODO", _ADDED), _MUL_IS_NEXT),
    "wrong so far": (_HALF.replace("pass  # TODO", _OVERWRITTEN), _MUL_IS_NEXT),
}


@pytest.mark.parametrize(("source", "first"), _FORMS.values(), ids=_FORMS)
def test_what_is_to_be_written_comes_first_in_every_form(source: str, first: str, sandbox: Sandbox) -> None:
    report = _of(source, sandbox)
    for name in ("terminal", "markdown", "html"):
        shown = formats.load(name).render([report], {"value.py": source.encode()})
        text = re.sub(r"</?code>|\\", "" if name != "html" else "`", shown)
        assert -1 < text.find("Not finished yet") < text.find(first), name
        for later in ("1  ", "Results", "Local rules", '<section class="finding"', "| |"):
            assert (at := text.find(later)) == -1 or at > text.find(first), (name, later)
        assert "has no method" not in text


def test_a_class_that_only_computes_has_its_rules_to_write(sandbox: Sandbox) -> None:
    add = "    def __add__(self, other):\n        return Value(self.data + other.data, (self, other))\n\n"
    source = (
        STARTER.partition("    def __add__")[0] + add + add.replace("__add__", "__mul__").replace("+", "*")
    )
    report = _of(source, sandbox)
    assert report.unfinished is not None
    assert [entry.operation for entry in report.unfinished.to_write][:3] == [
        "rule of +",
        "rule of *",
        "backward()",
    ]
    assert report.diagnosis is not None
    assert report.diagnosis.findings == ()


_NO_PASS = _BASE.read_text(encoding="utf-8").partition("    def backward(")[0]


@pytest.mark.parametrize(
    ("backward", "says"),
    [
        ("    def backward(self):\n        pass\n", ""),
        ("    def backward(self):\n        raise NotImplementedError\n", ""),
        ("", ""),
        ("    def backward(self):\n        self.grad = 1.0\n        self._backward()\n", ""),
        (None, "Gradients by backpropagation (proven)"),
    ],
)
def test_how_gradients_come_about_is_not_said_where_something_else_comes_first(
    backward: str | None, says: str, sandbox: Sandbox
) -> None:
    source = _BASE.read_text(encoding="utf-8") if backward is None else _NO_PASS + backward
    assert report_view(trim(_of(source, sandbox), DEFAULT), {}).gradients == says


@pytest.mark.parametrize("product", ["without a method", "without a rule"])
@pytest.mark.parametrize(
    "rule", ["out.data * out.grad", "out.data", "2 * out.data * out.grad / (out.grad + 1)"]
)
def test_an_operation_is_tried_below_the_output_by_what_there_is(
    product: str, rule: str, sandbox: Sandbox
) -> None:
    """At the output, where the upstream gradient is 1, each of these rules of `exp` is right."""
    base = _BASE.read_text(encoding="utf-8")
    assert "self.grad += out.data * out.grad" in base
    source = base.replace("self.grad += out.data * out.grad", f"self.grad += {rule}")
    if product == "without a method":
        source = source.replace("def __mul__(", "def _later(").replace("def __rmul__(", "def _also_later(")
    else:
        source = re.sub(r"self.grad \+= other.data \* out.grad\n *other.grad .*", "pass", source)
    report = _of(source, sandbox)
    view = report_view(trim(report, DEFAULT), {})

    assert view.unfinished is not None
    assert report.unfinished is not None
    assert ("exp" in report.unfinished.right) == (rule == "out.data * out.grad") == (not view.findings)
    assert {"+", "backward()"} <= {*report.unfinished.right}
    for finding in view.findings:
        assert "in `exp`" in finding.title
        assert "right" not in view.unfinished.tried
    assert report.score == grade(Source("value.py", source.encode()), _FULL, sandbox, diagnose=False).score


def test_a_rule_without_a_body_is_not_told_as_a_choice(sandbox: Sandbox) -> None:
    """Of two outputs with the same inputs, the pass of a product without a rule leaves nothing."""
    base = _BASE.read_text(encoding="utf-8")
    source = re.sub(r"self.grad \+= other.data \* out.grad\n *other.grad .*", "pass", base)
    report = _of(source, sandbox)
    assert any(graph.conventions for graph in report.graphs)
    assert not any("two outputs" in note for note in note_lines(report))


_OPS_ALONE_SEND = """
class Op:
    def backward(self, out):
        pass


class Add(Op):
    def __init__(self, left, right):
        self.left, self.right = left, right

    def backward(self, out):
        self.left.grad += out.grad
        self.right.grad += out.grad


class Value:
    def __init__(self, data, op=None):
        self.data, self.op, self.grad = data, op, 0.0

    def __add__(self, other):
        return Value(self.data + other.data, Add(self, other))
"""


def test_an_empty_method_that_heirs_of_another_class_write_is_not_the_place(sandbox: Sandbox) -> None:
    unfinished = _of(_OPS_ALONE_SEND, sandbox).unfinished
    assert unfinished is not None
    lines = {entry.operation: entry.line for entry in unfinished.to_write}
    assert lines["backward()"] is None


def test_a_cause_is_first_where_only_later_parts_are_left(sandbox: Sandbox) -> None:
    """The core is written, and `+` overwrites: a stub of `log` is no news then."""
    right = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")
    wrong = right.replace("self.grad += 1.0 * out.grad", "self.grad = 1.0 * out.grad")
    wrong += "\n    def log(self):\n        pass\n"
    view = report_view(trim(_of(wrong, sandbox), DEFAULT), {})
    assert view.findings
    assert view.unfinished is None
    assert view.missing == "Still missing: `log` (3 points)."


@pytest.mark.parametrize("instead", ["-=", "+= 2.0 *"])
@pytest.mark.parametrize(
    ("wrong", "line"), [("+", "self.grad {} 1.0 * out.grad"), ("*", "self.grad {} other.data * out.grad")]
)
def test_what_is_wrong_alone_casts_no_doubt_on_what_is_beside_it(
    wrong: str, line: str, instead: str, sandbox: Sandbox
) -> None:
    source = _BASE.read_text(encoding="utf-8")
    [cut] = [cut for cut in prefixes(source, "Value", "pass") if cut.written == (CONSTRUCTOR, "+", "*")]
    assert line.format("+=") in cut.source

    unfinished = _of(cut.source.replace(line.format("+="), line.format(instead)), sandbox).unfinished

    assert unfinished is not None
    assert {*unfinished.right} == {CONSTRUCTOR, "+", "*"} - {wrong}


def test_a_method_that_was_meant_to_be_there_is_wrong(sandbox: Sandbox) -> None:
    """It has `2 + a`, and not `2 * a`."""
    right = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")
    view = report_view(trim(_of(right.replace("def __rmul__(", "def _rmul("), sandbox), DEFAULT), {})

    assert [finding.title for finding in view.findings] == [
        "The reflected method for a number on the left is missing (line 4, in `*`)"
    ]
    assert view.verdict is Verdict.FAILED
    assert "nothing wrong" not in view.score
    assert view.missing == ""
    suites = {suite.slug: suite for stage in view.stages for suite in stage.suites}
    assert suites["plain_numbers"].cause == "same cause as finding 1"


@pytest.mark.parametrize(("method", "suite"), [("__pow__", "power"), ("__truediv__", "division")])
def test_a_misspelt_method_is_not_still_missing_beside_its_finding(
    method: str, suite: str, sandbox: Sandbox
) -> None:
    """`log` is: that is 3 points, and those of the misspelt method are not among them."""
    right = (FOLDER / "closures_set" / "value.py").read_text(encoding="utf-8")
    source = right.replace(f"def {method}(", f"def {method[:-2]}er__(").replace("def log(", "def _ln_later(")
    trimmed = trim(_of(source, sandbox), DEFAULT)
    view = report_view(trimmed, {})

    assert [finding.title[:45] for finding in view.findings] == [
        "A method or attribute has the wrong name (lin"
    ]
    assert view.missing == "Still missing: `log` (3 points)."
    causes = {each.slug: each.cause for stage in view.stages for each in stage.suites}
    assert causes[suite] == "same cause as finding 1"
    assert trimmed.report.unfinished is not None
    assert [part.operation for part in trimmed.report.unfinished.to_write] == ["log"]


@pytest.mark.parametrize("rung", Rung)
def test_what_is_to_be_written_is_no_hint(rung: Rung, sandbox: Sandbox) -> None:
    shown = trim(_of(STARTER, sandbox), rung).report.unfinished
    assert (shown is None) == (rung is Rung.NOTHING)


def test_hidden_suites_do_not_show_in_what_is_to_be_written(sandbox: Sandbox) -> None:
    report = _of(STARTER, sandbox)
    seen = without_suites(report, {"tanh", "neuron"}).unfinished
    assert report.unfinished is not None
    assert seen is not None
    gone = {e.operation for e in report.unfinished.to_write} - {e.operation for e in seen.to_write}
    assert gone == {"tanh"}
    assert (seen.right, seen.untried) == ((), ())


def _of(source: str, sandbox: Sandbox) -> Report:
    return grade(Source("value.py", source.encode()), _FULL, sandbox)


@pytest.mark.parametrize("method", ["__add__", "__mul__", "__pow__", "__truediv__", "tanh", "backward"])
def test_an_empty_method_that_replaces_a_written_one_is_the_one_to_remove(
    method: str, sandbox: Sandbox
) -> None:
    lines = _BASE.read_text(encoding="utf-8").splitlines()
    written = next(n for n, line in enumerate(lines, 1) if line.startswith(f"    def {method}("))
    source = "\n".join([*lines, f"    def {method}(self, *others):", "        pass", ""])
    report = grade(Source("value.py", source.encode()), _FULL, sandbox)
    assert report.unfinished is not None
    entry = next(each for each in report.unfinished.to_write if each.method == method)
    assert (entry.replaces, entry.line) == (written, len(lines) + 2)
    shown = formats.load("terminal").render([report], {"value.py": source.encode()})
    assert f"replaces the one on line {written}" in shown


_INDENTED = ["__mul__", "__pow__", "__truediv__", "tanh", "relu", "backward"]


def _indented(method: str) -> tuple[str, int, str]:
    """The class with a method inside the one above, its line, and that one."""
    lines = _BASE.read_text(encoding="utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith(f"    def {method}("))
    below = (n for n, line in enumerate(lines) if n > first and re.match(r" {0,4}\S", line))
    end = next(below, len(lines))
    above = next(line for line in reversed(lines[:first]) if line.startswith("    def "))
    moved = [f"    {line}" if line else line for line in lines[first:end]]
    return "\n".join([*lines[:first], *moved, *lines[end:]]), first + 1, above.split()[1].partition("(")[0]


@pytest.mark.parametrize("method", _INDENTED)
def test_a_method_that_is_indented_into_another_is_told_where_it_is(method: str, sandbox: Sandbox) -> None:
    source, line, above = _indented(method)
    report = _of(source, sandbox)
    assert report.unfinished is not None
    entries = [each for each in report.unfinished.to_write if each.method == method]
    assert [(each.line, each.inside) for each in entries] == [(line, above)]
    text = f"our `{method}` is indented into `{above}`, so the class does not have it"
    rendered = formats.load("terminal").render([report], {"value.py": source.encode()})
    assert rendered.count(text) == 1
    assert "does not define it" not in rendered


@pytest.mark.parametrize("rung", [Rung.SYMPTOM, Rung.PLACE])
def test_that_it_is_indented_is_shown_with_the_causes(rung: Rung, sandbox: Sandbox) -> None:
    seen = trim(_of(_indented("__mul__")[0], sandbox), rung).report.unfinished
    assert seen is not None
    assert seen.to_write[0] == ToWrite(operation="*", suites=seen.to_write[0].suites)


def test_a_function_inside_a_method_is_no_method(sandbox: Sandbox) -> None:
    """It takes no object: it is the rule of the method, or a helper."""
    base = _BASE.read_text(encoding="utf-8").partition("    def tanh(")[0]
    helper = "    def zero(self):\n        def tanh(x):\n            return x\n        return tanh(self)\n"
    report = _of(base + helper, sandbox)
    assert report.unfinished is not None
    assert not any(each.inside for each in report.unfinished.to_write)
