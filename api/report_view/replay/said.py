"""Statements about the submission in a step of a replay: a class for each kind, with its sentence.

A statement `is_wrong` if a correct class does not do what it says.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from msgspec import StructMeta

from api.i18n import N_, gettext as _, listed, ngettext
from api.report_view.pictures.text import figures
from api.report_view.replay.wording import Wording, number
from grader.explanation.events import same
from grader.finding import Call
from grader.records import Frozen


class _WithAbstractMethods(StructMeta, ABCMeta):
    """The kind of a struct that cannot be made before it says what it has to."""


class Statement(Frozen, metaclass=_WithAbstractMethods):
    """A statement."""

    is_wrong: ClassVar[bool] = False

    def sentence(self, wording: Wording) -> str:
        """Say what happened, with the names that a reader has for nodes and numbers."""
        return self._said(wording)

    @abstractmethod
    def _said(self, w: Wording) -> str: ...


class WrongStatement(Statement):
    """A statement of something that a right class does not do."""

    is_wrong: ClassVar[bool] = True


def in_code(names: Sequence[str]) -> str:
    """The names as code, in a list."""
    return listed([f"`{name}`" for name in names])


# --- Before and between passes ----------------------------------------------------------------------------


class WrongData(WrongStatement):
    """The forward pass computed something else, or the data of an input is wrong: nothing computes that."""

    node: str
    got: float | None
    right: float

    def _said(self, w: Wording) -> str:
        right, got = figures(self.right, self.got)
        text = _WRONG_DATA[w.nodes[self.node].op is None, bool(got)]
        return _(text, number=w.data(self.node), got=got, right=right)


_WRONG_DATA = {
    (True, True): N_("After the forward pass, `{number}` is {got}; it should be {right}."),
    (True, False): N_("After the forward pass, `{number}` is no number; it should be {right}."),
    (False, True): N_("The forward pass computes `{number} = {got}`; it should be {right}."),
    (False, False): N_("The forward pass leaves no number in `{number}`; it should be {right}."),
}
"""The sentence about wrong data, by whether the node is an input, and has a number."""


class StartsWith(WrongStatement):
    """A gradient is there before anything was asked for."""

    node: str
    held: float

    def _said(self, w: Wording) -> str:
        text = N_("Before the pass, `{number}` is {value} already; it should be 0.")
        return _(text, number=w.gradient(self.node), value=number(self.held))


class Resets(Statement):
    """A reset that does what it should."""

    call: Call
    node: str
    old: float

    def _said(self, w: Wording) -> str:
        stays = same(self.old, 0.0)
        text = N_("`{call}` runs: `{number}` stays 0.") if stays else _GOES_TO_0
        return _(text, call=w.call(self.call), number=w.gradient(self.node), old=number(self.old))


_GOES_TO_0 = N_("`{call}` runs: `{number}` goes from {old} to 0.")


class ResetsNothing(WrongStatement):
    """A reset after which the gradient is what it was."""

    call: Call
    node: str
    held: float | None

    def _said(self, w: Wording) -> str:
        text = N_("`{call}` runs: `{number}` should become 0 and stays {held}.")
        values = {"number": w.gradient(self.node), "held": number(self.held)}
        return w.with_reason(_(text, call=w.call(self.call), **values))


class ResetsToOther(WrongStatement):
    """A reset after which the gradient is another number than 0, or none."""

    call: Call
    node: str
    old: float
    new: float | None

    def _said(self, w: Wording) -> str:
        text = N_("`{call}` runs: `{number}` should become 0 and becomes {new}.")
        if self.new is None:
            text = N_("`{call}` runs: `{number}` should become 0 and becomes something that is not a number.")
        values = {"number": w.gradient(self.node), "new": number(self.new)}
        return w.with_reason(_(text, call=w.call(self.call), **values))


class ChangesData(WrongStatement):
    """Data is changed where it should stay."""

    node: str
    old: float
    new: float | None

    def _said(self, w: Wording) -> str:
        text = N_("`{number}` changes from {old} to {new}; it should stay {old}.")
        if self.new is None:
            text = N_("`{number}` is no number any more; it should stay {old}.")
        values = {"old": number(self.old), "new": number(self.new)}
        return w.with_reason(_(text, number=w.data(self.node), **values))


# --- In a pass --------------------------------------------------------------------------------------------


class Begins(Statement):
    """One of several passes begins."""

    number: int
    of: int

    def _said(self, _w: Wording) -> str:
        return _("Pass {n} of {all}.", n=self.number, all=self.of)


class Seeds(Statement):
    """The gradient of the output becomes 1."""

    node: str

    def _said(self, w: Wording) -> str:
        return _("Start: `{number}` is set to {value}.", number=w.gradient(self.node), value="1")


class SeedsOther(WrongStatement):
    """The gradient of the output becomes another number than 1."""

    node: str
    new: float

    def _said(self, w: Wording) -> str:
        text = N_("Start: `{number}` is set to {value}; it should be 1.")
        return _(text, number=w.gradient(self.node), value=number(self.new))


class Sets(Statement):
    """A gradient is set outside of any rule, to what it should be."""

    node: str
    old: float
    new: float

    def _said(self, w: Wording) -> str:
        old, new = number(self.old or None), number(self.new)
        text = N_("`{number}` is set from {old} to {new}.")
        if not old or old == new:
            text = N_("`{number}` is set to {new}.")
        return _(text, number=w.gradient(self.node), old=old, new=new)


class SetsOther(WrongStatement):
    """A gradient is set outside of any rule, to something else than it should be."""

    node: str
    old: float
    new: float | None
    right: float

    def _said(self, w: Wording) -> str:
        (right, new), old = figures(self.right, self.new), number(self.old)
        if not new:
            return _(NO_NUMBER, number=w.gradient(self.node))
        text = N_("`{number}` is set from {old} to {new}; it should be {right}.")
        if right == old:
            text = N_("`{number}` is set from {old} to {new}; it should stay {old}.")
        return _(text, number=w.gradient(self.node), old=old, new=new, right=right)


NO_NUMBER = N_("`{number}` is set to something that is not a number.")
"""The sentence about a gradient that is no number."""


class Runs(Statement):
    """A rule runs."""

    node: str
    had: float

    def _said(self, w: Wording) -> str:
        return _("The rule of `{node}` runs, with {had}.", node=w.label(self.node), had=number(self.had))


class RunsAgain(WrongStatement):
    """A rule runs that ran in this pass already."""

    node: str
    had: float

    def _said(self, w: Wording) -> str:
        return _(
            "The rule of `{node}` runs again, with {had}.", node=w.label(self.node), had=number(self.had)
        )


class GoesOn(Statement):
    """A rule sends the rest, after something else ran."""

    node: str

    def _said(self, w: Wording) -> str:
        return _("The rule of `{node}` goes on.", node=w.label(self.node))


class NotOfThisPass(WrongStatement):
    """A rule runs whose node has nothing to do with the output of this pass."""

    node: str
    root: str

    def _said(self, w: Wording) -> str:
        text = N_("`{root}` does not depend on `{node}`: this rule should not run.")
        return _(text, root=w.label(self.root), node=w.label(self.node))


class NotComplete(WrongStatement):
    """More will be sent to the node whose rule runs."""

    node: str
    later: tuple[str, ...]
    rest: float

    def _said(self, w: Wording) -> str:
        return ngettext(
            "{nodes} has not run yet: `{number}` will get {rest} more.",
            "{nodes} have not run yet: `{number}` will get {rest} more.",
            len(self.later),
            nodes=in_code([w.label(name) for name in self.later]),
            number=w.gradient(self.node),
            rest=number(self.rest),
        )


class HadOther(WrongStatement):
    """The node whose rule runs has another gradient than it should have by now."""

    node: str
    right: float

    def _said(self, w: Wording) -> str:
        text = N_("`{number}` should be {right} by now.")
        return _(text, number=w.gradient(self.node), right=number(self.right))


class NoRuleRuns(WrongStatement):
    """A pass in which nothing happens."""

    call: Call

    def _said(self, w: Wording) -> str:
        return _("`{call}` runs, and no rule runs in it.", call=w.call(self.call))


class NeverRuns(WrongStatement):
    """A pass ends, and these rules did not run in it, or sent nothing."""

    nodes: tuple[str, ...]

    def _said(self, w: Wording) -> str:
        nodes = in_code([w.label(name) for name in self.nodes])
        if w.around.silent_rules_ran:
            return ngettext(
                "Your pass ends here: the rule of {nodes} sends nothing.",
                "Your pass ends here: the rules of {nodes} send nothing.",
                len(self.nodes),
                nodes=nodes,
            )
        return ngettext(
            "Your pass ends here: the rule of {nodes} never runs.",
            "Your pass ends here: the rules of {nodes} never run.",
            len(self.nodes),
            nodes=nodes,
        )


class MoreSteps(Statement):
    """Steps that are not shown."""

    number: int

    def _said(self, _w: Wording) -> str:
        return ngettext("{n} more step follows.", "{n} more steps follow.", self.number)


class Stops(WrongStatement):
    """The last step: an exception ends the pass."""

    def _said(self, w: Wording) -> str:
        place = w.around.stops
        return _("Then Python stops on {place}.", place=place) if place else _("Then Python stops.")


class Ends(Statement):
    """The last step: a number that is right."""

    node: str
    got: float

    def _said(self, w: Wording) -> str:
        return _("End: `{number} = {got}`.", number=w.gradient(self.node), got=number(self.got))


class EndsWrong(WrongStatement):
    """The last step: a number that is wrong."""

    node: str
    got: float | None
    right: float
    is_data: bool = False

    def _said(self, w: Wording) -> str:
        right, got = figures(self.right, self.got)
        text = N_("End: `{number} = {got}`; it should be {right}.")
        if not got:
            text = N_("End: `{number}` is no number; it should be {right}.")
        elif got == right:
            text = N_("End: `{number} = {got}`.")
        name = w.data(self.node) if self.is_data else w.gradient(self.node)
        return _(text, number=name, got=got, right=right)
