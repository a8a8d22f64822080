"""What a coding agent's hook gets as its answer: the findings on a plan it is about to show, or nothing.

A plan is sent back once for the same findings. If it comes again with them, the agent has looked and could
not or would not mend them: then the person sees the plan and the findings, and decides.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from groundplan.app.judgement.documents import Written, check_document
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.plan.finding import Finding

_MOST = 20
_LONGEST = 400
_TRANSCRIPT_END = 20_000_000


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan that an agent is about to show, and the file of the conversation that it comes from."""

    text: str
    transcript: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The errors found; whether the agent gets them back, or has seen these very ones before."""

    findings: tuple[Finding, ...]
    is_known: bool = False


def read_call(data: bytes) -> ShownPlan | None:
    """Read what the host hands to its hook; None where that is no plan about to be shown."""
    call = json.loads(data)
    given = call.get("tool_input") if isinstance(call, dict) else None
    plan = given.get("plan") if isinstance(given, dict) else None
    if not isinstance(plan, str) or not plan.strip() or call.get("tool_name") != "ExitPlanMode":
        return None
    transcript = call.get("transcript_path")
    return ShownPlan(plan, transcript if isinstance(transcript, str) else "")


def judge_shown(code: Codebase, plan: ShownPlan) -> Verdict:
    """Hold a plan against the code; only what is wrong counts, not what is doubtful."""
    checked = check_document(code, Written("plan", plan.text))
    findings = tuple(each for each in checked.findings if each.blocks)
    return Verdict(findings, is_known=bool(findings) and _has_seen(plan.transcript, _mark(findings)))


def to_answer(verdict: Verdict) -> dict[str, Any]:
    """Return the answer in the form of the host; empty where there is nothing to say and nothing decided."""
    if not verdict.findings:
        return {}
    if verdict.is_known:
        told = "groundplan: the plan goes on to you with what the agent left as it is:\n"
        return {"systemMessage": told + _listed(verdict.findings)}
    reason = (
        "groundplan checked this plan against the code. Look at the code again for each finding, mend the "
        "plan where it is wrong, and show it again. If a finding is wrong, leave the plan as it is: shown "
        f"again with the same findings, it goes to the user with them. ({_mark(verdict.findings)})\n"
        f"{_listed(verdict.findings)}"
    )
    decision = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": reason,
    }
    return {"hookSpecificOutput": decision}


def _listed(findings: tuple[Finding, ...]) -> str:
    lines = [
        f"- line {each.place.line}: {each.code} {each.message}" + (f" ({each.hint})" if each.hint else "")
        for each in findings[:_MOST]
    ]
    # A message may quote the plan or a file name: one line each, nothing a terminal would obey.
    plain = ["".join(sign if sign.isprintable() else " " for sign in line)[:_LONGEST] for line in lines]
    more = len(findings) - _MOST
    return "\n".join([*plain, *([f"- and {more} more"] if more > 0 else [])])


def _mark(findings: tuple[Finding, ...]) -> str:
    told = sorted(f"{each.code} {each.message}" for each in findings)
    return f"groundplan:{hashlib.sha256('|'.join(told).encode('utf-8', 'replace')).hexdigest()[:16]}"


def _has_seen(transcript: str, mark: str) -> bool:
    """Tell whether the conversation holds our answer with these findings already."""
    from groundplan.files.plain import open_stream  # noqa: PLC0415 - only a plan with findings needs it

    if not transcript:
        return False
    try:
        with open_stream(transcript, follows=True) as file:
            file.seek(max(0, file.seek(0, 2) - _TRANSCRIPT_END))
            return mark.encode() in file.read(_TRANSCRIPT_END)
    except (OSError, ValueError):
        return False
