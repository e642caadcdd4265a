"""How a forward pass comes to a wrong number, or to none."""

from api.i18n import gettext as _


def wrong_data(formula: str, right: str, got: str) -> str:
    """A result that is wrong before any gradient is computed."""
    if not got:
        return _(
            "`{formula}` should be {right}, but your class gives no number.", formula=formula, right=right
        )
    return _(
        "`{formula}` should be {right}, but your class computes {got}.", formula=formula, right=right, got=got
    )


def operand_returned(formula: str, right: str, operand: str, got: str) -> str:
    """An operation that returns what it was given."""
    return _(
        "`{formula}` should be a new node with {right}, but your method returns `{operand}` itself, "
        "which holds {got}.",
        formula=formula,
        right=right,
        operand=operand,
        got=got,
    )


def none_returned(formula: str) -> str:
    """An operation that returns nothing."""
    return _("`{formula}` should be a node, but your method returns `None`.", formula=formula)


def number_returned(formula: str) -> str:
    """An operation that returns what belongs into a node."""
    return _("`{formula}` should be a node, but your method returns a plain number.", formula=formula)


def no_method(formula: str, method: str) -> str:
    """Python looks for a method that is not there."""
    return _(
        "`{formula}` calls `{method}`, but your class does not define it. So Python stops with an exception.",
        formula=formula,
        method=method,
    )


def wrong_input(number: str, right: str, got: str) -> str:
    """An input that does not hold what it was made with."""
    return _(
        "`{number}` should stay {right}, but it is {got} in the end.", number=number, right=right, got=got
    )
