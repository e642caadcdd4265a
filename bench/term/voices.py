"""How a student words a class: the names of its variables, and whether there are comments."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Voice:
    """Another wording of the same class."""

    names: Mapping[str, str] = field(default_factory=dict)
    """By the name of the lecture, the one that is used in its place."""
    comments: Mapping[str, str] = field(default_factory=dict)
    """By method, the comment above it."""

    def spoken(self, text: str) -> str:
        """The text in this voice."""
        for before, after in self.names.items():
            text = re.sub(rf"(?<!\.)\b{before}\b", after, text)
        for method, comment in self.comments.items():
            text = re.sub(rf"^    def {method}\(", f"    # {comment}\n\\g<0>", text, flags=re.MULTILINE)
        return text


VOICES = {
    "lecture": Voice(),
    "short": Voice(
        {"other": "rhs", "out": "res", "visited": "seen", "order": "topo", "node": "n", "child": "c"}
    ),
    "long": Voice(
        {
            "other": "other_value",
            "out": "result_value",
            "visited": "already_visited",
            "order": "nodes_in_order",
            "node": "current_node",
        }
    ),
    "comments": Voice(
        comments={
            "__add__": "a sum passes the gradient on to both of its terms",
            "__mul__": "product rule: the gradient of one factor is the other factor",
            "__pow__": "n * x ** (n - 1)",
            "tanh": "derivative of tanh is 1 - tanh^2, and we have tanh already",
            "relu": "0 where the input is negative",
            "backward": "starts at the output, must reach every node once",
        }
    ),
}
