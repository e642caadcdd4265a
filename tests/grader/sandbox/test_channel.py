"""A channel keeps its deadlines, whatever the other end does, and puts pieces together."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest

from grader.errors import HarnessProtocolError
from grader.harness.wire.frames import HEADER, frame
from grader.sandbox.channel import Channel, ZygoteGone, ZygoteSilent


@dataclass
class Ends:
    """A channel, and the two descriptors at its other end."""

    channel: Channel
    hears: int
    says: int

    def close(self) -> None:
        for fd in (self.hears, self.says):
            with suppress(OSError):
                os.close(fd)


@pytest.fixture
def ends() -> Iterator[Ends]:
    incoming, says = os.pipe()
    hears, outgoing = os.pipe()
    made = Ends(Channel(incoming, outgoing), hears, says)
    yield made
    made.close()
    made.channel.close()


def soon(seconds: float = 0.15) -> float:
    return time.monotonic() + seconds


def test_messages_arrive_one_by_one_however_they_are_cut(ends: Ends) -> None:
    stream = frame(b"A", b"first") + frame(b"B") + frame(b"C", bytes(100))
    writer = threading.Thread(target=lambda: [os.write(ends.says, bytes([byte])) for byte in stream])
    writer.start()
    received = [ends.channel.receive(deadline=soon(5)) for _ in range(3)]
    writer.join()
    assert received == [(b"A", b"first"), (b"B", b""), (b"C", bytes(100))]


def test_silence_ends_at_the_deadline(ends: Ends) -> None:
    started = time.monotonic()
    with pytest.raises(ZygoteSilent):
        ends.channel.receive(deadline=soon())
    assert 0.1 < time.monotonic() - started < 0.6


def test_half_a_message_ends_at_the_deadline_too(ends: Ends) -> None:
    os.write(ends.says, frame(b"A", b"whole")[:-1])
    with pytest.raises(ZygoteSilent):
        ends.channel.receive(deadline=soon())
    os.write(ends.says, b"e")
    assert ends.channel.receive(deadline=soon()) == (b"A", b"whole")


def test_a_deadline_in_the_past_does_not_wait_but_gives_what_is_there(ends: Ends) -> None:
    os.write(ends.says, frame(b"A") + frame(b"B"))
    assert ends.channel.receive(deadline=soon()) == (b"A", b"")
    assert ends.channel.receive(deadline=0) == (b"B", b"")
    with pytest.raises(ZygoteSilent):
        ends.channel.receive(deadline=0)


@pytest.mark.parametrize("before", [b"", frame(b"A", b"x")[:-1]], ids=["nothing", "half a message"])
def test_an_end_that_is_closed_is_noticed_at_once(ends: Ends, before: bytes) -> None:
    os.write(ends.says, before)
    os.close(ends.says)
    started = time.monotonic()
    with pytest.raises(ZygoteGone) as gone:
        ends.channel.receive(deadline=soon(30))
    assert type(gone.value) is ZygoteGone
    assert time.monotonic() - started < 1


def test_a_message_larger_than_any_is_a_breach(ends: Ends) -> None:
    os.write(ends.says, HEADER.pack(ord("D"), (64 << 20) + 1))
    with pytest.raises(HarnessProtocolError):
        ends.channel.receive(deadline=soon())


def test_what_is_larger_than_the_pipe_is_written_in_pieces(ends: Ends) -> None:
    payload = os.urandom(1 << 20)
    heard = bytearray()

    def hear() -> None:
        while len(heard) < len(payload) + HEADER.size:
            heard.extend(os.read(ends.hears, 1 << 14))

    reader = threading.Thread(target=hear)
    reader.start()
    ends.channel.send(b"J", payload, deadline=soon(10))
    reader.join()
    assert bytes(heard) == frame(b"J", payload)


def test_an_end_that_takes_nothing_is_given_up_at_the_deadline(ends: Ends) -> None:
    started = time.monotonic()
    with pytest.raises(ZygoteSilent):
        ends.channel.send(b"J", bytes(1 << 20), deadline=soon())
    assert 0.1 < time.monotonic() - started < 0.6


def test_writing_to_an_end_that_is_closed_says_so(ends: Ends) -> None:
    os.close(ends.hears)
    with pytest.raises(ZygoteGone):
        ends.channel.send(b"J", b"x", deadline=soon())


def test_what_the_last_child_left_is_read_past(ends: Ends) -> None:
    ends.channel.hang_up()
    assert os.read(ends.hears, 100) == frame(b"C")
    os.write(ends.says, frame(b"D", b"left over") + frame(b"P", b"C") + frame(b"C") + frame(b"R", b"new"))
    ends.channel.read_to_hang_up()
    assert ends.channel.receive(deadline=soon()) == (b"R", b"new")


def test_without_a_hang_up_nothing_is_read_past(ends: Ends) -> None:
    os.write(ends.says, frame(b"D", b"kept"))
    ends.channel.read_to_hang_up()
    assert ends.channel.receive(deadline=soon()) == (b"D", b"kept")


@pytest.mark.parametrize("ends_itself", [True, False])
def test_a_channel_is_finished_when_the_other_end_is_closed_or_time_is_up(*, ends_itself: bool) -> None:
    incoming, says = os.pipe()
    hears, outgoing = os.pipe()
    os.write(says, b"what nobody reads")

    def close_when_told() -> None:
        assert os.read(hears, 1) == b""
        if ends_itself:
            os.close(says)

    other = threading.Thread(target=close_when_told)
    other.start()
    started = time.monotonic()
    Channel(incoming, outgoing).finish(30.0 if ends_itself else 0.15)
    assert time.monotonic() - started < 20
    other.join()
    os.close(hears)
    with suppress(OSError):
        os.close(says)
