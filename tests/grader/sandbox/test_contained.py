"""Pools of containers: one for each submission, none left behind, and honest when the engine is gone."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from api.process.sandboxes import engine_address
from grader.assignment import SuiteSelection
from grader.errors import HarnessProtocolError, MachineTooBusy, SandboxUnavailable
from grader.grade import grade
from grader.sandbox.attached import AttachedChannel
from grader.sandbox.building import build
from grader.sandbox.contained import Contained
from grader.sandbox.container import GVISOR, ContainerEngine
from grader.sandbox.hardening import Bounds, container_options, host_options
from grader.sandbox.imports import Imports
from grader.sandbox.level import Level
from grader.sandbox.limits import Limits, Pooling
from grader.sandbox.owner import EXPIRES, OWNER, Owner
from grader.sandbox.plays import Source
from grader.sandbox.zygote import require_safe
from suites import load
from tests import engines
from tests.corpus_files import member
from tests.grader.sandbox.engine_proxy import EngineProxy
from tests.patience import until
from tests.sandbox_runs import running

ROOT = Path(__file__).resolve().parents[3]
SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "diamond")))
ONE = Pooling(size=1)
HONEST = member("closures_set/base").submission
BUSY = Source("busy.py", b"import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()\n")
WITH_NUMPY = Source("np.py", b"import numpy\n" + HONEST.content)


@contextmanager
def pool(
    engine: ContainerEngine,
    pooling: Pooling = ONE,
    *,
    bounds: Bounds | None = None,
    proxy: EngineProxy | None = None,
) -> Iterator[Contained]:
    connection = ContainerEngine(proxy.address) if proxy else engines.connected()
    with closing(Contained(connection, engines.image_id(engine), bounds, pooling)) as made:
        yield made
        if proxy:
            proxy.come_back()


def assert_grades(sandbox: Contained, source: Source = HONEST) -> None:
    score = grade(source, SMALL, sandbox).score
    assert score.earned == score.possible > 0


def get_ready(sandbox: Contained) -> None:
    """Wait for the first one, for as long as that takes."""
    sandbox.warm_up()
    until(lambda: sandbox.ready)


def names(engine: ContainerEngine, sandbox: Contained) -> set[str]:
    """The containers of a sandbox that the engine has."""
    return {each.name for each in engine.containers(OWNER) if sandbox._owner.token in each.name}


def count_self_tests(monkeypatch: pytest.MonkeyPatch) -> list[AttachedChannel]:
    """The containers that prove themselves from now on."""
    tested: list[AttachedChannel] = []

    def noted(channel: AttachedChannel, *, contained: bool) -> None:
        tested.append(channel)
        require_safe(channel, contained=contained)

    monkeypatch.setattr("grader.sandbox.contained.require_safe", noted)
    return tested


def used_for(sandbox: Contained, source: Source = HONEST) -> str:
    """The container in which a submission runs."""
    with sandbox.room(source) as room:
        for _ in range(2):
            with room.open(source, needs_backward=True) as run:
                assert run.loaded.problem is None
        return room._container.name


# --- One for each submission ------------------------------------------------------------------------------


def test_the_level_says_that_it_is_a_container(containers: Contained) -> None:
    has_gvisor = containers.facts.has_gvisor
    assert containers.level is (Level.OWN_KERNEL if has_gvisor else Level.CONTAINED)
    assert grade(HONEST, SMALL, containers).sandbox is containers.level


def test_gvisor_is_asked_for_where_the_engine_has_it(engine: ContainerEngine) -> None:
    offered = engine.facts()._replace(has_gvisor=True)

    class WithGvisor(ContainerEngine):
        def facts(self) -> type(offered):  # type: ignore[valid-type]
            return offered

    with closing(Contained(WithGvisor(engine_address(os.environ)), "image")) as made:
        assert made.bounds.runtime == GVISOR
        assert host_options(made.bounds)["runtime"] == GVISOR


def test_everything_of_a_submission_runs_in_one_container_and_the_next_has_another(
    engine: ContainerEngine,
) -> None:
    with pool(engine) as sandbox:
        used = [used_for(sandbox) for _ in range(3)]
        assert len(set(used)) == 3
        until(lambda: not set(used) & names(engine, sandbox))


def test_one_with_numpy_is_used_where_it_is_asked_for(engine: ContainerEngine) -> None:
    with pool(engine) as sandbox:
        assert_grades(sandbox)
        assert list(sandbox._pools) == [Imports.USUAL]
        assert_grades(sandbox, WITH_NUMPY)
        assert list(sandbox._pools) == [Imports.USUAL, Imports.NUMPY]


def test_a_container_may_serve_several_where_the_operator_says_so(engine: ContainerEngine) -> None:
    with pool(engine, Pooling(size=1, serve_per_container=3)) as sandbox:
        used = [used_for(sandbox) for _ in range(5)]
        assert len(set(used[:3])) == len(set(used[3:])) == 1
        assert used[2] != used[3]


def test_one_that_is_old_serves_nobody_else(engine: ContainerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others take it for an orphan some time later."""
    monkeypatch.setattr("grader.sandbox.durations.CONTAINER_SERVICE", 0.0)
    with pool(engine, Pooling(size=1, serve_per_container=9)) as sandbox:
        assert used_for(sandbox) != used_for(sandbox)


def test_one_that_served_a_breach_serves_nobody_else(engine: ContainerEngine) -> None:
    with pool(engine, Pooling(size=1, serve_per_container=9)) as sandbox:
        with pytest.raises(ZeroDivisionError), sandbox.room(HONEST) as room:  # noqa: PT012
            used = room._container.name
            _ = 1 / 0
        assert used_for(sandbox) != used


def test_as_many_as_are_wanted_are_ready_again_soon(engine: ContainerEngine) -> None:
    with pool(engine, Pooling(size=2)) as sandbox:
        assert_grades(sandbox)
        until(lambda: sandbox._pools[Imports.USUAL].ready == 2)
        assert len(names(engine, sandbox)) <= 3


def test_many_threads_are_served_and_no_two_at_once_by_one(engine: ContainerEngine) -> None:
    used: list[str] = []
    with pool(engine, Pooling(size=2)) as sandbox:

        def work() -> None:
            used.extend(used_for(sandbox) for _ in range(3))

        workers = [threading.Thread(target=work) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert len(used) == len(set(used)) == 12


def test_once_proven_the_next_containers_of_the_same_image_are_believed(
    engine: ContainerEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    tested = count_self_tests(monkeypatch)
    with pool(engine) as sandbox:
        for _ in range(4):
            assert_grades(sandbox)
    assert len(tested) == 1


def test_each_room_has_a_container_of_its_own(engine: ContainerEngine) -> None:
    with pool(engine) as sandbox:
        for _ in range(2):
            with running(sandbox, HONEST) as run:
                assert run.loaded.problem is None


# --- When something dies ----------------------------------------------------------------------------------


def test_one_that_is_killed_while_it_waits_is_replaced_without_a_word(engine: ContainerEngine) -> None:
    with pool(engine) as sandbox:
        sandbox.warm_up()
        until(lambda: sandbox._pools[Imports.USUAL].ready == 1)
        for name in names(engine, sandbox):
            engine.remove(name)
        assert_grades(sandbox)


def test_one_that_is_killed_at_work_is_a_failure_of_ours_and_the_next_one_works(
    engine: ContainerEngine,
) -> None:
    with pool(engine) as sandbox:
        started = time.monotonic()
        with (  # noqa: PT012
            pytest.raises(HarnessProtocolError),
            sandbox.room(BUSY) as room,
            room.open(BUSY, needs_backward=True) as run,
        ):
            engine.remove(room._container.name)
            _ = run.loaded
        assert time.monotonic() - started < 10
        assert_grades(sandbox)


def test_one_that_is_killed_between_two_children_is_replaced(engine: ContainerEngine) -> None:
    with pool(engine) as sandbox, sandbox.room(HONEST) as room:
        with room.open(HONEST, needs_backward=True) as run:
            assert run.loaded.problem is None
        first = room._container.name
        engine.remove(first)
        with room.open(HONEST, needs_backward=True) as run:
            assert run.loaded.problem is None
        assert room._container.name != first


def test_one_that_is_frozen_is_a_failure_of_ours_in_time(engine: ContainerEngine) -> None:
    with pool(engine, bounds=Bounds(Limits(silence=1.0))) as sandbox:
        with (  # noqa: PT012
            pytest.raises(MachineTooBusy),
            sandbox.room(BUSY) as room,
            room.open(BUSY, needs_backward=True) as run,
        ):
            engine._api.pause(room._container.name)
            _ = run.loaded
        assert_grades(sandbox)


def test_closing_leaves_nothing_and_takes_nothing_more(engine: ContainerEngine) -> None:
    before = set(threading.enumerate())
    with pool(engine, Pooling(size=2)) as sandbox:
        assert_grades(sandbox)
        assert_grades(sandbox, WITH_NUMPY)
    assert not names(engine, sandbox)
    assert set(threading.enumerate()) <= before
    with pytest.raises(SandboxUnavailable, match="closed"), sandbox.room(HONEST):
        pytest.fail("it was let in")


def test_no_descriptor_is_left_open(engine: ContainerEngine) -> None:
    with pool(engine) as sandbox:
        assert_grades(sandbox)  # the SDK keeps connections of its first calls, whichever test makes them
    before = open_descriptors()
    with pool(engine) as sandbox:
        found = []
        for _ in range(8):
            assert_grades(sandbox)
            found.append(open_descriptors())
        assert found[-1] - found[3] < 8, "the SDK keeps some connections, and not more and more"
    assert open_descriptors() <= before


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


# --- When the engine is gone ------------------------------------------------------------------------------


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[EngineProxy]:
    engines.require()
    address = engine_address(os.environ) or "unix:///var/run/docker.sock"
    if not address.startswith("unix://"):
        pytest.skip("the engine is not at a Unix socket")
    made = EngineProxy(address, tmp_path)
    yield made
    made.die()


@pytest.mark.parametrize("how", [EngineProxy.die, EngineProxy.fall_silent])
def test_an_engine_that_is_gone_is_noticed_and_told(
    how: Callable[[EngineProxy], None], engine: ContainerEngine, proxy: EngineProxy
) -> None:
    with pool(engine, Pooling(size=1, patience=2.0), proxy=proxy) as sandbox:
        get_ready(sandbox)
        assert sandbox.trouble is None
        how(proxy)
        started = time.monotonic()
        until(lambda: sandbox.trouble)
        assert time.monotonic() - started < 8
        assert "engine" in str(sandbox.trouble) or "container" in str(sandbox.trouble)


def test_work_is_refused_with_the_reason_where_the_engine_stays_away(
    engine: ContainerEngine, proxy: EngineProxy
) -> None:
    with pool(engine, Pooling(size=1, patience=1.0), proxy=proxy) as sandbox:
        get_ready(sandbox)
        proxy.die()
        started = time.monotonic()
        with pytest.raises(SandboxUnavailable, match="no container engine listens"):
            grade(HONEST, SMALL, sandbox)
        assert time.monotonic() - started < 10


def test_work_waits_for_the_engine_and_is_not_lost(engine: ContainerEngine, proxy: EngineProxy) -> None:
    with pool(engine, proxy=proxy) as sandbox:
        assert_grades(sandbox)
        proxy.die()
        until(lambda: sandbox.trouble)
        threading.Timer(1.0, proxy.come_back).start()
        assert_grades(sandbox)
        until(lambda: sandbox.trouble is None)


def test_what_comes_back_is_proven_again(
    engine: ContainerEngine, proxy: EngineProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pool(engine, proxy=proxy) as sandbox:
        assert_grades(sandbox)
        tests = count_self_tests(monkeypatch)
        proxy.die()
        until(lambda: sandbox.trouble)
        proxy.come_back()
        assert_grades(sandbox)
        assert tests


def test_an_engine_that_goes_during_a_run_is_a_failure_of_ours(
    engine: ContainerEngine, proxy: EngineProxy
) -> None:
    with pool(engine, proxy=proxy) as sandbox:
        with (  # noqa: PT012
            pytest.raises(HarnessProtocolError),
            sandbox.room(BUSY) as room,
            room.open(BUSY, needs_backward=True) as run,
        ):
            proxy.die()
            _ = run.loaded
        proxy.come_back()
        assert_grades(sandbox)


def test_a_room_that_finds_no_other_container_is_left_once(
    engine: ContainerEngine, proxy: EngineProxy
) -> None:
    with pool(engine, Pooling(size=1, patience=1.0), proxy=proxy) as sandbox:
        get_ready(sandbox)
        with pytest.raises(SandboxUnavailable), sandbox.room(HONEST) as room:  # noqa: PT012
            with room.open(HONEST, needs_backward=True) as run:
                assert run.loaded.problem is None
            proxy.die()
            with room.open(HONEST, needs_backward=True):
                pytest.fail("there is nothing to run it in")
        proxy.come_back()
        get_ready(sandbox)
        kept = sandbox._pools[Imports.USUAL]
        assert kept._in_use == 0
        assert all(keeper.is_alive() for keeper in kept._keepers)
        assert_grades(sandbox)


def test_an_engine_that_goes_during_a_build_is_told(engine: ContainerEngine, proxy: EngineProxy) -> None:
    with closing(ContainerEngine(proxy.address)) as connection:
        told = build(connection, base=engines.image_id(engine), tag="backgrade-test-never")
        assert next(told)
        proxy.die()
        with pytest.raises(SandboxUnavailable, match="cannot be built"):
            list(told)


# --- What a worker leaves behind --------------------------------------------------------------------------

WORKER = """
import os, sys, time
from grader.sandbox.plays import Source
from grader.sandbox.contained import Contained
from tests import engines
engine = engines.connected()
sandbox = Contained(engine, engines.image_id(engine))
with sandbox.room(Source("x.py", sys.argv[1].encode())) as room:
    with room.open(Source("x.py", sys.argv[1].encode()), needs_backward=True) as run:
        print(sandbox._owner.token, flush=True)
        time.sleep(60)
"""


@pytest.mark.parametrize("code", ["x = 1", "while True: pass"])
def test_nothing_outlives_a_worker_that_is_killed(code: str, engine: ContainerEngine) -> None:
    program = [sys.executable, "-c", WORKER, code]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        token = worker.stdout.readline().strip()
        assert any(token in each.name for each in engine.containers(OWNER))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    with pool(engine):
        until(lambda: not any(token in each.name for each in engine.containers(OWNER)))


@contextmanager
def left_behind(engine: ContainerEngine, labels: dict[str, str], *, running: bool) -> Iterator[str]:
    """A container that somebody did not remove."""
    name = f"backgrade-left-{time.monotonic_ns()}"
    image, options = engines.image_id(engine), container_options(Bounds(), Imports.USUAL)
    try:
        if running:
            with ExitStack() as stack:
                with suppress(SandboxUnavailable):  # a test beside this one may have found it already
                    channel = engine.start(image, options, host_options(Bounds()), labels, name)
                    stack.enter_context(closing(channel))
                yield name
        else:
            engine._api.create_container(image, command=["{}"], name=name, labels=labels)
            yield name
    finally:
        engine.remove(name)


def exists(engine: ContainerEngine, name: str) -> bool:
    return name in {each.name for each in engine.containers("backgrade.owner")}


def owned_by_a_dead_process() -> dict[str, str]:
    labels = Owner().labels()
    place, _, _ = labels[OWNER].rpartition("/")
    return {**labels, OWNER: f"{place}/{os.getpid()}-1-dead"}


@pytest.mark.parametrize("running", [True, False], ids=["running", "not running"])
def test_what_a_dead_worker_left_is_removed_at_the_next_start(running: bool, engine: ContainerEngine) -> None:  # noqa: FBT001
    with left_behind(engine, owned_by_a_dead_process(), running=running) as name, pool(engine):
        until(lambda: not exists(engine, name))


def test_what_is_past_its_time_is_removed_whoever_made_it(engine: ContainerEngine) -> None:
    labels = {OWNER: "elsewhere/1-1-aa", EXPIRES: str(int(time.time()) - 1)}
    with left_behind(engine, labels, running=True) as name, pool(engine):
        until(lambda: not exists(engine, name))


def owned_elsewhere() -> dict[str, str]:
    return {OWNER: "elsewhere/1-1-aa", EXPIRES: str(int(time.time()) + 600)}


@pytest.mark.parametrize(
    "owned",
    [lambda: Owner().labels(), owned_elsewhere],
    ids=["a pool of this process", "a process elsewhere"],
)
def test_what_somebody_may_still_need_is_left_alone(
    owned: Callable[[], dict[str, str]], engine: ContainerEngine
) -> None:
    with left_behind(engine, owned(), running=True) as name, pool(engine) as sandbox:
        assert_grades(sandbox)
        sandbox._reap()
        assert exists(engine, name)
