"""Operations by their ids."""

_SPECIAL = {
    "neg": "`-a`",
    "constants": "plain numbers as operands",
    "value exponent": "a value as exponent, `a ** b`,",
}
_REFLECTED = {
    "+": "`2 + a`",
    "-": "`2 - a`",
    "*": "`2 * a`",
    "/": "`2 / a`",
    "**": "`2 ** a`",
}


def operation(id_: str) -> str:
    """What a reader would write for it."""
    reflected = id_.removeprefix("reflected ")
    if reflected != id_ and reflected in _REFLECTED:
        return _REFLECTED[reflected]
    return _SPECIAL.get(id_, f"`{id_}`")
