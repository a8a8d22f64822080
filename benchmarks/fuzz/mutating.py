"""Damage to real files: what a merge, an editor, a model or an attacker could make of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from odd_words import KINDS, SETTINGS, VALUES, WORDS
from seeds import heads

from groundplan.plan.entry import Author, Entry, make_entry_id

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path


def mutate(draw: random.Random, root: Path, others: list[bytes]) -> str:
    """Change some files of a repository, and say what was done, so that it can be done again."""
    done = [draw.choice(KINDS_OF_DAMAGE)(draw, root, others) for _ in range(draw.choice((1, 1, 1, 2, 3)))]
    return ", ".join(done)


def change_document(draw: random.Random, root: Path, others: list[bytes]) -> str:
    """Edit a document as an editor, a merge or a model may."""
    path = draw.choice(sorted((*(root / "plans").rglob("*.md"), *(root / "requirements").rglob("*.md"))))
    data = path.read_bytes()
    for _ in range(draw.randint(1, 6)):
        data = draw.choice(EDITS)(draw, data, others)
    path.write_bytes(data[:300_000])
    return "document"


def change_config(draw: random.Random, root: Path, others: list[bytes]) -> str:
    """Edit the configuration."""
    path = root / ".groundplan/config.toml"
    data = path.read_bytes()
    if draw.random() < 0.6:
        at = draw.choice([0, len(data), draw.randint(0, len(data))])
        data = data[:at] + draw.choice(SETTINGS).encode() + data[at:]
    for _ in range(draw.randint(0, 3)):
        data = draw.choice(EDITS)(draw, data, others)
    path.write_bytes(data[:100_000])
    return "configuration"


def change_playbook(draw: random.Random, root: Path, others: list[bytes]) -> str:
    """Put a damaged copy of a bundled playbook into the repository."""
    folder = root / ".groundplan/playbooks/own"
    folder.mkdir(parents=True, exist_ok=True)
    data = draw.choice([each for each in others if b"format = 1" in each[:200]])
    if draw.random() < 0.5:
        data = _respell(draw, data)
    else:
        for _ in range(draw.randint(1, 4)):
            data = draw.choice(EDITS)(draw, data, others)
    (folder / "playbook.toml").write_bytes(data[:200_000])
    return "playbook"


def _respell(draw: random.Random, data: bytes) -> bytes:
    """Drop or double whole lines of TOML, or give a key another value: it stays TOML more often than not."""
    lines = data.decode().split("\n")
    for _ in range(draw.randint(1, 5)):
        at = draw.randrange(len(lines))
        name, equals, _ = lines[at].partition(" = ")
        if equals and draw.random() < 0.6:
            value = draw.choice(
                [
                    '""',
                    "0",
                    "-1",
                    "true",
                    "[]",
                    '["x"]',
                    "{}",
                    "1.5",
                    "2026-01-01",
                    '"{n}"',
                    '"("',
                    "[[1]]",
                    '"\\u0000"',
                ]
            )
            lines[at] = f"{name} = {value}"
        elif draw.random() < 0.5:
            del lines[at]
        else:
            lines.insert(at, draw.choice(lines))
        if not lines:
            return b""
    return "\n".join(lines).encode()


def damage_entry(draw: random.Random, root: Path, others: list[bytes]) -> str:
    """Tear, cut or delete a file of the ledger."""
    entries = _entries(root)
    if not entries:
        return "no entry"
    path = draw.choice(entries)
    if draw.random() < 0.2:
        path.unlink()
        return "entry gone"
    data = path.read_bytes()
    for _ in range(draw.randint(1, 3)):
        data = draw.choice(EDITS)(draw, data, others)
    path.write_bytes(data[:100_000])
    return "entry torn"


def forge_entry(draw: random.Random, root: Path, _others: list[bytes]) -> str:
    """Add a well-formed entry: another one with changed values, or one made up from nothing."""
    entries = _entries(root)
    try:
        known = [json.loads(path.read_text()) for path in entries]
        follows = heads(entries) if draw.random() < 0.8 else {}
    except (ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError):
        return "nothing to forge"
    if not known:
        return "no entry"
    model = draw.choice(known)
    body = model["body"] if draw.random() < 0.8 else {}
    for _ in range(draw.randint(1, 4)):
        body = _change_value(draw, body)
    kind = model["kind"] if draw.random() < 0.8 else draw.choice(KINDS)
    channel = draw.choice(["terminal", "agent", "pipe", "web", "signed", "zzz"])
    by = Author(draw.choice(["user", "planner", "x"]), draw.choice(["Ann", "", "\x1b[2J"]), channel)
    at = draw.choice([model["at"], "", "~NO", "9999-99-99T99:99:99Z", "2026-01-05T09:00:00Z"])
    signature = draw.choice(
        ["", "", "", "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n", "x"]
    )
    entry = Entry(
        make_entry_id(draw.random() * 4e9),
        model["plan"],
        kind,
        at,
        by,
        follows,
        body if isinstance(body, dict) else {},
        signature,
    )
    try:
        (entries[0].parent / f"{entry.id}.json").write_text(entry.to_json())
    except (ValueError, UnicodeEncodeError):
        return "entry that cannot be written"
    return f"forged {kind}"


def _change_value(draw: random.Random, value: Any) -> Any:  # noqa: ANN401 - JSON
    """Put a value of another kind somewhere into a value."""
    if isinstance(value, dict) and value and draw.random() < 0.8:
        key = draw.choice(sorted(value))
        if draw.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        return value | {key: _change_value(draw, value[key])}
    if isinstance(value, list) and value and draw.random() < 0.8:
        at = draw.randrange(len(value))
        return [*value[:at], _change_value(draw, value[at]), *value[at + 1 :]]
    if isinstance(value, dict) and draw.random() < 0.5:
        return value | {
            draw.choice(["slug", "documents", "sections", "id", "text", "x"]): draw.choice(VALUES)
        }
    return draw.choice(VALUES)


def _entries(root: Path) -> list[Path]:
    return sorted((root / ".groundplan/ledger").glob("*/*.json"))


def _cut(draw: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    start, end = sorted(draw.randint(0, len(data)) for _ in range(2))
    return data[:start] + data[min(end, start + 2000) :]


def _double(draw: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    start = draw.randint(0, len(data))
    return data[:start] + data[start : start + draw.randint(1, 3000)] * draw.randint(2, 4) + data[start:]


def _insert(draw: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    at = draw.randint(0, len(data))
    words = draw.choice(WORDS).encode("utf-8", "surrogatepass") * draw.choice((1, 1, 1, 2, 50))
    return data[:at] + words + data[at:]


def _insert_line(draw: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    lines.insert(draw.randint(0, len(lines)), draw.choice(WORDS).encode("utf-8", "surrogatepass"))
    return b"\n".join(lines)


def _flip(draw: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    if not data:
        return b"\xff"
    at = draw.randrange(len(data))
    return data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]


def _swap_lines(draw: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = (draw.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _graft(draw: random.Random, data: bytes, others: list[bytes]) -> bytes:
    other = draw.choice(others)
    start = draw.randint(0, len(other))
    at = draw.randint(0, len(data))
    return data[:at] + other[start : start + draw.randint(1, 5000)] + data[at:]


def _turn_ends(_draw: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    return data.replace(b"\n", b"\r\n")


EDITS: tuple[Callable[[random.Random, bytes, list[bytes]], bytes], ...] = (
    _cut,
    _double,
    _insert,
    _insert,
    _insert_line,
    _insert_line,
    _flip,
    _swap_lines,
    _graft,
    _turn_ends,
)
KINDS_OF_DAMAGE = (
    change_document,
    change_document,
    change_document,
    forge_entry,
    forge_entry,
    forge_entry,
    damage_entry,
    change_config,
    change_config,
    change_playbook,
)
