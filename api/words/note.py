"""What had to be adapted to a class. None of it costs points."""

from api.words.operation import operation
from grader.sandbox.base import Note

_WORDS = {
    "class-name": "class `{name}` is graded",
    "data-name": "the number of a node is called `{name}`",
    "gradient-name": "the gradient of a node is called `{name}`",
    "backward-name": "`backward()` is called `{name}()`",
    "method": "{operation} is done with the method `{name}()`",
    "function": "{operation} is done with the function `{name}()`",
    "numbers-wrapped": "plain numbers are made into nodes first, in graphs that are about something else",
    "worked-around": (
        "{operation} is not there; graphs that are about something else are played with what is there instead"
    ),
    "leaf-class": "inputs are made with the class that the file has for them",
    "caller-seeds": (
        "the output's gradient is set to 1 by us before backward(), which the class seems to expect; "
        "graphs of the linear chain are played without"
    ),
    "backward-takes-gradient": "backward() is called with a gradient of 1.0, which it asks for",
    "by-backward": (
        "the class has no `_backward()` of each node that can be called by itself; the suites about local "
        "rules were asked through backward(), each as a whole"
    ),
    "type": "objects of type `{name}` are not read as numbers",
}


def note(told: Note) -> str:
    """The sentence for a note."""
    return _WORDS[told.kind].format(name=told.name, operation=operation(told.operation or ""))
