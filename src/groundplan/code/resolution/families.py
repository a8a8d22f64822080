"""All definitions that share a member's name and lineage, and what its bare name is worth as evidence."""

from __future__ import annotations

import builtins
import datetime as dt
import io
import logging
import pathlib
import re
from functools import cache, cached_property
from importlib import resources
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.values import Source

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.resolution.python_files import PythonFiles

# Members of what every program uses: such a name on an unknown receiver says nothing.
_EVERYDAY_TYPES = (
    *(str, bytes, bytearray, list, dict, set, tuple, int, float, complex, object, type, property, range),
    *(BaseException, io.StringIO, io.BufferedReader, re.Match, re.Pattern, pathlib.Path),
    *(dt.datetime, dt.timedelta, logging.Logger, logging.Handler),
)
_EVERYDAY_WORDS = """
accept acquire add all apply apply_async args begin bind body build call cancel cast check child children
client column columns commit config connect content context create create_app cursor data default
defaults delete description done dump dumps error execute executemany fetchall fetchmany fetchone field
fields filter first flush form group_by handle handler headers height init join key kind kwargs label
last length limit line lines listen load loads main make merge message mode model name node notify offset
one options order_by params parent parse parse_args path process put query recv refresh register release
render request reset response result rollback root run save scalar scalars select send sendall server
session set_result settings setup setUp shutdown size start state status stop submit table tables
task_done tearDown template test text token tokens tree url user validate value version wait where width
"""
# The same of other languages: what their libraries have, and others implement.
_ELSEWHERE = """
GetHashCode ToString addEventListener afterEach as_bytes as_mut as_mut_ptr as_mut_slice as_ptr as_ref
as_slice as_str beforeEach compareTo containsKey deref_mut each_pair each_with_index endsWith entrySet
forEach fromJson from_bytes from_fn from_iter from_json from_slice from_str from_utf8 getClass getCode
getElementById getIterator getLine getMessage getName getPrevious getTrace getValue hasNext
hasOwnProperty has_key hashCode indexOf index_mut instance_of into_bytes into_inner into_iter
into_string isEmpty is_a is_empty is_err is_none is_ok is_some iter_mut jsonSerialize keySet lastIndexOf
local_addr method_missing next_back offsetExists offsetGet offsetSet offsetUnset partial_cmp poll_next
poll_read poll_ready poll_write push_back push_str removeEventListener respond_to respond_to_missing
setTimeout size_hint startsWith substr toArray toJSON toJson toList toLowerCase toString toUpperCase
to_a to_bytes to_h to_i to_json to_lowercase to_owned to_s to_str to_string to_sym to_vec try_from
try_into valueOf with_capacity write_all write_fmt write_str
"""
_EVERYDAY = frozenset(
    {name for each in _EVERYDAY_TYPES for name in dir(each)}
    | {*dir(builtins), *_EVERYDAY_WORDS.split(), *_ELSEWHERE.split()}
)
_HUMPS = re.compile(r"[a-z\d][A-Z]")


class Family:
    """A definition and those of the same name above and below it among the classes."""

    def __init__(self, files: PythonFiles, symbol: Symbol) -> None:
        self._files = files
        self.symbol = symbol
        self.owner = files.classes.owner(symbol)

    @cached_property
    def namesakes(self) -> tuple[Symbol, ...]:
        """Return the other definitions of the same bare name in Python files."""
        found = self._files.index.symbols(self.symbol.definition.name)
        return tuple(
            each
            for each in found
            if each.path.endswith((".py", ".pyi"))
            and (each.path, each.definition.qualified) != (self.symbol.path, self.symbol.definition.qualified)
        )

    @cached_property
    def below(self) -> tuple[Symbol, ...]:
        """Return the definitions in classes that come from this one: its overrides."""
        if self.owner is None:
            return ()
        owner = self.owner
        classes = self._files.classes
        return tuple(
            each
            for each in self.namesakes
            if (at := classes.owner(each)) is not None and classes.descends(at, owner)
        )

    @cached_property
    def is_last(self) -> bool:
        """Whether no class here has this one's among its bases: no `super()` leads to its members."""
        name = self.owner.definition.name if self.owner is not None else ""
        outlines = (self._files.index.outline(path) for path in self._files.index.files_with(name))
        return bool(name) and not any(
            base.rpartition(".")[2] == name
            for outline in outlines
            if outline is not None
            for each in outline.definitions
            for base in each.bases
        )

    def overrides(self, other: Symbol) -> bool:
        """Whether this definition overrides the other one."""
        above = self._files.classes.owner(other)
        return (
            self.owner is not None and above is not None and self._files.classes.descends(self.owner, above)
        )

    def may_implement(self, other: Symbol) -> bool:
        """Whether the other definition is a protocol's, which any class with the name may implement."""
        above = self._files.classes.owner(other)
        return (
            self.owner is not None
            and above is not None
            and any(each.rpartition(".")[2] == "Protocol" for each in above.definition.bases)
        )

    def is_only_implementation(self, other: Symbol) -> bool:
        """Whether the other is a mere declaration above this definition, which alone implements it."""
        if not self.overrides(other) or not self._files.is_stub(other):
            return False
        below = Family(self._files, other).below
        return {(each.path, each.definition.qualified) for each in below} == {
            (self.symbol.path, self.symbol.definition.qualified)
        }

    def source_by_name(self) -> Source:
        """Return what the bare name on an unknown receiver is worth: the only definition, or a name."""
        return Source.ONLY if self._is_only else Source.NAME

    @cached_property
    def _is_only(self) -> bool:
        """Whether the name alone tells: it is distinctive, and only its own line of classes defines it."""
        name = self.symbol.definition.name
        if self.owner is None or not is_distinctive(name):
            return False
        if self.symbol.definition.kind not in {Kind.METHOD, Kind.ATTRIBUTE, Kind.CLASS, Kind.FUNCTION}:
            return False
        below = set(self.below)
        return all(each in below for each in self.namesakes)


def is_everyday(name: str) -> bool:
    """Whether objects of all sorts have something of that name."""
    return name in _EVERYDAY or name.startswith("__")


def is_distinctive(name: str) -> bool:
    """Whether a name is likely to mean one thing wherever it stands: one of several words."""
    if is_everyday(name) or name in _of_platforms():
        return False
    inner = name.strip("_")
    return "_" in inner or _HUMPS.search(inner) is not None


@cache
def _of_platforms() -> frozenset[str]:
    """Return the longer names that the standard libraries of each language give their own members."""
    text = resources.files(__package__).joinpath("platform_names.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
