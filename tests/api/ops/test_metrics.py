"""The numbers for Prometheus, and who may read them."""

from datetime import timedelta

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from pydantic import HttpUrl

from grader.records import replace
from submissions.operating.service import Service
from submissions.people.access import tokens
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import Worker
from tests.world.application import application
from tests.world.classroom import assignment, course, handed_in, member, person
from tests.world.clock import NOW

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def read(client: TestClient, **headers: str) -> Samples:
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.text)
    samples = (sample for family in families for sample in family.samples)
    return {(each.name, tuple(sorted(each.labels.items()))): each.value for each in samples}


def token(database: Database, *, operator: bool, scope: Scope) -> str:
    with database.begin() as session:
        owner = person(session, "root")
        owner.operator = operator
        wanted = tokens.TokenRequest("prometheus", frozenset({scope}))
        return tokens.create(session, Caller(owner.id, operator=operator), wanted, now=NOW).text


def far(app: FastAPI) -> TestClient:
    return TestClient(app, base_url="https://testserver", client=("10.0.0.9", 5000))


def test_the_queue_and_the_workers_are_in_them(client: TestClient, database: Database) -> None:
    with database.begin() as session:
        made, _ = course(session)
        handed_in(
            session, assignment(session, made), member(session, made, "ada"), at=NOW - timedelta(seconds=7)
        )
        session.add(Worker(host="x", process=1, slots=3, level="E3", started_at=NOW, seen_at=NOW))

    samples = read(client)
    assert samples["backgrade_database_up", ()] == 1
    assert samples["backgrade_jobs", (("state", "waiting"),)] == 1
    assert samples["backgrade_jobs", (("state", "given-up"),)] == 0
    assert samples["backgrade_oldest_waiting_seconds", ()] == 7
    assert samples["backgrade_worker_slots", (("level", "E3"),)] == 3
    assert samples["backgrade_wait_seconds", (("quantile", "0.99"),)] == 0


def test_requests_are_counted_by_route_and_status_whatever_was_asked(client: TestClient) -> None:
    for _ in range(2):
        client.get("/healthz?name=ada")
    client.request("BREW", "/coffee/ada")

    samples = read(client)
    counted = "backgrade_requests_total"
    assert samples[counted, (("method", "GET"), ("route", "/healthz"), ("status", "200"))] == 2
    assert samples[counted, (("method", "other"), ("route", "-"), ("status", "404"))] == 1
    assert not any("ada" in str(each) for each in samples)


def test_a_database_that_does_not_answer_is_a_number_too(client: TestClient, database: Database) -> None:
    with database.begin() as session:
        session.connection().exec_driver_sql("DROP TABLE worker")

    samples = read(client)
    assert samples["backgrade_database_up", ()] == 0


def test_from_elsewhere_it_takes_an_operators_token(app: FastAPI, database: Database) -> None:
    given = token(database, operator=True, scope=Scope.ADMIN)

    assert far(app).get("/metrics").status_code == 401
    assert read(far(app), authorization=f"Bearer {given}")


@pytest.mark.parametrize(("operator", "scope"), [(False, Scope.COURSES_READ), (True, Scope.COURSES_READ)])
def test_another_token_is_not_enough(
    app: FastAPI, database: Database, *, operator: bool, scope: Scope
) -> None:
    given = token(database, operator=operator, scope=scope)

    answer = far(app).get("/metrics", headers={"authorization": f"Bearer {given}"})
    assert answer.status_code == 403


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_what_comes_through_a_proxy_is_not_from_this_machine(client: TestClient, header: str) -> None:
    assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 401


def test_behind_a_proxy_nobody_is_on_this_machine(service: Service) -> None:
    url = HttpUrl("https://grader.example.edu")
    behind = replace(service, settings=service.settings.model_copy(update={"public_url": url}))
    client = TestClient(application(behind), base_url="http://localhost", client=("127.0.0.1", 5000))

    assert client.get("/metrics").status_code == 401
