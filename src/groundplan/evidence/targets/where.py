"""Which files and definitions a goal changes: those that were named, and those that follow from code."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.evidence.kinds import Target
from groundplan.evidence.naming import ordered_names
from groundplan.evidence.places import choose_regions, named_regions, shown_in
from groundplan.evidence.plan_files import is_plan_file
from groundplan.plan.citation import can_be_cited
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part
from groundplan.survey.where.places import load_weights, look_up, rank
from groundplan.wording.reasons import say_reason

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Region
    from groundplan.evidence.pack import EvidencePack
    from groundplan.survey.where.named import Named
    from groundplan.survey.where.places import Places, RankedFile

LOOKED_AT = 30  # ranked files
MOST_TARGETS = 8
MOST_REGIONS_OF_FILE = 3
MOST_REGIONS = 12
MOST_MANIFESTS = 2
_OF_WORDS = frozenset({"words", "defines", "declares", "leads-here", "module", "file-name", "path"})
_ABOUT_DOCS = late_regex(
    r"\b(?:docs?|documentation|readme|docstrings?|changelog|tutorial|typos?|guide)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Located:
    """The ranking of a goal and what the goal names outright."""

    places: Places
    named: Named

    def names(self, path: str) -> bool:
        """Tell whether the goal names a file, or something that it alone defines."""
        if self.named.paths.get(path, 0.0) >= 1.0 or self.named.modules.get(path, 0.0) >= 1.0:
            return True
        symbols = self.named.symbols.get(path, {}) | self.named.qualified.get(path, {})
        return max(symbols.values(), default=0.0) >= 0.8


def locate(pack: EvidencePack) -> Located:
    """Return where the goal goes, ranked, as the survey says."""
    without = _own_plans(pack)
    evidence = look_up(pack.index, pack.goal.text, pack.history, without=without)
    places = rank(pack.index, evidence, load_weights(), limit=LOOKED_AT)
    return Located(places, evidence.named)


def _own_plans(pack: EvidencePack) -> frozenset[str]:
    """Return the documents of plans: nothing is more like a goal than its own plan, and all else pales."""
    folder = f"{pack.config.folder.strip('/')}/"
    written = [path for path in pack.index.paths() if path.startswith((folder, ".groundplan/"))]
    marked = [path for path in pack.index.files_with("groundplan") if path.endswith(".md")]
    return frozenset(path for path in (*written, *marked) if is_plan_file(pack.index, path, pack.config))


def likely_targets(pack: EvidencePack) -> tuple[Target, ...]:
    """Return the candidates that have several telling words of the goal."""
    known = {each.path for each in pack.targets}
    ranked = {each.path: each for each in pack.located.places.files}
    return tuple(_likely(pack, path, ranked.get(path)) for path in pack.verdict.likely if path not in known)


def _likely(pack: EvidencePack, path: str, ranked: RankedFile | None) -> Target:
    """Return a candidate with what points at it: what it raises or says first, and then its words."""
    led = tuple(say_reason(each.kind, each.values) for each in pack.subject.clues if each.path == path)
    by_words = _by_words(ranked) if ranked is not None else ()
    shown = [each for each in shown_in(pack.subject) if each.path == path]
    own = tuple(shown or (each for each in choose_regions(pack.subject) if each.path == path))
    own = own[:MOST_REGIONS_OF_FILE]
    return Target(path, ranked.score if ranked is not None else 0.0, (*led, *by_words), own, led=led)


def _by_words(ranked: RankedFile) -> tuple[str, ...]:
    """Return which words of the goal a file has; that history or an import leads there says less."""
    return replace(ranked, reasons=tuple(each for each in ranked.reasons if each.kind in _OF_WORDS)).why


def choose_targets(pack: EvidencePack) -> tuple[Target, ...]:
    """Return the files to change: what was named, or found as surely, and what a replacement imports.

    That words of the goal appear somewhere makes a candidate, and nothing is planned on one.
    """
    located, known = pack.located, set(pack.index.paths())
    ranked = {each.path: each for each in located.places.files}
    ordered = {pack.index.symbols(name)[0].path for name in ordered_names(pack.subject)}
    sure = [path for path in pack.verdict.sure if path in known and can_be_cited(path)]
    reasons = {path: _reasons(pack, path) for path in sure if pack.extra or _may_change(pack, path)}
    reasons = dict(list(reasons.items())[: max(MOST_TARGETS, len(pack.extra))])
    if not pack.extra:
        reasons = _importing(pack, reasons) | _declaring(pack)
    return tuple(
        Target(
            path,
            ranked[path].score if path in ranked else 0.0,
            why,
            _regions_of(pack, path),
            is_named=bool(pack.extra) or located.names(path) or path in ordered,
        )
        for path, why in reasons.items()
    )


def _reasons(pack: EvidencePack, path: str) -> tuple[str, ...]:
    if pack.extra:
        return (_say_named(pack, path),)
    return next((each.why for each in pack.located.places.files if each.path == path), ())


def _say_named(pack: EvidencePack, path: str) -> str:
    """Return what the user named: of the definitions that are found in a file, only those they wrote."""
    names = [f"`{each.partition('::')[2]}`" for each in pack.extra if each.startswith(f"{path}::")]
    return f"the user named {' and '.join(names) if names else 'the file'}"


def _importing(pack: EvidencePack, chosen: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return what was chosen; where a package is replaced, what names it, and every file that imports it."""
    swap = pack.replacement
    if not swap.imports:
        return chosen
    found = {path: why for path, why in chosen.items() if path in swap.counts or pack.located.names(path)}
    for path, lines in swap.imports.items():
        found.setdefault(path, (f"imports `{swap.package}` in line {lines[0]}",))
    return found


def _declaring(pack: EvidencePack) -> dict[str, tuple[str, ...]]:
    """Return the manifests that declare the package which is replaced."""
    found: dict[str, tuple[str, ...]] = {}
    package = pack.replacement.package if pack.replacement.imports else ""
    paths = tuple(
        each
        for each in pack.manifest.dependencies
        if each.ecosystem == "go" and re.sub(r"/v\d+$", "", each.name).rpartition("/")[2] == package
    )
    for each in pack.manifest.find(package) or paths if package else ():
        found.setdefault(each.at.path, (f"declares `{each.name}`",))
    return dict(list(found.items())[:MOST_MANIFESTS])


def _may_change(pack: EvidencePack, path: str) -> bool:
    """Tell whether a goal of this kind changes such a file: code does, pages only where it speaks of them."""
    if not can_be_cited(path):
        return False
    left_out = [said for said in pack.goal.paths if any(said in each for each in pack.goal.excluded)]
    if any(path == said or path.endswith(f"/{said}") for said in left_out):
        return False
    played = part(path)
    if played is Part.CODE or pack.located.named.paths.get(path, 0.0) >= 1.0:
        return played is not Part.TEST and not (played is not Part.CODE and _is_only_read(pack, path))
    return played is Part.DOCS and bool(_ABOUT_DOCS.search(pack.goal.title))


def _is_only_read(pack: EvidencePack, path: str) -> bool:
    """Tell whether the goal only takes something out of a file: `reads the version from pyproject.toml`."""
    name = re.escape(path.rpartition("/")[2])
    taken = r"\b(?:read|pars|load|extract|get|tak|fetch|look)\w{0,4}\b[^.;\n]{0,80}\bfrom\s+(?:the\s+)?`?"
    taken += r"[\w/.-]{0,80}"
    return re.search(taken + name, pack.goal.text[:8_000], re.IGNORECASE) is not None


def _regions_of(pack: EvidencePack, path: str) -> tuple[Region, ...]:
    """Return the definitions of a file that were named: which others change is not known."""
    subject = pack.subject
    given = [each for each in subject.given if each.path == path]
    return tuple((given or named_regions(subject, (path,)))[:MOST_REGIONS_OF_FILE])


def order_regions(targets: tuple[Target, ...]) -> tuple[Region, ...]:
    """Return the regions of all targets, best first."""
    found = [region for target in targets for region in target.regions]
    found.sort(key=lambda each: (-each.score, each.path, each.definition.first))
    return tuple(found[:MOST_REGIONS])
