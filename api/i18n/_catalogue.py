"""The messages of a language, read from its catalogue when they are first needed."""

import gettext
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from api.i18n._current import FOLDER, SOURCE, Language
from grader.records import Frozen


class Messages(Frozen):
    """The translations of one language."""

    one: dict[tuple[str | None, str], str]
    """The texts by context and English text."""
    many: dict[str, tuple[str, ...]]
    """The texts by the English singular: one for each form of the plural."""
    form: Callable[[int], int]
    """A function from a number to the form of the plural that it takes."""
    plural: str = "n != 1"
    """A function written as gettext does: the same one."""


def path(language: Language) -> Path:
    """Return where the catalogue of a language is."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


@cache
def messages(language: Language) -> Messages:
    """Return all finished messages of a language; none of English, which is in the code."""
    if language == SOURCE:
        return Messages({}, {}, lambda n: int(n != 1))
    ready = compiled_path(language)
    return _read_compiled(ready) if ready.exists() else _read_catalogue(language)


def compiled_path(language: Language) -> Path:
    """Return where the compiled messages of a language are, if somebody has compiled them."""
    return path(language).with_suffix(".json")


def compiled(language: Language) -> bytes:
    """The messages of a language, ready to be read: a browser would take seconds for its catalogue."""
    known = messages(language)
    one = [[context, text, known.one[context, text]] for context, text in known.one]
    return json.dumps({"one": one, "many": known.many, "plural": known.plural}, ensure_ascii=False).encode()


def _read_compiled(file: Path) -> Messages:
    read = json.loads(file.read_bytes())
    one = {(context, text): translated for context, text, translated in read["one"]}
    many = {text: tuple(forms) for text, forms in read["many"].items()}
    return Messages(one, many, gettext.c2py(read["plural"]), read["plural"])


def _read_catalogue(language: Language) -> Messages:
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
    return Messages(one, many, gettext.c2py(catalogue.plural_expr), catalogue.plural_expr)
