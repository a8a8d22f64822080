"""The tokens of a text, so that two texts can be compared without their layout."""

from __future__ import annotations

import ast
import io
import json
import keyword
import re
import tokenize
import warnings
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.languages import PLAIN, SCRIPTS, language_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

_LARGEST = 2_000_000  # bytes
_OPENERS, _CLOSERS = frozenset("([{"), frozenset(")]}")
_LAYOUT = frozenset({tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT})
_SKIPPED = frozenset({tokenize.ENCODING, tokenize.NL, tokenize.ENDMARKER})
# Nodes in which each blank counts.
_QUOTES = re.compile(r"string|regex|heredoc|nowdoc|character|char_literal|rune|subshell|uninterpreted|text$")


class Token(NamedTuple):
    """A token with its line, counted from 1. Marks of structure are tokens too: `<if_statement`."""

    text: str
    line: int
    is_comment: bool = False


def read_tokens(path: str, text: bytes) -> tuple[Token, ...] | None:
    """Return the tokens of a text; None where its language is not parsed, or the text does not parse."""
    language = language_of(path, text)
    if language in {PLAIN, "vue", "svelte"} or len(text) > _LARGEST:
        return None
    try:
        found = _python(text) if language == "python" else _parsed(language, text)
        return tuple(found)
    except (SyntaxError, tokenize.TokenError, RecursionError, MemoryError, ValueError):
        return None


def has_same_comments(path: str, old: bytes, new: bytes) -> bool:
    """Tell whether two texts have the same comments, or comments that are not known."""
    before, after = read_tokens(path, old), read_tokens(path, new)
    if before is None or after is None:
        return True
    return [each.text for each in before if each.is_comment] == [
        each.text for each in after if each.is_comment
    ]


def has_same_code(path: str, old: bytes, new: bytes) -> bool:
    """Tell whether two texts differ in layout and comments at most."""
    if path.endswith(".json") and len(old) + len(new) < _LARGEST:
        return _json(old) == _json(new) is not None
    if language_of(path, new) == "python" and _same_tree(old, new):
        return True
    before, after = read_tokens(path, old), read_tokens(path, new)
    if before is None or after is None:
        return _bare(old) == _bare(new)
    return [each.text for each in before if not each.is_comment] == [
        each.text for each in after if not each.is_comment
    ]


def _json(text: bytes) -> str | None:
    try:
        # programs differ in which of two equal keys counts, and in how many digits do
        return repr(json.loads(text, object_pairs_hook=tuple, parse_float=Decimal))
    except (ValueError, RecursionError):
        return None


def _bare(text: bytes) -> list[bytes]:
    """Return the lines of a text nobody parses: in most languages only what ends a line means nothing.

    A blank behind a stroke does: the next line is then no longer part of this one.
    """
    lines = ((line, line.rstrip()) for line in text.split(b"\n"))
    return [line if bare.endswith(b"\\") else bare for line, bare in lines if bare]


def _same_tree(old: bytes, new: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(old)) == ast.dump(ast.parse(new))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


# Python, whose layout is part of the language.


def _python(text: bytes) -> Iterator[Token]:
    if b"\0" in text:
        raise ValueError("no Python runs it, and from 3.12 on none reads its tokens")
    read = [each for each in tokenize.tokenize(io.BytesIO(text).readline) if each.type not in _SKIPPED]
    code = [each for each in read if each.type != tokenize.COMMENT]
    idle = {id(code[at]) for at in _idle_commas(code)}
    remarks = {id(code[at]) for at in _docstrings(code)}
    for each in read:
        if each.type == tokenize.COMMENT or id(each) in remarks:
            yield Token(" ".join(each.string.split()), each.start[0], is_comment=True)
        elif id(each) not in idle:
            yield Token(_written(each), each.start[0])


def _written(token: tokenize.TokenInfo) -> str:
    if token.type in _LAYOUT:
        return tokenize.tok_name[token.type]
    if token.type != tokenize.STRING or token.string[:1] in "fF":
        return token.string
    try:
        return repr(ast.literal_eval(token.string))
    except (SyntaxError, ValueError):
        return token.string


def _docstrings(tokens: Sequence[tokenize.TokenInfo]) -> Iterator[int]:
    """Yield the strings that are statements by themselves, with the ends of their lines."""
    for at, token in enumerate(tokens):
        is_first = at == 0 or tokens[at - 1].type in _LAYOUT
        is_last = at + 1 < len(tokens) and tokens[at + 1].type == tokenize.NEWLINE
        if token.type == tokenize.STRING and is_first and is_last:
            yield from (at, at + 1)


def _idle_commas(tokens: Sequence[tokenize.TokenInfo]) -> Iterator[int]:
    """Yield the commas before a closing bracket that say nothing: the one of `(x,)` makes a tuple."""
    opened: list[tuple[bool, int]] = []  # whether its only comma may say nothing, and how many it has
    for at, token in enumerate(tokens):
        if token.string in _OPENERS:
            before = tokens[at - 1] if at else token
            is_name = before.type == tokenize.NAME and not keyword.iskeyword(before.string)
            is_behind = is_name or before.string in {")", "]"}  # a call, or an index
            opened.append((token.string == "{" or is_behind == (token.string == "("), 0))
        elif token.string in _CLOSERS and opened:
            is_free, commas = opened.pop()
            if tokens[at - 1].string == "," and (is_free or commas > 1):
                yield at - 1
        elif token.string == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)


# Every other language, by its grammar: with the kinds of the nodes, as a line break may end a statement.


def _parsed(language: str, text: bytes) -> Iterator[Token]:
    # a grammar is a megabyte, and whoever compares plain text needs none
    from groundplan.code.grammars.grammar import reader  # noqa: PLC0415
    from groundplan.code.grammars.reading import is_bottomless  # noqa: PLC0415

    if is_bottomless(text):
        raise ValueError("nested without end")
    tools = reader(language)
    mend = tools.grammar.mend
    tree = tools.parser.parse(mend(text) if mend else text)
    is_script = language in SCRIPTS
    cursor = tree.walk()
    going, end = True, 0
    while going:
        node = cursor.node
        assert node is not None
        # what looks like a comment of HTML is code in a module
        is_comment = "comment" in node.type and node.type != "html_comment"
        if is_comment or node.child_count == 0:
            yield from _passed_over(text, end, node)
            end = max(end, node.end_byte)
            yield from _leaf(text, node, is_comment=is_comment, is_script=is_script)
        elif node.is_named and not _is_wrapping(node):
            yield Token(f"<{node.type}", node.start_point[0] + 1)
        if not is_comment and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                going = False
                break
    if rest := text[end:].strip():
        yield Token(rest.decode("utf-8", "replace"), text.count(b"\n", 0, end) + 1)


def _passed_over(text: bytes, end: int, node: Node) -> Iterator[Token]:
    """Yield what a grammar skips, such as conditions of the preprocessor, and blanks inside quotes."""
    skipped = text[end : node.start_byte].decode("utf-8", "replace")
    around = node.parent
    is_quoted = _is_quoted(node) and around is not None and around.start_byte < node.start_byte
    if skipped.strip() or (skipped and is_quoted):
        said = skipped if is_quoted else " ".join(skipped.split())
        yield Token(said, text.count(b"\n", 0, end) + 1)


def _is_quoted(node: Node) -> bool:
    """Tell whether a node is part of what is said literally; a place where code stands in it is not."""
    kinds = [each.type for each in (node, node.parent) if each is not None]
    return any(_QUOTES.search(each) and not each.endswith("interpolation") for each in kinds)


def _leaf(text: bytes, node: Node, *, is_comment: bool, is_script: bool) -> Iterator[Token]:
    said = text[node.start_byte : node.end_byte].decode("utf-8", "replace")
    line = node.start_point[0] + 1
    if is_comment:
        yield Token(" ".join(said.split()), line, is_comment=True)
    elif node.type == "jsx_text":
        yield from (Token(f'"{each}"', line) for each in _shown(said))
    elif node.is_named and _is_quoted(node):
        yield Token(f'"{said}"', line)
    elif said.strip() and not _says_nothing(node, said, is_script=is_script):
        yield Token(said.strip(), line)


def _shown(said: str) -> Iterator[str]:
    """Yield what is shown of the text of an element: blanks at the end of its lines are not."""
    lines = said.split("\n")
    for at, line in enumerate(lines):
        left = line.lstrip() if at > 0 else line
        if kept := left.rstrip() if at < len(lines) - 1 else left:
            yield kept


def _says_nothing(node: Node, said: str, *, is_script: bool) -> bool:
    if said == ",":
        after, around = node.next_sibling, node.parent
        is_last = after is not None and after.type in {*_CLOSERS, ">"}
        return is_last or (around is not None and around.type == "match_arm")
    if said in {"{", "}"}:
        return node.parent is not None and _is_wrapping(node.parent)
    return is_script and not node.is_named and said in {";", '"', "'"}


def _is_wrapping(node: Node) -> bool:
    """Tell whether a block only wraps an expression, as Rust's formatter does where a line gets long."""
    if node.type != "block" or node.parent is None or node.named_child_count != 1:
        return False
    inner = node.named_child(0)
    is_value = inner is not None and not inner.type.endswith(("_statement", "_item", "_declaration"))
    return is_value and node.parent.type in {"closure_expression", "match_arm"}
