"""A playbook's files read into a `Playbook`, or every fault in them named."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from groundplan.plan.entry import digest_json
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.playbooks.coherence import check_coherence
from groundplan.playbooks.specs import read_tables
from groundplan.playbooks.table import Faults, Table, allowed

if TYPE_CHECKING:
    from collections.abc import Collection

    from groundplan.plan.playbook import Playbook
    from groundplan.playbooks.table import Fault

FORMAT = 1
MAIN_FILE = "playbook.toml"


def examine(
    files: Mapping[str, bytes], *, name: str, folder: str = "", known_codes: Collection[str] | None = None
) -> tuple[Playbook | None, tuple[Fault, ...]]:
    """Return what could be read and all faults; the playbook is fit for use only without any."""
    faults = Faults(f"{folder}{MAIN_FILE}")
    data = _parse(files, faults)
    if data is None or not _format_is_known(data, faults):
        return None, tuple(faults.found)
    table = Table(data, "", faults)
    playbook = read_tables(table, _texts(files, folder, faults), name, folder)
    if known_codes is not None:
        _check_codes(playbook, known_codes, faults)
    check_coherence(playbook, faults)
    if faults.found:
        return playbook, tuple(faults.found)
    return dataclasses.replace(playbook, digest=digest_playbook(playbook)), ()


def _parse(files: Mapping[str, bytes], faults: Faults) -> dict[str, Any] | None:
    if MAIN_FILE not in files:
        faults.add("", f"there is no `{MAIN_FILE}`")
        return None
    try:
        return read_toml(_decode(files[MAIN_FILE]))
    except UnicodeDecodeError as error:
        faults.add("", f"is not UTF-8 text: byte {error.start} is `{error.object[error.start]:#04x}`")
    except BadToml as error:
        faults.add("", f"is not TOML: {error}")
    return None


def _decode(content: bytes) -> str:
    # A checkout may turn line ends; neither the digest nor a new plan should depend on that.
    return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def _texts(files: Mapping[str, bytes], folder: str, faults: Faults) -> dict[str, str]:
    texts: dict[str, str] = {}
    for file_name, content in files.items():
        if file_name == MAIN_FILE:
            continue
        try:
            texts[file_name] = _decode(content)
        except UnicodeDecodeError as error:
            faults.add("", f"is not UTF-8 text: byte {error.start}", file=f"{folder}{file_name}")
            texts[file_name] = ""
    return texts


def _format_is_known(data: Mapping[str, Any], faults: Faults) -> bool:
    version = data.get("format")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        found = f"found `{version}`" if "format" in data else "it is missing"
        faults.add("format", f"must be `{FORMAT}`; {found}")
        return False
    if version > FORMAT:
        faults.add(
            "format",
            f"`{version}` is newer than `{FORMAT}`, the newest this groundplan reads",
            needs_newer=True,
        )
        return False
    return True


def _check_codes(playbook: Playbook, known: Collection[str], faults: Faults) -> None:
    for code in playbook.rules:
        if code not in known:
            faults.add(f"rules.{code}", f"unknown rule `{code}`; {allowed(code, sorted(known))}")
    for number, item in enumerate(playbook.checklist):
        for place, code in enumerate(item.codes):
            if code not in known:
                faults.add(
                    f"checklist[{number}].codes[{place}]",
                    f"unknown rule `{code}`; {allowed(code, sorted(known))}",
                )


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
