"""The files of a plan read into a `Plan`: the one way from bytes to what the rules see."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.document import Plan
    from groundplan.plan.playbook import Playbook


def decode(data: bytes, path: str) -> str:
    """Return the text of a document; `Unreadable` names the byte where it is not UTF-8. A BOM is kept."""
    raise NotImplementedError


def read_plan(plan_id: str, slug: str, playbook: Playbook, files: Mapping[str, tuple[str, str]]) -> Plan:
    """Read a plan from its files, document name -> (path, text), with every fault the parsing itself finds."""
    raise NotImplementedError
