"""Placeholders, open ends, vague promises and filler are found in English prose, and nowhere else."""

from __future__ import annotations

import pytest
from read_cases import Kind, all_codes, find, lines, read, said, section

from groundplan.plan.finding import Severity
from groundplan.rules.registry import RULES

WORDS = Kind((section("goal"), section("log", computed="change-log", required=False)))
CLEAN = "Retry a failed upload 3 times, then show the error to the user."


def words(text: str, kind: Kind = WORDS) -> object:
    return read(kind, f"## Goal\n{text}\n")


def found(code: str, text: str) -> list[str]:
    return [message.split("`")[1] for message in said(code, words(text))]


# ----------------------------------------------------------------------------------------------- placeholders


@pytest.mark.req("S1-04")
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Ship it to [describe the users here].", "[describe the users here]"),
        ("- [e.g., Repository pattern]", "[e.g., Repository pattern]"),
        ("- FR-1: the system must [NEEDS CLARIFICATION: how long?]", "[NEEDS CLARIFICATION: how long?]"),
        ("The plan of {Feature Name} is this.", "{Feature Name}"),
        ("Use {Link to similar code} for it.", "{Link to similar code}"),
        ("- <test>: <link to test coverage>", "<link to test coverage>"),
        ("It is <to be developed> by us.", "<to be developed>"),
        ("Lorem ipsum dolor sit amet.", "Lorem ipsum"),
        ("TODO: decide on the name.", "TODO:"),
        ("This is open (TODO(ada): ask).", "TODO(ada):"),
        ("FIXME: fill this in", "FIXME:"),
        ("The steps: [What changes?]", "[What changes?]"),
    ],
)
def test_a_placeholder_is_found(text: str, what: str) -> None:
    assert found("GP601", text) == [what]


@pytest.mark.parametrize(
    "text",
    [
        "See [the guide](https://example.com) and [list of files](a.md).",
        "See [describe the users] below.\n\n[describe the users]: https://example.com",
        "- [ ] open\n- [x] done\n- [X] done too",
        "The endpoint `/grades/{student_id}` and `<name>` and `[name]` stay as they are.",
        "Use List<String> and <br> and <https://example.com>.",
        "No [NEEDS CLARIFICATION] markers remain here.",
        "As said in [1] and in [RFC 9110] and by [^note].",
        "- ⏳ [IN PROGRESS] Formal verification",
        "Take the TODO comments out of the code.",
        "The set {1, 2} and the object {a: 1} are equal.",
        CLEAN,
    ],
)
def test_what_only_looks_like_a_placeholder_passes(text: str) -> None:
    assert found("GP601", text) == []


def test_a_skeletons_own_placeholder_is_left_to_completeness() -> None:
    kind = Kind(WORDS.sections, skeleton="## Goal\n[describe the goal]\n")
    case = words("Ship [describe the goal] today.", kind)
    assert find("GP601", case) == []
    assert len(find("GP504", case)) == 1


# -------------------------------------------------------------------------------------------------- open ends


@pytest.mark.req("S1-30")
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("The name is TBD.", "TBD."),
        ("TBD", "TBD"),
        ("| Name | TBA |", "TBA"),
        ("The format is to be determined.", "is to be determined"),
        ("The owner is still to be decided.", "still to be decided"),
        ("- Update the docs, the tests, etc.", "etc."),
        ("- [x] 3.9 Document all flags: --json, --type, etc.", "etc."),
    ],
)
def test_an_open_end_is_found(text: str, what: str) -> None:
    assert found("GP602", text) == [what]


@pytest.mark.parametrize(
    "text",
    [
        'No "TBD" or "etc." is left.',
        "The `TBD` marker and TBD/TODO comments are refused.",
        "What is still to be determined?",
        "The type has to be determined by the compiler.",
        "Native components (divs, spans, etc.) stay.",
        "It reads files such as logs, traces etc.",
        "- Update files (docs, tests, etc.) by hand.",
        "It lies in /etc/hosts.",
        CLEAN,
    ],
)
def test_what_is_only_spoken_of_or_an_example_passes(text: str) -> None:
    assert found("GP602", text) == []


@pytest.mark.req("S1-30")
def test_a_playbook_may_refuse_every_etc() -> None:
    text = "Native components (divs, spans, etc.) stay."
    assert find("GP602", words(text)) == []
    strict = Kind(WORDS.sections, {"GP602": {"strict": ["goal"]}})
    assert said("GP602", words(text, strict)) == ["`etc.` leaves it open"]


# ------------------------------------------------------------------------------------------------------ vague


@pytest.mark.req("S1-04")
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("- Handle errors properly", "Handle errors properly"),
        ("- Sufficient test coverage", "Sufficient test coverage"),
        ("- Implement proper error handling and user feedback", "proper error handling"),
        ("The upgrade will be seamless.", "will be seamless"),
        ("The form must be user-friendly.", "must be user-friendly"),
        ("- Export works as expected", "works as expected"),
        ("We will follow best practices for upgrades.", "follow best practices"),
    ],
)
def test_a_vague_promise_is_found(text: str, what: str) -> None:
    assert found("GP603", text) == [what]


@pytest.mark.parametrize(
    "text",
    [
        "The upgrade will be fast: below 2 s.",
        "- Handle errors properly when the disk is full",
        "The runner already handles empty networks gracefully.",
        "Will it be seamless?",
        "The parser does not handle this properly.",
        "Meson is crafted to be fast, correct and user-friendly.",
        'We drop the word "user-friendly" here.',
        "We recommend the following best practices.",
        CLEAN,
    ],
)
def test_a_concrete_or_descriptive_sentence_passes(text: str) -> None:
    assert found("GP603", text) == []


def test_the_vague_rule_is_off_unless_a_playbook_names_it() -> None:
    # Its measured precision is below 0.9: docs/benchmarks/wording.md
    assert not RULES["GP603"].always
    assert "GP603" not in all_codes(words("- Handle errors properly"), "GP6")
    named = Kind(WORDS.sections, {"GP603": {}})
    assert "GP603" in all_codes(words("- Handle errors properly", named), "GP6")


# ----------------------------------------------------------------------------------------------------- filler


@pytest.mark.req("S1-23")
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("It is important to note that uploads fail.", "It is important to note that"),
        ("It's worth noting that uploads fail.", "It's worth noting that"),
        ("It should be noted\nthat uploads fail.", "It should be noted that"),
        ("In today's fast-paced world uploads fail.", "In today's fast-paced world"),
        ("Simply put, uploads fail.", "Simply put"),
        ("As mentioned above, uploads fail.", "As mentioned above"),
        ("First and foremost, uploads fail.", "First and foremost"),
        ("Redis is a popular in-memory store.", "Redis is a popular"),
        ("`httpx` is a powerful client for this.", "httpx is a powerful"),
    ],
)
def test_filler_and_concept_explanations_are_found(text: str, what: str) -> None:
    assert found("GP604", text) == [what]


@pytest.mark.parametrize(
    "text",
    [
        "This is a popular request.",
        "He simply puts the file there.",
        "It is first and foremost an API.",
        "As mentioned in section 2, uploads fail.",
        "It is important to emphasize the difference in the docs.",
        'We never write "It is important to note that".',
        CLEAN,
    ],
)
def test_a_sentence_that_says_something_passes(text: str) -> None:
    assert found("GP604", text) == []


# ----------------------------------------------------------------------------------------------------- shared

BAD = {"GP601": "TODO: x", "GP602": "It is TBD.", "GP604": "Simply put, it is so."}


@pytest.mark.parametrize(("code", "text"), BAD.items())
def test_words_in_code_are_never_judged(code: str, text: str) -> None:
    assert found(code, text)
    assert found(code, f"Words of ours:\n\n```\n{text}\n```\n\nand `{text}` too.") == []


@pytest.mark.parametrize(("code", "text"), BAD.items())
def test_other_languages_are_never_judged(code: str, text: str) -> None:
    german = (
        "Die Anfrage wird dreimal wiederholt, wenn der Server nicht antwortet, und der Fehler wird gemeldet."
    )
    assert found(code, f"{german} {text}") == []


@pytest.mark.parametrize(("code", "text"), BAD.items())
def test_the_skeletons_own_lines_are_never_judged(code: str, text: str) -> None:
    line = f"*How it works: {text}*"
    kind = Kind(WORDS.sections, skeleton=f"## Goal\n{line}\n\n[goal]\n")
    assert find(code, words(f"{line}\n\n{CLEAN}", kind)) == []
    assert find(code, words(f"{CLEAN}\n\n{text}", kind))


@pytest.mark.parametrize(("code", "text"), BAD.items())
def test_computed_sections_are_never_judged(code: str, text: str) -> None:
    assert find(code, read(WORDS, f"## Goal\n{CLEAN}\n\n## Log\n{text}\n")) == []


def test_a_finding_has_line_column_and_section() -> None:
    case = read(WORDS, "## Goal\nAdd a flag.\nIts name is\n  still TBD here.\n")
    one = find("GP602", case)[0]
    assert (str(one.place), one.section) == ("plan.md:4:9", "goal")
    assert lines("GP602", case) == [4]


def test_placeholders_and_open_ends_block_and_filler_warns() -> None:
    weights = {code: RULES[code].severity for code in ("GP601", "GP602", "GP603", "GP604")}
    assert weights == {
        "GP601": Severity.ERROR,
        "GP602": Severity.ERROR,
        "GP603": Severity.WARNING,
        "GP604": Severity.WARNING,
    }
    assert [code for code in weights if RULES[code].always] == ["GP601", "GP602", "GP604"]
