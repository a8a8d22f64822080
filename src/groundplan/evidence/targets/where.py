"""Which files and definitions a goal would really modify: the ranking, cut where its evidence ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.facts import MANY_FILES
from groundplan.evidence.kinds import Region, Target
from groundplan.evidence.plan_files import is_plan_file
from groundplan.evidence.ways_in import NearIndex
from groundplan.plan.citation import can_be_cited
from groundplan.plan.dataclass import dataclass
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.entry_points.facts import Entry
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.sources import part
from groundplan.survey.where.evidence import find_tests
from groundplan.survey.where.kinds import Part
from groundplan.survey.where.places import load_weights, look_up, rank
from groundplan.survey.where.telling import is_mostly_unknown, unknown_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.evidence.pack import EvidencePack
    from groundplan.survey.entry_points.facts import EntryPoint
    from groundplan.survey.where.named import Named
    from groundplan.survey.where.places import Places, RankedFile

LOOKED_AT = 30  # ranked files among which targets are chosen
MOST_TARGETS = 8
MOST_SPEAKING = 200
MOST_REGIONS_OF_FILE = 3
MOST_REGIONS = 12
LEAST_REGION = 0.7  # part of the best region's score
# Tuned with benchmarks/backtest, on the repositories its page names: the scores of files that are changed lie
# within this part of the best one's; where the best is weak, the next ones are as good as it.
LEAST_OF_BEST, LEAST_OF_WEAK, LEAST_OF_NAMED = 0.85, 0.65, 0.7
WEAK = 4.5  # a best score below which the first file is right every second time
MOST_UNNAMED = 8
MOST_MANIFESTS = 2
_WORD = late_regex(r"[A-Za-z][\w.@/-]{1,60}")
_TAKES = late_regex(r"\b(?:argument|parameter|kwarg)s?\b|`\w{2,40} ?=[^`\n]{0,40}`", re.IGNORECASE)
_ABOUT_DOCS = late_regex(
    r"\b(?:docs?|documentation|readme|docstrings?|changelog|tutorial|typos?|guide)\b", re.IGNORECASE
)
_LOOKED_AT = 4_000  # letters of a goal: what comes after them is pasted


@dataclass(frozen=True, slots=True)
class Located:
    """The ranking of a goal and what the goal names outright."""

    places: Places
    named: Named
    tests: Mapping[str, float]  # the test files whose words match the goal best
    speaking: frozenset[str]  # the files whose words match the goal best, of any rank
    is_noise: bool = False  # most of the goal's telling words are nowhere: what the others match says nothing

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
    alike = evidence.alike.all_words
    speaking = sorted(alike, key=lambda path: (-alike[path], path))[:MOST_SPEAKING]
    tests = find_tests(evidence.goal, evidence.ground)
    unknown = unknown_words(pack.index, evidence, pack.history, without)
    is_noise = is_mostly_unknown(evidence.goal, unknown)
    return Located(places, evidence.named, tests, frozenset(speaking), is_noise)


def _own_plans(pack: EvidencePack) -> frozenset[str]:
    """Return the documents of plans: nothing is more like a goal than its own plan, and all else pales."""
    folder = f"{pack.config.folder.strip('/')}/"
    written = [path for path in pack.index.paths() if path.startswith((folder, ".groundplan/"))]
    marked = [path for path in pack.index.files_with("groundplan") if path.endswith(".md")]
    return frozenset(path for path in (*written, *marked) if is_plan_file(pack.index, path, pack.config))


def known_targets(pack: EvidencePack) -> tuple[Target, ...]:
    """Return the targets that are given, found, named, or follow from code; the rest are candidates."""
    known = {*pack.verdict.sure, *(pack.replacement.imports if _replaces(pack) else ())}
    return tuple(each for each in pack.targets if each.path in known or not each.is_candidate)


def likely_targets(pack: EvidencePack) -> tuple[Target, ...]:
    """Return the candidates that have several telling words of the goal."""
    known = {each.path for each in known_targets(pack)}
    ranked = [each for each in pack.located.places.files if each.path in pack.verdict.likely]
    return tuple(Target(each.path, each.score, each.why) for each in ranked if each.path not in known)


def _replaces(pack: EvidencePack) -> bool:
    return pack.goal.kind is GoalKind.MIGRATION


def choose_targets(pack: EvidencePack) -> tuple[Target, ...]:
    """Return the files to modify: the user's own first, then what the ranking is strong for."""
    located, known = pack.located, set(pack.index.paths())
    ranked = {each.path: each for each in located.places.files}
    said = dict.fromkeys(each.partition("::")[0] for each in pack.extra)
    reasons: dict[str, tuple[str, ...]] = {path: (_say_named(pack, path),) for path in said if path in known}
    own = len(reasons)
    kept = [each for each in ranked.values() if each.path not in reasons and _may_change(pack, each.path)]
    # Nothing is planned on a mere candidate.
    if located.is_noise or (not located.places.is_found and len(known) >= MANY_FILES):
        # An answer says where as well, and takes nothing back that the goal names itself.
        also = {each.path for each in kept if said and located.names(each.path)}
        kept = [each for each in kept if each.path in {*pack.verdict.sure, *also}]
    reasons |= _importing(pack, {path: ranked[path].why for path in _cut(located, kept)})
    reasons |= {path: (why,) for path, why in _twins_of(pack, tuple(reasons)).items()}
    reasons = dict(list(reasons.items())[: max(MOST_TARGETS, own)])
    for path, why in _declaring(pack).items():
        reasons.setdefault(path, (why,))
    reasons = {path: why for path, why in reasons.items() if can_be_cited(path)}
    return tuple(
        Target(
            path,
            ranked[path].score if path in ranked else 0.0,
            why,
            _regions_of(pack, path),
            is_named=path in said or located.names(path),
            is_candidate=path in ranked and why == ranked[path].why,
        )
        # What a goal gives an argument to is where it starts; the rest follows from that.
        for path, why in sorted(reasons.items(), key=lambda each: not _constructors(pack, each[0]))
    )


def _say_named(pack: EvidencePack, path: str) -> str:
    """Return what the user named: of the definitions that are found in a file, only those they wrote."""
    names = [f"`{each.partition('::')[2]}`" for each in pack.extra if each.startswith(f"{path}::")]
    return f"the user named {' and '.join(names) if names else 'the file'}"


def _constructors(pack: EvidencePack, path: str) -> list[str]:
    """Return the constructors in a file of the classes that the goal gives an argument to."""
    said = " ".join(each for each in pack.goal.sentences if _TAKES.search(each))
    outline = pack.index.outline(path) if said and pack.goal.kind is GoalKind.FEATURE else None
    if outline is None:
        return []
    names = [
        f"{each}.{end}" for each in pack.goal.names if each in said for end in ("__init__", "constructor")
    ]
    return [each for each in names if outline.find(each)]


def _importing(pack: EvidencePack, chosen: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return what was chosen; where a package is replaced, what names it, and every file that imports it."""
    swap = pack.replacement if pack.goal.kind is GoalKind.MIGRATION else None
    if swap is None or not swap.imports:
        return chosen
    found = {path: why for path, why in chosen.items() if path in swap.counts or pack.located.names(path)}
    for path, lines in swap.imports.items():
        found.setdefault(path, (f"imports `{swap.package}` in line {lines[0]}",))
    return found


def _declaring(pack: EvidencePack) -> dict[str, str]:
    """Return the manifests that declare a package which a migration names."""
    if pack.goal.kind is not GoalKind.MIGRATION:
        return {}
    found: dict[str, str] = {}
    for word in dict.fromkeys(_WORD.findall(pack.goal.title)):
        for each in pack.manifest.find(word):
            found.setdefault(each.at.path, f"declares `{each.name}`, which the goal names")
    return dict(list(found.items())[:MOST_MANIFESTS])


def _cut(located: Located, ranked: list[RankedFile]) -> list[str]:
    """Return the paths that the evidence is strong for: those the goal names, and those near the best."""
    best = next((each.score for each in ranked if part(each.path) is Part.CODE), 0.0)
    least = LEAST_OF_WEAK if best < WEAK else LEAST_OF_BEST
    chosen, unnamed = [], 0
    for each in ranked:
        if located.named.paths.get(each.path, 0.0) >= 1.0:
            chosen.append(each.path)
        elif unnamed < MOST_UNNAMED:
            part_needed = LEAST_OF_NAMED if located.names(each.path) else least
            if each.score >= part_needed * best:
                chosen.append(each.path)
            unnamed += 1
    return chosen


def _twins_of(pack: EvidencePack, chosen: tuple[str, ...]) -> dict[str, str]:
    """Return the async or sync twins of what is to be changed: half of a pair is never changed alone."""
    found: dict[str, str] = {}
    for pair in pack.pairs:
        for path, twin in (
            (pair.asynchronous, pair.synchronous),
            (pair.synchronous, pair.asynchronous),
        ):
            if path in chosen and twin not in chosen:
                made = " and generated from it" if pair.is_generated and twin == pair.synchronous else ""
                kind = "sync" if twin == pair.synchronous else "async"
                found[twin] = f"the {kind} twin of `{path}`{made}"
    return found


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
    """Return the definitions of a file to change: the user's own, then what the ranking is strong for."""
    ranked = pack.located.places.regions
    best = ranked[0].score if ranked else 0.0
    said = [each.partition("::")[2] for each in pack.extra if each.startswith(f"{path}::")]
    said += _constructors(pack, path)
    said += spoken_handlers(pack, path)
    wanted = dict.fromkeys(said, best)
    for each in ranked:
        if each.path == path and each.score >= LEAST_REGION * best:
            wanted.setdefault(each.name, each.score)
    outline = pack.index.outline(path)
    found = []
    for name, score in wanted.items():
        # Of overloads the one that does the work is meant, of a class and its method the method.
        defined = outline.find(name) if outline else ()
        is_around = any(other.startswith(f"{name}.") for other in wanted)
        if defined and not (is_around and name not in said):
            chosen = max(defined, key=lambda each: (each.size, -each.first))
            found.append(Region(path, chosen, score))
    return tuple(found[: max(MOST_REGIONS_OF_FILE, len(said))])


def order_regions(targets: tuple[Target, ...]) -> tuple[Region, ...]:
    """Return the regions of all targets, best first."""
    found = [region for target in targets for region in target.regions]
    found.sort(key=lambda each: (-each.score, each.path, each.definition.first))
    return tuple(found[:MOST_REGIONS])


def spoken_handlers(pack: EvidencePack, path: str) -> tuple[str, ...]:
    """Return the qualified names of a file's handlers whose command or route the goal speaks of."""
    said = " ".join(pack.goal.text[:_LOOKED_AT].split()).lower()
    programs = {each.name.lower() for each in pack.manifest.scripts if each.kind == "console"}
    programs |= {each.name.lower() for each in pack.manifest.projects if each.name and not each.is_example}
    near = NearIndex(pack.index, [path])
    found = [
        each.handler
        for each in find_entry_points(near, manifest=pack.manifest).found
        if each.handler
        and each.handler_at
        and each.handler_at.path == path
        and _is_spoken(each, said, programs)
    ]
    return tuple(dict.fromkeys(found))


def _is_spoken(entry: EntryPoint, said: str, programs: set[str]) -> bool:
    name = entry.name.lower()
    if entry.kind is Entry.HTTP:
        return len(name) > 2 and name in said
    if entry.kind is not Entry.CLI or not name:
        return False
    called = re.escape(name)
    return any(re.search(rf"(?<![\w-]){re.escape(each)} {called}(?![\w-])", said) for each in programs)
