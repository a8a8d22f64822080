"""Writes pages of documentation out of a run that was kept: the command, what it said, the plan in the end.

python benchmarks/real_goals/run.py --repos DIR --keep FOLDER
python benchmarks/real_goals/examples.py FOLDER docs/examples SLUG…
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

GOALS = Path(__file__).with_name("goals.toml")
FENCE = "~~~~"  # the plans hold fences of their own


def main(words: list[str]) -> None:
    """Write one page for each goal that is named."""
    kept, folder, wanted = Path(words[0]), Path(words[1]), words[2:]
    folder.mkdir(parents=True, exist_ok=True)
    goals = {each["slug"]: each for each in tomllib.loads(GOALS.read_text("utf-8"))["goal"]}
    for slug in wanted:
        (folder / f"{slug}.md").write_text(page_of(goals[slug], kept), "utf-8")


def page_of(goal: dict[str, Any], kept: Path) -> str:
    """Return the page of one goal."""
    slug, text = goal["slug"], goal["text"].strip()
    options = f" --name {slug}" + (f" --playbook {goal['playbook']}" if goal["playbook"] else "")
    said = (kept / f"{slug}.out.txt").read_text("utf-8").rstrip()
    answers = (kept / f"{slug}.answers.txt").read_text("utf-8").rstrip()
    place = f"{goal['repository']} ({goal['language']}) at `{goal['commit'][:12]}`"
    issue = f"[issue {goal['source'].rsplit('/', 1)[-1]}]({goal['source']})"
    parts = [
        f"# {text.splitlines()[0]}",
        f"{place}, after {issue}. `issue.md` holds, in our words:",
        fenced(text),
        f"## The command\n\n{fenced(f'$ groundplan plan --goal-file issue.md{options}', 'console')}",
        "No model, no key, no network. It says:",
        fenced(said),
        "## The answers\n\nHere the recommended one of each question is taken; at a terminal that is Enter.",
        fenced(answers, "console"),
    ]
    for path in documents_of(kept / slug, slug):
        parts += [f"## `{path}` then", fenced((kept / slug / path).read_text("utf-8").rstrip(), "markdown")]
    parts.append("Made by `benchmarks/real_goals`; every citation was looked up in that commit.")
    return "\n\n".join(parts) + "\n"


def documents_of(root: Path, slug: str) -> list[str]:
    """Return the documents of the plan, one or a folder of them."""
    found = [path for path in root.rglob("*.md") if slug in path.relative_to(root).as_posix()]
    return sorted(path.relative_to(root).as_posix() for path in found if ".groundplan" not in path.parts)


def fenced(text: str, language: str = "text") -> str:
    """Return a text in a fence."""
    return f"{FENCE}{language}\n{text}\n{FENCE}"


if __name__ == "__main__":
    main(sys.argv[1:])
