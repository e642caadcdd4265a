"""One check in a warm container against the same in the embedded sandbox. Bar: at most 20 ms more.

Also what a warm container holds in memory, how long one takes from nothing to ready, and how many submissions
are graded in a second: in a container each, in one for all, and without containers.
"""

import os
import time
from collections.abc import Mapping
from contextlib import closing
from statistics import median

from api.process.sandboxes import engine_address, image_name
from bench._corpus import correct, wrong
from grader.assignment import assignment
from grader.errors import SandboxUnavailable
from grader.grade import grade
from grader.sandbox.choice import SandboxOptions, Wish, choose
from grader.sandbox.contained import Contained
from grader.sandbox.container import ContainerEngine
from grader.sandbox.embedded import Embedded
from grader.sandbox.imports import Imports
from grader.sandbox.limits import Pooling
from grader.sandbox.owner import OWNER
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox

_PAIRS = 40
_WARM = 2
_SUBMISSIONS = 30
_PAUSE = 0.1
"""Between two checks, as between two students, once the next container is ready."""


def main() -> None:
    """Print the figures, or why there are none."""
    started = time.perf_counter()
    try:
        contained = _containers(Pooling(size=_WARM))
    except SandboxUnavailable as error:
        print(f"  not measured: {error}")
        return
    with closing(contained), closing(Embedded()) as embedded:
        level = contained.level
        print(f"  {level}: ready and proven after {time.perf_counter() - started:.2f} s, engine and all")
        _print_added("correct file", correct()[0], contained, embedded)
        _print_added("failing file", wrong()[0], contained, embedded)
        _print_memory(contained)
        with closing(_containers(Pooling(size=1, serve_per_container=2 * _SUBMISSIONS))) as reused:
            _print_throughput({"in a container each": contained, "in one": reused, "embedded": embedded})


def _containers(pooling: Pooling) -> Contained:
    wanted = SandboxOptions(Wish.CONTAINER, engine_address(os.environ), image_name(os.environ), pooling)
    made = choose(wanted).sandbox
    assert isinstance(made, Contained)
    return made


def _print_added(what: str, source: Source, contained: Contained, embedded: Embedded) -> None:
    pairs = []
    for _ in range(_PAIRS):
        _settle(contained)
        there = _seconds(source, contained)
        _settle(contained)
        pairs.append((there, _seconds(source, embedded)))
    added = median(there - here for there, here in pairs) * 1e3
    there, here = (median(column) * 1e3 for column in zip(*pairs, strict=True))
    print(f"  {what}: {added:+.1f} ms ({there:.1f} ms / {here:.1f} ms, {_PAIRS} pairs; bar +20 ms)")


def _seconds(source: Source, sandbox: Sandbox) -> float:
    started = time.perf_counter()
    grade(source, assignment("full"), sandbox)
    return time.perf_counter() - started


def _settle(contained: Contained, ready: int = _WARM) -> None:
    while contained.ready < ready:
        time.sleep(0.02)
    time.sleep(_PAUSE)


def _print_memory(contained: Contained) -> None:
    """By the engine's own account, of those that wait; with numpy they are the largest."""
    contained.warm_up(Imports.NUMPY)
    _settle(contained, 2 * _WARM)
    with closing(ContainerEngine(engine_address(os.environ))) as engine:
        used = [engine.memory(container.id) for container in engine.containers(OWNER)]
    told = ", ".join(f"{bytes_ / (1 << 20):.0f}" for bytes_ in sorted(used))
    print(f"  memory of each warm container, at its peak: {told} MiB")


def _print_throughput(sandboxes: Mapping[str, Sandbox]) -> None:
    """One submission after the other."""
    rates = []
    for name, sandbox in sandboxes.items():
        _seconds(correct()[0], sandbox)
        seconds = sum(_seconds(correct()[0], sandbox) for _ in range(_SUBMISSIONS))
        rates.append(f"{_SUBMISSIONS / seconds:.1f} {name}")
    print(f"  submissions/s, one after the other: {', '.join(rates)}")
