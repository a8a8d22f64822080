"""An entry's file is read back exactly as it was written, or not at all."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.entry import (
    Author,
    Entry,
    canonical_json,
    digest_json,
    digest_text,
    is_entry_id,
    make_entry_id,
    read_entry,
)
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.plan.conftest import World

TEXT = st.text(max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
IDS = st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=26, max_size=26)
AUTHORS = st.builds(Author, TEXT, TEXT, TEXT, st.lists(TEXT, max_size=3).map(tuple))
ENTRIES = st.builds(
    Entry,
    id=IDS,
    plan=TEXT,
    kind=TEXT,
    at=st.datetimes().map(lambda moment: f"{moment.replace(microsecond=0).isoformat()}Z"),
    by=AUTHORS,
    follows=st.dictionaries(IDS, TEXT, max_size=3),
    body=st.dictionaries(TEXT, JSON, max_size=4),
    signature=TEXT,
)


@pytest.fixture(scope="module")
def written(world: World) -> Entry:
    return world.entry(
        7,
        kind="approval",
        by=Author("user", "Änn 🙂", "signed", ("zsh", "sshd")),
        follows={world.entry_id(1): "a" * 64, world.entry_id(2): "b" * 64},
        body={"checkpoint": "3", "sections": {"1": "v1:" + "c" * 64}, "count": 1.5, "deep": [[{"x": None}]]},
        signature="-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n",
    )


@given(ENTRIES)
def test_any_entry_reads_back_as_it_was_written(entry: Entry) -> None:
    again = read_entry(entry.to_json())
    assert again == entry
    assert again.digest == entry.digest
    assert again.to_json() == entry.to_json()


def test_a_file_cut_at_any_character_is_unreadable(written: Entry) -> None:
    text = written.to_json()
    for length in range(len(text)):
        with pytest.raises(Unreadable):
            read_entry(text[:length])


def test_a_file_that_lost_its_beginning_is_unreadable(written: Entry) -> None:
    text = written.to_json()
    for start in range(1, len(text)):
        with pytest.raises(Unreadable):
            read_entry(text[start:])


def test_a_file_with_any_bit_flipped_is_unreadable(written: Entry) -> None:
    data = written.to_json().encode()
    for position in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[position] ^= 1 << bit
            with pytest.raises(Unreadable):
                read_entry(flipped.decode("utf-8", "surrogateescape"))


@given(entry=ENTRIES, data=st.data())
def test_an_edited_file_is_unreadable(entry: Entry, data: st.DataObject) -> None:
    text = entry.to_json()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 4)))
    edited = text[:start] + data.draw(st.text('{}[]",: \n\t\\01ae', max_size=4) | TEXT) + text[end:]
    if edited.replace("\r\n", "\n") == text:
        assert read_entry(edited) == entry
    else:
        with pytest.raises(Unreadable):
            read_entry(edited)


def test_line_ends_that_git_rewrote_are_no_edit(written: Entry) -> None:
    assert read_entry(written.to_json().replace("\n", "\r\n")) == written


@pytest.mark.parametrize(
    "forge",
    [
        lambda text: text.replace(' "kind": "approval"', ' "kind": "revoke",\n "kind": "approval"'),
        lambda text: text.replace(' "kind": "approval"', ' "checked": true,\n "kind": "approval"'),
        lambda text: text.replace('"3"', '"\\u0033"'),
        lambda text: text.replace("1.5", "1.50"),
        lambda text: text.replace(' "kind"', '  "kind"'),
        lambda text: text.replace('"signature"', '"signatura"'),
        lambda text: text + "\n",
        lambda text: "\ufeff" + text,
        lambda text: canonical_json(json.loads(text)),
    ],
    ids=["key twice", "extra key", "escape", "number", "space", "lost signature", "tail", "bom", "one line"],
)
def test_text_that_a_parser_would_read_the_same_is_altered(
    written: Entry, forge: Callable[[str], str]
) -> None:
    text = written.to_json()
    assert forge(text) != text
    with pytest.raises(Unreadable):
        read_entry(forge(text))


def forged(**changes: object) -> str:
    """Return an entry's file with other fields and a digest made to match."""
    data = {
        "version": 1,
        "id": "0" * 26,
        "plan": "p",
        "kind": "turn",
        "at": "2026-01-05T09:00:00Z",
        "by": {"speaker": "user", "name": "", "channel": "pipe", "via": []},
        "follows": {},
        "body": {},
    } | changes
    data = {key: value for key, value in data.items() if value is not ...}
    whole = {"digest": digest_json(data)} | data
    return json.dumps(whole, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def test_the_forger_of_these_tests_can_write_an_entry() -> None:
    assert read_entry(forged()).kind == "turn"


@pytest.mark.parametrize(
    "changes",
    [
        {"id": 3},
        {"id": "../../etc/passwd"},
        {"id": "0" * 25},
        {"id": "o" * 26},
        {"id": "\u0661" * 26},
        {"at": ""},
        {"at": "~NO TESTS"},
        {"at": "2026-01-05T09:00:00+01:00"},
        {"at": "2026-02-31T09:00:00Z"},
        {"at": "\u0662026-01-05T09:00:00Z"},
        {"plan": None},
        {"plan": ...},
        {"kind": ["turn"]},
        {"at": 1767225600},
        {"by": "user"},
        {"by": ...},
        {"by": {"speaker": "user", "name": "", "channel": "pipe", "via": "zsh"}},
        {"by": {"speaker": "user", "name": "", "channel": "pipe", "via": [1]}},
        {"by": {"speaker": "user", "name": "", "channel": "pipe", "via": [], "more": 1}},
        {"by": {"speaker": "user", "channel": "pipe", "via": []}},
        {"follows": []},
        {"follows": {"0" * 26: 1}},
        {"follows": {"next": "a" * 64}},
        {"body": []},
        {"body": [["checkpoint", "3"]]},
        {"body": 1},
        {"signature": 1},
        {"signature": ""},
        {"version": ...},
        {"version": 0},
        {"version": -1},
        {"version": True},
        {"version": "1"},
        {"version": 1.0},
        {"version": None},
        {"digest": "0" * 64},
        {"digest": None},
    ],
    ids=repr,
)
def test_a_forged_field_is_unreadable_even_under_a_digest_of_its_own(changes: dict[str, object]) -> None:
    with pytest.raises(Unreadable) as raised:
        read_entry(forged(**changes), place="x.json")
    assert raised.value.place == "x.json"
    assert "`x.json`" in raised.value.message


def test_an_entry_without_its_digest_is_unreadable(written: Entry) -> None:
    data = json.loads(written.to_json())
    del data["digest"]
    with pytest.raises(Unreadable, match="its digest does not match its content"):
        read_entry(json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("text", ["", " ", "null", "1", "[]", '"x"', "{}", "<<<<<<< HEAD\n", "\0" * 100])
def test_what_is_no_entry_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="A ledger entry is torn or not an entry"):
        read_entry(text)


@pytest.mark.parametrize("depth", [500, 5_000, 100_000])
def test_deep_nesting_is_unreadable_and_no_crash(depth: int) -> None:
    text = forged(body={"x": "DEEP"}).replace('"DEEP"', "[" * depth + "]" * depth)
    with pytest.raises(Unreadable):
        read_entry(text)


def test_a_number_of_many_digits_is_unreadable_and_no_hang() -> None:
    with pytest.raises(Unreadable):
        read_entry(forged(body={"x": "MANY"}).replace('"MANY"', "9" * 100_000))


def test_a_signature_stands_under_the_digest_that_followers_bind(written: Entry) -> None:
    assert replace(written, signature="").digest != written.digest
    assert replace(written, signature="").payload() == written.payload()


def test_who_verified_a_signature_is_never_read_from_the_file(written: Entry) -> None:
    verified = replace(written, signer="ann@example.org")
    assert verified.to_json() == written.to_json()
    assert verified.digest == written.digest
    assert read_entry(verified.to_json()).signer == ""
    assert verified == written


@pytest.mark.parametrize("name", ["id", "plan", "kind", "at", "by", "follows", "body", "version"])
def test_every_field_stands_under_the_digest(written: Entry, name: str) -> None:
    other = {"by": Author("planner"), "follows": {}, "body": {}, "version": 9}
    assert replace(written, **{name: other.get(name, "other")}).digest != written.digest


@pytest.mark.parametrize("name", ["speaker", "name", "channel", "via"])
def test_everything_about_the_author_stands_under_the_digest(written: Entry, name: str) -> None:
    author = replace(written.by, **{name: ("x",) if name == "via" else "x"})
    assert replace(written, by=author).digest != written.digest


def test_ids_are_random_and_sort_by_the_time_they_were_made() -> None:
    ids = [make_entry_id(now) for now in (0.001, 1.0, 1_000_000.0, 1_800_000_000.5)]
    assert ids == sorted(ids)
    assert len({make_entry_id(1.0) for _ in range(2_000)}) == 2_000
    assert all(map(is_entry_id, [*ids, make_entry_id(), make_entry_id(-1.0), make_entry_id(1e15)]))


@given(st.text())
def test_digests_are_made_of_any_text(text: str) -> None:
    assert len(digest_text(text)) == 64
    assert digest_text(text) == digest_text(text)
    assert digest_text(text + "x") != digest_text(text)


def test_a_text_that_no_file_could_hold_still_has_a_digest() -> None:
    assert digest_text("\udcff") != digest_text("\udcfe")


def test_the_order_of_keys_makes_no_difference_to_a_digest() -> None:
    assert digest_json({"a": 1, "b": 2}) == digest_json({"b": 2, "a": 1})


@pytest.mark.parametrize(
    ("channel", "signer", "is_theirs"),
    [
        ("terminal", "", True),
        ("web", "", True),
        ("signed", "ann", True),
        ("signed", "", False),
        ("agent", "", False),
        ("pipe", "", False),
        ("Terminal", "", False),
        ("", "", False),
        ("agent", "ann", False),
    ],
)
def test_an_entry_is_a_persons_by_its_channel(
    world: World, channel: str, signer: str, *, is_theirs: bool
) -> None:
    assert world.entry(by=world.author(channel=channel), signer=signer).is_a_persons is is_theirs
