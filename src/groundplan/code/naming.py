"""What a person names, found in the code: a definition by its name, its dotted name, or `path::name`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.bodies import without_overloads
from groundplan.code.citations.symbols import find_inherited
from groundplan.code.index import Symbol
from groundplan.code.modules import Modules
from groundplan.code.nearest import nearest
from groundplan.code.outline import Kind
from groundplan.code.resolution.classes import Classes
from groundplan.code.unparsed import unparsed_with, why_unparsed
from groundplan.plan.errors import Misused, Unknown
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView

_JOINTS = re.compile(r"::|[.\\]|(?<=\w)#")  # the `#` of a private member in JavaScript is its name's
# `operator ()` of C++; `operator()()` and `operator==()` are called
_OPERATOR = re.compile(r"\boperator\s*(\(\)|[^\w\s()]{1,3})(?:\(\))?\Z")
_PACKAGED = (".java", ".kt", ".cs", ".php")
_PACKAGE = re.compile(rb"^package[ \t]+(\w+)", re.MULTILINE)
_SHOWN = 8
_CLASSES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.ENUM})
_NEAR = 3


def find_symbols(index: CodeView, said: str) -> tuple[Symbol, ...]:
    """Return the definitions meant by `name`, `Class.name`, `package.module.name` or `path::name`."""
    plain, bare = _plain(said), said.strip().removesuffix("()")
    return _find(index, plain) or (_find(index, bare) if bare != plain else ())


def _find(index: CodeView, said: str) -> tuple[Symbol, ...]:
    path, separator, qualified = said.partition("::")
    files = _files_meant(index, path) if separator else []
    if files:
        name = _JOINTS.sub(".", qualified)
        found = tuple(
            Symbol(each, definition)
            for each in files
            if (outline := index.outline(each))
            for definition in outline.find(name)
        )
        found = found or tuple(each for path in files for each in inherited_in(index, path, name))
        return found or (_ending_in(index, files, name) if "." in name else ())
    parts = _JOINTS.split(said.strip("\\"))  # `Client::fetch` where that is how the language says it
    return symbols_meant(index, parts)


def _plain(said: str) -> str:
    """Return a name without the brackets of a call, and an operator as outlines spell it."""
    if found := _OPERATOR.search(said.strip()):
        return said.strip()[: found.start()] + f"operator{found[1]}"
    return said.strip().removesuffix("()")


def inherited_in(index: CodeView, path: str, qualified: str) -> tuple[Symbol, ...]:
    """Return what `Class.name` of a file has from a base of that class."""
    owner, _, name = qualified.rpartition(".")
    outline = index.outline(path)
    owners = outline.find(owner) if owner and outline else ()
    return tuple(
        dict.fromkeys(each for one in owners for each in _inherited_by(index, Symbol(path, one), name))
    )


def symbols_meant(index: CodeView, parts: list[str]) -> tuple[Symbol, ...]:
    """Return the definitions that a dotted name means, or what a class of that name inherits."""
    found = tuple(each for each in index.symbols(parts[-1]) if is_meant(each, parts))
    found = found or tuple(each for each in index.symbols(parts[-1]) if _is_in_package(index, each, parts))
    return found or _inherited(index, parts)


def _inherited(index: CodeView, parts: list[str]) -> tuple[Symbol, ...]:
    """Return the member that a class has from one of its bases: `Flask.route` is `Scaffold.route`."""
    if len(parts) < 2:
        return ()
    owners = [
        each
        for each in index.symbols(parts[-2])
        if each.definition.kind is Kind.CLASS and is_meant(each, parts[:-1])
    ]
    classes = Classes(Modules(index))
    found = tuple(dict.fromkeys(each for owner in owners for each in classes.members(owner, parts[-1])))
    return found or tuple(
        dict.fromkeys(each for owner in owners for each in _inherited_by(index, owner, parts[-1]))
    )


def _inherited_by(index: CodeView, owner: Symbol, name: str) -> Iterator[Symbol]:
    """Yield the member that a class of any language has from a base in this repository."""
    place = find_inherited(index, owner.path, f"{owner.definition.qualified}.{name}")
    outline = index.outline(place.path) if place else None
    if place is not None and outline is not None:
        yield from (Symbol(place.path, each) for each in outline.find(place.qualified))


def package_of(index: CodeView, path: str) -> str:
    """Return the package that a file of Go names: its folder may be called otherwise, or be the root."""
    found = _PACKAGE.search(index.text(path) or b"") if path.endswith(".go") else None
    return found[1].decode() if found else ""


def _is_in_package(index: CodeView, symbol: Symbol, parts: list[str]) -> bool:
    """Tell whether `pflag.FlagSet` is a definition of the package `pflag`."""
    own = symbol.definition.qualified.split(".")
    return parts[1:] == own and parts[0] == package_of(index, symbol.path)


def is_meant(symbol: Symbol, parts: list[str]) -> bool:
    """Tell whether dotted words end in the definition's own name and begin in its path, if they go on."""
    own = symbol.definition.qualified.split(".")
    if len(parts) <= len(own):
        return own[-len(parts) :] == parts
    stem = symbol.path.rpartition(".")[0].removesuffix("/__init__").split("/")
    before = parts[: -len(own)]
    # a package is a folder where each class has a file of its own name: `com.example.Client`
    folders = stem[:-1] if symbol.path.endswith(_PACKAGED) else stem
    return parts[-len(own) :] == own and before in (stem[-len(before) :], folders[-len(before) :])


def pick_symbol(index: CodeView, said: str) -> Symbol:
    """Return the one definition that words mean, or raise with what they could have meant."""
    found = find_symbols(index, said) or members_named(index, said)
    if not found:
        raise _unknown(index, said)
    distinct = [_implemented(index, each) for each in _outermost(found)]
    if len(distinct) == 1:
        return distinct[0]
    listed = [f"`{cite(each)}`" for each in distinct[:_SHOWN]]
    more = " and others" if len(distinct) > _SHOWN else ""
    raise Misused(
        f"`{said}` names more than one definition: {', '.join(listed)}{more}",
        hint=f"Name one of them: {listed[0]}",
    )


def _implemented(index: CodeView, symbol: Symbol) -> Symbol:
    """Return the implementation of a definition whose overloads stand before it."""
    outline = index.outline(symbol.path)
    same = outline.find(symbol.definition.qualified) if outline is not None else ()
    if outline is None or len(same) < 2:
        return symbol
    left = without_overloads(same, index.text(symbol.path) or b"", outline.language)
    return symbol if symbol.definition in left else Symbol(symbol.path, left[0])


def members_named(index: CodeView, said: str) -> tuple[Symbol, ...]:
    """Return what a file defines under a bare name in its classes: `path::name` without the class."""
    path, _, name = _plain(said).partition("::")
    return _ending_in(index, _files_meant(index, path), name) if name else ()


def _ending_in(index: CodeView, files: list[str], name: str) -> tuple[Symbol, ...]:
    """Return the definitions of files whose dotted names end in some words."""
    outlines = ((each, index.outline(each)) for each in files)
    return tuple(
        Symbol(each, definition)
        for each, outline in outlines
        for definition in (outline.definitions if outline else ())
        if f".{definition.qualified}".endswith(f".{name}")
    )


def _unknown(index: CodeView, said: str) -> Unknown:
    """Return the refusal of a name; it names the code that could define it and is not parsed."""
    path, separator, qualified = said.partition("::")
    meant = _files_meant(index, path) if separator else []
    why = why_unparsed(index, meant[0]) if len(meant) == 1 else ""
    if why:
        return Unknown(
            f"`{meant[0]}` is not parsed ({why}), so what it defines is not known",
            hint=Hint("Look for the word itself: ", run("code find", _JOINTS.split(qualified)[-1])),
        )
    unparsed = unparsed_with(index, _JOINTS.split(said)[-1])
    if not unparsed and (why := _why_missed(index, _JOINTS.split(said)[-1])):
        return Unknown(
            f"No definition named `{said}` was found by parsing; {why}", hint=_near_hint(index, said)
        )
    if not unparsed:
        return Unknown(f"No definition named `{said}` was found by parsing", hint=_near_hint(index, said))
    listed = ", ".join(f"`{each.path}` ({each.why})" for each in unparsed[:_SHOWN])
    more = f" and {len(unparsed) - _SHOWN} more" if len(unparsed) > _SHOWN else ""
    return Unknown(
        f"No definition named `{said}` was found by parsing;"
        f" the word is in files that are not parsed: {listed}{more}",
        hint=Hint("Look for the word itself: ", run("code find", _JOINTS.split(said)[-1])),
    )


def _why_missed(index: CodeView, word: str) -> str:
    """Return where Python binds a word deeper than definitions are read, or code is broken; or nothing."""
    bound = re.compile(rb"^[ \t]+%s[ \t]*(?:=(?!=)|:[ \t]*\w)" % re.escape(word.encode()), re.MULTILINE)
    for path in index.files_with(word):
        text, outline = index.text(path) or b"", index.outline(path)
        found = bound.search(text) if path.endswith(".py") else None
        if found:
            line = text.count(b"\n", 0, found.start()) + 1
            return f"`{path}:{line}` sets one, below a condition or in a function"
        if outline is not None and outline.is_broken:
            return f"the word is in `{path}`, of which a part could not be parsed"
    return ""


def _defined(found: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """Leave out the declarations of what is defined as well: a C header says of a function that it exists."""
    defined = [f".{each.definition.qualified}" for each in found if not each.definition.is_declared]
    return tuple(each for each in found if not (each.definition.is_declared and _is_among(each, defined)))


def _is_among(symbol: Symbol, names: list[str]) -> bool:
    """Whether one of some names is the symbol's, with more or fewer namespaces before it."""
    own = f".{symbol.definition.qualified}"
    return any(own.endswith(each) or each.endswith(own) for each in names)


def _outermost(found: tuple[Symbol, ...]) -> list[Symbol]:
    """Return what is left to choose: one for several versions of a name, the plain name before inner ones.

    Of two classes neither goes before the other: the inner one may be what everybody uses.
    """
    found = _defined(found)
    distinct = list({(each.path, each.definition.qualified): each for each in reversed(found)}.values())[::-1]
    top = [each for each in distinct if each.definition.qualified == each.definition.name]
    classes = [each for each in distinct if each.definition.kind in _CLASSES]
    if len(top) != 1:
        return distinct
    return classes if top[0] in classes and len(classes) > 1 else top


def pick_path(index: CodeView, said: str) -> str:
    """Return the file of the index that words mean: its path, or the end of one where only one ends so."""
    path, paths = _from_root(index, said), index.paths()
    ends = _files_meant(index, said)
    if len(ends) == 1:
        return ends[0]
    if ends:
        listed = ", ".join(f"`{each}`" for each in ends[:_SHOWN])
        raise Misused(f"`{said}` names {len(ends)} files: {listed}", hint=f"Name one of them: `{ends[0]}`")
    name = path.rpartition("/")[2]
    same = [each for each in paths if each.rpartition("/")[2] == name][:_NEAR]
    near = same or nearest(path, paths)
    hint = f"Nearest paths: {', '.join(f'`{each}`' for each in near)}" if near else ""
    raise Unknown(f"`{said}` is not a file of this repository", hint=hint)


def _files_meant(index: CodeView, said: str) -> list[str]:
    """Return the file that has this path, or else those whose paths end in it."""
    path = _from_root(index, said)
    if index.outline(path) is not None:
        return [path]
    paths = index.paths()
    return [path] if path in paths else [each for each in paths if each.endswith(f"/{path}")]


def _from_root(index: CodeView, said: str) -> str:
    """Return a path with slashes, from the root where it is written from the root of the disk."""
    path = said.strip().replace("\\", "/").removeprefix("./")
    return path.removeprefix(f"{index.root.as_posix()}/")


def cite(symbol: Symbol) -> str:
    """Return a definition as a plan cites it."""
    return f"{symbol.path}::{symbol.definition.qualified}"


def _near_hint(index: CodeView, said: str) -> str:
    path, separator, qualified = said.partition("::")
    if separator:
        meant = _files_meant(index, path)
        outline = index.outline(meant[0]) if meant else None
        if outline is None:
            near = nearest(_from_root(index, path), index.paths())
            return f"Nearest paths: {', '.join(f'`{each}`' for each in near)}" if near else ""
        defined = list(dict.fromkeys(each.qualified for each in outline.definitions))
        near = nearest(qualified, defined)
        if not near and len(defined) > _SHOWN:
            return ""
        told = ", ".join(f"`{path}::{each}`" for each in near or defined)
        return f"{'Nearest there' if near else 'Defined there'}: {told}" if told else ""
    name = said.rpartition(".")[2]
    same = [f"`{cite(each)}`" for each in _outermost(index.symbols(name))[:_NEAR]]
    if same:
        return f"There is {', '.join(same)}"
    names = nearest(name, index.names())
    if names:
        return f"Nearest names: {', '.join(f'`{each}`' for each in names)}"
    return Hint("Look for the word itself: ", run("code find", name))
