"""Machines on one network, as namespaces of this one: each has its address, its name and its processes.

A machine ends as one that loses power does: its network is cut first, so it closes no connection, and then
all its processes are killed at once. Root is needed, and `ip` and what `util-linux` has.
"""

import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from tests.world import interfaces
from tests.world.processes import children

REQUIRED = os.environ.get("BACKGRADE_REQUIRE_MACHINES") == "1"

_NETWORK = "198.18"
"""Addresses for tests of networks (RFC 2544), which nothing else on this machine has."""
_SELF = 254
_LONGEST_START = 30.0
_NAMESPACES = ("--mount", "--uts", "--net", "--pid")
_NEW_MACHINE = (
    "setpriv", "--pdeathsig=KILL", "unshare", *_NAMESPACES, "--fork", "--kill-child", "--mount-proc",
)  # fmt: skip
# The first process of a machine collects what others leave behind, as an init does.
_INIT = "hostname {name} && ip link set lo up && echo up && while :; do sleep 3600 & wait; done"


class Machine:
    """A machine of a network."""

    def __init__(self, network: "Lan", name: str, number: int) -> None:
        self.name = name
        self.address = f"{network.prefix}.{number}"
        self._plug = f"{network.token}p{number}"
        self._network = network
        self._outer = subprocess.Popen(
            [*_NEW_MACHINE, "bash", "-c", _INIT.format(name=name)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._outer.stdout is not None
        assert self._outer.stdout.readline() == "up\n"
        (self._init,) = children(self._outer.pid)
        network.plug_in(self._init, self._plug, self.address)

    @property
    def within(self) -> Sequence[str]:
        """The beginning of a command that runs on this machine."""
        return ("nsenter", *_NAMESPACES, f"--target={self._init}")

    def cut(self) -> None:
        """Take it off the network, with all connections open."""
        self._network.set_plug(self._plug, "down")

    def mend(self) -> None:
        """Put it back on the network."""
        self._network.set_plug(self._plug, "up")

    def end(self) -> None:
        """Kill its first process, and with it the kernel kills all others."""
        with suppress(ProcessLookupError):
            self._outer.kill()
        self._outer.wait()
        assert self._outer.stdout is not None
        self._outer.stdout.close()
        deadline = time.monotonic() + _LONGEST_START
        while Path(f"/proc/{self._init}").exists():  # until the last process of the machine is gone
            assert time.monotonic() < deadline
            time.sleep(0.01)


class Lan:
    """A switch that machines are plugged into, and so is this one."""

    def __init__(self) -> None:
        self.token = f"b{secrets.token_hex(3)}"
        # Not by the seed of the tests: another run with it may go on beside this one, or have been killed.
        self.prefix = f"{_NETWORK}.{secrets.randbelow(256)}"
        self.machines: list[Machine] = []
        self._own = f"{self.token}s"
        _ip("link", "add", self.token, "type", "bridge")
        _ip("addr", "add", f"{self.prefix}.{_SELF}/24", "dev", self.token)
        _ip("link", "set", self.token, "up")

    def machine(self, name: str) -> Machine:
        """Start one more machine."""
        made = Machine(self, name, len(self.machines) + 1)
        self.machines.append(made)
        return made

    def plug_in(self, process: int, plug: str, address: str) -> None:
        """Connect the namespace of a process."""
        _ip("link", "add", plug, "type", "veth", "peer", "name", "eth0", "netns", str(process))
        _ip("link", "set", plug, "master", self.token, "up")
        inside = ("nsenter", "--net", f"--target={process}", "ip")
        _run(*inside, "addr", "add", f"{address}/24", "dev", "eth0")
        _run(*inside, "link", "set", "eth0", "up")

    def set_plug(self, plug: str, state: str) -> None:
        """Let packets through this plug, or none."""
        _ip("link", "set", plug, state)

    def end(self) -> None:
        """End all machines, and take the switch away."""
        for each in self.machines:
            each.end()
        _ip("link", "del", self.token)


@contextmanager
def network() -> Iterator[Lan]:
    """A network without machines yet."""
    with interfaces.changing():
        made = Lan()
        try:
            yield made
        finally:
            made.end()


@cache
def lacking() -> str:
    """Why there can be no machines; empty where there can."""
    if os.geteuid():
        return "only root can make networks"
    if missing := [each for each in ("ip", "nsenter", "setpriv", "unshare") if not shutil.which(each)]:
        return f"not installed: {', '.join(missing)}"
    try:
        with network() as made:
            made.machine("probe")
    except (subprocess.CalledProcessError, AssertionError, ValueError):
        return "the kernel lets nobody make networks here"
    return ""


def _ip(*arguments: str) -> None:
    _run("ip", *arguments)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
