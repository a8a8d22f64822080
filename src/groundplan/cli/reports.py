"""Findings for machines: SARIF for code hosts, workflow commands for GitHub's runners."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from groundplan import __version__
from groundplan.app.judgement.explaining import find_rule
from groundplan.plan.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundplan.plan.finding import Finding

_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
FORMATS = ("text", "json", "sarif", "github")


def sarif(findings: Sequence[Finding]) -> str:
    """Return a SARIF 2.1.0 log with one run."""
    codes = list(dict.fromkeys(found.code for found in findings))
    driver = {
        "name": "groundplan",
        "version": __version__,
        "rules": [_sarif_rule(code) for code in codes],
    }
    results = [_sarif_result(found, codes.index(found.code)) for found in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SARIF, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _sarif_rule(code: str) -> dict[str, Any]:
    rule = find_rule(code)
    told: dict[str, Any] = {"id": code}
    if rule is not None:
        told |= {"name": rule.name, "shortDescription": {"text": rule.summary}}
    return told


def _sarif_result(found: Finding, index: int) -> dict[str, Any]:
    text = f"{found.message}. {found.hint}" if found.hint else found.message
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": str(found.severity),
        "message": {"text": text},
        "partialFingerprints": {"identity/v1": "/".join(found.identity)},
    }
    if found.place.document:
        region = {"startLine": max(1, found.place.line), "startColumn": max(1, found.place.column)}
        where = {"artifactLocation": {"uri": quote(found.place.document)}, "region": region}
        result["locations"] = [{"physicalLocation": where}]
    return result


def github(findings: Sequence[Finding]) -> str:
    """Return one workflow command per finding."""
    return "".join(f"{_command(found)}\n" for found in findings)


def _command(found: Finding) -> str:
    rule = find_rule(found.code)
    title = f"{found.code} {rule.name if rule else ''}".strip()
    places = {
        "file": found.place.document,
        "line": found.place.line or "",
        "col": found.place.column or "",
        "title": title,
    }
    told = ",".join(f"{key}={_property(str(value))}" for key, value in places.items() if value)
    text = f"{found.message}\n{found.hint}" if found.hint else found.message
    return f"::{_GITHUB[found.severity]} {told}::{_escape(text)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


REPORTS: dict[str, Callable[[Sequence[Finding]], str]] = {"sarif": sarif, "github": github}
