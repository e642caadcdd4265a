"""Templates write numbers by filters of ours, which know the language: none by one of Jinja's."""

from jinja2 import Environment, nodes

from api.pages._page import TEMPLATES
from api.rendering.markup import PARTIALS
from tests.offenders import for_each

_SPEAK_ENGLISH = {"round", "float", "format", "filesizeformat"}


@for_each(
    "name",
    [path.relative_to(folder).as_posix() for folder in (TEMPLATES, PARTIALS) for path in folder.iterdir()],
)
def test_no_template_writes_a_number_in_english_alone(name: str) -> None:
    [text] = [(folder / name).read_text() for folder in (TEMPLATES, PARTIALS) if (folder / name).exists()]
    used = {each.name for each in Environment(autoescape=True).parse(text).find_all(nodes.Filter)}

    assert used & _SPEAK_ENGLISH == set()
