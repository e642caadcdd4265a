"""What a zygote is told at its start. Little is imported for it: the rest is, while it gets ready."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress

from grader.harness.wire.messages import MessageCode
from grader.sandbox import durations
from grader.sandbox.channel import Channel, ZygoteGone
from grader.sandbox.imports import Imports
from grader.sandbox.limits import Limits

ENVIRONMENT_FOR_NUMPY = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""A locked child can have no second thread."""


def settings(
    limits: Limits,
    *,
    imports: Imports,
    numpy_folder: str | None,
    locked: bool = True,
    serves_many: bool = True,
    container: Mapping[str, object] | None = None,
) -> str:
    """The harness's argument; `container` is what the container around it promises."""
    fields = {
        **limits._asdict(),
        "locked": locked,
        "serves_many": serves_many,
        "imports": imports,
        "numpy_folder": numpy_folder,
        "container": container,
    }
    del fields["total"]
    return json.dumps(fields)


def ask_for_self_test(channel: Channel) -> None:
    """Have a zygote make its self-test as soon as it can. One that does not listen will not answer either."""
    with suppress(ZygoteGone):
        channel.send(MessageCode.SELF_TEST, b"", deadline=time.monotonic() + durations.START)
