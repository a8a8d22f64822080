"""The layer contracts a Python repository declares for import-linter, and what a new import would break."""

from __future__ import annotations

import configparser
import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView

_FILES = (".importlinter", "setup.cfg", "pyproject.toml")
_MOST_BYTES = 500_000
_MOST_CONTRACTS = 200
_MOST_WILDCARDS = 3


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract: its kind, the modules it speaks of, and the line that declares it."""

    name: str
    kind: str  # layers, forbidden, independence
    at: Spot
    layers: tuple[tuple[str, ...], ...] = ()  # highest first, each with the modules that share it
    apart: frozenset[int] = frozenset()  # layers whose modules may not import each other
    sources: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


def read_contracts(index: CodeView) -> tuple[Contract, ...]:
    """Return the contracts of import-linter that the repository declares."""
    found: list[Contract] = []
    for path in _FILES:
        text = (index.text(path) or b"")[:_MOST_BYTES].decode("utf-8", "replace")
        if "importlinter" in text:
            read = _from_toml if path.endswith(".toml") else _from_ini
            found += islice(read(path, text), _MOST_CONTRACTS)
    return tuple(found)


def broken_by(contracts: tuple[Contract, ...], source: str, target: str) -> Contract | None:
    """Return the first contract that an import of one module by another would break."""
    return next((each for each in contracts if _breaks(each, source, target)), None)


def _breaks(contract: Contract, source: str, target: str) -> bool:
    if contract.kind == "layers":
        high = _layer(contract, target)
        low = _layer(contract, source)
        if high is None or low is None:
            return False
        return high[0] < low[0] or (high[0] == low[0] and high[0] in contract.apart and high[1] != low[1])
    if contract.kind == "forbidden":
        return _among(contract.sources, source) and _among(contract.forbidden, target)
    if contract.kind == "independence":
        ours = [each for each in contract.sources if _is_in(each, source)]
        theirs = [each for each in contract.sources if _is_in(each, target)]
        return bool(ours and theirs) and ours != theirs
    return False


def _layer(contract: Contract, module: str) -> tuple[int, str] | None:
    for number, layer in enumerate(contract.layers):
        for name in layer:
            if _is_in(name, module):
                return number, name
    return None


def _among(names: tuple[str, ...], module: str) -> bool:
    return any(_is_in(name, module) for name in names)


def _is_in(name: str, module: str) -> bool:
    if "*" in name:
        parts = name.split(".")
        # import-linter knows no other wildcards; each further `**` multiplies the time a match takes.
        if (
            any("*" in part and part not in {"*", "**"} for part in parts)
            or parts.count("**") > _MOST_WILDCARDS
        ):
            return False
        pattern = re.escape(name).replace(r"\*\*", r"[\w.]+").replace(r"\*", r"\w+")
        return re.match(rf"{pattern}(?:\.|$)", module) is not None
    return module == name or module.startswith(f"{name}.")


def _from_toml(path: str, text: str) -> Iterator[Contract]:
    try:
        tool = read_toml(text).get("tool", {}).get("importlinter", {})
        rows = tool.get("contracts", ())
    except (BadToml, AttributeError):
        return
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict):
            yield from _contracts(row, Spot(path, _line(text, str(row.get("name", "")))))


def _from_ini(path: str, text: str) -> Iterator[Contract]:
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    for section in parser.sections():
        if section.startswith("importlinter:contract:"):
            row = {key: _listed(value) for key, value in parser.items(section)}
            yield from _contracts(row, Spot(path, _line(text, f"[{section}]")))


def _listed(value: str) -> str | list[str]:
    lines = [line.strip() for line in value.split("\n") if line.strip()]
    return lines if "\n" in value else value.strip()


def _contracts(row: dict[str, Any], at: Spot) -> Iterator[Contract]:
    """Return what one declaration says; layers inside several containers are contracts of their own."""
    name, kind = str(row.get("name", "")), str(row.get("type", ""))
    written = [layer.strip(" ()") for layer in _names(row.get("layers"))]
    apart = frozenset(number for number, layer in enumerate(written) if "|" in layer)
    for container in _names(row.get("containers")) or ("",):
        prefix = f"{container}." if container else ""
        layers = tuple(
            tuple(prefix + each.strip(" ()") for each in re.split(r"[|:]", layer)) for layer in written
        )
        sources = _names(row.get("source_modules")) or _names(row.get("modules"))
        yield Contract(name, kind, at, layers, apart, sources, _names(row.get("forbidden_modules")))


def _names(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(str(each).strip() for each in value[:500])
    return (value.strip(),) if isinstance(value, str) and value.strip() else ()


def _line(text: str, sought: str) -> int:
    place = text.find(sought) if sought else -1
    return text.count("\n", 0, place) + 1 if place >= 0 else 0
