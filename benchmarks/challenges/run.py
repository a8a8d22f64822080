"""Run the challenge detectors over goals of one repository and print each challenge as a JSON line.

python benchmarks/challenges/run.py PATH_TO_REPOSITORY GOALS.jsonl [--only reuse,installed] [--times]

Each line of the goals file holds `goal` and `source` (a commit or issue). `--times` prints to stderr what
each detector took on a warm index, evidence the pack holds already left out.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.index import open_index
from groundplan.evidence.pack import EvidencePack, own_names
from groundplan.git.repository import find_repository
from groundplan.plan.config import Config
from groundplan.planner.challenges.catalogue import DETECTORS
from groundplan.planner.goal.reading import read_goal
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from groundplan.planner.challenge import Challenge


def main(words: list[str]) -> None:
    """Print every challenge of every goal."""
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("goals", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--times", action="store_true")
    given = parser.parse_args(words)
    only = {each for each in given.only.split(",") if each}
    goals = [json.loads(line) for line in given.goals.read_text("utf-8").splitlines() if line.strip()]
    spent: dict[str, list[float]] = defaultdict(list)
    with open_index(find_repository(given.repository)) as index:
        index.refresh()
        with load_history(index) as history:
            for each in goals:
                pack = EvidencePack(read_goal(each["goal"], own_names(index)), index, history, Config())
                start = time.process_time()
                facts = pack.facts
                spent["facts"].append(time.process_time() - start)
                for name, detect in DETECTORS.items():
                    if only and name not in only:
                        continue
                    start = time.process_time()
                    found = list(detect(facts))
                    spent[name].append(time.process_time() - start)
                    for challenge in found:
                        print(json.dumps(line_of(given.repository.name, each, challenge), ensure_ascii=False))
    if given.times:
        for name, times in spent.items():
            times.sort()
            middle, most = times[len(times) // 2] * 1000, times[-1] * 1000
            print(f"{name:14} median {middle:7.1f} ms   worst {most:7.1f} ms", file=sys.stderr)


def line_of(repository: str, goal: dict[str, str], challenge: Challenge) -> dict[str, object]:
    """Return one challenge as a line holds it."""
    return {
        "repository": repository,
        "source": goal["source"],
        "goal": goal["goal"],
        "detector": challenge.detector,
        "subject": challenge.subject,
        "claim": challenge.claim,
        "question": challenge.question.text if challenge.question else "",
    }


if __name__ == "__main__":
    main(sys.argv[1:])
