"""A plan composed by its writers and judged as a command would: real repository, real index, real rules."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from groundplan.app.evidence import Codebase
from groundplan.app.judging import Beside, judge
from groundplan.code.index import open_index
from groundplan.git.repository import find_repository
from groundplan.markdown.reading import read_plan
from groundplan.markdown.skeletons import render
from groundplan.markdown.splice import splice
from groundplan.plan.config import Config
from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.plan.history import read_history
from groundplan.planner.brief import Brief
from groundplan.planner.gathering import gather_pack
from groundplan.planner.writers.registry import find_writer
from groundplan.playbooks.shelf import Shelf
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from groundplan.app.judging import Judgement
    from groundplan.git.repository import Repository
    from groundplan.plan.document import Plan
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import Playbook
    from groundplan.planner.brief import SectionDraft

OPEN = frozenset({"GP204", "GP707"})  # a question nobody has answered, a default nobody has confirmed
_PROCESS = ("GP2",)  # nobody talked and nothing was witnessed: no ledger stands behind such a plan


@dataclass(frozen=True)
class Composed:
    """The documents a brief gives, and what the rules find in them."""

    texts: Mapping[str, str]
    judgement: Judgement

    @property
    def text(self) -> str:
        return "\n".join(self.texts.values())

    def errors(self) -> list[str]:
        """Return what blocks, apart from open questions and from the ledger that is not there."""
        return [_told(each) for each in self.judgement.findings if each.blocks and not _is_open(each)]


def lay_repository(root: Path, files: Mapping[str, str], author: str = "Ann") -> Path:
    """Make a git repository out of texts by path, committed by one person."""
    root.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        at = root / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_text(dedent(text).lstrip("\n"), "utf-8")
    for words in (
        ("init", "-q", "-b", "main"),
        ("add", "-A"),
        ("-c", f"user.name={author}", "-c", "user.email=a@example.org", "commit", "-q", "-m", "Begin"),
    ):
        subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
    return root


def compose_plan(root: Path, goal: str, playbook_name: str, **parts: Any) -> Composed:
    """Compose every section of a playbook for a goal, put them into its documents, and judge them."""
    playbook = Shelf().find(playbook_name)
    repository = find_repository(root)
    with open_index(repository) as index:
        index.refresh()
        with load_history(index) as history:
            pack = gather_pack(index, history, goal, Config())
            brief = Brief(pack, playbook, Config(), **{"slug": "plan", **parts})
            drafts = list(compose(brief))
    return judge_drafts(repository, playbook, drafts, goal)


def compose(brief: Brief) -> Iterator[SectionDraft]:
    """Yield the sections of every writer that the playbook names."""
    for spec in brief.playbook.sections:
        if spec.writer:
            yield from find_writer(spec.writer)(brief, spec)


def judge_drafts(
    repository: Repository, playbook: Playbook, drafts: list[SectionDraft], goal: str
) -> Composed:
    """Put sections into the playbook's documents, and judge them against the code."""
    fields = {"title": goal.splitlines()[0], "id": "gp-0000000000", "goal": goal, "slug": "plan"}
    fields |= {"date": "2026-01-05", "timestamp": "2026-01-05T09:00:00Z"}
    files = {
        each.name: (each.path.format(folder="plans", slug="plan"), render(each.skeleton, fields))
        for each in playbook.documents
    }
    plan = read_plan("gp-0000000000", "plan", playbook, files)
    texts = {}
    for document in plan.documents:
        mine = {each.key: each.text for each in drafts if _document(playbook, each.key) == document.name}
        texts[document.name] = splice(document, playbook, mine) if mine else document.text
    whole = {name: (files[name][0], text) for name, text in texts.items()}
    plan = read_plan("gp-0000000000", "plan", playbook, whole)
    history = read_history((_composed(plan),), plan="gp-0000000000")
    evidence = Codebase(repository).gather(plan, playbook, history, Config())
    return Composed(texts, judge(plan, history, playbook, Config(), Beside(evidence=evidence)))


def _composed(plan: Plan) -> Entry:
    """Return the entry by which a person accounts for what was composed from their answers."""
    sections = {key: {"before": "", "after": after} for key, after in plan.fingerprints().items()}
    body = {"cause": "evidence", "sections": sections, "turns": [], "composed": True}
    by = Author("user", "Ann", "terminal")  # whoever answered all of it at a terminal
    return Entry(make_entry_id(), plan.id, "revised", "2026-01-05T09:00:00Z", by, body=body)


def _document(playbook: Playbook, key: str) -> str:
    for spec in playbook.sections:
        head, mark, tail = spec.key.partition("{n}")
        if key == spec.key or (
            mark and key.startswith(head) and key[len(head) :].lstrip("0123456789") == tail
        ):
            return spec.document
    raise AssertionError(f"no section {key}")


def _is_open(finding: Finding) -> bool:
    return finding.code in OPEN or finding.code.startswith(_PROCESS)


def _told(finding: Finding) -> str:
    return f"{finding.place} {finding.section} {finding.code} {finding.message}"
