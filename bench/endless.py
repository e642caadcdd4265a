"""Files whose loop never ends, and slow ones that are right: how long a report takes.

Bar: no hanging file takes more than 4 s of wall time on a machine that has nothing else to do.
"""

import resource
import time
from collections.abc import Sequence
from statistics import median

from grader.assignment import assignment
from grader.grade import grade
from grader.sandbox.embedded import Embedded
from tests.corpus_files import bases
from tests.endless_files import EndlessFile, endless, slow

_BAR = 4.0


def main() -> None:
    """Print the median and the longest time of each kind."""
    _measure("never ends", endless(), "full", bar=_BAR)
    _measure("slow and right", slow(), "everything")


def _measure(name: str, files: Sequence[EndlessFile], asked: str, bar: float | None = None) -> None:
    whole = assignment(asked)
    sandbox = Embedded()
    grade(bases()[0].submission, whole, sandbox)
    before = _processor_time()
    times = []
    for file in files:
        started = time.perf_counter()
        grade(file.submission, whole, sandbox)
        times.append((time.perf_counter() - started, file.slug))
    sandbox.close()
    used = (_processor_time() - before) / len(files)
    longest, slug = max(times)
    told = f"; bar {bar:.0f} s" if bar else ""
    print(
        f"  {name}: median {median(each for each, _ in times):.2f} s, longest {longest:.2f} s ({slug}); "
        f"processor {used:.2f} s a file ({len(files)} files{told})"
    )


def _processor_time() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    usages = [resource.getrusage(kind) for kind in kinds]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
