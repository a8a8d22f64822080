"""How many instances of a program run, as its deployment files say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.view import CodeView

MOST_FILES = 200
MOST_BYTES = 200_000
_FILE = late_regex(r"\.(?:ya?ml|toml|tf)$|(?:^|/)Procfile$")
_HELD_OUT = late_regex(
    r"(?:^|/)(?:tests?|examples?|fixtures|testdata|docs?|node_modules|vendor)/", re.IGNORECASE
)
_COUNT = late_regex(
    r"^\s{0,60}(?:- )?(replicas|minReplicas|replicaCount|min_machines_running|minInstances)\s?[:=]"
    r"\s?(\d{1,5})\b"
)


@dataclass(frozen=True, slots=True)
class Instances:
    """How many instances a deployment file asks for, and the line that says so."""

    count: int
    at: Spot


def find_instances(index: CodeView) -> Instances | None:
    """Return the highest number of instances that the deployment files ask for, or None."""
    found: list[Instances] = []
    paths = {
        path
        for word in ("replicas", "minReplicas", "replicaCount", "min_machines_running", "minInstances")
        for path in index.files_with(word)
    }
    for path in sorted(paths)[:MOST_FILES]:
        if not _FILE.search(path) or _HELD_OUT.search(path):
            continue
        text = (index.text(path) or b"")[:MOST_BYTES].decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            match = _COUNT.match(line[:200])
            if match and int(match[2]):
                found.append(Instances(int(match[2]), Spot(path, number)))
    return max(found, key=lambda each: each.count, default=None)
