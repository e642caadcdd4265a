"""Edits are made and taken back; two of one place exclude each other."""

import ast
from contextlib import suppress

import pytest
from hypothesis import assume, given, strategies as st

from grader.harness.repair.edit import Change, Conflict, after, applied, before, replaced, with_field, wrapped
from grader.harness.repair.syntax import expression, statements
from grader.harness.repair.tree import Tree
from tests.corpus_files import bases, wrong
from tests.grader.repair.loading import dumped, node, survey, tree_of

SOURCE = "def f(x):\n    y = x + 1\n    return y\n"

MEMBERS = [found.id for found in (*bases(), *wrong()[::9])]


@given(st.sampled_from(MEMBERS), st.data())
def test_any_offers_taken_back_leave_the_tree_as_it_was(identity: str, data: st.DataObject) -> None:
    found = survey(identity)
    numbers = data.draw(st.lists(st.integers(0, len(found.offers) - 1), min_size=1, max_size=4))
    tree = found._tree
    at_first = dumped(tree)

    with suppress(Conflict), applied(tree, found.changes(numbers)):
        assert dumped(tree) != at_first

    assert dumped(tree) == at_first


@given(st.sampled_from(MEMBERS), st.data())
def test_an_offer_excludes_itself(identity: str, data: st.DataObject) -> None:
    found = survey(identity)
    number = data.draw(st.integers(0, len(found.offers) - 1))
    changes = found.changes([number])
    assume(not all(change.node in change.make(change.node) for change in changes))  # it only adds
    at_first = dumped(found._tree)

    with pytest.raises(Conflict), applied(found._tree, [*changes, *changes]):
        pass

    assert dumped(found._tree) == at_first


def shown(tree: Tree, *changes: Change) -> str:
    with applied(tree, changes):
        return ast.unparse(tree.modules[0])


def test_a_change_may_wrap_what_another_puts_in_its_place() -> None:
    """The sum stands around the product, and the product around the number, in whatever order they come."""
    tree = tree_of(SOURCE)
    at = node(tree, "x + 1")
    assert isinstance(at, ast.expr)
    number = replaced(at, "2")
    product = wrapped(at, lambda now: expression(f"({ast.unparse(now)}) * 3", now))
    total = wrapped(at, lambda now: expression(f"y + {ast.unparse(now)}", now), around=2)

    assert shown(tree, total, product, number) == shown(tree, number, product, total)
    assert shown(tree, total, product, number) == "def f(x):\n    y = y + 2 * 3\n    return y"
    with pytest.raises(Conflict):
        shown(tree, product, product)


def test_what_can_be_made_of_a_statement() -> None:
    tree = tree_of(SOURCE)
    at = tree.statement(node(tree, "x + 1"))
    (new,) = statements("print(x)", at)

    assert shown(tree, before(at, new)) == "def f(x):\n    print(x)\n    y = x + 1\n    return y"
    assert shown(tree, after(at, new)) == "def f(x):\n    y = x + 1\n    print(x)\n    return y"
    assert shown(tree, replaced(at, new)) == "def f(x):\n    print(x)\n    return y"
    assert shown(tree, replaced(at)) == "def f(x):\n    return y"
    assert shown(tree) == SOURCE.rstrip()


def test_what_can_be_made_of_an_expression() -> None:
    tree = tree_of(SOURCE)
    at = node(tree, "x + 1")
    assert isinstance(at, ast.expr)

    assert "y = x - 1" in shown(tree, with_field(at, "op", ast.Sub()))
    assert "y = -(x + 1)" in shown(tree, wrapped(at, lambda now: ast.UnaryOp(ast.USub(), now)))
    assert "y = z" in shown(tree, replaced(at, expression("z", at)))


def test_a_body_that_loses_everything_still_is_one() -> None:
    tree = tree_of(SOURCE)
    (function,) = tree.modules[0].body
    assert isinstance(function, ast.FunctionDef)

    assert shown(tree, *map(replaced, function.body[:1]), *map(replaced, function.body[1:])) == (
        "def f(x):\n    pass"
    )


def test_the_inner_of_two_edits_is_made_first() -> None:
    tree = tree_of(SOURCE)
    changes = [with_field(node(tree, "x + 1"), "op", ast.Sub()), with_field(node(tree, "1"), "value", 2)]

    assert "y = x - 2" in shown(tree, *changes)
    assert "y = x - 2" in shown(tree, *reversed(changes))


def test_two_edits_of_one_place_are_a_conflict() -> None:
    tree = tree_of(SOURCE)
    at_first = dumped(tree)
    one = node(tree, "x + 1")
    changes = [with_field(one, "op", ast.Sub()), with_field(one, "op", ast.Mult())]

    with pytest.raises(Conflict), applied(tree, changes):
        pass

    assert dumped(tree) == at_first


def test_what_is_raised_inside_takes_the_edits_back() -> None:
    tree = tree_of(SOURCE)
    at_first = dumped(tree)

    with pytest.raises(ZeroDivisionError), applied(tree, [replaced(tree.modules[0].body[0])]):
        raise ZeroDivisionError

    assert dumped(tree) == at_first
