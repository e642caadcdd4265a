"""Who is let in where there is little room, by address."""

import asyncio
from typing import cast

import pytest

from api.web.connection import Connection, ConnectionLimits, ConnectionPhase, Connections

_THERE, _ELSEWHERE, _HERE = "203.0.113.1", "203.0.113.2", "127.0.0.1"


class Transport:
    """Notes that it was given up."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


class Peer:
    """A connection as far as its place is concerned."""

    def __init__(self, peer: str, since: float = 0.0, phase: ConnectionPhase = ConnectionPhase.BODY) -> None:
        self.peer = peer
        self.since = since
        self.phase = phase
        self.transport = Transport()


def added(everyone: Connections, *peers: Peer) -> list[bool]:
    async def adding() -> list[bool]:
        return [everyone.add(cast("Connection", each)) for each in peers]

    return asyncio.run(adding())


def test_one_address_has_no_more_than_its_share() -> None:
    everyone = Connections(ConnectionLimits(10, most=10, most_of_one=2))

    assert added(everyone, Peer(_THERE), Peer(_THERE), Peer(_ELSEWHERE)) == [True] * 3
    with pytest.raises(ConnectionRefusedError):
        added(everyone, Peer(_THERE))


@pytest.mark.parametrize(
    ("limits", "peer"),
    [
        (ConnectionLimits(10, most=10, most_of_one=2), _HERE),
        (ConnectionLimits(10, most=10, most_of_one=2, behind_proxy=True), _THERE),
    ],
    ids=["this machine", "a proxy"],
)
def test_who_may_speak_for_many_is_not_counted(limits: ConnectionLimits, peer: str) -> None:
    assert added(Connections(limits), *(Peer(peer) for _ in range(5))) == [True] * 5


def test_the_one_that_waited_longest_makes_room() -> None:
    everyone = Connections(ConnectionLimits(10, most=3))
    busy, first, second = (
        Peer(_HERE),
        Peer(_HERE, 1, ConnectionPhase.HEAD),
        Peer(_HERE, 2, ConnectionPhase.IDLE),
    )

    assert added(everyone, busy, second, first, Peer(_HERE)) == [True] * 4
    assert [each.transport.aborted for each in (busy, first, second)] == [False, True, False]


def test_where_none_can_make_room_some_are_let_in_to_ask_whether_we_live() -> None:
    everyone = Connections(ConnectionLimits(10, most=3))
    added(everyone, *(Peer(_HERE) for _ in range(3)))

    assert not any(added(everyone, *(Peer(_HERE) for _ in range(16))))
    with pytest.raises(ConnectionRefusedError):
        added(everyone, Peer(_HERE))
