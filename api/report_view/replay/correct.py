"""Statements about a correct class in a step of a replay, shown beside those about the submission."""

from collections.abc import Mapping

from api.i18n import gettext as _, ngettext
from api.report_view.replay.said import Statement, in_code
from api.report_view.replay.wording import Wording, number


class RightStart(Statement):
    """A right pass begins: the gradient of its output is set to 1."""

    node: str

    def _said(self, w: Wording) -> str:
        return _("A correct pass sets `{number}` to 1.", number=w.gradient(self.node))


class RightRun(Statement):
    """A right pass runs a rule, after which these gradients are these."""

    node: str
    values: Mapping[str, float]

    def _said(self, w: Wording) -> str:
        values = in_code([f"{w.gradient(name)} = {number(value)}" for name, value in self.values.items()])
        node = w.label(self.node)
        return _("A correct pass runs the rule of `{node}` now: {values}.", node=node, values=values)


class RightReset(Statement):
    """The statement that a gradient is 0 now in a right class."""

    node: str

    def _said(self, w: Wording) -> str:
        return _("In a correct class, `{number}` is now 0.", number=w.gradient(self.node))


class RightRest(Statement):
    """A right pass goes on with these rules."""

    nodes: tuple[str, ...]

    def _said(self, w: Wording) -> str:
        return ngettext(
            "Then a correct pass runs the rule of {nodes}.",
            "Then a correct pass runs the rules of {nodes}.",
            len(self.nodes),
            nodes=in_code([w.label(name) for name in self.nodes]),
        )


class RightEnd(Statement):
    """A right pass is over."""

    def _said(self, _w: Wording) -> str:
        return _("A correct pass is finished by now.")


class RightNothing(Statement):
    """A right class changes no gradient there."""

    def _said(self, _w: Wording) -> str:
        return _("A correct class changes no gradient here.")
