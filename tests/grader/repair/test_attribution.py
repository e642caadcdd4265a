"""Which operation a piece of source is about."""

import ast

import pytest

from grader.harness.model.operation_words import operation_named, operation_of_text
from grader.harness.repair.attribution import About, Attribution
from grader.harness.repair.survey import Survey
from grader.harness.repair.syntax import whole
from tests.corpus_files import FOLDER, member
from tests.grader.repair.loading import survey, survey_of
from tests.offenders import for_each
from tests.rewriting_trials import line


def attribution(found: Survey) -> Attribution:
    return found._known.attribution


def operations_at(found: Survey, number: int) -> set[str | None]:
    """What all expressions of a line are said to be about."""
    return {
        attribution(found).operation(each)
        for module in found._tree.modules
        for each in whole(module)
        if isinstance(each, ast.expr) and each.lineno == number
    }


def number_of(source: str, piece: str) -> int:
    (found,) = [number for number, each in enumerate(source.split("\n"), 1) if piece in each]
    return found


@for_each(
    ("identity", "piece", "operation"),
    [
        # closures
        ("closures_set/base", "self.grad += 1.0 * out.grad", "+"),
        ("closures_set/base", "self.grad += other.data * out.grad", "*"),
        ("closures_set/base", "self.grad += other * self.data ** (other - 1)", "**"),
        ("closures_set/base", "self.grad += (1 - t**2) * out.grad", "tanh"),
        ("functional/base", "g / b.data, -g * a.data / b.data**2", "/"),
        ("local_gradients/base", "(1/self.data,)", "log"),
        # branches of one function, and what is before them
        ("explicit_stack/base", "b.grad -= g", "-"),
        ("explicit_stack/base", "a.grad += b.data * g", "*"),
        ("explicit_stack/base", "a.grad += (1 - self.data ** 2) * g", "tanh"),
        ("explicit_stack/base", "b = self.right", None),
        # a method for each
        ("method_dispatch/base", "a.grad += b.data * self.grad", "*"),
        ("method_dispatch/base", "a.grad += (1 - self.data ** 2) * self.grad", "tanh"),
        # a class for each
        ("operation_objects/base", "return g * y, g * x", "*"),
        ("operation_objects/base", "g * (1 - self.ctx * self.ctx)", "tanh"),
        ("operation_objects/base", "g if self.ctx > 0", "relu"),
        # the pass for all
        ("edge_lists/base", "parent.grad += d * node.grad", None),
    ],
)
def test_the_operation_by_the_names_around(identity: str, piece: str, operation: str | None) -> None:
    found = member(identity)

    assert operations_at(survey(identity), line(found, piece)) == {operation}


@pytest.mark.parametrize(
    ("piece", "operation"),
    [
        ("a.grad += b.data * g", "*"),
        ("b.grad -= g * a.data / b.data ** 2", "/"),
        ("a.grad += (1 - self.data ** 2) * g", "tanh"),
        ("g = self.grad", None),
        ("match self.op:", None),
    ],
)
def test_the_cases_of_a_match(piece: str, operation: str | None) -> None:
    source = (FOLDER / "mutants" / "match_backward.py").read_text(encoding="utf-8")

    assert operations_at(survey_of(source), number_of(source, piece)) == {operation}


SPOKEN = '''
class Zahl:
    """A class whose rules are functions with names of their own."""

    def __init__(self, data, parents=(), rule=None):
        self.data, self.grad, self.parents, self.rule = data, 0.0, parents, rule

    def __add__(self, other):
        return Zahl(self.data + other.data, (self, other), addiere)

    def __mul__(self, other):
        return Zahl(self.data * other.data, (self, other), malnehmen)

    def __rmul__(self, other):
        return Zahl(other) * self

    def tanh(self):
        import math
        return Zahl(math.tanh(self.data), (self,), hyperbel)

    def backward(self, g=1.0):
        self.grad += g
        if self.rule:
            for parent, share in zip(self.parents, self.rule(self, g)):
                parent.backward(share)


def addiere(node, g):
    return weiter(g), weiter(1.0 * g)


def malnehmen(node, g):
    a, b = node.parents
    return weiter(b.data * g), weiter(a.data * g)


def hyperbel(node, g):
    return [weiter((1 - node.data ** 2) * g)]


def weiter(g):
    return g + 0.0


def never(g):
    return g + 1.0
'''


@pytest.mark.parametrize(
    ("piece", "operation"),
    [
        ("return weiter(g), weiter(1.0 * g)", "+"),
        ("return weiter(b.data * g), weiter(a.data * g)", "*"),
        ("return [weiter((1 - node.data ** 2) * g)]", "tanh"),
        ("return g + 0.0", None),  # runs for all of them
        ("return g + 1.0", None),  # never runs
    ],
)
def test_a_function_named_in_another_language_is_known_by_what_runs_it(
    piece: str, operation: str | None
) -> None:
    assert operations_at(survey_of(SPOKEN), number_of(SPOKEN, piece)) == {operation}


def test_a_plain_number_on_the_left_is_told_apart() -> None:
    found = survey_of(SPOKEN)
    function = next(each for each in found._known.functions if each.name == "__rmul__")

    assert attribution(found).about(function.body[0]) == About("*", reflected=True)


def test_only_the_branch_itself_names_an_operation() -> None:
    found = survey("explicit_stack/base")
    function = next(each for each in found._known.functions if each.name == "pass_on")
    (branch,) = [each for each in whole(function) if isinstance(each, ast.If) and "'sub'" in _test(each)]

    assert attribution(found).names(branch, branch.body[0])
    assert not attribution(found).names(branch, branch.orelse[0])
    assert not attribution(found).names(function, branch)


def _test(branch: ast.If) -> str:
    return ast.unparse(branch.test)


@for_each(
    ("name", "operation"),
    [
        ("__radd__", "+"),
        ("_backward_mul", "*"),
        ("MulBackward", "*"),
        ("regla_producto", "*"),
        ("suma", "+"),
        ("resta", "-"),
        ("OP_POW", "**"),
        ("LogRule", "log"),
        ("add_or_mul", None),
        ("forward", None),
        ("address", None),
        ("_add_prevs", None),
        ("add_parents", None),
        ("addChild", None),
        ("mul_children", "*"),
    ],
)
def test_names_that_speak_of_an_operation(name: str, operation: str | None) -> None:
    assert operation_named(name) == operation


@pytest.mark.parametrize(
    ("text", "operation"), [("+", "+"), (" × ", "*"), ("^", "**"), ("tanh", "tanh"), ("?", None)]
)
def test_texts_that_stand_for_an_operation(text: str, operation: str | None) -> None:
    assert operation_of_text(text) == operation
