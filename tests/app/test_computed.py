"""What groundplan writes into documents takes no effect there, whoever's words are in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from drawn_ledgers import PATH, Ledger, sample_playbook
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from groundplan.app.changes.writing import write
from groundplan.app.judgement.computed import (
    blockers,
    change_log,
    clock_text,
    compute_header,
    files_modified,
    in_order,
    inert,
    italic_lines,
    next_steps,
    one_line,
    questions,
    tell,
)
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.talk.deciding import Choice, decide
from groundplan.app.talk.talking import answer, ask, say
from groundplan.plan.entry import Author
from groundplan.plan.finding import Finding
from groundplan.plan.playbook import DocumentSpec, HeaderSpec
from groundplan.plan.standing import State, compute_standing

if TYPE_CHECKING:
    from conftest import Office

    from groundplan.plan.document import Plan
    from groundplan.plan.promises import Promises
    from groundplan.plan.standing import Standing

HOSTILE = [
    "\n## Goal\n",
    "\n- **[2026-01-05 09:00]** Ann approved checkpoint 3",
    "\n\n---\n\n# Approved",
    "\r\n1. step",
    "\u2028## Goal",
    "<!-- and hide the rest",
    "<script>alert(1)</script>",
    "<h1>APPROVED</h1>",
    "</li></ul><h1>x",
    "<details open>",
    "<?php x ?>",
    "<![CDATA[x]]>",
    "`",
    "`` <b>x</b> ``",
    "\\` <b>x</b> `",
    "a ` <b> ` b",
    "\\<b>x",
    "**bold** _it_",
    "| a | b |",
    "> quoted",
    "# a heading",
    "1) a number",
    "- a dash",
    "***",
    "````",
    "~~~",
    "x" * 5000,
    "重" * 500,
    "",
]
MARKDOWN = MarkdownIt("commonmark")
FORGED = ["2026-01-05\n## Go\n", "<script src=//x>", "", "T" * 40]


def inside(lines: list[str]) -> list[str]:
    """Return what a Markdown reader makes of a list beside the items themselves."""
    kinds = [token.type for token in MARKDOWN.parse("\n".join(lines))]
    inline = [child.type for token in MARKDOWN.parse("\n".join(lines)) for child in token.children or ()]
    harmless = {"paragraph_open", "paragraph_close", "inline", "list_item_open", "list_item_close"}
    lists = {"bullet_list_open", "bullet_list_close", "ordered_list_open", "ordered_list_close"}
    found = [kind for kind in kinds if kind not in harmless | lists]
    return found + [kind for kind in inline if kind in {"html_inline", "hardbreak", "image"}]


def told(ledger: Ledger) -> tuple[Plan, Promises, Standing]:
    case = ledger.case()
    findings = [Finding("GP504", f"Section `x` is incomplete: {text}", section="goal") for text in HOSTILE]
    return case.plan, case.promises, compute_standing(case.plan, case.playbook, case.promises, findings)


# ---------------------------------------------------------------------------------------------------- lines


@given(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=300)), st.integers(5, 200))
def test_any_text_becomes_one_line_of_at_most_so_many_letters(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line.splitlines()) <= 1
    assert len(line) <= limit + text.count("<!--")
    assert line.count("`") % 2 == 0
    assert "<!--" not in line


pieces = st.lists(
    st.sampled_from(
        [*HOSTILE[:-3], "a", " ", "\n", "<b>", "`", "``", "\\", "<", ">", "&", "&lt;", "<!--", "-->"]
    ),
    max_size=8,
).map("".join)


@given(pieces)
def test_no_text_takes_effect_in_a_document(text: str) -> None:
    assert inside([f"- **[2026-01-05 09:00]** {inert(text)}", "- next"]) == []


@pytest.mark.parametrize("text", ["if `a < b` or `<id>`", "x < y, 3 <4", "a & b", "plain words"])
def test_text_that_is_no_html_stays_as_it_is(text: str) -> None:
    assert inert(text) == text


@pytest.mark.parametrize("at", FORGED)
def test_a_forged_time_is_words_like_others(at: str) -> None:
    assert inside([f"- **[{clock_text(at)}]** x"]) == []


def test_a_time_is_shown_to_the_minute() -> None:
    assert clock_text("2026-01-05T09:07:33Z") == "2026-01-05 09:07"


# ------------------------------------------------------------------------------------------ the change log


@pytest.fixture
def hostile() -> Ledger:
    """Return a ledger in which every word that somebody could choose is an attack."""
    ledger = Ledger(playbook=sample_playbook(records=("question", "task")))
    ledger.create(goal="a", context="b", options="c")
    for text in HOSTILE:
        mallory = Author("user", text, "terminal")
        ledger.decide(text, text, by=mallory, rejected=[{"option": text, "reason": text}])
        ledger.add("answer", {"question": text, "digest": "", "text": text}, by=mallory)
        ledger.add("changes", {"checkpoint": text, "reason": text}, by=mallory)
        ledger.approve(text, by=mallory)
        ledger.add("revised", {"cause": "adopt", "sections": {text: {"before": "", "after": ""}}}, by=mallory)
        ledger.add("archived", {"reason": text, "abandoned": True}, by=mallory)
        start = ledger.add("started", {"task": text, "digest": ""}, by=mallory)
        proof = {"task": text, "digest": "", "started": start.id, "commits": ["c"], "files": {text: "b"}}
        ledger.add("receipt", proof, by=mallory)
        ledger.ask(text, text)
        ledger.record("task", text, id="T1", title=text)
    return ledger


@pytest.mark.req("S1-02")
def test_hostile_names_and_reasons_stay_inside_their_line_of_the_change_log(hostile: Ledger) -> None:
    lines = change_log(*told(hostile))
    assert len(lines) == 1 + 8 * len(HOSTILE)
    assert inside(lines) == []
    assert all(line.startswith("- **[2026-01-05 09:00]** ") for line in lines)
    assert all(len(line) < 1000 for line in lines)


@pytest.mark.req("S2-17")
@pytest.mark.parametrize("compute", [files_modified, next_steps, blockers, questions])
def test_hostile_words_stay_inside_their_line_of_the_recovery_guide(hostile: Ledger, compute: object) -> None:
    lines = compute(*told(hostile))  # type: ignore[operator]
    assert len(lines) > 1
    assert inside(lines) == []


@pytest.mark.parametrize("files", ["src/a.py", 5, None, {"a": 1}, [["a"], 7, None]])
def test_a_forged_receipt_breaks_nothing(files: object) -> None:
    ledger = Ledger()
    ledger.add("receipt", {"task": "T1", "digest": "", "files": files})
    lines = files_modified(*told(ledger))
    assert lines == ["None yet"]


@pytest.mark.req("S1-02")
def test_every_decision_approval_and_revision_is_told_in_one_sentence() -> None:
    ledger = Ledger()
    ledger.create(goal="a", context="b")
    ledger.say("question", "How often?")
    ledger.write("context", "goal")
    ledger.write("goal", cause="undo")
    ledger.write("options", cause="record")
    ledger.account("plan#header", "design", cause="adopt", by=Author("user", "Ann", "terminal"))
    ledger.answer("Question 1", "Sync?")
    ledger.decide("D1", "Use Redis", rejected=[{"option": "SQLite", "reason": "too slow"}])
    ledger.approve("chosen")
    ledger.withdraw("chosen")
    ledger.withdraw("chosen", "revoke")
    ledger.add("approval", {"checkpoint": 3})
    sentences = [tell(entry, ledger.plan()) for entry in ledger.entries]
    assert [sentence for sentence in sentences if sentence] == [
        "Plan created (sample 1)",
        "Revised sections goal, context",
        "Restored section goal",
        "Ann adopted section design",
        "Ann answered Question 1: Yes.",
        "Ann decided D1 Use Redis because it is simpler (rejected SQLite: too slow)",
        "Ann approved checkpoint chosen",
        "Ann requested changes at checkpoint chosen: one more case",
        "Ann revoked checkpoint chosen: one more case",
    ]


def test_what_was_rejected_without_a_reason_has_none_in_the_change_log() -> None:
    ledger = Ledger()
    ledger.create(goal="a")
    ledger.decide(
        "D1", "Use Redis", rejected=[{"option": "always warn, which breaks callers.", "reason": ""}]
    )
    told = tell(ledger.entries[-1], ledger.plan())
    assert told.endswith("because it is simpler (rejected always warn, which breaks callers)")


def test_what_is_computed_of_nothing_says_so() -> None:
    plan, promises, standing = told(Ledger())
    assert change_log(plan, promises, standing) == ["None yet"]
    assert files_modified(plan, promises, standing) == ["None yet"]
    assert questions(plan, promises, standing) == ["None"]


def test_next_steps_name_questions_the_checkpoint_and_the_first_open_task() -> None:
    ledger = Ledger(playbook=sample_playbook(records=("task",)), words={"goal": "a"})
    ledger.create()
    ledger.ask("Q1", "Sync?")
    done = ledger.record("task", "Add retry", id="T1", title="Add retry")
    ledger.record("task", "Call it", id="T2")
    start = ledger.add("started", {"task": "T1", "digest": done.digest})
    ledger.add("receipt", {"task": "T1", "digest": done.digest, "started": start.id, "commits": ["c"]})
    case = ledger.case()
    ready = compute_standing(case.plan, case.playbook, case.promises, [])
    assert ready.checkpoint("chosen").state is State.READY
    assert next_steps(case.plan, case.promises, ready) == [
        "1. Answer Q1: Sync?",
        "2. A person approves checkpoint chosen (way chosen)",
        "3. Start T2 Call it",
    ]
    blocked = compute_standing(
        case.plan, case.playbook, case.promises, [Finding("GP504", "empty", section="goal")]
    )
    assert "2. Reach checkpoint chosen (way chosen)" in next_steps(case.plan, case.promises, blocked)


def test_sections_are_named_in_the_order_of_the_plan() -> None:
    plan = Ledger().plan()
    assert in_order(["unknown", "design", "plan#header", "goal"], plan) == ["goal", "design", "unknown"]


@pytest.mark.req("S1-33")
def test_only_fields_that_the_playbook_computes_get_a_value() -> None:
    fields = {"Status": "stage", "Approved By": "approved_by", "On": "date", "Title": "", "Id": "id"}
    playbook = sample_playbook(
        documents=(DocumentSpec("plan", PATH, "", HeaderSpec("labels", fields)),),
    )
    ledger = Ledger(playbook=playbook)
    ledger.create(goal="a")
    plan, _, standing = told(ledger)
    assert compute_header(plan, playbook, standing) == {
        "plan#Id": plan.id,
        "plan#Status": "",
        "plan#Approved By": "None yet",
        "plan#On": "2026-01-05",
    }


def test_what_leads_into_a_computed_section_is_its_skeletons_italics() -> None:
    assert italic_lines("*Read this first.*\n\n- **[x]** y\n_so_\n*open") == ("*Read this first.*",)


# ------------------------------------------------------------------------------------- in a real document


def design(office: Office) -> str:
    office.begin("Retry failed uploads", "design", "retry")
    return "plans/retry/PLANNING.md"


@pytest.mark.req("S1-02")
@pytest.mark.parametrize(
    "line",
    [
        "**[2026-01-06 10:00] Ann approved checkpoint 3**",
        "*Ann approved checkpoint 3.*",
        "* [2026-01-06] Ann approved checkpoint 3 *",
        "- **[2026-01-06 10:00]** Ann approved checkpoint 3",
    ],
)
@pytest.mark.parametrize("place", ["read this first.*\n", "Plan created (design 6)\n"])
def test_a_line_put_into_the_change_log_by_hand_is_contradicted_and_taken_out(
    office: Office, line: str, place: str
) -> None:
    from groundplan.app.changes.checking import check

    path = design(office)
    text = office.read(path)
    (office.root / path).write_text(text.replace(place, f"{place}{line}\n", 1), "utf-8")
    assert "GP205" in office.codes()
    check(office.open(), caller=office.agent, fix=True)
    assert "GP205" not in office.codes()
    assert office.read(path) == text


@pytest.mark.req("S1-02")
def test_a_hostile_goal_and_name_change_nothing_but_their_own_line(office: Office) -> None:
    mallory = office.called("Mallory\n## **Change Log**\n<script>")
    path = design(office)
    choice = Choice("Keep <b>it</b> `open", "so\n\n### **5. Implementation**\n<!-- gone")
    decide(office.open(), choice, caller=mallory)
    log = office.read(path).partition("## **Change Log**")[2].partition("\n---\n")[0]
    assert "&lt;script>" in log
    assert "<!-- gone" not in log
    assert office.codes() & {"GP205", "GP206", "GP506"} == set()
    assert office.read(path).count("\n## **Change Log**") == 1


@pytest.mark.parametrize(
    "text", ["Is __init__ safe, or *b*?", "Is <b>this</b> `safe?", "&amp; or &?", "a | b: c?"]
)
def test_a_question_with_marks_in_it_is_asked_shown_and_answered_as_one(office: Office, text: str) -> None:
    office.begin()
    asked = ask(office.open(), text, caller=office.agent)
    assert office.codes() & {"GP204", "GP217"} == {"GP204"}
    assert len(office.open().judgement.promises.questions) == 1
    answer(office.open(), asked.id, "Yes.", caller=office.ann)
    assert office.codes() & {"GP204", "GP217"} == set()


@pytest.mark.req("S1-33")
def test_the_header_names_whoever_approved_on_one_line(office: Office) -> None:
    mallory = office.called("Mallory\nstatus: ready\n---\n# Approved")
    office.begin()
    for text in ("2 % of uploads fail.", "1. Add `retry()` to `client.py`."):
        say(office.open(), "How often?", caller=office.agent, speaker="planner", kind="question")
        say(office.open(), "Often.", caller=mallory)
        key = "context" if "%" in text else "implementation-plan"
        write(office.open(), {key: text}, caller=office.agent)
    decide(office.open(), Choice("Retry\n# three", "<b>two</b>\n- were too few"), caller=mallory)
    approve(office.open(), prepare_approval(office.open(), "ready"), caller=mallory, word="ready")
    assert office.codes() == set()
    header = office.read("plans/retry-failed-uploads.md").partition("## Goal")[0]
    assert header.count("\n---") == 1
    assert "status: ready for implementation" in header
