"""What every package has: Backgrade itself, how to install it, and a check that it works there."""

from api.packages._order import Order
from api.packages._tree import shipped, text, under
from api.packages._wheel import REQUIREMENTS

FOLDER = "backgrade"
"""The folder of the kit, in a package."""
SECONDS = 120
"""The time after which another system ends a grading."""


def kit(order: Order) -> dict[str, bytes]:
    """Scripts, settings, and the wheel with the hashes of everything that it needs.

    The examples of the self-check are those inside the wheel: one is a correct class, and some packages lie
    where students read them.
    """
    wheel = order.wheel
    own = text(f"./wheels/{wheel.name} --hash=sha256:{wheel.sha256}\n")
    files = {
        **shipped("kit"),
        "settings.sh": text(order.settings),
        "requirements.txt": own + wheel.shared(REQUIREMENTS),
        **under("wheels", {**order.dependencies, wheel.name: wheel.content}),
    }
    return under(FOLDER, files)


def image(order: Order) -> dict[str, bytes]:
    """A folder to build an image from that has Backgrade in `/opt/backgrade`."""
    return under("image", {**shipped("image"), **kit(order)})
