"""Looks for edits after which nothing fails any more, and plays everything again with them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from grader.diagnosis.edits.edit_set import EditSet
from grader.diagnosis.edits.panel import guards, operations, panel
from grader.diagnosis.edits.search import MendedCount, Search
from grader.diagnosis.edits.suspicion import Suspicion
from grader.diagnosis.examples.evidence import Example, example
from grader.diagnosis.lacking import missing_operation
from grader.harness.loading.parts import BACKWARD
from grader.judge import Judged, ends_alike, judge, verdict_on
from grader.report import Verdict
from grader.sandbox.plays import Observation
from grader.sandbox.replies import AppliedEdit, Offer
from grader.sandbox_session import EditNumbers, SandboxSession
from suites import Drive, Graph, load

_MADE_ANEW = "fresh-state"
_SEED, _SEED_ONCE = ("seed", ""), ("seed", "recursive")
"""A seed that a pass sets wherever it begins, also at the nodes below, and one for the output alone."""
_MOST_ROUNDS = 4
_MOST_PROOFS = 6

PlayEdited = Callable[[EditNumbers], tuple[list[Judged], tuple[AppliedEdit, ...]] | None]
"""Plays everything again on fresh inputs with edits carried out: what is not right, one play a graph, and
the edits as text; None where it came to nothing."""


class Proof(NamedTuple):
    """The results of everything that was played with a set of edits in force."""

    edits: EditNumbers
    failed: Sequence[Judged]
    shown: tuple[AppliedEdit, ...] = ()
    untried: Sequence[Judged] = ()
    """Graphs for which the class lacks something when the edits are in force: they do not pass either."""

    def passing(self, plays: Sequence[Judged]) -> int:
        """Return how many of these graphs pass with the edits, of graphs that fail no more."""
        untried = {id(judged.planned.play.graph) for judged in self.untried}
        return sum(id(judged.planned.play.graph) not in untried for judged in plays)


@dataclass
class Prover:
    """A prover of one submission's offers."""

    session: SandboxSession
    play_edited: PlayEdited
    offers: tuple[Offer, ...]
    failed: Sequence[Judged]
    passed: Sequence[Judged]
    lacked: Sequence[Judged]
    """The failed plays of classes that lack something that was meant to be there."""
    missing: Sequence[Judged] = ()
    """The plays that wait for operations that the class lacks, with these."""
    trials: dict[EditNumbers, MendedCount] = field(default_factory=dict)
    """The edits of one slip that were tried without others."""
    left_out: Collection[int] = ()
    """The identities of graphs that no edit can mend."""

    def best(self) -> Proof:
        """Return the set of edits after which least is wrong, with what was played with it."""
        best = Proof((), self.failed)
        plays: list[Judged] = guards(self.passed, self.failed)
        for _ in range(_MOST_ROUNDS if panel(self.failed) else 0):
            plays = panel(best.failed) + plays
            suspicion = Suspicion(best.failed, self.passed)
            search = Search(
                self.session,
                self.offers,
                plays,
                suspicion,
                keeps_something=self.keeps_something,
                has_pass=self._has_pass,
            )
            repairs = search.repairs(best.edits) or [search.best_part()]
            if not best.edits:
                self.trials = dict(search.trials(len(panel(best.failed))))
            better = self._first_better(repairs, best)
            if better is None:
                return best
            best = better
            if not best.failed:
                return best
        return best

    def without(self, waiting: Sequence[Judged], proof: Proof) -> tuple["Prover", Proof]:
        """Return a prover that leaves out graphs which no edit can mend, and the best proof of it."""
        out = {id(judged.planned.play.graph) for judged in waiting}
        failed = [judged for judged in self.failed if id(judged.planned.play.graph) not in out]
        other = replace(self, failed=failed, left_out=out)
        if len(waiting) == len(proof.failed):
            return other, proof._replace(failed=())
        return other, other.best()

    def unrepaired(self, kept: EditNumbers) -> list[Judged]:
        """Return what is still wrong with these edits alone: those beside them are not believed."""
        played = self._play(kept) if kept else None
        return list(filter(self._counts, played[0])) if played else list(self.failed)

    @property
    def keeps_something(self) -> bool:
        """Whether one pass may leave something for the next: then there is an edit that makes it anew."""
        return any(offer.rewrite == _MADE_ANEW for offer in self.offers)

    def _has_lost_its_pass(self, judged: Judged) -> bool:
        """Whether a play waits for the pass, which there was without the edit."""
        return self._has_pass and missing_operation(judged) == BACKWARD

    @property
    def _has_pass(self) -> bool:
        """Whether gradients could be asked for, so that an edit could lose the way to ask."""
        return BACKWARD not in map(missing_operation, self.missing)

    def _first_better(self, repairs: Sequence[EditNumbers], best: Proof) -> Proof | None:
        """Return the first set with which less fails, preferably nothing."""
        better: Proof | None = None
        for edits in repairs[:_MOST_PROOFS]:
            proof = self._without_harm(self._proof(edits))
            if len(proof.failed) < len((better or best).failed):
                better = proof
            if better is not None and not better.failed:
                break
        return better

    def _without_harm(self, proof: Proof) -> Proof:
        """Return the proof without edits of operations whose graphs it makes wrong more often than right.

        Such edits make up for another mistake.
        """
        right = {id(judged.planned.play.graph) for judged in self.passed}
        left = {id(judged.planned.play.graph) for judged in proof.failed}
        gain = Counter(_used(each for each in self.failed if id(each.planned.play.graph) not in left))
        gain.subtract(_used(each for each in proof.failed if id(each.planned.play.graph) in right))
        kept = tuple(number for number in proof.edits if gain[self.offers[number].operation] >= 0)
        return proof if kept == proof.edits else self._proof(kept)

    def _proof(self, edits: EditNumbers) -> Proof:
        """Play everything with these edits."""
        if not edits:
            return Proof((), self.failed)
        played = self._play(edits)
        if played is None:
            return Proof(edits, self.failed)
        wrong, shown = played
        failed = list(filter(self._counts, wrong))
        untried = [judged for judged in wrong if not self._counts(judged)]
        return Proof(edits, failed, shown, untried)

    def _play(self, edits: EditNumbers) -> tuple[list[Judged], tuple[AppliedEdit, ...]] | None:
        """Play everything again, and return what is not right, without what is left out."""
        played = self.play_edited(edits)
        if played is None:
            return None
        wrong, shown = played
        return [judged for judged in wrong if id(judged.planned.play.graph) not in self.left_out], shown

    def _counts(self, judged: Judged) -> bool:
        """Whether a play failed, or waits for an operation as it did not before, or for one that was meant.

        Any other play that waits for an operation shows nothing of an edit.
        """
        verdict, graph = verdict_on(judged), judged.planned.play.graph
        failed = verdict is Verdict.FAILED
        before = [*_of(graph, self.passed), *_of(graph, self.failed)]
        if before and (self._has_lost_its_pass(judged) or not _raised(before)):
            return failed or verdict is Verdict.MISSING
        waited_for = set(map(missing_operation, _of(graph, self.missing)))
        if waited_for and not _of(graph, self.lacked):
            return failed and judged.observation.problem is None
        return failed or missing_operation(judged) in waited_for

    def example(self, edit_set: EditSet, edits: EditNumbers) -> Example:
        """Return a graph that fails for this one of the causes that the edits undo.

        To be asked last: it may take fresh children, in which the source would have to be surveyed again.
        """
        others = tuple(map(self._that_stands_alone, edit_set.others_of(edits)))
        shown = self._shown_by(edit_set, others, edits)
        return example(shown, self.session, others, edits, keeps=self.keeps_something, fault=edit_set.fault)

    def _that_stands_alone(self, number: int) -> int:
        """Return the edit, or of a seed in a pass that calls itself the one that is right in that, too."""
        offer = self.offers[number]
        if (offer.rewrite, offer.detail) != _SEED:
            return number
        once = (*_SEED_ONCE, offer.line)
        same = (n for n, each in enumerate(self.offers) if (each.rewrite, each.detail, each.line) == once)
        return next(same, number)

    def _shown_by(self, edit_set: EditSet, others: EditNumbers, edits: EditNumbers) -> Judged:
        """Return a play that fails for it, with its operation: a whole pass, for it alone, if one does."""
        small = panel(self.failed)
        pairs = self._failing_for(small, others, edits) or self._failing_for(self.failed, others, edits)
        pairs = pairs or [(judged, judged) for judged in small]
        about = [pair for pair in pairs if edit_set.is_about(pair[0])]
        first = [pair for pair in about if edit_set.begins_in(pair[0])]
        return min(first or about or pairs, key=lambda pair: _order_of_shown(*pair))[0]

    def _failing_for(
        self, plays: Sequence[Judged], others: EditNumbers, edits: EditNumbers
    ) -> list[tuple[Judged, Judged]]:
        """Return the plays that fail with the other edits and not with all: each as it is, and with these."""
        seen = self.session.try_edits([others, edits], [judged.planned.play for judged in plays])
        alone, mended = (_judged(plays, seen.get(candidate, ())) for candidate in (others, edits))
        return [
            (judged, again)
            for judged, again, after in zip(plays, alone, mended, strict=False)
            if after.right and not again.right
        ]


def _raised(plays: Iterable[Judged]) -> bool:
    """Whether one of these ended in an exception or a wrong result."""
    return any(judged.observation.problem for judged in plays)


def _of(graph: Graph, plays: Iterable[Judged]) -> list[Judged]:
    """Return the plays of this graph."""
    return [judged for judged in plays if judged.planned.play.graph is graph]


def _used(plays: Iterable[Judged]) -> Iterator[str | None]:
    """Yield the operations of each play, each once a play."""
    return (operation for judged in plays for operation in operations([judged]))


def _judged(plays: Sequence[Judged], seen: Sequence[Observation]) -> list[Judged]:
    """Return the plays judged by new observations; a play without an answer is left out."""
    return [judge(judged.planned, each) for judged, each in zip(plays, seen, strict=False)]


def _order_of_shown(judged: Judged, alone: Judged) -> tuple[bool, ...]:
    """Return the order in which plays are shown for a cause, the best one first.

    Whole passes come first, then what one cause explains, then graphs of the catalogue: a teacher's own may
    be hidden.
    """
    suite = judged.planned.play.suite
    return (
        not ends_alike(judged, alone),
        suite.drive is not Drive.BACKWARD,
        judged.wrong != alone.wrong,
        suite.slug not in load(),
    )
