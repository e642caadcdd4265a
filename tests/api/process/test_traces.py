"""Traces show where time goes, from a request to the steps in the sandbox, and name nobody."""

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from fastapi.testclient import TestClient
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from api.process import traces
from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.spans import span
from submissions.grading.work.task import Grader
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database
from submissions.tables import Grading
from tests.patience import DATABASE
from tests.world import classroom
from tests.world.application import application
from tests.world.clock import NOW
from tests.world.engine import working

ADDRESS = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
KEYS = {
    "backgrade.attempt",
    "backgrade.job",
    "backgrade.request",
    "backgrade.submission",
    "error.type",
    "http.request.method",
    "http.response.status_code",
    "http.route",
}
WRONG = (Path(__file__).parents[3] / "examples" / "overwrite.py").read_bytes()
PRIVATE = "zyzzyva"
"""A word that nobody but a student writes."""


class Collected:
    """What was traced in this test."""

    def __init__(self) -> None:
        self._memory = InMemorySpanExporter()
        self.provider = TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(SimpleSpanProcessor(self._memory))

    @property
    def spans(self) -> list[ReadableSpan]:
        return list(self._memory.get_finished_spans())

    def named(self, name: str) -> Any:
        return next(SimpleNamespace(**vars(_seen(each))) for each in self.spans if each.name == name)


def _seen(each: ReadableSpan) -> SimpleNamespace:
    parent = each.parent.span_id if each.parent else None
    return SimpleNamespace(
        id=each.context.span_id if each.context else None,
        parent=parent,
        attributes=dict(each.attributes or {}),
        events=each.events,
    )


@pytest.fixture
def collected() -> Iterator[Collected]:
    made = Collected()
    with traces.collected_by(made.provider):
        yield made


def service(database: Database, folder: Path) -> Service:
    return Service(Settings(data_dir=folder), database, lambda: NOW)


@pytest.fixture
def client(sqlite_url: str, tmp_path: Path) -> Iterator[TestClient]:
    made = Database(sqlite_url, DATABASE)
    with TestClient(application(service(made, tmp_path)), base_url="http://localhost") as asking:
        yield asking
    made.close()


def test_a_request_is_named_by_its_route(collected: Collected, client: TestClient) -> None:
    client.get(f"/sign-in/{PRIVATE}?name={PRIVATE}")
    client.request(f"BREW{PRIVATE}", f"/{PRIVATE}")
    client.get("/healthz")

    requests = [each.name for each in collected.spans]
    assert len(requests) == 2
    assert requests[1] == "other -"
    assert all(set(each.attributes or {}) <= KEYS for each in collected.spans)
    assert PRIVATE not in " ".join(each.to_json() for each in collected.spans)


def test_an_endpoint_that_fails_says_of_what_kind_and_not_with_which_words(collected: Collected) -> None:
    with pytest.raises(ValueError, match=PRIVATE), span("step"):
        raise ValueError(PRIVATE)

    [step] = collected.spans
    assert step.attributes == {"error.type": "ValueError"}
    assert not step.status.is_ok
    assert PRIVATE not in step.to_json()


def test_a_job_its_grading_and_the_steps_of_its_sandbox_are_one_trace(
    collected: Collected, sqlite_url: str, sandbox: Sandbox
) -> None:
    source = WRONG.replace(b"class Value", f"{PRIVATE} = 1\n\nclass Value".encode(), 1)
    database = Database(sqlite_url, DATABASE)
    with database.begin() as session:
        made, _ = classroom.course(session)
        student = classroom.member(session, made, PRIVATE)
        task = classroom.assignment(session, made)
        handed = classroom.handed_in(session, task, student, content=source).id
    done = trace_of_job(database, sandbox, handed)
    database.close()

    assert done
    job, grading = collected.named("job: grading"), collected.named("grade")
    diagnosis, child = collected.named("diagnose"), collected.named("sandbox: child")
    assert job.parent is None
    assert (grading.parent, diagnosis.parent, child.parent) == (job.id, grading.id, grading.id)
    assert grading.attributes == {"backgrade.submission": str(handed)}
    assert {each.context.trace_id for each in collected.spans if each.context and each.parent} == {
        each.context.trace_id for each in collected.spans if each.context and each.name == "job: grading"
    }
    for each in collected.spans:
        assert set(each.attributes or {}) <= KEYS
        assert each.events == ()
        assert PRIVATE not in each.to_json()


def trace_of_job(database: Database, sandbox: Sandbox, submission: UUID) -> bool:
    """Grade what waits; whether it was."""
    from threading import Event

    from submissions.grading.work.results import Work

    ended = Event()
    graders = Grader.using(sandbox)

    def graded(work: Work) -> Any:
        try:
            return graders.grade(work)
        finally:
            ended.set()

    with working(database, Grader(graded, graders.level), slots=1):
        assert ended.wait(600)
    with database.read() as session:
        return session.query(Grading).filter(Grading.submission_id == submission).count() == 1


def test_the_engine_gives_the_same_report_whether_or_not_it_is_traced(sandbox: Sandbox) -> None:
    plain = grade(Source("value.py", WRONG), assignment("core"), sandbox, seed=7)
    made = Collected()
    with traces.collected_by(made.provider):
        traced = grade(Source("value.py", WRONG), assignment("core"), sandbox, seed=7)

    assert traced == plain
    assert made.spans


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {**ADDRESS, "OTEL_SDK_DISABLED": "true"},
        {**ADDRESS, "OTEL_TRACES_EXPORTER": "none"},
        {"OTEL_SERVICE_NAME": "grader"},
    ],
)
def test_without_an_address_nothing_is_traced(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traces, "_provider", lambda: pytest.fail("it began to trace"))

    with traces.traced(environment):
        pass


def test_without_the_extra_a_line_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def absent() -> TracerProvider:
        raise ImportError

    monkeypatch.setattr(traces, "_provider", absent)
    with caplog.at_level(logging.WARNING), traces.traced(ADDRESS):
        pass

    assert "the extra `traces` is not installed" in caplog.text


def test_the_service_is_named_by_the_environment_or_by_us(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = traces._provider()
    monkeypatch.setenv("OTEL_SERVICE_NAME", "grader-exam")
    theirs = traces._provider()

    assert [each.resource.attributes["service.name"] for each in (ours, theirs)] == [
        "backgrade",
        "grader-exam",
    ]
    for each in (ours, theirs):
        each.shutdown()


def test_nothing_of_the_sdk_is_imported_unless_it_is_asked_for() -> None:
    program = (
        "import os, sys\n"
        "import api.app, api.commands.serve, api.commands.worker, api.process.worker_runtime\n"
        "from api.process.traces import traced\n"
        "with traced({}): print([name for name in sys.modules if name.startswith('opentelemetry.sdk')])\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout == "[]\n"


def test_nobody_else_traces_even_where_somebody_listens_to_the_whole_process(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FastAPI would, with the path of each request."""
    everything = Collected()
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: everything.provider)
    monkeypatch.setattr(trace, "get_tracer", everything.provider.get_tracer)

    client.get(f"/sign-in/{PRIVATE}")

    assert everything.spans == []


def test_names_of_spans_are_ours() -> None:
    """What names a span stands in our code, so nothing of a file can be in it."""
    folders = ("api", "submissions", "grader")
    top = Path(__file__).parents[3]
    calls = [
        call
        for folder in folders
        for path in (top / folder).rglob("*.py")
        if path.name != "spans.py"
        for call in re.findall(r"(?<![.\w])span(?:ned)?\((.*?)[,)]", path.read_text(encoding="utf-8"))
    ]

    assert len(calls) >= 10
    assert [call for call in calls if not re.fullmatch(r'"[a-z: ]+"|f"job: \{taken\.kind\}"', call)] == []
