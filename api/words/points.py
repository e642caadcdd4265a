"""Points as a reader sees them."""

from decimal import ROUND_HALF_EVEN, Decimal

_PLACES = Decimal("0.01")


def points(number: Decimal) -> str:
    """`62.5`: to two places, without zeros at the end."""
    text = f"{number.quantize(_PLACES, ROUND_HALF_EVEN):f}"
    return text.rstrip("0").rstrip(".")
