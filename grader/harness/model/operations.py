"""Does an operation with a student's nodes: by operator, by method, by function of the module.

An operation the class does not have is `Missing`, never an error of the student's. In a graph that
is about something else it is put together from what is there: `a - b` as `a + b * -1`.
"""

import contextlib
import inspect
import re
import types
from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

from ..running.problem import (
    Missing,
    WrongResult,
    in_submission,
    is_accident,
    is_raised_on_purpose,
    traceback_of,
    type_name,
)
from .computed import Computing
from .dialect_names import COMPUTING_NAMES
from .find_class import LOOKS_LIKE_BACKWARD, ValueClass
from .primitives import PRIMITIVES, PrimitiveMethod
from .read import ABSENT
from .signatures import required_arguments, signature_of
from .unwritten import is_unwritten
from .ways_to_make import STARS

Function = Callable[..., Any]

_REFUSALS = (AssertionError, AttributeError, NotImplementedError, TypeError, ValueError)
"""The exceptions that classes raise for an operand they do not take."""
_OF_LISTS = "iterable", "subscriptable", "len()"
"""Words of Python's messages where a single thing stands in place of a list."""
_BASES = (int, float, complex, str, list, tuple)
"""Types with operators of their own, which give plain objects whatever inherits them."""

FIRST_OPERATIONS = "*", "+"
"""One of these every class has. What is found out by trying is tried with each, for one may be missing."""

_SUM_AND_PRODUCT = {"+": 3.5, "*": 3.0}
"""The results for 1.5 and 2."""

OPERATION_NAMES = frozenset(name for primitive in PRIMITIVES.values() for name in primitive.names)
"""The names of the methods that do an operation."""


def is_played(name: str) -> bool:
    """Whether a function of that name may be called for an operation or a backward pass."""
    return name in OPERATION_NAMES or LOOKS_LIKE_BACKWARD.match(name) is not None


class Operations:
    """The operations of one class, each looked up once, when it is first needed."""

    def __init__(self, value_class: ValueClass) -> None:
        self._value_class = value_class
        self._cls = value_class.cls
        self._functions: dict[str, Function | None] = {}

    def do(self, op: str, operands: list[Any], about: list[str]) -> Any:
        """Return the node that the operation gives.

        Raises:
            Missing: if the class does not have it and the graph is about it, or there is no way around.
            WrongResult: if it gives something that is not a node.
            BaseException: whatever the student's code raises.
        """
        function = self._function(op)
        if function is None:
            return self._do_by_others(op, operands, about)
        operands = self._operands_taken(op, operands, about)
        # A method without a body may raise, or return None: another method may stand for it in both cases.
        try:
            result = self._result(function, op, operands)
        except Exception as error:
            if _is_unwritten(operands[0], PRIMITIVES[op]):
                return self._do_by_others(op, operands, about)
            result = self._after_error(error, op, operands, about)
        if isinstance(result, self._cls):
            return result
        if self._is_missing(op, reflected=isinstance(operands[0], int | float)):
            result = self._after_error(WrongResult(op, type_name(result)), op, operands, about)
        elif result is None and _is_unwritten(operands[0], PRIMITIVES[op]):
            return self._do_by_others(op, operands, about)
        return self._checked(result, op, operands)

    def present(self) -> list[str]:
        """Return the operations that the class has, and `backward` if it has that."""
        named = [op for op in PRIMITIVES if self._function(op) is not None]
        return [*named, "backward"] if self._value_class.backward_name else named

    @cached_property
    def absent(self) -> dict[str, str]:
        """The operation by the method that is not there or has no body."""
        return {name: op for primitive in PRIMITIVES.values() for name, op in self._absent_of(primitive)}

    def _absent_of(self, primitive: PrimitiveMethod) -> list[tuple[str, str]]:
        """Return the names under which it would be looked for in vain, each with its operation."""
        op, function = primitive.symbol, self._function(primitive.symbol)
        if function is not None and function is not primitive.on_nodes:
            return [(name, op) for name in primitive.names if is_unwritten(getattr(self._cls, name, None))]
        reflected = f"reflected {op}" if self._has(primitive.method) else op
        names = {primitive.method: op, primitive.reflected: reflected}
        if function is None:
            names |= dict.fromkeys(primitive.names, op)
        return [(name, each) for name, each in names.items() if name and not self._has(name)]

    def _has(self, name: str) -> bool:
        """Whether the class defines a method with a body."""
        return _defines(self._cls, name) and not is_unwritten(getattr(self._cls, name))

    def _result(self, function: Function, op: str, operands: list[Any]) -> Any:
        """Return its result. A class that computes only when it is asked refuses a node as exponent then."""
        result = function(*operands)
        if self._computing is not None and self._computing.is_for(result):
            self._value_class.note("computed", name=self._computing.written)
            self._computing.made(result)
        if op == "**" and isinstance(operands[1], self._cls):
            getattr(result, self._value_class.data_name, None)
        return result

    @cached_property
    def _computing(self) -> Computing | None:
        """The method without which a result has no number, or a wrong one; None if there is none."""
        if self._value_class.computing is not None:
            return self._value_class.computing
        methods = {name: getattr(self._cls, name, None) for name in COMPUTING_NAMES}
        asked = [name for name, each in methods.items() if callable(each) and required_arguments(each) == 1]
        if (found := next(filter(self._gives_number, asked), None)) is not None:
            self._value_class.computing = Computing(found)
        return self._value_class.computing

    def _gives_number(self, method: str) -> bool:
        """Whether the result of an operation has its number behind a call of this method, and not before."""
        name, leaf = self._value_class.data_name, self._value_class.leaf
        for op, number in _SUM_AND_PRODUCT.items():
            if (function := self._function(op)) is None:
                continue
            with contextlib.suppress(Exception), self._value_class.layouts.aside():
                result = function(leaf(1.5, ""), leaf(2.0, ""))
                before = getattr(result, name)
                getattr(result, method)()
                return bool(before != number and getattr(result, name) == number)
        return False

    def _operands_taken(self, op: str, operands: list[Any], about: list[str]) -> list[Any]:
        """Return the operands; nodes in place of numbers that an object beside the nodes would keep.

        Raises `Missing` for operands that the class says that it does not take.
        """
        if op == "**" and self._refuses_as_exponent(operands):
            raise Missing("value exponent")
        is_plain = any(isinstance(operand, int | float) for operand in operands)
        if self._value_class.layouts.companion is None or not is_plain or not self.refuses_numbers:
            return operands
        if "constants" in about:
            raise Missing("constants")
        # A tape may keep a number that it refuses, and stop at it in the pass.
        self._value_class.note("numbers-wrapped")
        return self._as_nodes(operands)

    def _as_nodes(self, operands: list[Any]) -> list[Any]:
        """Return the operands with nodes in place of plain numbers."""
        leaf = self._value_class.leaf
        return [leaf(float(x), "") if isinstance(x, int | float) else x for x in operands]

    def plain(self, op: str) -> Function:
        """Return the function that does an operation, without anything around it.

        Raises `Missing` if there is none.
        """
        if (function := self._function(op)) is None:
            raise Missing(op)
        return function

    def _refuses_as_exponent(self, operands: list[Any]) -> bool:
        """Whether both operands are nodes, and `**` is not written for such."""
        return all(isinstance(each, self._cls) for each in operands) and self._has_number_exponents

    @cached_property
    def _has_number_exponents(self) -> bool:
        """Whether `**` declares its exponent as a number, and does not look whether it is one."""
        method = getattr(self._cls, "__pow__", None)
        code = getattr(method, "__code__", None)
        if code is None or "isinstance" in code.co_names:
            return False
        exponent = code.co_varnames[1:2] and method.__annotations__.get(code.co_varnames[1])
        words = set(re.findall(r"\w+", str(exponent or "")))
        return bool(words & {"int", "float"}) and words <= {"class", "typing", "Union", "int", "float"}

    def _function(self, op: str) -> Function | None:
        """Return the function that does an operation, looked up once."""
        if op not in self._functions:
            self._functions[op] = self._look_up(PRIMITIVES[op])
        return self._functions[op]

    def _look_up(self, primitive: PrimitiveMethod) -> Function | None:
        """Find the function that does an operation: by operator, method, or function of the module."""
        op = primitive.symbol
        # An operator of the class comes before methods and functions with a likely name.
        if any(_defines(self._cls, name) for name in (primitive.method, primitive.reflected) if name):
            return primitive.on_nodes
        for name in sorted(primitive.names, key=lambda name: self._asks_for_more(name, primitive.arity)):
            method = getattr(self._cls, name, None)
            if self._takes(method, primitive.arity) or self._is_bound(method, name):
                return self._call_of_method(method, name, primitive)
            thing = getattr(self._value_class.module, name, None)
            if in_submission(thing) and (function := self._call_of_module(thing, op)):
                self._value_class.note("function", operation=op, name=name)
                return function
        return self._call_of_companion(primitive)

    def _call_of_companion(self, primitive: PrimitiveMethod) -> Function | None:
        """Return how a method of the object beside the nodes is called on them, as `tape.add([a, b])`."""
        companion = self._value_class.layouts.companion
        for way in companion.operations(primitive.names) if companion is not None else ():
            if self._gives_node(way.run, primitive.symbol):
                name = way.written.format("a, b" if primitive.arity > 1 else "a")
                self._value_class.note("companion-operation", operation=primitive.symbol, name=name)
                return way.run
        return None

    def _call_of_method(self, method: Any, name: str, primitive: PrimitiveMethod) -> Function:
        """Return how a method is called on nodes; of an operator's, note its name."""
        if primitive.on_nodes is not None:
            self._value_class.note("method", operation=primitive.symbol, name=name)
        if isinstance(inspect.getattr_static(self._cls, name), staticmethod | classmethod):
            return cast("Function", method)
        return _caller_of_method(name)

    def _takes(self, method: Any, arity: int) -> bool:
        """Whether a method can be called on so many nodes: `sum()` of an array's own numbers takes one."""
        if not callable(method):
            return False
        parameters = signature_of(method).values()
        is_open = not parameters or any(each.kind in STARS for each in parameters)
        return is_open or len(parameters) >= arity

    def _asks_for_more(self, name: str, arity: int) -> bool:
        """Whether a method of that name needs more than the operands, as `log` with a base beside `ln`."""
        method = getattr(self._cls, name, None)
        return callable(method) and required_arguments(method) > arity

    def _is_bound(self, attribute: Any, name: str) -> bool:
        """Whether an attribute gives each node a function, but cannot itself be called: a descriptor."""
        if not in_submission(type(attribute)) or not hasattr(attribute, "__get__"):
            return False
        try:
            return callable(getattr(self._value_class.leaf(1.5, "a"), name))
        except Exception:
            return False

    def _call_of_module(self, thing: Any, op: str) -> Function | None:
        """Return how a thing of the module is called on nodes; None if it is for something else.

        `sigmoid` may be a helper for floats, `Tanh` a layer.
        """
        return next((way for way in _ways_to_call(thing) if self._gives_node(way, op)), None)

    def _gives_node(self, function: Function, op: str) -> bool:
        """Whether such a call gives a node, or raises what a mistake in it would."""
        leaf = self._value_class.leaf
        try:
            with self._value_class.layouts.aside():
                operands = [leaf(1.5, "a"), 2.0 if op == "**" else leaf(2.0, "b")]
                result = self._result(function, op, operands[: PRIMITIVES[op].arity])
        except (AttributeError, TypeError, ValueError) as error:
            return not _takes_several(error) and self._is_for_nodes(function, op)
        except Exception:
            return True
        kind = self._value_class.reader.attribute(result, self._value_class.data_name)[1]
        return isinstance(result, self._cls) or kind < ABSENT

    def _is_for_nodes(self, function: Function, op: str) -> bool:
        """Whether a function that raises for nodes makes some, and raises for plain numbers too."""
        names = getattr(getattr(function, "__code__", None), "co_names", ())
        arity = PRIMITIVES[op].arity
        makes_nodes = any(vars(self._value_class.module).get(name) is self._cls for name in names)
        if not makes_nodes or required_arguments(function) > arity:
            return False
        try:
            function(*(1.5, 2.0)[:arity])
        except Exception:
            return True
        return False

    def _after_error(self, error: Exception, op: str, operands: list[Any], about: list[str]) -> Any:
        """Return the result where the operation raised: played in another way, if there is one."""
        # What the graph is about is missing where it raises. Anything else is played in another way if there
        # is one, so that one gap does not cost the graphs about other operations.
        has_number = any(isinstance(operand, int | float) for operand in operands)
        if not has_number and self._refuses_exponent(error, op, about):
            raise Missing("value exponent") from error
        if isinstance(error, NotImplementedError) and (not has_number or self._is_left_for_later(op)):
            return self._do_by_others(op, operands, about, error)
        if self._is_missing(op, reflected=isinstance(operands[0], int | float)):
            return self._do_without(op, operands, about, error)
        if not has_number:
            raise error
        return self._after_error_of_number(error, op, operands, about)

    def _refuses_exponent(self, error: Exception, op: str, about: list[str]) -> bool:
        """Whether no node may be an exponent: not if a name is unknown, or only these numbers fail."""
        if op != "**" or "value exponent" not in about or _is_unknown_name(error):
            return False
        if not (isinstance(error, ArithmeticError) or str(error) == "math domain error"):
            return True
        leaf, power = self._value_class.leaf, self._function(op)
        try:
            return power is None or not isinstance(power(leaf(2.0, "a"), leaf(3.0, "b")), self._cls)
        except Exception:
            return True

    def _after_error_of_number(self, error: Exception, op: str, operands: list[Any], about: list[str]) -> Any:
        """Return the result where an operand is a plain number, with which the class may not compute."""
        reflected = isinstance(operands[0], int | float)
        if lacks := self._lacks(error, op, about, reflected=reflected):
            raise Missing(lacks) from error
        if op == "**" and not reflected:
            return self._refused_power(operands, error)
        if "constants" in about or (op == "**" and "value exponent" in about and is_accident(error)):
            raise error
        return self._do_wrapped(op, operands, error)

    def _do_without(self, op: str, operands: list[Any], about: list[str], error: Exception) -> Any:
        """Return the result where the class has no method for it; the graph may be about just that."""
        has_number = any(isinstance(operand, int | float) for operand in operands)
        reflected = has_number and isinstance(operands[0], int | float)
        missing = Missing(f"reflected {op}" if reflected else op)
        if "constants" in about or (op in about and not reflected):
            raise missing from error
        if has_number:
            return self._do_wrapped(op, operands, missing)
        return self._do_by_others(op, operands, about)

    def _lacks(self, error: Exception, op: str, about: list[str], *, reflected: bool) -> str | None:
        """Return what a class does not take that the graph is about: a plain number, or one on the left."""
        by_operator = self._function(op) is PRIMITIVES[op].on_nodes
        if _is_refusal(error) and "constants" in about and self.refuses_numbers:
            return "constants"
        if by_operator or not reflected:
            return None
        if op == "**" and "value exponent" in about:
            return "value exponent"
        return f"reflected {op}" if "constants" in about else None

    def _raised_for(self, error: Exception | None) -> str | None:
        """Return the operation whose unwritten method raised this; None if it was no method of one."""
        traceback = None if error is None else traceback_of(error)
        while traceback is not None and traceback.tb_next is not None:
            traceback = traceback.tb_next
        code = traceback and traceback.tb_frame.f_code
        codes = {
            getattr(getattr(self._cls, name, None), "__code__", None): op for name, op in self.absent.items()
        }
        return codes.get(code) if code is not None else None

    def _is_missing(self, op: str, *, reflected: bool) -> bool:
        """Whether the class lacks the method that Python calls for these operands of an operator.

        A method without a body is missing too.
        """
        by_operator = self._function(op) is PRIMITIVES[op].on_nodes
        return by_operator and _method_called(op, reflected=reflected) in self.absent

    def _refused_power(self, operands: list[Any], error: Exception) -> Any:
        """Go on where a power was refused: by a class that takes nodes, or whole numbers only."""
        if not _is_refusal(error):
            raise error
        try:
            return self._do_wrapped("**", operands, error)
        except Exception:
            is_usual = operands[1] > 0 and float(operands[1]).is_integer()
            if is_usual or not self._has_squares():
                raise error from None
            raise Missing("**") from error

    def _has_squares(self) -> bool:
        """Whether powers are there at all."""
        function = self._function("**")
        assert function is not None
        try:
            function(self._value_class.leaf(1.5, ""), 2)
        except Exception:
            return False
        return True

    def _is_left_for_later(self, op: str) -> bool:
        """Whether two nodes raise NotImplementedError too; powers of nodes often do, and do not count."""
        function, leaf = self._function(op), self._value_class.leaf
        assert function is not None
        try:
            function(leaf(1.5, ""), leaf(2.0, ""))
        except Exception as error:
            return op != "**" and isinstance(error, NotImplementedError)
        return False

    @cached_property
    def refuses_numbers(self) -> bool:
        """Whether its sums and products take nodes but no plain number at all: then it has no constants.

        One that takes them in some places and raises in others has a fault there. What raises for nodes shows
        nothing of numbers.
        """
        leaf, raises, refuses = self._value_class.leaf, False, False
        for op in ("+", "*"):
            function = self._function(op)
            if function is None or self._is_missing(op, reflected=False):
                continue
            try:
                with self._value_class.layouts.aside():
                    result = self._result(function, op, [leaf(1.5, ""), leaf(2.0, "")])
                if result is None:
                    continue  # a method by another name, without a body
            except Exception:
                raises = True
                continue
            try:
                with self._value_class.layouts.aside():
                    self._result(function, op, [leaf(1.5, ""), 2.0])
            except Exception as error:
                if not _is_refusal(error):
                    return False
                refuses = True
            else:
                return False
        return refuses or not raises

    def _do_wrapped(self, op: str, operands: list[Any], error: Exception) -> Any:
        """Try once more, with plain numbers made into nodes first.

        What is asked of the class by trying is asked before: a class that keeps its nodes in a list, and
        starts its pass at the last one, finds the graph's own result there.
        """
        refuses_all, nodes = self.refuses_numbers, self._as_nodes(operands)
        function = self._function(op)
        assert function is not None
        try:
            result = self._result(function, op, nodes)
        except Exception:
            raise error from None
        if result is None and isinstance(error, Missing):
            raise error
        if refuses_all:
            self._value_class.note("numbers-wrapped")
        else:
            reflected = isinstance(operands[0], int | float)
            self._value_class.note("number-wrapped", operation=f"reflected {op}" if reflected else op)
        return result

    def _do_by_others(
        self, op: str, operands: list[Any], about: list[str], error: Exception | None = None
    ) -> Any:
        """Do the operation by way of others; it is missing where the graph is about it."""
        if op in about or "constants" in about:
            raise Missing(self._raised_for(error) or op)
        # These follow from other operations, so a class that lacks one can still play graphs about the rest.
        last = operands[-1]
        if op == "neg":
            result = self.do("*", [last, -1], about)
        elif op == "-":
            minus = -last if isinstance(last, int | float) else self.do("*", [last, -1], about)
            result = self.do("+", [operands[0], minus], about)
        elif op == "/":
            result = self.do("*", [operands[0], self._reciprocal(last, about)], about)
        else:
            raise Missing(op)
        self._value_class.note("worked-around", operation=op)
        return result

    def _reciprocal(self, operand: Any, about: list[str]) -> Any:
        """Return 1 by an operand; missing for a node, where there is no power."""
        if isinstance(operand, int | float) and operand != 0:
            return 1 / operand
        if self._function("**") is None:
            raise Missing("/")
        return self.do("**", [operand, -1], about)

    def _checked(self, result: Any, op: str, operands: list[Any]) -> Any:
        """Return the result if it is no node, and holds a number as the graded class's objects do.

        An array of numpy has `data` too, and is a number itself.
        """
        reader = self._value_class.reader
        is_operand = any(operand is result for operand in operands)
        waits = self._computing is not None and any(result is each for each in self._computing.waiting)
        has_number = waits or hasattr(result, self._value_class.data_name)
        if reader.is_of_numpy(result) or is_operand or not has_number:
            raise WrongResult(op, type_name(result))
        return result


def _is_refusal(error: Exception) -> bool:
    """Whether a class may raise it for an operand that it does not take."""
    return isinstance(error, _REFUSALS) or (type(error) is Exception and is_raised_on_purpose(error))


def _takes_several(error: Exception) -> bool:
    """Whether an error is raised for a single thing where a list of such is asked for."""
    return isinstance(error, TypeError) and any(word in str(error) for word in _OF_LISTS)


def _is_unknown_name(error: Exception) -> bool:
    """Whether a name is not defined, or not in the module where it is looked for, as `math.ln`."""
    is_of_module = isinstance(error, AttributeError) and isinstance(error.obj, types.ModuleType)
    return is_of_module or isinstance(error, NameError)


def _defines(cls: type, name: str) -> bool:
    """Whether a class has a method that is not a built-in type's."""
    owner = next((base for base in cls.__mro__ if name in vars(base)), None)
    return owner is not None and not any(owner is base for base in _BASES)


def _is_unwritten(node: Any, primitive: PrimitiveMethod) -> bool:
    """Whether no method of the operation's name has a body."""
    methods = [getattr(node, name) for name in primitive.names if hasattr(node, name)]
    return bool(methods) and all(map(is_unwritten, methods))


def _method_called(op: str, *, reflected: bool) -> str:
    """Return the name of the method that Python looks up; with one operand, none is reflected."""
    primitive = PRIMITIVES[op]
    return (reflected and primitive.reflected) or primitive.method


def _caller_of_method(name: str) -> Function:
    """Return a function that calls a method of its first argument."""
    return lambda first, *others: getattr(first, name)(*others)


def _ways_to_call(thing: Any) -> list[Function]:
    """Return a function itself; a class that makes nodes, or whose objects do, or whose `apply` does."""
    if isinstance(thing, types.FunctionType):
        return [thing]
    if isinstance(thing, type):
        made_anew = lambda *nodes: thing()(*nodes)  # noqa: E731, PLW0108 - one object for each call
        return [thing, made_anew, getattr(thing, "apply", thing)]
    return []
