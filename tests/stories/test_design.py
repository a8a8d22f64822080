"""Design: a strict PLANNING.md, section by section, through five checkpoints, without implementation code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
import retry_design as retry

if TYPE_CHECKING:
    from collections.abc import Callable

    from story import Story

PLAN = "plans/retry/PLANNING.md"

VAGUE = retry.REQUIREMENTS.replace(
    "`upload()` retries a failed request 3 times with exponential backoff",
    "Uploads should be handled properly and retried as appropriate",
)
ONE_OPTION = """\
#### **Option A: Loop in upload()**
- **Approach:** A `for` loop around the request in `src/upload.py`.
- **Pros:** No new module; 12 lines.
- **Cons:** Backoff cannot be tested without a network call.

#### **Recommendation:** Option A
**Rationale:** It is short.
"""
THREE_OPTIONS = retry.ALTERNATIVES.replace(
    "#### **Recommendation:**",
    """\
#### **Option C: Retry in httpx**
- **Approach:** A transport with `retries=2` in `src/upload.py`.
- **Pros:** No code of our own.
- **Cons:** Retries only failed connections, not status 503.

#### **Recommendation:**""",
)
IMPLEMENTED = """\
```python
def retry(send: Callable[[], Response], config: RetryConfig) -> Response:
    for attempt in range(config.attempts):
        response = send()
        if response.status_code == 200:
            return response
        time.sleep(config.backoff_factor ** attempt)
    raise UploadError(response)
```
"""
FOREIGN = f"""\
# PLANNING.MD

**Document Status:** DESIGN_APPROVED
**Last Updated:** 2025-12-12 16:20
**Approved By:** bob
**Current Phase:** Section 5

---

## **Change Log**
*Track major decisions and revisions. New agents: read this first.*

- **[2025-12-11 10:00]** Initial requirements gathered
- **[2025-12-12 16:20]** User approved Option B in Section 3 (rejected Option A: it wants a network to test)

---

### **1. Goal & Feature Requirements**
{retry.REQUIREMENTS}
---

### **2. Research & Discovery**

#### **2.1 Codebase Reconnaissance**
{retry.RECONNAISSANCE}
#### **2.2 Risks & Constraints**
{retry.CONSTRAINTS}
#### **2.3 Clarification Questions**
{retry.NO_QUESTIONS}
---

### **3. Design Alternatives & Trade-offs**
{retry.ALTERNATIVES}
---

### **4. Detailed Design**

#### **4.1 File Interaction Map**
{retry.FILE_MAP}
#### **4.2 Data Structures & Type Definitions**
{retry.TYPES}
#### **4.3 Control Flow**
{retry.CONTROL_FLOW}
#### **4.4 Edge Case Handling**
{retry.EDGE_CASES}
#### **4.5 Testing Strategy**
{retry.TESTING}
---

## 5. Implementation Plan
*Execution order. Each step must be independently verifiable.*
"""
NARROWED = retry.REQUIREMENTS.replace("retries a failed request 3 times", "retries a failed request 5 times")


def header(text: str) -> dict[str, str]:
    """Return the fields above the change log."""
    lines = [line for line in text.partition("## **Change Log**")[0].splitlines() if line.startswith("**")]
    return dict(line.replace("**", "").split(": ", 1) for line in lines)


def document_requirements(story: Story) -> None:
    """Chapter 1: the skeleton, the wrong order, a vague requirement, the first checkpoint."""
    ann, agent = story.ann, story.agent
    ann("new", retry.GOAL, "--playbook", "design", "--name", "retry", see="01-new")
    assert header(story.see_document("02-skeleton", PLAN)) == {
        "Document Status": "DRAFT",
        "Last Updated": "2026-01-05 09:05",
        "Approved By": "None yet",
        "Current Phase": "Section 1",
    }
    agent.refused("GP203", "write", "2.1", "-", stdin=retry.RECONNAISSANCE, see="03-wrong-order")
    story.write("1", VAGUE)
    ann("check", code=1, see="04-vague")
    story.write("1", retry.REQUIREMENTS, see="05-requirements")
    assert header(story.desk.read(PLAN))["Current Phase"] == "Section 2"


def research(story: Story) -> None:
    """Chapter 2: reconnaissance, and questions that stop everything after them."""
    ann, agent = story.ann, story.agent
    story.write("2.1", retry.RECONNAISSANCE)
    story.write("2.2", retry.CONSTRAINTS)
    agent("ask", "Should a retry wait be interruptible by shutdown?", see="06-ask")
    agent("ask", "What should happen if upstream is down for more than 30 s?")
    ann(see="07-home-questions")
    agent.refused("GP204", "write", "3", "-", stdin=retry.ALTERNATIVES, see="08-stopped-by-questions")
    agent.refused("GP217", "write", "2.3", "-", stdin=retry.NO_QUESTIONS, see="09-questions-removed")
    ann("answer", "1", "Yes, within a second.")
    agent.refused("GP204", "write", "3", "-", stdin=retry.ALTERNATIVES)
    ann("answer", "2", "Give up and show the 503.", see="10-answered")


def choose(story: Story) -> None:
    """Chapter 3: options are counted, and only a person opens the way past the recommendation."""
    ann, agent = story.ann, story.agent
    story.write("3", ONE_OPTION)
    ann.refused("GP512", "approve", "3", see="11-one-option")
    story.write("3", retry.ALTERNATIVES, see="12-alternatives")
    agent.refused("GP213", "write", "4.1", "-", stdin=retry.FILE_MAP, see="13-past-the-checkpoint")
    agent.refused("", "approve", "3", says="Only a person at a terminal")
    agent.refused("", "approve", "3", "--json", says="--json")
    ann.cancelled("approve", "3", typed="y", says="`y` was typed, not `3`")
    ann("approve", "3", typed="Revise\nWeigh what httpx offers itself, too", see="14-revise")
    agent.refused("GP213", "write", "4.1", "-", stdin=retry.FILE_MAP)
    story.write("3", THREE_OPTIONS)
    ann("approve", "3", typed="3", see="15-approve")
    log = story.desk.read(PLAN).split("## **Change Log**")[1].split("### **1.")[0]
    assert "Ann decided D1 Option B: Retry function" in log
    assert "rejected Option A: Backoff cannot be tested without a network call; Option C: Retries only" in log
    agent.refused("GP207", "write", "3", "-", stdin=ONE_OPTION, see="16-locked")
    said = agent("decide", "Option A after all", "--option", "Option A", "--because", "shorter").said
    assert "only a person may change what is approved" in said, "over what is approved an agent only proposes"
    assert "after all" not in story.desk.read(PLAN)


def design(story: Story) -> None:
    """Chapter 4: the blueprint in its order, without a function's body."""
    agent = story.agent
    story.write("4.1", retry.FILE_MAP)
    agent.refused("GP203", "write", "4.3", "-", stdin=retry.CONTROL_FLOW)
    agent.refused("GP605", "write", "4.2", "-", stdin=IMPLEMENTED, see="17-implementation-code")
    for key in ("4.2", "4.3", "4.4"):
        story.write(key, retry.BLUEPRINT[key])
    agent.refused("GP203", "write", "5", "-", stdin=retry.COMMITS)
    story.write("4.5", retry.TESTING, see="18-design-complete")
    text = story.desk.read(PLAN)
    assert header(text)["Document Status"] == "DESIGN_APPROVED"
    assert header(text)["Current Phase"] == "Section 5"
    assert header(text)["Approved By"] == "Ann"
    agent("resume", see="19-resume-approved")


def plan_commits(story: Story) -> None:
    """Chapter 5: commits, the computed checklist, the last checkpoint."""
    ann, agent = story.ann, story.agent
    story.write("5", retry.COMMITS, see="20-complete")
    agent.refused("", "approve", "5", says="Only a person at a terminal")
    ann("show", see="21-show")
    ann("approve", "5", typed="Approved", see="22-approve-last")
    assert header(story.desk.read(PLAN))["Document Status"] == "IMPLEMENTATION_IN_PROGRESS"
    resumed = agent("resume", see="23-resume-in-progress").said
    assert "Which commit in Section 5 should I start/resume?" in resumed


def change_requirements(story: Story) -> None:
    """Chapter 6: changes are a person's to ask for; what they touch is stale until it is approved anew."""
    ann, agent = story.ann, story.agent
    agent.refused("GP207", "write", "1", "-", stdin=NARROWED)
    ann("request-changes", "3", "--because", "Five attempts, says support", see="24-request-changes")
    story.write("1", NARROWED, see="25-rewritten")
    assert story.desk.states() == {"1": "passed", "2": "passed", "3": "ready", "4": "blocked", "5": "stale"}
    assert header(story.desk.read(PLAN))["Document Status"] == "DRAFT"
    ann("approve", "3", typed="3")
    ann("diff", "--since", "5", see="26-diff-since")
    ann("approve", "5", typed="5", see="27-approve-again")
    assert header(story.see_document("28-document", PLAN))["Document Status"] == "IMPLEMENTATION_IN_PROGRESS"
    ann("check")


RETRY = """\
\"\"\"Send again.\"\"\"


def retry(send, attempts=3):
    for attempt in range(attempts):
        status, answer = send()
        if status == 200:
            return answer
    raise OSError(status)
"""
TEST_RETRY = """\
import pytest

from src.retry import retry


def test_retry_succeeds_on_third_attempt():
    answers = iter([(503, ""), (503, ""), (200, "ok")])
    assert retry(lambda: next(answers)) == "ok"


def test_retry_fails_after_last_attempt():
    with pytest.raises(OSError):
        retry(lambda: (503, ""))
"""
TEST_UPLOAD = """\
from src.upload import upload


def test_upload_returns_503_when_upstream_is_down():
    assert upload("a", b"x") == "a"
"""


def carry_out(story: Story) -> None:
    """Chapter 7: commit by commit, each closed on a receipt, until the plan is complete and put away."""
    ann, agent, desk = story.ann, story.agent, story.desk
    program = desk.path(".venv/bin/pytest")
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -B -m pytest -p no:cacheprovider "$@"\n')
    program.chmod(0o755)
    desk.path(".gitignore").write_text(".venv\n__pycache__\n")
    desk.commit("Set up")
    moved = desk.read("src/upload.py")
    desk.path("src/upload.py").write_text(f"# Uploads.\n\n{moved}")
    desk.path("src/mail.py").write_text("HOST = 'mail.example.org'\n")
    desk.commit("Send mail")
    assert "src/mail.py" in agent("conform", "--base", "HEAD^", code=1).said, "no step names it"
    assert "GP102 moved-citation" in agent("drift", code=1).said
    assert "src/upload.py:10-48 → src/upload.py:12-50" in agent("rebase").said
    agent("start", "Commit 1")
    agent.refused("", "done", "Commit 1", says="none of its files changed")
    desk.path("tests").mkdir(exist_ok=True)
    desk.path("src/retry.py").write_text(RETRY)
    desk.path("tests/test_retry.py").write_text(TEST_RETRY)
    agent.refused("", "done", "Commit 1", says="Not committed")
    desk.commit("Add the retry function\n\nPlan: retry#Commit 1")
    agent("done", "Commit 1")
    agent("start", "2")
    source = desk.read("src/upload.py")
    broken = source.replace("status, answer = send(request)", "status, answer = 0, ''")
    desk.path("src/upload.py").write_text(broken)
    desk.path("src/settings.py").write_text(desk.read("src/settings.py") + "ATTEMPTS = 3\n")
    desk.path("tests/test_upload.py").write_text(TEST_UPLOAD)
    desk.commit("Retry uploads, wrongly")
    agent.refused("", "done", "2", says="exit code 1")
    with_retry = source.replace("= send(request)", "= send(request) if settings.HOST else (0, '')")
    desk.path("src/upload.py").write_text(with_retry)
    desk.commit("Retry uploads")
    agent("done", "2")
    assert header(desk.read(PLAN))["Document Status"] == "IMPLEMENTATION_IN_PROGRESS"
    assert "Commit 3" in agent("resume").said
    agent("start", "3")
    desk.path("src/retry.py").write_text(RETRY.replace("attempts=3", "attempts=3, wait=None"))
    desk.commit("Respect rate limits")
    agent("done", "3")
    assert header(desk.read(PLAN))["Document Status"] == "COMPLETE"
    log = desk.read(PLAN).split("## **Change Log**")[1].split("### **1.")[0]
    assert "Commit 1 is done (1 commit, 1 command verified)" in log
    agent.refused("", "archive", says="Only a person at a terminal")
    ann("archive")
    assert not desk.path(PLAN).exists()
    ann("archive", "--restore", "retry")
    assert header(desk.read(PLAN))["Document Status"] == "COMPLETE"


@pytest.mark.req("S1-01", "S1-02", "S1-03", "S1-04", "S1-13", "S1-15", "S1-16", "S1-22")
@pytest.mark.req("S1-25", "S1-26", "S1-27", "S1-28", "S1-30", "S1-33")
@pytest.mark.req("S1-32")
def test_a_design_passes_five_checkpoints_in_order(begin: Callable[[str], Story]) -> None:
    story = begin("design")
    for chapter in (
        document_requirements,
        research,
        choose,
        design,
        plan_commits,
        change_requirements,
        carry_out,
    ):
        chapter(story)


@pytest.mark.req("S1-27", "S1-34")
def test_a_person_confirms_what_a_foreign_plan_claims(begin: Callable[[str], Story]) -> None:
    story = begin("design-adopt")
    ann, agent = story.ann, story.agent
    path = "uploads/PLANNING.md"
    story.desk.path("uploads").mkdir()
    story.desk.path(path).write_text(FOREIGN, "utf-8")
    agent.refused("", "adopt", path, says="Only a person at a terminal")
    ann.cancelled("adopt", path, typed="yes", says="`yes` was typed, not `adopt`")
    ann("adopt", path, typed="adopt\nDESIGN_APPROVED\n3", see="01-adopt")
    text = story.see_document("02-document", path)
    assert header(text)["Document Status"] == "DESIGN_APPROVED"
    assert header(text)["Approved By"] == "Ann"
    assert "User approved Option B in Section 3" in text, "the change log it came with goes on"
    resumed = agent("resume", see="03-resume").said
    assert "proceed directly to Section 5" in resumed
    assert "D1 Option B: Retry function" in resumed
    agent.refused("GP207", "write", "3", "-", stdin=ONE_OPTION)
    story.write("5", retry.COMMITS)
    ann("approve", "5", typed="Proceed")
    ann("check", see="04-check")


@pytest.mark.req("S1-27", "S1-34")
def test_a_foreign_plan_may_be_in_progress(begin: Callable[[str], Story]) -> None:
    story = begin("design-adopt")
    claimed = FOREIGN.replace("DESIGN_APPROVED", "IMPLEMENTATION_IN_PROGRESS") + retry.COMMITS
    story.desk.path("PLANNING.md").write_text(claimed, "utf-8")
    story.ann("adopt", "PLANNING.md", typed="adopt\nimplementation_in_progress\n3\n5", see="05-in-progress")
    assert header(story.desk.read("PLANNING.md"))["Document Status"] == "IMPLEMENTATION_IN_PROGRESS"
    assert "Which commit in Section 5 should I start/resume?" in story.agent("resume").said


@pytest.mark.req("S1-34")
def test_a_claim_that_nobody_confirms_is_a_draft(begin: Callable[[str], Story]) -> None:
    story = begin("design-adopt")
    ann, agent = story.ann, story.agent
    story.desk.path("PLANNING.md").write_text(FOREIGN, "utf-8")
    ann("adopt", "PLANNING.md", typed="adopt\n\n")
    assert header(story.desk.read("PLANNING.md"))["Document Status"] == "DRAFT"
    assert story.desk.states() == {"1": "passed", "2": "passed", "3": "ready", "4": "blocked", "5": "blocked"}
    agent.refused("GP213", "write", "5", "-", stdin=retry.COMMITS)
