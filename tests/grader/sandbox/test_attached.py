"""Over an engine's attached stream the same messages arrive, however the engine cuts them."""

import os
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from grader.errors import HarnessProtocolError
from grader.harness.wire.frames import frame
from grader.sandbox.attached import AttachedChannel
from grader.sandbox.channel import ZygoteGone, ZygoteSilent


@dataclass
class Ends:
    """A channel, and the engine's end of its connection."""

    channel: AttachedChannel
    engine: socket.socket

    def say(self, data: bytes, stream: int = 1) -> None:
        """What the zygote wrote, as the engine passes it on."""
        self.engine.sendall(struct.pack("!BxxxI", stream, len(data)) + data)


@pytest.fixture
def ends() -> Iterator[Ends]:
    ours, theirs = socket.socketpair()
    with theirs, ours:
        made = Ends(AttachedChannel(os.dup(ours.fileno()), os.dup(ours.fileno())), theirs)
        yield made
        made.channel.close()


def soon(seconds: float = 0.15) -> float:
    return time.monotonic() + seconds


def test_a_message_in_many_pieces_and_many_in_one_piece(ends: Ends) -> None:
    for byte in frame(b"A", b"first"):
        ends.say(bytes([byte]))
    ends.say(frame(b"B") + frame(b"C", bytes(1000)))
    received = [ends.channel.receive(deadline=soon(5)) for _ in range(3)]
    assert received == [(b"A", b"first"), (b"B", b""), (b"C", bytes(1000))]


def test_a_piece_may_come_in_pieces_itself(ends: Ends) -> None:
    data = frame(b"A", b"whole")
    whole = struct.pack("!BxxxI", 1, len(data)) + data
    for byte in whole[:-1]:
        ends.engine.sendall(bytes([byte]))
    with pytest.raises(ZygoteSilent):
        ends.channel.receive(deadline=soon())
    ends.engine.sendall(whole[-1:])
    assert ends.channel.receive(deadline=soon()) == (b"A", b"whole")


def test_an_empty_piece_says_nothing(ends: Ends) -> None:
    ends.say(b"")
    ends.say(frame(b"A"))
    assert ends.channel.receive(deadline=soon()) == (b"A", b"")


@pytest.mark.parametrize("stream", [0, 2, 3, 255])
def test_nothing_but_the_output_is_listened_to(stream: int, ends: Ends) -> None:
    ends.say(frame(b"A"), stream)
    with pytest.raises(HarnessProtocolError):
        ends.channel.receive(deadline=soon())


def test_a_piece_larger_than_any_engine_makes_is_a_breach(ends: Ends) -> None:
    ends.engine.sendall(struct.pack("!BxxxI", 1, (1 << 20) + 1))
    with pytest.raises(HarnessProtocolError):
        ends.channel.receive(deadline=soon())


def test_what_is_sent_has_no_pieces(ends: Ends) -> None:
    ends.channel.send(b"J", b"job", deadline=soon())
    assert ends.engine.recv(100) == frame(b"J", b"job")


@pytest.mark.parametrize("how", [socket.SHUT_WR, socket.SHUT_RDWR])
def test_an_engine_that_hangs_up_is_noticed(how: int, ends: Ends) -> None:
    assert ends.channel.is_open()
    ends.engine.shutdown(how)
    assert not ends.channel.is_open()
    with pytest.raises(ZygoteGone):
        ends.channel.receive(deadline=soon(30))


def test_an_engine_that_is_gone_takes_nothing(ends: Ends) -> None:
    ends.engine.close()
    with pytest.raises(ZygoteGone):
        ends.channel.send(b"J", b"x", deadline=soon())


def test_a_zygote_that_speaks_unasked_is_not_one_to_work_with(ends: Ends) -> None:
    ends.say(frame(b"D", b"left over"))
    assert not ends.channel.is_open()


def test_closing_hangs_up_although_the_connection_has_other_holders(ends: Ends) -> None:
    more = AttachedChannel(os.dup(ends.channel.incoming), os.dup(ends.channel.outgoing))
    more.close()
    assert ends.engine.recv(1) == b""
