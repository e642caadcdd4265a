"""Lists, sets and dicts: how they are made, and what changes them."""

import ast

from ..repair.syntax import is_call, owner, targets_of

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
