"""Texts as data: while `coded()` is in force, each text names the message it was made from, and its values.

A report is put into words as for any reader; the language is one whose translations a program can read.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from api.i18n import _translate
from api.report_view.one_line import one_line

_FIELD = re.compile(r"\{(\w+)\}")
_LONG = 1_000_000


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message with what was filled in."""

    message: str
    """The English text, with the names of its values in braces; of a plural, the singular."""
    values: Mapping[str, str]
    """The values as a reader sees them."""
    inside: tuple["Sentence", ...]
    """The messages that are part of the values."""
    text: str
    """All of it as an English reader sees it."""

    @property
    def everything(self) -> Iterator["Sentence"]:
        """The sentence, and all that is inside of it."""
        yield self
        for each in self.inside:
            yield from each.everything


class _Numbered:
    """Messages by a number that stands for them in a text."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []
        self._known: dict[tuple[str, str], str] = {}

    def code(self, message: str, shown: str) -> str:
        """The translation of a message: `shown` is the form that is shown."""
        if (message, shown) not in self._known:
            fields = "".join(f"¦{name}⟨{{{name}}}⟩" for name in dict.fromkeys(_FIELD.findall(shown)))
            self._known[message, shown] = f"⟦{len(self.texts)}{fields}⟧"
            self.texts.append((message, shown))
        return self._known[message, shown]


_messages = _Numbered()


class _One(dict[tuple[str | None, str], str]):
    def get(self, key: tuple[str | None, str], default: Any = None) -> str:  # noqa: ARG002 - as that of a dict
        return _messages.code(key[1], key[1])


class _Many(dict[str, tuple[str, ...]]):
    def get(self, key: str, default: Any = None) -> tuple[str, ...]:
        return tuple(_messages.code(key, form) for form in default)


class _Coded:
    one, many = _One(), _Many()

    @staticmethod
    def form(n: int) -> int:
        return int(n != 1)


@contextmanager
def coded() -> Iterator[None]:
    """What is put into words inside can be read by `read`; nothing is cut."""
    with (
        patch.object(_translate, "SOURCE", ""),
        patch.object(_translate, "messages", lambda _language: _Coded()),
        patch.object(one_line, "__defaults__", (_LONG,)),
    ):
        yield


def read(text: str) -> list[Sentence]:
    """The messages of a coded text, in order; what stands between them is no message."""
    return _Reader(text).read()[1]


def plain(text: str) -> str:
    """A coded text as an English reader sees it."""
    return _Reader(text).read()[0]


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def read(self, end: str = "") -> tuple[str, list[Sentence]]:
        """The text up to a closing bracket, and the messages in it."""
        shown, found = "", []
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == end:
                break
            if letter == "⟦":
                found.append(self._message())
                shown += found[-1].text
                continue
            shown += letter
            self.at += 1
        return shown, found

    def _message(self) -> Sentence:
        number = re.compile(r"⟦(\d+)").match(self.text, self.at)
        assert number is not None, self.text[self.at :]
        self.at = number.end()
        values: dict[str, str] = {}
        inside: list[Sentence] = []
        while self.text[self.at] == "¦":
            name = re.compile(r"¦(\w+)⟨").match(self.text, self.at)
            assert name is not None, self.text[self.at :]
            self.at = name.end()
            values[name[1]], below = self.read("⟩")
            inside += below
            self.at += 1
        assert self.text[self.at] == "⟧", self.text[self.at :]
        self.at += 1
        message, shown = _messages.texts[int(number[1])]
        text = shown.format_map(values) if values else shown
        return Sentence(message, values, tuple(inside), text)
