"""Entries written with an editor, as anyone with write access to the repository can write them."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace
from groundplan.plan.anchors import AnchorSpan
from groundplan.plan.document import fingerprint
from groundplan.plan.entry import Author, Entry, make_entry_id

if TYPE_CHECKING:
    from pathlib import Path

    from desk import Desk

AT = "2026-01-05T09:00:00Z"
DESIGN = "plans/retry/PLANNING.md"


def forge(
    desk: Desk,
    kind: str,
    body: dict[str, Any],
    *,
    channel: str = "agent",
    name: str = "Ann",
    at: str = AT,
    number: float | None = None,
) -> Path:
    """Write a well-formed entry that follows what is newest; `number` is the time its id pretends."""
    known = [json.loads(path.read_text()) for path in desk.entries()]
    followed = {target for entry in known for target in entry["follows"]}
    heads = {entry["id"]: entry["digest"] for entry in known if entry["id"] not in followed}
    author = Author("user", name, channel)
    entry = Entry(make_entry_id(number), known[0]["plan"], kind, at, author, heads, body)
    path = desk.entries()[0].parent / f"{entry.id}.json"
    path.write_text(entry.to_json())
    return path


def fingerprints(desk: Desk, plan: str = "") -> dict[str, str]:
    """Return what the sections of the plan are now."""
    return open_plan(open_workspace(desk.root), plan).plan.fingerprints()


def approval_body(desk: Desk, checkpoint: str, path: str) -> dict[str, Any]:
    """Return an approval of the words as they are, made up from what anybody can compute."""
    opened = open_plan(open_workspace(desk.root))
    config = opened.workspace.config
    spec = next(spec for spec in opened.playbook.checkpoints if spec.id == checkpoint)
    name = opened.playbook.documents[0].name
    return {
        "checkpoint": checkpoint,
        "word": checkpoint,
        "sections": opened.plan.covered(spec.covers),
        "documents": {name: hashlib.sha256(desk.path(path).read_bytes()).hexdigest()},
        "playbook_digest": opened.playbook.digest,
        "policy_digest": config.policy.digest,
        "suppressions_digest": config.suppressions_digest,
        "profile_digest": config.profile.digest,
        "confirms": [],
    }


def forge_move(
    desk: Desk,
    section: str,
    old: str,
    new: str,
    spans: list[AnchorSpan] | None = None,
    *,
    commit: str = "",
) -> None:
    """Change words by hand and forge the entry that would account for it."""
    before = open_plan(open_workspace(desk.root)).plan.section(section)
    assert before is not None
    desk.edit(DESIGN, old, new)
    after = open_plan(open_workspace(desk.root)).plan.section(section)
    assert after is not None
    if spans is None:
        spans = [AnchorSpan(after.normal.index(new), old, new)]
    told = [{"at": span.at, "from": span.old, "to": span.new} for span in spans]
    prints = {"before": fingerprint(before.normal), "after": fingerprint(after.normal), "spans": told}
    commit = commit or desk.git("rev-parse", "HEAD").strip()
    digest = (
        next(
            known[old]
            for path in desk.entries()
            if (known := json.loads(path.read_text())["body"].get("citations", {}).get(section, {})).get(old)
        )
        if any(old in path.read_text() for path in desk.entries())
        else ""
    )
    body = {"sections": {section: prints}, "commit": commit, "citations": {section: {new: digest}}}
    forge(desk, "reanchored", body, channel="terminal")
