"""The language of the request or command that is being answered."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

Language = str
"""An ISO 639 code with a catalogue: `en`, `es`."""

SOURCE: Language = "en"
"""The language that texts are written in."""

FOLDER = Path(__file__).parent.parent / "locale"


class _Languages(Mapping[Language, str]):
    """The codes are known by the folders. What a language calls itself is looked up when it is asked for."""

    def __init__(self) -> None:
        folders = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
        self._codes = dict.fromkeys((SOURCE, *folders))

    def __contains__(self, code: object) -> bool:
        return code in self._codes

    def __iter__(self) -> Iterator[Language]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, code: Language) -> str:
        if code not in self._codes:
            raise KeyError(code)
        return _own_name(code)


@cache
def _own_name(code: Language) -> str:
    from babel import Locale

    return (Locale(code).get_display_name(code) or code).capitalize()


LANGUAGES: Mapping[Language, str] = _Languages()
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
