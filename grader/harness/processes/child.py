"""A locked child: loads one submission, plays its jobs, answers with numbers.

Everything it needs of the standard library is bound before the submission runs; what a submission
patches afterwards it patches for itself alone.
"""

import builtins
import gc
import io
import os
import random
import sys
from typing import Any, NoReturn

from ..lock import lock
from ..wire.frames import read_frame, write_all
from ..wire.messages import OUT_OF_MEMORY, ReplyCode
from . import pages
from .jobs import Jobs, is_of_memory

LAST_KINDS = (ReplyCode.LOADED, ReplyCode.DONE)
"""The replies after which the child waits for the next job."""

READY = b"\1"
"""The byte that is sent when the lock is closed and nothing of the submission has been read."""


def main(job_in: int, answer_out: int, text_out: int, prepared: lock.Lock | None) -> NoReturn:
    """Serve the parent until it closes its end. Never returns."""
    status = 0
    try:
        child = _Child(job_in, answer_out)
        try:
            child.run(_standard_streams(text_out), prepared)
        except Exception as error:
            if is_of_memory(error):  # the submission used up the memory that our code needs
                status = OUT_OF_MEMORY
            else:
                child.tell_failure(error)
    finally:
        os._exit(status)


class _Child(Jobs):
    def __init__(self, job_in: int, answer_out: int) -> None:
        super().__init__(answer_out)
        self.job_in = job_in

    def run(self, streams: tuple[Any, Any], prepared: lock.Lock | None) -> None:
        """Serve the host's jobs until it closes the line."""
        pages.copy()
        self.ticker.start()
        if prepared is not None:
            prepared.close(keep={0, 1, 2, self.job_in, self.answer_out})
        random.seed()  # of its own: its copy is the zygote's
        sys.stdout, sys.stderr = streams
        write_all(self.answer_out, READY)
        while (message := read_frame(self.job_in)) is not None:
            self.take(*message)


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
