"""Reads the fields of a form: numbers, dates in the zone of a course, choices; and collects the problems."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from msgspec import field

from api.words.moment import zone_named
from grader.records import Frozen
from submissions.errors import Unusable

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}([.,][0-9]{1,9})?")
_MOMENT = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?")

_Choice = TypeVar("_Choice", bound=StrEnum)


class FormReader(Frozen):
    """The fields of a form, and the problems of those that were read so far."""

    typed: Mapping[str, str]
    zone: str
    problems: list[Unusable] = field(default_factory=list)

    def line(self, name: str) -> str:
        """One line, as it was typed."""
        return self.typed.get(name, "").strip()

    def text(self, name: str) -> str:
        """Several lines. A browser sends them with the line ends of MS-DOS, whatever was typed."""
        return self.typed.get(name, "").replace("\r\n", "\n")

    def ticked(self, name: str) -> bool:
        """Whether a box is ticked."""
        return name in self.typed

    def whole(self, name: str, otherwise: int) -> int:
        """A whole number; `otherwise` where nothing stands."""
        text = self.line(name)
        if text and not _WHOLE.fullmatch(text):
            self._refuse(name, "not-a-whole-number")
            return otherwise
        return int(text) if text else otherwise

    def number(self, name: str, otherwise: Decimal) -> Decimal:
        """A number, with a point or a comma; `otherwise` where nothing stands."""
        text = self.line(name)
        if text and not _NUMBER.fullmatch(text):
            self._refuse(name, "not-a-number")
            return otherwise
        return Decimal(text.replace(",", ".")) if text else otherwise

    def choice(self, name: str, of: type[_Choice], otherwise: _Choice) -> _Choice:
        """Return one of the options offered."""
        text = self.line(name)
        if text and text not in list(of):
            self._refuse(name, "not-offered")
            return otherwise
        return of(text) if text else otherwise

    def moment(self, name: str, before: datetime | None = None, *, end: bool = True) -> datetime | None:
        """A date and a time in the zone; None where nothing stands.

        What stands there as it was shown stays what it was, to the second. Of a time that the clock shows
        twice, an `end` is the later one: nobody loses an hour by it.
        """
        text = self.line(name)
        if not text or (before is not None and text == shown(before, self.zone)):
            return before if text else None
        found = _parsed(text)
        if found is None:
            self._refuse(name, "not-a-date")
            return before
        local = found.replace(tzinfo=zone_named(self.zone), fold=int(end))
        if local.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) != found:
            self._refuse(name, "no-such-time")
        return local.astimezone(UTC)

    def require_usable(self) -> None:
        """Go on only without problems.

        Raises:
            Unusable: the first problem of what was read so far.
        """
        for problem in self.problems:
            raise problem

    def _refuse(self, name: str, why: str) -> None:
        self.problems.append(Unusable(name, why))


def shown(at: datetime | None, zone: str) -> str:
    """Return a time as a field for a date and a time has it; empty where there is none."""
    return "" if at is None else f"{at.astimezone(zone_named(zone)):%Y-%m-%dT%H:%M}"


def exact(number: Decimal) -> str:
    """Return a number as its field has it: all its digits, without zeros at the end."""
    return f"{number.normalize():f}"


def _parsed(text: str) -> datetime | None:
    if not _MOMENT.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
