"""Dodona: a judge, an exercise for it, and the image that both run in.

Source: https://docs.dodona.be/en/references/judges/creating-a-judge/
"""

from api.i18n import N_, gettext as _
from api.packages._kit import SECONDS, image
from api.packages._order import Order
from api.packages._tree import Tree, document, shipped, text, under

NEXT = N_(
    "Build and push the image in the folder `image`. Ask Dodona to add the judge. Push `exercise` to your "
    "repository of exercises."
)
_BYTES = 1_000_000_000


def tree(order: Order) -> Tree:
    """The three folders."""
    files = shipped("dodona")
    in_image = image(order)
    in_image["image/Dockerfile"] += files["Dockerfile"]
    in_image["image/main.sh"] = files["main.sh"]
    exercise = {
        "config.json": document(_config(order)),
        "description/description.en.md": text(_description(order)),
        "evaluation/settings.sh": text(order.settings),
    }
    return {"judge/run": files["run"], **under("exercise", exercise), **in_image}


def _config(order: Order) -> dict[str, object]:
    return {
        "description": {"names": {"en": _("Automatic differentiation with a scalar class")}},
        "programming_language": "python",
        "access": "private",
        "evaluation": {
            "handler": "backgrade",
            "image": order.image,
            "time_limit": SECONDS,
            "memory_limit": _BYTES,
            "network_enabled": False,
        },
    }


def _description(order: Order) -> str:
    return _("Upload the file {file} with your class.", file=f"`{order.file}`") + "\n"
