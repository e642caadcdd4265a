"""How the first wrong number of a finding comes about, told from what the student's unedited code wrote."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from api.report_view.pictures.text import ATTRIBUTES, WrongNumber
from api.report_view.story import forward, missing, order, overwriting, passes, rules
from api.report_view.story.facts import StoryFacts
from api.words import story as words
from api.words.finding import UNKNOWN
from grader.compare import Quantity
from grader.finding import Explained

_MOST_RIGHT = 4

_WAYS: Sequence[Callable[[StoryFacts], Iterator[str]]] = (
    forward.wrong_data,
    overwriting.one_array,
    passes.not_cleared,
    passes.second_pass,
    passes.not_run_again,
    passes.seed_everywhere,
    passes.seed,
    missing.added_elsewhere,
    order.repeated,
    order.early,
    overwriting.replaced,
    passes.cleared,
    rules.wrong_contribution,
    missing.one_of_two,
    missing.never_added,
    order.carried_on,
    overwriting.kept_and_lost,
)
"""Each tells its kind of mistake, or nothing. The first that does is taken, for it may cause the others."""
_NAMING = (missing.one_of_two, missing.never_added)
"""Ways that themselves name a cause: they are left out where the cause is unknown."""


def story(
    explained: Explained,
    wrong: Sequence[WrongNumber],
    fault: str = "",
    attributes: Mapping[Quantity, str] = ATTRIBUTES,
    operation: str | None = None,
    *,
    raised: str = "",
    flag: str = "",
) -> str:
    """Return one to three sentences; empty if nothing wrong was seen.

    `operation` is the finding's, `raised` the function in which Python stopped, and `flag` the attribute that
    its line sets.
    """
    facts = StoryFacts(explained, wrong, fault, attributes, operation, raised, flag)
    if not wrong:
        return " ".join(forward.without_a_node(facts))
    ways = [way for way in _WAYS if fault != UNKNOWN or way not in _NAMING]
    for way in ways:
        if told := list(way(facts)):
            return " ".join(told)
    return words.right_values([f"{number.name} = {number.expected}" for number in wrong[:_MOST_RIGHT]])
