"""Offers right first values for gradients that a pass keeps beside the nodes, in a dict or a list."""

import ast
from collections.abc import Iterator

from ..repair.edit import after
from ..repair.offer import RewriteOffer
from ..repair.syntax import LOOPS, Definition, inside, is_call, names_of, number_in, targets_of
from ._seed_numbers import set_to_one, set_to_zero
from ._stripping import about_node
from ._traversal import Traversal

Stores = list[ast.Assign | ast.AnnAssign]


def entries_added_to(passes: Traversal) -> list[tuple[Definition, ast.Subscript]]:
    """Return the entries that a pass adds to, each with the function that does so."""
    return [
        (function, target)
        for function in passes.functions
        for node in inside(function)
        for target in targets_of(node)
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
        if passes.adds_gradient(node)
    ]


def are_in_nodes_too(passes: Traversal) -> bool:
    """Whether a loop that adds to such entries adds to gradients of nodes too."""
    for loop in passes.loops:
        adding = [node for node in inside(loop) if passes.adds_gradient(node)]
        adding = [node for node in adding if not isinstance(getattr(node, "value", None), ast.Name)]
        of_nodes = [any(map(passes.is_gradient, targets_of(node))) for node in adding]
        if any(of_nodes) and not all(of_nodes):
            return True
    return False


def offers(passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer 1 for the output's entry, and 0 for those of all nodes."""
    for function, entry in entries_added_to(passes)[:1]:
        stores = [node for node in inside(function) if isinstance(node, ast.Assign | ast.AnnAssign)]
        same_names = [store for store in stores if names_of(targets_of(store)[0]) == names_of(entry.value)]
        if same_names and isinstance(targets_of(same_names[0])[0], ast.Name):
            yield from _first_values(same_names[0], stores, entry, function, passes)


def _first_values(
    store: ast.Assign | ast.AnnAssign,
    stores: Stores,
    entry: ast.Subscript,
    function: Definition,
    passes: Traversal,
) -> Iterator[RewriteOffer]:
    """Offer right first values in the container that `store` makes."""
    owners, root = sorted(names_of(entry.slice) - {"id"}), passes.root(function)
    if len(owners) != 1 or not root:
        return
    seeds = [*_seeds_in_dict(store.value, root), *_seeds_stored(stores, entry.value, passes)]
    key = ast.unparse(about_node([ast.Expr(entry.slice)], owners[0], root)[0])
    text = f"{ast.unparse(entry.value)}[{key}] = 1.0"
    seeding = () if seeds else (after(store, text),)
    first = _initial_value(store.value)
    if first is not None and number_in(first) not in (None, 0.0):
        yield RewriteOffer("seed-once", store, (set_to_zero(first), *seeding), detail="all")
    elif seeding:
        yield RewriteOffer("seed", function, seeding)
    for seed in seeds:
        if number_in(seed) != 1 and not passes.is_parameter(seed):
            yield RewriteOffer("seed-one", passes.known.tree.statement(seed), (set_to_one(seed),))


def _seeds_in_dict(made: ast.expr | None, root: str) -> list[ast.expr]:
    """Return the values of the root in `{id(root): 1.0}`."""
    pairs = zip(made.keys, made.values, strict=True) if isinstance(made, ast.Dict) else ()
    return [value for key, value in pairs if root in names_of(key)]


def _seeds_stored(stores: Stores, kept: ast.expr, passes: Traversal) -> list[ast.expr]:
    """Return the values in `grads[root] = 1.0`, outside of loops."""
    return [
        store.value
        for store in stores
        for target in targets_of(store)
        if isinstance(target, ast.Subscript) and ast.dump(target.value) == ast.dump(kept)
        if store.value is not None and passes.known.tree.nearest(store, LOOPS) is None
    ]


def _initial_value(value: ast.expr | None) -> ast.expr | None:
    """Return the first value of `{v: 0.0 for v in order}`, `[0.0] * n` or `dict.fromkeys(order, 0.0)`."""
    if isinstance(value, ast.DictComp):
        return value.value
    if isinstance(value, ast.BinOp) and isinstance(value.left, ast.List) and value.left.elts:
        return value.left.elts[0]
    return value.args[1] if is_call(value, "fromkeys") and len(value.args) > 1 else None
