"""Classes whose pass takes too many steps, each made from a right one by replacing its order."""

from grader.sandbox.plays import Source
from tests.corpus_files import BASE, member

_ORDER = """        topo = []
        visited = set()

        def build_topo(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build_topo(child)
                topo.append(v)

        build_topo(self)
"""
_OVERWRITES = ("self.grad += 1.0 * out.grad", "self.grad = 1.0 * out.grad")

_EVERY_PATH = """        topo = []

        def build_topo(v):
            for child in v._prev:
                build_topo(child)
            topo.append(v)

        build_topo(self)
"""
_MARKED, _KEPT = "                visited.add(v)\n", "                topo.append(v)\n"
_IN_ONE_BRANCH = "                if len(v._prev) != 2:\n                    visited.add(v)\n"
_FORGOTTEN = _ORDER.replace(_MARKED, "").replace(_KEPT, _KEPT + _IN_ONE_BRANCH)
_LATE = _ORDER.replace(_MARKED, "").replace(_KEPT, _KEPT + _MARKED)
_QUADRATIC = f"""{_ORDER}        places = [0] * len(topo)
        for i in range(len(topo)):
            for j in range(i):
                places[i] = j
"""
_CUBIC = f"""{_ORDER}        for i in range(len(topo)):
            for j in range(i):
                for k in range(j):
                    pass
"""

EXPONENTIAL = {"walks_every_path": _EVERY_PATH, "memo_forgotten_in_one_branch": _FORGOTTEN}
POLYNOMIAL = {"marks_late": _LATE, "quadratic": _QUADRATIC, "cubic": _CUBIC}


def walker(name: str, *, overwrites: bool = False) -> Source:
    """A class by its name; one that also `overwrites` has another mistake to be found."""
    text = member(f"closures_set/{BASE}").source.decode()
    walk = {**EXPONENTIAL, **POLYNOMIAL}[name]
    assert _ORDER in text
    text = text.replace(_ORDER, walk)
    return Source(f"{name}.py", (text.replace(*_OVERWRITES) if overwrites else text).encode())
