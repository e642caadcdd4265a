"""Tries things in a process of their own, which says what came of them and ends."""

import json
import os
import signal
from collections.abc import Callable, Iterable
from typing import NoReturn

from ..wire.frames import write_all

_SECONDS = 5


def result_of_child(
    names: Iterable[str], attempt: Callable[[int], dict[str, bool]], *, seconds: float = _SECONDS
) -> dict[str, bool]:
    """Return a child's result for each name; False if it did not answer in time.

    The attempt takes the descriptor that the child will answer on.
    """
    answer_in, answer_out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(answer_in)
        _answer(attempt, answer_out, seconds)
    os.close(answer_out)
    with os.fdopen(answer_in, "rb") as answer:
        text = answer.read()
    os.waitpid(pid, 0)
    try:
        held = json.loads(text)
    except ValueError:
        held = {}
    return {name: held.get(name) is True for name in names}


def _answer(attempt: Callable[[int], dict[str, bool]], answer_out: int, seconds: float) -> NoReturn:
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        write_all(answer_out, json.dumps(attempt(answer_out)).encode())
    finally:
        os._exit(0)
