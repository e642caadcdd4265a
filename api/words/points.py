"""Points as a reader sees them."""

from decimal import Decimal

from api.i18n import number

_PLACES = 2


def points(worth: Decimal | float) -> str:
    """`62.5`, in Spanish `62,5`: to two places, without zeros at the end."""
    return number(round(float(worth), _PLACES))
