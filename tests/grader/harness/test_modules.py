"""A module that is not there stops no file; an error of what stands in for it is told as that."""

import pytest

from api.words.finding import title
from api.words.problem import problem
from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import load, networks
from tests import bad_input_files

SMALL = SuiteSelection("small", (load()["a_plus_a"],))
_CLASS = bad_input_files.good().content.decode()
NETWORK = SuiteSelection("network", tuple(networks().values()))
_NETWORK = """
import random


class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return act.tanh()

    def parameters(self):
        return self.w + [self.b]


class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        outs = [n(x) for n in self.neurons]
        return outs[0] if len(outs) == 1 else outs

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]
"""
USES = [
    "assert abs(float(torch.tensor(2.0).item()) - 0.0) < 1e9",
    "print(f'{torch.tensor(2.0).item():.4f}', '%d' % len(torch.zeros(3)))",
    "for epoch in tqdm(range(3)): pass",
    "for i, x in enumerate(torch.ones(3)): pass",
    "print(torch.__version__)",
    "if torch.rand(1) < 0.5 or torch.rand(1) >= 2: pass",
    "x = round(torch.tensor(2.0).item(), 2) // 2 + +torch.ones(1)",
    "with torch.no_grad(): y = torch.relu(torch.tensor(1.0)) @ torch.ones(1)",
]
"""What files do beside their class with modules that are not there."""


def _loaded(below: str, sandbox: Sandbox) -> Report:
    text = f"import torch, tqdm as progress\nfrom tqdm import tqdm\n{_CLASS}\n{below}\n"
    return grade(Source("value.py", text.encode()), SMALL, sandbox)


@pytest.mark.parametrize("use", [*USES, "for i in progress(range(3)): pass"])
def test_what_stands_in_for_a_module_raises_nothing_while_a_file_loads(use: str, sandbox: Sandbox) -> None:
    report = _loaded(use, sandbox)
    assert report.error is None
    assert set(report.absent) == {"torch", "tqdm"}
    assert report.passed


def test_what_python_says_of_a_stand_in_is_not_told_as_the_students_error(sandbox: Sandbox) -> None:
    error = _loaded("x = 3 << torch.tensor(1)", sandbox).error
    assert error is not None
    assert (error.type, error.message) == ("AbsentModuleError", "")
    assert "not available here" in problem(error).seen
    assert "_StandIn" not in problem(error).seen


def test_a_rule_that_needs_a_module_is_told_which(sandbox: Sandbox) -> None:
    below = "plain = Value.__add__\nValue.__add__ = lambda a, b: plain(a, torch.relu(b))"
    report = _loaded(below, sandbox)
    problems = [graph.problem for suite in report.suites for graph in suite.graphs if graph.problem]
    assert {each.message for each in problems} == {"torch"}
    assert all("`torch`, which is not available here" in problem(each).seen for each in problems)


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("from .engine import Node", ".engine"),
        ("from . import engine", ".engine"),
        ("from ..core.engine import Node", ".core"),
        ("from .engine import *", ".engine"),
    ],
)
def test_another_file_of_the_package_is_a_module_that_is_not_there(
    line: str, module: str, sandbox: Sandbox
) -> None:
    report = grade(Source("value.py", f"{line}\n{_CLASS}".encode()), SMALL, sandbox)
    assert (report.error, report.absent) == (None, (module,))
    assert report.passed


@pytest.mark.parametrize("line", ["from .engine import Node", "from . import Node"])
def test_a_file_that_can_do_without_its_package_does(line: str, sandbox: Sandbox) -> None:
    text = f"try:\n    {line}\nexcept ImportError:\n    Node = None\nassert Node is None\n{_CLASS}"
    report = grade(Source("value.py", text.encode()), SMALL, sandbox)
    assert (report.error, report.absent) == (None, ())
    assert report.passed


@pytest.mark.parametrize("line", ["from .engine import Value", "from engine import Value"])
def test_a_network_without_its_class_is_told_to_submit_it_and_not_to_write_it(
    line: str, sandbox: Sandbox
) -> None:
    report = grade(Source("nn.py", f"{line}\n{_NETWORK}".encode()), SMALL, sandbox)
    assert report.problem is not None
    assert report.problem.type == "import"
    assert report.unfinished is None


@pytest.mark.parametrize("line", ["from .engine import Value as V", "from engine import Value as V"])
def test_a_network_is_asked_on_our_class_whatever_it_calls_its_own(line: str, sandbox: Sandbox) -> None:
    report = grade(Source("nn.py", f"{line}\n{_NETWORK}".replace("Value(", "V(").encode()), NETWORK, sandbox)
    assert report.diagnosis is None or not report.diagnosis.findings
    assert report.score.earned > 0


def test_nothing_of_the_harness_can_be_imported(sandbox: Sandbox) -> None:
    below = "import sys\nprint([name for name in sys.modules if 'harness' in name])\nimport harness.lock.lock"
    report = _loaded(below, sandbox)
    assert report.printed == "[]\n"
    assert "harness" in report.absent


def test_one_absent_module_is_one_cause_however_many_lines_need_it(sandbox: Sandbox) -> None:
    text = _NETWORK.replace("return act.tanh()", "return tools.tanh(act)")
    text = text.replace("return self.w + [self.b]", "return tools.flat(self.w, self.b)")
    report = grade(Source("nn.py", f"from . import tools\n{text}".encode()), NETWORK, sandbox)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert finding.evidence.raised is not None
    assert finding.evidence.raised.message == ".tools"
    assert title(finding).startswith("The module `.tools` is not available here")
