"""No page waits in its thread for another machine, however many ask at the same time, and for whatever."""

import ast
import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx
import pytest
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from api.web import cookies
from submissions.connect.lms import logins
from submissions.connect.lms.logins import LoginRequest
from submissions.operating.service import Service
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest
from submissions.people.sign_on import providers
from tests.test_architecture import MODULES, ROOT, imports, parse
from tests.world.clock import FakeClock
from tests.world.learning_platform import CLIENT, ISSUER, ORIGIN, LearningPlatform, registered, rsa
from tests.world.sign_on_provider import SignOnIssuer, entered

ENOUGH = 60
MANY = 45
"""More than there are threads for pages."""

_SENDS = {
    "http.client": {"submissions.outward.outgoing.exchange", "api.terminal.remote"},
    "smtplib": {"submissions.grading.work.mailing"},
    "urllib.request": {"api.terminal.remote"},
    "submissions.outward.outgoing.exchange.exchange": {
        "submissions.outward.openid.outward",
        "submissions.connect.webhooks.post",
    },
    "submissions.connect.webhooks.post.post": {"submissions.connect.webhooks.sender"},
    "submissions.grading.work.mailing": {"api.process.worker_runtime"},
    "submissions.outward.openid.outward.converse": {"submissions.connect.lms.sender", "api.commands.sign_on"},
}
"""Each way to another machine in which a thread waits, and who may take it: tasks in the background, and
commands. Pages take `api.web.outward`, where none does."""


class Hanging:
    """No machine answers until all are let go."""

    def __init__(self) -> None:
        self.threads: set[str] = set()
        self.let_go = threading.Event()
        self.number = 0

    def send(self, _: OutwardRequest) -> OutwardAnswer:
        self.number += 1
        self.threads.add(threading.current_thread().name)
        self.let_go.wait(ENOUGH)
        return OutwardAnswer(500)


@pytest.fixture
def hanging(app: FastAPI) -> Iterator[Hanging]:
    app.state.outward = hanging = Hanging()
    yield hanging
    hanging.let_go.set()


@asynccontextmanager
async def visitor(app: FastAPI, number: int = 0) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at an address of its own."""
    where = (f"198.51.100.{number}", 1234)
    transport = httpx.ASGITransport(app, client=where)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, timeout=ENOUGH) as client:
        yield client


async def until(holds: Callable[[], bool]) -> None:
    """Look again and again; something is wrong where it never holds."""
    for _ in range(100 * ENOUGH):
        if holds():
            return
        await asyncio.sleep(0.01)  # of threads, which tell the loop nothing
    pytest.fail("never")


Visit = Callable[[httpx.AsyncClient], Coroutine[Any, Any, httpx.Response]]


def answers_while_all_wait(app: FastAPI, hanging: Hanging, visit: Callable[[int], Visit]) -> list[int]:
    """The statuses of many visits; meanwhile others are served, and no thread of pages is held."""

    async def one(number: int) -> httpx.Response:
        async with visitor(app, number) as client:
            return await visit(number)(client)

    async def all_of_them() -> list[httpx.Response]:
        waiting = [asyncio.create_task(one(number)) for number in range(MANY)]
        await until(lambda: hanging.number > 0)
        async with visitor(app, 200) as other:
            for _ in range(3):
                assert (await other.get("/sign-in")).status_code == 200
        await until(lambda: not current_default_thread_limiter().borrowed_tokens)
        assert any(not each.done() for each in waiting), "some wait, in no thread of pages"
        hanging.let_go.set()
        return list(await asyncio.gather(*waiting))

    answers = asyncio.run(all_of_them())
    assert hanging.threads == {"outward"}
    for answer in answers:
        if answer.status_code == 503:
            assert int(answer.headers["Retry-After"]) > 0
            assert "Wait half a minute" in answer.text
    return [answer.status_code for answer in answers]


def test_registrations_wait_in_no_thread_of_pages(app: FastAPI, hanging: Hanging) -> None:
    def visit(number: int) -> Visit:
        where = {"openid_configuration": f"https://hangs-{number}.example.com/"}
        return lambda client: client.get("/lti/register", params=where)

    statuses = answers_while_all_wait(app, hanging, visit)
    assert (statuses.count(502), statuses.count(503)) == (6, MANY - 6)


def test_launches_with_unknown_keys_wait_for_one_request(
    app: FastAPI, hanging: Hanging, service: Service, clock: FakeClock
) -> None:
    platform = LearningPlatform(clock, key=rsa("not-there"))
    with service.database.begin() as session:
        registered(session, clock())
        begun = []
        for _ in range(MANY):
            asked = LoginRequest(issuer=ISSUER, login_hint="3", client_id=CLIENT)
            begun.append(logins.begin(session, asked, redirect_uri=f"{ORIGIN}/lti/launch", now=clock()))

    def visit(number: int) -> Visit:
        started = begun[number]
        form = {"id_token": platform.signed(platform.claims("nonce")), "state": started.state}
        name = "__Host-" + cookies.LAUNCH + logins.cookie_ending(started.state)
        cookie = {"Cookie": f"{name}={started.browser}"}
        return lambda client: client.post("/lti/launch", data=form, headers=cookie)

    statuses = answers_while_all_wait(app, hanging, visit)
    assert statuses == [403] * MANY
    assert hanging.number == 1


def test_sign_on_waits_in_no_thread_of_pages(
    app: FastAPI, hanging: Hanging, service: Service, clock: FakeClock
) -> None:
    with service.database.begin() as session:
        entered(session, SignOnIssuer(clock))
    clock.advance(seconds=timedelta(days=2).total_seconds())
    statuses = answers_while_all_wait(app, hanging, lambda _: lambda client: client.get("/sign-on/campus"))
    assert statuses == [303] * MANY, "what is known of the provider is used meanwhile"
    assert hanging.number == 1
    with service.database.read() as session:
        assert providers.buttons(session)


def test_only_tasks_in_the_background_and_commands_wait_for_other_machines() -> None:
    found: dict[str, set[str]] = {way: set() for way in _SENDS}
    for path in MODULES:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for way in _imported(parse(path)) & _SENDS.keys():
            found[way].add(module)
    assert found == _SENDS


def test_no_transaction_is_open_while_an_answer_is_awaited() -> None:
    assert [name for path in MODULES for name in _open_while_waiting(parse(path))] == []
    with_one = "def f() -> Conversation[int]:\n    with database.begin() as session:\n        yield session"
    assert _open_while_waiting(ast.parse(with_one)) == ["f"]


def _imported(tree: ast.Module) -> set[str]:
    named = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return named | {name for _, name in imports(tree)}


def _open_while_waiting(tree: ast.Module) -> list[str]:
    """The conversations that ask something inside of a block that is entered."""
    return [
        work.name
        for work in ast.walk(tree)
        if isinstance(work, ast.FunctionDef) and _is_conversation(work)
        for block in ast.walk(work)
        if isinstance(block, ast.With)
        and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(block))
    ]


def _is_conversation(work: ast.FunctionDef) -> bool:
    return work.returns is not None and "Conversation[" in ast.unparse(work.returns)
