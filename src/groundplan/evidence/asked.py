"""What a goal asks for, in its own words; nothing where it reports a fault or tidies up."""

from __future__ import annotations

import re
from functools import lru_cache

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.words import identifiers_in, is_compound, stem
from groundplan.wording.terms import GENERIC, GRAMMAR

LONGEST_TITLE = 300
FEWEST_WORDS = 2  # of a thing; what has fewer is told by the rest of its sentence
_FENCE = late_regex(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)
_MARK = late_regex(r"^\s*(?:\[([\w /-]{2,30})\]|([A-Za-z][\w-]{1,20})(?:\([^()\n]{1,60}\))?!?:)\s+")
_ASKING_MARKS = frozenset({"feat", "feature", "feature request", "enhancement", "proposal", "request", "rfc"})
_LEAD = late_regex(
    r"^(?:#{1,6}\s+|[-*]\s+)?(?:please|we (?:need|want|should)(?: to)?|i (?:need|want|would like)(?: to)?|to"
    r"|it (?:should|would be nice|must)(?: be possible)?(?: to)?|let'?s|can (?:we|you)|could (?:we|you))?\s*",
    re.IGNORECASE,
)
# Verbs of work on what is there.
_TIDIES = late_regex(
    r"(?:fix|correct|repair|resolve|handle|prevent|avoid|stop|don'?t|do not|ensure|guard|restore|revert|undo"
    r"|refactor|renam|extract|mov|split|clean|simplif|restructur|reorgani[sz]|inline|consolidat|dedup|merge|unify"
    r"|decoupl|tidy|rewrit|rework|moderni[sz]|speed|optimi[sz]|improv|reduc|document|annotat|cover|deprecat"
    r"|remov|delet|drop|test|bump|upgrad|updat|investigat|explor|evaluat|compar|decid|debug|typo|why|how|what)\w*\b",
    re.IGNORECASE,
)
_ADDS = late_regex(
    r"(?:add(?:s|ing)?|implement(?:ing)?|introduc(?:e|ing)|creat(?:e|ing)|build|provid(?:e|ing)|support(?:ing)?"
    r"|offer|expose|accept|give|enable|allow|let|make)\s+(?=\S)",
    re.IGNORECASE,
)
_CLAUSE = late_regex(r"[:,] (?:add|implement|introduce|create|provide|support)\b[^:,]*$", re.IGNORECASE)
# A sentence about how things are, rather than how they shall be.
_FAULT = late_regex(
    r"\b(?:bugs?|fails?|failing|failure|wrong(?:ly)?|crash(?:es|ed)?|traceback|broken|breaks|incorrect(?:ly)?"
    r"|regression|does ?n[o']t|is ?n[o']t|cannot|can'?t|won'?t|raises|throws|hangs|deadlock|leaks?|ignores"
    r"|unexpected(?:ly)?|inconsistent|no longer|panics|is|are|was|were|gets|returns|has|loses)\b",
    re.IGNORECASE,
)
_REPORT = late_regex(
    r"^Traceback \(most|^#{0,6}\s*\**(?:steps to reproduce|actual|expected|current) ?"
    r"(?:behaviou?r|results?)?\**:?\s*$"
    r"|^(?:expected|actual):",
    re.IGNORECASE | re.MULTILINE,
)
_REPLACES = late_regex(
    r"^(?:replac\w*|swap\w*)\s+.{1,80}?\s(?:by|with)\s+(.+)$"
    r"|^(?:switch|migrat|port|convert|chang)\w*\s+.{0,80}?\bto\s+(.+)$",
    re.IGNORECASE,
)
# Where what is asked for ends and its reason or its occasion begins.
_BECAUSE = late_regex(
    r"\s(?:so that|so|because|since|in order to|such that|instead of|rather than|when(?:ever)?|if|unless"
    r"|until|while|after|before|as soon as)\b.*$|[;?!].*$|\.\s.*$",
    re.IGNORECASE | re.DOTALL,
)
_END = late_regex(
    r"\s(?:that|which|who|for|with|using|from|by|via|of|per|on|in|to|into|onto|between|during)\s|,",
    re.IGNORECASE,
)
_HOLDER = late_regex(r"\s(?:to|on|in|into|onto|of|for)\s+(?:the\s+|every\s+|each\s+)?", re.IGNORECASE)
_SPAN = late_regex(r"`([^`\n]{1,80})`")
_CAPITALS = late_regex(r"^[A-Z][a-z]\w+(?:\.\w+)*")
_NAME = late_regex(r"(?:--)?[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$]*)*")
_WORD = late_regex(r"[A-Za-z][A-Za-z0-9]*(?:/\d(?:\.\d)?)?")  # `HTTP/2` is one word
_CALLED = late_regex(
    r"\b([A-Z]\w*[a-z]\w*) (?:class|exception|struct|interface|enum|method|function|func|middleware)\b"
)
_OBJECTS = frozenset({"prototype", "self", "this", "cls"})
# What a thing may be called whatever it does, and what is said of any: they tell less than other words.
KINDS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "api argument class command component config configuration decorator exception flag func function "
        "handling helper hook interface keyword kwarg layer library mechanism middleware option package "
        "parameter parameters plugin property setting struct system tool type value values"
    ).split()
)
# Verbs of any program's output and calls; a name seldom has them.
LIGHT_VERBS = frozenset(
    (  # noqa: SIM905
        "answer ask call display emit generate invoke notify present produce report respond return send tell"
    ).split()
)
_SAYS_NOTHING = (
    GRAMMAR
    | GENERIC
    | frozenset(
        (  # noqa: SIM905
            "ability able behaviour being built builtin caller core custom declare declared enable enabled "
            "every give let lets logic new own possible possibility print put proper simple way user users "
            "want wanted need number offer offers offered show me many much"
        ).split()
    )
)
_SETTINGS = late_regex(
    r"\b(?:option|flag|argument|parameter|kwarg|keyword|setting|switch|config(?:uration)? key|property)\b",
    re.IGNORECASE,
)
# The longest first; `stem` has cut the last letter of `able` and `ive`.
_ENDINGS = (
    "ization",
    "isation",
    "ation",
    "ition",
    "ating",
    "ment",
    "abl",
    "ibl",
    "ion",
    "iv",
    "iz",
    "at",
    "ly",
)
_FORMS = ("", "e", "s", "es", "ed", "ing", "er", "or", "ion", "ions", "ation", "able", "ive", "ment")
_DOUBLED = late_regex(r"\w\w([bdgmnprt])\1er$")  # `pinner` pins
_FEWEST_LETTERS = 4
_SHORTEST_DOER = 6  # `matcher` matches, `header` heads nothing


@dataclass(frozen=True, slots=True)
class Ask:
    """What a goal asks for: the words for it, each with its root, and names written as code."""

    title: str
    words: tuple[tuple[str, str], ...]  # root and word, in the order of the goal
    head: tuple[tuple[str, str], ...]  # of them those of the thing itself, without what it is for, in or with
    names: tuple[str, ...]  # what shall be added under a name of its own
    holders: tuple[str, ...]  # names it shall be added to
    is_led: bool  # by a verb that tells little
    is_setting: bool  # an option, flag, argument: what is set rather than called

    @property
    def roots(self) -> frozenset[str]:
        """Return the roots of its words."""
        return frozenset(root for root, _ in self.words)

    @property
    def spelled(self) -> tuple[str, ...]:
        """Return its words as the goal writes them."""
        return tuple(word for _, word in self.words)


def read_ask(text: str) -> Ask | None:
    """Return what a goal asks for, read from its first line; None for reports, repairs and tidying."""
    title = _title(text)
    if not title or _REPORT.search(text):
        return None
    mark = _MARK.match(title)
    if mark:
        if (mark[1] or mark[2]).lower() not in _ASKING_MARKS:
            return None
        title = title[mark.end() :]
    title = _LEAD.sub("", title, count=1)
    replaced = _REPLACES.match(title)
    thing = next((each for each in replaced.groups() if each), "") if replaced else _thing(title)
    if not thing:
        return None
    names, holders = _named(thing)
    words, head = _words(thing), _words(_narrowed(thing))
    end = _END.search(thing)
    is_setting = _SETTINGS.search(thing[: end.start()] if end else thing) is not None
    first = words[0][1].lower() if words else ""
    is_led = first in LIGHT_VERBS and thing.lower().startswith(first)
    return Ask(title, words, head, names, holders, is_led, is_setting) if words or names else None


def is_order(text: str) -> bool:
    """Tell whether a goal begins with what shall be done, rather than with what happens."""
    title = _LEAD.sub("", _MARK.sub("", _title(text)), count=1)
    return bool(_TIDIES.match(title) or _ADDS.match(title) or _REPLACES.match(title))


def title_words(text: str) -> tuple[tuple[str, str], ...]:
    """Return the words of a goal's first line, whatever it asks for or reports: root and word."""
    return _words(_MARK.sub("", _title(text)))


def _title(text: str) -> str:
    lines = (line.strip() for line in _FENCE.sub("\n", text).split("\n"))
    return next((line for line in lines if line), "")[:LONGEST_TITLE]


def _thing(title: str) -> str:
    """Return the part of a title that names what shall be there; nothing where it says how things are."""
    if _TIDIES.match(title):
        return ""
    plain = _BECAUSE.sub("", title)
    masked = _SPAN.sub(lambda span: "x" * len(span[0]), plain)
    # `Slow handlers block the others: add a timeout` asks for what follows its colon.
    after = max(masked.rfind(": ") + 2, masked.rfind(", ") + 2) if _CLAUSE.search(masked) else 0
    if adds := _ADDS.match(masked, after):
        return plain[adds.end() :]
    return "" if _FAULT.search(plain) or plain.startswith("`") else plain


def _narrowed(thing: str) -> str:
    """Return the thing without what is said about it, unless that alone tells what it is."""
    end = _END.search(thing)
    head = thing[: end.start()] if end else thing
    return head if len(_words(head)) >= FEWEST_WORDS else thing


def _named(thing: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that shall be added, and those of what they are added to."""
    cut = _HOLDER.search(_SPAN.sub(lambda span: "x" * len(span[0]), thing))
    head, rest = (thing[: cut.start()], thing[cut.end() :]) if cut else (thing, "")
    dotted = _names_in(head)
    names = [each.rpartition(".")[2] for each in dotted]
    holders = [part for each in dotted for part in each.split(".")[:-1] if part not in _OBJECTS]
    beside = (
        [each for each in identifiers_in(head) if is_compound(each) and each not in names] if names else []
    )
    held = [each.rpartition(".")[2] for each in (*_names_in(rest), *_CAPITALS.findall(rest))]
    return tuple(names), tuple(dict.fromkeys((*holders, *beside, *held)))


def _names_in(text: str) -> list[str]:
    spans = [name for span in _SPAN.findall(text) for name in _NAME.findall(span)[:1]]
    bare = [
        each for each in identifiers_in(_SPAN.sub(" ", text)) if "_" in each.strip("_") or _is_humped(each)
    ]
    options = [each for each in _NAME.findall(_SPAN.sub(" ", text)) if each.startswith("--")]
    return list(dict.fromkeys((*spans, *options, *bare, *_CALLED.findall(text))))


def _is_humped(word: str) -> bool:
    return word[:1].islower() and is_compound(word)


def _words(text: str) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for word in _WORD.findall(text.replace("`", " ")):
        lowered = word.lower().replace("/", "")
        if len(word) > 1 and lowered not in _SAYS_NOTHING:
            found.setdefault(root(lowered), word)
    return tuple(found.items())


@lru_cache(maxsize=100_000)
def root(word: str) -> str:
    """Return what a word shares with those derived from it: `exclusion` and `exclude`."""
    cut = _shortened(_shortened(stem(word.lower())))
    for _ in range(2):  # `generator` and `generate`
        if _DOUBLED.search(cut):
            cut = cut[:-3]
        elif len(word) > _SHORTEST_DOER and cut.endswith(("er", "or")):
            cut = _shortened(cut[:-2])
    return cut[:-1] if len(cut) > _FEWEST_LETTERS and cut[-2:] in {"ud", "us", "id", "is"} else cut


def family(word: str) -> tuple[str, ...]:
    """Return a word and what may be derived from it, to look for: `rotation` for `rotate`."""
    own, base = root(word), stem(word.lower())
    made = (f"{each}{ending}" for each in (base, own) for ending in _FORMS)
    return tuple(dict.fromkeys((word.lower(), *(each for each in made if root(each) == own))))


def _shortened(word: str) -> str:
    """Return a word without the longest ending that leaves enough of it: `rotation` as `rotate`."""
    ends = (each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= _FEWEST_LETTERS)
    return word.removesuffix(next(ends, ""))
