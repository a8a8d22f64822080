"""The digest of a playbook: over what it demands, so comments, spacing, defaults and advice do not count."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from groundplan.plan.entry import digest_json

if TYPE_CHECKING:
    from groundplan.plan.playbook import Playbook


def digest_playbook(playbook: Playbook) -> str:
    """Return the digest that plans pin and approvals bind."""
    return digest_json(_canonical(dataclasses.replace(playbook, digest="")))


def _canonical(value: object) -> object:
    """Return plain data; a field at its default is left out, so a new optional field keeps every pin."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            item.name: _canonical(getattr(value, item.name))
            for item in dataclasses.fields(value)
            if item.metadata.get("pinned", True) and getattr(value, item.name) != _default(item)
        }
    if isinstance(value, Mapping):
        return {str(key): _canonical(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_canonical(inner) for inner in value]
    return value


def _default(item: dataclasses.Field[object]) -> object:
    if item.default_factory is not dataclasses.MISSING:
        return item.default_factory()
    return item.default
