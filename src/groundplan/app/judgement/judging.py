"""From text and entries to findings and standing: the one path every use case and every surface takes."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import compute_header, compute_sections, italic_lines
from groundplan.app.judgement.opening import begin, fill_in, open_line
from groundplan.app.judgement.proofs import find_unrunnable, find_unverified
from groundplan.markdown.plan_lines import find_lines
from groundplan.markdown.reading import read_plan
from groundplan.markdown.skeletons import placeholders
from groundplan.markdown.splice import splice
from groundplan.markdown.writing import set_header_field, set_tick
from groundplan.plan.case import Case
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import canonical_json
from groundplan.plan.promises import read_promises
from groundplan.plan.standing import compute_standing
from groundplan.playbooks.axes import axis_rows
from groundplan.rules.registry import run_rules
from groundplan.rules.suppressions import apply_suppressions
from groundplan.rules.ticks import computed_ticks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.config import Config, Profile
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import Evidence
    from groundplan.plan.finding import Finding
    from groundplan.plan.history import History
    from groundplan.plan.ignored import Ignored
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.promises import Promises
    from groundplan.plan.standing import Standing

# What a skeleton's fields are filled with when only its shape matters.
SKELETON_FIELDS = ("title", "id", "date", "timestamp", "goal", "slug")


@dataclass(frozen=True, slots=True)
class Beside:
    """What is judged with a plan: the talk, as far as it is here, what the code says, what git ignores."""

    talk: Mapping[str, str] = field(default_factory=dict)
    evidence: Evidence | None = None
    ignored: tuple[Ignored, ...] = ()


NOTHING_BESIDE = Beside()


@dataclass(frozen=True, slots=True)
class Judgement:
    """A plan, what the ledger promises about it, what the rules find, and how it therefore stands."""

    plan: Plan
    promises: Promises
    findings: tuple[Finding, ...]
    standing: Standing
    case: Case

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """Return the findings that keep a checkpoint from passing."""
        return tuple(finding for finding in self.findings if finding.blocks)


def judge(
    plan: Plan, history: History, playbook: Playbook, config: Config, beside: Beside = NOTHING_BESIDE
) -> Judgement:
    """Read the ledger against the words, run the rules, compute the standing."""
    promises = read_promises(plan, history, playbook, config, beside.evidence)
    skeletons = _skeletons(playbook, config.profile)
    case = Case(
        plan,
        playbook,
        promises,
        config,
        skeletons.normals,
        skeletons.placeholders,
        skeletons.opened,
        skeletons.open_lines,
        beside.talk,
        ignored=beside.ignored,
        lines=find_lines(plan),
        evidence=beside.evidence,
    )
    unverified = find_unverified(case) if beside.evidence else frozenset()
    if beside.evidence and unverified - beside.evidence.unverified:
        evidence = replace(beside.evidence, unverified=unverified)
        return judge(plan, history, playbook, config, replace(beside, evidence=evidence))
    case = replace(case, unrunnable=find_unrunnable(case))
    findings = apply_suppressions(case, run_rules(case))
    standing = compute_standing(plan, playbook, promises, findings, filled=_filled(case))
    case = replace(
        case,
        standing=standing,
        header=compute_header(plan, playbook, standing),
        computed=compute_sections(case, standing, skeletons.introductions),
    )
    findings += run_rules(case, after_standing=True)
    ordered = sorted(findings, key=lambda finding: (finding.place, finding.code, finding.message))
    return Judgement(plan, promises, tuple(ordered), standing, case)


def _filled(case: Case) -> frozenset[str]:
    """Return the sections that somebody, a fact or the playbook for every plan has filled."""
    specs = {spec.key: spec for spec in case.playbook.sections}
    return frozenset(
        section.key
        for section in case.plan.sections
        if case.has_words(section)
        or specs[section.declared].computed
        or (specs[section.declared].given and not section.is_gap)
    )


@dataclass(frozen=True, slots=True)
class Skeletons:
    """What a playbook's own documents say, by section key: the same words in a plan are nobody's."""

    normals: dict[str, str]
    placeholders: dict[str, frozenset[str]]
    introductions: dict[str, tuple[str, ...]]  # the lines in italics that lead into a computed section
    opened: dict[str, str]  # in normal form, as a plan just begun has it
    open_lines: dict[str, str]
    form: Plan  # all of it, with every placeholder


def skeleton_facts(playbook: Playbook, profile: Profile) -> tuple[dict[str, str], dict[str, frozenset[str]]]:
    """Return each declared section's skeleton in normal form, and the placeholders it holds."""
    skeletons = _skeletons(playbook, profile)
    return skeletons.normals, skeletons.placeholders


def form_of_plan(playbook: Playbook, profile: Profile) -> Plan:
    """Return the whole form that a plan of this playbook is filled in from."""
    return _skeletons(playbook, profile).form


def _skeletons(playbook: Playbook, profile: Profile) -> Skeletons:
    rows = axis_rows(profile)
    key = (playbook.digest, canonical_json(rows))
    if key not in _KNOWN:
        _KNOWN[key] = _read_skeletons(playbook, rows)
    return _KNOWN[key]


# A command judges a plan several times; reading the skeletons once is enough.
_KNOWN: dict[tuple[str, str], Skeletons] = {}


def _read_skeletons(playbook: Playbook, rows: Mapping[str, Sequence[Mapping[str, str]]]) -> Skeletons:
    blank = dict.fromkeys(SKELETON_FIELDS, "")
    plan = fill_in(playbook, rows, blank, {spec.name: spec.path for spec in playbook.documents})
    begun = begin(plan, playbook, rows).sections
    lines = {part.key: open_line(playbook, part.key, part.declared) for part in begun}
    read = Skeletons({}, {}, {}, {part.key: part.normal for part in begun}, lines, plan)
    for section in plan.sections:
        # A repeated section's skeletons differ by phase, so each is also known by its own key.
        for key in (section.key, section.declared):
            read.normals.setdefault(key, section.normal)
            read.introductions.setdefault(key, italic_lines(section.body))
        known = read.placeholders.get(section.declared, frozenset())
        read.placeholders[section.declared] = known | placeholders(section.body)
    for part in begun:
        read.placeholders[part.declared] |= {lines[part.key]}
    return read


# Computed text put into the documents: header fields, computed sections, computed ticks.


def refresh(plan: Plan, judgement: Judgement, playbook: Playbook) -> dict[str, str]:
    """Return the documents' texts with everything computed brought up to date; fingerprints stay."""
    texts = {document.name: document.text for document in plan.documents}
    texts = _with_ticks(plan, judgement, texts)
    plan = _read(plan, playbook, texts)
    texts = _with_sections(plan, judgement, playbook)
    for document in playbook.documents:
        for label in document.header.fields:
            value = judgement.case.header.get(f"{document.name}#{label}")
            if value is not None:
                texts[document.name] = set_header_field(texts[document.name], document.header, label, value)
    return texts


def expect(plan: Plan, history: History, before: Judgement, config: Config) -> dict[str, str]:
    """Return the documents' texts as they will be if the entries alone change the standing, as most do.

    Judging that text instead of the one without the new entries saves judging it a second time.
    """
    playbook = before.case.playbook
    promises = read_promises(plan, history, playbook, config, before.case.evidence)
    case = replace(before.case, plan=plan, promises=promises)
    standing = compute_standing(plan, playbook, promises, before.findings, filled=_filled(case))
    introductions = _skeletons(playbook, config.profile).introductions
    case = replace(
        case,
        header=compute_header(plan, playbook, standing),
        computed=compute_sections(case, standing, introductions),
    )
    return refresh(plan, Judgement(plan, promises, before.findings, standing, case), playbook)


def _read(plan: Plan, playbook: Playbook, texts: dict[str, str]) -> Plan:
    files = {document.name: (document.path, texts[document.name]) for document in plan.documents}
    return read_plan(plan.id, plan.slug, playbook, files)


def _with_ticks(plan: Plan, judgement: Judgement, texts: dict[str, str]) -> dict[str, str]:
    """Ticks change no line, so the records' places stay true from one to the next."""
    names = {document.path: document.name for document in plan.documents}
    for section, record, is_done in computed_ticks(judgement.case):
        if record.ticked is not is_done:
            name = names[section.document]
            texts[name] = set_tick(texts[name], record, ticked=is_done)
    return texts


def _with_sections(plan: Plan, judgement: Judgement, playbook: Playbook) -> dict[str, str]:
    texts = {}
    for document in plan.documents:
        bodies = {
            section.key: judgement.case.computed[section.key]
            for section in document.sections
            if section.key in judgement.case.computed
        }
        texts[document.name] = splice(document, playbook, bodies) if bodies else document.text
    return texts
