"""Translates a text into the current language, and fills in what is named."""

from api.i18n._catalogue import messages
from api.i18n._current import SOURCE, current


def N_(message: str, /) -> str:  # noqa: N802 - gettext's name for it
    """Mark a text for the catalogues; it is translated where it is shown."""
    return message


def gettext(message: str, /, **values: object) -> str:
    """The text in the current language. Without values nothing is filled in, so braces stay as they are."""
    language = current()
    text = message if language == SOURCE else messages(language).one.get((None, message), message)
    return text.format_map(values) if values else text


def pgettext(context: str, message: str, /, **values: object) -> str:
    """A short text that means different things in different places: the context tells a translator which."""
    language = current()
    text = message if language == SOURCE else messages(language).one.get((context, message), message)
    return text.format_map(values) if values else text


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The text for a number of things, which is `{n}` in it, written as the language writes numbers."""
    from api.i18n._formats import number

    known = messages(current())
    forms = known.many.get(one, (one, many))
    return forms[known.form(n)].format_map({"n": number(n), **values})
