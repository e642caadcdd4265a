"""What a course asks for."""

import shlex
from collections.abc import Mapping

from api.packages._wheel import Wheel
from grader.records import Frozen
from grader.sandbox.level import Level
from submissions.courses.assignments.hints import Rung


class Order(Frozen):
    """An order for a package: what it grades, how strictly, and with which Backgrade."""

    stage: str
    hints: Rung
    level: Level
    """The weakest sandbox that will do. In a weaker one nothing is graded."""
    file: str
    """The name that students give their file: letters, digits, `_`, `-` and `.`, so it needs no quotes."""
    image: str
    """The container image, for systems that take one."""
    wheel: Wheel
    dependencies: Mapping[str, bytes]
    """The wheels of what Backgrade needs, by file name; empty where the package installs them from PyPI."""
    language: str | None = None
    """The language of the reports; None for that of the machine."""

    @property
    def settings(self) -> str:
        """The shell script that every other script of a package reads."""
        options = ["--stage", self.stage, "--hints", f"{self.hints:d}", "--sandbox-level", self.level]
        if self.language:
            options += ["--lang", self.language]
        return (
            "# What is graded, and how. To change it, edit these lines and upload the package again.\n"
            "# `backgrade check --help` explains the options.\n"
            f"file={shlex.quote(self.file)}\n"
            f"options=({shlex.join(options)})\n"
            "export BACKGRADE_SANDBOX=embedded\n"
        )
