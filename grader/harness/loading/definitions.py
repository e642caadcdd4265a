"""Slices a source to the top-level statements on which its class depends.

Definitions and imports are kept, and what makes or changes something that the class reads: constants,
tables, `Value.tanh = tanh`, `setattr` in a loop over a table, calls of functions that do so. Training loops,
plots and prints are left out. So is what only changes the state of a class at work: its tape, a counter.
"""

import ast
import re
import symtable
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from itertools import chain, product, starmap
from operator import or_
from typing import NamedTuple, TypeVar

from ..model.operations import is_played
from .effects import (
    ANY_CLASS,
    FUNCTIONS,
    Effects,
    Function,
    NameChange,
    bound_by,
    defined_in,
    effects_of,
    effects_of_call,
    is_main_block,
    path,
    reads,
    reads_around,
)
from .source import Cell, parsed

_Definition = ast.ClassDef | Function

_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINITIONS = (*_IMPORTS, ast.ClassDef, *FUNCTIONS)
_COMPUTES = (ast.Name, ast.Call, ast.Await, ast.Yield)
_SETS = re.compile("set|seed|filter")
_MOST_ROUNDS = 20
_DOCSTRING = re.compile(r'\A\s*"""[^"\\]*"""')
_BESIDE = re.compile(
    r"^(?!class |def |async def |import |from |if __name__ == .__main__.:|[@#)\s]|$)|^(?:import|from) .*;",
    re.MULTILINE,
)
"""The beginning of a line at the margin that may be no definition; one inside a text may be meant, too."""

_Defined = TypeVar("_Defined", ast.ClassDef, Function)

State = Callable[[], frozenset[str]]


class Definitions(NamedTuple):
    """The part of a source that is left."""

    cells: list[Cell]
    """The cells with every other statement blanked: lines keep their numbers."""
    state: frozenset[str] = frozenset()
    """Names and attributes that the class changes as it works, where they are asked for."""


def definitions_of(cells: list[Cell], *, with_state: bool = True) -> Definitions:
    """Return the slice of the source. One that is nested too deeply stays whole."""
    if not any(_BESIDE.search(_DOCSTRING.sub("", cell.text)) for cell in cells):
        return Definitions(cells)
    trees = [parsed(cell) for cell in cells]
    statements = [statement for tree in trees if tree for statement in tree.body]
    if all(map(_always_stays, statements)):
        return Definitions(cells)
    try:
        # Any doubt keeps the whole source: a slice that lacks something would be blamed on the class.
        found = _Slice(statements, _GlobalNames(cells, trees))
        blanked = [_blanked(cell, tree, found.kept) for cell, tree in zip(cells, trees, strict=True)]
    except (KeyError, RecursionError, SyntaxError):
        return Definitions(cells)
    return Definitions(blanked, found.state() if with_state else frozenset())


class _Slice:
    """The choice of the statements of a source that are kept."""

    def __init__(self, statements: list[ast.stmt], global_names: "_GlobalNames") -> None:
        self._effects = {each: effects_of(each) for each in statements if not isinstance(each, _DEFINITIONS)}
        self._imported = {
            name for each in statements if isinstance(each, _IMPORTS) for name in bound_by(each)
        }
        self._global_names = global_names
        defined = list(defined_in(statements))
        self._classes = _by_name(node for node in defined if isinstance(node, ast.ClassDef))
        self._functions = _by_name(node for node in defined if not isinstance(node, ast.ClassDef))
        inside = chain.from_iterable(cls.body for cls in chain(*self._classes.values()))
        self._methods = _by_name(node for node in inside if isinstance(node, FUNCTIONS))
        self._calls: dict[str, Effects] = {}
        self.kept = {each for each in statements if _always_stays(each)}
        # Loops last: by then it is known what the class changes by itself.
        self._keep_what_is_needed([each for each, effects in self._effects.items() if not effects.loops])
        self._keep_what_is_needed([*self._effects])

    def state(self) -> frozenset[str]:
        """Return what classes, and functions that are kept for them, change as they work."""
        at_work = self._methods.keys() | (self._needed_names() & self._functions.keys())
        changes = {
            change
            for name in at_work
            for change in self._effects_of_name(name).changes
            if not change.only_looks
        }
        names = {change.name for change in changes if change.root != ANY_CLASS}
        return frozenset(name for name in names if not name.startswith("__"))

    def _effects_of_name(self, name: str) -> Effects:
        """Return the effects of a call of whatever function or method has that name."""
        if name not in self._calls:
            functions = self._functions.get(name, []) + self._methods.get(name, [])
            self._calls[name] = reduce(or_, map(effects_of_call, functions), Effects())
        return self._calls[name]

    def _keep_what_is_needed(self, statements: list[ast.stmt]) -> None:
        """Keep those that make a needed name, and what these need."""
        state = cache(self.state)
        for _ in range(_MOST_ROUNDS):
            needed = self._needed_names()
            waiting = (each for each in statements if each not in self.kept)
            more = {each for each in waiting if self._is_kept(each, needed, state)}
            if not more:
                return
            self.kept |= more

    def _needed_names(self) -> set[str]:
        """Return every name of the module that its classes, and what they call, read."""
        played = filter(is_played, self._functions)
        needed = {*self._classes, *played}.union(*map(self._read_when_kept, self.kept))
        waiting = list(needed)
        while waiting:
            name = waiting.pop()
            nodes = (*self._functions.get(name, ()), *self._classes.get(name, ()))
            new = {each for node in nodes for each in self._global_names.of(node)} - needed
            needed |= new
            waiting += new
        return needed

    def _read_when_kept(self, statement: ast.stmt) -> set[str] | frozenset[str]:
        """Return what it reads when it is run. Of a definition that is what stands around its body."""
        if isinstance(statement, _DEFINITIONS):
            return reads_around(statement)
        return set() if _does_nothing(statement) else self._effects[statement].reads

    def _is_kept(self, statement: ast.stmt, needed: set[str], state: State) -> bool:
        """Whether a statement makes or changes something that is needed."""
        effects = self._effects[statement]
        if self._sets_up(statement):
            return True
        if ast.While in effects.loops:
            return False
        changes = self._changes_of_needed(effects, needed, state)
        return any(changes) or (not effects.loops and not self._changed_at_once(statement).isdisjoint(needed))

    def _changed_at_once(self, statement: ast.stmt) -> set[str]:
        """Return what it changes without a loop, state too: `Tape.stack.append(Tape())`, `enable_grad()`."""
        effects = self._effects[statement]
        changes = {change for change in effects.changes if not self._loops(change.method)}
        if isinstance(statement, ast.Expr):
            called = self._functions_called(effects)
            changes.update(*(each.changes for name, each in called.items() if not self._loops(name)))
        return {change.root for change in changes}

    def _changes_of_needed(self, effects: Effects, needed: set[str], state: State) -> Iterator[NameChange]:
        """Yield what it changes of what is needed, itself or by what it calls, but for state of classes."""
        # A function may change what it is given, so what is passed to it counts as changed by the caller.
        called = self._functions_called(effects)
        changes = reduce(or_, called.values(), effects).changes
        passed = {change.name for each in called.values() for change in each.changes if not change.method}
        changes |= set(starmap(NameChange, product(effects.given & self._classes.keys(), passed)))
        for change in changes:
            is_needed = change.root in needed or (change.root == ANY_CLASS and self._classes)
            if is_needed and change.is_made and change.name not in state():
                yield change

    def _functions_called(self, effects: Effects) -> dict[str, Effects]:
        """Return the functions of the source that it may call, and those that they call."""
        called: dict[str, Effects] = {}
        waiting = [*effects.calls]
        while waiting:
            name = waiting.pop()
            if name not in called and (name in self._functions or name in self._methods):
                called[name] = self._effects_of_name(name)
                waiting += called[name].calls
        return called

    def _loops(self, name: str) -> bool:
        """Whether a function of that name loops, or calls one that does: it may take any time."""
        function = self._effects_of_name(name)
        return any(each.loops for each in (function, *self._functions_called(function).values()))

    def _sets_up(self, statement: ast.stmt) -> bool:
        """Whether a statement sets something outside of the source, as `sys.setrecursionlimit(n)` does."""
        if not isinstance(statement, ast.Expr) or not isinstance(call := statement.value, ast.Call):
            return False
        (root, *_), name = path(call.func), path(call.func)[-1]
        arguments = (*call.args, *call.keywords)
        is_plain = root == "sys" or not any(map(reads, arguments))
        return root in self._imported and _SETS.search(name) is not None and is_plain


def _by_name(nodes: Iterable[_Defined]) -> dict[str, list[_Defined]]:
    """Return the definitions of each name, in their order."""
    found: dict[str, list[_Defined]] = defaultdict(list)
    for node in nodes:
        found[node.name].append(node)
    return found


def _always_stays(statement: ast.stmt) -> bool:
    """Whether a statement is a definition, or does nothing."""
    return isinstance(statement, _DEFINITIONS) or _does_nothing(statement)


def _does_nothing(statement: ast.stmt) -> bool:
    """Whether a statement only names constants, or is not run: a submission is never the main program."""
    if is_main_block(statement):
        return True
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        nodes = [] if statement.value is None else ast.walk(statement.value)
        return not any(isinstance(node, _COMPUTES) for node in nodes)
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _blanked(cell: Cell, tree: ast.Module | None, kept: set[ast.stmt]) -> Cell:
    """Return a cell without the statements that are not kept; whole, where it could not be read."""
    if tree is None:
        return cell
    lines = cell.text.split("\n")
    left = {line for statement in tree.body if statement in kept for line in _lines_of(statement)}
    for statement in tree.body:
        if statement not in kept:
            is_apart = left.isdisjoint(_lines_of(statement))
            for line in _lines_of(statement):
                lines[line] = "" if is_apart else _line_without(lines[line], statement, line + 1)
    return cell._replace(text="\n".join(lines), examples=cell.text)


def _lines_of(statement: ast.stmt) -> range:
    """Return the lines of a statement, from 0."""
    return range(statement.lineno - 1, statement.end_lineno or statement.lineno)


def _line_without(line: str, statement: ast.stmt, number: int) -> str:
    """Return a line without a statement that shares it with another: a constant stands there."""
    text = line.encode()
    begin = statement.col_offset if number == statement.lineno else 0
    end = (statement.end_col_offset or 0) if number == statement.end_lineno else len(text)
    constant = b"0" if number in (statement.lineno, statement.end_lineno) else b""
    return (text[:begin] + constant.ljust(end - begin) + text[end:]).decode()


class _GlobalNames:
    """The global names of every definition of a source, as Python's compiler sees them."""

    def __init__(self, cells: list[Cell], trees: list[ast.Module | None]) -> None:
        self._tables: dict[_Definition, symtable.SymbolTable] = {}
        for cell, tree in zip(cells, trees, strict=True):
            if tree is not None:
                table = symtable.symtable(cell.text, cell.file, "exec")
                by_place = {(inner.get_name(), inner.get_lineno()): inner for inner in table.get_children()}
                self._tables |= {node: by_place[node.name, node.lineno] for node in defined_in(tree.body)}

    def of(self, definition: _Definition) -> set[str]:
        """Return what its code, and that of the functions inside it, looks up in the module."""
        return set(_looked_up(self._tables[definition]))


def _looked_up(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the global names of a table of symbols, and of those inside it."""
    yield from (symbol.get_name() for symbol in table.get_symbols() if symbol.is_global())
    for inner in table.get_children():
        yield from _looked_up(inner)
