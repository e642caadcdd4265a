"""Every class of the corpus gets what it deserves: a right one all points, a wrong one never."""

import ast
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from grader.assignment import SeedPolicy, assignment
from grader.grade import grade
from grader.records import replace, to_json
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import Convention
from tests import rewriting
from tests.corpus_files import (
    FOLDER,
    CorpusError,
    Member,
    Notebook,
    Wild,
    bases,
    correct,
    member,
    members,
    notebooks,
    unusual,
    wild,
    wrong,
)
from tests.graded import ReportCache
from tests.thorough import THOROUGH

FULL = assignment("full")

SEES_NOTHING_WRONG = frozenset({"path_recursion/rmul_indented_too_far"})
"""Faults that look as if an operation had been left out: points are lost, and nobody is accused."""

DEPENDS_ON_ORDER = (
    "closures_set/preorder",
    "kahn_order/add_assigns",
    "kahn_order/mul_assigns",
    "kahn_order/mul_assigns_left",
    "kahn_order/released_at_first_sight",
)
"""Faults that show in some orders of a set and not in others."""


def each(found: Sequence[Member | Notebook | Wild]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("found", found, ids=[one.id for one in found])


def named(report: Report, *verdicts: Verdict) -> list[str]:
    return [suite.slug for suite in report.suites if suite.verdict in verdicts]


def missing(report: Report) -> set[str]:
    """The operations that were found to be missing."""
    problems = (graph.problem for suite in report.suites for graph in suite.graphs)
    found = {problem.operation or "" for problem in problems if problem and problem.kind == "missing"}
    return {"reflected" if operation.startswith("reflected") else operation for operation in found}


def conventions(report: Report, slug: str) -> set[Convention]:
    graphs = next(suite.graphs for suite in report.suites if suite.slug == slug)
    return {convention for graph in graphs for convention in graph.conventions}


def accusations(report: Report) -> list[str]:
    """Everything that a right class must not be told."""
    found = [f"{slug} failed" for slug in named(report, Verdict.FAILED)]
    found += [f"{slug} was not run" for slug in named(report, Verdict.NOT_RUN)]
    found += [to_json(report.problem)] if report.problem else []
    if report.score.earned != report.score.possible - report.score.missing:
        found.append(f"{report.score}")
    return found


# --- the corpus itself ------------------------------------------------------------------------------------


def test_the_corpus_is_all_there() -> None:
    assert len(bases()) >= 14
    assert len(correct()) >= 100
    assert len(wrong()) >= 150
    assert len(notebooks()) >= 4
    assert len({one.id for one in members()}) == len(members())
    assert len({one.source for one in members()}) == len(members()), "two members are the same"


def test_every_core_suite_sees_a_fault_of_its_own() -> None:
    seen = {slug for one in wrong() for slug in one.fails}
    assert not {suite.slug for suite in FULL.suites if suite.points} - seen - SUITES_WITHOUT_A_FAULT


SUITES_WITHOUT_A_FAULT = frozenset({"sums_by_hand", "products_by_hand", "shared_by_hand", "zero_grad"})

GOOD = 'style = "s"\nmissing = []\n[[correct]]\nname = "n"\nwhy = "w"\nedits = [["1", "2"]]\n'
BAD = '[[wrong]]\nname = "m"\nfault = "f"\ncode = "A1"\nwhere = ""\nline_has = "3"\nedits = [["1", "3"]]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD + BAD, "no fails"),
        (GOOD + BAD + 'fails = ["nothing"]', "unknown 'nothing'"),
        (GOOD + BAD + "fails = []", "no suite is said to see it"),
        (GOOD + BAD.replace('"3"\ne', '"4"\ne') + 'fails = ["skip"]', "no line of it has '4'"),
        (GOOD + BAD.replace('where = ""', 'where = "g"') + 'fails = ["skip"]', "there is no function g"),
        (GOOD + BAD.replace('"m"', '"n"') + 'fails = ["skip"]', "the name is taken"),
        (
            GOOD + BAD.replace('["1", "3"]', '["5", "3"]') + 'fails = ["skip"]',
            "edit 1 applies 0 times, not 1",
        ),
        (GOOD + BAD.replace('["1", "3"]', '["1", "3", 2]') + 'fails = ["skip"]', "applies 1 times, not 2"),
        (GOOD + BAD.replace('["1", "3"]', '["1", "1"]') + 'fails = ["skip"]', "edit 1 changes nothing"),
        (GOOD + BAD.replace('["1", "3"]', '["1"]') + 'fails = ["skip"]', "edit 1 is not"),
        (GOOD + BAD.replace('["1", "3"]', '["1", "3 +"]') + 'fails = ["skip"]', "invalid syntax"),
        (GOOD + BAD + 'fails = ["skip"]\nfix = 1', "unknown fix"),
        (GOOD.replace("missing = []", 'missing = ["%"]') + BAD + 'fails = ["skip"]', "unknown '%'"),
        (GOOD.replace("missing = []", 'missing = "log"') + BAD + 'fails = ["skip"]', "missing is not a list"),
        (GOOD, "no wrong"),
        ("style = ", "Invalid value"),
    ],
)
def test_a_corpus_file_that_does_not_fit_is_refused(text: str, told: str, tmp_path: Path) -> None:
    style = tmp_path / "style"
    style.mkdir()
    (style / "value.py").write_text("x = 1\n", encoding="utf-8")
    (style / "variants.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=r"style/variants\.toml") as error:
        members(tmp_path)
    assert told in str(error.value)


def test_the_line_of_a_fault_is_looked_for_in_its_function() -> None:
    found = member("closures_set/rsub_like_sub")
    assert found.line is not None
    lines = found.source.decode().split("\n")
    assert "def __rsub__" in lines[found.line - 2]


# --- right ------------------------------------------------------------------------------------------------


@each(correct())
def test_a_right_class_gets_all_points(found: Member, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    assert not accusations(report)
    assert report.diagnosis is not None
    assert not report.diagnosis.findings
    lacks = set(found.missing) - ({"value exponent"} if "**" in found.missing else set())
    assert missing(report) - {"reflected", "zero_grad"} == lacks - {"reflected"}
    assert lacks <= missing(report)


@pytest.mark.sampled(one_in=12)
@each(correct())
def test_a_second_report_on_a_right_class_says_the_same(found: Member, graded: ReportCache) -> None:
    assert graded.anew(found.submission, FULL) == graded.report(found.submission, FULL)


@pytest.mark.parametrize(
    ("identity", "slug", "convention"),
    [
        ("closures_set/relu_slope_one_at_zero", "relu", Convention.RELU_AT_ZERO_IS_ONE),
        ("closures_slots/relu_en_cero_vale_uno", "relu", Convention.RELU_AT_ZERO_IS_ONE),
        ("closures_set/base", "second_backward", Convention.PASSES_COMPOUND),
        ("closures_set/backward_clears_the_graph_first", "second_backward", Convention.PASSES_RESET),
        ("closures_set/backward_clears_the_graph_first", "two_roots", Convention.LAST_OUTPUT),
        ("dataclass_nodes/adjoints_in_a_dictionary", "two_roots", Convention.LAST_OUTPUT),
    ],
)
def test_a_convention_is_reported_and_costs_nothing(
    identity: str, slug: str, convention: Convention, graded: ReportCache
) -> None:
    report = graded.report(member(identity).submission, FULL)
    assert conventions(report, slug) == {convention}
    assert not accusations(report)


def test_the_textbook_is_no_convention(graded: ReportCache) -> None:
    report = graded.report(member("closures_tuple/intermediates_cleared_leaves_accumulate").submission, FULL)
    assert not any(conventions(report, suite.slug) for suite in report.suites)


# --- wrong ------------------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=12)
@each([one for one in wrong() if one.fails])
def test_a_wrong_class_loses_points(found: Member, graded: ReportCache) -> None:
    """That a second report says the same is seen where a diagnosis is left out (test_engine.py)."""
    report = graded.report(found.submission, FULL)
    assert report.problem is None
    assert report.score.earned < report.score.possible
    if found.id in SEES_NOTHING_WRONG:
        assert set(found.fails) <= set(named(report, Verdict.MISSING))
        return
    assert any(g.verdict is Verdict.FAILED and g.possible for suite in report.suites for g in suite.graphs)
    assert set(found.fails) <= set(named(report, Verdict.FAILED, Verdict.NOT_RUN))


@each([one for one in wrong() if not one.fails])
def test_a_fault_that_leaves_every_number_right_costs_nothing(found: Member, graded: ReportCache) -> None:
    assert not accusations(graded.report(found.submission, FULL))


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("identity", DEPENDS_ON_ORDER)
def test_a_fault_that_depends_on_the_order_is_found_with_every_seed(identity: str, sandbox: Sandbox) -> None:
    found = member(identity)
    reports = [grade(found.submission, FULL, sandbox, seed=seed) for seed in range(6 if THOROUGH else 4)]
    for report in reports:
        assert set(found.fails) <= set(named(report, Verdict.FAILED))
        split = [graph.orders for suite in report.suites for graph in suite.graphs if graph.orders]
        assert split
        assert all(0 < orders.right < orders.tried for orders in split)
    assert len({tuple(named(report, Verdict.FAILED)) for report in reports}) == 1


@pytest.mark.parametrize("seed", range(6 if THOROUGH else 2))
def test_an_order_that_does_not_matter_is_never_blamed(seed: int, sandbox: Sandbox) -> None:
    for found in (member("closures_set/overwrite_everywhere"), member("closures_set/neg_makes_a_new_leaf")):
        report = grade(found.submission, FULL, sandbox, seed=seed)
        assert not any(g.orders for suite in report.suites for g in suite.graphs)
    for found in bases():
        assert not accusations(grade(found.submission, FULL, sandbox, seed=seed))


@each([one for one in wrong() if one.fault == "seed_missing"])
def test_an_output_that_is_not_seeded_is_one_fault(found: Member, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    assert named(report, Verdict.FAILED) == ["linear_chain"]
    assert "caller-seeds" in {note.kind for note in report.notes}
    assert not any(graph.unrepeatable for suite in report.suites for graph in suite.graphs)


@each([one for one in wrong() if one.fault == "seed_missing"])
def test_an_unseeded_output_is_right_where_the_caller_seeds(found: Member, sandbox: Sandbox) -> None:
    report = grade(found.submission, replace(FULL, seed=SeedPolicy.CALLER), sandbox)

    assert report.passed
    assert report.diagnosis is not None
    assert report.diagnosis.status == "nothing"


def test_a_class_that_seeds_itself_is_right_where_the_caller_seeds(sandbox: Sandbox) -> None:
    selection = replace(FULL, seed=SeedPolicy.CALLER)
    failed = [named(grade(each.submission, selection, sandbox), Verdict.FAILED) for each in bases()]

    assert not any(failed)


# --- notebooks --------------------------------------------------------------------------------------------


@each(notebooks())
def test_a_notebook_gets_what_it_deserves(found: Notebook, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    assert report.problem is None
    assert report.found is not None
    assert report.found.cell is not None
    if found.fails:
        assert set(found.fails) <= set(named(report, Verdict.FAILED))
    else:
        assert not accusations(report)
    assert graded.anew(found.submission, FULL) == report


def as_notebook(source: bytes, rng: Random) -> bytes:
    """A cell for each piece between blank lines at the top level, and between them what one finds there."""
    lines = source.decode().split("\n")
    starts = [
        min(node.lineno for node in [statement, *getattr(statement, "decorator_list", [])])
        for statement in ast.parse(source).body
    ]
    starts = [1, *(line for line in starts[1:] if not lines[line - 2].strip())]
    ends = [*starts[1:], len(lines) + 1]
    cells = [
        _cell("\n".join(lines[start - 1 : end - 1]), rng) for start, end in zip(starts, ends, strict=True)
    ]
    for _ in range(3):
        cells.insert(rng.randrange(len(cells) + 1), rng.choice(_BESIDE))
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


_CODE_BESIDE: tuple[object, ...] = (
    "%matplotlib inline\n",
    "!pip install graphviz",
    "%%bash\nrm -rf build\nif true; then echo; fi",
    "%load_ext autoreload\n%autoreload 2\n\nprint('ready')",
    ["files = !ls\n", "files?"],
    "",
)

_BESIDE: list[dict[str, object]] = [
    {"cell_type": "markdown", "metadata": {}, "source": ["## Part 2\n", "`class Value` below"]},
    {"cell_type": "raw", "metadata": {}, "source": "raise SystemExit"},
    *({"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in _CODE_BESIDE),
]


def _cell(text: str, rng: Random) -> dict[str, object]:
    source = text if rng.random() < 0.5 else text.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": source}


@each(bases())
def test_a_class_gets_the_same_in_a_notebook(found: Member, graded: ReportCache, sandbox: Sandbox) -> None:
    report = graded.report(found.submission, FULL)
    for seed in range(3 if THOROUGH else 1):
        content = as_notebook(found.source, Random(seed))
        notebook = grade(Source("answer.ipynb", content), FULL, sandbox)
        assert notebook.error is None
        assert not accusations(notebook)
        assert notebook.score == report.score


# --- whole files ------------------------------------------------------------------------------------------

RIGHT_FILES: list[Wild] = [*(one for one in wild() if one.kind == "correct"), *unusual()]


@pytest.mark.sampled(one_in=3)
@each(RIGHT_FILES)
def test_a_right_file_gets_all_points(found: Wild, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    assert not accusations(report)
    assert missing(report) - {"reflected", "zero_grad", "value exponent"} == set(found.missing)


@pytest.mark.parametrize("seed", [25, 28, 29, 36])
def test_a_little_more_costs_nothing_where_numbers_come_near_zero(seed: int, sandbox: Sandbox) -> None:
    """With these seeds, logarithms and what is computed from them are drawn near zero."""
    found = next(one for one in RIGHT_FILES if one.name == "logarithm_of_a_little_more.py")
    assert not accusations(grade(found.submission, FULL, sandbox, seed=seed))


@pytest.mark.sampled(one_in=12)
@each(RIGHT_FILES)
def test_a_second_report_on_a_right_file_says_the_same(found: Wild, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    assert graded.anew(found.submission, FULL).suites == report.suites


@pytest.mark.sampled(one_in=4)
@each([one for one in wild() if one.kind == "wrong"])
def test_a_wrong_file_loses_points(found: Wild, graded: ReportCache) -> None:
    report = graded.report(found.submission, FULL)
    assert report.problem is None
    assert report.score.earned < report.score.possible - report.score.missing
    assert missing(report) - {"reflected", "zero_grad", "value exponent"} == set(found.missing)
    assert set(found.fails) <= set(named(report, Verdict.FAILED, Verdict.NOT_RUN))


# --- rewritten --------------------------------------------------------------------------------------------


@given(
    found=st.sampled_from(correct()),
    rewritings=st.lists(st.sampled_from(rewriting.EVERYWHERE), min_size=1, max_size=6, unique=True),
    seed=st.integers(0, 1 << 32),
)
@settings(max_examples=150 if THOROUGH else 30)
def test_a_right_class_stays_right_however_it_is_written(
    found: Member, rewritings: list[rewriting.Rewriting], seed: int, sandbox: Sandbox
) -> None:
    source = rewriting.rewritten(found.source, rewritings, seed)
    report = grade(Source("answer.py", source), FULL, sandbox)
    assert not accusations(report), source.decode()


@pytest.mark.parametrize(
    "identity", ["closures_tuple/base", "closures_slots/base", "closures_set/numpy_math"]
)
def test_a_set_of_parents_is_as_good_as_a_tuple(identity: str, sandbox: Sandbox) -> None:
    source = rewriting.rewritten(member(identity).source, [rewriting.sets_for_tuples], 0)
    assert b"set(" in source
    assert not accusations(grade(Source("answer.py", source), FULL, sandbox))


def test_there_is_a_folder_for_every_style() -> None:
    whole_files = {"causes", "endless", "mutants", "network", "notebooks", "several", "strangers"}
    whole_files |= {"unfamiliar", "unusual", "wild"}
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - whole_files
    assert folders == {one.style for one in bases()}


@pytest.mark.parametrize(
    "identity", ["operation_objects/log_returns_inside_an_if", "numpy_arrays/add_rule_with_sign"]
)
def test_a_mistake_that_shows_on_one_sign_costs_the_same_at_every_seed(
    identity: str, graded: ReportCache
) -> None:
    """The service draws its seed from a secret, and `backgrade check` from the file."""
    reports = [
        graded.report(member(identity).submission, FULL, seed=seed, diagnose=False) for seed in range(4)
    ]

    assert len({report.score.earned for report in reports}) == 1
