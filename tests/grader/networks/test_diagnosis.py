"""Right networks earn everything and are accused of nothing; a slip in one is named at its line."""

import pytest

from grader.assignment import assignment
from grader.finding import Certainty
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import ProblemKind
from tests.graded import ReportCache
from tests.grader.networks.right import RIGHT, only_finding, report_on
from tests.network_files import NetworkFile, right, unfinished, wrong
from tests.network_mutants import mutants
from tests.thorough import by_turns

NETWORK = assignment("network")


def _id(file: NetworkFile) -> str:
    return file.id


def _has_failed(report: Report) -> bool:
    return any(graph.verdict is Verdict.FAILED for suite in report.suites for graph in suite.graphs)


def _heads(file: NetworkFile) -> list[int]:
    """The lines of the definitions: what is missing is missing in one of them."""
    lines = enumerate(file.text.splitlines(), 1)
    return [number for number, line in lines if line.lstrip().startswith(("def ", "class "))]


_slips = by_turns(wrong(), _id, one_in=12)
_mutants = [
    each.made()
    for each in by_turns(
        [each for file in right() for each in mutants(file)], lambda each: each.id, one_in=16
    )
]


def _report(file: NetworkFile, graded: ReportCache) -> Report:
    return graded.report(file.submission, NETWORK)


@pytest.mark.parametrize("file", right(), ids=_id)
def test_a_right_network_earns_everything(file: NetworkFile, graded: ReportCache) -> None:
    report = _report(file, graded)

    assert report.score.earned == report.score.possible
    assert report.diagnosis is not None
    assert report.diagnosis.status == "nothing"


@pytest.mark.parametrize("file", unfinished(), ids=_id)
def test_what_is_not_written_is_no_mistake(file: NetworkFile, graded: ReportCache) -> None:
    report = _report(file, graded)
    verdicts = {graph.verdict for suite in report.suites for graph in suite.graphs}

    assert Verdict.FAILED not in verdicts
    assert report.diagnosis is not None
    assert report.diagnosis.findings == ()


@pytest.mark.parametrize("file", _slips, ids=_id)
def test_a_picture_calls_wrong_what_was_seen_to_be_wrong_and_nothing_between(
    file: NetworkFile, graded: ReportCache
) -> None:
    diagnosis = _report(file, graded).diagnosis
    assert diagnosis is not None
    for finding in diagnosis.findings:
        drawn = finding.explained
        if drawn is None:
            continue
        wrong = [node for node in drawn.nodes if node.wrong_data or node.wrong_gradient]
        assert finding.certainty is Certainty.PROVEN
        assert wrong
        assert {node.name for node in wrong if node.op} <= {"out", "out1", "out2", "out3", "loss"}
        assert {each.node for each in drawn.contributions} <= {node.name for node in wrong}
        assert not drawn.graph


def test_the_picture_of_a_bias_that_is_not_added_shows_the_lost_path(sandbox: Sandbox) -> None:
    finding = only_finding(report_on(RIGHT.replace(", self.b)", ")"), sandbox))
    assert finding.explained is not None
    assert [each.node for each in finding.explained.contributions if each.kept is False] == ["b"]


def test_the_picture_of_a_network_shows_the_output_that_was_seen(sandbox: Sandbox) -> None:
    report = report_on(RIGHT.replace("act.tanh()", "act"), sandbox)
    assert report.diagnosis is not None
    drawn = next(each.explained for each in report.diagnosis.findings if each.explained)
    (output,) = [node for node in drawn.nodes if node.name == "out"]
    assert output.data_got is not None
    assert output.wrong_data


_PRODUCTS = {
    "an array's": ("import numpy as np\n", "np.dot(self.w, x)"),
    "a function of its own": (
        "def mul(a, b):\n    return a * b\n\n\n",
        "sum(map(mul, self.w, x), Value(0.0))",
    ),
}


@pytest.mark.parametrize("name", _PRODUCTS)
def test_a_bias_is_added_behind_any_product(name: str, sandbox: Sandbox) -> None:
    head, product = _PRODUCTS[name]
    old = "sum((wi * xi for wi, xi in zip(self.w, x)), self.b)"
    text = head + RIGHT.replace(old, product)
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == ("bias_forgotten", Certainty.PROVEN)


def test_a_constructor_under_another_name_is_likely_where_more_is_wrong(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def __init__(self, nin):", "def __int__(self, nin):").replace(
        "zip(self.w,", "zip(self.v,"
    )
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == ("wrong_name", Certainty.LIKELY)
    assert finding.where.line is not None
    assert "__int__" in text.splitlines()[finding.where.line - 1]


_NODES = "[Value(random.uniform(-1, 1)) for _ in range(nin)]"
_LEADING = {
    "function_not_called": ("return act.tanh()", "return act.tanh"),
    "raises": (_NODES, _NODES.replace("1)) for", "1) for").replace("(nin)]", "(nin))]")),
}
"""What is written, and what stops Python in another line, by the fault."""


@pytest.mark.parametrize("end", ["class Layer", "class MLP", "    def zero_grad", "def mse", ""])
@pytest.mark.parametrize("fault", _LEADING)
def test_an_exception_is_told_where_its_cause_stands(fault: str, end: str, sandbox: Sandbox) -> None:
    old, new = _LEADING[fault]
    text = (RIGHT[: RIGHT.index(end)] if end else RIGHT).replace(old, new)
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == (fault, Certainty.PROVEN)
    assert finding.where.line == 1 + text[: text.index(new)].count("\n")
    raised = finding.evidence.raised
    assert raised is None or raised.type == "TypeError"


_NEURON = "        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)\n        return act.tanh()"
_LOOP = """        act = self.b.data
        for wi, xi in zip(self.w, x):
            act += wi.data * xi.data
        return Value(act).tanh()"""
_SUM = """        act = sum(wi.data * xi for wi, xi in zip(self.w, x))
        return Value(act + self.b.data).tanh()"""
_NODE = """        act = [wi * xi for wi, xi in zip(self.w, x)] + [self.b]
        return Value(sum(act)).tanh()"""
_CUT = {
    "a node of a node": (_NEURON, _NODE),
    "a loop over numbers": (_NEURON, _LOOP),
    "a sum of numbers": (_NEURON, _SUM),
    "numbers of a layer": ("[n(x) for n in", "[n(x).data for n in"),
    "nodes of a layer": ("[n(x) for n in", "[Value(n(x).data) for n in"),
    "the loss": (
        "return sum(((p - y) ** 2 for p, y in zip(ypred, ys)), Value(0.0)) / len(ys)",
        "return Value(sum((p.data - y) ** 2 for p, y in zip(ypred, ys)) / len(ys))",
    ),
}
"""What is written, and what calculates with numbers there."""


@pytest.mark.parametrize("name", _CUT)
def test_a_number_in_place_of_a_node_is_named(name: str, sandbox: Sandbox) -> None:
    old, new = _CUT[name]
    finding = only_finding(report_on(RIGHT.replace(old, new), sandbox))

    assert (finding.fault, finding.certainty) == ("graph_cut", Certainty.PROVEN)
    assert finding.where.line is not None
    assert new.splitlines()[-1] in RIGHT.replace(old, new).splitlines()[finding.where.line - 1]


def test_an_import_that_python_refuses_is_the_cause_and_not_the_name_that_is_not_there(
    sandbox: Sandbox,
) -> None:
    text = RIGHT.replace("import math, random\n", "import math\nfrom math import random\n")
    diagnosis = report_on(text, sandbox).diagnosis

    assert diagnosis is not None
    first, *others = diagnosis.findings
    assert not others
    assert first.where.line == 2
    assert first.evidence.raised is not None
    assert first.evidence.raised.type == "ImportError"


@pytest.mark.parametrize("file", _slips, ids=_id)
def test_a_slip_is_named_and_nothing_else(file: NetworkFile, graded: ReportCache) -> None:
    report = _report(file, graded)
    assert report.diagnosis is not None
    if not _has_failed(report):  # nothing asks for what is wrong in it
        assert report.diagnosis.status == "nothing"
        return
    first, *others = report.diagnosis.findings

    assert first.fault == file.fault
    assert others == []
    assert first.where.line is None or first.where.line in (*file.lines, *_heads(file))
    assert first.certainty is not Certainty.PROVEN or first.repair


def test_the_cause_of_most_graphs_comes_first(sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "act.relu()")
    for parts in ("self.neurons for p in n", "self.layers for p in layer"):
        assert parts in text
        text = text.replace(f"[p for {parts.split()[-1]} in {parts}.parameters()]", "[]")
    report = report_on(text, sandbox)
    assert report.diagnosis is not None
    faults = [finding.fault for finding in report.diagnosis.findings]
    assert faults == ["parameters_missing", "nonlinearity_on_output"]


_BESIDE = {
    "lecture_without_base: weights_shared: one neuron many times": "two graphs that a training loop answers",
    "rete_con_funzioni: weights_shared: one neuron many times": "a step that a function makes in a loop",
    "reseau_et_optimiseur: bias_forgotten: starts at 0": "a network of three sizes, its function by default",
}


@pytest.mark.parametrize("end", _BESIDE, ids=_BESIDE.values())
def test_an_edit_explains_what_is_read_beside_it(end: str, graded: ReportCache) -> None:
    (file,) = [each for each in wrong() if each.id.endswith(end)]
    diagnosis = _report(file, graded).diagnosis

    assert diagnosis is not None
    assert [(each.fault, each.certainty) for each in diagnosis.findings] == [(file.fault, Certainty.PROVEN)]


def test_two_slips_in_a_file_are_two_causes_without_doubt(graded: ReportCache) -> None:
    (file,) = [each for each in right() if each.style == "lecture_with_module"]
    text = file.text.replace("[Neuron(nin, **kwargs) for _ in range(nout)]", "[Neuron(nin, **kwargs)] * nout")
    text = text.replace("return self.w + [self.b]", "return self.w")
    diagnosis = graded.report(Source("both.py", text.encode()), NETWORK).diagnosis
    assert diagnosis is not None
    findings = diagnosis.findings

    assert [each.fault for each in findings] == ["weights_shared", "parameters_missing"]
    assert {each.certainty for each in findings} == {Certainty.PROVEN}
    assert not any(each.alternatives for each in findings)


@pytest.mark.parametrize("file", _mutants, ids=_id)
def test_a_slip_made_in_the_tree_is_named(file: NetworkFile, graded: ReportCache) -> None:
    report = _report(file, graded)

    if report.problem is not None:  # it is refused: nothing of its network can be asked
        assert report.problem.kind is ProblemKind.NETWORK_UNSEEN
        return
    assert report.diagnosis is not None
    if not _has_failed(report):  # nothing asks for what is wrong in it
        assert report.diagnosis.status == "nothing"
        return
    assert [finding.fault for finding in report.diagnosis.findings] == [file.fault]


@pytest.mark.parametrize("where", ["class Neuron", "class Layer", "class MLP"])
def test_memory_that_is_not_there_is_told_by_the_line_that_asked_for_it(
    where: str, graded: ReportCache
) -> None:
    text = next(file.text for file in right() if "class Layer" in file.text and "class MLP" in file.text)
    head = text.index("def __call__", text.index(where))
    body = text.index("\n", head) + 1
    wrong = f"{text[:body]}        kept = bytearray(10**15)\n{text[body:]}"
    report = graded.report(Source("value.py", wrong.encode()), NETWORK)

    finding = only_finding(report)
    assert finding.fault == "raises"
    assert finding.where.line == 1 + text[:body].count("\n")
    assert finding.evidence.raised is not None
    assert finding.evidence.raised.type == "MemoryError"


def test_a_function_of_each_product_is_named_and_no_layer_without_effect(sandbox: Sandbox) -> None:
    text = RIGHT.replace("wi * xi for", "(wi * xi).tanh() for").replace("return act.tanh()", "return act")
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == ("nonlinearity_before_sum", Certainty.PROVEN)


_SIZES = (
    "        sz = [nin] + nouts\n        self.layers = [Layer(sz[i], sz[i + 1]) for i in range(len(nouts))]\n"
)


@pytest.mark.parametrize(
    "made",
    [
        "self.layers = [Layer(nin, nout) for nout in nouts]\n",
        "self.layers = []\n        for nout in nouts:\n            self.layers.append(Layer(nin, nout))\n",
    ],
    ids=["a list", "a loop"],
)
def test_layers_that_all_have_the_inputs_of_the_network_are_named(made: str, sandbox: Sandbox) -> None:
    """A weight more in each neuron would make them right as well: it is no layer, and not what is meant."""
    text = RIGHT.replace(_SIZES, f"        {made}").replace(
        "uniform(-1, 1)) for _ in", "uniform(-1, 1), (), f'w{i}') for i in"
    )
    finding = only_finding(report_on(text, sandbox))

    assert (finding.fault, finding.certainty) == ("inputs_left_out", Certainty.PROVEN)
    assert "nout" in (text.splitlines()[(finding.where.line or 0) - 1])


_BY_INDEX = "sum((self.w[i] * x[i] for i in {}), self.b)"


@pytest.mark.parametrize("turns", ["range(len(self.w) - 1)", "range(1, len(self.w))", "range(len(x) - 1)"])
def test_a_range_that_leaves_an_input_out_is_named(turns: str, sandbox: Sandbox) -> None:
    usual = "sum((wi * xi for wi, xi in zip(self.w, x)), self.b)"
    finding = only_finding(report_on(RIGHT.replace(usual, _BY_INDEX.format(turns)), sandbox))

    assert (finding.fault, finding.certainty) == ("inputs_left_out", Certainty.PROVEN)


@pytest.mark.parametrize("by_index", [False, True])
def test_a_loss_of_what_is_compared_with_itself_is_named(*, by_index: bool, sandbox: Sandbox) -> None:
    usual = "(p - y) ** 2 for p, y in zip(ypred, ys)"
    itself = "(ypred[i] - ypred[i]) ** 2 for i in range(len(ys))" if by_index else usual.replace("- y", "- p")
    assert usual in RIGHT
    finding = only_finding(report_on(RIGHT.replace(usual, itself), sandbox))

    assert (finding.fault, finding.certainty) == ("loss_formula", Certainty.PROVEN)
