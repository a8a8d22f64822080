"""Codex as a model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.models.model import fault_of_status
from groundplan.models.runner import Reading, Runner, lines_of_json, status_in, unread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.models.model import Prompt
    from groundplan.process.job import Outcome


def _codex_words(prompt: Prompt) -> Sequence[str]:
    del prompt  # its sandbox lets it read everywhere and write nowhere
    return ["exec", "--json", "--ephemeral", "--skip-git-repo-check", "-s", "read-only", "-"]


def _codex_read(outcome: Outcome) -> Reading:
    said = lines_of_json(outcome.out)
    words = [
        str(each["item"].get("text") or "")
        for each in said
        if each.get("type") == "item.completed" and (each.get("item") or {}).get("type") == "agent_message"
    ]
    failed = [each for each in said if each.get("type") == "turn.failed"]
    done = [each for each in said if each.get("type") == "turn.completed"]
    if failed or not done:
        complaint = str((failed[-1].get("error") or {}).get("message") or "") if failed else ""
        if not complaint:
            return unread(outcome)
        return Reading(fault=fault_of_status(status_in(complaint)), complaint=complaint)
    usage = done[-1].get("usage") or {}
    tokens = (int(usage.get("input_tokens") or 0), int(usage.get("output_tokens") or 0))
    return Reading(text=words[-1] if words else "", tokens=tokens)


CODEX = Runner(
    name="codex",
    program="codex",
    words=_codex_words,
    read=_codex_read,
    environment=re.compile(r"OPENAI_\w+|CODEX_\w+"),
    install="Install it: https://developers.openai.com/codex/cli",
    login="Log in: `codex login`",
    kind="agent",
    reads_code=True,
)
