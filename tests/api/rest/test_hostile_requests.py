"""The red team against the service: handed in over the network, kept in the database, fetched again."""

import asyncio
import gzip
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import func, select
from starlette.types import Message, Receive, Scope, Send

from api.web.body_limit import BodyLimit
from grader.sandbox.embedded import Embedded
from grader.sandbox.protocol import Sandbox
from submissions.grading.intake.source import Refused, from_bytes
from submissions.grading.work.task import Grader
from submissions.operating.service import utc_now
from submissions.tables import StoredFile
from submissions.texts.file_name import file_name
from tests import back_ends
from tests.api.formats.test_hostile_reports import CONTROLS, EVERYTHING, NUMBERS, PLACES, SET, file
from tests.api.rest.interface import Asking, Interface, interface
from tests.grader.test_redteam import HOSTILE, IMPATIENT
from tests.patience import until
from tests.redteam_files import RIGHT
from tests.submissions.grading.intake.test_hostile_uploads import ARCHIVES, CODE, NAMES
from tests.thorough import at_length
from tests.world.engine import working

WEIGHTS = {"a_plus_a": 1, "product_of_sum": 1, "tanh": 1}


@pytest.fixture
def hostile(database_url: str, tmp_path: Path) -> Iterator[Interface]:
    """A class on each database, graded on few graphs; everything is told to students."""
    with interface(database_url, tmp_path, weights=WEIGHTS, hint_rung=4) as made:
        yield made


@contextmanager
def graded_by(sandbox: Sandbox, made: Interface, slots: int = 2) -> Iterator[None]:
    """An engine grades what is handed in."""
    school = made.school
    grader = Grader.using(sandbox)
    with working(school.database, grader, slots=slots, now=utc_now):
        yield


def finished(asking: Asking, submission: Mapping[str, Any]) -> dict[str, Any]:
    """The submission when it is graded."""
    found: dict[str, Any] = {}

    def is_finished() -> bool:
        found.update(asking.get(f"/submissions/{submission['id']}").json())
        return found["state"] not in {"queued", "grading"}

    until(is_finished)
    return found


def kept(made: Interface) -> int:
    """How many files are in the database."""
    with made.school.database.read() as session:
        return session.scalar(select(func.count()).select_from(StoredFile)) or 0


# --- S01: archives and bodies -----------------------------------------------------------------------------


def test_an_archive_is_refused_and_nothing_of_it_is_kept(hostile: Interface, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    student, path = hostile.student(), f"{hostile.assignment}/submissions"
    for content in ARCHIVES.values():
        for name in ("value.zip", "value.tar", "../value.py.zip", "value"):
            refused = student.post(path, files={"file": (name, content)})
            assert refused.status_code in {413, 415, 422}
        as_it_is = student.post(path, content=content, headers={"Content-Type": "application/zip"})
        assert as_it_is.status_code == 415

    assert kept(hostile) == 0
    assert sorted(tmp_path.iterdir()) == before


def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_read(hostile: Interface) -> None:
    limit = hostile.app.state.service.settings.upload_bytes

    def never() -> Iterator[bytes]:
        yield b"x"
        raise AssertionError("it is read")

    headers = {"Content-Length": str(limit + 1), "Content-Type": "text/x-python"}
    refused = hostile.student().post(f"{hostile.assignment}/submissions", content=never(), headers=headers)
    assert refused.status_code == 413


def test_a_body_that_lies_about_its_length_is_read_up_to_the_limit_and_no_further() -> None:
    given = 0

    async def endless() -> Message:
        nonlocal given
        given += 1000
        return {"type": "http.request", "body": bytes(1000), "more_body": True}

    async def reader(_scope: Scope, receive: Receive, _send: Send) -> None:
        while True:
            await receive()

    async def send(_: Message) -> None:
        """Nobody looks at it."""

    scope = {"type": "http", "method": "POST", "path": "/api/v1/x", "headers": [(b"content-length", b"5")]}
    with pytest.raises(Exception, match="413"):
        asyncio.run(BodyLimit(reader, 10_000)(scope, endless, send))
    assert given <= 11_000


def test_a_packed_body_is_not_unpacked(hostile: Interface) -> None:
    """Nothing of ours packs bodies: the bytes are a file like any other, which is no Python."""
    headers = {"Content-Type": "text/x-python", "Content-Encoding": "gzip"}
    student, packed = hostile.student(), gzip.compress(bytes(20 << 20))
    answer = student.post(f"{hostile.assignment}/submissions?name=x.py", content=packed, headers=headers)

    assert answer.status_code == 202
    assert student.get(f"/submissions/{answer.json()['id']}/file").content == packed


# --- S02: names -------------------------------------------------------------------------------------------


def _refused(name: str) -> bool:
    try:
        from_bytes(CODE, name)
    except Refused:
        return True
    return len(name) > 200 or not name.strip()


def test_a_name_that_was_uploaded_comes_back_as_a_harmless_line(hostile: Interface) -> None:
    student = hostile.student()
    for name in NAMES:
        sent = name.encode("utf-8", "surrogatepass")
        arrived, path = (
            sent.decode("utf-8", "replace"),
            f"{hostile.assignment}/submissions?name={quote(sent)}",
        )
        answer = student.post(path, content=CODE, headers={"Content-Type": "text/x-python"})
        if _refused(name):
            assert answer.status_code in {415, 422}, name
            continue
        assert answer.status_code == 202, name
        found = student.get(f"/submissions/{answer.json()['id']}").json()["file_name"]
        assert found.isprintable()
        assert found in {file_name(name, "submission"), file_name(arrived, "submission")}
        sent_back = student.get(f"/submissions/{answer.json()['id']}/file")
        assert sent_back.content == CODE
        assert sent_back.headers["content-disposition"].startswith("attachment; filename*=UTF-8''")
        assert "set-cookie" not in sent_back.headers


# --- S03, S04, S05: what a report says --------------------------------------------------------------------


@at_length
def test_hostile_reports_are_kept_and_fetched_as_data(hostile: Interface, sandbox: Embedded) -> None:
    """Markup, controls and numbers that no format has, in every place where a text of a student's can be."""
    texts = {f"text in {place}": file(place, f"{EVERYTHING}{CONTROLS}end") for place in PLACES}
    texts |= {f"number {each}": RIGHT + SET.replace("{number}", each) for each in NUMBERS[::3]}
    student = hostile.student()
    with graded_by(sandbox, hostile):
        taken = {what: hostile.submit(student, text) for what, text in texts.items()}
        states = {what: finished(student, each)["state"] for what, each in taken.items()}

    assert {what: state for what, state in states.items() if state != "graded"} == {
        "text in syntax": "refused"
    }
    for what, each in taken.items():
        answer = student.get(f"/submissions/{each['id']}/report")
        assert answer.status_code == 200, what
        assert answer.headers["content-type"].startswith("application/json"), what
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not set(answer.text) & set(CONTROLS), what
        json.loads(answer.text, parse_constant=_no_constant)


def _no_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def test_every_answer_forbids_scripts_and_frames(hostile: Interface) -> None:
    student = hostile.student()
    for answer in (
        student.get(hostile.assignment),
        student.get("/nothing/<script>"),
        hostile.nobody.get(hostile.assignment),
        hostile.client.get("/"),
        hostile.client.get("/nothing/<script>alert(1)</script>"),
        hostile.client.post("/", content=bytes(12 << 20)),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "<script>alert" not in answer.text


# --- S07: side by side ------------------------------------------------------------------------------------


@at_length
def test_right_classes_earn_everything_beside_hostile_ones_in_the_queue(hostile: Interface) -> None:
    """Two slots on one sandbox, and every right class handed in beside a hostile one by somebody else."""
    some = HOSTILE[::2]
    texts = [text for pair in zip(some, [RIGHT] * len(some), strict=True) for text in pair]
    with back_ends.serving("embedded", IMPATIENT) as sandbox, graded_by(sandbox, hostile, slots=2):
        students = [hostile.student() for _ in texts]
        with ThreadPoolExecutor(4) as pool:
            taken = list(pool.map(lambda each: hostile.submit(*each), zip(students, texts, strict=True)))
        found = [finished(student, each) for student, each in zip(students, taken, strict=True)]

    assert [each["state"] for each in found] == ["graded"] * len(texts)
    assert [each["result"]["points"] for each in found] == [0.0, 100.0] * len(some)
