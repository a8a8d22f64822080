"""The table of use cases: what each surface may offer, and who may call it."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from groundplan.app import (
    adopting,
    answering,
    approving,
    checking,
    deciding,
    diagnosis,
    explaining,
    foreign,
    handover,
    keeping,
    locating,
    planning,
    proposing,
    retracing,
    searching,
    shelving,
    starting,
    surveying,
    talking,
    viewing,
    writing,
)
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable


class Who(enum.StrEnum):
    """Who may call a use case: `relayed` ones an agent may call in the user's name, visibly."""

    ANYONE = "anyone"
    RELAYED = "relayed"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class UseCase:
    """A name, the function behind it, who may call it, and whether it changes anything."""

    name: str
    function: Callable[..., Any]
    who: Who
    changes: bool


USE_CASES = (
    UseCase("overview", viewing.overview, Who.ANYONE, changes=False),
    UseCase("init", starting.init, Who.ANYONE, changes=True),
    UseCase("new", starting.new, Who.ANYONE, changes=True),
    UseCase("plan", planning.plan_goal, Who.ANYONE, changes=True),
    UseCase("talk", planning.take_turn, Who.ANYONE, changes=True),
    UseCase("proposals", proposing.find_proposals, Who.ANYONE, changes=False),
    UseCase("say", talking.say, Who.RELAYED, changes=True),
    UseCase("ask", talking.ask, Who.ANYONE, changes=True),
    UseCase("withdraw", talking.withdraw, Who.ANYONE, changes=True),
    UseCase("answer", talking.answer, Who.RELAYED, changes=True),
    UseCase("answer-led", answering.answer_led, Who.RELAYED, changes=True),
    UseCase("write", writing.write, Who.ANYONE, changes=True),
    UseCase("undo", writing.undo, Who.ANYONE, changes=True),
    UseCase("decide", deciding.decide, Who.RELAYED, changes=True),
    UseCase("supersede", deciding.supersede, Who.PERSON, changes=True),
    UseCase("adopt", adopting.adopt, Who.PERSON, changes=True),
    UseCase("adopt-file", foreign.adopt_foreign, Who.PERSON, changes=True),
    UseCase("request-approval", approving.prepare_approval, Who.ANYONE, changes=False),
    UseCase("approve", approving.approve, Who.PERSON, changes=True),
    UseCase("revoke", approving.revoke, Who.PERSON, changes=True),
    UseCase("request-changes", approving.request_changes, Who.PERSON, changes=True),
    UseCase("check", checking.check, Who.ANYONE, changes=True),
    UseCase("diff", viewing.diff, Who.ANYONE, changes=False),
    UseCase("log", viewing.log, Who.ANYONE, changes=False),
    UseCase("resume", handover.resume, Who.ANYONE, changes=False),
    UseCase("move", keeping.move, Who.ANYONE, changes=True),
    UseCase("archive", keeping.archive, Who.ANYONE, changes=True),
    UseCase("restore", keeping.restore, Who.PERSON, changes=True),
    UseCase("explain", explaining.explain, Who.ANYONE, changes=False),
    UseCase("playbook-new", shelving.begin_playbook, Who.ANYONE, changes=True),
    UseCase("doctor", diagnosis.examine, Who.ANYONE, changes=False),
    UseCase("where", locating.where, Who.ANYONE, changes=False),
    UseCase("code-find", searching.find, Who.ANYONE, changes=False),
    UseCase("code-symbol", searching.symbol, Who.ANYONE, changes=False),
    UseCase("code-usages", searching.usages, Who.ANYONE, changes=False),
    UseCase("code-callers", searching.callers, Who.ANYONE, changes=False),
    UseCase("code-impact", searching.impact, Who.ANYONE, changes=False),
    UseCase("code-imports", searching.imports, Who.ANYONE, changes=False),
    UseCase("code-cycles", searching.cycles, Who.ANYONE, changes=False),
    UseCase("code-manifest", surveying.manifest, Who.ANYONE, changes=False),
    UseCase("code-tests-for", surveying.tests_for, Who.ANYONE, changes=False),
    UseCase("code-similar", surveying.similar, Who.ANYONE, changes=False),
    UseCase("code-hotspots", surveying.hotspots, Who.ANYONE, changes=False),
    UseCase("code-flow", surveying.flow, Who.ANYONE, changes=False),
    UseCase("code-patterns", surveying.patterns, Who.ANYONE, changes=False),
    UseCase("code-history", retracing.whole_history, Who.ANYONE, changes=False),
    UseCase("code-file-history", retracing.file_history, Who.ANYONE, changes=False),
    UseCase("code-attempts", retracing.words_history, Who.ANYONE, changes=False),
)
