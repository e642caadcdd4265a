"""PrairieLearn: the folder of a question that is graded externally, and the image that grades it.

Source: https://docs.prairielearn.com/externalGrading/
"""

import uuid

from api.i18n import N_, gettext as _
from api.packages._kit import SECONDS, image
from api.packages._order import Order
from api.packages._tree import Tree, document, shipped, text, under

NEXT = N_("Build and push the image in the folder `image`. Copy the folder `question` into your course.")


def tree(order: Order) -> Tree:
    """The question and the image."""
    question = {
        "info.json": document(_info(order)),
        "question.html": text(_page(order)),
        "tests/settings.sh": text(order.settings),
        "tests/failed.json": document(_failed()),
        **under("tests", shipped("prairielearn")),
    }
    return {**under("question", question), **image(order)}


def _info(order: Order) -> dict[str, object]:
    return {
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"backgrade:{order.stage}:{order.file}")),
        "title": _("Automatic differentiation with a scalar class"),
        "topic": "Automatic differentiation",
        "tags": ["backgrade"],
        "type": "v3",
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": order.image,
            "entrypoint": "/grade/tests/run.sh",
            "timeout": SECONDS,
            "enableNetworking": False,
        },
    }


def _page(order: Order) -> str:
    instruction = _("Upload the file {file} with your class.", file=f"<code>{order.file}</code>")
    return f"""<pl-question-panel>
  <p>{instruction}</p>
  <pl-file-upload file-names="{order.file}"></pl-file-upload>
</pl-question-panel>

<pl-submission-panel>
  <pl-file-preview></pl-file-preview>
  <pl-external-grader-results></pl-external-grader-results>
</pl-submission-panel>
"""


def _failed() -> dict[str, object]:
    """Return what students see if Backgrade fails."""
    message = _(
        "Backgrade could not grade this file. This is not an error in your code, and it used no attempt. "
        "Please tell the staff of your course."
    )
    return {"gradable": False, "format_errors": [message], "message": message}
