"""Backgrade in a notebook: `backgrade.check(Value)` grades the class that the notebook defines."""

from backgrade._check import OtherClassGraded, check
from backgrade._result import Feedback, NotebookFinding
from backgrade._source import SourceNotFound

__all__ = ["Feedback", "NotebookFinding", "OtherClassGraded", "SourceNotFound", "check"]
