"""Offers to take out the second call of a rule in one pass, or the loop of such calls."""

import ast
from collections.abc import Iterator

from ..repair.edit import RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import operations
from ..repair.syntax import LOOPS, inside
from ._traversal import Traversal, traversal


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to take out repeated statements, and calls beside a loop that makes them all."""
    yield from _rules_of_operands(known)
    for function in known.functions:
        seen: set[ast.stmt] = set()
        for again in (*_repeated(function), *_beside_a_loop(function, known)):
            if again not in seen:
                seen.add(again)
                yield RewriteOffer("call-once", again, (replaced(again),))


def _rules_of_operands(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to take out of rules the calls of their operands' rules, where a loop runs all rules."""
    passes = traversal(known)
    if not passes.loops and not passes.comprehensions:
        return
    for operation in operations(known):
        for statement in (each for rule in operation.nested for each in rule.body):
            if _only_runs_rules(statement, passes):
                change = replaced(statement)
                yield operation.offer("call-once", statement, change, group="rules run rules")


def _only_runs_rules(statement: ast.stmt, passes: Traversal) -> bool:
    """Whether all it does is to call what a node holds as its rule, perhaps in a loop or if there is one."""
    if isinstance(statement, ast.For | ast.If) and not statement.orelse:
        return all(_only_runs_rules(each, passes) for each in statement.body)
    return _method_called(statement) in passes.parents.closures


def _repeated(function: ast.AST) -> Iterator[ast.stmt]:
    """Yield statements that say the same as one before them in their block, and call something."""
    for node in (function, *inside(function)):
        for block in (getattr(node, field, None) for field in ("body", "orelse")):
            said: set[str] = set()
            calls = list(filter(_calls, block)) if isinstance(block, list) else []
            for statement in calls if len(calls) > 1 else ():
                text = ast.dump(statement)
                if text in said:
                    yield statement
                said.add(text)


def _calls(statement: ast.stmt) -> bool:
    """Whether a statement calls a method and does no more with it, once or in a loop."""
    if isinstance(statement, ast.For):
        return any(map(_method_called, statement.body))
    return _method_called(statement) is not None


def _method_called(statement: ast.stmt) -> str | None:
    """Return the method that a statement calls, if it does no more."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    function = statement.value.func
    return function.attr if isinstance(function, ast.Attribute) else None


def _beside_a_loop(function: ast.AST, known: SourceAnalysis) -> Iterator[ast.stmt]:
    """Yield calls of a method that a loop of the same function calls on each node."""
    statements = [each for each in inside(function) if isinstance(each, ast.stmt)]
    calls = [(name, each) for each in statements if (name := _method_called(each))]
    looped = {name for name, each in calls if known.tree.nearest(each, LOOPS) is not None}
    for name, each in calls:
        if name in looped and known.tree.nearest(each, LOOPS) is None:
            yield each
