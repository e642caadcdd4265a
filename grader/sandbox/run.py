"""One submission in one child of a zygote: what is sent, and how the answers are read."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from grader.errors import HarnessFailed, HarnessProtocolError, MachineTooBusy
from grader.harness.wire.messages import OUT_OF_MEMORY, JobCode, MessageCode, ReplyCode
from grader.records import Record, UnreadableRecord, from_json, replace
from grader.sandbox.channel import MessageLine, ZygoteSilent
from grader.sandbox.class_source import can_hold
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Observation, Play, PlayStatus, Seen, SeenCandidate, Source
from grader.sandbox.replies import (
    AppliedEdit,
    At,
    ClassPlace,
    CountedEnd,
    Done,
    Edited,
    HarnessFailure,
    LoadReply,
    Loop,
    Note,
    Offers,
    Outline,
    Pasted,
    PastedRun,
    Problem,
    ProblemKind,
    Traced,
    TracedWrite,
    Uncalled,
    printable,
)
from grader.sandbox.wire import (
    UnexpectedReply,
    frames,
    job_message,
    open_message,
    read_json,
    read_observation,
)

_Record = TypeVar("_Record", bound=Record)
_Seconds = Annotated[float, Meta(ge=0)]

_MARGIN = 2
"""The factor by which we wait longer for the supervisor itself, which ends a child that is silent."""
_NONE_COUNTED: Mapping[int, bool] = {}


class _Used(Record):
    """The time of a child, as the supervisor says it."""

    cpu: _Seconds
    waited: _Seconds


class _ChildEnd(Record):
    """How the supervisor says that a child is gone."""

    how: Literal["exit", "time", "wall", "starved", "output", "protocol"]
    code: int
    cpu: float


class Run:
    """One submission in one child, on any back-end that speaks in the messages of a zygote."""

    def __init__(self, channel: MessageLine, limits: Limits) -> None:
        self._channel = channel
        self._limits = limits
        self._used = _Used(cpu=0, waited=0)
        self.takes_long = False
        """Whether the child was ended because a step took long that was not counted."""
        self.left_much = False
        """Whether its plays left so much behind that each of the others is to be played alone."""
        self._printed = bytearray()
        self._loaded: LoadReply | None = None
        self._outline: Outline | None = None
        self._has_reference = False
        """Whether the class that is found is one of ours, in the place of the file's own."""
        self._job_notes: tuple[Note, ...] = ()
        self._ended: Problem | None = None
        self._place: At | None = None
        self._counted: Mapping[int, bool] | None = None
        """Of the plays at work, those whose steps are counted; None while something else is done."""
        self._is_load_known = False
        """Whether the steps of the source are counted while it is loaded, or it was loaded before."""
        self._closed = False
        self._failure: HarnessFailure | None = None
        """The exception of code of ours in the child, if one ended it."""

    def send(self, source: Source, *, needs_backward: bool) -> None:
        """Send the source; it is loaded while the caller goes on."""
        message = open_message(source, needs_backward=needs_backward)
        self._is_load_known = source.counted or source.again
        self._has_reference = bool(source.reference)
        self._channel.send(MessageCode.OPEN, message, deadline=self._latest())

    @property
    def loaded(self) -> LoadReply:
        """The outcome of loading the source; the first to ask waits for it."""
        if self._loaded is None:
            self._receive_until(ReplyCode.LOADED, self._opening)
            self._refuse_failed()
        return self._loaded or self._not_loaded()

    @property
    def _opening(self) -> dict[bytes, Callable[[bytes], None]]:
        """Return handlers for what comes once of a source: its outline before it runs, and its outcome."""
        return {ReplyCode.OUTLINE: self._keep_outline, ReplyCode.LOADED: self._keep_loaded}

    def _keep_outline(self, text: bytes) -> None:
        if self._outline is not None or self._loaded is not None:
            raise UnexpectedReply
        self._outline = read_json(Outline, text)

    def _keep_loaded(self, text: bytes) -> None:
        """Keep what the child says of its source; not after a loop was found that it then left."""
        if self._ended is not None:
            return
        reply = read_json(LoadReply, text)
        if self._loaded is not None or (reply.found is None) == (reply.problem is None):
            raise UnexpectedReply
        self._loaded = self._checked(reply)

    def _not_loaded(self) -> LoadReply:
        """The child is gone, or said something else."""
        self._loaded = LoadReply(problem=self._ended or Problem(kind=ProblemKind.PROTOCOL))
        return self._loaded

    def _checked(self, loaded: LoadReply) -> LoadReply:
        """The reply, unless the class cannot have come from the file; with the parts in its outline."""
        parts = self._outline.parts if self._outline is not None else ()
        ours = self._has_reference and self._outline is not None and bool(self._outline.functions)
        if loaded.found is None or ours or can_hold(self._outline, loaded.found):
            return replace(loaded, parts=parts)
        return LoadReply(problem=Problem(kind=ProblemKind.NO_CLASS), parts=parts)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of what had to be adapted so far."""
        return self._job_notes or self.loaded.notes

    @property
    def printed(self) -> str:
        """The beginning of what was printed, safe to show."""
        return printable(self._printed.decode("utf-8", "replace"))

    @property
    def spent(self) -> float:
        """The seconds that its child has computed and waited, however long others kept it waiting."""
        return self._used.cpu + self._used.waited

    @property
    def stuck(self) -> int | None:
        """The play of the last job that took too long, if the child could say so."""
        return None if self._place is None else self._place.number

    def play(
        self,
        plays: Sequence[Play],
        seen: Seen,
        *,
        careful: bool = False,
        alone: bool = False,
        endless: Sequence[Loop] = (),
        counted: Mapping[int, bool] = _NONE_COUNTED,
    ) -> Problem | None:
        """Play in order, and hand on each observation as it comes; why the child is gone, if it is.

        With `careful`, each answer is sent before the next play begins. With `alone`, each begins with what
        the source left behind, and nothing of earlier plays. A play that goes on and on in a
        loop that is known to be `endless` is stopped by count. One that takes long ends the child, unless its
        number is among the `counted`: then a loop that does not end is looked for, and it has so many
        steps. For each of these, whether a list that grows shows such a loop. After one that used up the
        memory, those behind it are not played.
        """
        job = job_message(plays, careful=careful, alone=alone, endless=endless, counted=counted)
        self._counted = counted
        try:
            ended = self._do(job, {ReplyCode.VALUES: _once(plays, 1, lambda _, n, o: seen(n, o))})
        finally:
            self._counted = None
        self._refuse_failed()
        return ended

    def lacking(self, plays: Sequence[Play], seen: Seen) -> None:
        """Build the graphs without asking for gradients; those with a missing operation are seen."""

        def built(_: int, number: int, observation: Observation) -> None:
            if observation.status is PlayStatus.MISSING:
                seen(number, observation)

        self._do(
            job_message(plays, careful=True, kind=JobCode.BUILT), {ReplyCode.VALUES: _once(plays, 1, built)}
        )

    def survey(self) -> Offers | None:
        """Ask what could be done to the source; None if the child ended over it."""
        replies: list[Offers] = []
        job = job_message((), kind=JobCode.SURVEY)
        self._do(job, {ReplyCode.OFFERS: lambda text: replies.append(read_json(Offers, text))})
        return replies[0] if len(replies) == 1 else None

    def try_edits(
        self,
        candidates: Sequence[Sequence[int]],
        plays: Sequence[Play],
        seen: SeenCandidate,
        endless: Sequence[Loop] = (),
        *,
        alone: bool = False,
    ) -> Problem | None:
        """Play the same plays with each of these sets of offers carried out, as `play` does."""
        job = job_message(
            plays,
            kind=JobCode.CANDIDATES,
            candidates=candidates,
            careful=True,
            alone=alone,
            endless=endless,
        )
        return self._do(job, {ReplyCode.VALUES: _once(plays, len(candidates), seen)})

    def play_edited(
        self, edits: Sequence[int], plays: Sequence[Play], seen: Seen, endless: Sequence[Loop] = ()
    ) -> tuple[AppliedEdit, ...] | None:
        """Load the source once more with these offers carried out, and play; return the edits as source text.

        Return None where it does not load, or the child ended.
        """
        replies: list[Edited] = []
        job = job_message(plays, kind=JobCode.EDITED, candidates=[edits], endless=endless)
        read = _once(plays, 1, lambda _, n, o: seen(n, o))
        ended = self._do(
            job,
            {ReplyCode.EDITED: lambda text: replies.append(read_json(Edited, text)), ReplyCode.VALUES: read},
        )
        if ended is not None or len(replies) != 1 or len(replies[0].edits) != len(edits):
            return None
        return replies[0].edits

    def trace(self, plays: Sequence[Play], edits: Sequence[int] = ()) -> tuple[tuple[TracedWrite, ...], ...]:
        """The writes of each play, with these offers carried out; fewer if the child ended over one."""
        replies: list[Traced] = []
        job = job_message(plays, kind=JobCode.TRACED, candidates=[edits])
        self._do(job, {ReplyCode.WRITES: lambda text: replies.append(read_json(Traced, text))})
        if [each.number for each in replies] != list(range(len(replies))) or len(replies) > len(plays):
            return ()
        if not all(_fits(each, play) for each, play in zip(replies, plays, strict=False)):
            return ()
        return tuple(each.writes for each in replies)

    def paste(self, lines: str) -> tuple[PastedRun, ...]:
        """Return what lines print behind the class, in two opposite orders of sets; nothing if it ended."""
        replies: list[Pasted] = []
        job = job_message((), kind=JobCode.PASTED, lines=lines)
        self._do(job, {ReplyCode.PASTED: lambda text: replies.append(read_json(Pasted, text))})
        return replies[0].runs if len(replies) == 1 else ()

    def uncalled(self, plays: Sequence[Play]) -> tuple[ClassPlace, ...] | None:
        """The methods of the class that none of the plays runs; None if the child ended."""
        replies: list[Uncalled] = []
        job = job_message(plays, kind=JobCode.UNCALLED)
        self._do(job, {ReplyCode.UNCALLED: lambda text: replies.append(read_json(Uncalled, text))})
        return replies[0].methods if len(replies) == 1 else None

    def _do(self, job: bytes, handlers: Mapping[bytes, Callable[[bytes], None]]) -> Problem | None:
        """Send a job and hand on its answers; why the child is gone, if it is.

        The first is sent while the source is still loaded: the child goes on with it by itself.
        """
        if self._loaded is None:
            waited_for = {kind: self._once_loaded(heard) for kind, heard in handlers.items()}
            handlers = {**self._opening, **waited_for}
        elif self._loaded.problem is not None or self._ended is not None:
            return self._ended or self._loaded.problem
        self._channel.send(MessageCode.JOB, job, deadline=self._latest())
        done: list[bytes] = []
        self._receive_until(ReplyCode.DONE, {ReplyCode.DONE: done.append, **handlers})
        if (self._loaded or self._not_loaded()).problem is not None:
            return self._ended or self.loaded.problem
        if end := self._parsed(Done, done):
            self._job_notes, self.left_much = end.notes, end.left_much
        return self._ended

    def _once_loaded(self, heard: Callable[[bytes], None]) -> Callable[[bytes], None]:
        """Wrap a handler: before a source is loaded, and where it has no class, nothing can be played."""

        def hear(answer: bytes) -> None:
            if self._loaded is None or self._loaded.problem is not None:
                raise UnexpectedReply
            heard(answer)

        return hear

    def close(self) -> None:
        """End the child. What it left in the pipe is read by the next run."""
        if not self._closed:
            self._closed = True
            self._channel.hang_up()

    def _latest(self) -> float:
        """Return the time until which a word has to come (on `time.monotonic`)."""
        return time.monotonic() + _MARGIN * self._limits.silence

    def _parsed(self, kind: type[_Record], answers: list[bytes]) -> _Record | None:
        """The last answer's JSON, if the child lived to give it and it makes sense."""
        if self._ended is not None or not answers:
            return None
        try:
            return read_json(kind, answers[-1])
        except UnexpectedReply:
            self._ended = Problem(kind=ProblemKind.PROTOCOL)
        return None

    def _receive_until(self, last: bytes, handlers: Mapping[bytes, Callable[[bytes], None]]) -> None:
        """Hand on the child's answers as they come, until the frame `last`, or the child's end."""
        handlers = {
            ReplyCode.FAILED: self._keep_failure,
            ReplyCode.PLACE: self._keep_place,
            ReplyCode.COUNTING: lambda _: None,
            ReplyCode.COUNTED: self._keep_counted,
            **handlers,
        }
        self._place = None
        while self._ended is None:
            kind, payload = self._receive()
            if kind == MessageCode.PRINTED:
                self._printed += payload[: self._limits.shown - len(self._printed)]
            elif kind == MessageCode.USED:
                self._keep_used(payload)
            elif kind == MessageCode.ENDED:
                self._ended = self._ending(payload)
            elif kind != MessageCode.ANSWERS:
                raise HarnessProtocolError
            elif last in self._hand_on(payload, handlers):
                return

    def _receive(self) -> tuple[bytes, bytes]:
        """The next message.

        Raises `MachineTooBusy` if none comes, not even the supervisor's word of a child that is silent.
        """
        try:
            return self._channel.receive(deadline=self._latest())
        except ZygoteSilent:
            raise MachineTooBusy from None

    def _keep_used(self, text: bytes) -> None:
        """Keep what the child has computed and waited; what others kept it waiting is not in it."""
        try:
            self._used = from_json(_Used, text)
        except UnreadableRecord:
            raise HarnessProtocolError from None
        if self.spent >= self._limits.total:
            self._ended = Problem(kind=ProblemKind.BUDGET)

    def _ending(self, payload: bytes) -> Problem:
        """Why the child is gone, and where it was just before."""
        try:
            ended = from_json(_ChildEnd, payload)
        except UnreadableRecord:
            raise HarnessProtocolError from None
        self._used = _Used(cpu=max(0.0, ended.cpu), waited=self._used.waited)
        if ended.how == "starved":
            raise MachineTooBusy
        if ended.how in ("time", "wall"):
            return _problem_at(ProblemKind(ended.how), self._place)
        if ended.how != "exit":
            return Problem(kind=ProblemKind(ended.how))
        if ended.code < 0:
            return Problem(kind=ProblemKind.CRASH, signal=-ended.code)
        return Problem(kind=ProblemKind.MEMORY if ended.code == OUT_OF_MEMORY else ProblemKind.EXIT)

    def _keep_place(self, text: bytes) -> None:
        """Where a step is that takes long. It is done once more, counted, before anything is said of it."""
        self._place = place = read_json(At, text)
        if place.waits:
            self._ended = _problem_at(ProblemKind.WALL, place)
        elif place.computes and self._is_to_be_counted(place):
            self.takes_long = True
            self._ended = _problem_at(ProblemKind.TIME, place)

    def _is_to_be_counted(self, place: At) -> bool:
        """Whether nobody counts the steps of the play at work, or of the source that is loaded."""
        if self._loaded is None:
            return not self._is_load_known
        return self._counted is not None and place.number is not None and place.number not in self._counted

    def _keep_failure(self, text: bytes) -> None:
        """A failure of ours, if the child is to be believed: no grade, and nothing else to gain."""
        self._failure = read_json(HarnessFailure, text)
        self._ended = Problem(kind=ProblemKind.EXIT)

    def _refuse_failed(self) -> None:
        """Give no points for what failed by our doing; a diagnosis goes on without it."""
        if (failure := self._failure) is None:
            return
        import logging

        logging.getLogger(__name__).error("code in the sandbox failed: %r at %r", failure.type, failure.place)
        raise HarnessFailed

    def _keep_counted(self, text: bytes) -> None:
        """Why a step whose steps are counted is ended; the child might go on for as long as it may."""
        end = read_json(CountedEnd, text)
        self._ended = self._ended or replace(_problem_at(ProblemKind.TIME, end), loop=end.loop)

    def _hand_on(self, payload: bytes, handlers: Mapping[bytes, Callable[[bytes], None]]) -> set[bytes]:
        """Handle the frames in a piece of the child's stream; their kinds.

        The last one of a job need not come last: a supervisor stops its clocks wherever it stands.
        """
        kinds = set()
        try:
            for kind, content in frames(payload):
                kinds.add(kind)
                handlers[kind](content)
                if self._ended is not None:
                    break  # what it says after its end was told may come of that end
        except (UnexpectedReply, KeyError):
            self._ended = Problem(kind=ProblemKind.PROTOCOL)
        return kinds


def _problem_at(kind: ProblemKind, place: At | CountedEnd | None) -> Problem:
    if place is None:
        return Problem(kind=kind)
    return Problem(kind=kind, line=place.line, cell=place.cell, function=place.function)


def _once(plays: Sequence[Play], candidates: int, seen: SeenCandidate) -> Callable[[bytes], None]:
    """Reads answers and hands them on; the same one twice is nothing a harness writes."""
    answered: set[int] = set()

    def read(answer: bytes) -> None:
        number, observation = read_observation(answer, plays, candidates)
        if number in answered:
            raise UnexpectedReply
        answered.add(number)
        seen(*divmod(number, len(plays)), observation)

    return read


def _fits(traced: Traced, play: Play) -> bool:
    """Whether all writes are of nodes of the play."""
    nodes = len(play.graph.program.nodes)
    return all(write.node < nodes and (write.during or 0) < nodes for write in traced.writes)
