"""Probes say whether the process lives and whether files can be graded, and stand in the document."""

from datetime import timedelta

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.words import readiness as words
from submissions.operating.readiness import FailedCheck, ReadinessPart
from submissions.storage.database import Database
from submissions.tables import Worker
from tests.world.clock import NOW


def seen(database: Database, level: str) -> None:
    with database.begin() as session:
        session.add(Worker(host="here", process=1, slots=1, level=level, started_at=NOW, seen_at=NOW))


def test_the_process_lives_whatever_becomes_of_the_database(client: TestClient, database: Database) -> None:
    database.close()

    assert client.get("/healthz").json() == {"alive": True}


def test_with_a_worker_it_is_ready(client: TestClient, database: Database) -> None:
    seen(database, "E3")

    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True})


def test_without_one_it_is_not_and_says_why(client: TestClient, database: Database) -> None:
    seen(database, "")

    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["retry-after"] == "5"
    told = answer.json()
    assert told["errors"] == [{"in": "sandbox", "detail": words.lack(FailedCheck(ReadinessPart.SANDBOX))}]


def test_every_lack_has_words() -> None:
    assert all(words.lack(FailedCheck(part, seconds=9)) for part in ReadinessPart)


def test_they_can_be_asked_over_plain_http_under_any_name(app: FastAPI) -> None:
    client = TestClient(app, base_url="http://10.0.0.7")

    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_they_are_in_the_document(app: FastAPI, path: str) -> None:
    operation = app.openapi()["paths"][path]["get"]

    assert operation["operationId"] == path.strip("/")


def test_a_worker_of_long_ago_makes_nothing_ready(client: TestClient, database: Database) -> None:
    before = NOW - timedelta(minutes=5)
    with database.begin() as session:
        session.add(Worker(host="x", process=1, slots=1, level="E3", started_at=before, seen_at=before))

    assert client.get("/readyz").status_code == 503
