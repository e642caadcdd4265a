"""Every setting of an assignment has its texts, its field in the form and its field in REST documents."""

from decimal import Decimal

from api.i18n import speaking
from api.pages._assignment_form import FIELDS, AssignmentForm
from api.rest.assignments import Assignment, AssignmentChange, NewAssignment
from api.words.assignment_settings import TEXTS, SettingGroup, description
from submissions.courses.assignments.draft import HIGHEST_RUNG, SETTINGS, Draft
from submissions.courses.assignments.hints import Rung
from tests.offenders import for_each


def test_every_setting_has_a_label_and_help_in_whole_sentences() -> None:
    assert set(TEXTS) == set(SETTINGS)
    assert [name for name, text in TEXTS.items() if not text.label[:1].isupper()] == []
    assert [name for name, text in TEXTS.items() if text.help and not text.help.endswith(".")] == []
    assert [name for name, text in TEXTS.items() if not text.help] == ["title"]


@for_each("name", SETTINGS)
def test_whatever_can_be_chosen_has_a_name(name: str) -> None:
    setting, levels = SETTINGS[name], {str(rung.value) for rung in Rung}
    if setting.type is tuple:  # names of suites and operations, which have their own texts
        assert TEXTS[name].options == {}
    elif name.startswith("hint_rung"):
        assert set(TEXTS[name].options) == levels | ({""} if setting.is_optional else set())
    else:
        assert set(TEXTS[name].options) == set(setting.names)


def test_levels_of_hints_are_those_that_can_be_set() -> None:
    assert max(Rung) == HIGHEST_RUNG


@for_each("name", SETTINGS)
def test_rest_documents_have_the_setting_with_its_default(name: str) -> None:
    given, answered = NewAssignment.model_fields[name], Assignment.model_fields[name]

    assert given.description == answered.description == description(name)
    assert given.is_required() == SETTINGS[name].is_required
    if not given.is_required():
        default = SETTINGS[name].default
        wanted = list(default) if isinstance(default, tuple) else default
        assert given.get_default(call_default_factory=True) == wanted
    assert name in AssignmentChange.model_fields


def test_a_description_says_what_the_values_mean_in_english_alone() -> None:
    with speaking("es"):
        assert description("counts") == (
            "The grade comes from this submission. `best`: The best one, after the late penalty. "
            "`latest`: The latest one."
        )


def test_every_setting_is_in_one_part_of_the_form() -> None:
    form = AssignmentForm({}, {})
    fields = [field for group in SettingGroup for field in form.fields(group)]

    assert sorted(field.setting.name for field in fields) == sorted(SETTINGS)


def test_a_duration_is_shown_in_minutes() -> None:
    field = FIELDS["cooldown_seconds"]

    assert (field.name, field.written(90, "UTC")) == ("cooldown_minutes", "1.5")


def test_a_part_with_an_error_is_known() -> None:
    form = AssignmentForm({}, {"cooldown_minutes": "wrong"})

    assert [group for group in SettingGroup if form.has_error(group)] == [SettingGroup.ATTEMPTS]


def test_a_number_is_written_with_all_its_digits_and_no_more() -> None:
    assert FIELDS["points"].written(Decimal("12.5000"), "UTC") == "12.5"
    assert FIELDS["attempt_limit"].written(Draft(title="T").attempt_limit, "UTC") == ""
