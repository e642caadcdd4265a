"""Runs lines as if they stood behind the class: what somebody sees who pastes them there."""

from typing import Any

from ..model.find_class import ValueClass
from ..running.problem import type_name

_LONGEST = 100
_SEED = 0


def pasted(value_class: ValueClass, lines: str) -> list[dict[str, Any]]:
    """Return what they print last, or the exception that ends them, in two opposite orders of every set."""
    return [_run(value_class, lines, reverse=reverse) for reverse in (False, True)]


def _run(value_class: ValueClass, lines: str, *, reverse: bool) -> dict[str, Any]:
    printed: list[str] = []

    def show(*things: Any) -> None:
        printed.append(" ".join(map(str, things)))

    value_class.layouts.start(_SEED, reverse=reverse)
    try:
        exec(compile(lines, "<pasted>", "exec"), {**value_class.module.__dict__, "print": show})
    except BaseException as error:
        return {"raised": type_name(error)}
    return {"printed": str(printed[-1])[:_LONGEST] if printed else ""}
