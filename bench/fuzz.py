"""Wrecks of submissions and of replies: each has an outcome with a name, or it is shown.

`--minutes N` (default 1), `--seed N` (default: the time). A number that fails is printed, and is all that is
needed to see it again: `fuzz_submission(number, sandbox)` in `tests/fuzz/fuzzing.py`.
"""

import logging
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import closing

from grader.sandbox.embedded import Embedded
from tests.fuzz.fuzzing import (
    LIMITS,
    assert_controls_pass,
    fuzz_replies,
    fuzz_submission,
    numbers,
    recordings,
)

_BATCH = 50


def main(options: Sequence[str] = ()) -> None:
    """Print how many there were, and each that failed.

    Raises `SystemExit` if one failed.
    """
    parser = ArgumentParser("fuzz")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=int(time.time()) * 1000)
    asked = parser.parse_args(list(options))
    logging.disable(logging.CRITICAL)
    seconds = asked.minutes * 60 / 2
    failed = _replies(asked.seed, seconds) + _submissions(asked.seed, seconds)
    if failed:
        raise SystemExit(1)


def _submissions(seed: int, seconds: float) -> int:
    with closing(Embedded(LIMITS)) as sandbox:

        def one(number: int) -> None:
            fuzz_submission(number, sandbox)
            if number % _BATCH == 0:
                assert_controls_pass(sandbox)

        return _run("submissions", one, seed, seconds)


def _replies(seed: int, seconds: float) -> int:
    with closing(Embedded()) as sandbox:
        recorded = recordings(sandbox)
    return _run("replies", lambda number: fuzz_replies(number, recorded), seed, seconds)


def _run(name: str, one: Callable[[int], None], seed: int, seconds: float) -> int:
    count = failed = 0
    for number in numbers(seed, seconds):
        count += 1
        try:
            one(number)
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            failed += 1
            print(f"  {name} {number}:\n{traceback.format_exc(limit=-6)}", flush=True)
    print(f"  {name}: {count} from {seed}, {failed} without an outcome (bar 0)", flush=True)
    return failed
