"""Answers imports under the lock: what was preloaded is real, everything else is an inert stand-in.

Plots and comparisons below a class then do not keep the class from being graded. While the
submission is loaded a stand-in accepts whatever is done with it; afterwards *using* one is an
error that names the module.
"""

import importlib.machinery
import opcode
import sys
import types
import typing
from collections.abc import Iterator
from typing import Any

from ..running.problem import AbsentModuleError, in_submission

_IMPORT_FROM = opcode.opmap["IMPORT_FROM"]
_FOLDER = "<folder>"
"""Stands for each folder that the submission may be in: no name that a file can import."""
PACKAGE = f"{_FOLDER}.{_FOLDER}.{_FOLDER}"
"""The package of a submission: `from .engine import Value` asks for another file of it."""
_CODECS = "encodings"
"""Where Python looks for a codec: one that it does not find it does not know."""


class StandInFinder:
    """Finds any module that is not preloaded, and keeps a list of those it stood in for."""

    def __init__(self) -> None:
        self.absent: list[str] = []
        self.refused: frozenset[str] = frozenset()
        """Modules that the submission can do without: those stay absent."""
        self.loading = True

    def install(self) -> None:
        """Answer every import that nothing else answers; names for types that are newer than this Python."""
        sys.meta_path.append(self)
        typing.__dict__["__getattr__"] = self.newer_name

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return a spec for a stand-in, whatever the name."""
        del path, target
        top = _top_name(name)
        if top in self.refused or top == _CODECS:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def newer_name(self, name: str) -> Any:
        """Return a stand-in for what only a later Python's `typing` has, where it is imported."""
        if not _is_imported(sys._getframe(1)):
            raise AttributeError(name)
        return _StandIn("typing", name, self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Return the stand-in; only the top name of a package is told."""
        self.note(_top_name(spec.name))
        return _StandInModule(spec.name, self)

    def note(self, top: str) -> None:
        """Keep the name of a module that something stands in for."""
        if top and top not in self.absent:
            self.absent.append(top)

    def exec_module(self, module: types.ModuleType) -> None:
        """Nothing to run."""


def _top_name(name: str) -> str:
    """Return the top name of a module: `.engine` for one beside the submission; empty for its folders."""
    parts = name.split(".")
    if parts[0] != _FOLDER:
        return parts[0]
    beside = next((part for part in parts if part != _FOLDER), "")
    return f".{beside}" if beside else ""


class _StandInModule(types.ModuleType):
    def __init__(self, name: str, finder: StandInFinder) -> None:
        super().__init__(name)
        self.__all__: list[str] = []
        self.__path__: list[str] = []
        self.__dict__["_finder"] = finder

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """The module as a function: `import tqdm`, and `tqdm(...)`."""
        return _StandIn(self.__name__, self.__name__, self.__dict__["_finder"])(*args, **keywords)

    def __getattr__(self, name: str) -> Any:
        if name == "__version__":
            return "0"
        if name.startswith("__"):
            raise AttributeError(name)
        if (own := _own_class(name)) is not None:
            return own
        finder = self.__dict__["_finder"]
        if not _top_name(self.__name__):  # `from . import engine`: a file of the folder
            top = _top_name(f"{self.__name__}.{name}")
            if top in finder.refused:
                raise AttributeError(name)
            finder.note(top)
        return _StandIn(self.__name__, name, finder)


def _own_class(name: str) -> type | None:
    """Return the submission's own class, where an import from an absent module would replace it.

    The import may mean this class, if its file was pasted above, or a library's, to compare with.
    """
    frame = sys._getframe(2)
    own = frame.f_globals.get(name) if _is_imported(frame) else None
    return own if isinstance(own, type) and in_submission(own) else None


def _is_imported(frame: types.FrameType) -> bool:
    """Whether the frame is at `from ... import name`."""
    return frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == _IMPORT_FROM


def is_stand_in(thing: object) -> bool:
    """Whether a thing stands for a module that is not there, or for something of one."""
    return type(thing) in (_StandIn, _StandInModule)


def remove_stand_ins() -> None:
    """Forget what stood in for modules, where the process goes on with other things."""
    for name in [name for name, module in sys.modules.items() if type(module) is _StandInModule]:
        del sys.modules[name]
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, StandInFinder)]
    typing.__dict__.pop("__getattr__", None)


class _StandIn:
    """Any attribute of an absent module: callable, a context manager, a decorator, a base class."""

    def __init__(self, module: str, name: str, finder: StandInFinder) -> None:
        self._module, self._name, self._finder = module, name, finder

    def __repr__(self) -> str:
        # Without an address: what a file prints is in its report, which is the same each time.
        full = f"{self._module}.{self._name}".removeprefix(f"{PACKAGE}.")
        return f"<{full}, which is not available here>"

    def _use(self) -> Any:
        """Return a further stand-in while the submission is loaded; raise afterwards."""
        if not self._finder.loading:
            full = f"{self._module}.{self._name}"
            top = _top_name(self._module) or _top_name(full)
            raise AbsentModuleError(top, full.removeprefix(f"{PACKAGE}."))
        return _StandIn(self._module, self._name, self._finder)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _StandIn(self._module, f"{self._name}.{name}", self._finder)

    def __instancecheck__(self, _: object) -> bool:
        return False

    def __subclasscheck__(self, _: type) -> bool:
        return False

    def __call__(self, *args: Any, **_: Any) -> Any:
        self._use()
        is_decorating = len(args) == 1 and isinstance(args[0], types.FunctionType | type)
        return args[0] if is_decorating else self

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return ()

    def __enter__(self) -> Any:
        return self._use()

    def __exit__(self, *_: object) -> None:
        return None

    def __getitem__(self, _: Any) -> Any:
        return self._use()

    def __setitem__(self, _: Any, __: Any) -> None:
        self._use()

    def __iter__(self) -> Iterator[Any]:
        self._use()
        return iter(())

    def __len__(self) -> int:
        self._use()
        return 0

    def __float__(self) -> float:
        self._use()
        return 0.0

    def __index__(self) -> int:
        return len(self)

    def __bool__(self) -> bool:
        return True

    def __format__(self, _: str) -> str:
        return repr(self)

    def _compare(self, _: object) -> bool:
        self._use()
        return False

    __lt__ = __le__ = __gt__ = __ge__ = _compare

    def _operate(self, *_: Any) -> Any:
        return self._use()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _operate
    __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __mod__ = __rmod__ = __neg__ = __abs__ = _operate
    __or__ = __ror__ = __and__ = __rand__ = __floordiv__ = __rfloordiv__ = __pos__ = __round__ = _operate


def shut_out_files() -> None:
    """Let imports look at what is loaded and at built-in modules alone from now on, and write nothing.

    Done once, before forks.
    """
    sys.dont_write_bytecode = True
    sys.meta_path[:] = [importlib.machinery.BuiltinImporter]
    sys.path[:] = []
    sys.path_importer_cache.clear()


def hide_harness() -> None:
    """Let nobody import it from now on. Done once, before forks: in each child it would be freed anew."""
    ours = __name__.partition(".")[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == ours]:
        del sys.modules[name]
