"""Runs lines as if they stood behind the class: what somebody sees who pastes them there."""

from typing import Any

from ..model.find_class import ValueClass
from ..running.problem import type_name

_LONGEST = 100
_ORDERS = [(seed, reverse) for seed in range(4) for reverse in (False, True)]
"""Orders of three nodes: two opposite ones may be alike where a third is not."""


def pasted(value_class: ValueClass, lines: str) -> list[dict[str, Any]]:
    """Return what they print last, or the exception that ends them, in several orders of every set.

    The last is the first once more: if these differ, it is not for an order.
    """
    return [
        _last_printed(value_class, lines, seed, reverse=reverse) for seed, reverse in (*_ORDERS, _ORDERS[0])
    ]


def _last_printed(value_class: ValueClass, lines: str, seed: int, *, reverse: bool) -> dict[str, Any]:
    """Return what the lines print last in one order of sets, or the exception that ends them."""
    printed: list[str] = []

    def show(*things: Any) -> None:
        printed.append(" ".join(map(str, things)))

    value_class.layouts.start(seed, reverse=reverse)
    try:
        exec(compile(lines, "<pasted>", "exec"), {**value_class.module.__dict__, "print": show})
    except BaseException as error:
        return {"raised": type_name(error)}
    return {"printed": str(printed[-1])[:_LONGEST] if printed else ""}
