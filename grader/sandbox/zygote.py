"""What a zygote says of itself and of its lock, and the runs in its children."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

from grader.errors import HarnessProtocolError, SandboxUnavailable, SelfTestFailed
from grader.harness.wire.messages import MessageCode
from grader.records import Record, UnreadableRecord, from_json
from grader.sandbox import durations
from grader.sandbox.channel import Channel, ZygoteGone
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.run import Run
from grader.sandbox.starting import ask_for_self_test

_OF_CONTAINER = "container"
"""How the names of its properties begin."""


class ZygoteReady(Record):
    """The facts that a zygote says of itself."""

    python: str
    numpy: bool
    locked: bool
    namespaces: bool
    landlock: int
    uid: int


def ready(channel: Channel) -> ZygoteReady:
    """Return what the zygote says once it has set everything up.

    Raises `SandboxUnavailable` if it ends, or does not say it.
    """
    try:
        _, payload = channel.receive(deadline=time.monotonic() + durations.START)
        return from_json(ZygoteReady, payload)
    except (ZygoteGone, HarnessProtocolError, UnreadableRecord) as error:
        raise SandboxUnavailable("the sandbox process ended before it was ready") from error


def self_test(channel: Channel) -> dict[str, bool]:
    """Each property, and whether an attempt to break it failed just now.

    Raises:
        ZygoteGone: if it does not answer.
        HarnessProtocolError: if it answers something else.
    """
    ask_for_self_test(channel)
    return self_test_results(channel)


def self_test_results(channel: Channel) -> dict[str, bool]:
    """Return the results of a self-test that was asked for.

    Raises:
        ZygoteGone: if it does not answer.
        HarnessProtocolError: if it answers something else.
    """
    kind, payload = channel.receive(deadline=time.monotonic() + durations.START)
    try:
        results = json.loads(payload) if kind == MessageCode.SELF_TEST else None
    except ValueError:
        results = None
    if not isinstance(results, dict) or not results:
        raise HarnessProtocolError
    return {str(name): held is True for name, held in results.items()}


def require_safe(channel: Channel, *, contained: bool = False) -> None:
    """Have every property proven by the self-test that was asked for; with `contained`, a container's too.

    Raises:
        SelfTestFailed: if one is not.
        SandboxUnavailable: if the self-test does not come to an end.
    """
    try:
        results = self_test_results(channel)
    except (ZygoteGone, HarnessProtocolError) as error:
        raise SandboxUnavailable("the sandbox did not finish its self-test") from error
    if contained and not any(name.startswith(_OF_CONTAINER) for name in results):
        results[_OF_CONTAINER] = False
    if broken := [name for name, held in results.items() if not held]:
        raise SelfTestFailed(f"the sandbox is not safe here: {', '.join(broken)} not proven")


@contextmanager
def running(channel: Channel, limits: Limits, source: Source, *, needs_backward: bool) -> Iterator[Run]:
    """A submission in a fresh child of the zygote.

    Raises `HarnessProtocolError` if the zygote does not answer.
    """
    run = Run(channel, limits)
    try:
        run.send(source, needs_backward=needs_backward)
        yield run
        run.close()
    except ZygoteGone as error:
        raise HarnessProtocolError from error
