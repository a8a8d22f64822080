"""GP901 to GP909: a plan against itself, read from Markdown as anybody writes it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from drawn_cases import build

from groundplan.markdown.plan_lines import find_lines
from groundplan.plan.document import Document, Plan, Section
from groundplan.plan.finding import Severity
from groundplan.rules import catalogue
from groundplan.rules.registry import RULES

assert catalogue  # importing it registers every rule


def found(code: str, text: str) -> list[tuple[int, str]]:
    body = dedent(text).lstrip("\n")
    section = Section("document", "document", "", "plan.md", 1, "", body, "")
    header = Section("document#header", "document", "", "plan.md", 1, "", "", "")
    plan = Plan("", "", "", (Document("document", "plan.md", body, header, (section,)),))
    case = replace(build.case(build.section("context")), lines=find_lines(plan))
    findings = list(RULES[code].check(case))
    assert all(each.severity is Severity.WARNING and each.hint for each in findings)
    return [(each.place.line, each.message) for each in findings]


def lines(code: str, text: str) -> list[int]:
    return [line for line, _ in found(code, text)]


SCOPED = """
    ## Goal
    Out of scope: {out}

    ## Implementation Plan
    1. {step}
"""


@pytest.mark.parametrize(
    ("out", "step"),
    [
        (
            "Do_groupby.",
            "Change `do_sort` (`a/filters.py:385-438`) and `do_groupby` (`a/filters.py:1281`): sort both",
        ),
        ("`src/cli.py`", "Update src/cli.py with the new option"),
        ("changes to `Parser.run`", "Rename `src/parse.py::Parser.run` to `go`"),
        ("the `legacy_import` module", "[ ] T003 [P] Remove `legacy_import`"),
        ("removing `do_groupby`", "Delete the function `do_groupby`"),
        ("removing `do_sort` and `do_groupby`", "Remove `do_groupby`"),
        ("rewriting `src/cli.py`, `do_sort`", "Rewrite `src/cli.py`"),
        ("removing `do_groupby`, changes to `do_sort`", "Change `do_sort`: sort it"),
    ],
)
def test_a_step_on_what_is_out_of_scope_is_found(out: str, step: str) -> None:
    assert lines("GP901", SCOPED.format(out=out, step=step)) == [5]


@pytest.mark.parametrize(
    ("out", "step"),
    [
        ("the signature of `do_groupby`", "Change `do_groupby`: sort it"),  # its body is in scope
        ("`do_groupby`", "Change `do_sort` to call `do_groupby`"),  # it is used, not changed
        ("`do_groupby`", "Change everything in filters except `do_groupby`"),
        ("`do_groupby`", "Read `do_groupby` first"),
        ("`group`", "Change `do_groupby`: sort it"),  # another name
        ("The CLI.", "Change the CLI"),  # a word is no name
        ("removing `do_groupby`", "Change `do_groupby`: sort it"),  # it may be changed
        ("removing `do_groupby`", "Remove the second argument from `do_groupby`"),
        ("removing `do_sort` and `do_groupby`", "Change `do_groupby`: sort it"),
        ("renaming `do_groupby`", "Remove `do_groupby`"),
    ],
)
def test_a_step_that_leaves_it_alone_is_not(out: str, step: str) -> None:
    assert not found("GP901", SCOPED.format(out=out, step=step))


def test_a_list_of_non_goals_counts_like_a_label() -> None:
    text = """
    ## Non-Goals
    - `src/cli.py`

    ## Tasks
    - [ ] 1.1 Delete `src/cli.py`
    """
    assert lines("GP901", text) == [5]


def test_a_step_that_takes_up_a_rejected_option_is_found() -> None:
    ((line, message),) = found(
        "GP902",
        "## Rejected alternatives\n- Redis: too much to run\n\n## Steps\n1. Install Redis as the cache",
    )
    assert (line, message) == (
        5,
        "A step takes up `Redis`, which line 2 rejects: “Install Redis as the cache”",
    )


@pytest.mark.parametrize(
    "text",
    [
        "## Rejected alternatives\n- Redis: too much\n\n## Steps\n1. Use SQLite, not Redis",
        "## Rejected alternatives\n- Do nothing\n\n## Steps\n1. Add do nothing handlers",
        "## Rejected alternatives\n- A queue in front of every single worker\n\n## Steps\n1. Add a queue",
        "## Alternatives considered\n- Redis: fast\n\n## Steps\n1. Install Redis",
    ],
)
def test_other_steps_take_up_no_rejected_option(text: str) -> None:
    assert not found("GP902", text)


@pytest.mark.parametrize(
    "step",
    [
        "Adapt `b/two.rs` as far as the change in `b/one.rs` needs it (its text matches `core`).",
        "Change `lib/option.rb` (R1, R2)",
        "[ ] Update `src/two.ts` accordingly",
        "Change `bench/suite`: Make it faster.",
        "**T4** Modify src/one/two.py if needed",
    ],
)
def test_a_step_that_only_says_where_is_found(step: str) -> None:
    assert lines("GP903", f"## Implementation Plan\n1. {step}\n   - Prove: `cargo test` passes\n") == [2]


@pytest.mark.parametrize(
    "text",
    [
        "## Implementation Plan\n1. Change `lib/option.rb`: read the variable before the default\n",
        "## Implementation Plan\n1. Change `lib/option.rb`\n   - Read the variable before the default\n",
        "## Implementation Plan\n1. Update `CHANGELOG.md`\n2. Update README.md\n3. Update `uv.lock`\n",
        "## Implementation Plan\n1. Update `src/two.ts`:\n\n   ```ts\n   const a = 1\n   ```\n",
        "## 2. Rename `load` to `read`\n- [ ] Update `src/two.ts`\n",  # the heading says it
        "## Implementation Plan\nReplace `load` by `read` in:\n- `src/one.ts`\n- Update `src/two.ts`\n",
        "## Implementation Plan\n1. Create `src/two.ts`\n",
        "## Context\n1. Update `src/two.ts`\n",
    ],
)
def test_a_step_that_says_what_is_not(text: str) -> None:
    assert not found("GP903", text)


def test_a_commit_with_a_heading_of_its_own_is_a_step() -> None:
    text = """
    ### Phase 1: New Behavior

    **Commit 1: Follow the change in errors.go**
    - **Files:** `errors.go` (modify)

    **Commit 2: Return `ErrClosed` from errors.go**
    - **Files:** `errors.go` (modify)
    """
    assert lines("GP903", text) == [3]


@pytest.mark.parametrize("said", ["Help.", "yes", "TBD", "It works", "I don't know", "quit"])
def test_a_criterion_that_says_nothing_is_found(said: str) -> None:
    assert lines("GP904", f"## Goal\nDone when: {said}\n") == [2]


def test_a_criterion_that_says_something_is_not() -> None:
    assert not found(
        "GP904", "## Acceptance Criteria\n- [ ] No request waits longer than 2 s\n- Yes, as `make` says\n"
    )


IDS = """
    ## Requirements
    - **FR-1**: reads
    - **FR-2**: writes
    - **FR-3**: deletes

    ## Tasks
    - [ ] T001 Read (FR-1)
    - [ ] T002 Write (FR-2)
    - [ ] T003 {last}
"""


def test_the_one_requirement_that_no_step_names_is_found() -> None:
    assert lines("GP904", IDS.format(last="Document it")) == [4]
    assert not found("GP904", IDS.format(last="Delete (FR-3)"))


def test_where_steps_name_no_requirements_none_is_missing() -> None:
    assert not found("GP904", IDS.format(last="Document it").replace("(FR-2)", "").replace("(FR-1)", ""))


@pytest.mark.req("S1-24", part="what a command runs is there or was made before")
def test_a_file_that_is_run_before_it_is_created_is_found() -> None:
    text = """
    ## Steps
    1. Move the parser; `pytest tests/test_parse.py` passes
    2. Create `tests/test_parse.py` with the cases of the issue
    """
    ((line, message),) = found("GP905", text)
    assert (line, message) == (2, "`tests/test_parse.py` is run here and created only at line 3")


@pytest.mark.parametrize(
    "text",
    [
        "## Steps\n1. Create `tests/test_parse.py`\n2. Move it; `pytest tests/test_parse.py` passes\n",
        "## Steps\n1. Move it; `pytest tests/test_parse.py` fails\n2. Create `tests/test_parse.py`\n",
        "## Steps\n1. Move it; `pytest tests/test_parse.py` passes\n2. Add a case to `tests/test_parse.py`\n",
    ],
)
def test_a_file_that_is_there_when_it_is_run_is_not(text: str) -> None:
    assert not found("GP905", text)


def test_a_constraint_among_what_is_out_of_scope_is_found() -> None:
    assert lines("GP906", "- **Out of Scope:** without breaking existing callers\n") == [1]
    assert lines("GP906", "## Deferred\n\n- Without breaking code that calls it.\n") == [3]
    assert not found("GP906", "## Out of scope\n- Clients without JavaScript\n- The CLI\n")


PARALLEL = """
    ## Phase 3: Story 1
    - [ ] T023 [P] [US1] Test the tool limit in tests/test_tools.py
    - [ ] T024 {mark} [US1] Test the tool names in {file}
"""


def test_parallel_steps_on_one_file_are_found() -> None:
    ((line, message),) = found("GP907", PARALLEL.format(mark="[P]", file="tests/test_tools.py"))
    assert line == 3
    assert message == "`T023` and `T024` are marked as parallel, and all work on `tests/test_tools.py`"


def test_parallel_steps_on_other_files_or_in_order_are_not() -> None:
    assert not found("GP907", PARALLEL.format(mark="[P]", file="tests/test_names.py"))
    assert not found("GP907", PARALLEL.format(mark="", file="tests/test_tools.py"))


WAITING = """
    ## Tasks
    - [ ] T001 Read
    - [ ] T002 Write{two}
    - [ ] T003 Delete{three}
"""


def test_a_step_that_waits_for_none_of_the_plan_is_found() -> None:
    assert found("GP908", WAITING.format(two=" (depends on T009)", three="")) == [
        (3, "`T002` waits for `T009`, which is no step of this plan")
    ]


def test_steps_that_wait_for_each_other_are_found_once() -> None:
    text = WAITING.format(two=" (depends on T003)", three=", needs T001 and T002")
    assert found("GP908", text) == [(3, "`T002` and `T003` wait for each other")]


def test_steps_that_wait_for_earlier_ones_are_not() -> None:
    assert not found("GP908", WAITING.format(two=" (depends on T001)", three=" (depends on T001, T002)"))


def test_phases_of_another_strategy_are_found() -> None:
    text = """
    ### Migration Strategy: {chosen}
    It was chosen.

    ### Phases

    #### Phase 2: Shadow Mode
    - T4: Run both
    - T5: Compare
    """
    ((line, _),) = found("GP909", text.format(chosen="Big Bang"))
    assert line == 7
    assert not found("GP909", text.format(chosen="Strangler Fig"))


PAGES = Path(catalogue.__file__).parent / "pages"


@pytest.mark.parametrize("code", [code for code in RULES if code.startswith("GP90")])
def test_the_example_of_a_page_is_found_and_its_remedy_is_not(code: str) -> None:
    example, remedy = re.findall(
        r"```markdown\n(.*?)```", (PAGES / f"{code}.md").read_text("utf-8"), re.DOTALL
    )
    under = "" if "#" in example or "Done when" in example or "Out of" in example else "## Tasks\n"
    assert found(code, under + example)
    assert not found(code, under + remedy)


PROSE = """
    ## Scope
    {out}

    ## Steps
    1. {step}
"""
LEFT_OUT = (
    "Not changed: `src/queue.ts`, `src/options.ts`.",
    "Out: `src/queue.ts` and `src/options.ts`.",
    "We do not touch `src/queue.ts`: its types are public.",
    "`src/options.ts` and `src/queue.ts` stay as they are.",
    "There is no change to `src/queue.ts` in this round.",
    "Leave `src/queue.ts` alone.",
    "`src/options.ts` as well as `src/queue.ts` are off limits.",
    "Left alone: everything under `src/`.",
)
WORKED = (
    "In `src/queue.ts`, pass the id.",
    "Make `remove` required in `src/queue.ts`.",
    "`src/queue.ts`: drop the second field.",
    "Reword the message in `src/queue.ts`.",
    "Attach the time to the error (`src/queue.ts`).",
    "`src/queue.ts` prints a note.",
    "Remove the field from `src/queue.ts`.",
)


@pytest.mark.parametrize("out", LEFT_OUT)
def test_what_a_sentence_leaves_out_is_out_of_scope(out: str) -> None:
    assert lines("GP901", PROSE.format(out=out, step=WORKED[0])) == [5]


@pytest.mark.parametrize("step", WORKED)
def test_a_step_works_on_the_file_that_it_names_as_its_place(step: str) -> None:
    assert lines("GP901", PROSE.format(out=LEFT_OUT[0], step=step)) == [5]


@pytest.mark.parametrize(
    ("out", "step"),
    [
        (LEFT_OUT[0], "Read `src/queue.ts` first."),
        (LEFT_OUT[0], "Add a link to `src/queue.ts` in the guide."),
        (LEFT_OUT[0], "Follow the pattern in `src/queue.ts`."),
        (LEFT_OUT[0], "In `src/queue.ts` nothing changes."),
        (LEFT_OUT[0], "`src/queue.ts` already has the field."),
        ("The retries in `src/pool.ts` and `src/queue.ts` stay as they are.", "Change `src/pool.ts` today."),
        ("`src/queue.ts` stays as it is, except for the type.", WORKED[1]),
        ("No change to `src/queue.ts` beyond the rename of step 1.", WORKED[1]),
    ],
)
def test_what_is_only_named_or_excepted_is_not(out: str, step: str) -> None:
    assert not found("GP901", PROSE.format(out=out, step=step))


def test_an_exception_is_for_the_step_that_it_names() -> None:
    out = "No change to `src/queue.ts` beyond the rename of step 4."
    assert lines("GP901", PROSE.format(out=out, step=WORKED[1])) == [5]


def test_a_paragraph_among_the_steps_is_work() -> None:
    text = """
        Out of scope: `src/queue.ts`.

        ## Steps
        ### Cache
        Rewrite `src/queue.ts` to hold a map.
    """
    assert lines("GP901", text) == [5]


@pytest.mark.parametrize(
    ("rejected", "step"),
    [
        ("A `pydantic` model was looked at and rejected.", "Build the parts as a `pydantic` model."),
        ("We decided against `nom`; splitting needs neither.", "Add `nom` and parse with it."),
        ("We considered a message queue, but rejected it.", "Set up a message queue for it."),
    ],
)
def test_an_option_that_a_sentence_rejects_is_not_taken_up(rejected: str, step: str) -> None:
    assert lines("GP902", PROSE.format(out=rejected, step=step)) == [5]


def test_a_rejected_option_that_a_step_keeps_out_is_not_taken_up() -> None:
    assert not found("GP902", PROSE.format(out="We decided against `nom`.", step="Split without `nom`."))
