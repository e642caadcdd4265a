"""A tree knows the way up from every node, and what stands around it."""

import ast

import pytest

from grader.harness.repair.syntax import copy, expression, inside, statements, whole
from tests.corpus_files import Member, bases
from tests.grader.repair.loading import node, tree_of
from tests.offenders import for_each

SOURCE = """
class Value:
    def __add__(self, other):
        out = Value(self.data + other.data)
        def backward():
            self.grad += out.grad
        return out
"""


@for_each("found", bases(), ids=lambda found: found.id)
def test_every_node_is_in_the_field_of_its_parent_that_the_tree_says(found: Member) -> None:
    tree = tree_of(found.source.decode())
    (module,) = tree.modules

    for each in inside(module):
        parent, name = tree.up[each]
        field = getattr(parent, name)
        assert field is each or any(one is each for one in field)
        assert tree.module(each) is module


@for_each("found", bases(), ids=lambda found: found.id)
def test_inside_are_all_nodes_below_and_each_once(found: Member) -> None:
    (module,) = tree_of(found.source.decode()).modules
    placed = [each for each in whole(module) if "lineno" in each._attributes]

    assert len({id(each) for each in placed}) == len(placed)
    assert {id(each) for each in placed} == {
        id(each) for each in ast.walk(module) if "lineno" in each._attributes
    }


def test_what_is_around_a_node() -> None:
    tree = tree_of(SOURCE)
    share = node(tree, "out.grad")
    statement = node(tree, "self.grad += out.grad")
    inner, outer = (each for each in tree.above(share) if isinstance(each, ast.FunctionDef))

    assert tree.statement(share) is statement
    assert tree.statement(statement) is statement
    assert tree.nearest(share, ast.FunctionDef) is inner
    assert tree.nearest(share, ast.While) is None
    assert tree.outermost(share) is outer
    assert tree.outermost(tree.modules[0].body[0]) is None
    assert tree.depth(share) == len(list(tree.above(share))) == 5


def test_a_piece_that_cannot_be_parsed_is_left_out() -> None:
    tree = tree_of("a = 1", "def broken(:", "b = 2")

    assert [tree.cell_of[module].text for module in tree.modules] == ["a = 1", "b = 2"]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("x.grad = x.grad + a", "a"),
        ("x.grad = x.grad + a + b", "a + b"),
        ("x.grad = x.grad + a - b", "a - b"),
        ("x.grad = x.grad - a + b", "-a + b"),
    ],
)
def test_what_is_added_to_a_gradient_is_one_expression(text: str, share: str) -> None:
    (assigned,) = tree_of(text).modules[0].body

    assert isinstance(assigned, ast.Assign)
    assert isinstance(assigned.value, ast.BinOp)
    assert ast.unparse(assigned.value.left) == "x.grad"
    assert ast.unparse(assigned.value.right) == share


def test_a_sum_that_is_added_to_nothing_stays_as_it_is() -> None:
    (module,) = tree_of("x.grad = a + b + c").modules

    assert ast.dump(module) == ast.dump(ast.parse("x.grad = a + b + c"))


def test_new_nodes_stand_where_they_are_put() -> None:
    at = node(tree_of(SOURCE), "out.grad")
    assert isinstance(at, ast.expr)
    new = [expression("a * b", at), *statements("c = d\nif c:\n    e()", at), copy(at)]

    assert {
        (each.lineno, each.col_offset) for one in new for each in whole(one) if isinstance(each, ast.expr)
    } == {(at.lineno, at.col_offset)}
    assert new[-1] is not at
    assert ast.unparse(new[-1]) == "out.grad"


def test_what_a_function_assigns_with_an_annotation_is_read_as_an_assignment_and_written_as_it_is() -> None:
    source = "def f(x):\n    y: int = x\n    if y:\n        x.kept: int = y\n    z: int\n    return y"
    (module,) = tree_of(f"class Value:\n    grad: float = 0.0\n{source}").modules
    found: dict[str, object] = {}
    exec(compile(module, "f", "exec"), found)  # noqa: S102 - the source above

    read = [ast.unparse(each) for each in inside(module) if isinstance(each, ast.Assign)]

    assert read == ["y: int = x", "x.kept: int = y"]
    assert ast.unparse(module).endswith(source)
    assert callable(found["f"])
    assert found["f"](0) == 0
