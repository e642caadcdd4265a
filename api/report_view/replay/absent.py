"""Why a finding has no replay, in a sentence."""

from api.i18n import gettext as _
from api.report_view.pictures.svg import can_be_drawn
from grader.compare import Quantity
from grader.explanation.passes import Passes
from grader.faults import FaultSign, has_sign
from grader.finding import Explained, Finding, Write
from suites import networks


def why_absent(finding: Finding) -> str:
    """Return why the pass of a finding cannot be played; empty if its own story says so.

    Nobody expects one of a mistake that only networks show.
    """
    explained = finding.explained
    if finding.evidence.loop is not None or networks().keys() >= {*finding.explains} > set():
        return ""
    if explained is not None:
        return _of_graph(explained)
    if finding.evidence.raised is not None or has_sign(finding.fault, FaultSign.NO_REFLECTED_METHOD):
        return _("There is no replay: Python stops before a backward pass ends.")
    if finding.fault == "unknown":
        return ""
    return _("There is no replay: we found no small graph that shows this mistake.")


def _of_graph(explained: Explained) -> str:
    written = [write for write in explained.writes if write.quantity is Quantity.GRADIENT]
    if explained.stopped and not any(map(_changes, written)):
        return _("There is no replay: Python stops before the backward pass changes a gradient.")
    sees_every_write = Passes(explained).sees_every_write
    if not written and sees_every_write:
        return _("There is no replay: no gradient of this graph was written.")
    if not can_be_drawn(explained):
        return _("There is no replay: this graph is too large to draw.")
    if not sees_every_write:
        return _("There is no replay: some gradients changed without a write that we could see.")
    return _(
        "There is no replay: some gradients are not written by the rule of a node, so steps cannot be told "
        "apart."
    )


def _changes(write: Write) -> bool:
    """Whether a gradient becomes another number: a constructor writes one, too, before any pass."""
    return write.old is not None and write.old != write.new
