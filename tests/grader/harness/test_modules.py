"""A module that is not there stops no file; an error of what stands in for it is told as that."""

import pytest

from api.words.problem import problem
from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.report import Report
from grader.sandbox.base import Sandbox, Source
from suites import load
from tests import bad_input_files

SMALL = SuiteSelection("small", (load()["a_plus_a"],))
_CLASS = bad_input_files.good().content.decode()
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
