"""Does the jobs of one submission: loads it, plays, answers with frames on a descriptor.

Everything it needs of the standard library is bound before the submission runs; what a submission
patches afterwards it patches for itself alone. Nothing here knows what keeps the submission in.
"""

import contextlib
import json
import marshal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from errno import ENOMEM
from typing import Any

from ..hangs.loop_finder import LoopFinder
from ..loading import source, submission
from ..loading.outline import SourceOutline
from ..loading.source import Cell
from ..playing.pasted import pasted
from ..playing.play import Player, PlayMessage
from ..playing.uncalled import uncalled
from ..repair.attempts import Attempts
from ..repair.trace import Tracer
from ..running.guard import Endless, Guard
from ..running.problem import Places
from ..running.steps import MOST_OF_A_LOAD, MOST_OF_A_PLAY, StepListener
from ..running.ticker import Ticker
from ..wire.as_json import as_json
from ..wire.frames import frame, write_all
from ..wire.messages import JobCode, MessageCode, ReplyCode

_FLUSH_AT = 6 << 10
_LONGEST_PLACE = 80
_LITTLE = 1 << 20
"""Bytes that are free unless the submission has filled the memory."""


class Jobs:
    """The jobs of one submission, and what they have in common."""

    def __init__(self, answer_out: int, ticker: Callable[[Places, int], Ticker] = Ticker) -> None:
        self.answer_out = answer_out
        self.places = Places()
        self.player: Player | None = None
        self.attempts: Attempts
        self.cells: list[Cell] = []
        self.left_much = False
        self.ticker = ticker(self.places, answer_out)
        # Bound here: a submission may replace what these modules hold.
        self.loads, self.load_job = json.loads, marshal.loads

    def take(self, kind: bytes, payload: bytes) -> None:
        """Do what a message asks for."""
        if kind == MessageCode.OPEN:
            self.load(payload)
        elif self.player is not None:
            self.work(self.player, self.load_job(payload))
        else:
            self.answer(frame(ReplyCode.DONE, as_json({})))

    def load(self, payload: bytes) -> None:
        """Run the submission's source; say what class it holds, or why there is none."""
        end = payload.index(b"\n")
        header = self.loads(payload[:end])
        with self.ticker.loading(), self.counting_load(payload[end + 1 :], header):
            reply, value_class, cells = submission.load(
                payload[end + 1 :], header, self.places, self.tell_outline
            )
            if value_class is not None:
                self.player, self.cells = Player(value_class), cells
                self.player.cells = cells
                reply["operations"] = self.player.operations.present()
                self.attempts = Attempts(self.player, cells, header, self.places)
        self.answer(frame(ReplyCode.LOADED, as_json(reply)))

    def tell_outline(self, outline: SourceOutline) -> None:
        """Send what the source defines, while it cannot have changed anything."""
        write_all(self.answer_out, frame(ReplyCode.OUTLINE, as_json(outline.as_dict())))

    def work(self, player: Player, job: dict[str, Any]) -> None:
        """Do a job; answers are sent in batches, or one by one when the host must know more."""
        answers = self.ticker.unsent
        answers.clear()
        limit = 0 if job["careful"] else _FLUSH_AT
        for frames in self.answers(player, job):
            answers += frames
            if len(answers) > limit:
                self.answer(bytes(answers))
                answers.clear()
        done = {"notes": player.notes(), "left_much": self.left_much}
        self.answer(bytes(answers) + frame(ReplyCode.DONE, as_json(done)))

    def answers(self, player: Player, job: dict[str, Any]) -> Iterator[bytes]:
        """The frames of a job, each made while no other code of ours runs; one candidate's together."""
        plays = player.plays(job)
        guard = Guard([Endless(*each) for each in job["endless"]], self.places)
        match job["kind"]:
            case JobCode.PLAYS | JobCode.BUILT as kind:
                player.builds_only = kind == JobCode.BUILT
                yield from self.played(player, plays, guard, dict(job["counted"]), alone=job["alone"])
            case JobCode.SURVEY | JobCode.PASTED | JobCode.UNCALLED as kind:
                yield self.told(player, kind, list(plays), job["lines"])
            case JobCode.CANDIDATES:
                candidates, ticker = job["candidates"], self.ticker
                for answers in self.attempts.tried(
                    candidates, list(plays), ticker, guard, alone=job["alone"]
                ):
                    yield b"".join(frame(ReplyCode.VALUES, answer) for answer in answers)
            case JobCode.EDITED:
                yield from self.edited(job["candidates"][0], plays, guard)
            case JobCode.TRACED:
                yield from self.traced(player, plays, [*job["candidates"], []][0])

    def told(self, player: Player, kind: str, plays: list[PlayMessage], lines: str) -> bytes:
        """The one frame of a job: what could be done to the source, what lines print, what no play runs."""
        with self.ticker:
            if kind == JobCode.UNCALLED:
                return frame(ReplyCode.UNCALLED, as_json({"methods": uncalled(player, plays)}))
            if kind == JobCode.SURVEY:
                return frame(ReplyCode.OFFERS, as_json(self.attempts.as_dict()))
            return frame(ReplyCode.PASTED, as_json({"runs": pasted(player.value_class, lines)}))

    def played(
        self,
        player: Player,
        plays: Iterator[PlayMessage],
        guard: Guard,
        counted: dict[int, bool],
        *,
        alone: bool,
    ) -> Iterator[bytes]:
        """The answers of plays. After one that filled the memory no other is begun in this process.

        Neither is one after plays that have left much in the module or the class: a pass that goes over all
        of it takes longer each time, and which one the clock ended would depend on the machine. Those that
        are played `alone` begin with what the source itself has left. Of those that are `counted`, whether a
        list that grows shows a loop that does not end.
        """
        for play in plays:
            if alone:
                self.attempts.at_first.put_back()
            self.ticker.number = play.number
            limit = self.counting(counted[play.number]) if play.number in counted else nullcontext()
            with self.ticker, guard.over(play.graph.nodes), limit:
                answer = player.answer(play, asks=True)
            self.ticker.number = None
            yield frame(ReplyCode.VALUES, answer)
            self.left_much = not alone and self.attempts.at_first.has_grown()
            if player.was_full or self.left_much:
                return

    def counting(self, growing_is_endless: bool) -> LoopFinder:  # noqa: FBT001 - as the host wrote it
        """Counts the steps of one play."""
        return LoopFinder(
            self.cells, self.places, self.host, most=MOST_OF_A_PLAY, growing_is_endless=growing_is_endless
        )

    def counting_load(self, text: bytes, header: dict[str, Any]) -> AbstractContextManager[None]:
        """Counts the steps of the top-level code, if that is asked for."""
        if not header["counted"]:
            return nullcontext()
        try:
            cells = source.cells(text, header["name"], notebook=header["notebook"])
        except source.Unreadable:
            return nullcontext()
        return LoopFinder(cells, self.places, self.host, most=MOST_OF_A_LOAD)

    @property
    def host(self) -> StepListener:
        """Sends at once what is said while steps are counted: a loop may catch what is to end it."""
        return StepListener(
            goes_on=lambda: write_all(self.answer_out, frame(ReplyCode.COUNTING, b"")),
            ended=lambda end: write_all(self.answer_out, frame(ReplyCode.COUNTED, as_json(end))),
        )

    def traced(self, player: Player, plays: Iterator[PlayMessage], edits: list[int]) -> Iterator[bytes]:
        """The writes of plays, with these edits in force; nothing where they come to nothing."""
        with contextlib.ExitStack() as stack:
            if edits:
                stack.callback(self.attempts.resume)
                try:
                    with self.ticker.loading():
                        player = stack.enter_context(self.attempts.survey.in_force(edits))
                except Exception:
                    return
            for play in plays:
                with self.ticker:
                    writes = Tracer(player, self.places).trace(play)
                yield frame(ReplyCode.WRITES, as_json({"number": play.number, "writes": writes}))

    def edited(self, edits: list[int], plays: Iterator[PlayMessage], guard: Guard) -> Iterator[bytes]:
        """The answers of the source with these edits, loaded from its beginning."""
        with self.ticker.loading():
            try:
                player = self.attempts.carried_out(edits)
            except Exception:
                return
            finally:
                self.attempts.resume()
        yield frame(ReplyCode.EDITED, as_json({"edits": self.attempts.shown(edits)}))
        for play in plays:
            yield frame(
                ReplyCode.VALUES, self.attempts.limited(player, play, self.ticker, guard, trying=False)
            )
            if player.was_full:
                return

    def tell_failure(self, error: Exception) -> None:
        """Say that our own code failed, and where: what a submission raises is caught where it is called."""
        deepest = error.__traceback__
        while deepest is not None and deepest.tb_next is not None:
            deepest = deepest.tb_next
        place = "" if deepest is None else f"{deepest.tb_frame.f_code.co_filename}:{deepest.tb_lineno}"
        failure = {"type": type(error).__name__, "place": place[-_LONGEST_PLACE:]}
        write_all(self.answer_out, frame(ReplyCode.FAILED, as_json(failure)))

    def answer(self, frames: bytes) -> None:
        """Send answers, behind what was printed while they were found."""
        self.flush_prints()
        write_all(self.answer_out, frames)

    def flush_prints(self) -> None:
        """A student may have replaced or closed the streams."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(BaseException):
                stream.flush()


def is_of_memory(error: BaseException | None) -> bool:
    """Whether an exception of our code is for want of memory, or came while one of that was handled.

    With full memory, Python itself may raise something else, such as a SystemError where it compiles.
    """
    while error is not None:
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == ENOMEM):
            return True
        error = error.__context__
    try:
        bytearray(_LITTLE)
    except MemoryError:
        return True
    return False
