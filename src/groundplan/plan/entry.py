"""Ledger entries: immutable promises, each with its own digest and the entries it follows.

Order on disk, file times and clocks mean nothing: what came before what is read off `follows` alone.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from dataclasses import field
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unreadable
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

ENTRY_VERSION = 1
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford base 32: no letters that look alike
_ID_LENGTH = 26
_MOMENT = late_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def make_entry_id(now: float | None = None) -> str:
    """Return a random id that sorts by the time it was made; sorting is for people, never for proof."""
    milliseconds = int((time.time() if now is None else now) * 1000) & ((1 << 48) - 1)
    number = (milliseconds << 80) | secrets.randbits(80)
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(125, -5, -5))


def is_entry_id(text: str) -> bool:
    """Tell whether the text has the shape of an entry id."""
    return len(text) == _ID_LENGTH and all(letter in _ALPHABET for letter in text)


def digest_text(text: str) -> str:
    """Return the digest under which a text is known to the ledger."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def canonical_json(value: object) -> str:
    """Return the one JSON spelling of a value that digests and signatures are made over."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_json(value: object) -> str:
    """Return the digest of a value's canonical JSON."""
    return digest_text(canonical_json(value))


@dataclass(frozen=True, slots=True)
class Author:
    """Who made an entry and through which channel; `via` is the process ancestry, nearest first."""

    speaker: str  # "user" or "planner"
    name: str = ""
    channel: str = "pipe"  # terminal, web, signed: a person's; agent, pipe: relayed
    via: tuple[str, ...] = ()

    @property
    def is_attended(self) -> bool:
        """Whether the channel is a person's own."""
        return self.channel in {"terminal", "web", "signed"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One promise. `body` is plain JSON data whose shape `groundplan.plan.promise` knows by `kind`."""

    id: str
    plan: str
    kind: str
    at: str
    by: Author
    follows: Mapping[str, str] = field(default_factory=dict)  # entry id -> its digest
    body: Mapping[str, Any] = field(default_factory=dict)
    signature: str = ""
    # Set by whoever verified the signature, never read from the file.
    signer: str = field(default="", compare=False)
    version: int = ENTRY_VERSION

    def payload(self) -> dict[str, Any]:
        """Return what a signature is made over: everything but digest and signature."""
        return {
            "version": self.version,
            "id": self.id,
            "plan": self.plan,
            "kind": self.kind,
            "at": self.at,
            "by": {
                "speaker": self.by.speaker,
                "name": self.by.name,
                "channel": self.by.channel,
                "via": list(self.by.via),
            },
            "follows": dict(self.follows),
            "body": self.body,
        }

    @property
    def is_a_persons(self) -> bool:
        """Whether a person's own channel made it; `signed` counts only once the signature was verified."""
        return self.by.is_attended and (self.by.channel != "signed" or bool(self.signer))

    @property
    def digest(self) -> str:
        """Return what followers bind: the digest of the payload and, where there is one, of its signature."""
        signed = {"signature": self.signature} if self.signature else {}
        return digest_json(self.payload() | signed)

    def to_json(self) -> str:
        """Return the text of the entry's file."""
        whole: dict[str, Any] = self.payload() | {"digest": self.digest}
        if self.signature:
            whole["signature"] = self.signature
        return json.dumps(whole, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


@lru_cache(maxsize=1024)  # one command reads the same ledger more than once, and an entry never changes
def read_entry(text: str, *, place: str = "") -> Entry:
    """Return the entry a file holds, or raise `Unreadable` for one that is torn, altered or newer."""
    named = f"Ledger entry `{place}`" if place else "A ledger entry"
    try:
        data = json.loads(text)
        version = data["version"]
        if type(version) is not int or version < 1:  # `True` is an `int` too
            raise TypeError("it has no format version")
        if version > ENTRY_VERSION:
            raise Unreadable(
                f"{named} has format version {version}, newer than {ENTRY_VERSION}",
                hint="Install a newer groundplan: `pip install -U groundplan`",
                place=place,
            )
        entry = _read_fields(data)
        written = entry.to_json()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable(f"{named} is torn or not an entry: {error}", place=place) from error
    # Git may check files out with `\r\n`. Any other difference counts, also one that a parser reads past:
    # a key given twice, a key no digest covers, a cut line end.
    if written != text.replace("\r\n", "\n"):
        is_same = data.get("digest") == entry.digest
        because = "it is not as it was written" if is_same else "its digest does not match its content"
        raise Unreadable(f"{named} was altered: {because}", place=place)
    return entry


def _read_fields(data: dict[str, Any]) -> Entry:
    by = data["by"]
    entry = Entry(
        id=_text(data["id"]),
        plan=_text(data["plan"]),
        kind=_text(data["kind"]),
        at=_moment(data["at"]),
        by=Author(
            _text(by["speaker"]), _text(by["name"]), _text(by["channel"]), tuple(map(_text, by["via"]))
        ),
        follows={key: _text(value) for key, value in data["follows"].items()},
        body=dict(data["body"]),
        signature=_text(data.get("signature", "")),
        version=data["version"],
    )
    for entry_id in (entry.id, *entry.follows):
        if not is_entry_id(entry_id):
            raise ValueError(f"`{entry_id}` is not an entry id")
    return entry


def _moment(value: object) -> str:
    """Return a time as entries carry it: it is printed into documents, so it may say nothing else."""
    text = _text(value)
    if not _MOMENT.fullmatch(text):
        raise ValueError("its time is not one")
    datetime.fromisoformat(text)  # no 31st of February
    return text


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, found {type(value).__name__}")
    return value
