"""Sentences on the gradient of an input: which way the output goes, how far, and whether it does."""

from api.i18n import gettext as _


def direction(name: str, output: str, gradient: float) -> str:
    """Say whether the output rises or falls."""
    if gradient > 0:
        return _("Nudge `{name}` up and `{output}` rises.", name=name, output=output)
    if gradient < 0:
        return _("Nudge `{name}` up and `{output}` falls.", name=name, output=output)
    return _("A small nudge of `{name}` leaves `{output}` as it is.", name=name, output=output)


def leverage(more: str, less: str, times: str) -> str:
    """Compare the effects of two inputs; `times` is empty where both do the same."""
    if not times:
        return _("`{more}` and `{less}` have the same leverage.", more=more, less=less)
    return _("`{more}` has {times} times the leverage of `{less}`.", more=more, less=less, times=times)


def outcome(name: str, value: str, output: str, predicted: str, computed: str) -> str:
    """Say the output that the gradient predicts, and the one computed; `computed` is empty for no value."""
    said = {"name": name, "value": value, "output": output, "predicted": predicted}
    if not computed:
        return _("{name} = {value}: predicted {output} = {predicted}; computed: no value here.", **said)
    return _(
        "{name} = {value}: predicted {output} = {predicted}, computed {output} = {computed}.",
        **said,
        computed=computed,
    )


def start(name: str, value: str, output: str, result: str) -> str:
    """Say the output before anything is nudged."""
    return _(
        "{name} = {value}: {output} = {result}. Move the slider.",
        name=name,
        value=value,
        output=output,
        result=result,
    )
