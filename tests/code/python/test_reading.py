"""A Python file's outline: every definition with its lines, every import, every call."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.outline import Import, Kind
from groundplan.code.python.reading import read_python

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline

SAMPLE = '''\
"""A module."""

from __future__ import annotations

import os.path, sys as system
from typing import TYPE_CHECKING
from .models import (
    User,  # the one
    Group as Team,
)
from .. import base; from . import *

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["fetch", "Client"]

LIMIT: int = 3
first, second = 1, 2
type Pair[T] = tuple[T, T]


@register("x",
          strict=True)
@functools.lru_cache
async def fetch(url: str, *, retries: int = LIMIT, marks: dict[str, int] = {"a:b": 1}) -> list[
    str
]:
    """Get it."""
    import json
    if url and retries:
        return await client.get(url)

    def inner(): return json.loads(url)
    return [inner() for _ in range(2)]


class Client(base.Session, Generic[T], metaclass=Meta):
    """Talks."""

    timeout = 3
    name: str
    options = dict(
        depth=1,
    )

    def __init__(self, name):
        self.name = name
        self.cache: dict[str, int] = {}
        super().__init__()

    @property
    def size(self): return len(self.cache)

    class Meta:
        ordering = ["name"]

        def check(self):
            return """
not a def:
def fake(): pass
""".join(self.parts())


def last(
    a,
):
    return f"{a.render(1)}"
    # a comment further left does not end it
'''


@pytest.fixture(scope="module")
def outline() -> Outline:
    return read_python(SAMPLE.encode())


def one(outline: Outline, qualified: str) -> Definition:
    (found,) = outline.find(qualified)
    return found


def lines_of(outline: Outline, qualified: str) -> str:
    found = one(outline, qualified)
    return "\n".join(SAMPLE.splitlines()[found.first - 1 : found.last])


@pytest.mark.req("S1-06")
@pytest.mark.parametrize(
    ("qualified", "kind", "starts", "ends"),
    [
        ("fetch", Kind.FUNCTION, '@register("x",', "for _ in range(2)]"),
        ("fetch.inner", Kind.FUNCTION, "    def inner", "json.loads(url)"),
        ("Client", Kind.CLASS, "class Client", '""".join(self.parts())'),
        ("Client.__init__", Kind.METHOD, "    def __init__", "super().__init__()"),
        ("Client.size", Kind.METHOD, "    @property", "len(self.cache)"),
        ("Client.Meta", Kind.CLASS, "    class Meta", '""".join(self.parts())'),
        ("Client.Meta.check", Kind.METHOD, "        def check", '""".join(self.parts())'),
        ("last", Kind.FUNCTION, "def last(", 'return f"{a.render(1)}"'),
    ],
)
def test_a_definition_takes_its_own_lines(
    outline: Outline, qualified: str, kind: Kind, starts: str, ends: str
) -> None:
    assert one(outline, qualified).kind is kind
    assert lines_of(outline, qualified).startswith(starts)
    assert lines_of(outline, qualified).endswith(ends)


def test_names_bound_at_the_top_in_classes_and_on_self_are_definitions(outline: Outline) -> None:
    bound = {
        each.qualified: each.kind for each in outline.definitions if each.kind in {"constant", "attribute"}
    }
    assert bound == {
        "__all__": Kind.CONSTANT,
        "LIMIT": Kind.CONSTANT,
        "first": Kind.CONSTANT,
        "second": Kind.CONSTANT,
        "Pair": Kind.CONSTANT,
        "Client.timeout": Kind.ATTRIBUTE,
        "Client.name": Kind.ATTRIBUTE,
        "Client.options": Kind.ATTRIBUTE,
        "Client.cache": Kind.ATTRIBUTE,
        "Client.Meta.ordering": Kind.ATTRIBUTE,
    }


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("is_old = version == oldest", ["is_old"]),
        ("pair = left, right", ["pair"]),
        ("first = second = left, right == 3", ["first", "second"]),
        ("first, second = second, first", ["first", "second"]),
        ("type Row = list[int]", ["Row"]),
        ("left == right", []),
        ("left, right == 3, 4", []),
    ],
)
def test_what_is_assigned_binds_no_name(line: str, names: list[str]) -> None:
    assert [each.name for each in read_python(line.encode()).definitions] == names


def test_names_that_conditions_bind_are_definitions_unless_they_stand_in_for_an_import() -> None:
    text = """
try:
    import json
    from fast import quick
except ImportError:
    json = None
    FAST = False
    def quick(): ...
else:
    FAST = True
if sys.platform == "win32":
    if old:
        CLOCK = "a"
    call(
        KEY=1,
    )
class Box:
    if old:
        size = 1
def inner():
    if old:
        GONE = 1
"""
    found = [(each.qualified, each.line) for each in read_python(text.encode()).definitions]
    names = [("FAST", 7), ("quick", 8), ("FAST", 10), ("CLOCK", 13), ("Box", 17), ("Box.size", 19)]
    assert found == [*names, ("inner", 20)]


def test_a_definition_says_how_it_is_written(outline: Outline) -> None:
    fetch, client = one(outline, "fetch"), one(outline, "Client")
    assert fetch.header.startswith("async def fetch(url: str, *, retries: int = LIMIT")
    assert fetch.header.endswith("-> list[ str ]")
    assert fetch.is_async
    assert fetch.has_doc
    assert fetch.branches == 3  # if, and, the loop of the comprehension
    assert fetch.decorators == ("register", "functools.lru_cache")
    assert client.bases == ("base.Session", "Generic")
    assert not one(outline, "last").has_doc
    assert one(outline, "LIMIT").header == "LIMIT: int = 3"


def test_each_imported_name_is_one_import(outline: Outline) -> None:
    assert outline.imports == (
        Import("__future__", "annotations", "annotations", 3),
        Import("os.path", "", "os", 5),
        Import("sys", "", "system", 5),
        Import("typing", "TYPE_CHECKING", "TYPE_CHECKING", 6),
        Import(".models", "User", "User", 8),
        Import(".models", "Group", "Team", 9),
        Import("..", "base", "base", 11),
        Import(".", "*", "", 11),
        Import("collections.abc", "Iterator", "Iterator", 14, is_typing=True),
        Import("json", "", "json", 30, is_inner=True),
    )
    assert outline.exports == ("fetch", "Client")


def test_every_call_is_kept_with_its_words_and_lines(outline: Outline) -> None:
    assert outline.calls == {
        "register": (23,),
        "client.get": (32,),
        "json.loads": (34,),
        "inner": (35,),
        "range": (35,),
        "dict": (43,),
        "super": (50,),
        ".__init__": (50,),
        "len": (53,),
        ".join": (62,),
        "self.parts": (62,),
        "a.render": (68,),
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<<<<<<< ours\ndef a(): pass\n=======\ndef b(): pass\n>>>>>>> theirs\n", ["a", "b"]),
        ("def a(:\n    pass\n\ndef b():\n    pass\n", ["a", "b"]),
        ("x = ((\ndef a():\n    pass\n", ["x", "a"]),
        ("class A:\n\tdef b(self):\n\t\tpass\n\tc = 1\n", ["A", "b", "c"]),
        ("class A: x = 1\nclass B: pass", ["A", "B"]),
        ("def ünï():\n    pass\n", ["ünï"]),
        ("", []),
        ("\0\xff\xfe", []),
        ("if True:\n    def hidden(): ...\n", ["hidden"]),
        ("x = [\n1,\n2]\ndef after(): ...\n", ["x", "after"]),
    ],
)
def test_broken_and_odd_files_still_tell_what_they_define(text: str, names: list[str]) -> None:
    assert [each.name for each in read_python(text.encode()).definitions] == names


def test_a_bracketed_list_further_left_does_not_end_a_function() -> None:
    text = dedent("""
        def table():
            rows = [
        1,
        2]
            return rows
    """)
    (table,) = read_python(text.encode()).find("table")
    assert table.last == 6


def test_lines_are_counted_as_editors_count_them() -> None:
    assert [read_python(text).lines for text in (b"", b"a", b"a\n", b"a\nb", b"\n\n")] == [0, 1, 1, 2, 2]


def test_a_generated_file_is_known_by_what_it_says_at_its_top() -> None:
    assert read_python(b"# Generated by the protocol buffer compiler.  DO NOT EDIT!\n").is_generated
    assert not read_python(b"def generate(): ...\n").is_generated


HOSTILE = [
    b"(",
    b"def f(",
    b"class A(",
    b"x = [",
    b"@a\n",
    b"import a, ",
    b"from . import (",
    b"self.x",
    b"if TYPE_CHECKING:\n",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_text_made_to_stall_is_read_all_the_same(piece: bytes) -> None:
    assert read_python(piece * (200_000 // len(piece))).language == "python"


@given(st.binary(max_size=300))
def test_any_bytes_have_an_outline_whose_lines_lie_inside(data: bytes) -> None:
    outline = read_python(data)
    for each in outline.definitions:
        assert 1 <= each.first <= each.line <= each.last <= max(1, outline.lines)
