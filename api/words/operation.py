"""Operations by their ids."""

from suites import PRIMITIVES, written

_REFLECTED = "reflected "
_SPECIAL = {
    "neg": f"`{written('neg', ['a'])}`",
    "constants": "plain numbers as operands",
    "value exponent": "a value as exponent, `a ** b`,",
}


def operation(id_: str) -> str:
    """What a reader would write for it."""
    op = id_.removeprefix(_REFLECTED)
    if op != id_ and op in PRIMITIVES and PRIMITIVES[op].reflected:
        return f"`{written(op, ['2', 'a'])}`"
    return _SPECIAL.get(id_, f"`{id_}`")
