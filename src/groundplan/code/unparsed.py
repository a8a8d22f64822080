"""Code the index holds as text alone: what is asked of names there has no answer, and that is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.languages import PLAIN, language_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView

_ENDINGS = """
    assembly=asm,s batch=bat C++_modules=cppm,ixx Clojure=clj ClojureScript=cljs COBOL=cob
    CoffeeScript=coffee Crystal=cr CUDA=cu Cython=pyx D=d Dart=dart Elixir=ex,exs Elm=elm Erlang=erl
    F#=fs,fsx Fortran=f90 GDScript=gd GLSL=glsl Gradle=gradle GraphQL=graphql Groovy=groovy Haskell=hs
    Julia=jl Lisp=lisp Lua=lua Nim=nim Objective-C=m Objective-C++=mm OCaml=ml,mli Pascal=pas Perl=pl,pm
    PowerShell=ps1 Protocol_Buffers=proto R=r Racket=rkt Scala=sc,scala Scheme=scm shell=bash,sh,zsh
    Solidity=sol SQL=sql Swift=swift SystemVerilog=sv Tcl=tcl Verilog=v VHDL=vhd Visual_Basic=vb Zig=zig
"""
_LANGUAGES = {
    ending: language.replace("_", " ")
    for language, _, endings in (each.partition("=") for each in _ENDINGS.split())
    for ending in endings.split(",")
}


class Unparsed(NamedTuple):
    """A file of code without an outline, and the language it is in or the reason it has none."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} ({self.why})"


def why_unparsed(index: CodeView, path: str) -> str:
    """Return why nothing is known of the names in a file of code, or nothing where that is known."""
    if index.outline(path) is not None:
        return ""
    ending = path.rpartition("/")[2].rpartition(".")[2].lower()
    if ending in _LANGUAGES:
        return _LANGUAGES[ending]
    if language_of(path, b"") == PLAIN:
        return ""
    reasons = (each.reason for each in index.skipped() if each.path == path)
    return next(reasons, "no outline").removeprefix("has no outline: ")


def unparsed_with(index: CodeView, word: str) -> tuple[Unparsed, ...]:
    """Return the files of code that hold a word and are not parsed."""
    found = ((path, why_unparsed(index, path)) for path in index.files_with(word))
    return tuple(Unparsed(path, why) for path, why in found if why)


def is_partly_parsed(index: CodeView, path: str) -> bool:
    """Whether a parser could not read something in a file: what it made of the rest may be wrong."""
    outline = index.outline(path)
    return outline is not None and outline.is_broken


def find_partly_parsed(index: CodeView, answer: object) -> tuple[str, ...]:
    """Return the files named anywhere in an answer, as plain data, that could be parsed only in part."""
    known = set(index.paths())
    named = {each.partition("::")[0].partition(":")[0] for each in _texts(answer)}
    return tuple(path for path in sorted(named & known) if is_partly_parsed(index, path))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
