"""The files a plan works on, looked at: whether they stand, who writes them, what pairs they halve."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.plan.citation import Citation, parse_citation
from groundplan.plan.evidence import CitationState, Pair, Worked
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent
from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.app.looking import Looking
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import Seen
    from groundplan.plan.mention import Mention, Sayings

_EDITS = frozenset({Intent.MODIFIES, Intent.TOUCHES})
_SPAN = late_regex(r"`([^`\n]{1,300})`")


def look_at_files(
    code: Looking, config: Config, sayings: Sayings, citations: Iterable[Seen]
) -> tuple[Worked, ...]:
    """Return each mention of a file the plan works on, with what stands there."""
    near = {seen.citation.place: seen.near for seen in citations if seen.state is CitationState.MISSING}
    pairs = dict(declared_pairs(config))
    generated = _patterns(config)
    created = sayings.created
    return tuple(
        _look(code, mention, created, near.get(mention.place, ()), (pairs, generated))
        for mention in sayings.mentions
        if mention.intent.is_work
    )


def _look(
    code: Looking,
    mention: Mention,
    created: frozenset[str],
    near: tuple[str, ...],
    project: tuple[dict[str, str], tuple[str, ...]],
) -> Worked:
    makes = mention.intent in {Intent.CREATES, Intent.MAY_CREATE}
    placed = code.place(mention.citation, by_ending=not makes and mention.path not in created)
    stands = bool(placed.path) and not placed.is_outside
    path = placed.path + ("/" if placed.is_folder else "") if stands else mention.path
    pairs, patterns = project
    source = next((each for each, target in pairs.items() if target == path), "")
    is_generated = any(matches(pattern, path) for pattern in patterns)
    if stands and not is_generated and mention.intent in _EDITS and not placed.is_folder:
        is_generated = _says_generated(code, path)
    return Worked(
        mention,
        path,
        stands=stands,
        is_planned=not makes and mention.path in created,
        is_generated=is_generated,
        source=source if is_generated else "",
        near=near,
    )


def _says_generated(code: Looking, path: str) -> bool:
    text = code.index.text(path)
    return text is not None and why_generated("", text) is not None


def _patterns(config: Config) -> tuple[str, ...]:
    said = config.profile.data.get("generated", ())
    return tuple(each for each in said if isinstance(each, str)) if isinstance(said, list) else ()


def declared_pairs(config: Config) -> Iterator[tuple[str, str]]:
    """Yield the pairs of files that the project's profile declares: what is written, what follows it."""
    table = config.profile.data.get("pairs", {})
    for name in config.profile.axes.get("pairs", ()):
        row = table.get(name, {}) if isinstance(table, dict) else {}
        target = str(row.get("target", "")) if isinstance(row, dict) else ""
        span = _SPAN.search(target)
        target = (span[1] if span else target).strip()
        if target:
            folder = name.rpartition("/")[0]
            yield name, target if "/" in target or not folder else f"{folder}/{target}"


def find_halved_pairs(
    code: Looking, plan: Plan, config: Config, worked: tuple[Worked, ...]
) -> tuple[Pair, ...]:
    """Return the async and sync files that belong together and of which the plan works on one only."""
    declared = dict(declared_pairs(config))
    patterns = _patterns(config)
    covered = [each.path for each in worked] + list(_ticked_pairs(plan))
    found: dict[tuple[str, str], Pair] = {}
    for each in worked:
        if each.mention.intent not in _EDITS | {Intent.CREATES} or each.path.endswith("/"):
            continue
        known = declared.get(each.path, "")
        for twin in (known,) if known else twins(each.path):
            is_there = bool(known) or _stands(code, twin)
            if is_there and not any(matches(path, twin) for path in covered) and not _speaks_of(each, twin):
                is_generated = any(matches(pattern, twin) for pattern in patterns)
                pair = Pair(each.mention, each.path, twin, bool(known), is_generated)
                found.setdefault((each.path, twin), pair)
    return tuple(found.values())


def twins(path: str) -> tuple[str, ...]:
    """Return the paths that a file's pair in the other colour, async or sync, may have by its name."""
    folder, _, name = path.rpartition("/")
    stem, dot, ending = name.partition(".")
    parts = set()
    for one, other in (("async", "sync"), ("aio", "sync")):
        for a, b in ((one, other), (other, one)):
            parts |= {re.sub(rf"(?<![a-z]){a}(?![a-z])", b, stem)}
    if "async" in stem:
        parts |= {re.sub(r"_?(?<![a-z])async(?![a-z])_?", "", stem)}
    elif not stem.startswith("_"):
        parts |= {f"async_{stem}", f"{stem}_async"}
    found = {f"{folder}/{each}{dot}{ending}".lstrip("/") for each in parts if each and each != stem}
    for a, b in (("_async", "_sync"), ("_sync", "_async"), ("async", "sync"), ("sync", "async")):
        if a in folder.split("/"):
            swapped = "/".join(b if part == a else part for part in folder.split("/"))
            found.add(f"{swapped}/{name}")
    return tuple(sorted(found - {path}))


def _stands(code: Looking, path: str) -> bool:
    placed = code.place(Citation(path, place=Place()), by_ending=False)
    return bool(placed.path) and not placed.is_outside and not placed.is_folder


def _speaks_of(worked: Worked, twin: str) -> bool:
    """Tell whether the line that works on one file says something about the other."""
    return twin.rpartition("/")[2] in worked.mention.words.replace(worked.mention.citation.text, "")


def _ticked_pairs(plan: Plan) -> Iterator[str]:
    """Yield the files of the pairs that are ticked as affected, the second beside the first."""
    for record in plan.records("pair"):
        if record.ticked:
            source = parse_citation(record.field("source").strip("` ")) if record.field("source") else None
            target = record.field("target").strip("` ")
            if source is not None and target:
                folder = source.path.rpartition("/")[0]
                yield source.path
                yield target if "/" in target or not folder else f"{folder}/{target}"
