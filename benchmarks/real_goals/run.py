"""Plans goals from public issues on the code they are about, answers all, and holds both to the rules.

    python benchmarks/real_goals/run.py --repos DIR [--only SLUG…] [--keep FOLDER] [--table]

DIR/<name> is a git folder of each repository, bare or with a worktree; it is read, never written. Each goal
is planned in a clone at its commit through the command line, twice: as text and as JSON. Then every question
gets its recommended answer. Ends with 1 where a citation does not stand, where a rule finds more than it may,
or where a checkpoint is not reached. It may find, until the answers: open questions, figures that a question
asks about, sections that wait as proposals; and always words that an agent relayed for a person.
`--keep` leaves the clones and the outputs there to be read.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.app.opened import open_plan
from groundplan.app.workspace import open_workspace
from groundplan.playbooks.shelf import bundled_profiles

if TYPE_CHECKING:
    from collections.abc import Iterator

GOALS = Path(__file__).with_name("goals.toml")
STANDING = {"exists", "planned", "unclear"}  # unclear: a package's or a branch's name, no claim about a file
OPEN = {"GP204", "GP707"}  # a question is open; a figure is by default, and a question asks about it
RELAYED, INCOMPLETE = "GP211", {"GP501", "GP504"}
MOST_ANSWERS = 30


@dataclass
class Tried:
    """One goal, what was planned for it and what is wrong with that."""

    goal: dict[str, Any]
    planned: dict[str, Any] = field(default_factory=dict)
    citations: dict[str, Counter[str]] = field(default_factory=dict)  # `at once` and `answered` -> by state
    findings: dict[str, Counter[str]] = field(default_factory=dict)
    answers: int = 0
    checkpoint: str = ""
    seconds: float = 0.0
    lines: int = 0
    words: int = 0  # of the text output
    faults: list[str] = field(default_factory=list)


class Desk:
    """The command line in one clone, without a cache of another run and with no keys of anybody."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        self._environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1", "COLUMNS": "80"}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run groundplan in the clone."""
        command = [sys.executable, "-m", "groundplan.cli.main", *words, "--repo", str(self.root)]
        return subprocess.run(command, capture_output=True, text=True, env=self._environment, check=False)

    def ask(self, *words: str) -> dict[str, Any]:
        """Run groundplan with `--json` and return what it says; a failure is a fault of the run."""
        done = self.run(*words, "--json")
        try:
            return dict(json.loads(done.stdout))
        except ValueError:
            return {"kind": "failed", "message": done.stderr.strip()[-600:]}


def main(words: list[str]) -> int:
    """Try every goal and report; return 1 where one is at fault."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--repos", type=Path, required=True)
    reader.add_argument("--only", nargs="*", default=[])
    reader.add_argument("--keep", type=Path)
    reader.add_argument("--table", action="store_true", help="end with the table of the results page")
    asked = reader.parse_args(words)
    goals = tomllib.loads(GOALS.read_text("utf-8"))["goal"]
    tried = []
    with tempfile.TemporaryDirectory(prefix="real-goals-") as folder:
        place = asked.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for goal in goals:
            if asked.only and goal["slug"] not in asked.only:
                continue
            tried.append(try_goal(goal, asked.repos, place))
            print_tried(tried[-1])
    if asked.table:
        print("\n".join(table_of(tried)))
    wrong = [each for each in tried if each.faults]
    print(f"{len(tried)} goals, {len(wrong)} with faults")
    return 1 if wrong else 0


def try_goal(goal: dict[str, Any], repos: Path, place: Path) -> Tried:
    """Plan one goal, check it, answer all it asks, check it again."""
    tried = Tried(goal)
    desk = Desk(clone(goal, repos, place / goal["slug"]), place / ".cache")
    words = place / f"{goal['slug']}.goal.md"
    words.write_text(goal["text"].strip() + "\n", "utf-8")
    command = ["plan", "--goal-file", str(words), "--name", goal["slug"], "--no-talk"]
    command += ["--playbook", goal["playbook"]] if goal["playbook"] else []
    start = time.perf_counter()
    tried.planned = desk.ask(*command)
    tried.seconds = time.perf_counter() - start
    if tried.planned.get("kind") != "planned":
        tried.faults.append(f"no plan: {tried.planned.get('message', '')}")
        return tried
    text = Desk(clone(goal, repos, place / f"{goal['slug']}-text"), place / ".cache").run(*command)
    after = "".join(f"\n{line}" for line in text.stderr.splitlines() if line.startswith("next:"))
    (place / f"{goal['slug']}.out.txt").write_text(f"{text.stdout.rstrip()}\n{after}\n", "utf-8")
    tried.words = len(text.stdout.split())
    if text.returncode or "next:" not in text.stderr:
        tried.faults.append(f"the text output ends with {text.returncode} and names no next command")
    proposed = {each["section"] for each in tried.planned["proposals"]}
    look(desk, tried, "at once", may_wait=proposed)
    answer_all(desk, tried, place / f"{goal['slug']}.answers.txt")
    look(desk, tried, "answered", may_wait=waiting_sections(desk))
    stand(desk, tried)
    return tried


def clone(goal: dict[str, Any], repos: Path, root: Path) -> Path:
    """Clone the repository at the goal's commit, with nothing of what came after it in reach of git."""
    source = repos / goal["repository"].split("/")[1]
    for words in (
        ["clone", "-q", "--no-checkout", "--shared", str(source.resolve()), str(root)],
        ["-C", str(root), "checkout", "-q", "--detach", goal["commit"]],
        ["-C", str(root), "remote", "remove", "origin"],
        ["-C", str(root), "config", "user.name", "Ada"],
        ["-C", str(root), "config", "user.email", "ada@example.org"],
    ):
        subprocess.run(["git", *words], check=True)
    names = ["git", "-C", str(root), "for-each-ref", "--format=delete %(refname)", "refs/heads", "refs/tags"]
    later = subprocess.run(names, check=True, capture_output=True).stdout
    subprocess.run(["git", "-C", str(root), "update-ref", "--stdin"], check=True, input=later)
    if name := goal.get("profile"):
        (root / ".groundplan").mkdir()
        (root / ".groundplan/config.toml").write_text(bundled_profiles()[name], "utf-8")
    return root


def look(desk: Desk, tried: Tried, when: str, *, may_wait: set[str]) -> None:
    """Count the citations by state and the findings by rule, and note what neither may be."""
    seen = open_plan(open_workspace(desk.root)).judgement.case.evidence
    states = Counter(str(each.state) for each in seen.citations) if seen else Counter()
    tried.citations[when] = states
    if bad := {state: count for state, count in states.items() if state not in STANDING}:
        tried.faults.append(f"{when}: citations that do not stand: {bad}")
    findings = [each for plan in desk.ask("check").get("plans", []) for each in plan["findings"]]
    tried.findings[when] = Counter(each["code"] for each in findings if each["severity"] == "error")
    for each in findings:
        if each["severity"] != "error" or each["code"] == RELAYED:
            continue
        if when == "at once" and each["code"] in OPEN:
            continue
        if each["code"] in INCOMPLETE and each["section"] in may_wait:
            continue
        tried.faults.append(f"{when}: {each['code']} {each['section']}: {each['message']}")


def answer_all(desk: Desk, tried: Tried, noted: Path) -> None:
    """Take the recommended answer of every question, those that answers bring with them too."""
    noted.write_text("", "utf-8")
    for _ in range(MOST_ANSWERS):
        shown = desk.ask("show")
        is_open = [each for each in shown.get("questions", []) if each["open"]]
        if not is_open:
            return
        answered = desk.ask("answer", is_open[0]["id"].split()[-1], "yes")
        if answered.get("kind") != "answered":
            tried.faults.append(f"{is_open[0]['id']} cannot be answered: {answered.get('message', '')}")
            return
        tried.answers += 1
        number = is_open[0]["id"].split()[-1]
        with noted.open("a", encoding="utf-8") as file:
            file.write(f"$ groundplan answer {number} yes\n{is_open[0]['text']}\n→ {answered['answer']}\n")
    tried.faults.append(f"still asking after {MOST_ANSWERS} answers")


def waiting_sections(desk: Desk) -> set[str]:
    """Return the sections that are ready and wait for a checkpoint that only a person may pass."""
    return {each["section"] for each in desk.ask("show", "--proposed").get("proposals", [])}


def stand(desk: Desk, tried: Tried) -> None:
    """Note which checkpoint the plan is at; it must be one that waits for nothing but a person."""
    shown = desk.ask("show")
    left = [each for each in shown.get("checkpoints", []) if each["state"] not in {"passed", "approved"}]
    if not left:
        tried.checkpoint = "all passed"
    else:
        tried.checkpoint = f"{left[0]['name']}: {left[0]['state']}"
        why = {each["code"] for each in left[0].get("findings", [])} - {RELAYED}
        if why:
            tried.faults.append(f"checkpoint `{left[0]['name']}` is kept back by {sorted(why)}")
    documents = tried.planned["plan"]["documents"].values()
    tried.lines = sum(len((desk.root / each).read_text("utf-8").splitlines()) for each in documents)


def print_tried(tried: Tried) -> None:
    """Print what one goal came to."""
    goal, planned = tried.goal, tried.planned
    print(f"{goal['slug']}  {goal['repository']}  {tried.seconds:.1f} s  {tried.lines} lines")
    if planned.get("kind") == "planned":
        print(f"  playbook    {planned['plan']['playbook']['name']}: {planned['because'] or 'named'}")
        print(f"  targets     {', '.join(targets_of(planned))}")
        print(f"  challenges  {len(planned['challenges'])}   questions {len(planned['questions'])}")
        for when, states in tried.citations.items():
            print(f"  {when:10}  citations {dict(states)}  findings {dict(tried.findings[when])}")
        print(f"  checkpoint  {tried.checkpoint}")
    for fault in tried.faults:
        print(f"  FAULT  {fault}")
    print(flush=True)


def targets_of(planned: dict[str, Any]) -> list[str]:
    """Return the files the plan would change or make."""
    made = [each["path"] if isinstance(each, dict) else str(each) for each in planned["new"]]
    return [f"{each} (new)" for each in made] + [each["path"] for each in planned["where"]]


def table_of(tried: list[Tried]) -> Iterator[str]:
    """Yield the rows of the results page."""
    heads = ("goal", "playbook", "first targets", "changed in fact", "challenges, questions", "citations")
    yield f"| {' | '.join((*heads, 'seconds', 'words shown', 'lines written'))} |"
    yield "|--" * (len(heads) + 3) + "|"
    for each in tried:
        goal, planned = each.goal, each.planned
        if planned.get("kind") != "planned":
            continue
        chosen = planned["plan"]["playbook"]["name"] + ("" if goal["playbook"] else ", chosen")
        found = {path.removesuffix(" (new)") for path in targets_of(planned)}
        hit = sum(path in found for path in goal["expect"])
        count = sum(each.citations.get("answered", Counter()).values())
        name = f"[{goal['repository']} #{goal['source'].rsplit('/', 1)[-1]}]({goal['source']})"
        first = ", ".join(f"`{path}`" for path in targets_of(planned)[:2])
        fact = f"{hit} of {len(goal['expect'])} named" if goal["expect"] else "not yet done"
        asked = f"{len(planned['challenges'])}, {len(planned['questions'])}"
        cells = (name, chosen, first, fact, asked, str(count))
        yield f"| {' | '.join(cells)} | {each.seconds:.1f} | {each.words} | {each.lines} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
