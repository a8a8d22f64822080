"""What the C preprocessor is told, and a grammar without it trips over, blanked before a text is parsed.

`class LEVELDB_EXPORT Table {` is no class to the grammar, and an `#if` between the parts of a statement
breaks it. Nothing is expanded: a word is blanked that by its look and its place can only be an attribute, an
annotation or a line of its own. Every byte stays in its place, and so do sides of an `#if` that are whole.
"""

from __future__ import annotations

import re
from itertools import pairwise

_CALL = rb"(?:\([^()\n]{0,200}\))?"
_SHOUT = rb"[A-Z][A-Z0-9_]{3,60}" + _CALL
_WHOLE = rb"[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\(\"[^\"\n]{0,100}\"\))?"
_TYPED = (
    rb"static|inline|extern|constexpr|const|virtual|explicit|unsigned|signed|void|int|char|bool|auto|long|short"
    rb"|float|double|size_t|ssize_t|struct|class|enum|template|friend|using|typedef|operator|namespace"
    rb"|u?int[0-9]*_t|std::\w+"
)
_SPECIFIES = rb"CONSTEXPR|CONSTEVAL|INLINE|API|EXPORT|DEPRECATED|NODISCARD|EXPLICIT"
_BLANKED = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        # class EXPORT Name {
        rb"\b(?:class|struct|union|enum)[ \t]+((?:" + _SHOUT + rb"\s+){1,3})"
        rb"(?=[A-Za-z_][\w:]*\s*(?:final\s*)?[:{])",
        # API_WORD static int f(); INLINE_WORD size_t f()
        rb"(?<![\w.>#])(" + _SHOUT + rb"\s+)(?=(?:" + _TYPED + rb")\b)",
        # EXPORT Status Open(…)
        rb"^[ \t]*(?:(?:static|inline|extern|virtual)[ \t]+){0,3}(" + _SHOUT + rb"\s+)"
        rb"(?=[A-Za-z_][\w:]*(?:<[^<>\n]{0,100}>)?[ \t*&]+[A-Za-z_~][\w:~]*[ \t]*\()",
        # int CDECL main(void); void INLINE pool::post(
        rb"[\w>][ \t*&]+(" + _SHOUT + rb"[ \t]+)(?=[A-Za-z_~][\w:~]*[ \t]*\()",
        # int printflike(2, 3) log_it(…): numbers alone are no parameters
        rb"[\w>*][ \t*&]+(\w{3,60}\([ \t]*\d+(?:[ \t]*,[ \t]*\d+)*[ \t]*\)\s+)(?=[A-Za-z_]\w*[ \t]*\()",
        # CONSTEXPR Node(int size) : …, a constructor
        rb"^[ \t]*((?:[A-Z0-9_]{0,40}(?:" + _SPECIFIES + rb")[A-Z0-9_]{0,40}[ \t]+){1,3})"
        rb"(?=[A-Za-z_~][\w:~]*(?:<[^<>\n]{0,80}>)?[\w:~]*[ \t]*\()",
        # if CONSTEXPR_17 (size > 3)
        rb"\bif[ \t]+([A-Z][A-Z0-9_]{3,60})[ \t]*(?=\()",
        # void Lock() EXCLUSIVE_LOCK_FUNCTION(); int count_ GUARDED_BY(mutex_);
        rb"^(?![ \t]*(?:if|while|for|switch|else|return|case|#))[^\n;{}=]{0,300}\)\s*(?:const\s*)?"
        rb"(?:override\s*)?((?:\s{0,20}" + _SHOUT + rb"){1,3})(?=\s*(?:[;{:=]|override|final|->))",
        rb"\w[ \t\n]+((?:PT_)?GUARDED_BY" + _CALL + rb")(?=\s*[;={])",
        # BEGIN_NAMESPACE, END_TRY, IGNORE_WARNING("-Weffc++"), alone on its line
        rb"(?<=[;}])\n[ \t]*([A-Z][A-Z0-9]*_[A-Z0-9_]+)[ \t]*\n",
        rb"(?<=[;{}])\n[ \t]*([A-Z][A-Z0-9]*_[A-Z0-9_]+)[ \t]*(?=\{)",
        rb"(?<![,(=|&+?:\\-])\n[ \t]*(" + _WHOLE + rb")[ \t]*(?=\n(?!\s*[},){=|&+?:;.-]))",
    )
)
_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:[ \t]+([^\n]{0,300}))?$", re.MULTILINE)
_ATTRIBUTES = re.compile(
    rb"(?:static|inline|__inline(?:__)?|__forceinline|extern|constexpr|noexcept|__attribute__\s*\(\([^()\n]*"
    rb"(?:\([^()\n]*\)[^()\n]*)*\)\)"
    rb"|__declspec\([^()]*\)|\[\[\w+\]\]|\s)*"
)
_DIRECTIVE = re.compile(rb"^[ \t]*#(?:[^\n\\]*+(?:\\\r?\n|\\)?)*", re.MULTILINE)
_CONDITION = re.compile(rb"[ \t]*#[ \t]*(if|ifdef|ifndef|el\w+|endif)\b[ \t]*(0\b)?")
_COMMENT = re.compile(rb"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?")
_REMARK = re.compile(rb'"(?:\\.|[^"\\\n])*"|/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/')
_MIDDLES = frozenset(bytes([sign]) for sign in b"{;:,.=)&|?+-*/<>")  # with these a statement goes on
_MOST_WORDS = 300
_LONGEST = 30_000  # a longer branch is whole declarations: nobody writes half a statement of that length

_Mark = tuple[int, int, bool]  # where a directive begins and ends, and whether its condition is 0


def blank_macros(text: bytes) -> bytes:
    """Return the text with such words blanked, each line and each other byte where it was."""
    made = bytearray(text)
    directives = list(_DIRECTIVE.finditer(text))
    for pattern in _patterns(text):
        for found in pattern.finditer(bytes(made)):
            _blank(made, *found.span(1))
    for found in directives:
        # a comment in a directive of several lines ends it for the grammar
        is_long = b"\n" in found[0]
        made[found.start() : found.end()] = _REMARK.sub(_without, found[0]) if is_long else found[0]
    _blank_conditions(made, directives)
    return bytes(made)


def blank_conditions(text: bytes) -> bytes:
    """Return the text without its `#if` and the like, for a language that has these alone."""
    made = bytearray(text)
    _blank_conditions(made, list(_DIRECTIVE.finditer(text)))
    return bytes(made)


def _blank(made: bytearray, start: int, end: int) -> None:
    made[start:end] = bytes(10 if byte == 10 else 32 for byte in made[start:end])


def _without(found: re.Match[bytes]) -> bytes:
    if not found[0].startswith(b"/*"):
        return found[0].replace(b"/*", b"  ")
    return bytes(byte if byte in b"\\\r\n" else 32 for byte in found[0])


def _patterns(text: bytes) -> list[re.Pattern[bytes]]:
    """Return what to look for: the usual places, and words that the file defines as mere attributes."""
    defined = [(name, _COMMENT.sub(b"", value)) for name, value in _DEFINED.findall(text)]
    others = {name for name, value in defined if not _ATTRIBUTES.fullmatch(value)}
    own = sorted({name for name, _ in defined} - others)[:_MOST_WORDS]
    if not own:
        return list(_BLANKED)
    words = b"|".join(map(re.escape, own))
    return [re.compile(rb"\b((?:" + words + rb")\b" + _CALL + rb")(?=\s+[A-Za-z_~])"), *_BLANKED]


def _blank_conditions(made: bytearray, directives: list[re.Match[bytes]]) -> None:
    """Blank each `#if` and its like; of branches that are parts of statements the first alone stays."""
    waiting: list[list[_Mark]] = []
    for found in directives:
        said = _CONDITION.match(found[0])
        if said is None:
            continue
        mark = (found.start(), found.end(), said[2] is not None)
        if said[1].startswith(b"if"):
            waiting.append([mark])
        elif waiting:
            waiting[-1].append(mark)
            if said[1] == b"endif":
                _choose(made, waiting.pop())
    for start, end, _ in (mark for marks in waiting for mark in marks):
        _blank(made, start, end)


def _choose(made: bytearray, marks: list[_Mark]) -> None:
    spans = [(end, following) for (_, end, _), (following, _, _) in pairwise(marks)]
    dead = [span for span, mark in zip(spans, marks, strict=False) if mark[2]]
    branches = [span for span in spans if span not in dead]
    if len(branches) > 1 and not all(_is_whole(made, *each) for each in branches):
        dead += branches[1:]
    for start, end in dead:
        _blank(made, start, end)
    for start, end, _ in marks:
        _blank(made, start, end)


def _is_whole(made: bytearray, start: int, end: int) -> bool:
    """Whether a branch holds whole statements, and no more or less."""
    if end - start > _LONGEST:
        return True
    code = _COMMENT.sub(b"", bytes(made[start:end])).strip()
    code = _DIRECTIVE.sub(b"", code).strip() if b"#" in code else code
    if not code:
        return True
    is_balanced = code.count(b"{") == code.count(b"}") and code.count(b"(") == code.count(b")")
    return is_balanced and code.endswith((b";", b"}")) and code[:1] not in _MIDDLES
