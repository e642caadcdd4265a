"""The replay of a backward pass in words: what your code does in a step, and what a right pass does there."""

from collections.abc import Sequence

from api.i18n import gettext as _
from api.i18n import listed, ngettext, pgettext


def title(*, passes: int, forward: bool, resets: int) -> str:
    """Say what a replay plays, on the button that opens it."""
    if passes == 1 and not forward and not resets:
        return _("Replay the backward pass")
    parts = [
        *([_("the forward pass")] if forward else []),
        ngettext("{n} backward pass", "{n} backward passes", passes),
        *([ngettext("{n} reset", "{n} resets", resets)] if resets else []),
    ]
    return _("Replay: {parts}", parts=listed(parts))


def begins(number: int, of: int) -> str:
    """One of several passes begins."""
    return _("Pass {n} of {all}.", n=number, all=of)


def starts(number: str, value: str) -> str:
    """A pass begins."""
    return _("Start: `{number}` is set to {value}.", number=number, value=value)


def starts_other(number: str, value: str) -> str:
    """A pass begins with another number than 1."""
    return _("Start: `{number}` is set to {value}; it should be 1.", number=number, value=value)


def starts_with(number: str, value: str) -> str:
    """A gradient is there before the pass."""
    return _("Before the pass, `{number}` is {value} already; it should be 0.", number=number, value=value)


def forward_is_wrong(number: str, got: str, right: str) -> str:
    """Some data that an operation computes is wrong before the pass begins."""
    if not got:
        return _(
            "The forward pass leaves no number in `{number}`; it should be {right}.",
            number=number,
            right=right,
        )
    return _(
        "The forward pass computes `{number} = {got}`; it should be {right}.",
        number=number,
        got=got,
        right=right,
    )


def input_is_wrong(number: str, got: str, right: str) -> str:
    """The data of an input is wrong before the pass begins: nothing computes it."""
    if not got:
        return _(
            "After the forward pass, `{number}` is no number; it should be {right}.",
            number=number,
            right=right,
        )
    return _(
        "After the forward pass, `{number}` is {got}; it should be {right}.",
        number=number,
        got=got,
        right=right,
    )


def is_set(number: str, old: str, new: str) -> str:
    """A gradient is set outside of any rule."""
    if not new:
        return _("`{number}` is set to something that is not a number.", number=number)
    if not old or old == new:
        return _("`{number}` is set to {new}.", number=number, new=new)
    return _("`{number}` is set from {old} to {new}.", number=number, old=old, new=new)


def sets_other(number: str, old: str, new: str, right: str) -> str:
    """A gradient is set outside of any rule, to another number than it should be."""
    if not new:
        return is_set(number, old, new)
    if right == old:
        return _(
            "`{number}` is set from {old} to {new}; it should stay {old}.", number=number, old=old, new=new
        )
    return _(
        "`{number}` is set from {old} to {new}; it should be {right}.",
        number=number,
        old=old,
        new=new,
        right=right,
    )


def resets(call: str, number: str, old: str) -> str:
    """A reset that does what it should."""
    if not old:
        return _("`{call}` runs: `{number}` stays 0.", call=call, number=number)
    return _("`{call}` runs: `{number}` goes from {old} to 0.", call=call, number=number, old=old)


def resets_nothing(call: str, number: str, held: str) -> str:
    """A reset after which the gradient is what it was."""
    return _(
        "`{call}` runs: `{number}` should become 0 and stays {held}.", call=call, number=number, held=held
    )


def resets_to_other(call: str, number: str, new: str) -> str:
    """A reset after which the gradient is something else than 0."""
    if not new:
        return _(
            "`{call}` runs: `{number}` should become 0 and becomes something that is not a number.",
            call=call,
            number=number,
        )
    return _(
        "`{call}` runs: `{number}` should become 0 and becomes {new}.", call=call, number=number, new=new
    )


def compares(place: str) -> str:
    """A reset is written with `==`."""
    return _("On {place}, `==` compares; `=` stores a value.", place=place)


def stores_in_a_name(place: str, name: str) -> str:
    """A reset assigns to a local variable."""
    return _(
        "On {place}, `{name}` is a local variable, not the gradient of the node.", place=place, name=name
    )


def stores_elsewhere(place: str, target: str) -> str:
    """A reset assigns to another attribute."""
    return _("On {place}, `{target}` is assigned, not the gradient.", place=place, target=target)


def stores_none(place: str) -> str:
    """A reset assigns None."""
    return _("On {place}, `None` is stored, to which nothing can be added.", place=place)


def stores_nothing(place: str) -> str:
    """A reset stores nothing."""
    return _("The statement on {place} stores nothing.", place=place)


def changes_data(number: str, old: str, new: str) -> str:
    """A reset changes data."""
    if not new:
        return _("`{number}` is no number any more; it should stay {old}.", number=number, old=old)
    return _("`{number}` changes from {old} to {new}; it should stay {old}.", number=number, old=old, new=new)


def runs(node: str, had: str, *, again: bool) -> str:
    """A rule runs."""
    if again:
        return _("The rule of `{node}` runs again, with {had}.", node=node, had=had)
    return _("The rule of `{node}` runs, with {had}.", node=node, had=had)


def goes_on(node: str) -> str:
    """A rule runs on after another ran in between."""
    return _("The rule of `{node}` goes on.", node=node)


def gets_more(node: str, value: str, total: str) -> str:
    """A contribution arrives that arrived before."""
    return _("`{node}` gets {value} once more, together {total}.", node=node, value=value, total=total)


def gets(node: str, value: str, total: str) -> str:
    """A contribution arrives where there was something."""
    return _("`{node}` gets {value}, together {total}.", node=node, value=value, total=total)


def gets_first(node: str, value: str) -> str:
    """The first contribution arrives."""
    return _("`{node}` gets {value}.", node=node, value=value)


def replaces(number: str, old: str, new: str) -> str:
    """A contribution takes the place of what was there."""
    return _("`{number}`: {old} → {new}. The {old} is replaced and lost.", number=number, old=old, new=new)


def gets_other(node: str, value: str, right: str) -> str:
    """A contribution is another number than it should be."""
    return _("`{node}` gets {value}; it should get {right}.", node=node, value=value, right=right)


def once_more() -> str:
    """Return the words below a contribution that was sent before."""
    return pgettext("contribution", "once more")


def gets_nothing(node: str, right: str) -> str:
    """A rule leaves an operand out."""
    return _("`{node}` gets nothing; it should get {right}.", node=node, right=right)


def has_not_run(nodes: Sequence[str], number: str, rest: str) -> str:
    """A rule runs before its node's gradient is complete."""
    return ngettext(
        "{nodes} has not run yet: `{number}` will get {rest} more.",
        "{nodes} have not run yet: `{number}` will get {rest} more.",
        len(nodes),
        nodes=listed([f"`{node}`" for node in nodes]),
        number=number,
        rest=rest,
    )


def should_be_now(number: str, right: str) -> str:
    """A rule runs with another gradient than it should."""
    return _("`{number}` should be {right} by now.", number=number, right=right)


def not_of_this_pass(node: str, root: str) -> str:
    """A rule runs that has nothing to do with the output."""
    return _("`{root}` does not depend on `{node}`: this rule should not run.", root=root, node=node)


def clears(number: str, old: str) -> str:
    """A rule sets a gradient to 0."""
    return _("`{number}` is set from {old} to 0: the {old} is lost.", number=number, old=old)


def too_late(node: str) -> str:
    """Something arrives after its node's rule ran."""
    return _("The rule of `{node}` has already run, so this is not passed on.", node=node)


def right_start(number: str) -> str:
    """Say what a right pass does first."""
    return _("A correct pass sets `{number}` to 1.", number=number)


def right_run(node: str, values: Sequence[str]) -> str:
    """Say what a right pass does there."""
    return _(
        "A correct pass runs the rule of `{node}` now: {values}.",
        node=node,
        values=listed([f"`{value}`" for value in values]),
    )


def right_clear(number: str) -> str:
    """Say what happens there between two passes of a right class."""
    return _("In a correct class, `{number}` is now 0.", number=number)


def right_end() -> str:
    """A right pass is over."""
    return _("A correct pass is finished by now.")


def right_nothing() -> str:
    """A right class does nothing there."""
    return _("A correct class changes no gradient here.")


def right_rest(nodes: Sequence[str]) -> str:
    """The rules that a right pass runs in the end."""
    return ngettext(
        "Then a correct pass runs the rule of {nodes}.",
        "Then a correct pass runs the rules of {nodes}.",
        len(nodes),
        nodes=listed([f"`{node}`" for node in nodes]),
    )


def never_runs(nodes: Sequence[str]) -> str:
    """Say which rules the submission never runs."""
    return ngettext(
        "Your pass ends here: the rule of {nodes} never runs.",
        "Your pass ends here: the rules of {nodes} never run.",
        len(nodes),
        nodes=listed([f"`{node}`" for node in nodes]),
    )


def sends_nothing(nodes: Sequence[str]) -> str:
    """A pass ends without contributions of these rules, which may have run and written elsewhere."""
    return ngettext(
        "Your pass ends here: the rule of {nodes} sends nothing.",
        "Your pass ends here: the rules of {nodes} send nothing.",
        len(nodes),
        nodes=listed([f"`{node}`" for node in nodes]),
    )


def no_rule_runs(call: str) -> str:
    """A pass in which nothing happens."""
    return _("`{call}` runs, and no rule runs in it.", call=call)


def more_steps(number: int) -> str:
    """Steps that are not shown."""
    return ngettext("{n} more step follows.", "{n} more steps follow.", number)


def stops(place: str) -> str:
    """An exception ends the pass."""
    return _("Then Python stops on {place}.", place=place) if place else _("Then Python stops.")


def ends(number: str, got: str, right: str) -> str:
    """The last step."""
    if not got:
        return _("End: `{number}` is no number; it should be {right}.", number=number, right=right)
    if got == right:
        return _("End: `{number} = {got}`.", number=number, got=got)
    return _("End: `{number} = {got}`; it should be {right}.", number=number, got=got, right=right)


def stops_before_a_change() -> str:
    """Say why there is no replay: an exception in the forward pass, or where the backward pass begins."""
    return _("There is no replay: Python stops before the backward pass changes a gradient.")


def stops_before_the_end() -> str:
    """Say why there is no replay: an exception, and no graph that is small enough to explain."""
    return _("There is no replay: Python stops before a backward pass ends.")


def no_small_graph() -> str:
    """Say why there is no replay: the mistake shows only beside other graphs, or in large ones."""
    return _("There is no replay: we found no small graph that shows this mistake.")


def nothing_written() -> str:
    """Say why there is no replay: the pass changes nothing."""
    return _("There is no replay: no gradient of this graph was written.")


def too_large() -> str:
    """Say why there is no replay: no picture of the graph."""
    return _("There is no replay: this graph is too large to draw.")


def not_all_seen() -> str:
    """Say why there is no replay: numbers that change without a write."""
    return _("There is no replay: some gradients changed without a write that we could see.")


def outside_of_rules() -> str:
    """Say why there is no replay: there are writes that belong to no rule of a node of the graph."""
    return _(
        "There is no replay: some gradients are not written by the rule of a node, so steps cannot be told "
        "apart."
    )
