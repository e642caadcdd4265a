"""Statements about a contribution in a step of a replay: it arrives, has a wrong value, or is lost."""

from api.i18n import N_, gettext as _
from api.report_view.pictures.text import figures
from api.report_view.replay.said import NO_NUMBER, Statement, WrongStatement
from api.report_view.replay.wording import Wording, number
from grader.explanation.events import UseKey


class Gets(Statement):
    """A right contribution is added."""

    use: UseKey
    value: float
    old: float

    def _said(self, w: Wording) -> str:
        text = N_("`{node}` gets {value}, together {total}.") if self.old else N_("`{node}` gets {value}.")
        total = number(self.old + self.value)
        return _(text, node=w.label(self.use.node), value=number(self.value), total=total)


class GetsMore(WrongStatement):
    """A rule sends the same contribution once more."""

    use: UseKey
    value: float
    old: float

    def _said(self, w: Wording) -> str:
        text = N_("`{node}` gets {value} once more, together {total}.")
        total = number(self.old + self.value)
        return _(text, node=w.label(self.use.node), value=number(self.value), total=total)


class GetsOther(WrongStatement):
    """A rule sends another number than its local derivative times what its node has."""

    use: UseKey
    value: float
    right: float

    def _said(self, w: Wording) -> str:
        right, value = figures(self.right, self.value)
        text = N_("`{node}` gets {value}; it should get {right}.")
        return _(text, node=w.label(self.use.node), value=value, right=right)


class GetsNoNumber(WrongStatement):
    """A rule stores something in the gradient that is no number."""

    use: UseKey

    def _said(self, w: Wording) -> str:
        return _(NO_NUMBER, number=w.gradient(self.use.node))


class GetsNothing(WrongStatement):
    """A rule leaves an operand out."""

    use: UseKey
    right: float

    def _said(self, w: Wording) -> str:
        text = N_("`{node}` gets nothing; it should get {right}.")
        return _(text, node=w.label(self.use.node), right=number(self.right))


class Replaces(WrongStatement):
    """A contribution takes the place of what was there."""

    use: UseKey
    old: float
    new: float

    def _said(self, w: Wording) -> str:
        text = N_("`{number}`: {old} → {new}. The {old} is replaced and lost.")
        return _(text, number=w.gradient(self.use.node), old=number(self.old), new=number(self.new))


class Clears(WrongStatement):
    """A rule sets a gradient to 0 that had something."""

    use: UseKey
    old: float

    def _said(self, w: Wording) -> str:
        text = N_("`{number}` is set from {old} to 0: the {old} is lost.")
        return _(text, number=w.gradient(self.use.node), old=number(self.old))


class TooLate(WrongStatement):
    """Something arrives at a node whose rule ran and does not run again."""

    node: str

    def _said(self, w: Wording) -> str:
        text = N_("The rule of `{node}` has already run, so this is not passed on.")
        return _(text, node=w.label(self.node))
