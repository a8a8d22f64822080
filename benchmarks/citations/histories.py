"""Citations in the real plans of other tools: how many are wrong at birth, where those went that died later.

python benchmarks/citations/histories.py REPOSITORY... [--show 50]

A plan is a Markdown file under a folder such tools write to (`openspec/changes`, `backlog/tasks`, `specs` …),
taken as it was in the commit that added it. Repositories may be bare; nothing is checked out.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tree_index import Objects, TreeIndex

from groundplan.code.citations.places import Places
from groundplan.code.citing import Cited, look_up_all
from groundplan.markdown.citations import citations_in, words_of
from groundplan.plan.citation import Citation
from groundplan.plan.errors import Unreadable
from groundplan.plan.evidence import CitationState

if TYPE_CHECKING:
    from groundplan.plan.evidence import Seen

PLANS = re.compile(
    r"(?:^|/)(?:openspec/changes|\.?backlog/(?:tasks|drafts|docs|decisions)|specs|plans)/.*\.md$"
)
DEAD = object()


@dataclass(frozen=True, slots=True)
class Birth:
    """A plan's document, and the commit that added it."""

    commit: str
    path: str


@dataclass(frozen=True, slots=True)
class Change:
    """A commit, and the files it added, removed and renamed, as git's own `-M` sees it."""

    commit: str
    added: frozenset[str]
    removed: frozenset[str]
    renamed: dict[str, str]


def main() -> None:
    """Print both tables for each repository."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0, help="print so many of the flagged ones, drawn by lot")
    asked = parser.parse_args()
    for repository in asked.repositories:
        run(repository, asked.show)


def run(repository: Path, show: int) -> None:
    """Look up all citations at the birth of their document, then those alive at HEAD."""
    objects = Objects(repository)
    head = objects.ask("rev-parse", "HEAD").strip()
    changes = read_changes(objects, head)
    births = [
        Birth(change.commit, path)
        for change in changes
        for path in sorted(change.added)
        if PLANS.search(path)
    ]
    later = first_seen(changes)
    order = {change.commit: number for number, change in enumerate(changes)}
    counts: dict[str, int] = dict.fromkeys(
        ("documents", "citations", "alive", "unclear", "created later", "flagged"), 0
    )
    alive: list[tuple[Birth, str]] = []
    flagged: list[tuple[Birth, Seen]] = []
    unclear: list[tuple[Birth, Seen]] = []
    for commit in dict.fromkeys(birth.commit for birth in births):
        index = TreeIndex(objects, commit)
        here = [birth for birth in births if birth.commit == commit]
        for birth in here:
            citations = read_plan(index, birth)
            counts["documents"] += bool(citations)
            counts["citations"] += len(citations)
            items = [Cited(citation) for citation in citations]
            for seen in look_up_all(index, items, history=index):  # type: ignore[arg-type]
                if seen.state is CitationState.EXISTS:
                    counts["alive"] += 1
                    if file := resolve(index, seen.citation):
                        alive.append((birth, file))
                elif seen.state is CitationState.UNCLEAR:
                    counts["unclear"] += 1
                    unclear.append((birth, seen))
                elif later.get(seen.citation.path.rstrip("/"), -1) > order[commit]:
                    counts["created later"] += 1
                else:
                    counts["flagged"] += 1
                    flagged.append((birth, seen))
    print(f"\n## {repository.parent.name}, {len(births)} plans\n")
    print("".join(f"{name}: {count}\n" for name, count in counts.items()))
    for kind in ("with an ending", "bare name", "folder", "no ending"):
        print(f"flagged, {kind}: {sum(kind_of(seen.citation) == kind for _, seen in flagged)}")
    for state in CitationState:
        print(f"flagged as {state}: {sum(seen.state is state for _, seen in flagged)}")
    report_deaths(TreeIndex(objects, head), changes, order, alive)
    drawn = random.Random(1).sample(flagged, min(show, len(flagged)))
    for birth, seen in drawn + random.Random(1).sample(unclear, min(show, len(unclear))):
        place = f"{birth.path}:{seen.citation.place.line}"
        near = f" near={', '.join(seen.near[:1])} {seen.moved_to}"
        print(f"  {place}  `{seen.citation.text}`  {seen.state}: {seen.reason}{near}")


def kind_of(citation: Citation) -> str:
    """Return what a path looks like: how sure its words are to be one."""
    if citation.path.endswith("/"):
        return "folder"
    if "/" not in citation.path:
        return "bare name"
    return "with an ending" if "." in citation.path.rpartition("/")[2][1:] else "no ending"


def read_plan(index: TreeIndex, birth: Birth) -> list[Citation]:
    """Return the citations of a document, each text once."""
    text = (index.text(birth.path) or b"").decode("utf-8", "replace")
    section = SimpleNamespace(text=text, line=1, document=birth.path)
    found = [each.citation for words in words_of(section) for each in citations_in(words)]  # type: ignore[arg-type]
    return list({each.text: each for each in found}.values())


def read_changes(objects: Objects, head: str) -> list[Change]:
    """Return all commits, oldest first, with their renames."""
    ids = objects.ask("rev-list", "--reverse", "--topo-order", "--no-merges", head).split()
    told: list[str] = []
    for start in range(0, len(ids), 100):
        told += diff_trees(objects, ids[start : start + 100])
    changes = []
    for commit in told:
        oid, _, rest = commit.partition("\0")
        added, removed, renamed = set(), set(), {}
        tokens = iter(rest.replace("\0\n", "\0", 1).lstrip("\0\n").split("\0"))
        for status in tokens:
            if status.startswith("R"):
                old = next(tokens)
                renamed[old] = next(tokens)
            elif status:
                path = next(tokens, "")
                (added if status == "A" else removed if status == "D" else set()).add(path)
        changes.append(Change(oid, frozenset(added), frozenset(removed), renamed))
    return changes


def diff_trees(objects: Objects, ids: list[str]) -> list[str]:
    """Return what git's `-M` says of each commit; of one whose texts this copy lacks, without renames."""
    words = ("diff-tree", "--stdin", "--root", "-r", "-z", "--name-status", "--always", "--format=%x01%H%x00")
    told = "".join(f"{each}\n" for each in ids)
    try:
        return objects.ask(*words, "-M", "-l0", told=told).split("\x01")[1:]
    except Unreadable:
        if len(ids) == 1:
            return objects.ask(*words, "--no-renames", told=told).split("\x01")[1:]
        half = len(ids) // 2
        return diff_trees(objects, ids[:half]) + diff_trees(objects, ids[half:])


def first_seen(changes: list[Change]) -> dict[str, int]:
    """Return for each path and folder, and for each end of a path, the last commit that made it."""
    made: dict[str, int] = {}
    for number, change in enumerate(changes):
        for path in (*change.added, *change.renamed.values()):
            parts = path.split("/")
            for start in range(len(parts)):
                made["/".join(parts[start:])] = number
            for end in range(1, len(parts)):
                made.setdefault("/".join(parts[:end]), number)
    return made


def resolve(index: TreeIndex, citation: Citation) -> str:
    """Return the one file of a commit that a citation names, or nothing where it is a folder or several."""
    places = Places(index, root=None)  # type: ignore[arg-type]
    placed = places.find(citation)
    placed = placed if placed.path else places.find_by_ending(citation)
    return "" if placed.is_folder or placed.others else placed.path


def report_deaths(
    head: TreeIndex, changes: list[Change], order: dict[str, int], alive: list[tuple[Birth, str]]
) -> None:
    """Print what became of files that were cited while they were there, as git says and as we say."""
    said: dict[str, tuple[Citation, str]] = {}
    for birth, path in alive:
        if path not in head.tree:
            # of several plans that cite a file the last one counts: it may have come back in between
            said[path] = (Citation(path, text=path), follow(changes[order[birth.commit] + 1 :], path, head))
    unique = said
    seen_now = look_up_all(head, [Cited(each) for each, _ in unique.values()], history=head)  # type: ignore[arg-type]
    tally: dict[str, int] = {}
    for (_, truth), seen in zip(unique.values(), seen_now, strict=True):
        ours = seen.moved_to or ("gone" if seen.state is CitationState.MISSING else str(seen.state))
        if truth:
            verdict = (
                "renamed, same"
                if ours == truth
                else "renamed, ours missing"
                if ours == "gone"
                else "renamed, ours other"
            )
        else:
            verdict = (
                "removed, same" if ours == "gone" else f"removed, ours {'moved' if seen.moved_to else ours}"
            )
        tally[verdict] = tally.get(verdict, 0) + 1
        if verdict not in {"renamed, same", "removed, same"}:
            print(f"  {verdict}: {seen.citation.path}\n     git: {truth or 'removed'}\n     we:  {ours}")
    print(f"alive at birth, file gone at HEAD: {len(unique)} paths: {tally}")


def follow(changes: list[Change], path: str, head: TreeIndex) -> str:
    """Return where git's renames, commit after commit, take a path: nowhere once it is removed."""
    for change in changes:
        if path in change.renamed:
            path = change.renamed[path]
        elif path in change.removed:
            return ""
    return path if path in head.tree else ""


if __name__ == "__main__":
    sys.exit(main())
