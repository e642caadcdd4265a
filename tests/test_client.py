"""The Python client: generated from the document, typed, and good for a whole way against a real service."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import httpx2
import pytest

from client.generate import generate
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.grading.intake.submit import submit
from submissions.operating.service import Service
from submissions.people.access import tokens
from submissions.people.access.policy import Caller, Scope
from tests.world import classroom
from tests.world.serving import serving

TOP = Path(__file__).parent.parent
PAGE = (TOP / "docs" / "rest.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
_READ = frozenset(scope for scope in Scope if scope.endswith(":read"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is, with an example of how it is used."""
    made = tmp_path_factory.mktemp("client")
    generate(made)
    (made / "example.py").write_text(EXAMPLE, encoding="utf-8")
    return made


@pytest.fixture
def client(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The package."""
    monkeypatch.syspath_prepend(folder)
    return import_module("backgrade_client")


def test_all_of_it_and_the_example_of_the_page_are_strictly_typed(folder: Path) -> None:
    what = ["-p", "backgrade_client", "-m", "example"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", *what],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout
    assert "no issues found in" in done.stdout


def test_the_example_of_the_page_goes_a_whole_way(folder: Path, tmp_path: Path, sandbox: Embedded) -> None:
    with serving(tmp_path, sandbox) as running:
        key = _class(running.service)
        told = {"PYTHONPATH": str(folder), "BACKGRADE_SERVER": running.url, "BACKGRADE_TOKEN": key}
        done = subprocess.run(
            [sys.executable, "-W", "error", folder / "example.py"],
            cwd=TOP,
            env={**os.environ, **told},
            capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["3 of 8 points", "overwritten_gradient: 1 students"]


def _class(service: Service) -> str:
    """A course in which a student has submitted the example; the API key of its owner."""
    now = service.now()
    with service.database.begin() as session:
        course, owner = classroom.course(session)
        draft = Draft(title="Core", stage="core", published=True)
        made = assignments.create(session, owner, course.id, draft, now=now)
        student = Caller(classroom.member(session, course, "ada").id)
        source = Source("overwrite.py", (TOP / "examples" / "overwrite.py").read_bytes())
        submit(session, student, made, source, now=now)
        wanted = tokens.TokenRequest("client", _READ | {Scope.SUBMISSIONS_WRITE}, course_id=course.id)
        return tokens.create(session, owner, wanted, now=now).text


@pytest.mark.parametrize(
    ("method", "status", "retry_after", "pauses"),
    [
        ("POST", 429, "7", [7.0]),
        ("GET", 503, "5", [5.0]),
        ("POST", 503, "5", []),
        ("GET", 429, "600", []),
        ("GET", 500, "5", []),
    ],
)
def test_it_asks_again_where_nothing_can_happen_twice(
    client: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    status: int,
    retry_after: str,
    pauses: list[float],
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    answers = [httpx2.Response(status, headers={"Retry-After": retry_after}), httpx2.Response(200)]
    inner = httpx2.MockTransport(lambda _: answers.pop(0))
    patience = import_module(f"{client.__name__}.patience").Patience(inner)

    with httpx2.Client(transport=patience) as asking:
        answer = asking.request(method, "http://localhost/")

    assert slept == pauses
    assert answer.status_code == (200 if pauses else status)


def test_what_is_refused_is_raised_and_a_token_is_not_sent_in_the_open(
    client: ModuleType, tmp_path: Path, sandbox: Embedded
) -> None:
    me = import_module(f"{client.__name__}.api.me")
    with pytest.raises(ValueError, match="not encrypted"):
        client.Backgrade("http://grader.example.edu", "bg_pat_secret")

    with (
        serving(tmp_path, sandbox) as running,
        client.Backgrade(running.url) as nobody,
        pytest.raises(client.Refused) as refused,
    ):
        me.get_me(nobody)

    assert refused.value.status == 401
    assert refused.value.problem.type_ == "/problems/not-signed-in"
