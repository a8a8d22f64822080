"""A claim in free words as plain clauses, one statement each: asides left out, bare code put in backticks.

Only what changes no meaning is left out. A clause that says what would, may or should be is left as it is,
and marked: nothing here can tell whether it is so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.plan.citation import KNOWN_ENDINGS, KNOWN_NAMES, parse_citation
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.plan.statement import Statement

_LONGEST = 2_000  # letters of a claim that is read
_REPO = r"(?:the|this|our)\s+(?:repo(?:sitory)?|code\s?base|project|code|source(?:\s+(?:code|tree))?)"
_LEAD = late_regex(
    rf"(?:(?:note|notice|observe)\s+that\s+|(?:i|we)\s+(?:see|found|noticed|believe|think|checked|"
    rf"can\s+see)\s+that\s+|i\s+count\s+(?=\w+\s+call)|it\s+(?:seems|appears|looks\s+like)\s+(?:that\s+)?|as\s+far\s+as\s+i\s+can\s+(?:tell|see)\s*,?\s*|"
    rf"(?:currently|today|right\s+now|at\s+present|at\s+the\s+moment|as\s+of\s+(?:now|today)|in\s+fact|actually|notably|"
    rf"importantly|looking\s+at\s+the\s+code|in\s+{_REPO}|also|moreover|furthermore|however|and|but|so)\s*,?\s+)+",
    re.IGNORECASE,
)
_ASIDE = late_regex(
    r"\s+(?:already|currently|actually|still|really|indeed|simply|presently|today|now|explicitly|apparently|"
    r"probably|also|at\s+the\s+moment|right\s+now|as\s+of\s+(?:now|today)|at\s+present|in\s+fact|at\s+all)\b(?!\s*`)",
    re.IGNORECASE,
)
_THINGS = (
    r"function|method|class|helper|struct|type|file|module|constant|enum|trait|interface|variable|symbol|hook|component|"
    r"folder|directory|macro|property|attribute|field|test\s+file|source\s+file|config(?:uration)?\s+file|script|manifest"
)
_BEFORE = late_regex(rf"\b(?:the|an?|its)\s+(?:(?:{_THINGS})\s+)?(?:called\s+|named\s+)?(?=`)", re.IGNORECASE)
_BEHIND = late_regex(rf"(?<=`)\s+(?:{_THINGS})\b(?!\s+(?:of|for)\b)", re.IGNORECASE)
_LINES = r"lines?\s+(?P<first>\d{1,7})(?:\s*(?:-|–|to|through|and)\s*(?P<last>\d{1,7}))?"
_LINE_OF = late_regex(rf"\b(?:the\s+)?{_LINES}\s+(?:of|in)\s+`(?P<file>[^`\n:]{{1,200}})`", re.IGNORECASE)
_FILE_LINE = late_regex(
    rf"`(?P<file>[^`\n:]{{1,200}})`\s*(?:,|\(|at|on|around)?\s*(?:at\s+|on\s+)?{_LINES}\s*\)?", re.IGNORECASE
)
_IN_FILE = late_regex(
    r"`(?P<name>[^\W\d][\w$.:#]*(?:\(\))?)`\s+(?:\((?:in\s+|see\s+|at\s+)?`(?P<cited>[^`\n]{1,200})`\)|(?:in|from|of)\s+`(?P<in>[^`\n]{1,200})`)"
    r"(?=\s+(?:is|are|has|have|lacks?|does|doesn't|isn't|exists?|starts?|begins?)\b)",
    re.IGNORECASE,
)
# Code that needs no backticks to be told from words.
_ENDINGS = "|".join(sorted(KNOWN_ENDINGS, key=len, reverse=True))
_BARE = late_regex(
    rf"(?<![\w`/.@:-])(?:(?:[\w.@-]+/)+[\w.@-]*\w(?::\d+(?:-\d+)?)?|[\w-]+\.(?:{_ENDINGS})(?::\d+(?:-\d+)?)?(?![\w(])|"
    r"[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)*\(\)|[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)+(?=[\s,;:)]|\.?$)|"
    rf"(?:{'|'.join(sorted(KNOWN_NAMES - {'BUILD', 'NOTICE', 'WORKSPACE'}))})(?!\w)|"
    r"\w*[^\W_]_[^\W_]\w*|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?![\w`/])"
)
_ABBREVIATION = late_regex(r"(?:e\.g|i\.e|etc|vs|cf|al)\.?", re.IGNORECASE)
_SENTENCE = late_regex(r"(?<=[.!?])\s+(?=[A-Z`])|\s*;\s+")
_JOINT = late_regex(
    r"\s*,\s+(?:and|but|so|yet)\s+|\s+(?:and|but)\s+(?=(?:it|they|there|nothing|no)\s)|\s*,\s+which\s+(?=(?:is|makes|means|leaves|has)\s)|\s+—\s+"
)
_PRONOUN = late_regex(r"(?:it|they|this|that|which)(?=(?:'s)?\s)", re.IGNORECASE)
_HAS = late_regex(r"(?:has|have|is|are|does|lacks?|exists?)\b", re.IGNORECASE)
_CITED = late_regex(
    r"\s*\((?:see\s+|cf\.?\s+|at\s+|in\s+|e\.g\.?\s+)?`[^`()]+`(?:\s*(?:,|and|;)\s*`[^`()]+`)*\)"
)
# What may be, would be or is to be, and what holds only under a condition.
_NOT_SAID = late_regex(
    r"\b(?:will|would|should|shall|must|may|might|could|if|unless|until|once\s+(?:the|we|it|this|that|you)|when|whenever|assum\w+|suppos\w+|"
    r"recommend\w*|propos\w+|suggest\w*|plan(?:s|ned|ning)?|want\w*|going\s+to|needs?\s+to|ought|likely|perhaps|maybe|"
    r"used\s+to|was|were|had|previously|formerly|originally|for\s+example|e\.g|such\s+as|almost|nearly|mostly|hardly|"
    r"barely|few|some|most|many|several|at\s+least|at\s+most|more\s+than|fewer\s+than|less\s+than|about|around|roughly|"
    r"approximately|up\s+to|over|or)\b|~|\?",
    re.IGNORECASE,
)
_FILLER = late_regex(
    r"\b(?:the|an?|is|are|has|have|in|at|on|of|from|by|it|its|there|exactly|only|just|here|and)\b",
    re.IGNORECASE,
)
_OF_QUOTE = late_regex(
    r"\b(?:reads?|says?|contains?|shows?|defines?|declares?|sets?|defined|declared|lines?|lives?|sits?)\b",
    re.IGNORECASE,
)
_OF_VERSION = late_regex(
    r"\b(?:we|this|our|project|repo(?:sitory)?|code\s?base|depends?|uses?|using|pins?|pinned|requires?|declares?|locks?|"
    r"locked|version|package|library|crate|gem|to|runs?)\b",
    re.IGNORECASE,
)
# Words that go with what is not there, or not yet: then a file that is named need not exist.
_ABSENT = late_regex(
    r"\b(?:no|not|never|none|nothing|without|missing|lacks?|absent|nowhere|new|add\w*|creat\w*|introduc\w*|writ\w+|"
    r"extract\w*|mov\w+|renam\w+|split\w*|put|place|generat\w*|build\w*|output\w*|emit\w*|produc\w+|install\w*|"
    r"cop(?:y|ies|ied)|like|similar\w*|instead|rather|example|becom\w+|delet\w+|remov\w+|drop\w*|ignor\w+|save[sd]?)\b|n't",
    re.IGNORECASE,
)


def read_clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a claim, each as one plain sentence."""
    marked = _outside_code(" ".join(text[:_LONGEST].split()), _mark_code)
    return tuple(clause for sentence in _SENTENCE.split(marked) for clause in _clauses(sentence.strip()))


def is_plainly_said(clause: str) -> bool:
    """Tell whether a clause says what is so today, and for certain."""
    return _NOT_SAID.search(re.sub(r"`[^`]*`", "", clause)) is None


def takes_for_granted(clause: str) -> bool:
    """Tell whether a clause says what is so, of things that it takes to be there."""
    return is_plainly_said(clause) and _ABSENT.search(re.sub(r"`[^`]*`", "", clause)) is None


def is_covered(clause: str, statements: Iterable[Statement]) -> bool:
    """Tell whether some statements are all that a clause says, but for words that add nothing."""
    rest = clause
    for each in statements:
        cited = f"`{each.citation.text}`" if each.citation else ""
        for said in (each.text, f"`{each.text}`", cited):
            rest = rest.replace(said, " ", 1) if said else rest
        rest = _OF_VERSION.sub(" ", rest) if each.topic is Topic.VERSION else rest
        rest = _OF_QUOTE.sub(" ", rest) if each.topic is Topic.QUOTE else rest
    return not _FILLER.sub("", rest).strip(" `.,:()")


def _clauses(sentence: str) -> Iterator[str]:
    """Yield the parts of a sentence; what is said of "it" is said of the first name before."""
    subject = ""
    for part in _JOINT.split(sentence):
        said = part.strip(" .,!")
        if subject:
            said = _PRONOUN.sub(lambda _, name=subject: name, said, count=1) if _PRONOUN.match(said) else said
            said = f"{subject} {said}" if _HAS.match(said) else said
        plain = smooth(said)
        subject = next((f"`{each}`" for each in re.findall(r"`([^`]+)`", plain)), subject)
        if plain:
            yield plain


def smooth(clause: str) -> str:
    """Return a clause without asides, articles before code, and citations in brackets; lines beside files."""
    plain = _LINE_OF.sub(_with_lines, clause)
    plain = _FILE_LINE.sub(_with_lines, plain)
    plain = _IN_FILE.sub(_with_file, _BEHIND.sub("", _BEFORE.sub("", plain)))
    plain = _CITED.sub("", plain)
    plain = _outside_code(plain, lambda words: _ASIDE.sub("", words))
    plain = plain[lead.end() :] if (lead := _LEAD.match(plain)) else plain
    return " ".join(_BEHIND.sub("", _BEFORE.sub("", plain)).split()).strip(" .,!;")


def _with_lines(match: re.Match[str]) -> str:
    if parse_citation(match["file"]) is None:
        return match[0]
    last = f"-{match['last']}" if match["last"] else ""
    return f"`{match['file']}:{match['first']}{last}`"


def _with_file(match: re.Match[str]) -> str:
    """Name a definition with its file: `load` in `src/a.py`, or `load` (`src/a.py:3`)."""
    file = parse_citation(match["cited"] or match["in"])
    if file is None or file.symbol or "/" in match["name"]:
        return match[0]
    return f"`{file.path}::{match['name'].partition('(')[0]}`"


def _mark_code(words: str) -> str:
    return _BARE.sub(lambda match: match[0] if _ABBREVIATION.fullmatch(match[0]) else f"`{match[0]}`", words)


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change the words of a text, and leave its code spans as they are."""
    done, at = [], 0
    for start, end in code_spans(text):
        done += [change(text[at:start]), text[start:end]]
        at = end
    return "".join([*done, change(text[at:])])
