"""Why a finding has no replay, in a sentence."""

from api.report_view.pictures.svg import can_be_drawn
from api.words import replay as words
from grader.compare import Quantity
from grader.explanation.passes import Passes
from grader.finding import Explained, Finding, Write


def why_absent(finding: Finding) -> str:
    """Say why the pass of a finding cannot be played; empty where its own story says so."""
    explained = finding.explained
    if finding.evidence.loop is not None:
        return ""
    if explained is not None:
        return _of_graph(explained)
    if finding.evidence.raised is not None:
        return words.stops_before_the_end()
    return words.no_small_graph() if finding.fault != "unknown" else ""


def _of_graph(explained: Explained) -> str:
    written = [write for write in explained.writes if write.quantity is Quantity.GRADIENT]
    if explained.stopped and not any(map(_changes, written)):
        return words.stops_before_a_change()
    if not written:
        return words.nothing_written()
    if not can_be_drawn(explained):
        return words.too_large()
    return words.outside_of_rules() if Passes(explained).sees_every_write else words.not_all_seen()


def _changes(write: Write) -> bool:
    """Whether a gradient becomes another number: a constructor writes one, too, before any pass."""
    return write.old is not None and write.old != write.new
