"""Compiled templates, kept where Python keeps the compiled modules of this folder."""

import os
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError

from jinja2 import BytecodeCache, Environment, __version__
from jinja2.bccache import Bucket


class CompiledTemplates(BytecodeCache):
    """Keeps the code of each template until its text, Jinja, or the way in which filters are called changes.

    Compiling takes as long as importing the service. Where nothing can be written, every process compiles.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the cached code, if there is any for this text."""
        with suppress(OSError, EOFError, UnpicklingError), _path(bucket).open("rb") as kept:
            bucket.load_bytecode(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code; who reads at the same time finds all of the old file or all of the new one."""
        if sys.dont_write_bytecode:
            return
        path = _path(bucket)
        written = path.with_suffix(f".{os.getpid()}-{id(bucket)}")
        with suppress(OSError):
            written.write_bytes(bucket.bytecode_to_string())
            written.replace(path)

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """Return the cached code if all that it depends on is the same: compiler, calls and text."""
        depends_on = f"{__version__} {_calls(environment)} {source}"
        return super().get_bucket(environment, name, filename, depends_on)


def _calls(environment: Environment) -> list[tuple[str, str]]:
    """Return the filters and tests that get more than their operands, and what: `("day", _PassArg.context)`.

    The code has this in each of its calls; a newer version of ours may call the same filter otherwise.
    """
    called = [*environment.filters.items(), *environment.tests.items()]
    return sorted(
        (name, str(function.jinja_pass_arg))
        for name, function in called
        if hasattr(function, "jinja_pass_arg")
    )


def _path(bucket: Bucket) -> Path:
    return Path(cache_from_source(str(Path(__file__).with_name(f"{bucket.key}.py"))))
