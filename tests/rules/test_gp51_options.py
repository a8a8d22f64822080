"""Options are weighed two or three at a time, one is recommended, and none only where none is needed."""

from __future__ import annotations

import pytest
from read_cases import Kind, find, lines, read, record, said, section

from groundplan.plan.playbook import Shape
from groundplan.rules.options import count_sentences

SENTENCE = "No alternatives considered. This is the canonical approach per existing patterns."
OPTION = record(
    "option", Shape.HEADINGS, level=3, label="{id}: {name}", id="Option {letter}", id_required=True,
    fields={"pros": "Pros", "cons": "Cons"},
)  # fmt: skip
RECOMMENDATION = record(
    "recommendation",
    Shape.HEADINGS,
    level=3,
    label="Recommendation: {option}",
    fields={"rationale": "Rationale"},
)
FILES = (
    record("file", part="Modified Files", label="{path} – {text}"),
    record("file", part="New Files", label="{path} – {text}"),
)
RULES = {
    "GP512": {"min": 2, "max": 3, "sentence": SENTENCE},
    "GP513": {"sentences": 3},
    "GP514": {"sentence": SENTENCE},
}
INSTRUCTION = f'*If nothing is to be weighed, write:*\n**"{SENTENCE}"**\n\n'
SKELETON = f"## Need\n\n## Ways\n{INSTRUCTION}### Option A: [Name]\n\n## Files\n"
KIND = Kind(
    (section("need"), section("ways", OPTION, RECOMMENDATION), section("files", *FILES)), RULES, SKELETON
)


def options(count: int) -> str:
    return "".join(
        f"### Option {'ABCDE'[n]}: Way {n}\n- **Pros:** quick\n- **Cons:** new\n\n" for n in range(count)
    )


def plan(ways: str, *, need: str = "Retry uploads.", files: str = "") -> str:
    return f"## Need\n{need}\n\n## Ways\n{ways}\n\n## Files\n{files}\n"


@pytest.mark.req("S4-11", part="approaches are compared")
@pytest.mark.req("S1-16")
@pytest.mark.parametrize("count", [1, 4])
def test_one_option_or_four_are_not_a_choice(count: int) -> None:
    plural = "s" if count > 1 else ""
    assert said("GP512", read(KIND, plan(options(count)))) == [
        f"{count} option{plural} written, 2 to 3 expected"
    ]


@pytest.mark.req("S1-16")
@pytest.mark.parametrize("count", [2, 3])
def test_two_or_three_options_pass(count: int) -> None:
    assert find("GP512", read(KIND, plan(options(count)))) == []


@pytest.mark.req("S1-16")
def test_the_canonical_sentence_stands_for_options() -> None:
    assert find("GP512", read(KIND, plan(f"**{SENTENCE}**"))) == []
    assert find("GP512", read(KIND, plan(f'**"{SENTENCE}"**'))) == []
    assert said("GP512", read(KIND, plan("It is clear what to do."))) == [
        "0 options written, 2 to 3 expected"
    ]


def test_the_skeleton_quoting_the_sentence_says_nothing() -> None:
    case = read(KIND, plan(INSTRUCTION + "Something else.", need="Add a new service."))
    assert said("GP512", case) == ["0 options written, 2 to 3 expected"]
    assert find("GP514", case) == []
    meant = read(KIND, plan(f"{INSTRUCTION}**{SENTENCE}**", need="Add a new service."))
    assert find("GP512", meant) == []
    assert len(find("GP514", meant)) == 1


def test_options_nobody_named_are_not_written() -> None:
    assert said("GP512", read(KIND, plan("### Option A: [Name]\n\n" + options(1)[:0] + "Words.")))


@pytest.mark.req("S0-12")
def test_where_options_are_optional_none_is_fine_and_one_is_not() -> None:
    repeated = section(
        "option-{n}",
        record("option", Shape.SECTIONS, label="{id}: {name}", id="Option {n}"),
        title="Option {n}: {name}",
        required=False,
    )
    kind = Kind((section("goal"), repeated), {"GP512": {"min": 2, "max": 9, "optional": True}})
    assert find("GP512", read(kind, "## Goal\nShip.\n")) == []
    assert said("GP512", read(kind, "## Goal\nShip.\n\n## Option 1: Disk\nWords.\n")) == [
        "1 option written, 2 to 9 expected"
    ]


@pytest.mark.req("S1-16")
@pytest.mark.parametrize("name", ["Option B", "Option B: Way 1", "**Option B** (Way 1)", "Way 1", "B"])
def test_a_recommendation_names_an_option_that_is_there(name: str) -> None:
    ways = options(2) + f"### Recommendation: {name}\n**Rationale:** It needs no new module.\n"
    assert find("GP513", read(KIND, plan(ways))) == []


@pytest.mark.parametrize("name", ["Option C", "Redis", "Option BB"])
def test_a_recommendation_of_something_else_is_found(name: str) -> None:
    ways = options(2) + f"### Recommendation: {name}\n**Rationale:** It needs no new module.\n"
    assert said("GP513", read(KIND, plan(ways))) == [
        f"The recommendation names `{name}`, which is none of the options"
    ]


@pytest.mark.req("S1-16")
def test_options_without_a_recommendation_are_found() -> None:
    assert said("GP513", read(KIND, plan(options(2)))) == ["2 options are weighed, but none is recommended"]
    assert find("GP513", read(KIND, plan(f"**{SENTENCE}**"))) == []


@pytest.mark.req("S1-16")
def test_a_rationale_has_one_to_three_sentences() -> None:
    head = options(2) + "### Recommendation: Option A\n"
    assert said("GP513", read(KIND, plan(head))) == ["The recommendation of `Option A` has no rationale"]
    three = "**Rationale:** It is in `retry.py`. Version 3.11 has it, e.g. in `asyncio`. No new module.\n"
    assert find("GP513", read(KIND, plan(head + three))) == []
    four = three.rstrip() + " It is short.\n"
    assert said("GP513", read(KIND, plan(head + four))) == [
        "The rationale has 4 sentences, at most 3 expected"
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("One", 1),
        ("One. Two! Three?", 3),
        ("Use `a.b. C` in 3.11, e.g. `x.py`, i.e. now.", 1),
        ("Ends (as it must.) Then more.", 2),
        ("It grows etc. and shrinks.", 1),
        ("すべて。終わり。", 2),
        ("**Bold.** Rest", 2),
    ],
)
def test_sentences_are_counted_as_a_reader_does(text: str, count: int) -> None:
    assert count_sentences(text) == count


@pytest.mark.req("S1-16")
def test_the_sentence_beside_options_contradicts_itself() -> None:
    found = said("GP514", read(KIND, plan(f"{SENTENCE}\n\n" + options(1))))
    assert found == ["The plan says that there are no alternatives, but `Option A` is written"]


@pytest.mark.req("S1-16")
def test_the_sentence_does_not_go_with_a_new_source_file() -> None:
    case = read(
        KIND, plan(SENTENCE, files="**New Files:**\n- `src/retry.py` – retries\n- `src/wait.py` – waits\n")
    )
    assert said("GP514", case) == [
        "The plan says that there are no alternatives, but it adds the file `src/retry.py` and 1 more"
    ]
    assert lines("GP514", case) == [5]


@pytest.mark.parametrize(
    "files",
    [
        "**Modified Files:**\n- `src/upload.py` – retry\n",
        "**New Files:**\n- `tests/test_retry.py` – proves it\n- `docs/a.md` – it\n- `ui/a.spec.ts` – tests\n",
        "**New Files:**\n- None – nothing is added\n",
    ],
)
def test_the_sentence_goes_with_changed_files_tests_and_docs(files: str) -> None:
    assert find("GP514", read(KIND, plan(SENTENCE, files=files))) == []


@pytest.mark.req("S1-16")
@pytest.mark.parametrize(
    "need",
    [
        "Add a new service for mail.",
        "It needs a new database table.",
        "A new data model holds it.",
        "- [x] New message queue",
    ],
)
def test_the_sentence_does_not_go_with_new_architecture(need: str) -> None:
    assert len(find("GP514", read(KIND, plan(SENTENCE, need=need)))) == 1


@pytest.mark.parametrize(
    "need",
    [
        "No new service is needed.",
        "Works without a new table.",
        "- [ ] New service",
        "Database: [Do I need a new table? Migration?]",
        "Do we want a new service?",
        "Add a new field to `users`.",
        "Out of scope: a new service.",
        "The class `a new service` stays.",
    ],
)
def test_the_sentence_goes_with_a_straightforward_change(need: str) -> None:
    assert find("GP514", read(KIND, plan(SENTENCE, need=need))) == []
