"""The sample course, made once a run: a dozen files are graded for it, which takes ten seconds."""

import pickle
import shutil
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from grader.sandbox.protocol import Sandbox
from submissions.operating.service import Service
from tests.graded import alone, shared_folder
from tests.world.sample_course import SampleCourse, opened
from tests.world.serving import serving


def course_once(factory: pytest.TempPathFactory, sandbox: Sandbox) -> tuple[Path, SampleCourse]:
    """A copy of its data, for a service of one's own, and the course in no service yet."""
    kept = shared_folder(factory) / "sample_course"
    told = kept.with_suffix(".course")
    with alone(kept):
        if not told.exists():
            kept.mkdir(exist_ok=True)
            with serving(kept, sandbox) as running:
                made = opened(running.service)
            told.write_bytes(pickle.dumps(replace(made, service=cast("Service", None))))
        course: SampleCourse = pickle.loads(told.read_bytes())  # noqa: S301 - written by a process of this run
        return Path(shutil.copytree(kept, factory.mktemp("course") / "data")), course
