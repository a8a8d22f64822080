"""A file's outline by the grammar of its language: parsed once, queried once, nothing run or followed."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from groundplan.code.grammars.defining import define
from groundplan.code.grammars.gathered import CHAIN_LIMIT
from groundplan.code.grammars.gathering import gather
from groundplan.code.grammars.grammar import Public, Taker, reader
from groundplan.code.grammars.importing import find_statements, read_exports, read_imports, read_names
from groundplan.code.outline import Import, Outline

if TYPE_CHECKING:
    from tree_sitter import Node

    from groundplan.code.grammars.gathered import Gathered

SINGLE_FILE = frozenset({"vue", "svelte"})
_INCLUDING = frozenset({"c", "cpp"})
_INCLUDE = re.compile(rb"^[ \t]*+#[ \t]*+include[ \t]*+(<[^>\n]{1,300}>|\"[^\"\n]{1,300}\")", re.MULTILINE)
_C_COMMENT = re.compile(rb"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_GENERATED = re.compile(
    rb"@generated\b|\bcode generated\b[^\n]{0,200}\bdo not edit\b"
    rb"|\b(?:auto-?|automatically )generated\b|\bdo not edit (?:this file|by hand|directly|manually)\b",
    re.IGNORECASE,
)
_BRACES = re.compile(rb"[{}]")
_BODY = re.compile(rb"\s*\{")
_TITLED = re.compile(rb"\w+\(\s*\"")  # by a text, so that it defines no name
_DEEPEST = 12_000
_FIRST_LINES = 2_000
_COMMENT = re.compile(rb"^\s*+(?:/[/*]|\*|<!--|#)[^\n]*+", re.MULTILINE)
_WORD = rb"#?[\w$\x80-\xff]++"
_CHAIN = re.compile(_WORD + rb"(?:\s*+(?:[?!&]?\.|::|\??->|\\)\s*+" + _WORD + rb")*[!?]?")
_LAST_WORD = re.compile(rb"(?:\.|::|->|\\)\s*+(" + _WORD + rb")[!?]?\Z")
_JOINTS = re.compile(rb"::|->|\\")
_SIGNS = re.compile(rb"[\s?!&]+")
_LAST_SIGNS = (b"!", b"?")
_OPENING = re.compile(rb"<script\b([^>]{0,2000})>", re.IGNORECASE)
_CLOSING = re.compile(rb"</script\s*>", re.IGNORECASE)
_MARKUP_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_LANGUAGE = re.compile(rb"\blang\s*=\s*[\"']?(tsx|ts|typescript|jsx)\b", re.IGNORECASE)


def read_with_grammar(language: str, text: bytes) -> Outline:
    """Return the outline of a text in a language with a grammar; what cannot be read is left out."""
    if language in SINGLE_FILE:
        inner, script = cut_scripts(text)
        return _read(inner, script, language, _count_lines(text), is_generated(text))
    return _read(language, text, language, _count_lines(text), is_generated(text))


def is_generated(text: bytes) -> bool:
    """Tell whether a comment in the first lines says that a program wrote the file."""
    return any(_GENERATED.search(line[0]) for line in _COMMENT.finditer(text[:_FIRST_LINES]))


def _read(grammar_name: str, text: bytes, language: str, lines: int, generated: bool) -> Outline:  # noqa: FBT001
    if is_bottomless(text):
        return Outline(language, lines, is_generated=generated, is_broken=True)
    tools = reader(grammar_name)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    mend = tools.grammar.mend
    root = tools.parser.parse(mend(text) if mend else text).root_node
    gathered = gather(text, root, tools)
    statements = find_statements(gathered)
    names = read_names(gathered, tools.grammar, statements)
    definitions = define(gathered, tools.grammar, names)
    imports = read_imports(gathered, tools.grammar, statements)
    if language in _INCLUDING:
        imports = _with_includes(text, imports)
    return Outline(
        language,
        lines,
        definitions,
        imports,
        _read_calls(gathered, is_ruby=tools.grammar.taken_by is Taker.RUBY),
        exports=read_exports(gathered, names, imports, definitions)
        if tools.grammar.public is Public.MODULE
        else None,
        is_generated=generated,
        is_broken=root.has_error and (language not in _INCLUDING or _has_lost(root, text)),
    )


def _has_lost(root: Node, text: bytes) -> bool:
    """Whether a parser could not read something: not where it put in a `;` before a titled body.

    `TEST_CASE("it sells") { … }` is read as a call, and its body as what it is.
    """
    left = [root]
    while left:
        node = left.pop()
        if node.is_error or (node.is_missing and not _is_before_body(node, text)):
            return True
        left += [each for each in node.children if each.has_error]
    return False


def _is_before_body(node: Node, text: bytes) -> bool:
    above = node.parent
    is_titled = above is not None and _TITLED.match(text, above.start_byte) is not None
    is_call = is_titled and above is not None and above.type == "expression_statement"
    return is_call and node.type == ";" and _BODY.match(text, node.end_byte) is not None


def _with_includes(text: bytes, imports: tuple[Import, ...]) -> tuple[Import, ...]:
    """Return the imports of C with those the parser does not see: in a list, or where it could not go on."""
    bare = _C_COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), text)
    known = {each.line for each in imports}
    found = ((bare.count(b"\n", 0, each.start(1)) + 1, each[1]) for each in _INCLUDE.finditer(bare))
    more = [
        Import(word.decode("utf-8", "replace").strip('"'), "", "", line)
        for line, word in found
        if line not in known
    ]
    return tuple(sorted((*imports, *more), key=lambda each: each.line))


def _read_calls(gathered: Gathered, *, is_ruby: bool) -> dict[str, tuple[int, ...]]:
    line_starts = gathered.line_starts
    calls: dict[str, list[int]] = {}
    for words, ends in gathered.calls.items():
        chain = _read_chain(words)
        if chain and is_ruby and words[-1:] in _LAST_SIGNS:
            chain += words[-1:].decode()  # `save!` and `empty?` are names
        if chain:
            calls.setdefault(chain, []).extend(ends)
    for ends in calls.values():
        ends.sort()
    # A query gives what it found in the order of memory addresses, which differs from run to run.
    ordered = sorted(calls.items(), key=lambda call: call[1][0])
    return {chain: tuple([bisect_left(line_starts, end) for end in ends]) for chain, ends in ordered}


@lru_cache(maxsize=4096)  # the same words are called in file after file
def _read_chain(words: bytes) -> str:
    """Return the words of a call as a dotted chain, from a dot where they begin with no name, or nothing."""
    if len(words) <= CHAIN_LIMIT and _CHAIN.fullmatch(words):
        return _JOINTS.sub(b".", _SIGNS.sub(b"", words)).decode("utf-8", "replace")
    found = _LAST_WORD.search(words)
    return "." + found[1].decode("utf-8", "replace") if found else ""


def is_bottomless(text: bytes) -> bool:
    """Whether blocks are nested deeper than a query can count (it has 16 bits, a block takes up to four)."""
    if text.count(b"{") < _DEEPEST:
        return False
    return max(accumulate(1 if sign == b"{" else -1 for sign in _BRACES.findall(text))) > _DEEPEST


def _count_lines(text: bytes) -> int:
    return text.count(b"\n") + (not text.endswith(b"\n") and bool(text))


def cut_scripts(text: bytes) -> tuple[str, bytes]:
    """Return the language of a component's scripts and their text, each line where it stands in the file."""
    language, kept, at = "javascript", [], 0
    text = _MARKUP_COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), text) if b"<!--" in text else text
    while opening := _OPENING.search(text, at):
        closing = _CLOSING.search(text, opening.end())
        end = closing.start() if closing else len(text)
        kept += [b"\n" * text.count(b"\n", at, opening.end()), text[opening.end() : end]]
        named = _LANGUAGE.search(opening[1])
        if named and named[1].lower() in {b"ts", b"typescript"} and language != "tsx":
            language = "typescript"
        elif named and named[1].lower() == b"tsx":
            language = "tsx"
        at = end
        if closing is None:
            break
    return language, b"".join(kept)
