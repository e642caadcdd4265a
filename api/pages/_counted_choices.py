"""The choices of a filter, with how many each has; those that have none are left out."""

from collections.abc import Iterable, Mapping

from api.i18n import gettext as _, number


def with_counts(
    choices: Iterable[tuple[str, str]], counts: Mapping[str, int], chosen: str
) -> list[tuple[str, str]]:
    """Return choices by value and text, with counts; the chosen one stays, whatever it has."""
    counted = [
        (value, _("{choice} ({n})", choice=text, n=number(counts.get(value, 0))))
        for value, text in choices
        if counts.get(value) or value == chosen
    ]
    return [("", _("Any")), *counted]
