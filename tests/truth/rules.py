"""The table of rules, by sentence; and the sentences that name a cause."""

from collections.abc import Mapping

from api.words.finding import (
    _EXPERIMENTS,
    asks_for_an_array,
    calls_never_end,
    lacks_attribute,
    lacks_self,
    lacks_value,
    only_makes_raise,
    refuses_by_itself,
)
from tests.truth import sentences as s
from tests.truth.sentences import Rule

_OF_THE_STORY: Mapping[str, Rule] = {
    "`{node}` is used twice, so {sum}.": s._used,
    "`{node}` is used {n} times, so {sum}.": s._used,
    "`{sum}`.": lambda t, v: s._sum(t, v["sum"]),
    "So `{number} = {got}`; it should be {right}.": s._so,
    "So `{number}` holds no number; it should be {right}.": s._so,
    "Your code leaves `{number} = {got}`.": s._so,
    "Your code leaves no number in `{number}`.": s._so,
    "The right value is {values}.": s._right_values,
    "The rule of `{node}` runs when only {had} of its {full} have arrived: {later} has not run "
    "yet.": s._too_early,
    "The rule of `{node}` runs when `{number}` is still {had}: {later} has not run yet.": s._too_early,
    "When the rule of `{node}` runs, `{number}` is {had}; it should be {full}.": s._too_little,
    "The rule of `{node}` should run once, but your code runs it {n} times: it sends {values} to `{target}` "
    "instead of {right}.": s._runs_again,
    "In `{formula}`, `{node}` should get {right} once, but your code adds {values}.": s._added_again,
    "In `{formula}`, `{owner}` should get {value}, but your code adds this {value} to "
    "`{node}`.": s._elsewhere,
    "In `{formula}`, `{node}` is both operands and should get {sum} = {right}. "
    "Your code adds {kept} only once: the {kept} of the other operand is missing.": s._one_of_two,
    "In `{formula}`, `{node}` is both operands and should get {sum} = {right}. "
    "Your code adds {kept}, for the right operand: the {lost} of the left operand is missing.": s._one_of_two,
    "In `{formula}`, `{node}` is both operands and should get {sum} = {right}. "
    "Your code adds {kept}, for the left operand: the {lost} of the right operand is missing.": s._one_of_two,
    "In `{formula}`, `{node}` should get {local} · {arriving} = {right}, but your code never adds "
    "it.": s._never_sent,
    "`{formula}` has no backward rule, so `{node}` does not get its {right}.": s._no_run,
    "The rule of `{formula}` never runs, so `{node}` does not get its {right}.": s._no_run,
    "`{formula}` should be {right}, but your class computes {got}.": s._data,
    "`{formula}` should be {right}, but your class gives no number.": s._data,
    "`{formula}` should be a new node with {right}, but your method returns `{operand}` itself, "
    "which holds {got}.": s._itself,
    "`{formula}` should be a node, but your method returns `None`.": s._type("NoneType"),
    "`{formula}` should be a node, but your method returns a plain number.": s._type(
        "float", "int", "float64", "ndarray", "float32"
    ),
    "`{formula}` calls `{method}`, but your class does not define it. So Python stops with an exception.": (
        s._not_defined
    ),
    "`{number}` should stay {right}, but it is {got} in the end.": s._so,
    "`{number}` should be {right}, but your class stores {got}.": s._so,
    "The output's gradient, `{root}`, is never set to 1. It stays 0, so every contribution is something "
    "times 0, and `{target} = 0`.": s._never_seeded,
    "The output's gradient, `{root}`, must be 1, but your code sets it to {got}. Every contribution is "
    "multiplied by it.": s._other_seed,
    "Your code sets the gradients of nodes other than the output to 1: `{number} = {sum} = {got}`. "
    "It should be {own}.": s._seed_everywhere,
    "Before the second pass, `{number}` is still {first} from the first. The second pass adds its own {own}: "
    "`{number} = {sum} = {got}`. It should be {right}.": s._second_pass,
    "`{number}` should be 0 after it is cleared, but it is still {got}.": s._so,
    "`{number}` was {old}. Then your code sets it to 0.": s._cleared,
    "`{number}` was {old}. Then {place} sets it to 0.": s._cleared,
    "Your code stores {old} on {place} and then replaces it with {new} on the same line.": s._replaces,
    "Your {place} uses `=`: it stores {new} and replaces the {old} that {earlier} stored.": s._assigns,
    "On {place}, your code stores {new} and replaces the {old} that is already there.": s._replaces,
    "Your code stores {new} and replaces the {old} that is already there.": s._replaces,
    "The last write wins: `{number} = {got}`, and {lost} is lost.": s._last_wins,
    "In `{formula}`, `{node}` should get {local} · {arriving} = {right}: "
    "the local derivative times `{consumer}`.": s._should_get,
    "Your code adds {sent}, the local derivative alone: the factor {arriving} (`{consumer}`) is "
    "missing.": s._sent,
    "Your code adds {local} + {arriving} = {sent}: it adds the two factors and does not multiply "
    "them.": s._sent,
    "Your code adds {sent}: the sign is wrong.": s._sent,
    "Your code multiplies by {factor}, which is `{source}`, and adds {sent}.": s._sent_source,
    "Your {place} adds {sent}.": s._sent,
    "Your code adds {sent}.": s._sent,
    "Look at `{node}`: it holds {got}, and should hold {right}.": s._wrong_data,
    "Look at `{node}`: it holds no number. It should hold {right}.": s._wrong_data,
    "Each contribution to `{node}` is right, but its gradient begins with {held}.": s._begins,
    "In `{graph}` with {inputs}, your class gets `{number} = {got}`; it should be {right}.": s._symptom,
    "`{node}` is used {n} time in this graph. What does each use add to `{number}`? Your class gets "
    "{got}.": s._uses,
    "Go back from the output to `{node}` with the chain rule, by hand. Your class gets `{number} = "
    "{got}`.": s._symptom,
    "line {line}": s._place,
    "line {line} of cell {cell}": s._place,
    **dict.fromkeys(
        (
            "`{number}` was {old} and is set to {new}: the gradient is replaced, not accumulated.",
            "`{number}` was {old} and is set to {new}: the gradient is replaced, not accumulated ({place}).",
            "`{number}` is set to {new}: the gradient is replaced, not accumulated.",
            "`{number}` is set to {new}: the gradient is replaced, not accumulated ({place}).",
            "`{number}` goes from {old} to {new}.",
            "`{number}` goes from {old} to {new} ({place}).",
            "`{number}` was {old} and is set to {new}.",
            "`{number}` was {old} and is set to {new} ({place}).",
            "`{number}` is set to {new}.",
            "`{number}` is set to {new} ({place}).",
        ),
        s._written,
    ),
}

_LIKELY = "Likely: with a change here, {n} failing graph passed. But other mistakes here could look the same."
_CAPTIONS = (
    "Follow the arrow into {node}: its contribution arrives more than once.",
    "Follow the arrows into {node}: a contribution arrives more than once.",
    "Follow the arrows into {node}: {n} of {all} arrive more than once.",
    "Follow the arrow into {node}: it is sent before the gradient that it carries is complete.",
    "Follow the arrows into {node}: one is sent before the gradient that it carries is complete.",
    "Follow the arrows into {node}: {n} of {all} are sent before their gradients are complete.",
    "Follow the arrow into {node}: it is sent, but lost.",
    "Follow the arrows into {node}: one is sent, but lost.",
    "Follow the arrows into {node}: {n} of {all} are sent, but lost.",
    "Follow the arrow into {node}: your rule sends a wrong number.",
    "Follow the arrows into {node}: for one, your rule sends a wrong number.",
    "Follow the arrows into {node}: for {n} of {all}, your rule sends a wrong number.",
    "Follow the arrow into {node}: it is never sent.",
    "Follow the arrows into {node}: one is never sent.",
    "Follow the arrows into {node}: {n} of {all} are never sent.",
    "Follow the arrow into {node}: it carries on a number that was wrong before.",
    "Follow the arrows into {node}: one carries on a number that was wrong before.",
    "Follow the arrows into {node}: {n} of {all} carry on a number that was wrong before.",
)

RULES: Mapping[str, Rule] = {
    **_OF_THE_STORY,
    **{message: s.caption(message) for message in _CAPTIONS},
    **dict.fromkeys(
        (
            "Proven: we changed only this in your code, and {n} failing graph passed.",
            "Proven: we repaired this and the other findings in your code, and {n} failing graph passed.",
            _LIKELY,
        ),
        s.mended,
    ),
    "`{node}` and `{other}` both hold {number}.": s.both_hold,
    "This line makes another line raise an exception": lambda t, _: only_makes_raise(t.finding),
    "Your class computes with arrays, not with numbers": lambda t, _: (
        asks_for_an_array(t.finding) is not None
    ),
    "Only arrays have `{attribute}`. In this assignment, the data and the gradient of a node are plain "
    "numbers.": lambda _, v: not hasattr(1.0, v["attribute"]),
    "No line has stored `{attribute}` in this object before. Store it, for example in `__init__`, or write "
    "the name under which it is stored.": lambda t, v: lacks_attribute(t.finding) == v["attribute"],
    "`{variable}` has no value yet at this line. Give it one further up, on every way to this line.": (
        lambda t, v: lacks_value(t.finding) == v["variable"]
    ),
    "Python passes the node itself as the first argument, and `{method}` has no parameter for it: write "
    "`self` between the parentheses of its `def` line.": lambda t, v: lacks_self(t.finding) == v["method"],
    "This line leads back to the method that it stands in, so the calls never end. Compute the result from "
    "the numbers of the operands, or by other operations.": lambda t, _: calls_never_end(t.finding),
    "Your method for a number on the left is there, but it returns `NotImplemented`, as methods of numbers "
    "do for other types. Compute with nodes: swap the operands, or make a node of the number.": (
        lambda t, _: refuses_by_itself(t.finding)
    ),
    "An operation raises an exception": lambda t, _: not only_makes_raise(t.finding),
    "There is no replay: no gradient of this graph was written.": lambda t, _: not t.gradients_change,
    "There is no replay: Python stops before the backward pass changes a gradient.": (
        lambda t, _: not t.gradients_change
    ),
    "There is no replay: Python stops before a backward pass ends.": (
        lambda t, _: t.finding.evidence.raised is not None
    ),
}

BY_DATA = frozenset(
    {
        "{got}, should be {right}",  # lines to paste: they are run
        "should be {right}",
        "The contribution through {uses} is kept.",
        "The contribution through {uses} is lost.",
        "The rule of {nodes} runs in the first pass, but not in the second.",
        (
            "The rule of {nodes} runs in the first pass, but not in the second: what your code keeps from "
            "the first pass stops it."
        ),
        "`{flag}` is still `True` from the first pass.",
        "The second pass also runs the rule of `{formula}`, which belongs to the first graph.",
        (
            "`{first}` and `{second}` are the same array, which holds {old}. Your {place} adds {added} to "
            "`{first}` in place, which changes `{second}` too."
        ),
        (
            "Your code depends on the order of a set or on `id()`, so these numbers can differ from run to "
            "run. We show one run."
        ),
        "There is no replay: some gradients changed without a write that we could see.",
        "On the graph `{graph}`, Python stopped with this exception ({place}):",
        "On the graph `{graph}`, Python stopped with this exception:",
        "Python stopped with this exception ({place}):",
        "Python stopped with this exception:",
        "On the graph `{graph}`, Python stops at {place}.",
        "The cause is on {place}: change that line.",
        "{title} ({place})",
        "in {name}",
        "in `{function}` of {operation}",
        "left operand",
        "right operand",
        "the left side of `{node}`",
        "the right side of `{node}`",
        "every operation, first on {place}",
        "and in every other operation",
        "{n} more place",
        "Another possible cause: {cause}.",
        "Another possible cause: {cause}. To find out which it is: {experiment}",
        "Likely: these graphs stopped at this exception, so nothing after it could be tried.",
    }
)
"""Sentences whose facts are checked where they stand as data: places, writes, exceptions, what is printed."""

FREE = frozenset(
    {
        "Thin lines: the forward pass. Thick arrows: what your backward pass adds to each gradient.",
        "This is what each node holds after the last line.",
        "The replay shows each pass and each reset.",
        "Suppose that the other mistakes are repaired.",
        "Run only `{graph}`, and then the backward pass. At which line does Python stop?",
        "Run only `{graph}`. At which line does Python stop?",
        "{cause}.",
        "every operation",
        *_EXPERIMENTS.values(),
        "There is no replay: this graph is too large to draw.",
        "There is no replay: we found no small graph that shows this mistake.",
        (
            "There is no replay: some gradients are not written by the rule of a node, so steps cannot be "
            "told apart."
        ),
        "Likely: this fits what we saw, but we could not prove it by changing only this.",
        "This mistake predicts exactly the gradients we saw in the graph that we compared.",
        "We compared {n} graph. This mistake predicts exactly the gradients we saw in {agreed} of them.",
        "We could not find the cause",
        "No mistake that we know fits what we saw.",
        "No mistake that we know gives these numbers. Here is the smallest graph that fails.",
    }
)
"""Sentences that say nothing of a run that plain Python can answer."""

_SAYS_NO_CAUSE = (
    "`{node}` is used", "`{sum}`", "So `", "Your code leaves", "The right value", "Look at", "Go back",
    "In `{graph}`", "line {line}", "cell {cell}", "`{number}` goes", "`{number}` is set", "Your {place} adds",
    "`{number}` was {old} and is set to {new}", "Your code adds {sent}.",
    "Each contribution", "When the rule", "`{formula}` should be {right}", "`{number}` should",
    "In `{formula}`, `{node}` should get {local} · {arriving} = {right}: ",
)  # fmt: skip
NAMES_A_CAUSE = frozenset(
    each for each in _OF_THE_STORY if not each.startswith(_SAYS_NO_CAUSE) or "replaced, not" in each
)
"""Sentences that say what is wrong with the code, and not with a number: above them, a fault has a name."""
