"""Offers to reset what one object or one call leaves behind for the next."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, RewriteOffer, before, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    called,
    defaults_of,
    inside,
    is_call,
    is_name,
    owner,
    parameters_of,
    statements,
    targets_of,
    without_docstring,
)
from . import _long_lived, _users
from ._long_lived import CHANGING, is_collection
from ._traversal import Traversal, traversal

_HEAP = ("heappush", "heappop")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a new start for defaults, for what a class or the module holds, and for what is left on nodes."""
    passes = traversal(known)
    for function in known.functions:
        if any(map(is_collection, function.args.defaults)):
            yield from _defaults_reset(function, passes)
    for definition in known.top_level:
        if isinstance(definition, ast.ClassDef):
            yield from _collections_of_objects(definition, passes)
    yield from _long_lived.offers_of_values(known, passes)
    tapes = {name for name, _ in _collections_in(known.top_level)}
    yield from _long_lived.offers_of_marks(passes)
    yield from _users.offers(tapes, passes)


def _collections_in(body: list[ast.stmt]) -> list[tuple[str, ast.Assign | ast.AnnAssign]]:
    """Return the names in a module or a class that are given a collection, with the statements."""
    stores = [statement for statement in body if isinstance(statement, ast.Assign | ast.AnnAssign)]
    stores = [store for store in stores if is_collection(store.value)]
    return [
        (target.id, store) for store in stores for target in targets_of(store) if isinstance(target, ast.Name)
    ]


def _defaults_reset(function: Definition, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer a set of its own to each call of `def visit(self, seen=set())`."""
    collections = {name: value for name, value in defaults_of(function).items() if is_collection(value)}
    changed = [name for name in collections if _is_changed_in(function, name)]
    changes = [*_created_inside(function, {name: collections[name] for name in changed}, passes)]
    for name in collections.keys() - {*changed}:
        kind = called(collections[name]) or type(collections[name]).__name__.lower()
        changes += [_copied_by(each, kind) for each in _stored_as_attribute(function, name, passes)]
    if changes:
        yield RewriteOffer("fresh-state", function, tuple(changes), detail="default")


def _copied_by(value: ast.expr, kind: str) -> Change:
    """Return the change by which a collection is copied."""
    return wrapped(value, lambda now: ast.Call(ast.Name(kind, ast.Load()), [now], []))


def _is_changed_in(function: Definition, name: str) -> bool:
    """Whether a function changes the collection of that name."""
    return any(_is_change_of(node, name) for node in inside(function))


def _is_change_of(node: ast.AST, name: str) -> bool:
    """Whether something is put into the collection of that name, or taken out."""
    if is_call(node, *CHANGING, *_HEAP):
        return is_name(owner(node), name) or (is_call(node, *_HEAP) and is_name(node.args[0], name))
    if isinstance(node, ast.AugAssign) and is_name(node.target, name):
        return True
    return any(
        isinstance(target, ast.Subscript) and is_name(target.value, name) for target in targets_of(node)
    )


def _stored_as_attribute(function: Definition, name: str, passes: Traversal) -> list[ast.expr]:
    """Return where a parameter becomes an attribute that is changed later."""
    stores = [each for each, where in passes.stores if where is function]
    changed = _changed_attributes(passes)
    return [
        store.value
        for store in stores
        for target in targets_of(store)
        if isinstance(target, ast.Attribute) and target.attr in changed
        if store.value is not None and is_name(store.value, name)
    ]


def _changed_attributes(passes: Traversal) -> set[str]:
    """Return the attributes whose collections are changed somewhere."""
    calls = (node for node in passes.known.tree.up if is_call(node, *CHANGING))
    return {held.attr for call in calls if isinstance(held := owner(call), ast.Attribute)}


def _created_inside(
    function: Definition, defaults: dict[str, ast.expr], passes: Traversal
) -> Iterator[Change]:
    """Yield changes by which each call makes a collection if it is given none; a recursion hands it on."""
    calls = [call for each in passes.recursions if each.function is function for call in each.calls]
    never_given = [name for name in defaults if not _is_given(function, name, passes)]
    for name, default in defaults.items():
        make = f"{name} = {ast.unparse(default)}"
        if calls or name not in never_given:
            yield replaced(default, ast.Constant(value=None))
            make = f"if {name} is None: {make}"
        yield before(without_docstring(function.body)[0], make)
    if never_given:
        yield from (_handed_on(call, never_given) for call in calls)


def _handed_on(call: ast.Call, names: list[str]) -> Change:
    """Return the change of a recursion that hands on these parameters."""
    given = [ast.keyword(name, ast.Name(name, ast.Load())) for name in names]
    return with_field(call, "keywords", [*call.keywords, *given])


def _is_given(function: Definition, name: str, passes: Traversal) -> bool:
    """Whether some call gives an argument for the parameter."""
    is_method = isinstance(passes.known.tree.up[function][0], ast.ClassDef)
    position = parameters_of(function).index(name) - is_method
    called_as = (passes.known.class_name, "cls") if function.name == "__init__" else (function.name,)
    calls = [node for node in passes.known.tree.up if is_call(node, *called_as)]
    return any(len(call.args) > position or name in {word.arg for word in call.keywords} for call in calls)


def _collections_of_objects(definition: ast.ClassDef, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer a list of its own to each object for one in the class, which all objects share."""
    methods = [
        function for function in passes.known.functions if passes.known.tree.up[function][0] is definition
    ]
    init = next((method for method in methods if method.name == "__init__"), None)
    for name, statement in _collections_in(definition.body):
        if name not in _changed_attributes(passes) or statement.value is None:
            continue
        if init is not None and not _sets_attribute(init, name):
            first, own = without_docstring(init.body)[0], init.args.args[0].arg
            make = statements(f"{own}.{name} = {ast.unparse(statement.value)}", first)
            yield RewriteOffer("fresh-state", statement, (before(first, *make),), detail="class")


def _sets_attribute(function: Definition, name: str) -> bool:
    """Whether a function sets an attribute of that name."""
    targets = (target for node in inside(function) for target in targets_of(node))
    return any(isinstance(target, ast.Attribute) and target.attr == name for target in targets)
