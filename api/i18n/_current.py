"""The language of the request or command that is being answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from babel import Locale

Language = str
"""An ISO 639 code with a catalogue: `en`, `es`."""

SOURCE: Language = "en"
"""The language that texts are written in."""

FOLDER = Path(__file__).parent.parent / "locale"

LANGUAGES: dict[Language, str] = {
    code: (Locale(code).get_display_name(code) or code).capitalize()
    for code in (SOURCE, *sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir()))
}
"""Every language by its code, with its own name. A further one is one more folder."""


class _Choice:
    """Shared by everything that one request runs.

    The account's language is known only when a thread of the endpoint has read it, and what a thread sets in
    its copy of a context is not seen outside. So the context holds this object, and the object the language.
    """

    def __init__(self, language: Language) -> None:
        self.language = language


_choice: ContextVar[_Choice] = ContextVar("language", default=_Choice(SOURCE))  # noqa: B039 - see `choose`


def current() -> Language:
    """The language to answer in."""
    return _choice.get().language


def choose(language: Language) -> None:
    """Answer the rest of this request in that language. One without a catalogue changes nothing.

    Raises:
        LookupError: outside of `speaking`, where it would be everybody's language.
    """
    choice = _choice.get()
    if choice is _EVERYBODYS:
        raise LookupError("no language can be chosen outside of `speaking`")
    if language in LANGUAGES:
        choice.language = language


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Answer what runs inside in that language; in English where it has no catalogue."""
    token = _choice.set(_Choice(language if language in LANGUAGES else SOURCE))
    try:
        yield
    finally:
        _choice.reset(token)


_EVERYBODYS = _choice.get()
