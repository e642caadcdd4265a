"""Finds the classes of a submission for neurons, layers and networks, by name and then by trying them."""

import contextlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from ..model.find_class import ValueClass
from ..model.unwritten import is_unwritten
from ..running.problem import AbsentModuleError, Missing, is_raised_on_purpose
from .calling import OutputCalls, Unseen, calls_of
from .making import (
    LAYER,
    NETWORK,
    NEURON,
    Maker,
    has_free_ends,
    has_our_functions,
    is_guessed,
    is_lazy,
    is_put_together,
    makers,
)
from .names import (
    APART,
    LAYER as LAYER_NAME,
    NETWORK as NETWORK_NAME,
    NEURON as NEURON_NAME,
    NO_UNIT,
    OF_A_LAYER,
    RECURRENT,
    plain,
)
from .structure import Structure

_LARGER = {NEURON: (LAYER, NETWORK), LAYER: (NETWORK,), NETWORK: ()}
_SMALLER = {NEURON: (), LAYER: (NEURON,), NETWORK: (LAYER, NEURON)}
_SAMPLE = {NEURON: (3, 1), LAYER: (2, 3), NETWORK: (2, 3, 1)}
_NAMED = {NEURON: "Neuron", LAYER: "Layer", NETWORK: "MLP"}


class Made(NamedTuple):
    """An object of one of these classes."""

    thing: Any
    structure: Structure
    of_ours: bool = False
    """Whether we put its layers together, perhaps without the functions that stand between them."""
    free_ends: bool = False
    """Whether these layers let us choose the functions at their ends, and we left them as they are."""
    our_functions: bool = False
    """Whether we chose functions at the ends of its neurons."""
    is_guessed: bool = False
    """Whether its arguments may mean something else."""
    are_alike: bool = False
    """Whether all of its neurons started with the same weights, which differ among themselves."""


class Units:
    """The classes of a submission for the parts of a network."""

    def __init__(self, value_class: ValueClass) -> None:
        self.value_class = value_class
        self.call = OutputCalls(value_class)
        self.classes = [cls for cls in value_class.classes if self._may_be_a_unit(cls)]
        self._made: dict[str, tuple[type, int]] = {}
        """The class of each kind, and which of the ways to make one it wants."""
        self._sought: set[str] = set()
        """The kinds that are looked for: a network may want layers, which may be inside of a network."""

    def make(self, kind: str, sizes: Sequence[int]) -> Made:
        """A new one of these sizes.

        Raises:
            Missing: if the submission has none.
            Unseen: if it may have one, and how it is made cannot be guessed.
            Exception: what its own code raised.
        """
        if kind not in self._made:
            if kind in self._sought:
                raise Unseen(_NAMED[kind])
            self._sought.add(kind)
            try:
                self._made[kind] = self._first_that_fits(kind)
            finally:
                self._sought.remove(kind)
        cls, way = self._made[kind]
        return self._of_class(cls, kind, sizes, way)

    def _first_that_fits(self, kind: str) -> tuple[type, int]:
        """The class of a kind and the way to make one: the first that comes out in the right shape."""
        named, others = self._by_name(kind)
        search = _UnitSearch(named)
        for cls in (*named, *others):
            straight: int | None = None
            for way, maker in self._ways(search, cls, kind):
                if not self._is_one(search, cls, kind, way, maker):
                    continue
                if self._bends(maker, kind):
                    return cls, way
                straight = way if straight is None else straight
            if straight is not None:
                return cls, straight
        return self._second_best(search, kind)

    def _ways(self, search: "_UnitSearch", cls: type, kind: str) -> Iterator[tuple[int, Maker]]:
        """Yield the ways to make one of a class, each with its number; guesses only where they help."""
        may_be_guessed = _may_be_guessed(cls, kind, search)
        for way, maker in enumerate(makers(cls, kind, _SAMPLE[kind], partial(self._layers, _SAMPLE[kind]))):
            if may_be_guessed or not is_guessed(maker):
                yield way, maker

    def _bends(self, maker: Maker, kind: str) -> bool:
        """Whether there is a function at some end: it may be left out where none is asked for."""
        try:
            made, inputs = self._made_by(maker, kind, _SAMPLE[kind]), _SAMPLE[kind][0]
            for held in made.structure.leaves:
                setattr(held.thing, self.value_class.data_name, 0.5)
            # Twice as far up as down: a tanh without a bias is odd.
            down, middle, up = (self._number(made, [size] * inputs) for size in (-1.0, 0.0, 2.0))
        except Exception:
            return True  # what is wrong with it shows when it is asked
        return not math.isclose(2 * down + up, 3 * middle, abs_tol=1e-9)

    def _number(self, made: Made, inputs: Sequence[float]) -> float:
        """Return the number of a unit's first output."""
        node = self.call(made.thing, inputs)[0]
        return self.value_class.reader.attribute(node, self.value_class.data_name)[0]

    def _second_best(self, search: "_UnitSearch", kind: str) -> tuple[type, int]:
        """The class of that name, though nothing comes out in the right shape."""
        if search.fallback is not None:
            return search.fallback
        for each in (kind, *_SMALLER[kind]):
            for cls in self._by_name(each)[0]:
                _require_written(cls, each)
        if search.failure is not None:
            raise search.failure
        if search.named:
            raise Unseen(_NAMED[kind])
        if self._is_inside(kind):
            raise Unseen("inside")
        raise Missing(_NAMED[kind])

    def _is_one(self, search: "_UnitSearch", cls: type, kind: str, way: int, maker: Maker) -> bool:
        """Whether what is made in this way comes out in the right shape; what else is seen is noted."""
        is_named = cls in search.named and not is_lazy(maker, kind)
        made: Made | None = None
        fits = False
        try:
            made = self._made_by(maker, kind, _SAMPLE[kind])
            fits = self._fits(made, kind, _SAMPLE[kind], is_named=is_named)
        except Exception as error:
            if not (is_named and self._is_of_the_file(error, maker, made)):
                return False
            search.note(error, is_made=made is not None)
        if is_named and made is not None and made.structure.leaves:
            search.fallback = search.fallback or (cls, way)
        return fits

    def _is_of_the_file(self, error: Exception, maker: Maker, made: Made | None) -> bool:
        """Whether an exception is a mistake of the file, and not of our guess at the arguments.

        A class that holds arrays is made for another class, in whose place is ours.
        """
        if made is None:
            return not is_guessed(maker) and not _refuses(error)
        name = self.value_class.data_name
        holds_arrays = any(getattr(getattr(held.thing, name, 0), "ndim", 0) for held in made.structure.leaves)
        return not is_guessed(maker) and not holds_arrays

    def _fits(self, made: Made, kind: str, sizes: Sequence[int], *, is_named: bool) -> bool:
        """Whether as many nodes come out as there are neurons, and it has parameters for them."""
        inputs = [0.5] * sizes[0]
        if not made.structure.leaves and not (is_named and self.call.draws_anew(made.thing, inputs)):
            return False
        leaves, weights = len(made.structure.leaves), sum(a * b for a, b in pairwise(sizes))
        if kind == NEURON and leaves > 2 * (weights + 1):
            return False
        if not is_named and leaves < weights:
            return False
        return len(self.call(made.thing, inputs)) == sizes[-1]

    def _of_class(self, cls: type, kind: str, sizes: Sequence[int], way: int) -> Made:
        """Return a unit of a class, made in the way with this number."""
        for number, maker in enumerate(makers(cls, kind, sizes, partial(self._layers, sizes))):
            if number == way:
                return self._made_by(maker, kind, sizes)
        raise Unseen(_NAMED[kind])

    def _made_by(self, maker: Any, kind: str, sizes: Sequence[int]) -> Made:
        """Return what a maker makes, with its structure."""
        thing = maker()
        if is_lazy(maker, kind):
            self.call(thing, [0.5] * sizes[0])
        of_ours = is_put_together(maker)
        free = of_ours and has_free_ends(self._made[LAYER][0], self._by_name(NEURON)[0])
        structure = Structure(thing, self.value_class.cls)
        made = Made(thing, structure, of_ours=of_ours, free_ends=free, is_guessed=is_guessed(maker))
        return made._replace(our_functions=has_our_functions(maker))

    def _layers(self, sizes: Sequence[int], *, apart: bool) -> list[Any]:
        """The layers that a network is given, made one by one, each with the function behind it or apart."""
        layers = [self.make(LAYER, pair).thing for pair in pairwise(sizes)]
        return [each for layer in layers for each in (layer, self._function())][:-1] if apart else layers

    def _function(self) -> Any:
        """An object that is the function at the end of a layer.

        Raises `Unseen` if there is none.
        """
        for cls in self.value_class.classes:
            if not APART.search(plain(cls.__name__)) or issubclass(cls, self.value_class.cls):
                continue
            with contextlib.suppress(Exception):
                function = cls()
                if len(self.call(function, [0.5, 0.5])) == 2:  # noqa: PLR2004 - as many as it is given
                    return function
        raise Unseen("layers")

    def _is_inside(self, kind: str) -> bool:
        """Whether a larger part of a network is there, which does without one of these."""
        for larger in _LARGER[kind]:
            try:
                self.make(larger, _SAMPLE[larger])
            except Missing:
                continue
            except Exception:
                return True
            return True
        return False

    def _by_name(self, kind: str) -> tuple[list[type], list[type]]:
        """The classes whose names say the kind, and those whose names say none."""
        kinds = {cls: _kind_of(cls) for cls in self.classes}
        named = [cls for cls in reversed(self.classes) if kinds[cls] == kind]
        others = [cls for cls in self.classes if kinds[cls] is None]
        return sorted(named, key=_is_recurrent), others

    def _may_be_a_unit(self, cls: type) -> bool:
        """Whether a class may be a neuron, a layer or a network: it is called, and is no class of nodes."""
        computes = any(name in cls.__dict__ for name in ("__add__", "__mul__", "__radd__"))
        return (
            not issubclass(cls, self.value_class.cls)
            and not computes
            and not issubclass(cls, BaseException)
            and not NO_UNIT.search(plain(cls.__name__))
            and any(map(callable, _public(cls)))
        )


@dataclass
class _UnitSearch:
    """The search for the class of a kind."""

    named: list[type]
    """The classes whose names say that they are of the kind."""
    fallback: tuple[type, int] | None = None
    """The first of these that could be made."""
    failure: Exception | None = None
    """The exception that went furthest of these: a constructor may refuse arguments that we guess."""
    is_made: bool = False
    """Whether that one came of an object that was made."""

    def note(self, error: Exception, *, is_made: bool) -> None:
        """Keep an exception if it went further than the one before: to an object, or to an absent module."""
        further = is_made > self.is_made or (
            is_made == self.is_made
            and isinstance(error, AbsentModuleError) > isinstance(self.failure, AbsentModuleError)
        )
        if self.failure is None or further:
            self.failure, self.is_made = error, is_made


def _may_be_guessed(cls: type, kind: str, search: _UnitSearch) -> bool:
    """Whether arguments are worth a guess: a name says the kind, and no state goes from call to call."""
    return not _is_recurrent(cls) and (kind == NETWORK or cls in search.named)


def _is_recurrent(cls: type) -> bool:
    """Whether a class is a network with a state, by its name."""
    return RECURRENT.search(plain(cls.__name__)) is not None


def _require_written(cls: type, kind: str) -> None:
    """Check that a class is written.

    Raises:
        Missing: if its constructor takes sizes and does nothing, or it adds nothing to what cannot be called.
    """
    constructor: Any = cls.__dict__.get("__init__")
    takes_sizes = getattr(getattr(constructor, "__code__", None), "co_argcount", 0) > 1
    if takes_sizes and is_unwritten(constructor):
        raise Missing(f"{cls.__name__[:60]}.__init__()")
    if not any(map(callable, vars(cls).values())) and not calls_of(cls):
        raise Missing(_NAMED[kind])


def _public(cls: type) -> Iterator[Any]:
    """Return what a class and its bases define."""
    return (thing for base in cls.__mro__[:-1] for thing in base.__dict__.values())


def _kind_of(cls: type) -> str | None:
    """Return whether a class is a neuron, a layer or a network by its name; None if it says nothing."""
    name = plain(cls.__name__)
    if name.endswith(("neuron", "neurone", "neurona")):  # the last word counts: of `MlpNeuron` too
        return NEURON
    if NETWORK_NAME.search(name) and not OF_A_LAYER.search(name) and not name.startswith("neuron"):
        return NETWORK
    if LAYER_NAME.search(name):
        return LAYER
    return NEURON if NEURON_NAME.search(name) else None


def _refuses(error: Exception) -> bool:
    """Whether a `raise` or `assert` of the submission raised it; not for what is not written yet."""
    return not isinstance(error, NotImplementedError) and is_raised_on_purpose(error)
