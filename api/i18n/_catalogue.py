"""The messages of a language, read from its catalogue when they are first needed."""

import gettext
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from api.i18n._current import FOLDER, SOURCE, Language


@dataclass(frozen=True)
class Messages:
    """The translations of one language."""

    one: dict[tuple[str | None, str], str]
    """The texts by context and English text."""
    many: dict[str, tuple[str, ...]]
    """The texts by the English singular: one for each form of the plural."""
    form: Callable[[int], int]
    """A function from a number to the form of the plural that it takes."""


def path(language: Language) -> Path:
    """Where the catalogue of a language is."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


@cache
def messages(language: Language) -> Messages:
    """All finished messages of a language; none of English, which is what is in the code."""
    if language == SOURCE:
        return Messages({}, {}, lambda n: int(n != 1))
    from babel.messages.pofile import read_po

    with path(language).open("rb") as file:
        catalogue = read_po(file, language)
    one: dict[tuple[str | None, str], str] = {}
    many: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.fuzzy or not message.id:
            continue
        if isinstance(message.id, str):
            if message.string:
                one[message.context or None, message.id] = str(message.string)
        elif message.string and all(message.string):
            many[message.id[0]] = tuple(message.string)
    form = gettext.c2py(catalogue.plural_expr)
    return Messages(one, many, form)
