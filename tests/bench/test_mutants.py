"""The labelled mutants are what their labels say; the references they are made from are right."""

import difflib
from collections import Counter
from random import Random

import pytest

from bench.mutants import Label, Mutant, Reference, chosen, find, pairs, references
from bench.mutants.observing import Observer
from grader.assignment import assignment
from grader.expected import expect
from grader.faults import Layer, load
from grader.grade import grade
from grader.sandbox.plays import Play, Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox_session import SandboxSession
from suites import Graph, Stage, Suite
from tests.offenders import for_each
from tests.thorough import at_length, drawn

FULL = assignment("full")
NOT_MADE = {
    "first_contribution_only", "function_recurses", "gradient_not_required", "gradient_rounded",
    "local_gradient_on_operand", "never_ends", "nodes_left_out", "order_dependent", "recursion_limit",
    "shared_gradient", "sin_rule", "zero_grad_missing",
}  # fmt: skip
"""What a reference has no place for, a flag or a slot on the operand; what has members of the corpus; a
symptom; what only a stress test sees; what only arrays that are changed in place can have, with its member of
the corpus; of an operation that no reference has; what a class loses nothing by."""

RULES = (
    "wrong_sign",
    "contribution_missing",
    "own_data_in_product",
    "sum_rule_in_product",
    "product_rule_in_sum",
)
"""Faults that show in a graph of one operation, at the operand that is labelled."""

PLAYED = 30
DRAWN = 6
"""References that are made mutants of in a short run: all of them take a minute."""


EACH_REFERENCE = pytest.mark.parametrize("right", references(), ids=lambda each: each.name)


def changed(mutant: Mutant, right: Reference) -> set[int]:
    """The lines of a mutant, counted from 1, that are not its reference's."""
    before, after = right.text.split("\n"), mutant.source.split("\n")
    blocks = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return {line + 1 for tag, _, _, first, last in blocks if tag != "equal" for line in range(first, last)}


def line(mutant: Mutant, label: Label) -> str:
    return mutant.source.split("\n")[label.line - 1].strip()


# --- references -------------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=48)
@EACH_REFERENCE
def test_a_reference_has_all_points_on_what_it_has(sandbox: Sandbox, right: Reference) -> None:
    report = grade(right.source, FULL, sandbox, diagnose=False)

    assert report.problem is None
    assert report.score.earned == report.score.possible - report.score.missing


def test_most_references_are_for_developing_and_many_are_not() -> None:
    held_out = sum(each.held_out for each in references())

    assert 0.25 < held_out / len(references()) < 0.5


# --- mutants ----------------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=48)
@EACH_REFERENCE
def test_a_mutant_is_python_and_differs_where_its_label_says(right: Reference) -> None:
    for mutant in (*chosen(right), *pairs(right)):
        compile(mutant.source, mutant.id, "exec", dont_inherit=True)
        lines = changed(mutant, right)
        for label in mutant.labels:
            if not label.missing:
                assert label.lines & lines, mutant.id
                assert label.line in label.lines


@pytest.mark.sampled(one_in=48)
@EACH_REFERENCE
def test_missing_code_is_told_where_it_is_missing(right: Reference) -> None:
    for mutant in chosen(right):
        for label in mutant.labels:
            if label.missing and label.fault != "name_not_defined":
                assert line(mutant, label).startswith(("def ", "class ")), mutant.id


@pytest.mark.sampled(one_in=48)
@EACH_REFERENCE
def test_ids_lead_back_to_their_mutants(right: Reference) -> None:
    made = (*chosen(right), *pairs(right))

    assert len({mutant.id for mutant in made}) == len(made)
    assert all(find(mutant.id) == mutant for mutant in made[::7])


@at_length
def test_there_are_enough_of_them_and_some_of_every_fault() -> None:
    singles = [mutant for right in references() for mutant in chosen(right)]
    call_of = {mutant.reference for mutant in singles}

    assert len(call_of) >= 12
    assert len(singles) >= 1000
    assert sum(len(pairs(right)) for right in references()) >= 300

    made = Counter(mutant.labels[0].fault for mutant in singles)
    of_networks = {slug for slug, fault in load().items() if fault.layer is Layer.NETWORK}
    assert set(load()) - set(made) == NOT_MADE | of_networks
    assert set(made) <= set(load())


# --- labels -----------------------------------------------------------------------------------------------


@for_each(
    ("identity", "text"),
    [
        ("closures_set:overwritten_gradient@add.1", "other.grad = 1.0 * out.grad"),
        ("local_gradients:own_data_in_product@mul.both", "(self, other), (self.data, other.data))"),
        ("edge_lists:wrong_sign@sub.1", "[(self, 1.0), (other, 1.0)]"),
        ("operation_objects:precedence@tanh.0", "g * 1 - self.ctx * self.ctx"),
        ("match_backward:rule_missing@mul", "class Value:"),
        ("kahn_order:late_binding@exp", "global res"),
        ("chinese_names:seed_everywhere@all", "self.梯度 = 1.0"),
        ("generators:forward_order@all", "for node in list(self.walk(set())):"),
        ("numpy_arrays:missing_return@tanh", "def tanh(self):"),
        ("biji_tabs_crlf_bom:preorder@all", "topo.append(v)"),
    ],
)
def test_the_labelled_line_is_the_faulty_one(identity: str, text: str) -> None:
    mutant = find(identity)

    assert text in line(mutant, mutant.labels[0])


@for_each(
    ("identity", "piece"),
    [
        # What is kept for the rule is no data, a mark is no seed, and another walk still returns its order.
        ("function_with_context:wrong_forward@relu.inverted", "return a if a < 0 else 0.0"),
        ("tabla_de_derivadas:breadth_first@all", "return orden"),
        ("tabla_de_derivadas:stack_order@all", "return orden"),
        ("indexed_arrays:seed_not_one@all.zero", "GRAD[self.i] = 0.0"),
    ],
)
def test_a_slip_is_made_in_what_its_name_says(identity: str, piece: str) -> None:
    assert piece in find(identity).source


def test_a_branch_without_its_only_contribution_has_no_rule() -> None:
    (label,) = find("bian_he_dian:contribution_missing@pow.0.2").labels
    assert label.accepts == {"contribution_missing", "rule_missing"}


@pytest.mark.sampled(one_in=48)
@EACH_REFERENCE
def test_the_lines_of_two_faults_do_not_shift_one_another(right: Reference) -> None:
    for mutant in pairs(right):
        for label, key in zip(mutant.labels, mutant.key.split("+"), strict=True):
            alone = find(f"{mutant.reference}:{key}")
            assert line(mutant, label) == line(alone, alone.labels[0]), mutant.id


def played() -> list[Mutant]:
    """Some mutants with a wrong share, for which it can be seen whose it is.

    Not those of an operation that has shares of its own for plain numbers: their keys end in a number.
    """
    found = [mutant for right in drawn(references(), DRAWN) for mutant in chosen(right)]
    found = [mutant for mutant in found if mutant.labels[0].fault in RULES]
    found = [mutant for mutant in found if mutant.labels[0].operation in {"+", "-", "*", "/"}]
    found = [mutant for mutant in found if mutant.key[-2:] in {".0", ".1"}]
    return Random(3).sample(found, min(PLAYED, len(found)))


def test_the_labelled_operand_has_the_wrong_gradient(sandbox: Sandbox) -> None:
    labelled_otherwise = [
        mutant.id
        for mutant in played()
        if wrong_operands(sandbox, mutant) not in (None, [only_label(mutant).operand])
    ]

    assert labelled_otherwise == []


def wrong_operands(sandbox: Sandbox, mutant: Mutant) -> list[int] | None:
    """Which operands of its one faulty operation have a wrong gradient; None if the operation raises."""
    graph = Graph(f"c = a {only_label(mutant).operation} b", ({"a": 3.0, "b": 5.0},))
    suite = Suite("one operation", Stage.LOCAL_RULES, 0, (graph,), slug="one")
    got: list[tuple[float, ...]] = []
    source = Source("mutant.py", mutant.content, may_not_record=True)
    with SandboxSession(sandbox, source, needs_backward=True, seconds=5) as session:
        session.play([Play(suite, graph, (3.0, 5.0))], lambda _, seen: got.append(seen.gradients.values))

    right = expect(graph.program, (3.0, 5.0)).gradients
    if not got[0]:
        return None
    # A gradient that is no number is wrong, too: it is NaN here, which no comparison holds for.
    return [position for position in (0, 1) if not abs(got[0][position] - right[position]) <= 1e-6]


def only_label(mutant: Mutant) -> Label:
    """That of its only fault."""
    (found,) = mutant.labels
    return found


def test_random_graphs_see_faults_and_nothing_in_a_reference(sandbox: Sandbox) -> None:
    observer = Observer(sandbox)
    right = next(each for each in references() if each.name == "closures_set")

    assert not observer.sees(right, right.content)
    assert observer.sees(right, find("closures_set:overwritten_gradient@tanh.0").content)
    assert observer.sees(right, find("closures_set:preorder@all").content)
    assert not observer.sees(right, find("closures_set:seed_added@all").content)
