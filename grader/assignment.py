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


def _full(suite: Suite) -> bool:
    return suite.stage is not Stage.STRESS


CHOICES = {
    "full": _full,
    "core": lambda suite: suite.core,
    **{stage.value: (lambda suite, stage=stage: suite.stage is stage) for stage in Stage},
    "everything": lambda _: True,
}
"""The assignments that can be named: a stage, the core, all but stress, or all."""


def assignment(name: str) -> Assignment:
    """The assignment of that name.

    Raises:
        KeyError: if there is none.
    """
    belongs = CHOICES[name]
    return Assignment(name, tuple(suite for suite in suites.load().values() if belongs(suite)))
