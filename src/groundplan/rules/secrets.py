"""Keys, tokens and passwords have no place in a plan or a talk: both are read by many and kept for ever."""

from __future__ import annotations

import bisect
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex
from groundplan.rules.likely_secrets import find_likely, find_private_keys
from groundplan.rules.registry import rule
from groundplan.rules.secret_shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Document
    from groundplan.rules.secret_shapes import Shape

_LINE_END = late_regex(r"\r\n|\r|\n")
# What people write where a secret would stand.
_SAMPLE = late_regex(
    r"example|x{4,}|\*{3,}|\.{3}|…|your|redacted|placeholder|dummy|sample|change-?_?me|fake|insert|replace|not-?_?real|"
    r"<[^>]*>|\$\{|\{\{|\$\(|%s|%\(|0{8,}|1234567|abcdefg|deadbeef",
    re.IGNORECASE,
)
_WORDS = late_regex(
    r"(?:my|the|some|super|db|user|admin|root|test|postgres|mysql|guest|local|dev|secret|pass|password|passwd|pwd|word|key|token|"
    r"api|hunter2|foo|bar|baz|qwerty|letmein|[\W_\d]){1,12}",
    re.IGNORECASE,
)
_PATH = late_regex(r"[\w.-]+(?:/[\w.-]+)+\.[a-z]{1,5}(?:::?[\w.:-]+)?")
_LEAST_LETTERS = 8  # of a secret that is left out wherever it stands
_LEAST_BITS = 3.0  # per character: words and dictionary passwords have less variety than keys


@dataclass(frozen=True, slots=True, order=True)
class Secret:
    """That a secret stands somewhere, and of which kind; never the secret itself."""

    line: int
    column: int
    kind: str


def find_secrets(text: str) -> list[Secret]:
    """Return kind and place of each secret in a text, in reading order; samples and placeholders are none."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    lines = ((bisect.bisect_right(starts, start), start, kind) for start, _, kind in _find_spans(text))
    return [Secret(line, start - starts[line - 1] + 1, kind) for line, start, kind in lines]


def leave_out_secrets(text: str) -> str:
    """Return a text with the kind of each secret in place of the secret, and of what may well be one."""
    for find in (find_private_keys, _find_spans, _find_likely):
        spans = list(find(text))
        values = {text[start:end]: kind for start, end, kind in spans if end - start >= _LEAST_LETTERS}
        text = _left_out(text, spans)
        # The same characters elsewhere in the text, without what gave them away, are the same secret.
        for value, kind in values.items():
            text = text.replace(value, f"‹{kind} left out›")
    return text


def leave_out_of_tree(value: Any) -> Any:  # noqa: ANN401 - any tree of plain values
    """Return plain data with the secrets of its texts left out; whatever else it holds stays."""
    if isinstance(value, Mapping):
        return {leave_out_of_tree(key): leave_out_of_tree(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(leave_out_of_tree(each) for each in value)
    return leave_out_secrets(value) if type(value) is str else value


def _left_out(text: str, spans: list[tuple[int, int, str]]) -> str:
    parts, after = [], 0
    for start, end, kind in sorted(spans):
        if start >= after:
            parts += [text[after:start], f"‹{kind} left out›"]
            after = end
    return "".join((*parts, text[after:])) if parts else text


def _find_likely(text: str) -> Iterator[tuple[int, int, str]]:
    return find_likely(text, lambda value: _is_sample(value) or _WORDS.fullmatch(value) is not None)


def _find_spans(text: str) -> list[tuple[int, int, str]]:
    taken: list[tuple[int, int, str]] = []  # sorted, and never overlapping
    for shape in SHAPES:
        if not any(sign in text for sign in shape.signs):
            continue
        for start, end in _matches(shape, text):
            # The same characters may fit two shapes; the first, more exact one, names them.
            after = bisect.bisect(taken, (start, end))
            if not any(start < b and a < end for a, b, _ in taken[max(after - 1, 0) : after + 1]):
                taken.insert(after, (start, end, shape.kind))
    return taken


def _matches(shape: Shape, text: str) -> Iterator[tuple[int, int]]:
    for match in shape.pattern.finditer(text):
        kept = match[1] if match.re.groups else ""
        if kept and (_is_sample(kept) or (shape.is_wordlike and not _looks_random(kept))):
            continue
        yield match.span()


def _is_sample(value: str) -> bool:
    return _SAMPLE.search(value) is not None or len(set(value)) < min(8, len(value) // 3 + 1)


def _looks_random(value: str) -> bool:
    """Tell a key from a word: letters and digits, many different ones, no word people use as a stand-in."""
    if (
        _WORDS.fullmatch(value)
        or _PATH.fullmatch(value)
        or not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value))
    ):
        return False
    counts = Counter(value)
    bits = -sum(count / len(value) * math.log2(count / len(value)) for count in counts.values())
    return bits >= min(_LEAST_BITS, math.log2(len(value)) * 0.8)


@rule("GP609", "secret", always=True)
def secret(case: Case) -> Iterator[Finding]:
    """No document of the plan holds a key, token or password."""
    for document in case.plan.documents:
        for found in find_secrets(document.text):
            yield Finding(
                "GP609",
                f"This looks like a secret: `{found.kind}`",
                Place(document.path, found.line, found.column),
                _section_at(document, found.line),
                "Take it out, and revoke it: whoever could read the file may have it",
                subject=f"{found.kind}:{found.line}",
            )


def _section_at(document: Document, line: int) -> str:
    before = [section for section in document.sections if section.line <= line]
    return before[-1].key if before else document.header.key
