"""The table of use cases: what each surface may offer, who may call it, and what it is about.

Functions are named, not imported: a surface reads the table at every start, and calls one of them.
"""

from __future__ import annotations

import enum
import importlib
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.hint import Run


class Who(enum.StrEnum):
    """Who may call a use case: `relayed` ones an agent may call in the user's name, visibly."""

    ANYONE = "anyone"
    RELAYED = "relayed"
    PERSON = "person"


ANYONE, RELAYED, PERSON = Who


@dataclass(frozen=True, slots=True)
class UseCase:
    """A name, the function behind it, who may call it, whether it changes anything or is about one plan."""

    name: str
    path: str  # module and function below `app`
    who: Who
    changes: bool
    takes_plan: bool

    @property
    def function(self) -> Callable[..., Any]:
        """Import the function."""
        module, _, name = self.path.partition(":")
        found: Callable[..., Any] = getattr(importlib.import_module(f"groundplan.app.{module}"), name)
        return found


def _list(rows: tuple[tuple[str, str, Who, str], ...]) -> tuple[UseCase, ...]:
    return tuple(
        UseCase(name, path, who, changes="changes" in about, takes_plan="plan" in about)
        for name, path, who, about in rows
    )


USE_CASES = _list((
    ("status", "viewing:overview", ANYONE, ""),
    ("list", "known_plans:list_plans", ANYONE, ""),
    ("init", "starting:init", ANYONE, "changes"),
    ("new", "starting:new", ANYONE, "changes"),
    ("plan", "planning:plan_goal", ANYONE, "changes"),
    ("talk", "planning:take_turn", ANYONE, "changes plan"),
    ("proposals", "proposing:find_proposals", ANYONE, "plan"),
    ("say", "talking:say", RELAYED, "changes plan"),
    ("think", "talking:think", ANYONE, "changes plan"),
    ("ask", "talking:ask", ANYONE, "changes plan"),
    ("withdraw", "talking:withdraw", ANYONE, "changes plan"),
    ("answer", "talking:answer", RELAYED, "changes plan"),
    ("answer-findings", "researching:close_with_findings", ANYONE, "changes plan"),
    ("brief-question", "researching:brief_research", ANYONE, "plan"),
    ("answer-led", "answering:answer_led", RELAYED, "changes plan"),
    ("brief", "briefing:brief", ANYONE, "plan"),
    ("write", "writing:write", ANYONE, "changes plan"),
    ("propose", "proposing:propose", ANYONE, "changes plan"),
    ("turn", "turn_given:take", ANYONE, "changes plan"),
    ("draft", "drafting:draft", ANYONE, "changes plan"),
    ("rehearse", "proposing:rehearse", ANYONE, "plan"),
    ("undo", "writing:undo", ANYONE, "changes plan"),
    ("decide", "deciding:decide", RELAYED, "changes plan"),
    ("supersede", "deciding:supersede", PERSON, "changes plan"),
    ("adopt", "adopting:adopt", PERSON, "changes plan"),
    ("adopt-file", "foreign:adopt_foreign", PERSON, "changes"),
    ("request-approval", "approving:prepare_approval", ANYONE, "plan"),
    ("approve", "approving:approve", PERSON, "changes plan"),
    ("revoke", "approving:revoke", PERSON, "changes plan"),
    ("request-changes", "approving:request_changes", PERSON, "changes plan"),
    ("refute", "refuting:brief_refuter", ANYONE, "plan"),
    ("refute-with", "model_refuting:attack", ANYONE, "changes plan"),
    ("refute-detach", "attack_runs:start_run", ANYONE, "plan"),
    ("refute-status", "attack_runs:find_run", ANYONE, "plan"),
    ("refute-done", "objecting:refute", ANYONE, "changes plan"),
    ("object", "objecting:object_to", ANYONE, "changes plan"),
    ("object-mended", "responding:mend", ANYONE, "changes plan"),
    ("object-answer", "responding:answer_objection", ANYONE, "changes plan"),
    ("object-accept", "responding:accept_answer", PERSON, "changes plan"),
    ("check", "checking:check", ANYONE, "changes plan"),
    ("check-file", "documents:check_document", ANYONE, ""),
    ("cite", "documents:cite_document", ANYONE, ""),
    ("conform", "conform.conforming:conform", ANYONE, "plan"),
    ("pr", "conform.pull_request:describe", ANYONE, "plan"),
    ("drift", "conform.drifting:drift", ANYONE, "plan"),
    ("rebase", "conform.drifting:rebase", ANYONE, "changes plan"),
    ("conform-file", "conform.conforming:conform_document", ANYONE, ""),
    ("show", "opened:open_plan", ANYONE, "plan"),
    ("diff", "viewing:diff", ANYONE, "plan"),
    ("log", "viewing:log", ANYONE, "plan"),
    ("resume", "handover:resume", ANYONE, "plan"),
    ("move", "keeping:move", ANYONE, "changes plan"),
    ("archive", "keeping:archive", ANYONE, "changes plan"),
    ("restore", "keeping:restore", PERSON, "changes plan"),
    ("explain", "explaining:explain", ANYONE, ""),
    ("playbook-new", "shelving:begin_playbook", ANYONE, "changes"),
    ("profile-propose", "profiles:propose_profile", ANYONE, ""),
    ("profile-use", "profiles:use_profile", ANYONE, "changes"),
    ("models-list", "modelling:list_models", ANYONE, ""),
    ("models-use", "modelling:use_model", PERSON, "changes"),
    ("install", "installing:install", ANYONE, "changes"),
    ("hook", "hooking:judge_shown", ANYONE, ""),
    ("doctor", "diagnosis:examine", ANYONE, ""),
    ("context", "context:context", ANYONE, ""),
    ("where", "locating:where", ANYONE, ""),
    ("probe", "probing:probe", ANYONE, ""),
    ("probe-record", "probing:record_probe", ANYONE, "changes plan"),
    ("code-find", "searching:find", ANYONE, ""),
    ("code-symbol", "searching:symbol", ANYONE, ""),
    ("code-usages", "searching:usages", ANYONE, ""),
    ("code-callers", "searching:callers", ANYONE, ""),
    ("code-impact", "searching:impact", ANYONE, ""),
    ("code-imports", "searching:imports", ANYONE, ""),
    ("code-cycles", "searching:cycles", ANYONE, ""),
    ("code-manifest", "surveying:manifest", ANYONE, ""),
    ("code-docs", "surveying:docs", ANYONE, ""),
    ("code-ask-source", "surveying:ask_source", ANYONE, ""),
    ("code-changes", "surveying:changes", ANYONE, ""),
    ("code-todos", "surveying:todos", ANYONE, ""),
    ("code-tests-for", "surveying:tests_for", ANYONE, ""),
    ("code-similar", "surveying:similar", ANYONE, ""),
    ("code-hotspots", "surveying:hotspots", ANYONE, ""),
    ("code-flow", "surveying:flow", ANYONE, ""),
    ("code-patterns", "surveying:patterns", ANYONE, ""),
    ("code-history", "retracing:whole_history", ANYONE, ""),
    ("code-file-history", "retracing:file_history", ANYONE, ""),
    ("code-attempts", "retracing:words_history", ANYONE, ""),
))  # fmt: skip

_ON_A_PLAN = {case.name for case in USE_CASES if case.takes_plan}


def takes_plan(command: Run) -> bool:
    """Tell whether a command is about one plan, which has to be named where there are several."""
    return command.command.replace(" ", "-") in _ON_A_PLAN
