"""Who a container belongs to, and whether its owner is gone."""

import os
import secrets
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from grader.sandbox import durations

OWNER, EXPIRES = "backgrade.owner", "backgrade.expires"
"""Labels of a container."""


@dataclass(frozen=True)
class Owner:
    """One pool's worth of containers, in this process."""

    token: str = field(default_factory=lambda: secrets.token_hex(4))

    def labels(self) -> dict[str, str]:
        """Return the labels of a container that is made now."""
        return {OWNER: self._name(), EXPIRES: str(int(time.time() + durations.CONTAINER))}

    def is_orphan(self, name: str, labels: Mapping[str, str], mine: Collection[str]) -> bool:
        """Whether nobody will come back for it; `mine` are the names of those this owner has.

        A process on another machine, or in another container, cannot be seen: there, only time says so.
        """
        if _has_expired(labels):
            return True
        owner = labels.get(OWNER, "")
        if owner == self._name():
            return name not in mine
        place, _, rest = owner.rpartition("/")
        return place == _place() and not _is_alive(rest)

    def _name(self) -> str:
        pid = os.getpid()
        return f"{_place()}/{pid}-{_started(pid)}-{self.token}"


def _has_expired(labels: Mapping[str, str]) -> bool:
    expires = labels.get(EXPIRES, "")
    return not expires.isdecimal() or time.time() > int(expires)


@cache
def _place() -> str:
    """The machine since its last start, and where on it process ids have this meaning."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:  # not Linux: nobody else can be seen from here
        return secrets.token_hex(8)


def _is_alive(process: str) -> bool:
    pid, started, _ = process.split("-")
    return _started(int(pid)) == started


def _started(pid: int) -> str:
    """When a process was started, in ticks of the kernel's; empty if there is none."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    state, *rest = status.rpartition(")")[2].split()
    return "" if state in {"Z", "X"} else rest[18]
