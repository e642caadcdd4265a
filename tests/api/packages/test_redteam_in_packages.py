"""The red team in packages: no attack earns points or reads the example, and a result is always read."""

import json
import shutil
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from api.command import main
from tests import bad_input_files
from tests.api.packages.conftest import INSTALLED, Gradescope, install, run, unpack
from tests.redteam_files import WRONG, attacks, beside, forging_above, forging_in_the_class
from tests.thorough import by_turns

MOST = 1 << 20
"""Bytes. PrairieLearn reads no result that is larger."""


def export(system: str, folder: Path) -> Path:
    with redirect_stdout(StringIO()):
        assert main(["export", system, "--out", str(folder), "--stage", "core"]) == 0
    return folder


@pytest.fixture(scope="module")
def autograder(tmp_path_factory: pytest.TempPathFactory) -> Gradescope:
    """One folder `/autograder` for all attacks, as in a container that is used again."""
    root = tmp_path_factory.mktemp("gradescope")
    unpack(export("gradescope", root / "package") / "gradescope.zip", root / "source")
    install(root / "source" / "backgrade")
    shutil.copy(root / "source" / "run_autograder", root)
    (root / "submission").mkdir()
    return Gradescope(root)


@pytest.fixture(scope="module")
def question(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder `/grade` of PrairieLearn."""
    root = tmp_path_factory.mktemp("prairielearn")
    package = export("prairielearn", root / "package")
    install(package / "image" / "backgrade")
    shutil.copytree(package / "question" / "tests", root / "tests")
    (root / "student").mkdir()
    return root


def graded_question(root: Path, content: bytes, suffix: str = ".py") -> dict[str, Any]:
    """The result, which is there after status 0 and not too large."""
    submitted = root / "student" / f"value{suffix}"
    submitted.write_bytes(content)
    done = run(root / "tests" / "run.sh", root, BACKGRADE_KIT=str(root / "package" / "image" / "backgrade"))
    submitted.unlink()
    results = root / "results" / "results.json"
    assert done.returncode == 0
    assert results.stat().st_size < MOST
    document: dict[str, Any] = json.loads(results.read_text("utf-8"))
    return document


NAMED = ("read_secret", "result_files", "patch_everything")
"""What packages lay open if anything does: the correct example, the results, the grader."""
ATTACKS = [
    *(("beside", name) for name in NAMED),
    *by_turns([("beside", name) for _, name in attacks("bystanders") if name not in NAMED], str, one_in=36),
    *by_turns([("in the class", name) for _, name in attacks("forgers")], str, one_in=30),
    *by_turns([("above", name) for _, name in attacks("forgers")], str, one_in=30),
]
"""Where an attack stands, and its name."""
QUIET = ("print('refused:', what, type(error).__name__)", "pass")
"""A report shows the first lines that a file prints: they are for what gets through."""


def hostile(attack: tuple[str, str], example: Path) -> bytes:
    """The text of the file. The correct example is the secret that it looks for."""
    place, name = attack
    if place == "beside":
        text = beside(name, "before", WRONG).replace("{SECRET}", str(example)).replace(*QUIET)
    else:
        text = forging_in_the_class(name) if place == "in the class" else forging_above(name, WRONG)
    return text.encode()


@pytest.mark.parametrize("attack", ATTACKS, ids=" ".join)
def test_gradescope_gives_an_attack_nothing(attack: tuple[str, str], autograder: Gradescope) -> None:
    example = autograder.root / "source" / "backgrade" / INSTALLED / "correct.py"
    autograder.submit("value.py", hostile(attack, example))

    done = autograder.run()

    assert done.returncode == 0, done.stderr
    text = autograder.results.read_text("utf-8")
    assert json.loads(text)["score"] == 0
    assert "GOT THROUGH" not in text + done.stdout
    assert list(autograder.results.parent.iterdir()) == [autograder.results]


@pytest.mark.parametrize("attack", by_turns(ATTACKS, str, one_in=2), ids=" ".join)
def test_prairielearn_gives_an_attack_nothing(attack: tuple[str, str], question: Path) -> None:
    example = question / "package" / "image" / "backgrade" / INSTALLED / "correct.py"

    document = graded_question(question, hostile(attack, example))

    assert not document.get("score")
    assert "GOT THROUGH" not in json.dumps(document)


@pytest.mark.parametrize(
    "case", by_turns(bad_input_files.cases(), str, one_in=70), ids=lambda case: case.name
)
def test_prairielearn_reads_a_result_for_every_bad_file(
    case: bad_input_files.BadInput, question: Path
) -> None:
    document = graded_question(question, case.source.content, case.suffix)

    assert document["gradable"] is (not case.problem)
