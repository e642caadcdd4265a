"""Operations by their ids."""

from api.i18n import N_, gettext as _
from grader.harness.loading.parts import REFLECTED, RULE
from suites import PRIMITIVES, written

_DESCRIBED = {
    "constants": N_("plain numbers as operands"),
    "value exponent": N_("a value as exponent (`a ** b`)"),
}


def operation(id_: str) -> str:
    """Return what a reader would write for an operation."""
    if id_ in _DESCRIBED:
        return _(_DESCRIBED[id_])
    if id_.startswith(RULE):
        return _("the rule of {operation}", operation=operation(id_.removeprefix(RULE)))
    if id_ == "neg":
        return f"`{written('neg', ['a'])}`"
    op = id_.removeprefix(REFLECTED)
    if op != id_ and op in PRIMITIVES and PRIMITIVES[op].reflected:
        return f"`{written(op, ['2', 'a'])}`"
    return f"`{id_}`"
