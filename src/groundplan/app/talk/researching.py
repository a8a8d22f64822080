"""Research questions: a brief for whoever looks into one, and a findings file that closes it.

A finding is what an agent found out, never the user's answer: it counts as an agent's words until a person
confirms it, and whatever a person answers takes its place.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from groundplan.app.changes.changing import Draft, commit, refuse_secrets
from groundplan.app.changes.records import show_in_plan
from groundplan.app.judgement.documents import Written, check_document, cite_document
from groundplan.app.lifecycle.starting import make_slug
from groundplan.app.plans.opened import try_again
from groundplan.app.talk.talking import Answered, find_question
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_text
from groundplan.plan.errors import Misused, Refused, Unreadable
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.planner.inert import make_inert

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.questions import QuestionState

_LARGEST = 1_000_000  # bytes
_SUMMARY = 300  # letters
_LINK = late_regex(r"https?://[^\s)>\]]{4,500}")
_NO_PROSE = ("#", "|", "```", "---", "<!--", ">")


@dataclass(frozen=True, slots=True)
class ResearchBrief:
    """All that whoever looks into a research question needs."""

    plan: str
    goal: str
    question: str
    text: str
    why: str
    section: str
    blocking: bool
    file: str  # where the findings go
    command: Hint  # that hands them in


def brief_research(opened: OpenPlan, name: str) -> ResearchBrief:
    """Return the brief of an open research question."""
    question = _find_research(opened, name)
    asked = question.asked
    file = findings_file(opened, question)
    return ResearchBrief(
        opened.known.slug,
        opened.known.title,
        question.id,
        question.text,
        asked.why if asked else "",
        question.section,
        question.blocking,
        file,
        Hint(run("answer", question.name, {"findings": file})),
    )


def findings_file(opened: OpenPlan, question: QuestionState) -> str:
    """Return where the findings about a question go: the plan's folder for research, or one beside it."""
    paths = [document.path for document in opened.plan.documents]
    folder = next((posixpath.dirname(path) for path in paths if "/research/" in path), "")
    own = posixpath.dirname(paths[0])
    is_own = posixpath.basename(own) == opened.known.slug  # a folder of this plan alone
    folder = folder or posixpath.join(own, "research", *(() if is_own else (opened.known.slug,)))
    return f"{folder}/{make_slug(f'{question.name} {question.text}', ())[:60].rstrip('-')}.md"


def close_with_findings(opened: OpenPlan, name: str, path: str, *, caller: Caller) -> Answered:
    """Check a findings file like a plan, and close its question with it."""
    return try_again(opened, lambda now: _close(now, name, path, caller))


def _close(opened: OpenPlan, name: str, path: str, caller: Caller) -> Answered:
    question = _find_research(opened, name)
    folder = posixpath.dirname(findings_file(opened, question))
    earlier = posixpath.join(folder, opened.known.slug)  # where a plan with its own folder had them before
    if posixpath.dirname(path) not in {folder, earlier} or not path.endswith(".md"):
        raise Misused(f"`{path}` is no findings file of this plan", hint=f"Write it as `{folder}/<name>.md`")
    try:
        text = opened.workspace.folder.read(path, limit=_LARGEST).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Misused(f"There is no file `{path}`", hint="Write the findings there first") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"`{path}` is not UTF-8", hint="Save it as UTF-8") from error
    refuse_secrets(text, f"`{path}`")
    _check(opened, path, text)
    said = f"Finding: {_summary(text, path)} (`{path}`)"
    draft = Draft(opened, caller)
    turn = draft.say("planner", "note", f"On {question.id}. {said}")
    body = {
        "question": question.id,
        "digest": question.digest,
        "text": said,
        "turn": turn.id,
        "findings": path,
        "findings_digest": digest_text(text),
    }
    draft.add("answer", body, speaker="planner")
    show_in_plan(draft, "question", question.id, {"answer": said})
    outcome = commit(draft, label=f"finding {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, said, not caller.is_person)


def _find_research(opened: OpenPlan, name: str) -> QuestionState:
    question = find_question(opened, name)
    if question.asked is None or not question.asked.is_research:
        raise Refused(
            f"{question.id} was asked of the user, and no finding answers it",
            hint="Only a question asked with `--research` is closed by findings",
        )
    return question


def _check(opened: OpenPlan, path: str, text: str) -> None:
    """Refuse findings that the code contradicts, and those that rest on nothing."""
    document = Written(path, text)
    wrong = [
        each for each in check_document(opened.workspace.code, document, strict=True).findings if each.blocks
    ]
    if wrong:
        raise Refused(
            f"`{path}` says what the code contradicts", findings=wrong, hint=Hint("See ", run("check", path))
        )
    if not _LINK.search(text) and not cite_document(opened.workspace.code, document):
        raise Refused(
            f"`{path}` names nothing that its findings rest on",
            hint="Cite code as `path:10-24`, or link a source",
        )


def _summary(text: str, path: str) -> str:
    """Return the first paragraph, on one line and of no effect."""
    parts = (part.strip() for part in text.split("\n\n"))
    first = next((part for part in parts if part and not part.startswith(_NO_PROSE)), "")
    if not first:
        raise Misused(f"`{path}` has no paragraph that says what was found", hint="Begin it with the finding")
    line = " ".join(first.split())
    return make_inert(line if len(line) <= _SUMMARY else f"{line[:_SUMMARY].rsplit(' ', 1)[0]} …")
