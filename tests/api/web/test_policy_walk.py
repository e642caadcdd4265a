"""Walks every route there is, as everybody there can be, into a course that is not theirs.

Nothing here names a route: whoever adds one has it walked. Where a route has a parameter of a new name, the
walk asks what to put there. A short run draws who asks; for each of them and each route, one way to mix ids
of two courses and a draft or a published assignment; and a part of the routes for those who may do less than
another, and for students among each other.
"""

import pickle
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from api.web import cookies, csrf
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.people.access import people, sessions, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.people.access.tokens import TokenRequest
from submissions.storage.database import Database
from submissions.tables import Base, Role
from tests.graded import alone, shared_folder
from tests.route_walk import READ, Ids, Route, every_route, posted
from tests.thorough import drawn
from tests.world import classroom
from tests.world.application import application, document
from tests.world.clock import NOW
from tests.world.two_courses import EVERYTHING, SOMEBODYS, THEIRS, Whole, nothing, whole

_BUSY = 503
_MAY_BE_BUSY = frozenset({"/readyz"})
_UNSTEADY = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,64}")
"""Ids and numbers of requests: they differ between any two answers."""
_ASKED_FOR = frozenset({"course", "assignment", "submission", "person"})
"""What a list may be asked for."""
_SAYS_WHAT = {"counted": "submitted"}
"""What a list has to be told, and something that is good for it."""
_TAKE_MORE = frozenset(
    {f"/api/v1/courses/{{course_id}}/{each}" for each in ("gradebook/check", "gradebook/fill", "retention")}
)
"""What is refused for its content here, before its scope is looked at."""
_ANY_OTHER = (frozenset({Scope.COURSES_READ}), frozenset({Scope.GRADES_READ}))
"""What is good for an operation that needs no scope: a token has one at least."""
each_operation = pytest.mark.sampled(one_in=2, of="scopes, operation by operation")
_MAKES_TOKENS = "/api/v1/tokens"
"""It needs the scopes that the new token is to have."""
_TRACES = frozenset({"throttle", "idempotent_answer", "secret", "audit_event"})
"""Tables in which walking leaves traces."""
_OWNED = ("submission", "person", "token", "session", "code", "run", "notice", "note", "comment", "canned")
_SOMEBODYS = frozenset(f"{name}_id" for name in (*_OWNED, "request"))
"""Parameters that belong to one person, or to teachers: no business of other students."""


@dataclass(frozen=True)
class Who:
    """Somebody who asks: with a browser on pages, with a token on the REST interface."""

    person_id: UUID | None
    operator: bool = False
    scopes: frozenset[Scope] = EVERYTHING
    course_id: UUID | None = None
    revoked: bool = False


NOBODY = Who(None)


Forms = dict[str, dict[str, Any]]
"""By where each is sent, all that somebody could send."""


@dataclass(frozen=True)
class Ground:
    """What there is to walk through: made once a run, and copied for everybody who walks."""

    database: Path
    mine: Whole
    theirs: Whole
    stranger: UUID
    operator: Who
    forms: Forms
    """Those of all pages, so that others can send what those would who may."""


class Walk:
    """Two courses, and a way to ask for anything as anybody."""

    def __init__(
        self, app: FastAPI, service: Service, client: TestClient, routes: Sequence[Route], ground: Ground
    ) -> None:
        self.service = service
        self.routes = routes
        self.mine, self.theirs = ground.mine, ground.theirs
        self.stranger, self.operator = ground.stranger, ground.operator
        self._client = client
        self._tokens: dict[Who, str] = {}
        self._sessions: dict[Who, str] = {}
        self.forms: Forms = ground.forms
        # Tests of its own show that forms have to be ours; here everybody gets past that.
        app.dependency_overrides[csrf.checked] = lambda: None

    def learn_forms(self) -> None:
        """Look at all pages of their course as those who may: the walk has ids of theirs, or of none."""
        for person in (self.theirs.people[Role.OWNER], self.theirs.victim, None):
            for route in self.routes:
                if route.method == READ and route.is_page:
                    self._learn(route, self.theirs.ids, Who(person))

    def ask(self, who: Who, route: Route, ids: Ids) -> Response:
        """The answer to somebody who asks with these ids wherever one fits."""
        answer = self._client.request(
            route.method,
            route.filled(ids),
            params={name: ids[f"{name}_id"] for name in route.query if name in _ASKED_FOR}
            | {name: said for name, said in _SAYS_WHAT.items() if name in route.query},
            headers=self._headers(who, route),
            **route.body(ids, self.forms),
        )
        self._client.cookies.clear()
        assert self._is_in_order(route, answer), f"{route} answers {answer.status_code}: see the log"
        return answer

    def rows(self, ids: Sequence[str]) -> list[str]:
        """All rows in which one of these ids stands."""
        with self.service.database.read() as session:
            return [
                f"{table.name}: {row}"
                for table in Base.metadata.sorted_tables
                if table.name not in _TRACES
                for row in session.execute(select(table))
                if any(id_ in str(row) for id_ in ids)
            ]

    def _headers(self, who: Who, route: Route) -> dict[str, str]:
        if who.person_id is None:
            return {}
        if not route.is_page:
            return {"Authorization": f"Bearer {self._token(who)}"}
        if who not in self._sessions:
            with self.service.database.begin() as session:
                secret = sessions.start(session, who.person_id, browser="", now=self.service.now())
            self._sessions[who] = secret
        if route.method != READ:  # it may end what it came with
            return {"Cookie": f"{cookies.SESSION}={self._sessions.pop(who)}"}
        return {"Cookie": f"{cookies.SESSION}={self._sessions[who]}"}

    def _token(self, who: Who) -> str:
        if who not in self._tokens:
            self._tokens[who] = self._made(who)
        return self._tokens[who]

    def _made(self, who: Who) -> str:
        assert who.person_id is not None
        now, caller = self.service.now(), Caller(who.person_id, who.operator)
        with self.service.database.begin() as session:
            made = tokens.create(
                session, caller, TokenRequest("walk", who.scopes, course_id=who.course_id), now=now
            )
            if who.revoked:
                tokens.revoke(session, who.person_id, made.token.id, now=now)
        return made.text

    def _learn(self, route: Route, ids: Ids, who: Who) -> None:
        answer = self.ask(who, route, ids)
        if "text/html" in answer.headers.get("Content-Type", ""):
            forms = posted(route.filled(ids), answer.text)
            self.forms |= {to: {**fields, **self.forms.get(to, {})} for to, fields in forms.items()}

    def _is_in_order(self, route: Route, answer: Response) -> bool:
        return not answer.is_server_error or (answer.status_code == _BUSY and route.path in _MAY_BE_BUSY)


@contextmanager
def _serving(template: Path, folder: Path) -> Iterator[Service]:
    url = f"sqlite:///{shutil.copy(template, folder / 'backgrade.db')}"
    with closing(Database(url)) as database:
        yield Service(Settings(data_dir=folder), database, lambda: NOW)


@pytest.fixture(scope="module")
def ground(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Ground:
    kept = shared_folder(tmp_path_factory) / "ground"
    with alone(kept):
        if not kept.exists():
            made = _ground(sqlite_template, tmp_path_factory.mktemp("ground"))
            with _walking(made, tmp_path_factory.mktemp("forms"), every_route()) as walk:
                walk.learn_forms()
            database = Path(shutil.copy(made.database, kept.with_suffix(".db")))
            kept.write_bytes(pickle.dumps(replace(made, database=database, forms=walk.forms)))
        ground: Ground = pickle.loads(kept.read_bytes())  # noqa: S301 - written by a process of this run
    return ground


def _ground(template: Path, folder: Path) -> Ground:
    with _serving(template, folder) as service:
        mine, theirs = whole(service, "Mine", "Mine"), whole(service, THEIRS, SOMEBODYS)
        with service.database.begin() as session:
            stranger = classroom.person(session, "stranger").id
            operator = classroom.person(session, "operator")
            operator.operator = True
            owner, course_id = theirs.people[Role.OWNER], UUID(mine.ids["course_id"])
            people.enrol(session, course_id, owner, Role.OWNER, now=service.now())
        by_them = Who(operator.id, operator=True, scopes=frozenset(Scope))
    return Ground(folder / "backgrade.db", mine, theirs, stranger, by_them, forms={})


@contextmanager
def _walking(ground: Ground, folder: Path, routes: Sequence[Route]) -> Iterator[Walk]:
    with _serving(ground.database, folder) as service:
        app = application(service)
        app.state.news_feed.close()  # streams tell what is, and end
        client = TestClient(
            app, base_url="http://localhost", follow_redirects=False, raise_server_exceptions=False
        )
        with client:  # one thread for all requests
            yield Walk(app, service, client, routes, ground)


@pytest.fixture(scope="module")
def routes() -> Sequence[Route]:
    """Those of any application."""
    return every_route()


@pytest.fixture(scope="module")
def walk(ground: Ground, tmp_path_factory: pytest.TempPathFactory, routes: Sequence[Route]) -> Iterator[Walk]:
    """One for all who change nothing: they show it themselves."""
    with _walking(ground, tmp_path_factory.mktemp("walk"), routes) as made:
        yield made


@pytest.fixture
def inside(ground: Ground, tmp_path: Path, routes: Sequence[Route]) -> Iterator[Walk]:
    """One for who may change what there is."""
    with _walking(ground, tmp_path, routes) as made:
        yield made


_MAY_DO_LESS = {"stranger", *(f"{role} of another course" for role in Role if role is not Role.OWNER)}
"""Than the owner of another course. A short run lets each of them ask for a part of the routes."""
_A_PART = 60
_A_LARGE_PART = 180
"""Of the routes, which students ask for what belongs to each other."""


def _of_mine(role: Role) -> Callable[[Walk], Who]:
    return lambda walk: Who(walk.mine.people[role])


OUTSIDERS: Mapping[str, Callable[[Walk], Who]] = {
    **{f"{role} of another course": _of_mine(role) for role in Role},
    "stranger": lambda walk: Who(walk.stranger),
    "nobody": lambda _: NOBODY,
    "former student": lambda walk: Who(walk.theirs.former),
}
FOR_PROGRAMS: Mapping[str, Callable[[Walk], Who]] = {
    "owner with a token for another course": lambda walk: Who(
        walk.theirs.people[Role.OWNER], course_id=UUID(walk.mine.ids["course_id"])
    ),
    "owner with a revoked token": lambda walk: Who(walk.theirs.people[Role.OWNER], revoked=True),
}


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("who", [*OUTSIDERS, *FOR_PROGRAMS])
def test_from_outside_nobody_sees_or_changes_anything_or_learns_that_it_exists(walk: Walk, who: str) -> None:
    asks = {**OUTSIDERS, **FOR_PROGRAMS}[who](walk)
    before = walk.rows(list(walk.theirs.ids.values()))

    for route in drawn(walk.routes, _A_PART) if who in _MAY_DO_LESS else walk.routes:
        if who in FOR_PROGRAMS and route.is_page:
            continue
        nowhere = walk.ask(asks, route, nothing(walk.theirs))
        for ids in _ways_in(route, walk):
            answer = walk.ask(asks, route, ids)
            assert THEIRS not in _shown(answer), f"{route} shows it"
            if not route.asks_for(ids):
                assert not [id_ for id_ in ids.values() if id_ in answer.text], f"{route} tells ids"
                continue
            assert _is_refused(answer), f"{route} answers {answer.status_code}"
            if ids is walk.theirs.ids:
                assert _steady(answer) == _steady(nowhere), f"{route} tells that it exists"

    assert walk.rows(list(walk.theirs.ids.values())) == before


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("role", [Role.STUDENT, Role.OBSERVER])
def test_students_see_and_change_nothing_of_each_other(walk: Walk, role: Role) -> None:
    asks = Who(walk.theirs.people[role])
    somebodys = [walk.theirs.ids["submission_id"], str(walk.theirs.victim)]
    before = walk.rows(somebodys)

    for route in drawn(walk.routes, _A_LARGE_PART):
        for ids in (walk.theirs.ids, walk.theirs.ids_of_draft()):
            answer = walk.ask(asks, route, ids)
            assert SOMEBODYS not in _shown(answer), f"{route} shows it"
            if _SOMEBODYS & set(route.asks_for(ids)):
                assert _is_refused(answer), f"{route} answers {answer.status_code}"

    assert walk.rows(somebodys) == before


def test_students_do_not_know_of_drafts(walk: Walk) -> None:
    asks = Who(walk.theirs.people[Role.STUDENT])

    for route in walk.routes:
        if "assignment_id" in route.asks_for(walk.theirs.ids):
            answer = walk.ask(asks, route, walk.theirs.ids_of_draft())
            assert _is_refused(answer), f"{route} answers {answer.status_code}"


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize("role", [*Role, "operator"])
def test_nothing_breaks_for_who_is_inside(inside: Walk, role: Role | str) -> None:
    asks = Who(inside.theirs.people[role]) if isinstance(role, Role) else inside.operator

    for route in inside.routes:
        for ids in drawn((inside.theirs.ids_of_draft(), inside.theirs.ids), 1):
            inside.ask(asks, route, ids)


def test_whoever_may_see_it_does(walk: Walk) -> None:
    """Without this, a walk that asks in the wrong way would find nothing and be content."""
    may = [Who(walk.theirs.people[Role.OWNER]), Who(walk.theirs.victim), walk.operator]
    shown = 0

    for route in walk.routes:
        if route.method != READ or not route.asks_for(walk.theirs.ids):
            continue
        answers = [walk.ask(who, route, walk.theirs.ids) for who in may]
        assert any(answer.status_code == 200 for answer in answers), f"{route} is shown to nobody"
        shown += any(THEIRS in _shown(answer) for answer in answers)

    assert shown > 10


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("scope", sorted(EVERYTHING))
def test_a_token_changes_nothing_that_it_is_not_for(inside: Walk, scope: Scope) -> None:
    asks = Who(inside.theirs.people[Role.OWNER], scopes=frozenset({scope}))
    before = inside.rows(list(inside.theirs.ids.values()))
    wrote = False

    for route in inside.routes:
        if not route.is_page and route.asks_for(inside.theirs.ids):
            answer = inside.ask(asks, route, inside.theirs.ids)
            wrote = wrote or (answer.is_success and route.method != READ)

    assert scope.endswith(":write") or not wrote
    assert wrote or _but_its_use(inside.rows(list(inside.theirs.ids.values()))) == _but_its_use(before)


@each_operation
def test_each_thing_is_read_with_one_scope(walk: Walk) -> None:
    for route in walk.routes:
        if route.is_page or route.method != READ or not route.asks_for(walk.theirs.ids):
            continue
        enough = [
            scope
            for scope in sorted(EVERYTHING)
            if walk.ask(
                Who(walk.theirs.people[Role.OWNER], scopes=frozenset({scope})), route, walk.theirs.ids
            ).is_success
        ]
        assert len(enough) == 1, f"{route} is read with {enough}"


@each_operation
def test_the_document_lists_the_scopes_that_each_operation_needs(
    ground: Ground, tmp_path: Path, routes: Sequence[Route]
) -> None:
    operations = [route for route in routes if not route.is_page]
    last_deleted = sorted(operations, key=lambda route: route.method == "DELETE")
    documented = [(route, _documented_scopes(route)) for route in last_deleted]
    owner, victim = ground.theirs.people[Role.OWNER], ground.theirs.victim

    with _walking(ground, tmp_path, routes) as walk:
        everybody = (Who(owner), Who(victim), walk.operator)
        for route, scopes in documented:
            for scope in scopes if route.path not in _TAKE_MORE else ():
                said = {_scope_asked(walk, route, who, who.scopes - {scope}) for who in everybody}
                assert scope in said, f"{route} does not need {scope}: see api/web/scopes.py"
        for route, scopes in documented:
            if Scope.ADMIN in scopes or route.path == _MAKES_TOKENS:
                continue  # with that scope, people are erased who are asked for here
            enough = [scopes] if scopes else _ANY_OTHER
            said = {_scope_asked(walk, route, who, each) for who in everybody for each in enough}
            assert said == {None}, f"{route} needs more than {scopes}: see api/web/scopes.py"


def _documented_scopes(route: Route) -> frozenset[Scope]:
    path = re.sub(r":\w+\}", "}", route.path)
    operation = document()["paths"].get(path, {}).get(route.method.lower(), {})
    ways = operation.get("security", ())
    return frozenset(Scope(scope) for way in ways for scope in way.get("token", ()))


def _scope_asked(walk: Walk, route: Route, who: Who, scopes: frozenset[Scope]) -> str | None:
    """The scope that a token lacks, as the answer names it."""
    answer = walk.ask(replace(who, scopes=scopes), route, walk.theirs.ids)
    found = re.search(r'scope="([^"]+)"', answer.headers.get("WWW-Authenticate", ""))
    return found[1] if found else None


def test_every_route_of_the_document_is_walked(app: FastAPI, routes: Sequence[Route]) -> None:
    walked = {(route.method, re.sub(r":\w+\}", "}", route.path)) for route in routes}
    documented = {
        (method.upper(), path) for path, methods in app.openapi()["paths"].items() for method in methods
    }

    assert documented <= walked


def _ways_in(route: Route, walk: Walk) -> Iterator[Ids]:
    """Theirs everywhere, and theirs wherever one's own ids could lead past a check."""
    theirs, mine = walk.theirs, walk.mine
    names = route.asks_for(theirs.ids)
    yield theirs.ids
    if "assignment_id" in names:
        yield theirs.ids_of_draft()
    mixed = [of for of in product((theirs, mine), repeat=len(names)) if theirs in of and mine in of]
    for choice in drawn(mixed, 1):
        yield {**theirs.ids, **{name: of.ids[name] for name, of in zip(names, choice, strict=True)}}


def _is_refused(answer: Response) -> bool:
    if answer.is_redirect:
        return answer.headers["Location"].startswith("/sign-in")
    return answer.is_client_error


def _shown(answer: Response) -> str:
    return f"{answer.text} {answer.headers}"


def _steady(answer: Response) -> tuple[int, str, str]:
    """What of an answer tells something."""
    location = answer.headers.get("Location", "")
    return answer.status_code, _UNSTEADY.sub("-", location), _UNSTEADY.sub("-", answer.text)


def _but_its_use(rows: Sequence[str]) -> list[str]:
    return [row for row in rows if not row.startswith("api_token")]
