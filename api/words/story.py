"""How a wrong number comes about: a sentence or two for each way, with the numbers of the student's run."""

from collections.abc import Sequence

from api.i18n import N_, gettext as _, listed, ngettext


def total(values: Sequence[str]) -> str:
    """`10 + (-6)`."""
    plain = [value.removeprefix("+") for value in values]
    return " + ".join([plain[0], *(in_brackets(value) for value in plain[1:])])


def in_brackets(value: str) -> str:
    """`(-6)`, and `6` as it is."""
    return f"({value})" if value.startswith("-") else value


def used(node: str, number: str, values: Sequence[str], right: str) -> str:
    """The sum that a gradient is: there is a part for each use of the node."""
    code = f"`{number} = {total(values)} = {right}`"
    if len(values) == 2:  # noqa: PLR2004 - "twice" is a word of its own
        return _("`{node}` is used twice, so {sum}.", node=node, sum=code)
    return _("`{node}` is used {n} times, so {sum}.", node=node, n=len(values), sum=code)


# --- Order ------------------------------------------------------------------------------------------------


def too_early(node: str, had: str, full: str, later: Sequence[str]) -> str:
    """A rule ran before its own node's gradient was complete."""
    return ngettext(
        "The rule of `{node}` runs when only {had} of its {full} have arrived: {later} has not run yet.",
        "The rule of `{node}` runs when only {had} of its {full} have arrived: {later} have not run yet.",
        len(later),
        node=node,
        had=had,
        full=full,
        later=listed([f"`{name}`" for name in later]),
    )


def too_early_with(node: str, number: str, had: str, later: Sequence[str]) -> str:
    """Say that a rule ran early where what had arrived is no part of the whole: signs differ, for example."""
    return ngettext(
        "The rule of `{node}` runs when `{number}` is still {had}: {later} has not run yet.",
        "The rule of `{node}` runs when `{number}` is still {had}: {later} have not run yet.",
        len(later),
        node=node,
        number=number,
        had=had,
        later=listed([f"`{name}`" for name in later]),
    )


def sum_of(number: str, values: Sequence[str], right: str) -> str:
    """`b.grad` is a sum."""
    return _("`{sum}`.", sum=f"{number} = {total(values)} = {right}")


def runs_again(node: str, times: int, target: str, values: Sequence[str], right: str) -> str:
    """A rule that should run once runs more often."""
    return _(
        "The rule of `{node}` should run once, but your code runs it {n} times: "
        "it sends {values} to `{target}` instead of {right}.",
        n=times,
        node=node,
        target=target,
        values=total(values),
        right=right,
    )


def runs_for_each_use(node: str, times: int, target: str, values: Sequence[str], right: str) -> str:
    """A rule that may run more than once sends too much all together."""
    return _(
        "The rule of `{node}` runs {n} times and sends {values} to `{target}`. "
        "Together this should be {right}.",
        n=times,
        node=node,
        target=target,
        values=total(values),
        right=right,
    )


def added_again(node: str, formula: str, right: str, values: Sequence[str]) -> str:
    """A rule adds the same contribution more than once."""
    return _(
        "In `{formula}`, `{node}` should get {right} once, but your code adds {values}.",
        node=node,
        formula=formula,
        right=right,
        values=total(values),
    )


def so(number: str, got: str, right: str) -> str:
    """Say what comes of it: the number that is left, and the right one."""
    if not got:
        return _("So `{number}` holds no number; it should be {right}.", number=number, right=right)
    return _("So `{number} = {got}`; it should be {right}.", number=number, got=got, right=right)


def so_by_sum(number: str, values: Sequence[str], got: str, right: str) -> str:
    """Say what comes of it, with the numbers that were added."""
    return so(f"{number} = {total(values)}", got, right)


def left(number: str, added: Sequence[str], got: str) -> str:
    """Say what a number is, beside the sum that it should be; as a sum, where it is known of what."""
    if added:
        number = f"{number} = {total(added)}"
    if not got:
        return _("Your code leaves no number in `{number}`.", number=number)
    return _("Your code leaves `{number} = {got}`.", number=number, got=got)


# --- Rules ------------------------------------------------------------------------------------------------


def one_of_two(node: str, formula: str, values: Sequence[str], right: str, missing: int) -> str:
    """A node is both operands, and one of its two contributions never arrived."""
    if values[0] == values[1]:
        return _(
            "In `{formula}`, `{node}` is both operands and should get {sum} = {right}. "
            "Your code adds {kept} only once: the {kept} of the other operand is missing.",
            formula=formula,
            node=node,
            sum=total(values),
            right=right,
            kept=values[0],
        )
    sentence = _ONE_OF_TWO[missing]
    return _(
        sentence,
        formula=formula,
        node=node,
        sum=total(values),
        right=right,
        kept=values[1 - missing],
        lost=values[missing],
    )


_ONE_OF_TWO = (
    N_(
        "In `{formula}`, `{node}` is both operands and should get {sum} = {right}. "
        "Your code adds {kept}, for the right operand: the {lost} of the left operand is missing."
    ),
    N_(
        "In `{formula}`, `{node}` is both operands and should get {sum} = {right}. "
        "Your code adds {kept}, for the left operand: the {lost} of the right operand is missing."
    ),
)


def never_sent(node: str, formula: str, local: str, arriving: str, right: str) -> str:
    """A rule ran and left out one operand."""
    return _(
        "In `{formula}`, `{node}` should get {local} · {arriving} = {right}, but your code never adds it.",
        formula=formula,
        node=node,
        local=local,
        arriving=in_brackets(arriving),
        right=right,
    )


def has_no_rule(formula: str, node: str, right: str) -> str:
    """An operation for which no rule is written."""
    return _(
        "`{formula}` has no backward rule, so `{node}` does not get its {right}.",
        formula=formula,
        node=node,
        right=right,
    )


def never_runs(formula: str, node: str, right: str) -> str:
    """No rule ran for an operation."""
    return _(
        "The rule of `{formula}` never runs, so `{node}` does not get its {right}.",
        formula=formula,
        node=node,
        right=right,
    )


# --- Several passes, data, and what is left ---------------------------------------------------------------


def kept_and_lost(kept: list[str], lost: list[str]) -> list[str]:
    """Say what became of each contribution, by the use it comes through, as far as that is known."""
    sentences = []
    if kept and lost:
        sentences.append(
            ngettext(
                "The contribution through {uses} is kept.",
                "The contributions through {uses} are kept.",
                len(kept),
                uses=listed(kept),
            )
        )
    if lost:
        sentences.append(
            ngettext(
                "The contribution through {uses} is lost.",
                "The contributions through {uses} are lost.",
                len(lost),
                uses=listed(lost),
            )
        )
    return sentences


def right_values(numbers: Sequence[str]) -> str:
    """`a.grad = 2`, for each number that is wrong."""
    return ngettext(
        "The right value is {values}.",
        "The right values are {values}.",
        len(numbers),
        values=listed([f"`{number}`" for number in numbers]),
    )
