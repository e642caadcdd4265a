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

INTERPRETER_OPTIONS = ("-s", "-P", "-S")
"""Nothing of a user, of the working folder or of site-packages; of variables, those below."""

_EVERYWHERE = {"PYTHONHASHSEED": "0"}
"""A set of texts has one order in every process: a class that depends on it has the same points each time."""
_FOR_NUMPY = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""A locked child can have no second thread."""


def environment(imports: Imports) -> dict[str, str]:
    """Return all variables of a zygote with these imports."""
    return {**_EVERYWHERE, **_FOR_NUMPY} if imports.has_numpy else {**_EVERYWHERE}


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
