"""Offers to reset what outlives a pass: a collection, an object, a cache, a tape, a mark, a context."""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..repair.edit import Change, RewriteOffer, after, before, replaced, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    assigned,
    called,
    expression,
    inside,
    is_call,
    is_empty_collection,
    number_in,
    owner,
    statements,
    targets_of,
    without_docstring,
)
from ._ordering import BY_STACK, NODE, loop_in_order
from ._traversal import Traversal

_MAKING = ("list", "set", "dict", "deque", "defaultdict", "OrderedDict", "Counter", "WeakSet")
CHANGING = (
    *("append", "add", "extend", "insert", "update", "setdefault", "appendleft", "push"),
    *("pop", "popleft", "remove", "discard", "clear"),
)
"""Methods that put something into one, or take it out."""


def is_collection(value: ast.AST | None) -> bool:
    """Whether an expression makes one."""
    return isinstance(value, ast.List | ast.Set | ast.Dict) or is_call(value, *_MAKING)


def changed_in(node: ast.AST) -> list[ast.expr]:
    """The collections that a statement or a call changes: by a method, by an index, by `+=`."""
    places = [target.value for target in targets_of(node) if isinstance(target, ast.Subscript)]
    if isinstance(node, ast.AugAssign):
        places.append(node.target)
    if is_call(node, *CHANGING) and (changed := owner(node)) is not None:
        places.append(changed)
    return places


_DECORATORS = ("cache", "lru_cache")


class LongLived(NamedTuple):
    """A value that a statement of the module or of a class gives a name to."""

    statement: ast.stmt
    name: str
    """The variable or the attribute by which it is used."""
    text: str
    """How it is written at any place of the file."""
    value: ast.expr

    @property
    def is_empty(self) -> bool:
        """Whether it begins as an empty collection."""
        return is_empty_collection(self.value)

    @property
    def emptied(self) -> str:
        """The statement that empties it."""
        return f"{self.text}.clear()"

    def begun_again(self, known: SourceAnalysis) -> str:
        """Return the statement that makes it as it was at first; empty if there is none."""
        if self.is_empty:
            return self.emptied
        classes = {each.name for each in known.top_level if isinstance(each, ast.ClassDef)}
        maker = called(self.value)
        if maker not in classes - {known.class_name}:
            return ""
        return ast.unparse(self.value).replace(maker, f"{self.text}.__init__", 1)

    def is_used_by(self, functions: Iterable[Definition]) -> bool:
        """Whether some of these functions mention it."""
        return any(_name_of(node) == self.name for function in functions for node in inside(function))

    def is_filled_by(self, function: Definition) -> bool:
        """Whether a function puts something into it, by its own methods or those of its class."""
        calls = (node.func for node in inside(function) if isinstance(node, ast.Call))
        places = [place for node in inside(function) for place in changed_in(node)]
        places += [method.value for method in calls if isinstance(method, ast.Attribute)]
        return any(_name_of(place) == self.name for place in places)

    def is_filled_in(self, passes: Traversal) -> bool:
        """Whether the pass puts something into it, or into a variable that is another name for it."""
        names = {self.name} | {
            target.id
            for node in passes.nodes
            for target, value in assigned(node)
            if isinstance(target, ast.Name) and _name_of(value) == self.name
        }
        return any(_name_of(place) in names for node in passes.nodes for place in changed_in(node))

    def is_memory_of(self, function: Definition) -> bool:
        """Whether a function stores something in it under a key, and looks for it."""
        stored = [
            target.value
            for node in inside(function)
            for target, _ in assigned(node)
            if isinstance(target, ast.Subscript) and _name_of(target.value) == self.name
        ]
        read = [node for node in inside(function) if _name_of(node) == self.name and node not in stored]
        return bool(stored and read)


def offers_of_values(known: SourceAnalysis, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to reset what the pass uses; then to forget what operations put there."""
    everything = list(_long_lived(known))
    if passes.entry is not None and all(each.function is not passes.entry for each in passes.recursions):
        yield from _reset_at_start(everything, passes.entry, known, passes)
    at_load = set(_run_at_load(known))
    others = [each for each in known.functions if each not in passes.functions and each not in at_load]
    for function in others:
        yield from _cache_removed(function)
    for each in everything:
        yield from _emptied_before_use(each, others)
        if passes.entry is not None:
            yield from _emptied_after_pass(each, each.begun_again(known), passes.entry, others)


def _reset_at_start(
    everything: list[LongLived], entry: Definition, known: SourceAnalysis, passes: Traversal
) -> Iterator[RewriteOffer]:
    """Offer to begin a pass with each of these as it was at first."""
    first = without_docstring(entry.body)[0]
    for each in everything:
        if reset := _reset_of(each, known, passes):
            yield RewriteOffer("fresh-state", each.statement, (before(first, reset),), detail="call")


def _long_lived(known: SourceAnalysis) -> Iterator[LongLived]:
    """Yield the values that statements of the module and of its classes give a name to."""
    for statement in known.top_level:
        yield from _named_values(statement, "")
        if isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                yield from _named_values(inner, f"{statement.name}.")


def _named_values(statement: ast.stmt, owner: str) -> Iterator[LongLived]:
    """Yield the values that a statement gives a name to; `owner` is the beginning of each name."""
    for target, value in assigned(statement):
        if name := _name_of(target):
            yield LongLived(statement, name, owner + ast.unparse(target), value)


def _reset_of(value: LongLived, known: SourceAnalysis, passes: Traversal) -> str:
    """Return the statements that make a value as it was at first; none where the pass leaves it alone."""
    if value.is_empty:
        return value.emptied if value.is_filled_in(passes) else ""
    makers = {each.name for each in known.top_level if isinstance(each, ast.ClassDef | ast.FunctionDef)}
    is_made = called(value.value) in makers - {known.class_name}
    if not is_made and not any(map(is_collection, inside(value.value))):
        return ""
    # The pass may get a new one; where operations hold the old one, that has to begin again itself.
    if value.is_used_by(passes.functions):
        made = f"{value.text} = {ast.unparse(value.value)}"
        return f"global {value.text}\n{made}" if value.text.isidentifier() else made
    return value.begun_again(known) if value.is_used_by(known.functions) else ""


def _run_at_load(known: SourceAnalysis) -> Iterator[ast.AST]:
    """Yield the statements that fill a register while the source is loaded: nobody would fill it again."""
    called_names = {name for statement in known.top_level for name in _functions_run_by(statement)}
    for statement in known.top_level:
        if isinstance(statement, ast.FunctionDef) and statement.name in called_names:
            yield statement
            yield from inside(statement)


def _functions_run_by(statement: ast.stmt) -> Iterator[str]:
    """Yield names of functions that decorate a definition, or that a statement of the module calls."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield from filter(None, map(_name_of_decorator, statement.decorator_list))
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield called(statement.value)


def _cache_removed(function: Definition) -> Iterator[RewriteOffer]:
    """Offer to remove `@cache`."""
    for each in function.decorator_list:
        if _name_of_decorator(each) in _DECORATORS:
            yield RewriteOffer("fresh-state", each, (replaced(each),), detail="value")


def _emptied_before_use(value: LongLived, others: list[Definition]) -> Iterator[RewriteOffer]:
    """Offer to empty a collection where a function looks for results by a key."""
    keeping = [function for function in others if value.is_empty and value.is_memory_of(function)]
    changes = tuple(before(without_docstring(function.body)[0], value.emptied) for function in keeping)
    if changes:
        yield RewriteOffer("fresh-state", value.statement, changes, detail="value")


def _emptied_after_pass(
    value: LongLived, empty: str, entry: Definition, others: list[Definition]
) -> Iterator[RewriteOffer]:
    """Offer to empty a tape at the end of the pass, by this statement if there is one."""
    if empty and value.is_used_by([entry]) and any(map(value.is_filled_by, others)):
        last = entry.body[-1]
        place = before if isinstance(last, ast.Return) else after
        change = place(last, *statements(empty, last))
        yield RewriteOffer("fresh-state", value.statement, (change,), detail="tape")


def _name_of_decorator(decorator: ast.expr) -> str:
    """Return the name of a decorator, with or without arguments."""
    return called(decorator) if isinstance(decorator, ast.Call) else _name_of(decorator)


def _name_of(node: ast.AST) -> str:
    """Return the name of a variable or an attribute; empty for anything else."""
    return str(getattr(node, "id", getattr(node, "attr", "")))


def offers_of_marks(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to clear each of these, or to keep it where it belongs."""
    yield from _marks(passes)
    yield from _contexts(passes)


def _marks(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to take back `self.visited = True` before each pass, or to mark by the pass's number."""
    entry = passes.entry
    if entry is None or any(recursion.function is entry for recursion in passes.recursions):
        return
    first, leaf = without_docstring(entry.body)[0], passes.known.value_class.leaf(1.0, "x")
    set_back = _marks_set_to(passes, value=False)
    for name, at in _marks_set_to(passes, value=True).items():
        if name in set_back:
            continue
        # A mark that leaves have too can be cleared; else each pass needs a number of its own.
        if not (passes.parents.ways and hasattr(leaf, name)):
            yield RewriteOffer("fresh-state", at, tuple(_numbered(name, first, passes)), detail="mark")
        if passes.parents.ways:
            step = statements(f"{NODE}.{name} = False", first)
            loop = loop_in_order(passes, entry, passes.root(entry), NODE, step, BY_STACK)
            yield RewriteOffer("fresh-state", at, (before(first, *loop),), detail="mark")


def _marks_set_to(passes: Traversal, *, value: bool) -> dict[str, ast.AST]:
    """Return the attributes that the pass sets to this, each with the first statement that does."""
    marks: dict[str, ast.AST] = {}
    for store, function in passes.stores:
        if function in passes.functions and getattr(store.value, "value", None) is value:
            for target in targets_of(store):
                if isinstance(target, ast.Attribute):
                    marks.setdefault(target.attr, store)
    return marks


def _numbered(mark: str, first: ast.stmt, passes: Traversal) -> Iterator[Change]:
    """Yield changes to the number of the pass in place of True, so that only marks of this pass count."""
    number = f"{passes.known.class_name}.current_pass"
    counted = f"{number} = getattr({passes.known.class_name}, 'current_pass', 0) + 1"
    yield before(first, counted)
    for node in passes.nodes:
        if isinstance(node, ast.Assign) and any(getattr(each, "attr", "") == mark for each in node.targets):
            yield replaced(node.value, number)
        elif isinstance(node, ast.Attribute) and node.attr == mark and isinstance(node.ctx, ast.Load):
            yield wrapped(node, lambda now: ast.Compare(now, [ast.Eq()], [expression(number, now)]))


def _contexts(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to keep on each object what an operation keeps on its class for all: `Mul.ctx = x, y`."""
    classes = {statement.name for statement in passes.known.top_level if isinstance(statement, ast.ClassDef)}
    for store, function in passes.stores:
        target, definition = targets_of(store)[0], passes.known.tree.up[function][0]
        if not isinstance(target, ast.Attribute) or not isinstance(definition, ast.ClassDef):
            continue
        name = target.value.id if isinstance(target.value, ast.Name) else ""
        if isinstance(store, ast.Assign) and number_in(store.value) is None and name in classes:
            changes = tuple(_kept_on_object(name, target.attr, definition, passes))
            yield RewriteOffer("fresh-state", store, changes, detail="class")


def _kept_on_object(
    name: str, attribute: str, definition: ast.ClassDef, passes: Traversal
) -> Iterator[Change]:
    """Yield changes of every `Mul.ctx` to `self.ctx`, by the method's name for its first parameter."""
    for node in inside(definition):
        if isinstance(node, ast.Attribute) and node.attr == attribute and isinstance(node.value, ast.Name):
            method = passes.known.tree.outermost(node)
            if node.value.id == name and method is not None and method.args.args:
                yield replaced(node.value, method.args.args[0].arg)
