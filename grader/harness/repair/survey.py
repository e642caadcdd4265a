"""Lists everything that could be done to a submission, and puts some of it into force."""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from textwrap import indent
from typing import Any, TypeGuard

from ..loading.source import Cell
from ..model.find_class import ValueClass
from ..playing.play import Player
from ..rewrites import Family
from ..rewrites._forms import head_of_pass, where_order_is_made
from ..rewrites.forward import numbers_of_results
from ..running.problem import Places
from .edit import Change, RewriteOffer, applied
from .known import SourceAnalysis
from .operation import where_operand_is_written
from .patch import NotPatchable, Patch, live_functions, patched, patches
from .rule_lines import rule_lines
from .syntax import first_line
from .tree import Tree

MOST_OFFERS = 600
_MOST_LINES = 40
"""Lines that compute the number of a result."""
_LONGEST = 2_000
"""Characters of an edit that are shown."""

Reload = Callable[[list[tuple[Cell, ast.Module]]], ValueClass | None]
"""Runs changed sources as a submission; the class found in it."""


class Survey:
    """The offers for one loaded submission."""

    def __init__(
        self,
        cells: list[Cell],
        value_class: ValueClass,
        places: Places,
        reload: Reload,
        families: Sequence[Family],
    ) -> None:
        self._cells, self._tree = cells, Tree.of(cells)
        self._value_class = value_class
        self._places = places
        self._reload = reload
        self._known = known = SourceAnalysis(self._tree, value_class, Player(value_class))
        self._live = live_functions(value_class.module, value_class.classes)
        self._patches: dict[tuple[int, ...], list[Patch]] = {}
        self.offers = list(_offers_of(known, families))

    def as_dict(self) -> dict[str, Any]:
        """Return the offers as data, in the order of their numbers; the lines of class, order, rules."""
        offers = [offer.as_dict(self._tree, self._places) for offer in self.offers]
        rules = [
            *rule_lines(self._known.attribution, self._tree, self._places),
            *islice(self._lines_of_results(), _MOST_LINES),
        ]
        return {
            "offers": offers,
            "defined": self._place_of(self._known.class_definition),
            "orders": self._place_of(where_order_is_made(self._known)),
            "passes": self._place_of(head_of_pass(self._known)),
            "on_operands": self._place_of(where_operand_is_written(self._known)),
            "rules": rules,
        }

    def _lines_of_results(self) -> Iterator[dict[str, Any]]:
        """Yield where each operation computes the number of its result."""
        for operation, node in numbers_of_results(self._known):
            place = self._place_of(self._tree.statement(node))
            if place is not None:
                told = {"operation": operation.sign, "function": operation.function.name, "computes": True}
                yield {**place, **told, "reflected": operation.reflected}

    def _place_of(self, node: ast.stmt | None) -> dict[str, Any] | None:
        """Return where a statement is, if it is there."""
        return None if node is None else self._place(node, node.lineno)

    def _begin_of(self, node: ast.stmt | None) -> dict[str, Any] | None:
        """Return where a statement begins, with its decorators."""
        return None if node is None else self._place(node, first_line(node))

    def _place(self, node: ast.stmt, line: int) -> dict[str, Any] | None:
        """Return the place of a line in the file of a node."""
        return self._places.place(self._tree.cell_of[self._tree.module(node)].file, line) or None

    def changes(self, numbers: Sequence[int]) -> list[Change]:
        """Return the changes of these offers, together."""
        return [change for number in numbers for change in self.offers[number].changes]

    @contextmanager
    def in_force(self, numbers: Sequence[int]) -> Iterator[Player]:
        """Yield a player of the submission with these offers carried out.

        Raises `Exception` where they exclude each other, or what comes out is no class.
        """
        try:
            new = self._patches_of(tuple(numbers))
        except NotPatchable:
            yield self.player_of(self.loaded_anew(self.changes(numbers)))
            return
        with patched(new):
            yield self.player_of(self._value_class)

    def player_of(self, value_class: ValueClass) -> Player:
        """Return a player of an edited class that reads the training loops of the submission."""
        player = Player(value_class)
        player.cells, player.is_edited = self._cells, True
        return player

    def _patches_of(self, numbers: tuple[int, ...]) -> list[Patch]:
        """Return the patches of these offers. They are kept: a repair is put into force again and again."""
        if numbers not in self._patches:
            self._patches[numbers] = patches(self._tree, self._live, self.changes(numbers))
        return self._patches[numbers]

    def loaded_anew(self, changes: Sequence[Change]) -> ValueClass:
        """Return the class of the changed source, run from its beginning."""
        with applied(self._tree, changes):
            value_class = self._reload(
                [(self._tree.cell_of[module], module) for module in self._tree.modules]
            )
        if value_class is None:
            raise NotPatchable
        return value_class

    def shown(self, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """Return the place and new text of each offer, as they read when all are carried out."""
        scopes = {number: tuple(self._changed_statements(number)) for number in numbers}
        return [
            {
                "now": self._text_after([other for other in numbers if scopes[other] == scopes[number]]),
                "was": self._text_before(number),
                "at": self._begin_of(next(iter(self._changed_statements(number)), None)),
            }
            for number in numbers
        ]

    def _text_before(self, number: int) -> str:
        """Return the statements that an offer changes, as they are."""
        nodes = self._changed_statements(number)
        left = self._left_of(nodes)
        texts = [_in_its_chain(_unparsed([n], n.col_offset - left), [n], *self._tree.up[n]) for n in nodes]
        return _cut("\n".join(self._headed([self._class_of(node) for node in nodes], texts, left)))

    def _text_after(self, numbers: Sequence[int]) -> str:
        """Block by block: of several statements in one, a moved one would else be shown where it was.

        A statement that moves to another block is indented as this one.
        """
        changes, nodes = self.changes(numbers), self._changed_statements(numbers[0])
        blocks = [(parent, name, list(getattr(parent, name))) for parent, name in self._blocks(nodes)]
        left = self._left_of(nodes)
        with applied(self._tree, changes):
            now = [
                _in_its_chain(
                    _unparsed(
                        _current_statements(before, getattr(parent, name), nodes), before[0].col_offset - left
                    ),
                    before,
                    parent,
                    name,
                )
                for parent, name, before in blocks
            ]
        classes = [self._class_of(before[0]) for _, _, before in blocks]
        return _cut("\n".join(filter(None, self._headed(classes, now, left))))

    def _class_of(self, node: ast.stmt) -> ast.ClassDef | None:
        """Return the class that a statement is in."""
        definition = self._tree.nearest(node, ast.ClassDef)
        return definition if isinstance(definition, ast.ClassDef) else None

    def _left_of(self, nodes: Sequence[ast.stmt]) -> int:
        """Return the column farthest to the left, of statements or of the lines that name their classes."""
        classes = {self._class_of(node) for node in nodes}
        heads = filter(None, classes) if len(classes) > 1 else ()
        return min((node.col_offset for node in (*nodes, *heads)), default=0)

    @staticmethod
    def _headed(classes: Sequence[ast.ClassDef | None], texts: Sequence[str], left: int) -> Iterator[str]:
        """Yield texts; where they are of several classes, each class begins with the line that names it."""
        before = None if len({*classes}) > 1 else next(iter(classes), None)
        for definition, text in zip(classes, texts, strict=True):
            if definition is not None and definition is not before:
                head = ast.ClassDef(definition.name, definition.bases, definition.keywords, [], [])
                yield _unparsed([head], definition.col_offset - left)
            before = definition
            yield text

    def _changed_statements(self, number: int) -> list[ast.stmt]:
        """Return the statements that change, as they stand; none that is within another."""
        changes = self.offers[number].changes
        with applied(self._tree, changes):
            found = dict.fromkeys(self._emptied(self._tree.statement(change.node)) for change in changes)
        apart = [node for node in found if not any(each in found for each in self._tree.above(node))]
        return sorted(apart, key=lambda node: (self._known.module_number(node), node.lineno, node.col_offset))

    def _emptied(self, node: ast.stmt) -> ast.stmt:
        """Return the outermost statement that is left with nothing inside, as nobody would leave it."""
        parent, _ = self._tree.up[node]
        return self._emptied(parent) if _is_empty(parent) else node

    def _blocks(self, nodes: Sequence[ast.stmt]) -> list[tuple[ast.AST, str]]:
        """Return the blocks in which these statements stand."""
        return list(dict.fromkeys(self._tree.up[node] for node in nodes))


def _current_statements(
    before: list[ast.stmt], new: list[ast.stmt], nodes: Sequence[ast.stmt]
) -> list[ast.stmt]:
    """Return the statements that now stand in the place of these, with those of the block that stayed."""
    others = [each for each in before if not any(each is node for node in nodes)]
    return [each for each in new if not any(each is other for other in others) and not _is_empty(each)]


def _in_its_chain(text: str, before: list[ast.stmt], parent: ast.AST, name: str) -> str:
    """Return the text of a block as in the source: a branch behind an `if` begins with `elif`."""
    is_elif = (
        name == "orelse"
        and isinstance(parent, ast.If)
        and isinstance(before[0], ast.If)
        and before[0].col_offset == parent.col_offset
    )
    return f"el{text}" if is_elif and text.startswith("if ") else text


def _is_empty(node: ast.AST) -> TypeGuard[ast.stmt]:
    """Whether a statement is a condition or a loop around nothing."""
    if not isinstance(node, ast.If | ast.For | ast.While) or node.orelse:
        return False
    return all(isinstance(each, ast.Pass) or _is_empty(each) for each in node.body)


def _cut(text: str) -> str:
    """Return the first lines of a text, up to the limit."""
    if len(text) <= _LONGEST:
        return text
    return text[:_LONGEST].rpartition("\n")[0]


def _unparsed(nodes: Sequence[ast.stmt], column: int) -> str:
    """Return statements as text, so far to the right."""
    return "\n".join(indent(ast.unparse(node), " " * column) for node in nodes)


def _offers_of(known: SourceAnalysis, families: Sequence[Family]) -> Iterator[RewriteOffer]:
    """Yield the offers of all families, up to a limit."""
    count = 0
    for family in families:
        for offer in _safely(family, known):
            if count == MOST_OFFERS:
                return
            count += 1
            yield offer


def _safely(
    family: Callable[[SourceAnalysis], Iterator[RewriteOffer]], known: SourceAnalysis
) -> Iterator[RewriteOffer]:
    """Yield a family's offers up to a form of source it does not expect: a strange file gets fewer offers."""
    try:
        yield from family(known)
    except (AttributeError, AssertionError, IndexError, KeyError, TypeError, ValueError, SyntaxError):
        return
