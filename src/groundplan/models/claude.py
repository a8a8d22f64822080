"""Claude Code as a model."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from groundplan.models.model import REFUSED, STRANGER, fault_of_status
from groundplan.models.runner import Reading, Runner, lines_of_json, unread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.models.model import Prompt
    from groundplan.process.job import Outcome


def _claude_words(prompt: Prompt) -> Sequence[str]:
    words = ["-p", "--output-format", "json", "--setting-sources", "user", "--strict-mcp-config"]
    words += ["--no-session-persistence"]
    if os.environ.get("ANTHROPIC_API_KEY"):  # without a key it would not look for the user's login
        words += ["--bare"]
    if prompt.repository is None:
        return [*words, "--tools", ""]
    return [*words, "--tools", "Read,Grep,Glob", "--add-dir", str(prompt.repository)]


def _claude_read(outcome: Outcome) -> Reading:
    results = [each for each in lines_of_json(outcome.out) if each.get("type", "result") == "result"]
    if not results:
        return unread(outcome)
    said = results[-1]
    usage = said.get("usage") or {}
    text = str(said.get("result") or "")
    asked = sum(int(usage.get(f"{kind}input_tokens") or 0) for kind in ("", "cache_read_", "cache_creation_"))
    models = said.get("modelUsage") or {}
    reading = Reading(
        text=text,
        model=next(iter(models), ""),
        tokens=(asked, int(usage.get("output_tokens") or 0)),
        dollars=said.get("total_cost_usd"),
    )
    if not said.get("is_error"):
        return reading
    if said.get("stop_reason") == "refusal":
        return Reading(fault=REFUSED, complaint=text)
    # Its own word for a missing login; there is no code for it.
    fault = STRANGER if "/login" in text else fault_of_status(said.get("api_error_status"))
    return Reading(fault=fault, complaint=text)


CLAUDE = Runner(
    name="claude",
    program="claude",
    words=_claude_words,
    read=_claude_read,
    environment=re.compile(
        r"ANTHROPIC_\w+|CLAUDE_CODE_(?:USE|DISABLE|MAX|OAUTH)\w*|CLAUDE_CONFIG_DIR|AWS_\w+|GOOGLE_\w+"
    ),
    install="Install it: https://docs.claude.com/claude-code",
    login="Log in: run `claude` once, or set ANTHROPIC_API_KEY",
    kind="agent",
    reads_code=True,
)
