"""Print how many labelled challenges are right: per detector, as first raised and as the detectors stand now.

python benchmarks/challenges/precision.py
"""

from __future__ import annotations

import json
from pathlib import Path

LABELS = Path(__file__).parent / "labels"


def main() -> None:
    """Print one line per detector, then the sums."""
    ever: list[dict[str, object]] = []
    print(f"{'detector':14} {'ever raised':>16} {'raised now':>16}")
    for file in sorted(LABELS.glob("*.jsonl")):
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
        now = [each for each in rows if each.get("final", True)]
        print(f"{file.stem:14} {share(rows):>16} {share(now):>16}")
        ever += rows
    now = [each for each in ever if each.get("final", True)]
    print(f"{'all':14} {share(ever):>16} {share(now):>16}")
    unseen = [each for each in ever if each.get("unseen")]
    print(f"\non goals that were first seen with the detectors as they were: {share(unseen)}")


def share(rows: list[dict[str, object]]) -> str:
    """Return the right ones among rows, as a count and a share."""
    right = sum(each["label"] == "right" for each in rows)
    return f"{right} of {len(rows)} {right / len(rows):.2f}" if rows else "none"


if __name__ == "__main__":
    main()
