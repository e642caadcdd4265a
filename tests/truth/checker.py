"""Reads all that a report says in its words, and lists what is not so."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from api.report_view.finding import FindingView
from api.report_view.replay.moments import moments
from api.report_view.replay.wording import Wording
from api.report_view.report import report_view
from grader import faults
from grader.finding import Finding
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import trim
from tests.api.report_view.replay.referee import complaints as of_replay
from tests.truth.claims import claims
from tests.truth.coded import Sentence, coded, read
from tests.truth.rows import rows
from tests.truth.rules import BY_DATA, FREE, NAMES_A_CAUSE, RULES
from tests.truth.teller import Teller
from tests.truth.witness import Witness, WitnessedFile

_PARTS = ("title", "certainty", "symptom", "story", "caption")
_LISTS = ("evidence", "alternatives", "hints", "paste")
_OF_FAULTS = frozenset(text for fault in faults.load().values() for text in (fault.title, *fault.hints))
"""Titles and hints that stand in the catalogue: a title is a name, and a hint asks."""


@dataclass
class CheckedReport:
    """What was read, and what of it is not so."""

    sentences: Counter[str] = field(default_factory=Counter)
    """By message."""
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Told:
    """A text, and the part of the page that it stands in."""

    part: str
    text: str


def check(graded: WitnessedFile) -> CheckedReport:
    """All of a report."""
    checked = CheckedReport()
    with coded():
        trimmed = trim(graded.report, Rung.REPAIR)
        views = report_view(trimmed, {graded.report.name: graded.source.encode()}).findings
        told = [[*_told(view), *_replayed(view)] for view in views]
    for finding, texts in zip((each.finding for each in trimmed.findings), told, strict=True):
        place = graded.findings.index(finding)
        begin = f"finding {place + 1} ({finding.fault})"
        checked.wrong += [f"{begin}, {each}" for each in _of(graded, finding, texts, checked.sentences)]
    for part in ("title", "story"):
        said = [each.text for texts in told for each in texts if each.part == part and each.text]
        checked.wrong += [f"twice: {text}" for text, times in Counter(said).items() if times > 1]
    checked.wrong += claims(graded)
    checked.wrong += rows(graded)
    return checked


def _told(view: FindingView) -> Iterator[_Told]:
    for part in _PARTS:
        yield _Told(part, getattr(view, part))
    for part in _LISTS:
        yield from (_Told(part, each) for each in getattr(view, part))
    if view.raised:
        yield _Told("raised", view.raised.sentence)
    if view.replayed is None or not moments(view.replayed):
        yield _Told("no replay", view.unplayed)
    yield from (_Told("repair", edit.place) for edit in view.repair)


def _replayed(view: FindingView) -> Iterator[_Told]:
    """The steps of the replay, without their pictures."""
    if view.replayed is None:
        return
    wording = Wording({node.name: node for node in view.replayed.nodes}, view.attributes, view.around)
    for moment in moments(view.replayed):
        yield from (_Told("replay", each.sentence(wording)) for each in (*moment.said, *moment.right))


def _of(graded: WitnessedFile, finding: Finding, texts: list[_Told], count: Counter[str]) -> Iterator[str]:
    run = next(iter(graded.runs.get(graded.findings.index(finding), ())), None)
    witness = Witness(finding.explained, run) if finding.explained else None
    teller = Teller(graded, finding, witness)
    for told in texts:
        for sentence in (each for top in read(told.text) for each in top.everything):
            count[sentence.message] += 1
            complaints = _of_sentence(teller, sentence, is_replay=told.part == "replay")
            yield from (f"{told.part}: {each}" for each in complaints)
    if witness is not None:
        yield from (f"data: {each}" for each in witness.complaints())
        yield from (f"replay: {each}" for each in of_replay(witness.explained))


def _of_sentence(teller: Teller, sentence: Sentence, *, is_replay: bool) -> Iterator[str]:
    if teller.finding.fault == "unknown" and sentence.message in NAMES_A_CAUSE:
        yield f"unknown stands over: {sentence.text}"
    rule = RULES.get(sentence.message)
    if rule is None:
        # Of a replay, the referee has a rule for each kind of statement.
        if not is_replay and sentence.message not in BY_DATA | FREE | _OF_FAULTS:
            yield f"nobody checks: {sentence.message}"
        return
    try:
        if not rule(teller, sentence.values):
            yield sentence.text
    except (StopIteration, KeyError, ValueError) as error:
        yield f"{sentence.text} [{type(error).__name__}: {error}]"
