"""What a style is: a right class, and the same class with known faults."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from grader.faults import Replace
from grader.reference import with_edits

Edits: TypeAlias = tuple[Replace, ...]

NOT_IN_THE_LECTURE = frozenset({"sin"})
"""Operations that no class of the term has, and no assignment asks for."""


class Mistake(NamedTuple):
    """One way to make a known fault, by the names of the catalogue."""

    fault: str
    """The slug of the fault."""
    place: str
    """As the fault's `examples` name it."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way to build the class."""

    text: str
    """The right class, as somebody would submit it."""
    mistakes: Mapping[Mistake, Edits]
    """The edits that make each of the mistakes."""
    share: int
    """How many of a hundred students build theirs like that."""
    finish: Callable[[str], str] = str
    """What makes of the edited text a file as students write it."""
    slug: str = ""
    """The name of its module: set where the modules are found."""

    def edited(self, mistakes: Iterable[Mistake], without: Iterable[str] = ()) -> str:
        """The text without some methods and with some mistakes, before it is finished.

        Raises:
            KeyError: if it cannot have one of them.
            MutationError: if nothing is left of what one of them would change.
        """
        text = self.text
        for method in without:
            whole = rf"^    def {method}\(.*?(?=^    def |^\S|\Z)"
            text = re.sub(whole, "", text, flags=re.DOTALL | re.MULTILINE)
        return with_edits(text, [edit for each in mistakes for edit in self.mistakes[each]])
