"""A locked child: loads one submission, plays its jobs, answers with numbers.

Everything it needs of the standard library is bound before the submission runs; what a submission
patches afterwards it patches for itself alone.
"""

import builtins
import contextlib
import gc
import io
import json
import marshal
import os
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any, NoReturn

from . import lock, submission
from .frames import frame, read_frame, write_all
from .play import Play, Player
from .problem import Places
from .repair.attempts import Attempts
from .repair.trace import Tracer
from .ticker import Ticker

LAST_KINDS = (b"L", b"Z")
"""`L` the submission is loaded (or why not), `Z` a job is done.

`V` is the values of one play, `S` what could be done to the source, `T` the writes of one play, `W`
where a step that takes long is just now.
"""

_FLUSH_AT = 6 << 10


def main(job_in: int, answer_out: int, text_out: int, prepared: lock.Lock | None) -> NoReturn:
    """Serve the parent until it closes its end. Never returns."""
    try:
        _Child(job_in, answer_out).run(_standard_streams(text_out), prepared)
    finally:
        os._exit(0)


class _Child:
    def __init__(self, job_in: int, answer_out: int) -> None:
        self.job_in = job_in
        self.answer_out = answer_out
        self.places = Places()
        self.player: Player | None = None
        self.attempts: Attempts
        self.ticker = Ticker(self.places, answer_out)
        # Bound here: a submission may replace what these modules hold.
        self.loads, self.load_job = json.loads, marshal.loads
        self.dumps = partial(json.dumps, ensure_ascii=False)  # so that `replace` sees half a character

    def run(self, streams: tuple[Any, Any], prepared: lock.Lock | None) -> None:
        self.ticker.start()
        if prepared is not None:
            prepared.close(keep={0, 1, 2, self.job_in, self.answer_out})
        for name in [name for name in sys.modules if name.partition(".")[0] == __package__]:
            del sys.modules[name]
        sys.stdout, sys.stderr = streams
        while (message := read_frame(self.job_in)) is not None:
            kind, payload = message
            if kind == b"O":
                self.load(payload)
            elif self.player is not None:
                self.work(self.player, self.load_job(payload))

    def load(self, payload: bytes) -> None:
        """Run the submission's source; say what class it holds, or why there is none."""
        end = payload.index(b"\n")
        header = self.loads(payload[:end])
        with self.ticker:
            told, found, cells = submission.load(payload[end + 1 :], header, self.places)
            if found is not None:
                self.player = Player(found)
                self.attempts = Attempts(self.player, cells, header, self.places)
        self.answer(frame(b"L", self.text(told)))

    def work(self, player: Player, job: dict[str, Any]) -> None:
        """Do a job; answers are sent in batches, or one by one when the host must know more."""
        answers = bytearray()
        limit = 0 if job["careful"] else _FLUSH_AT
        for kind, content in self.answers(player, job):
            answers += frame(kind, content)
            if len(answers) > limit:
                self.answer(bytes(answers))
                answers.clear()
        self.answer(bytes(answers) + frame(b"Z", self.text({"notes": player.notes()})))

    def answers(self, player: Player, job: dict[str, Any]) -> Iterator[tuple[bytes, bytes]]:
        """The frames of a job, each made while no other code of ours runs."""
        plays = player.plays(job)
        match job["kind"]:
            case "plays":
                for play in plays:
                    with self.ticker:
                        answer = player.answer(play)
                    yield b"V", answer
            case "survey":
                with self.ticker:
                    told = self.attempts.told()
                yield b"S", self.text(told)
            case "trials":
                for answer in self.attempts.tried(job["trials"], list(plays), self.ticker):
                    yield b"V", answer
            case "edited":
                yield from self.edited(job["trials"][0], plays)
            case "traced":
                for play in plays:
                    with self.ticker:
                        writes = Tracer(player, self.places).trace(play)
                    yield b"T", self.text({"number": play.number, "writes": writes})

    def edited(self, edits: list[int], plays: Iterator[Play]) -> Iterator[tuple[bytes, bytes]]:
        """The answers of the source with these edits, loaded from its beginning."""
        with self.ticker:
            try:
                player = self.attempts.carried_out(edits)
            except Exception:
                return
            finally:
                self.attempts.resume()
        yield b"X", self.text({"edits": self.attempts.shown(edits)})
        for play in plays:
            with self.ticker:
                answer = player.answer(play)
            yield b"V", answer

    def text(self, data: object) -> bytes:
        """Data as JSON."""
        return self.dumps(data).encode("utf-8", "replace")

    def answer(self, frames: bytes) -> None:
        """Send answers, behind what was printed while they were found."""
        self.flush_prints()
        write_all(self.answer_out, frames)

    def flush_prints(self) -> None:
        """A student may have replaced or closed the streams."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(BaseException):
                stream.flush()


def _standard_streams(text_out: int) -> tuple[Any, Any]:
    """Descriptors 0, 1 and 2 as a program expects them: no input, prints into the pipe."""
    empty_in, empty_out = os.pipe()
    os.close(empty_out)
    os.dup2(empty_in, 0)
    os.dup2(text_out, 1)
    os.dup2(text_out, 2)
    os.close(empty_in)
    os.close(text_out)
    # Open for the rest of the child's life.
    # ruff: noqa: SIM115
    sys.stdin = io.TextIOWrapper(builtins.open(0, "rb", closefd=False))
    out = io.TextIOWrapper(builtins.open(1, "wb", closefd=False), "utf-8", "replace")
    error = io.TextIOWrapper(builtins.open(2, "wb", 0, closefd=False), "utf-8", "replace", write_through=True)
    gc.enable()
    return out, error
