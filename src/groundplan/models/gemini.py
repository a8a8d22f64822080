"""Gemini CLI as a model."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from groundplan.models.model import STRANGER, fault_of_status
from groundplan.models.runner import Reading, Runner, status_in, unread
from groundplan.plan.json_text import with_whole_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.models.model import Prompt
    from groundplan.process.job import Outcome


def _gemini_words(prompt: Prompt) -> Sequence[str]:
    # It takes the GEMINI.md of every folder it may read for instructions, so it is let into none.
    del prompt
    return ["-p", "", "--output-format", "json", "--approval-mode", "plan"]


_BEGINS = re.compile(r"^\{", re.MULTILINE)
_NOT_LOGGED_IN = 41  # the exit code that gemini has for it


def _gemini_read(outcome: Outcome) -> Reading:
    said = _object_in(outcome.out) or _object_in(outcome.complaint)
    if said is None:
        return unread(outcome)
    if outcome.code == _NOT_LOGGED_IN:
        return Reading(fault=STRANGER, complaint=str((said.get("error") or {}).get("message") or ""))
    if said.get("error"):
        error = said["error"]
        complaint = str(error.get("message") or "")
        return Reading(
            fault=fault_of_status(status_in(f"{error.get('code')} {complaint}")), complaint=complaint
        )
    models = (said.get("stats") or {}).get("models") or {}
    tokens = [(each.get("tokens") or {}) for each in models.values()]
    asked = sum(int(each.get("prompt") or 0) for each in tokens)
    answered = sum(int(each.get("candidates") or 0) for each in tokens)
    return Reading(str(said.get("response") or ""), next(iter(models), ""), (asked, answered))


def _object_in(text: bytes) -> dict[str, Any] | None:
    """Return the JSON object that follows the warnings."""
    words = text.decode("utf-8", "replace")
    for found in _BEGINS.finditer(words):
        try:
            value, _ = json.JSONDecoder().raw_decode(words, found.start())
        except (ValueError, RecursionError):
            continue
        return with_whole_letters(value, words) if isinstance(value, dict) else None
    return None


GEMINI = Runner(
    name="gemini",
    program="gemini",
    words=_gemini_words,
    read=_gemini_read,
    environment=re.compile(r"GEMINI_\w+|GOOGLE_\w+|CLOUDSDK_\w+"),
    install="Install it: https://github.com/google-gemini/gemini-cli",
    login="Log in: run `gemini` once, or set GEMINI_API_KEY",
    kind="agent",
)
