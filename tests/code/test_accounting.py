"""Every place of a name is in one group of an answer, so that its numbers add up to a search for the word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_index import MadeIndex

from groundplan.code.index import Symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.code.usages import find_usages

if TYPE_CHECKING:
    from groundplan.code.accounting import Account
    from groundplan.code.usage import Usages

_DEFINED = {
    "a.py": "class Shop:\n    def send_item(self): ...\n",
    "a.js": "export class Shop { send_item() {} }\n",
    "a.ts": "export function send_item() {}\n",
    "a.go": "package a\nfunc send_item() {}\n",
    "a.rs": "pub fn send_item() {}\n",
    "a.java": "class A { void send_item() {} }\n",
    "a.cs": "class A { public void send_item() {} }\n",
    "a.kt": "fun send_item() {}\n",
    "a.php": "<?php\nfunction send_item() {}\n",
    "a.rb": "def send_item; end\n",
    "a.c": "void send_item(void);\nvoid send_item(void) {}\n",
    "a.cpp": "namespace a { void send_item(); }\nvoid a::send_item() {}\n",
}
_LINES = [
    "send_item()",
    "x.send_item()",
    "const { send_item } = x",
    "f({ send_item: 1, send_item: send_item })",
    "from a import send_item as other",
    "import { send_item as other } from './a'",
    "other()",
    'f("send_item", "a send_item b")',
    "# send_item",
    "// send_item $send_item send_item!",
    "/* send_item",
    "é send_item é",
    "var s = `${send_item} $send_item`;",
    "send_item = send_item",
    "def send_item(): pass",
    "resend_item send_items send-item",
    "",
]
_TEXTS = st.lists(st.sampled_from(_LINES), max_size=8).map("\n".join)


def asked(files: dict[str, str], path: str) -> tuple[MadeIndex, Usages]:
    index = MadeIndex(files)
    outline = index.outline(path)
    assert outline is not None
    definition = next(each for each in outline.definitions if each.name == "send_item")
    return index, find_usages(index, Symbol(path, definition))


def added(account: Account) -> int:
    elsewhere = sum(number for _, number in account.elsewhere)
    groups = (account.resolved, account.possible, account.definitions, account.mentions)
    return sum(groups) + len(account.other) + elsewhere


@pytest.mark.parametrize("path", _DEFINED)
@given(beside=_TEXTS, below=_TEXTS, prose=_TEXTS)
def test_all_groups_together_are_all_places_of_the_word(
    path: str, beside: str, below: str, prose: str
) -> None:
    ending = path.partition(".")[2]
    files = {
        path: _DEFINED[path] + below,
        f"b.{ending}": beside,
        "README.md": prose,
        "x.lua": prose,
        ".groundplan/ledger/x.md": prose,
    }
    index, found = asked(files, path)
    places = find_occurrences(index, "send_item").places
    assert found.account.total == added(found.account) == len(places)
    assert found.account.files == len({each.path for each in places})
    named = {(each.path, each.line, each.column) for each in places}
    uses = [(each.path, each.line, each.column) for each in (*found.resolved, *found.possible)]
    assert found.account.resolved + found.account.possible == sum(each in named for each in uses)
    assert sum(number for _, number in found.mentions) >= found.account.mentions


def test_what_is_no_use_of_it_is_listed_with_its_place() -> None:
    files = {
        "a.js": "export class Shop { send_item() {} }\n",
        "fake.js": "const fake = {\n  send_item: 1,\n};\n",
        "README.md": "send_item and send_item\n",
        "x.neon": "send_item\n",
    }
    _, found = asked(files, "a.js")
    assert found.account.other == ("fake.js:2",)
    assert found.account.elsewhere == (("README.md", 2), ("x.neon", 1))


def test_a_name_below_the_line_where_its_header_begins_is_its_definition() -> None:
    files = {"a.c": "static unsigned long\nsend_item(void)\n{\n}\n"}
    _, found = asked(files, "a.c")
    assert (found.account.definitions, found.account.other) == (1, ())
