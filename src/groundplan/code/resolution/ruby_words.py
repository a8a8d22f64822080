"""What a word of Ruby does with a method of its name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from groundplan.code.usage import UsageKind

if TYPE_CHECKING:
    from groundplan.code.resolution.brace_text import BraceText

# `send(:name)`, `map(&:name)`, `alias_method :other, :name`: the method is meant by its name.
_BY_NAME = re.compile(
    r"(?:&|\b(?:__send__|public_send|send|method|instance_method|try|public_method)[ (]\s*"
    r"|\b(?:alias_method|alias|undef_method|remove_method|private|protected|public|module_function"
    r"|private_class_method|public_class_method|delegate|def_delegators?)[ (]\s*"
    r"(?::?@?[\w?!]+,?\s+){0,20}):\Z"
)
_MEMBER = re.compile(r"(?:\.|::|&\.)\s*\Z")
_SET = re.compile(r"\s*(?:[-+*/|&]{0,2}|\|\||&&)=(?![=~>])")
_KEY = re.compile(r":(?!:)")
_PATTERN = re.compile(r"(?:^|[\s(,=~!&|])/(?![\s=])(?:\\.|[^/\\\n])+/|%[rwi]([{(\[|!])[^\n]*?[})\]|!]")
_NEAR = 60


def read_word(file: BraceText, at: int, name: str) -> UsageKind | None:
    """Return what a word in the code does with a method of that name; None where it is something else."""
    before, end = file.code[max(0, at - _NEAR) : at], at + len(name)
    if before.endswith(("@", "$")) or _is_in_pattern(file, at):
        return None
    if before.endswith(":") and not before.endswith("::"):
        return UsageKind.REFERENCE if _BY_NAME.search(before) else None
    if _SET.match(file.code, end):
        return None  # `x.name = 1` calls `name=`, and `name = 1` is a variable
    if _MEMBER.search(before):
        return UsageKind.CALL
    if file.code[end : end + 1] == "(":
        return UsageKind.CALL  # a variable of the name hides none with brackets
    if _KEY.match(file.code, end) or _is_variable(file, at, name):
        return None
    return UsageKind.CALL


def _is_in_pattern(file: BraceText, at: int) -> bool:
    """Tell whether a word is in a regular expression or a list of words, which are no code."""
    line = file.line_of(at)
    start = file.starts[line - 1]
    return any(each.start() < at - start < each.end() for each in _PATTERN.finditer(file.span(line, line)))


def _is_variable(file: BraceText, at: int, name: str) -> bool:
    """Tell whether the method around a word binds it: by assignment, as a parameter, of itself or a block."""
    around = file.outline.at(file.line_of(at))
    code = file.span(around.first, around.last) if around is not None else file.code
    return _binding(name).search(code) is not None


@cache
def _binding(name: str) -> re.Pattern[str]:
    word = rf"(?<![\w.@$:]){re.escape(name)}(?![\w?!])"
    return re.compile(
        rf"{word}\s*(?:[-+*/|&]{{0,2}}|\|\||&&)=(?![=~>])"  # name = …, name ||= …
        rf"|{word}\s*(?:,\s*[*\w@]+\s*)+=(?![=~>])|,\s*\*?{word}\s*=(?![=~>])"  # name, other = …
        rf"|\|[^|\n]*{word}[^|\n]*\|"  # { |name| … }
        rf"|\bdef\s[^\n(]*[( ][^\n)]*{word}|\bfor\s[^\n]*{word}[^\n]*\bin\b|=>\s*{word}\s*$",
        re.MULTILINE,
    )
