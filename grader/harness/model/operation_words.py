"""Tells which operation a name or a text in a source speaks of."""

import re
from functools import cache

from .primitives import PRIMITIVES, REFLECTED

_OPERATION_OF = {word: op for op, primitive in PRIMITIVES.items() for word in primitive.words.split()}
_SIGNS = {"+": "+", "-": "-", "*": "*", "/": "/", "**": "**", "×": "*", "÷": "/", "^": "**"}
_RECORDED = {"child", "children", "edge", "edges", "operand", "operands"}
_RECORDED |= {"parent", "parents", "prev", "prevs", "user", "users"}
"""Words for what is added to a node: `add_parents` computes no sum."""
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")


def words_of(name: str) -> set[str]:
    """Return the words that a name is made of, in small letters."""
    return {word.lower() for word in _PART.findall(name)}


@cache
def operation_named(name: str) -> str | None:
    """Return the operation that a function, class or constant is named after; None for none or two."""
    words = words_of(name) | {name.lower().strip("_")}
    operations = {_OPERATION_OF[word] for word in words if word in _OPERATION_OF}
    if words & _RECORDED:
        operations.discard("+")
    return operations.pop() if len(operations) == 1 else None


def is_reflected(name: str) -> bool:
    """Whether a method is called with a plain number on the left."""
    return name in REFLECTED.values() or name == "__rdiv__"


def operation_of_text(text: str) -> str | None:
    """Return the operation that a string such as `+` or `tanh` stands for."""
    return _SIGNS.get(text.strip()) or operation_named(text)
