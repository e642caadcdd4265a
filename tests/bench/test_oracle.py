"""The oracle: PyTorch agrees with every expected value, and a certificate tells when it no longer would."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bench import _certificates as certificate, oracle
from bench._certificates import FOLDER, path, stale
from bench.oracle import Disagreement, Summary, _Comparison, main, verify
from grader.expected import Expected
from grader.instances import Instance
from suites import Graph, at, load
from tests.thorough import THOROUGH

RANDOM_GRAPHS = 3_000 if THOROUGH else 500


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The content of the diamond's certificate; `store` makes it the committed one."""
    content: dict[str, Any] = json.loads(path("diamond").read_text(encoding="utf-8"))
    monkeypatch.setattr(certificate, "FOLDER", tmp_path)
    return content


def store(content: object) -> None:
    """Put a certificate of the diamond in the place of the committed one."""
    path("diamond").write_text(json.dumps(content), encoding="utf-8")


def test_an_unchanged_certificate_is_not_stale(copy: dict[str, Any]) -> None:
    store(copy)

    assert stale("diamond") == []


@pytest.mark.usefixtures("copy")
def test_a_missing_certificate_is_stale() -> None:
    assert stale("diamond") == ["there is no certificate"]


@pytest.mark.usefixtures("copy")
def test_a_certificate_that_cannot_be_read_is_stale() -> None:
    store({"graphs": []})
    (reason,) = stale("diamond")

    assert reason.startswith("the certificate cannot be read")


def test_another_format_or_torch_is_stale(copy: dict[str, Any]) -> None:
    store(copy | {"format": 0, "torch": "1.0"})

    assert stale("diamond") == ["its format is 0, not 1", "its torch is '1.0', not '2.13.0'"]


def test_another_number_of_graphs_is_stale(copy: dict[str, Any]) -> None:
    store(copy | {"graphs": []})

    assert stale("diamond") == ["it is of 0 graphs, the suite has 1"]


def test_another_text_is_stale(copy: dict[str, Any]) -> None:
    copy["graphs"][0]["text"] = "L = a * b"
    store(copy)
    (reason,) = stale("diamond")

    assert reason.startswith("it is of another text: `L = a * b`, not `ab = a * b;")


def test_other_inputs_are_stale(copy: dict[str, Any]) -> None:
    copy["graphs"][0]["points"][0]["inputs"]["a"] = 2.5
    store(copy)
    (reason,) = stale("diamond")

    assert reason.startswith("it is of other inputs")


@pytest.mark.parametrize("quantity", ["data", "gradients"])
def test_another_value_is_stale(copy: dict[str, Any], quantity: str) -> None:
    copy["graphs"][0]["points"][0][quantity]["e"] += 1e-9
    store(copy)
    (reason,) = stale("diamond")

    assert reason.startswith(f"it has other {quantity} than are expected now")


def test_a_long_text_is_known_by_its_hash() -> None:
    content = json.loads(path("deep_chain").read_text(encoding="utf-8"))
    record = content["graphs"][0]

    assert record["text"] == "y = a * b, then y = y + a, 299 times"
    assert re.fullmatch("[0-9a-f]{64}", record["sha256"])
    assert len(record["points"][0]["gradients"]) == 2


def test_rules_of_our_own_are_not_certified() -> None:
    assert stale("own_rule") == []
    assert not path("own_rule").exists()


@pytest.mark.oracle
def test_torch_agrees_with_every_suite_and_with_random_graphs() -> None:
    summary = verify(write=False, random_graphs=RANDOM_GRAPHS)

    assert len(load()) - 1 == summary.suites
    assert summary.random_graphs == RANDOM_GRAPHS
    assert summary.largest_error < 1e-12
    assert summary.certificates_written == 0


@pytest.mark.oracle
def test_writing_again_changes_nothing_beyond_the_last_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "FOLDER", tmp_path)
    summary = verify(write=True, random_graphs=0)

    assert summary.certificates_written == len(list(FOLDER.iterdir())) == len(list(tmp_path.iterdir()))
    assert [reason for slug in load() for reason in stale(slug)] == []


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("data", "gradients", "quantity", "node", "expected", "actual"),
    [
        ([3.0, 5.0, 15.0], [3.0, 5.0, 1.0], "gradient", "x", 3.0, 5.0),
        ([3.0, 5.0, 15.0], [5.0, 3.0, 2.0], "gradient", "z", 2.0, 1.0),
        ([3.0, 5.0, 15.1], [5.0, 3.0, 1.0], "data", "z", 15.1, 15.0),
        ([3.0, 5.0, 15.0], [float("nan"), 3.0, 1.0], "gradient", "x", float("nan"), 5.0),
    ],
)
def test_a_wrong_expected_value_is_named(
    data: list[float], gradients: list[float], quantity: str, node: str, expected: float, actual: float
) -> None:
    graph = Graph("z = x * y", at(x=3, y=5))
    instance = Instance((3.0, 5.0), Expected(tuple(data), tuple(gradients)), textbook=True)
    with pytest.raises(Disagreement) as caught:
        _Comparison("linear_chain", graph, Summary()).run([instance])

    told = str(caught.value)
    assert told.startswith(f"linear_chain: {quantity} of {node} in `z = x * y` at x = 3.0, y = 5.0: ")
    assert told.endswith(f"expected {expected!r}, PyTorch says {actual!r}")


@pytest.mark.oracle
def test_another_torch_does_not_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "TORCH", "1.0")
    with pytest.raises(ValueError, match=re.escape("certificates are of torch 1.0")):
        verify(write=True)


def test_without_torch_it_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "find_spec", lambda _: None)
    main()

    assert "make oracle" in capsys.readouterr().out
