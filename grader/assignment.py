"""What a submission is graded on: some suites, under a name."""

from dataclasses import dataclass

import suites
from suites import Drive, Stage, Suite


@dataclass(frozen=True, slots=True)
class Assignment:
    """A choice of suites."""

    name: str
    suites: tuple[Suite, ...]

    @property
    def needs_backward(self) -> bool:
        """Whether a class is looked for that has `backward()`."""
        return any(suite.drive is not Drive.BY_HAND for suite in self.suites)


CHOICES = ("full", "core", *(stage.value for stage in Stage), "everything")
"""The assignments that can be named: all but stress, the core, a stage, or all."""


def assignment(name: str) -> Assignment:
    """The assignment of that name.

    Raises:
        KeyError: if there is none.
    """
    if name not in CHOICES:
        raise KeyError(name)
    return Assignment(name, tuple(suite for suite in suites.load().values() if _belongs(suite, name)))


def _belongs(suite: Suite, name: str) -> bool:
    match name:
        case "everything":
            return True
        case "full":
            return suite.stage is not Stage.STRESS
        case "core":
            return suite.core
    return suite.stage == name
