"""Right networks earn everything and are accused of nothing; a slip in one is named at its line."""

import pytest

from grader.assignment import assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.base import ProblemKind, Sandbox, Source
from tests.graded import ReportCache
from tests.grader.networks.right import RIGHT
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
    report = grade(Source("net.py", RIGHT.replace(", self.b)", ")").encode()), NETWORK, sandbox)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert finding.explained is not None
    assert [each.node for each in finding.explained.contributions if each.kept is False] == ["b"]


def test_the_picture_of_a_network_shows_the_output_that_was_seen(sandbox: Sandbox) -> None:
    report = grade(Source("net.py", RIGHT.replace("act.tanh()", "act").encode()), NETWORK, sandbox)
    assert report.diagnosis is not None
    drawn = next(each.explained for each in report.diagnosis.findings if each.explained)
    (output,) = [node for node in drawn.nodes if node.name == "out"]
    assert output.data_got is not None
    assert output.wrong_data


def _stepping(own: str) -> str:
    """The right file with a step that each part of the network makes of its own."""
    steps = f"    def step(self, lr):\n        for p in {own}:\n            p.data -= lr * p.grad\n\n"
    text = RIGHT[: RIGHT.index("def sgd_step")].replace("class Layer", f"{steps}class Layer")
    of_layer = "    def step(self, lr):\n        for n in self.neurons:\n            n.step(lr)\n\n"
    of_network = "    def step(self, lr):\n        for layer in self.layers:\n            layer.step(lr)\n\n"
    text = text.replace("class MLP", f"{of_layer}class MLP")
    return text.replace("    def zero_grad", f"{of_network}    def zero_grad")


@pytest.mark.parametrize("own", ["self.w", "[self.b]"])
def test_a_step_that_leaves_parameters_out_is_named(own: str, sandbox: Sandbox) -> None:
    right, wrong = (
        grade(Source("net.py", _stepping(each).encode()), NETWORK, sandbox)
        for each in ("self.parameters()", own)
    )
    assert not _has_failed(right)
    assert wrong.diagnosis is not None
    (finding,) = wrong.diagnosis.findings
    assert finding.fault == "step_incomplete"
    assert (finding.certainty is Certainty.PROVEN) is (own == "self.w")


def test_no_list_of_parameters_at_all_is_proven_as_one_cause(sandbox: Sandbox) -> None:
    start, end = RIGHT.index("class Neuron"), RIGHT.index("def mse")
    parts = RIGHT[start:end].split("    def parameters(self):\n")
    parts = [parts[0], *(part.split("\n", 1)[1] for part in parts[1:])]
    base = "class Module:\n    def parameters(self):\n        return []\n\n\n"
    units = "".join(parts).replace("class Neuron:", "class Neuron(Module):")
    units = units.replace("class Layer:", "class Layer(Module):").replace("class MLP:", "class MLP(Module):")
    report = grade(Source("net.py", (RIGHT[:start] + base + units + RIGHT[end:]).encode()), NETWORK, sandbox)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert (finding.fault, finding.certainty) == ("parameters_missing", Certainty.PROVEN)


def test_gradients_that_never_arrive_are_not_called_left_over(sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "Value(act.data).tanh()")
    report = grade(Source("net.py", text.encode()), NETWORK, sandbox)
    assert report.diagnosis is not None
    faults = {finding.fault for finding in report.diagnosis.findings}
    assert "network_gradients_not_reset" not in faults


def test_neurons_of_which_each_gets_one_input_lack_no_bias_and_leave_no_gradients(sandbox: Sandbox) -> None:
    text = RIGHT.replace("n(x) for n in self.neurons", "n([xi]) for n, xi in zip(self.neurons, x)")
    report = grade(Source("net.py", text.encode()), NETWORK, sandbox)
    assert report.diagnosis is not None
    faults = {finding.fault for finding in report.diagnosis.findings}
    assert not faults & {"bias_forgotten", "network_gradients_not_reset"}


def test_an_edit_after_which_no_gradient_arrives_does_not_mend_what_is_left_over(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def __init__(self, nin):", "def __init__(self, nin, nonlin):")
    text = text.replace("        self.b =", "        self.nonlin = nonlin\n        self.b =")
    text = text.replace("act.tanh()", "act.relu() if self.nonlin else act")
    text = text.replace("nin, nout):", "nin, nout, nonlin):").replace("[Neuron(nin)", "[Neuron(nin, nonlin)")
    text = text.replace("Layer(sz[i], sz[i + 1])", "Layer(sz[i], sz[i + 1], i != len(nouts) - 1)")
    text = text[: text.index("    def zero_grad")] + (
        "    def learn(self, xs, ys, lr):\n"
        "        total = sum((self(x) - y) ** 2 for x, y in zip(xs, ys))\n        total.backward()\n"
        "        for p in self.parameters():\n            p.data -= lr * p.grad\n"
    )
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    assert [finding.fault for finding in diagnosis.findings] == ["network_gradients_not_reset"]


_MODULE = """class Module:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


"""


@pytest.mark.parametrize("end", ["class Layer", "class MLP"])
def test_what_leaves_gradients_is_named_before_there_is_a_network(end: str, sandbox: Sandbox) -> None:
    written = RIGHT[: RIGHT.index(end)].replace("class Neuron:", _MODULE + "class Neuron(Module):")
    text = written.replace("class Layer:", "class Layer(Module):")
    right = grade(Source("net.py", text.encode()), NETWORK, sandbox)
    wrong = grade(Source("net.py", text.replace("p.grad = 0.0", "p.grad == 0.0").encode()), NETWORK, sandbox)

    assert right.diagnosis is not None
    assert right.diagnosis.findings == ()
    assert not _has_failed(right)
    assert wrong.diagnosis is not None
    (finding,) = wrong.diagnosis.findings
    assert (finding.fault, finding.certainty) == ("network_gradients_not_reset", Certainty.PROVEN)
    assert right.score.earned == wrong.score.earned


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
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert (finding.fault, finding.certainty) == ("bias_forgotten", Certainty.PROVEN)


def test_a_constructor_under_another_name_is_likely_where_more_is_wrong(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def __init__(self, nin):", "def __int__(self, nin):").replace(
        "zip(self.w,", "zip(self.v,"
    )
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert (finding.fault, finding.certainty) == ("wrong_name", Certainty.LIKELY)
    assert finding.where.line is not None
    assert "__int__" in text.splitlines()[finding.where.line - 1]


@pytest.mark.parametrize("taken", ["(self, nin)", "(self, nin, nonlin=True)"], ids=["none", "one ignored"])
def test_neurons_that_all_end_in_relu_are_given_a_flag(taken: str, sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "act.relu()").replace("(self, nin)", taken)
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert (finding.fault, finding.certainty) == ("nonlinearity_on_output", Certainty.PROVEN)
    now = "\n".join(edit.now for edit in finding.repair)
    assert "return act.relu() if self.nonlin else act" in now
    assert "Neuron(nin, nonlin=nonlin)" in now
    assert "Layer(sz[i], sz[i + 1], nonlin=i != len(nouts) - 1)" in now


def test_lines_of_several_classes_stand_each_below_its_class(sandbox: Sandbox) -> None:
    text = RIGHT.replace("act.tanh()", "act.relu()")
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (edit,) = diagnosis.findings[0].repair
    heads = ["class Neuron:", "class Layer:", "class MLP:"]
    for part in (edit.was, edit.now):
        assert [line for line in part.splitlines() if not line.startswith(" ")] == heads


_MADE = "[Layer(sz[i], sz[i + 1]) for i in range(len(nouts))]"
_LAST = "for neuron in self.layers[-1].neurons:\n    neuron.nonlin = False"


def _with_relu(*others: tuple[str, str]) -> str:
    """Return the right file with relu at the end of each neuron, and other changes."""
    text = RIGHT
    for was, now in (("act.tanh()", "act.relu()"), *others):
        assert was in text
        text = text.replace(was, now)
    return text


@pytest.mark.parametrize(
    ("text", "repair", "line"),
    [
        (
            _with_relu((f"sz = [nin] + nouts\n        self.layers = {_MADE}", "self.layers = nouts"),
                       ("(self, nin, nouts)", "(self, nouts)")),
            "Neuron(nin, nonlin=nonlin)",
            "return act.relu()",
        ),
        (
            _with_relu((_MADE, "[Layer(a, b) for a, b in zip(sz, nouts)]")),
            "neuron.nonlin = False",
            "return act.relu()",
        ),
        (
            _with_relu(
                (_MADE, "[Layer(a, b) for a, b in zip(sz, nouts)]\n        self.layers[-1].nonlin = False"),
                ("def __init__(self, nin):", "def __init__(self, nin):\n        self.nonlin = True"),
                ("act.relu()", "act.relu() if self.nonlin else act"),
            ),
            _LAST,
            "self.layers[-1].nonlin = False",
        ),
    ],
    ids=["layers are given", "no loop counts", "the flag is set on the layer"],
)  # fmt: skip
def test_relu_goes_from_the_last_layer_alone(text: str, repair: str, line: str, sandbox: Sandbox) -> None:
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert (finding.fault, finding.certainty) == ("nonlinearity_on_output", Certainty.PROVEN)
    assert finding.where.line is not None
    assert text.splitlines()[finding.where.line - 1].strip() == line
    assert repair in finding.repair[0].now
    assert "tanh" not in finding.repair[0].now


def test_a_flag_that_the_last_layer_is_not_given_is_what_mends_it(sandbox: Sandbox) -> None:
    text = RIGHT.replace("def __init__(self, nin):", "def __init__(self, nin, has_relu=True):")
    text = text.replace("        self.b =", "        self.has_relu = has_relu\n        self.b =")
    text = text.replace("act.tanh()", "act.relu() if self.has_relu else act")
    text = text.replace("nin, nout):", "nin, nout, **flags):").replace(
        "[Neuron(nin)", "[Neuron(nin, **flags)"
    )
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert (finding.fault, finding.certainty) == ("nonlinearity_on_output", Certainty.PROVEN)
    assert "has_relu=" in finding.repair[0].now


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
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (finding,) = diagnosis.findings
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
    diagnosis = grade(Source("net.py", RIGHT.replace(old, new).encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert (finding.fault, finding.certainty) == ("graph_cut", Certainty.PROVEN)
    assert finding.where.line is not None
    assert new.splitlines()[-1] in RIGHT.replace(old, new).splitlines()[finding.where.line - 1]


def test_an_import_that_python_refuses_is_the_cause_and_not_the_name_that_is_not_there(
    sandbox: Sandbox,
) -> None:
    text = RIGHT.replace("import math, random\n", "import math\nfrom math import random\n")
    diagnosis = grade(Source("net.py", text.encode()), NETWORK, sandbox).diagnosis

    assert diagnosis is not None
    first, *others = diagnosis.findings
    assert not others
    assert first.where.line == 2
    assert first.evidence.raised is not None
    assert first.evidence.raised.type == "ImportError"


def test_no_function_at_any_neuron_is_named_with_its_line(sandbox: Sandbox) -> None:
    report = grade(Source("net.py", RIGHT.replace("act.tanh()", "act").encode()), NETWORK, sandbox)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    line = RIGHT[: RIGHT.index("return act.tanh()")].count("\n") + 1
    assert (finding.fault, finding.certainty) == ("nonlinearity_missing", Certainty.PROVEN)
    assert finding.where.line == line


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
    report = grade(Source("net.py", text.encode()), NETWORK, sandbox)
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

    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert finding.fault == "raises"
    assert finding.where.line == 1 + text[:body].count("\n")
    assert finding.evidence.raised is not None
    assert finding.evidence.raised.type == "MemoryError"
