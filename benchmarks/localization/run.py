"""Ranks the files and regions of known fixes from the issue alone, in one process, and keeps every feature.

    python benchmarks/localization/run.py --facts F.jsonl --issues I.jsonl --mirror MIRROR --work FOLDER

FACTS has one JSON object a line: `instance_id`, `repo`, `base_commit`, `gold_files`, `gold_functions`;
ISSUES has `instance_id` and `problem_statement`; MIRROR has a bare git folder `owner+name/repo` for each.
Each base commit is checked out into a worktree whose git reaches that commit and its ancestors only, so the
history holds nothing of the fix. FOLDER gets `features.pickle` for `tune.py` and `run.jsonl` for `score.py`.
`--again` ranks what FOLDER keeps with the weights as they are now, without looking anything up.
With `--command 'groundplan where --repo {repo} --goal-file {issue} --json'` a process answers each instead.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import re
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.code.index import open_index
from groundplan.git.repository import find_repository
from groundplan.survey.history.past import load_history
from groundplan.survey.where.corpus import definitions_of
from groundplan.survey.where.features import measure
from groundplan.survey.where.places import FILES_WITH_REGIONS, load_weights, look_up, measure_regions, rank
from groundplan.survey.where.units import choose_definitions

if TYPE_CHECKING:
    from groundplan.code.index import Index

MOST_FILES, MOST_REGIONS = 50, 50


def main() -> None:
    """Run over the instances asked for and write what was found."""
    asked = _arguments()
    if asked.again:
        _rank_again(asked.work)
        return
    facts = [json.loads(line) for line in asked.facts.read_text().splitlines()][:: asked.stride]
    issues = {
        each["instance_id"]: each["problem_statement"]
        for each in map(json.loads, asked.issues.read_text().splitlines())
    }
    facts.sort(key=lambda each: (each["repo"], each.get("created_at") or ""))
    asked.work.mkdir(parents=True, exist_ok=True)
    kept = []
    with (asked.work / "run.jsonl").open("w") as answers:
        for number, fact in enumerate(facts):
            mirror = _mirror(asked.mirror, fact["repo"])
            if mirror is None:
                continue
            started = time.process_time()
            tree = asked.work / "trees" / fact["repo"].replace("/", "+")
            _prepare(tree, mirror, fact["base_commit"])
            issue = issues[fact["instance_id"]]
            if asked.command:
                answer = _run(asked.command, tree, asked.work, fact, issue)
            else:
                record, answer = _look(tree, asked.work / "cache", fact, issue)
                kept.append(record)
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
            if number % 10 == 0:
                spent = time.process_time() - started
                print(f"{number + 1}/{len(facts)} {fact['instance_id']} {spent:.1f} s", file=sys.stderr)
    if kept:
        with (asked.work / "features.pickle").open("wb") as file:
            pickle.dump(kept, file)


def _look(tree: Path, cache: Path, fact: dict[str, Any], issue: str) -> tuple[dict[str, Any], dict[str, Any]]:
    with open_index(find_repository(tree), cache=cache) as index:
        index.refresh()
        started = time.process_time()
        with load_history(index) as history:
            evidence = look_up(index, issue, history)
        vectors = measure(evidence)
        weights = load_weights()
        places = rank(index, evidence, weights, limit=MOST_FILES)
        spent = time.process_time() - started
        scores = {path: weights.score_file(vector) for path, vector in vectors.items()}
        order = sorted(scores, key=lambda path: (-scores[path], path))[:60]
        functions = _changed_functions(index, fact.get("gold_lines", {}))
        regions = list(measure_regions(index, evidence, dict.fromkeys(order, 0.0)))
        record = {
            "fact": fact,
            "stratum": stratum(issue, fact, index),
            "query_s": round(spent, 3),
            "vectors": vectors,
            "regions": [((each.path, each.name, each.first, each.last), vector) for each, vector in regions],
        }
    answer = {
        "instance_id": fact["instance_id"],
        "query_s": round(spent, 3),
        "files": [each.path for each in places.files][:MOST_FILES],
        "regions": [
            {"path": each.path, "name": each.name, "start": each.start, "end": each.end}
            for each in places.regions[:MOST_REGIONS]
        ],
        "stratum": record["stratum"],
        "gold_functions": functions,
    }
    return record, answer


def _changed_functions(index: Index, lines: dict[str, list[list[int]]]) -> list[tuple[str, str]]:
    """Return the innermost units that lines belong to: those of a commit that was mined."""
    found: dict[tuple[str, str], None] = {}
    for path, stretches in lines.items():
        text = index.text(path)
        units = choose_definitions(definitions_of(index, path, text)) if text is not None else []
        for first, last in stretches:
            around = [each for each in units if each.first <= last and first <= each.last]
            if around:
                innermost = min(around, key=lambda each: each.last - each.first)
                found[path, innermost.qualified] = None
    return list(found)


def _rank_again(work: Path) -> None:
    weights = load_weights()
    with (work / "features.pickle").open("rb") as file, (work / "run.jsonl").open("w") as answers:
        for record in pickle.load(file):
            scores = {path: weights.score_file(vector) for path, vector in record["vectors"].items()}
            order = sorted(scores, key=lambda path: (-scores[path], path))
            shares = {path: scores[path] / scores[order[0]] for path in order[:FILES_WITH_REGIONS]}
            regions = [
                (-weights.score_region({**vector, "file": shares[where[0]]}), where)
                for where, vector in record["regions"]
                if where[0] in shares
            ]
            answer = {
                "instance_id": record["fact"]["instance_id"],
                "query_s": record.get("query_s", 0.0),
                "files": order[:MOST_FILES],
                "regions": [
                    dict(zip(("path", "name", "start", "end"), where, strict=True))
                    for _, where in sorted(regions)[:MOST_REGIONS]
                ],
                "stratum": record["stratum"],
            }
            answers.write(json.dumps(answer) + "\n")


def _run(command: str, tree: Path, work: Path, fact: dict[str, Any], issue: str) -> dict[str, Any]:
    """Ask as a user does: one process for each question, its cache kept between them."""
    file = work / "issue.md"
    file.write_text(issue, encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [word.format(repo=tree, issue=file) for word in shlex.split(command)]
    environ = {**os.environ, "XDG_CACHE_HOME": str(work.resolve() / "command-cache")}
    done = subprocess.run(words, check=True, capture_output=True, env=environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(done.stdout)
    with open_index(find_repository(tree), cache=work / "cache") as index:
        index.refresh()
        named = stratum(issue, fact, index)
    return {
        "instance_id": fact["instance_id"],
        "query_s": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3),
        "files": [each["path"] for each in found["files"]],
        "regions": found["regions"],
        "stratum": named,
    }


def stratum(issue: str, fact: dict[str, Any], index: Index) -> str:
    """Return what an issue names of a file that was changed: its `path`, a `symbol` in it, or `neither`."""
    for path in fact["gold_files"]:
        name = path.rpartition("/")[2]
        if re.search(rf"(?<![\w.-]){re.escape(name)}(?!\w)", issue):
            return "path"
    for path in fact["gold_files"]:
        outline = index.outline(path)
        for each in outline.definitions if outline is not None else ():
            is_telling = "_" in each.name.strip("_") or each.name[1:].lower() != each.name[1:]
            if is_telling and re.search(rf"(?<!\w){re.escape(each.name)}(?!\w)", issue):
                return "symbol"
    return "neither"


def _mirror(root: Path, repository: str) -> Path | None:
    wanted = repository.replace("/", "+").lower()
    return next((each / "repo" for each in root.iterdir() if each.name.lower() == wanted), None)


def _prepare(tree: Path, mirror: Path, commit: str) -> None:
    """Check a commit out into a repository that borrows the mirror's objects and has no other ref."""

    def git(*words: str, check: bool = True) -> None:
        subprocess.run(["git", *words], cwd=tree, check=check, capture_output=True)

    if not (tree / ".git").is_dir():
        tree.mkdir(parents=True, exist_ok=True)
        git("init", "-q", "-b", "base", ".")
        borrowed = (mirror / "objects").resolve()
        (tree / ".git" / "objects" / "info" / "alternates").write_text(f"{borrowed}\n")
        git("config", "gc.auto", "0")
        git("config", "core.logAllRefUpdates", "false")
    git("update-ref", "--no-deref", "refs/heads/base", commit)
    git("symbolic-ref", "HEAD", "refs/heads/base")
    git("read-tree", "--reset", commit)
    # A mirror may lack its largest files: they are then missing from the tree, which no question minds.
    git("checkout-index", "-q", "-a", "-f", check=False)
    git("clean", "-qfdx")
    (tree / ".git" / "ORIG_HEAD").unlink(missing_ok=True)


def _arguments() -> argparse.Namespace:
    shape = argparse.RawDescriptionHelpFormatter
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=shape)
    reader.add_argument("--work", type=Path, required=True)
    for name in ("facts", "issues", "mirror"):
        reader.add_argument(f"--{name}", type=Path)
    reader.add_argument("--again", action="store_true", help="rank what is kept anew")
    reader.add_argument("--command", help="a command that answers in JSON instead of this process")
    reader.add_argument("--stride", type=int, default=1, help="every n-th instance")
    return reader.parse_args()


if __name__ == "__main__":
    main()
