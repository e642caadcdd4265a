"""Offers to tell nodes apart as objects where they are told apart by their numbers."""

import ast
from collections.abc import Iterable, Iterator

from ..repair.edit import Change, RewriteOffer, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    inside,
    is_call,
    is_membership,
    last_name,
    names_of,
    owner,
    parameters_of,
    statements,
)
from ._ordering import new_body
from ._traversal import Traversal, traversal

_PUTTING = ("add", "append", "get", "setdefault", "discard", "remove", "pop")
_NAMES = ("label", "name", "_label", "_name", "_op", "op")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of what the pass keeps by number, then of how the class compares its nodes."""
    passes = traversal(known)
    yield from _keyed_by_number(passes)
    equal, hashed = known.method("__eq__"), known.method("__hash__")
    if equal is not None:
        yield from _by_equality(passes)
    yield from _methods_by_identity(equal, hashed)
    yield from _dataclass_without_eq(known)


def _keyed_by_number(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer `id(v)` in `v.data in seen`, `seen.add(v.data)`, `grads[v.data]`."""
    asked = [key for key in _keys_of_pass(passes) if isinstance(key, ast.Attribute)]
    for attribute in (passes.known.data, *_NAMES):
        keys = [key for key in asked if key.attr == attribute]
        if keys and not _are_of_tables(keys, passes):
            at = passes.known.tree.statement(_most_telling(keys, passes))
            yield RewriteOffer("by-identity", at, _by_id((key, key.value) for key in keys))


def _are_of_tables(keys: list[ast.Attribute], passes: Traversal) -> bool:
    """Whether they are looked up in a table of the module, such as `RULES[v.op]`."""
    top = (statement for statement in passes.known.top_level if isinstance(statement, ast.Assign))
    tables = {name for each in top for name in names_of(*each.targets)}
    up = passes.known.tree.up
    held = (up[key][0] for key in keys if isinstance(up[key][0], ast.Subscript))
    return not tables.isdisjoint(names_of(*held))


def _keys_of_pass(passes: Traversal) -> list[ast.AST]:
    """Return the keys that are looked up or stored in the pass."""
    keys: list[ast.AST | None] = []
    for node in passes.nodes:
        match node:
            case ast.Compare(key, [ast.In() | ast.NotIn(), *_]):
                keys.append(key)
            case ast.Call(ast.Attribute(attr=name), [key, *_]) if name in _PUTTING:
                keys.append(key)
            case ast.Subscript(slice=key) | ast.DictComp(key):
                keys.append(key)
            case ast.Dict(several) | ast.Set(several):
                keys += several
    return [key for key in keys if key is not None]


def _most_telling(keys: list[ast.Attribute], passes: Traversal) -> ast.AST:
    """Return the key in a question, else the one where something is added, else the first."""
    up = passes.known.tree.up
    asking = [key for key in keys if is_membership(up[key][0])]
    storing = [key for key in keys if passes.adds_gradient(passes.known.tree.statement(key))]
    return (asking or storing or keys)[0]


def _by_equality(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer `id(v) in seen` in a class whose `==` compares numbers."""
    questions = [node for node in filter(is_membership, passes.nodes) if isinstance(node.left, ast.Name)]
    containers = names_of(*(question.comparators[0] for question in questions))
    puts = [node for node in passes.nodes if is_call(node, "add", "append")]
    stored = [put.args[0] for put in puts if names_of(owner(put)) & containers]
    # Changing only one side would never find what the other side stores.
    if questions and {*map(type, stored)} == {ast.Name}:
        keys = [*(question.left for question in questions), *stored]
        at = passes.known.tree.statement(questions[0])
        yield RewriteOffer("by-identity", at, _by_id(zip(keys, keys, strict=True)))


def _by_id(keys: Iterable[tuple[ast.AST, ast.AST]]) -> tuple[Change, ...]:
    """Return the changes of keys to the `id` of their nodes."""
    return tuple(replaced(key, f"id({ast.unparse(node)})") for key, node in keys)


def _methods_by_identity(equal: Definition | None, hashed: Definition | None) -> Iterator[RewriteOffer]:
    """Offer `__eq__` and `__hash__` as every class has them."""
    changes: list[Change] = []
    if equal is not None and len(equal.args.args) > 1:
        own, other = parameters_of(equal)[:2]
        # Without a hash of its own, the class needs no comparison either: that of all objects is by identity.
        changes += _body_returning(equal, f"{own} is {other}") if hashed else [replaced(equal)]
    if hashed is not None and not any(is_call(node, "id") for node in inside(hashed)):
        changes += _body_returning(hashed, f"id({hashed.args.args[0].arg})")
    at = equal or hashed
    if changes and at is not None:
        yield RewriteOffer("by-identity", at, tuple(changes), detail="equality")


def _body_returning(function: Definition, text: str) -> tuple[Change, ...]:
    """Return the changes to a function that returns this alone."""
    return new_body(function, lambda _: statements(f"return {text}", function))


def _dataclass_without_eq(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `eq=False` for a dataclass, which compares its fields otherwise."""
    unequal = ast.keyword("eq", ast.Constant(value=False))
    for decorator in known.class_definition.decorator_list if known.class_definition else ():
        if last_name(decorator) == "dataclass":
            change = replaced(decorator, ast.Call(decorator, [], [unequal]))
        elif is_call(decorator, "dataclass") and not {word.arg for word in decorator.keywords} & {
            "eq",
            "order",
        }:
            change = with_field(decorator, "keywords", [*decorator.keywords, unequal])
        else:
            continue
        yield RewriteOffer("by-identity", decorator, (change,), detail="equality")
