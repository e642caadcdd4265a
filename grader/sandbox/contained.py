"""The back-end with an engine: warm containers, each for the children of one submission, then destroyed."""

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from grader.errors import GraderError, HarnessProtocolError, SandboxUnavailable
from grader.sandbox import durations
from grader.sandbox.attached import AttachedChannel
from grader.sandbox.channel import ZygoteGone
from grader.sandbox.container import GVISOR, ContainerEngine
from grader.sandbox.hardening import Bounds, container_options, host_options
from grader.sandbox.imports import Imports
from grader.sandbox.level import Level
from grader.sandbox.limits import Pooling
from grader.sandbox.owner import OWNER, Owner
from grader.sandbox.plays import Source
from grader.sandbox.pool import Care, Pool
from grader.sandbox.run import Run
from grader.sandbox.starting import ask_for_self_test
from grader.sandbox.zygote import ready, require_safe, running, self_test

_LOOKS_BETWEEN_REAPS = 30


@dataclass
class _Container:
    name: str
    channel: AttachedChannel
    served: int = 0
    started: float = field(default_factory=time.monotonic)

    def may_serve(self, submissions: int) -> bool:
        """Whether this container served fewer submissions, and is not about to be taken for an orphan."""
        return self.served < submissions and time.monotonic() - self.started < durations.CONTAINER_SERVICE

    def is_idle(self) -> bool:
        """Whether this container is done with what was before, and listens."""
        try:
            self.channel.read_to_hang_up()
        except (ZygoteGone, HarnessProtocolError):
            return False
        return self.channel.is_open()


class _Room:
    """A container for the time of one submission; another one, should it be lost in between."""

    def __init__(self, pool: Pool[_Container], bounds: Bounds) -> None:
        self._pool = pool
        self._bounds = bounds
        self._container = pool.take()

    @contextmanager
    def open(self, source: Source, *, needs_backward: bool) -> Iterator[Run]:
        """Load the submission in a fresh child; see `Room.open`."""
        if not self._container.is_idle():
            self._container, lost = self._pool.take(), self._container
            self._pool.give_up(lost)
        with running(
            self._container.channel,
            self._bounds.submission,
            source,
            needs_backward=needs_backward,
        ) as run:
            yield run

    def leave(self, *, serve: int) -> None:
        """Give the container up, unless it may serve so many submissions and has not yet."""
        self._container.served += 1
        if self._container.may_serve(serve) and self._container.is_idle():
            self._pool.put_back(self._container)
        else:
            self._pool.give_up(self._container)


class Contained:
    """Pools of containers, one for each kind of imports. For many threads."""

    def __init__(
        self,
        engine: ContainerEngine,
        image: str,
        bounds: Bounds | None = None,
        pooling: Pooling | None = None,
    ) -> None:
        self.facts = engine.facts()
        self.bounds = bounds or Bounds(runtime=GVISOR if self.facts.has_gvisor else None)
        self.pooling = pooling or Pooling()
        self._engine = engine
        self._image = image
        self._owner = Owner()
        self._names: set[str] = set()
        self._proven: set[Imports] = set()
        self._pools: dict[Imports, Pool[_Container]] = {}
        self._opening = threading.Lock()
        self._closed = threading.Event()
        self._silence: SandboxUnavailable | None = None
        self._caretaker = threading.Thread(target=self._look_after, name="sandbox-caretaker", daemon=True)
        self._caretaker.start()

    @property
    def level(self) -> Level:
        """The strength of the sandbox, once it is proven; see `Sandbox.level`."""
        if not self._proven:
            pool = self._pool(Imports.USUAL)
            pool.put_back(pool.take())
        return Level.CONTAINED if self.bounds.runtime is None else Level.OWN_KERNEL

    @property
    def trouble(self) -> GraderError | None:
        """The trouble that keeps containers from serving just now, if any does."""
        troubles = [self._silence, *(pool.trouble for pool in self._pools.values())]
        return next((trouble for trouble in troubles if trouble), None)

    @property
    def ready(self) -> int:
        """How many containers wait for a submission."""
        return sum(pool.ready for pool in self._pools.values())

    @contextmanager
    def room(self, source: Source) -> Iterator[_Room]:
        """One container for everything that is run of a submission; see `Sandbox.room`."""
        room = _Room(self._pool(source.imports), self.bounds)
        try:
            yield room
        except BaseException:
            room.leave(serve=0)
            raise
        room.leave(serve=self.pooling.serve_per_container)

    def warm_up(self, imports: Imports = Imports.USUAL) -> None:
        """Have containers started without waiting for them."""
        self._pool(imports)

    def prove(self) -> dict[str, bool]:
        """The self-test of a fresh container, now; see `Sandbox.prove`."""
        pool = self._pool(Imports.USUAL)
        container = pool.take()
        try:
            return self_test(container.channel)
        except ZygoteGone as error:
            raise HarnessProtocolError from error
        finally:
            pool.give_up(container)

    def close(self) -> None:
        """Remove every container."""
        with self._opening:
            self._closed.set()
            for pool in self._pools.values():
                pool.close()
        self._caretaker.join()
        with suppress(SandboxUnavailable):
            self._reap()
        self._engine.close()

    def _pool(self, imports: Imports) -> Pool[_Container]:
        with self._opening:
            if self._closed.is_set():
                raise SandboxUnavailable("the sandbox is closed")
            if imports not in self._pools:
                care = Care(partial(self._start, imports), self._end, self._is_well)
                self._pools[imports] = Pool(care, self.pooling.size, patience=self.pooling.patience)
            return self._pools[imports]

    def _start(self, imports: Imports) -> _Container:
        """A container that waits for a submission, of a kind that was proven safe."""
        container = self._started(imports)
        try:
            ready(container.channel)
            self._require_safe(container, imports)
        except BaseException:
            self._end(container)
            raise
        return container

    def _started(self, imports: Imports) -> _Container:
        name = f"backgrade-{self._owner.token}-{secrets.token_hex(4)}"
        self._names.add(name)
        options = container_options(self.bounds, imports)
        try:
            channel = self._engine.start(
                self._image, options, host_options(self.bounds), self._owner.labels(), name
            )
        except BaseException:
            self._names.discard(name)
            self._proven.clear()
            raise
        return _Container(name, channel)

    def _require_safe(self, container: _Container, imports: Imports) -> None:
        """Test each kind once; what one engine makes of one image, it makes of it every time."""
        if imports not in self._proven:
            ask_for_self_test(container.channel)
            require_safe(container.channel, contained=True)
            self._proven.add(imports)

    def _is_well(self, container: _Container) -> bool:
        well = container.channel.is_open()
        if not well:
            self._proven.clear()  # it may be another engine that answers next
        return well

    def _end(self, container: _Container) -> None:
        with suppress(SandboxUnavailable):  # the reaper comes by again
            self._engine.remove(container.name)
        container.channel.close()
        self._names.discard(container.name)

    def _look_after(self) -> None:
        """Notice within seconds that the engine does not answer; remove orphans now and then."""
        look = 0
        while True:
            try:
                self._engine.ping()
                if self._silence or look % _LOOKS_BETWEEN_REAPS == 0:
                    self._reap()
                self._silence = None
                look += 1
            except SandboxUnavailable as error:
                self._silence = error
            if self._closed.wait(durations.REAPING):
                return

    def _reap(self) -> None:
        """Remove what nobody will come back for, also where it still runs."""
        for container in self._engine.containers(OWNER):
            if self._owner.is_orphan(container.name, container.labels, self._names):
                with suppress(SandboxUnavailable):
                    self._engine.remove(container.id)
