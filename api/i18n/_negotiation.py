"""Which language suits a reader, from what a browser or a shell says."""

import re
from collections.abc import Mapping

from babel import negotiate_locale

from api.i18n._current import LANGUAGES, SOURCE, Language

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set decides."""

_LONGEST = 200
_MOST = 20


def negotiated(accept_language: str) -> Language:
    """The language of an `Accept-Language` header that fits best; English where none does.

    A header that is too long or not well formed is not an error: it says nothing.
    """
    if len(accept_language) > _LONGEST:
        return SOURCE
    ranges = [weighted for part in accept_language.split(",")[:_MOST] if (weighted := _weighted(part))]
    preferred = [tag for weight, tag in sorted(ranges, key=lambda weighted: -weighted[0]) if weight > 0]
    locale = negotiate_locale(preferred, list(LANGUAGES), sep="-")
    return locale if locale in LANGUAGES else SOURCE


def of_environment(environment: Mapping[str, str]) -> Language:
    """The language of a shell, from the variables that gettext reads; English where it has no catalogue."""
    setting = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    codes = (re.split(r"[_.@]", locale, maxsplit=1)[0].lower() for locale in setting.split(":"))
    return next((code for code in codes if code in LANGUAGES), SOURCE)


def _weighted(part: str) -> tuple[float, str] | None:
    tag, _, weight = part.strip().partition(";q=")
    try:
        return (float(weight or 1), tag.strip()) if tag else None
    except ValueError:
        return None
