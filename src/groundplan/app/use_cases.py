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
    ("status", "views.viewing:overview", ANYONE, ""),
    ("list", "plans.known:list_plans", ANYONE, ""),
    ("init", "lifecycle.starting:init", ANYONE, "changes"),
    ("new", "lifecycle.starting:new", ANYONE, "changes"),
    ("plan", "analyst.planning:plan_goal", ANYONE, "changes"),
    ("talk", "analyst.planning:take_turn", ANYONE, "changes plan"),
    ("proposals", "changes.proposing:find_proposals", ANYONE, "plan"),
    ("say", "talk.talking:say", RELAYED, "changes plan"),
    ("think", "talk.talking:think", ANYONE, "changes plan"),
    ("ask", "talk.talking:ask", ANYONE, "changes plan"),
    ("withdraw", "talk.talking:withdraw", ANYONE, "changes plan"),
    ("answer", "talk.talking:answer", RELAYED, "changes plan"),
    ("answer-findings", "talk.researching:close_with_findings", ANYONE, "changes plan"),
    ("brief-question", "talk.researching:brief_research", ANYONE, "plan"),
    ("answer-led", "analyst.answering:answer_led", RELAYED, "changes plan"),
    ("brief", "brains.briefing:brief", ANYONE, "plan"),
    ("write", "changes.writing:write", ANYONE, "changes plan"),
    ("propose", "changes.proposing:propose", ANYONE, "changes plan"),
    ("turn", "brains.turn_given:take", ANYONE, "changes plan"),
    ("draft", "models.drafting:draft", ANYONE, "changes plan"),
    ("rehearse", "changes.proposing:rehearse", ANYONE, "plan"),
    ("undo", "changes.writing:undo", ANYONE, "changes plan"),
    ("decide", "talk.deciding:decide", RELAYED, "changes plan"),
    ("supersede", "talk.deciding:supersede", PERSON, "changes plan"),
    ("adopt", "lifecycle.adopting:adopt", PERSON, "changes plan"),
    ("adopt-file", "lifecycle.foreign:adopt_foreign", PERSON, "changes"),
    ("request-approval", "lifecycle.approving:prepare_approval", ANYONE, "plan"),
    ("approve", "lifecycle.approving:approve", PERSON, "changes plan"),
    ("revoke", "lifecycle.withdrawing:revoke", PERSON, "changes plan"),
    ("request-changes", "lifecycle.withdrawing:request_changes", PERSON, "changes plan"),
    ("refute", "objections.brief:brief_refuter", ANYONE, "plan"),
    ("refute-with", "models.refuting:attack", ANYONE, "changes plan"),
    ("refute-with-several", "models.refuting:attack_side_by_side", ANYONE, "changes plan"),
    ("refute-detach", "objections.attack_runs:start_run", ANYONE, "plan"),
    ("refute-status", "objections.attack_runs:find_runs", ANYONE, "plan"),
    ("refute-done", "objections.objecting:refute", ANYONE, "changes plan"),
    ("consult", "consult.asking:consult", ANYONE, "plan"),
    ("consult-record", "consult.recording:record_consult", ANYONE, "changes plan"),
    ("consult-detach", "consult.answers:detach", ANYONE, "plan"),
    ("consult-fetch", "consult.answers:fetch", ANYONE, "plan"),
    ("consult-list", "consult.answers:list_jobs", ANYONE, "plan"),
    ("consult-cancel", "consult.answers:cancel", ANYONE, "plan"),
    ("object", "objections.objecting:object_to", ANYONE, "changes plan"),
    ("object-mended", "objections.responding:mend", ANYONE, "changes plan"),
    ("object-answer", "objections.responding:answer_objection", ANYONE, "changes plan"),
    ("object-accept", "objections.responding:accept_answer", PERSON, "changes plan"),
    ("compare", "consult.weighing:weigh", ANYONE, ""),
    ("compare-save", "consult.weighing:record_advice", ANYONE, "changes plan"),
    ("next", "work.readying:find_next", ANYONE, "plan"),
    ("start", "work.beginning:start", ANYONE, "changes plan"),
    ("done", "work.closing:close", ANYONE, "changes plan"),
    ("waive", "work.waiving:waive", PERSON, "changes plan"),
    ("dry-run", "work.rehearsing:rehearse", ANYONE, "plan"),
    ("check", "changes.checking:check", ANYONE, "changes plan"),
    ("check-file", "judgement.documents:check_document", ANYONE, ""),
    ("check-file-with", "models.reading:read_with", ANYONE, ""),
    ("cite", "judgement.documents:cite_document", ANYONE, ""),
    ("conform", "conform.conforming:conform", ANYONE, "plan"),
    ("pr", "conform.pull_request:describe", ANYONE, "plan"),
    ("drift", "conform.drifting:drift", ANYONE, "plan"),
    ("rebase", "conform.drifting:rebase", ANYONE, "changes plan"),
    ("conform-file", "conform.conforming:conform_document", ANYONE, ""),
    ("show", "plans.opened:open_plan", ANYONE, "plan"),
    ("diff", "views.viewing:diff", ANYONE, "plan"),
    ("log", "views.viewing:log", ANYONE, "plan"),
    ("resume", "views.handover:resume", ANYONE, "plan"),
    ("tasks", "views.outlook:open_board", ANYONE, "plan"),
    ("report", "reports.making:make_report", ANYONE, "plan"),
    ("move", "lifecycle.keeping:move", ANYONE, "changes plan"),
    ("archive", "lifecycle.keeping:archive", ANYONE, "changes plan"),
    ("restore", "lifecycle.keeping:restore", PERSON, "changes plan"),
    ("explain", "judgement.explaining:explain", ANYONE, ""),
    ("playbook-new", "setup.playbooks:begin_playbook", ANYONE, "changes"),
    ("profile-propose", "setup.profiles:propose_profile", ANYONE, ""),
    ("profile-use", "setup.profiles:use_profile", ANYONE, "changes"),
    ("models-list", "models.choice:list_models", ANYONE, ""),
    ("models-use", "models.choice:use_model", PERSON, "changes"),
    ("install", "setup.installing:install", ANYONE, "changes"),
    ("hook", "setup.hooks:judge_shown", ANYONE, ""),
    ("doctor", "setup.diagnosis:examine", ANYONE, ""),
    ("context", "queries.context:context", ANYONE, ""),
    ("where", "queries.locating:where", ANYONE, ""),
    ("probe", "probes.probing:probe", ANYONE, ""),
    ("probe-record", "probes.probing:record_probe", ANYONE, "changes plan"),
    ("code-find", "queries.searching:find", ANYONE, ""),
    ("code-symbol", "queries.searching:symbol", ANYONE, ""),
    ("code-usages", "queries.searching:usages", ANYONE, ""),
    ("code-callers", "queries.searching:callers", ANYONE, ""),
    ("code-impact", "queries.searching:impact", ANYONE, ""),
    ("code-imports", "queries.searching:imports", ANYONE, ""),
    ("code-cycles", "queries.searching:cycles", ANYONE, ""),
    ("code-manifest", "queries.surveying:manifest", ANYONE, ""),
    ("code-docs", "queries.surveying:docs", ANYONE, ""),
    ("code-ask-source", "queries.surveying:ask_source", ANYONE, ""),
    ("code-changes", "queries.surveying:changes", ANYONE, ""),
    ("code-tests-for", "queries.surveying:tests_for", ANYONE, ""),
    ("code-similar", "queries.surveying:similar", ANYONE, ""),
    ("code-flow", "queries.surveying:flow", ANYONE, ""),
    ("code-patterns", "queries.surveying:patterns", ANYONE, ""),
    ("code-history", "queries.retracing:whole_history", ANYONE, ""),
    ("code-file-history", "queries.retracing:file_history", ANYONE, ""),
    ("code-attempts", "queries.retracing:words_history", ANYONE, ""),
))  # fmt: skip

_ON_A_PLAN = {case.name for case in USE_CASES if case.takes_plan}


def takes_plan(command: Run) -> bool:
    """Tell whether a command is about one plan, which has to be named where there are several."""
    return command.command.replace(" ", "-") in _ON_A_PLAN
