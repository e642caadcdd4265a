"""From a token to a report, with a real engine and a real sandbox, on each database."""

from pathlib import Path

from grader.sandbox.embedded import Embedded
from submissions.grading.work.task import Grader
from tests import patience
from tests.api.rest.interface import interface
from tests.world.engine import working

WRONG = Path("examples/overwrite.py")


def test_a_wrong_file_comes_back_diagnosed(database_url: str, tmp_path: Path, sandbox: Embedded) -> None:
    with interface(database_url, tmp_path) as api:
        student = api.student()
        engine = working(api.school.database, Grader.using(sandbox), slots=1, now=api.school.clock)
        made = api.submit(student, WRONG.read_text(encoding="utf-8"), WRONG.name)
        with engine:
            path = f"/submissions/{made['id']}"
            patience.until(lambda: student.get(path).json()["state"] == "graded")

        result = student.get(path).json()["result"]
        report = student.get(f"{path}/report").json()
    assert (result["passed"], result["cause"]) == (False, "overwritten_gradient")
    assert report["diagnosis"]["findings"][0]["fault"] == "overwritten_gradient"
    assert report["sha256"] == made["sha256"]
