"""Finds the lines in which one operation's rule runs and hardly another's, and the functions they are in."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ..model.primitives import PRIMITIVES, REFLECTED
from ..running.problem import Places
from .attribution import Attribution, Line, RanLines
from .tree import Definition, Tree

_MOST = 6


class _LinesThatRan:
    """The lines that run for each operation, and how many operations run each of them."""

    def __init__(self, attribution: Attribution, tree: Tree) -> None:
        self.of = {op: attribution.lines_of(op) for op in PRIMITIVES}
        self.users = Counter(line for lines in self.of.values() for line in lines.every)
        self._most = max(self.users.values(), default=0)
        self._half = sum(any(lines) for lines in self.of.values()) / 2
        self._control = _control_flow(tree)
        self._first_users: dict[Line, str] = {}
        """The operation whose rule a line may be, by line of a pass; others that run it use that one."""
        for op in sorted(self.of, key=lambda op: len(self.of[op].every)):
            for line in self.of[op].backward:
                self._first_users.setdefault(line, op)

    def rule_of(self, op: str) -> list[Line]:
        """Return the lines of an operation's rule; none where it runs only lines that most operations run."""
        lines = self.of[op]
        own_pass = [line for line in lines.backward if self._first_users[line] == op]
        rule = [line for line in own_pass if line not in self._control and self.users[line] < self._most]
        own = _least_used(rule, self.users) or self._rarest(lines)
        return own if own and not self.users[own[0]] == self._most > self._half else []

    def first_of(self, op: str) -> Line | None:
        """Return the line of an operation that fewest others run; of several, the one that ran first."""
        return min(self.of[op].forward, key=lambda line: self.users[line], default=None)

    def used_by(self, op: str) -> list[str]:
        """Return the other operations that are done while this one is."""
        return [other for other in self.of if other != op and self.first_of(other) in self.of[op].forward]

    def _rarest(self, lines: RanLines) -> list[Line]:
        """Return the lines that fewest operations run; those of the pass, if it has such."""
        own = _least_used((lines.every - self._control) or lines.every, self.users)
        return [line for line in own if line in lines.backward] or own


def rule_lines(attribution: Attribution, tree: Tree, places: Places) -> Iterator[dict[str, Any]]:
    """Yield the lines of each operation's rule, then the head of its function, and where that returns.

    Last the heads of the functions that run only where a plain number stands on the left.
    """
    ran = _LinesThatRan(attribution, tree)
    for op, lines in ran.of.items():
        own = ran.rule_of(op)
        for line in own[:_MOST]:
            yield {"operation": op, "backward": line in lines.backward, **_location(line, tree, places)}
        if own:
            head, *ends = _ends_of_function(op, ran.first_of(op) or own[0], lines, tree, places)
            yield from ({**head, "uses": ran.used_by(op)}, *ends)
    for op in REFLECTED:
        reflected = attribution.reflected_lines_of(op)
        new = next((line for line in reflected if line not in ran.of[op].forward), None)
        if new is not None:
            place = places.place(*_head_of_function(new, tree))
            yield {"operation": op, **place, "defines": True, "reflected": True}


def _ends_of_function(
    op: str, first: Line, lines: RanLines, tree: Tree, places: Places
) -> Iterator[dict[str, Any]]:
    """Yield the head of the function that a line is in, and the last of its lines that ran."""
    yield {"operation": op, **places.place(*_head_of_function(first, tree)), "defines": True}
    if around := _functions_around(first, tree):
        last = [line for line in lines.forward if around[0] in _functions_around(line, tree)][-1]
        yield {"operation": op, **_location(last, tree, places), "returns": True}


def _least_used(lines: Iterable[Line], users: Counter[Line]) -> list[Line]:
    """Return the lines that fewest operations run."""
    lines = list(lines)
    least = min((users[line] for line in lines), default=0)
    return sorted(line for line in lines if users[line] == least)


def _control_flow(tree: Tree) -> set[Line]:
    """Return the lines of statements that only decide which statement runs next."""
    return {
        (tree.cell_of[tree.module(node)].file, node.lineno)
        for node in tree.up
        if isinstance(node, ast.stmt) and _only_branches(node)
    }


def _only_branches(node: ast.stmt) -> bool:
    """Whether a statement only decides which statement runs next."""
    if isinstance(node, ast.If):
        return node.body[0].lineno > node.lineno
    if isinstance(node, ast.Return):
        return node.value is None
    return isinstance(node, ast.Pass | ast.Break | ast.Continue)


def _location(line: Line, tree: Tree, places: Places) -> dict[str, Any]:
    """Return the place of a line, and the name of its function."""
    around = _functions_around(line, tree)
    return {**places.place(*line), "function": around[-1].name if around else None}


def _head_of_function(line: Line, tree: Tree) -> Line:
    """Return where the outermost function around a line begins; the line itself if that is a `lambda`."""
    around = _functions_around(line, tree)
    return (line[0], around[0].lineno) if around else line


def _functions_around(line: Line, tree: Tree) -> list[Definition]:
    """Return the functions around a line, the outermost first."""
    file, number = line
    around = [
        node
        for node in tree.definitions
        if node.lineno <= number <= (node.end_lineno or number)
        and tree.cell_of[tree.module(node)].file == file
    ]
    return sorted(around, key=lambda node: node.lineno)
