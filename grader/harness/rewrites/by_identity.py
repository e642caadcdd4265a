"""Nodes that are told apart by their numbers are told apart as objects."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.tree import expression, statements
from ._ordering import new_body
from ._syntax import called, is_membership, names_of, nodes_in
from ._traversal import Traversal, traversal

_PUTTING = ("add", "append", "get", "setdefault", "discard", "remove", "pop")
_NAMES = ("label", "name", "_label", "_name", "_op", "op")


def offers(known: Known) -> Iterator[Offer]:
    """What the pass keeps by number, then how the class compares its nodes."""
    passes = traversal(known)
    yield from _keyed_by_number(passes)
    equality = [known.method(name) for name in ("__eq__", "__hash__")]
    if equality[0] is not None:
        yield from _by_equality(passes)
    yield from _comparison(equality, known)
    yield from _dataclass(known)


def _keyed_by_number(passes: Traversal) -> Iterator[Offer]:
    """`v.data in seen`, `seen.add(v.data)`, `grads[v.data]`: by `id(v)`."""
    asked = [key for key in _keys(passes) if isinstance(key, ast.Attribute)]
    for attribute in (passes.known.data, *_NAMES):
        keys = [key for key in asked if key.attr == attribute]
        if keys and not _names_of_containers(keys, passes) & _subscripted_by_others(passes):
            changes = tuple(replaced(key, expression(f"id({ast.unparse(key.value)})", key)) for key in keys)
            yield Offer("by-identity", passes.known.tree.statement(_asked(keys, passes)), changes)


def _names_of_containers(keys: list[ast.Attribute], passes: Traversal) -> set[str]:
    parents = (passes.known.tree.up[key][0] for key in keys)
    return {name for each in parents if isinstance(each, ast.Subscript) for name in names_of(each.value)}


def _subscripted_by_others(passes: Traversal) -> set[str]:
    """Tables of the module, such as `RULES[v.op]`."""
    top = (each for each in passes.known.top_level if isinstance(each, ast.Assign))
    return {name for each in top for target in each.targets for name in names_of(target)}


def _keys(passes: Traversal) -> list[ast.AST]:
    """What is asked for, or put somewhere, in the pass."""
    found: list[ast.AST] = []
    for function in passes.functions:
        for node in passes.nodes(function):
            if is_membership(node):
                found.append(node.left)  # type: ignore[attr-defined]
            elif called(node) in _PUTTING and isinstance(node.func, ast.Attribute):  # type: ignore[attr-defined]
                found += node.args[:1]  # type: ignore[attr-defined]
            elif isinstance(node, ast.Subscript):
                found.append(node.slice)
            elif isinstance(node, ast.Dict):
                found += [key for key in node.keys if key]
            elif isinstance(node, ast.DictComp):
                found.append(node.key)
            elif isinstance(node, ast.Set):
                found += node.elts
    return found


def _asked(keys: list[ast.Attribute], passes: Traversal) -> ast.AST:
    """The question, else the place where something is added."""
    up = passes.known.tree.up
    asking = [key for key in keys if is_membership(up[key][0])]
    storing = [key for key in keys if passes.is_share(passes.known.tree.statement(key))]
    return (asking or storing or keys)[0]


def _by_equality(passes: Traversal) -> Iterator[Offer]:
    """`v in seen` in a class whose `==` compares numbers."""
    questions = [
        node
        for function in passes.functions
        for node in passes.nodes(function)
        if is_membership(node)
        and isinstance(node.left, ast.Name)
        and isinstance(node.comparators[0], ast.Name)  # type: ignore[attr-defined]
    ]
    containers = {node.comparators[0].id for node in questions}  # type: ignore[attr-defined]
    puts = [
        call.args[0]  # type: ignore[attr-defined]
        for function in passes.functions
        for call in passes.nodes(function)
        if called(call) in ("add", "append") and names_of(call.func) & containers  # type: ignore[attr-defined]
    ]
    nodes = [*(each.left for each in questions), *puts]  # type: ignore[attr-defined]
    if questions and puts and all(isinstance(each, ast.Name) for each in nodes):
        changes = tuple(replaced(each, expression(f"id({each.id})", each)) for each in nodes)
        yield Offer("by-identity", passes.known.tree.statement(questions[0]), changes)


def _comparison(equality: list[ast.FunctionDef | None], known: Known) -> Iterator[Offer]:
    """Both methods as every class has them."""
    equal, hashed = equality
    changes: list[Change] = []
    if equal is not None and len(equal.args.args) > 1:
        names = [each.arg for each in equal.args.args]
        changes += _returning(equal, f"{names[0]} is {names[1]}") if hashed else [replaced(equal)]
    if hashed is not None and not any(called(each) == "id" for each in nodes_in(hashed)):
        changes += _returning(hashed, f"id({hashed.args.args[0].arg})")
    if changes:
        yield Offer(
            "by-identity", equal or hashed or known.tree.modules[0], tuple(changes), detail="equality"
        )


def _returning(function: ast.FunctionDef, text: str) -> tuple[Change, ...]:
    return new_body(function, lambda _: statements(f"return {text}", function))


def _dataclass(known: Known) -> Iterator[Offer]:
    """A dataclass compares its fields unless it is told not to."""
    owner = known.class_definition
    for each in owner.decorator_list if owner else ():
        name = called(each) or getattr(each, "attr", getattr(each, "id", ""))
        keywords = each.keywords if isinstance(each, ast.Call) else []
        if name != "dataclass" or {word.arg for word in keywords} & {"eq", "order"}:
            continue
        no = ast.keyword("eq", ast.Constant(value=False))
        function = each.func if isinstance(each, ast.Call) else each
        change = (
            with_field(each, "keywords", [*keywords, no])
            if isinstance(each, ast.Call)
            else replaced(each, ast.Call(function, [], [no]))
        )
        yield Offer("by-identity", each, (change,), detail="equality")
