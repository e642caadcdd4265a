"""Stories of where a pass begins: its seed, and what an earlier one left behind."""

from collections.abc import Iterator

from api.i18n import N_, gettext as _, listed, ngettext
from api.report_view.pictures.text import WrongNumber
from api.report_view.story.facts import StoryFacts, plainly_so, rounded
from api.words.place import place
from api.words.story import total
from grader.explanation.events import same
from grader.explanation.phases import phases
from grader.faults import FaultSign
from grader.finding import Write


def not_cleared(facts: StoryFacts) -> Iterator[str]:
    """A gradient that should be 0 after it was cleared."""
    for number in facts.gradients if not facts.passes.is_single else ():
        if number.expected == "0" and number.got:
            text = N_("`{number}` should be 0 after it is cleared, but it is still {got}.")
            yield _(text, number=number.name, got=number.got)
            return


def second_pass(facts: StoryFacts) -> Iterator[str]:
    """A second pass that finds the gradients of the first, or runs its rules once more."""
    passes = facts.passes
    if passes.is_single or len(passes.starts) < 2:  # noqa: PLR2004 - a second
        return
    start = passes.starts[-1]
    if told := next(_added_to_the_first(facts, start), None):
        yield told
        return
    # Only where no number tells of a second pass do the rules that ran in it.
    old = [e for e in passes.events[start:] if e.is_rule and not passes.right_gradients.get(e.node)]
    first = next(iter(facts.gradients), None)
    if old and first is not None:
        text = N_("The second pass also runs the rule of `{formula}`, which belongs to the first graph.")
        yield _(text, formula=facts.formula(old[0].node))
        yield plainly_so(first)


def _added_to_the_first(facts: StoryFacts, start: int) -> Iterator[str]:
    """Yield a sentence for each gradient to which the second pass, from this event on, adds its own."""
    for number in facts.gradients:
        node = facts.node(number.node)
        before, own = _before(facts, number.node, start), facts.passes.right_gradients.get(number.node, 0.0)
        if before and same(own, node.gradient) and same(node.gradient_got or 0.0, before + own):
            yield _(
                "Before the second pass, `{number}` is still {first} from the first. "
                "The second pass adds its own {own}: "
                "`{number} = {sum} = {got}`. It should be {right}.",
                number=number.name,
                first=rounded(before),
                own=number.expected,
                sum=total([rounded(before), number.expected]),
                got=number.got,
                right=number.expected,
            )


def not_run_again(facts: StoryFacts) -> Iterator[str]:
    """A later pass in which rules do not run that ran in the first."""
    found = [phase for phase in phases(facts.passes) if phase.is_pass]
    first = next(iter(facts.gradients), None)
    if len(found) < 2 or first is None or not facts.passes.is_traced:  # noqa: PLR2004 - a second
        return
    skipped = [f"`{facts.label(node)}`" for node in found[-1].never_ran if node in found[0].ran]
    if not skipped:
        return
    nodes = listed(skipped)
    if facts.has_sign(FaultSign.LATER_PASS):
        yield ngettext(
            "The rule of {nodes} runs in the first pass, but not in the second: what your code keeps from "
            "the first pass stops it.",
            "The rules of {nodes} run in the first pass, but not in the second: what your code keeps from "
            "the first pass stops them.",
            len(skipped),
            nodes=nodes,
        )
        if facts.flag:
            yield _("`{flag}` is still `True` from the first pass.", flag=facts.flag)
    else:
        yield ngettext(
            "The rule of {nodes} runs in the first pass, but not in the second.",
            "The rules of {nodes} run in the first pass, but not in the second.",
            len(skipped),
            nodes=nodes,
        )
    yield plainly_so(first)


def _before(facts: StoryFacts, name: str, start: int) -> float | None:
    """Return the gradient of a node before the pass that begins with this event; None before any write."""
    writes = [w for event in facts.passes.events[:start] for w in event.writes if w.node == name]
    return writes[-1].new if writes else None


def seed_everywhere(facts: StoryFacts) -> Iterator[str]:
    """Say which node other than the output begins with a gradient of 1."""
    for number in facts.gradients if facts.has_sign(FaultSign.SEEDS_MORE) else ():
        node = facts.node(number.node)
        if node.gradient_got is not None and same(node.gradient_got, node.gradient + 1.0):
            yield _(
                "Your code sets the gradients of nodes other than the output to 1: "
                "`{number} = {sum} = {got}`. It should be {own}.",
                number=number.name,
                sum=total(["1", number.expected]),
                got=number.got,
                own=number.expected,
            )
            return


def seed(facts: StoryFacts) -> Iterator[str]:
    """The output's gradient is never set, or to another number than 1."""
    root, passes = facts.node(facts.explained.root), facts.passes
    if not passes.is_single or not facts.gradients:
        return
    had = passes.had(root.name)
    target = next((each for each in facts.gradients if each.node != root.name), facts.gradients[0])
    if passes.lacks_its_seed:
        if target.got == "0":
            yield _(
                "The output's gradient, `{root}`, is never set to 1. It stays 0, so every contribution "
                "is something times 0, "
                "and `{target} = 0`.",
                root=facts.gradient_of(root.name),
                target=target.name,
            )
    elif had and passes.is_traced and not same(had, 1.0):
        yield _(
            "The output's gradient, `{root}`, must be 1, but your code sets it to {got}. Every contribution "
            "is multiplied by it.",
            root=facts.gradient_of(root.name),
            got=rounded(had),
        )
        yield plainly_so(target)


def cleared(facts: StoryFacts) -> Iterator[str]:
    """Say which gradient the class set to 0 after something had arrived, and on which line."""
    for number in facts.gradients:
        writes = _clearing_writes(facts, number)
        is_all = number.got == "0"
        if writes and (is_all or facts.has_sign(FaultSign.RESET_IN_A_PASS)):
            yield from facts.sum_of_uses(number)
            old, line = rounded(writes[-1].old or 0.0), place(writes[-1])
            text = N_("`{number}` was {old}. Then your code sets it to 0.")
            if line:
                text = N_("`{number}` was {old}. Then {place} sets it to 0.")
            yield _(text, number=number.name, old=old, place=line)
            if not is_all:
                yield plainly_so(number)
            return


def _clearing_writes(facts: StoryFacts, number: WrongNumber) -> list[Write]:
    """Return the writes that clear a gradient; without a line, the graph itself may have done so."""
    by_graph = f"{number.name} = 0" in facts.explained.graph
    writes = [
        each for each in facts.explained.writes if each.node == number.node and (each.line or not by_graph)
    ]
    return [each for each in writes if each.old and each.new == 0.0]
