"""Tells what a piece of source reads, changes and calls of its module, as far as its syntax tells.

A name stands for whatever is reached by it: `Value.tape.append(node)` changes `tape` of `Value`.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FILLS = frozenset({"append", "add", "update", "extend", "insert", "setdefault", "register"})
_LOOKS = frozenset({"get", "items", "keys", "values", "index", "count", "copy"})
"""Methods that fill a table, and that only look into one."""
ANY_CLASS = "*"
"""The root of what `setattr` changes."""


class NameChange(NamedTuple):
    """Something that is bound anew or changed in place."""

    root: str
    """The name by which the module knows it."""
    name: str
    """The name of the attribute that changes, or the same."""
    method: str = ""
    """The method that is called on it; else it is assigned to."""

    @property
    def is_made(self) -> bool:
        """Whether something is put there, as in a loop over a table: most methods only use what is there."""
        return not self.method or self.method in _FILLS

    @property
    def only_looks(self) -> bool:
        """Whether only a look is taken."""
        return self.method in _LOOKS


class Effects(NamedTuple):
    """The effects of a statement when it is run, or of a function when it is called."""

    reads: frozenset[str] = frozenset()
    changes: frozenset[NameChange] = frozenset()
    calls: frozenset[str] = frozenset()
    """Names of functions and methods."""
    given: frozenset[str] = frozenset()
    """Names that are passed to functions."""
    loops: frozenset[type] = frozenset()

    def __or__(self, other: "Effects") -> "Effects":
        return Effects(
            self.reads | other.reads, self.changes | other.changes, self.calls | other.calls,
            self.given | other.given, self.loops | other.loops,
        )  # fmt: skip


def effects_of(statement: ast.stmt) -> Effects:
    """Return what a statement does where it stands in a module."""
    nodes = list(_run_nodes(statement))
    bound = {NameChange(name, name) for node in nodes for name in _names_bound_by(node)}
    return _effects_of_nodes(nodes, frozenset(bound))._replace(reads=frozenset(reads(statement)))


def effects_of_call(function: Function) -> Effects:
    """Return what a call of it does, with the functions inside it; but for what it reads."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    rebound = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    return _effects_of_nodes(nodes, frozenset(NameChange(name, name) for name in rebound))


def reads(node: ast.AST) -> set[str]:
    """Return the names that it reads of the module it is in."""
    names: set[str] = set()
    waiting = [*ast.iter_child_nodes(node)] if isinstance(node, _SCOPES) else [node]
    while waiting:  # a scope in a scope is a call, as they are never deep
        inner = waiting.pop()
        if isinstance(inner, _SCOPES):
            names |= reads(inner)
        elif not isinstance(inner, ast.Name):
            waiting += ast.iter_child_nodes(inner)
        elif isinstance(inner.ctx, ast.Load):
            names.add(inner.id)
    return names - _own_names(node) if isinstance(node, _SCOPES) else names


def reads_around(definition: ast.stmt) -> set[str]:
    """Return the names that a definition reads when it is made: decorators, bases, defaults."""
    around = [*getattr(definition, "decorator_list", ()), *getattr(definition, "bases", ())]
    around += [definition.args] if isinstance(definition, FUNCTIONS) else []
    return set().union(*map(reads, around))


def is_main_block(statement: ast.stmt) -> bool:
    """Whether a statement is run in the main program alone, which a submission never is."""
    return isinstance(statement, ast.If) and "__name__" in reads(statement.test) and not statement.orelse


def bound_by(statement: ast.stmt) -> set[str]:
    """Return the names that it binds in its module."""
    return {name for node in _run_nodes(statement) for name in _names_bound_by(node)}


def defined_in(statements: Iterable[ast.stmt]) -> Iterator[ast.ClassDef | Function]:
    """Yield the classes and functions that a module defines, under conditions too."""
    for statement in (each for each in statements if hasattr(each, "body")):
        for node in _run_nodes(statement):
            if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
                yield node


def _effects_of_nodes(nodes: list[ast.AST], bound: frozenset[NameChange]) -> Effects:
    """Return the effects of nodes, and of binding these names."""
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return Effects(
        frozenset(),
        bound | frozenset(change for node in nodes for change in _changes_by(node)),
        frozenset(path(call.func)[-1] for call in calls),
        frozenset(arg.id for call in calls for arg in call.args if isinstance(arg, ast.Name)),
        frozenset(type(node) for node in nodes if isinstance(node, ast.For | ast.AsyncFor | ast.While)),
    )


def _run_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes that are run with it: of a definition it holds only the definition."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)


def _names_bound_by(node: ast.AST) -> list[str]:
    """Return the names that a node binds."""
    match node:
        case ast.Name(ctx=ast.Store() | ast.Del()):
            return [node.id]
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            return [node.name]
        case ast.alias():
            return [node.asname or node.name.partition(".")[0]]
    return []


def _changes_by(node: ast.AST) -> Iterator[NameChange]:
    """Yield what an assignment, or a method that is called, may change: a name, or an attribute of it."""
    if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        root, *rest = path(node)
        yield NameChange(root, (rest or [root])[0])
    elif isinstance(node, ast.Call):
        root, *rest = path(node.func)
        if root in ("setattr", "delattr") and not rest:
            yield NameChange(ANY_CLASS, ANY_CLASS)
        elif rest:
            yield NameChange(root, rest[0] if len(rest) > 1 else root, rest[-1])


def path(node: ast.AST) -> list[str]:
    """Return `Value.tape[0].nodes` as its names; the first is empty where it begins with something else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        names += [node.attr] if isinstance(node, ast.Attribute) else []
        node = node.value
    return [node.id if isinstance(node, ast.Name) else "", *reversed(names)]


def _own_names(scope: ast.AST) -> set[str]:
    """Return what is bound in a function or class itself: the module does not have it."""
    if isinstance(scope, ast.ClassDef):
        return {name for inner in scope.body for node in _run_nodes(inner) for name in _names_bound_by(node)}
    nodes = list(ast.walk(scope))
    bound = {name for node in nodes if node is not scope for name in _names_bound_by(node)}
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    rebound = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    return (bound | arguments) - rebound
