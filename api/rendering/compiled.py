"""Compiled templates, kept where Python keeps the compiled modules of this folder."""

import os
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError

from jinja2 import BytecodeCache, __version__
from jinja2.bccache import Bucket


class CompiledTemplates(BytecodeCache):
    """Keeps the code of each template until its text or Jinja changes.

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

    def get_source_checksum(self, source: str) -> str:
        """Return a digest of what the code depends on: the text, and the compiler."""
        return super().get_source_checksum(f"{__version__} {source}")


def _path(bucket: Bucket) -> Path:
    return Path(cache_from_source(str(Path(__file__).with_name(f"{bucket.key}.py"))))
