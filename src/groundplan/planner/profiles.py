"""Which of the shipped project profiles is about this repository, so that it can be offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import normal_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.survey.manifest.facts import Manifest


def suggest_profile(manifest: Manifest, shipped: Iterable[str]) -> str | None:
    """Return the name of the shipped profile that a project of this repository bears, if one does."""
    ours = {normal_name(each.name) for each in manifest.projects if each.name and not each.is_example}
    return next((name for name in sorted(shipped) if normal_name(name) in ours), None)
