"""What is logged can be read by people and machines, and says nothing about anybody."""

import json
import logging
import re
from collections.abc import Iterator
from io import StringIO

import pytest

from api.process import logs
from grader.errors import SandboxUnavailable
from submissions.operating.settings import Settings

MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
LOG = logging.getLogger("backgrade.somewhere")


@pytest.fixture
def stream() -> Iterator[StringIO]:
    """What is set up is taken back."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def failed(name: str) -> None:
    try:
        int(name)
    except ValueError as error:
        raise LookupError(f"{name} has a wrong password") from error


def test_a_line_of_text_has_moment_level_source_and_fields(stream: StringIO) -> None:
    logs.set_up(Settings(), stream)
    LOG.info("graded", extra={"submission": "0199", "attempt": 1, "person": None})

    assert re.fullmatch(f"{MOMENT} info somewhere graded submission=0199 attempt=1\n", stream.getvalue())


def test_a_line_of_json_is_an_object_with_the_same(stream: StringIO) -> None:
    logs.set_up(Settings(log_format="json"), stream)
    LOG.warning("no sign\nof life", extra={"job": "0199"})

    line = json.loads(stream.getvalue())
    assert re.fullmatch(MOMENT, line.pop("at"))
    assert line == {"level": "warning", "from": "somewhere", "said": "no sign\nof life", "job": "0199"}


def test_nobody_writes_a_line_of_the_log_but_us(stream: StringIO) -> None:
    logs.set_up(Settings(), stream)
    LOG.info("a\nb", extra={"host": "x\n2026 info root all is well\x1b[2J"})

    assert len(stream.getvalue().splitlines()) == 1
    assert "\x1b" not in stream.getvalue()


def test_what_is_less_than_the_level_is_left_out(stream: StringIO) -> None:
    logs.set_up(Settings(log_level="warning"), stream)
    LOG.info("ordinary")

    assert stream.getvalue() == ""


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_exception_is_told_by_type_and_place_without_its_message(form: str, stream: StringIO) -> None:
    logs.set_up(Settings(log_format=form), stream)
    try:
        failed("ada")
    except LookupError:
        LOG.exception("unexpected")

    told = stream.getvalue()
    assert "ada" not in told
    assert "LookupError" in told
    assert "ValueError" in told
    assert re.search(r"test_logs\.py:\d+ in failed", told)


def test_at_level_debug_messages_are_told_too(stream: StringIO) -> None:
    logs.set_up(Settings(log_level="debug"), stream)
    try:
        failed("ada")
    except LookupError:
        LOG.exception("unexpected")

    assert "ada has a wrong password" in stream.getvalue()


def test_the_messages_of_our_engine_have_no_names_and_are_told(stream: StringIO) -> None:
    logs.set_up(Settings(), stream)
    LOG.error("no sandbox", exc_info=SandboxUnavailable("no container engine listens"))

    assert "SandboxUnavailable: no container engine listens" in stream.getvalue()


def test_every_exception_of_a_group_is_told(stream: StringIO) -> None:
    logs.set_up(Settings(), stream)
    LOG.error("unexpected", exc_info=ExceptionGroup("two", [OSError("ada"), MemoryError()]))

    told = stream.getvalue()
    assert all(name in told for name in ("ExceptionGroup", "OSError", "MemoryError"))
    assert "ada" not in told


def test_warnings_and_the_server_write_in_the_same_form(stream: StringIO) -> None:
    logs.set_up(Settings(), stream)
    logging.getLogger("uvicorn.error").info("Application startup complete.")

    assert re.fullmatch(f"{MOMENT} info uvicorn.error Application startup complete.\n", stream.getvalue())


def lines(stream: StringIO) -> list[str]:
    return [line for line in stream.getvalue().splitlines() if not line.startswith(" ")]


def test_the_same_failure_is_written_once_a_second_with_how_many_were_left_out() -> None:
    clock = [0.0]
    repetitions = logs.Repetitions(lambda: clock[0])
    written = []
    for number in range(1000):
        clock[0] = number / 500  # for two seconds
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "no descriptor", (), None)
        record.request = str(number)
        if repetitions.filter(record):
            written.append(getattr(record, "left_out", 0))

    assert written == [0, 499]


def test_another_failure_is_written_at_once(stream: StringIO) -> None:
    logs.set_up(Settings(), stream)
    for job in ("one", "two", "one"):
        LOG.error("grading failed", extra={"job": job})
    for name in ("ada", "eve"):
        try:
            failed(name)
        except LookupError:
            LOG.exception("grading failed")

    assert len(lines(stream)) == 3


def test_what_is_no_trouble_is_never_left_out(stream: StringIO) -> None:
    logs.set_up(Settings(), stream)
    for _ in range(10):
        LOG.info("answered")

    assert len(lines(stream)) == 10


def test_kinds_of_failures_do_not_grow_without_end() -> None:
    repetitions = logs.Repetitions()
    for number in range(5000):
        record = logging.LogRecord("x", logging.ERROR, "", 0, f"failed {number}", (), None)
        assert repetitions.filter(record)

    assert len(repetitions._seen) <= 1000
