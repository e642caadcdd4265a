"""The right class that takes the place of a submission's own, as text: it is made inside of the sandbox."""

from functools import cache

from grader import reference

_HEAD = "from __future__ import annotations\n\nimport math\n\n\n"

_CONSTRUCTOR = '''    def __init__(self, data=0.0, parents=(), op="", *further, **named):
        """However a course has it: operands and the sign of the operation may come by any name."""
        held = [each for each in named.values() if isinstance(each, (tuple, list, set))]
        self.data = data.data if isinstance(data, Value) else data
        self.grad = 0.0
        given = parents if isinstance(parents, (tuple, list, set)) else ()  # else its name
        self._prev = tuple(given) or tuple(held[0] if held else ())
        self._op = op
        self.label = named.get("label", "")
        self._backward = lambda: None
'''

_FURTHER = '''
    def __getattr__(self, name):
        """An operation under another way to write its name, as `ReLU` or `Tanh`."""
        usual = {"logistic": "sigmoid", "tangenth": "tanh", "sigmoide": "sigmoid", "ln": "log"}
        plain = name.replace("_", "").lower()
        plain = usual.get(plain, plain)
        if plain != name and plain in ("tanh", "relu", "sigmoid", "exp", "log", "sin"):
            return getattr(self, plain)
        if plain in ("linear", "identity"):
            return lambda: self
        raise AttributeError(name)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __float__(self):
        return float(self.data)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, Value) else other)

    def __gt__(self, other):
        return self.data > (other.data if isinstance(other, Value) else other)

    def item(self):
        return self.data

    def zero_grad(self):
        self.grad = 0.0
'''


@cache
def reference_text() -> str:
    """The text of the class."""
    text = reference.source()
    begin, end = text.index("    def __init__"), text.index("    def __add__")
    return f"{_HEAD}{text[:begin]}{_CONSTRUCTOR}\n{text[end:]}{_FURTHER}"
