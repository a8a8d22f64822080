"""Numbers that a section gives of code: callers, uses, tests, variants, and the lengths of its own lists."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS
from groundplan.markdown.passages import either, sentence_at
from groundplan.plan.citation import parse_citation
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_NUMBERS = {word: number for number, word in enumerate(_WORDS, 1)} | {
    "a single": 1,
    "single": 1,
    "the only": 1,
    "only": 1,
    "sole": 1,
    "once": 1,
    "twice": 2,
    "both": 2,
    "a dozen": 12,
}
PLAIN_NUMBER = rf"\d{{1,4}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))}"
_NUMBER = rf"(?<![\d.])(?P<number>{PLAIN_NUMBER}|a\ single|a\ dozen|single|sole|both)"
_MANY = rf"(?<![\d.])(?P<number>{PLAIN_NUMBER})"  # not the end of `4.2`
_CALLERS = r"callers? call[-\ ]?sites? calls invocations"
_UNITS = (
    rf"{_CALLERS} usages? uses users? references? occurrences? imports? importers? files? modules? places"
)
_UNIT = rf"(?P<unit>{either(_UNITS)})"
_PARTS = (
    r"tests? test\ (?:cases?|functions?|methods?) variants? cases? (?:enum\ )?members? methods? fields? "
    r"entries lines"
)
_PART = rf"(?P<unit>{either(_PARTS)})"
_KINDS = r"direct existing other different distinct production source known test unit public separate current"
_KIND = rf"(?:(?:{either(_KINDS)})\s+){{0,2}}"
_CITED = r"(?:\s*\([^()\n]{0,200}\)|\s*,\s*`[^`\n]{1,200}`\s*,)?"
_ADVERB = r"(?:\s+(?:already|currently|still|now|also|itself|today|alone|there|really|actually)){0,2}"
_IS = r"(?:is|are|lives|sits|stands)"
_THEN = (
    rf"(?:,?\s+{_IS}\s+(?:[a-z-]{{2,20}}\s+)?(?:in|at)\s+`[^`\n]{{1,200}}`,?\s+(?:and|but)|"
    rf"\s+{_IS}\s+[a-z-]{{2,20}},?\s+(?:and|but))?{_ADVERB}"
)
_NAMED = r"`(?P<name>[^`\n]{2,80})`"
_JUST = r"(?:exactly\s+|only\s+|all\s+|just\s+|precisely\s+|a\s+total\s+of\s+)?"
_HAS = (
    r"has have counts is\ called\ (?:from|in|at|by) is\ used\ (?:in|by|at|from) is\ imported\ (?:in|by) "
    r"is\ referenced\ (?:in|by|from) is\ invoked\ (?:from|in|at|by) appears\ (?:in|at) occurs\ (?:in|at) "
    r"used\ in called\ from called\ in imported\ by"
)
_HOLDS = r"has have contains holds consists\ of defines declares counts includes lists"
_OF = (
    r"of to for that\ (?:call|use|import|reference) which\ (?:call|use|import) "
    r"calling using importing referencing"
)
_CALLING = r"(?P<verb>called|invoked|used|referenced|imported|constructed|instantiated)"
_TIMES = (
    rf"(?:(?P<once>once|twice)|(?P<number>{PLAIN_NUMBER})\s+times|"
    rf"(?:in|from|at)\s+(?P<places>{PLAIN_NUMBER}|a\s+single|one)\s+{_KIND}(?:places?|spots?|sites?|locations?))"
)
_PARTS_OF = late_regex(
    rf"\b{_MANY}\s+{_KIND}{_PART}\s+(?:in|of)\s+(?:the\s+)?(?:enum\s+|class\s+|file\s+|module\s+)?{_NAMED}",
    re.IGNORECASE,
)
_COUNTS = (
    late_regex(
        rf"\b{_NUMBER}\s+{_KIND}{_UNIT}\s+(?:{either(_OF)})\s+(?:the\s+)?(?:\w+\s+)?{_NAMED}", re.IGNORECASE
    ),
    late_regex(
        rf"{_NAMED}{_CITED}{_THEN}\s+(?:{either(_HAS)})\s+{_JUST}{_NUMBER}\s+{_KIND}{_UNIT}\b", re.IGNORECASE
    ),
    late_regex(
        rf"{_NAMED}{_CITED}{_THEN}\s+(?:{either(_HOLDS)})\s+{_JUST}{_MANY}\s+{_KIND}{_PART}\b", re.IGNORECASE
    ),
    late_regex(
        rf"{_NAMED}{_CITED}\s+is\s+an?\s+(?:\w+\s+)?(?:enum|class|struct|interface|file|module)\w*{_CITED}\s+(?:with|of)\s+"
        rf"{_JUST}{_MANY}\s+{_KIND}{_PART}\b",
        re.IGNORECASE,
    ),
    _PARTS_OF,
)
_FROM_PLACES = late_regex(r"\b(?:called|invoked)\s+(?:from|in|at)\b[^`]*\bplaces\b", re.IGNORECASE)
# `run` is called twice: of one place ("twice in `main`") the number says nothing about the rest.
_CALLED = late_regex(
    rf"{_NAMED}{_CITED}{_THEN}\s+(?:is|are|gets){_ADVERB}\s+(?:only\s+|just\s+)?{_CALLING}{_ADVERB}\s+{_JUST}"
    rf"{_TIMES}(?!\s+(?:in|by|from|per|for|on|with|during|within|a|each|every|when|before|after|at)\b|\s+and\b)",
    re.IGNORECASE,
)
# In one file the calls can be counted whole: `run` is called twice in `src/a.py`.
_CALLED_IN = late_regex(
    rf"{_NAMED}{_CITED}\s+is\s+(?:called|invoked)\s+{_JUST}(?:(?P<once>once|twice)|(?P<number>{PLAIN_NUMBER})\s+times)\s+"
    r"in\s+(?:the\s+file\s+)?`(?P<called_in>[^`\n]{3,200})`",
    re.IGNORECASE,
)
# The callers by name: `run` is called by `main` and `retry`.
_ITEM = r"(?:the\s+)?`[^`\n]{2,120}`(?:\s*\([^()\n]{0,200}\))?"
_CALLED_BY = late_regex(
    rf"{_NAMED}(?:\s+(?:from|in)\s+`[^`\n]{{1,200}}`)?{_CITED}{_THEN}\s+(?:is|are){_ADVERB}\s+(?P<only>only\s+)?(?:called|invoked|used)(?:\s+(?P<just>only|solely|"
    rf"exclusively|once|twice))?\s+(?:by|from|in|inside|within)\s+(?P<list>{_ITEM}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_ITEM}){{0,5}})",
    re.IGNORECASE,
)
_GOES_ON = late_regex(r"\s+(?!and\b|or\b|which\b|where\b|when\b|with\b|to\b|for\b|on\b|as\b)[a-z]")
_CALLER = r"(?:\w+\s+)?(?:caller|user|call[- ]?site|place\s+that\s+(?:calls|uses))"
_ONLY_CALLER = late_regex(
    rf"(?P<list>{_ITEM})\s+is\s+(?:the|its)\s+(?:only|sole|single)\s+{_CALLER}\s+(?:of\s+)?(?:the\s+)?{_NAMED}|"
    rf"`(?P<its>[^`\n]{{2,80}})`{_CITED}[^.`\n]{{0,60}}\s(?:its|whose)\s+(?:only|sole|single)\s+{_CALLER}\s+is\s+"
    rf"(?P<by>{_ITEM})|"
    rf"`(?P<prior>[^`\n]{{2,80}})`;\s(?P<user>{_ITEM})\s+is\s+its\s+(?:only|sole|single)\s+{_CALLER}|"
    rf"the\s+(?:only|sole|single)\s+{_CALLER}\s+of\s+`(?P<of>[^`\n]{{2,80}})`{_CITED}\s+is\s+(?P<is>{_ITEM})",
    re.IGNORECASE,
)
# Written code that a file repeats: `x = 1` occurs three times in `src/a.py`.
_REPEATED = late_regex(
    rf"{_NAMED}{_CITED}\s+(?:occurs|appears|is\s+repeated|is\s+duplicated|is\s+written)\s+{_JUST}(?:(?P<once>once|twice)|"
    rf"(?P<number>{PLAIN_NUMBER})\s+times)\s+in\s+(?:the\s+file\s+)?`(?P<file>[^`\n]{{3,200}})`",
    re.IGNORECASE,
)
_THE_FILE = late_regex(
    rf"\b(?:the|this|that)\s+(?:file|module|suite)\s+(?:has|contains|holds|defines)\s+{_JUST}{_MANY}\s+{_KIND}"
    r"(?P<unit>tests?\b|test\s+(?:cases?|functions?|methods?)\b|`(?:it|test)`\s(?:blocks?|cases?|calls?)\b)",
    re.IGNORECASE,
)
# That nothing calls a name is a number too.
_NONE = late_regex(
    r"\b(?:nothing|no one|nobody)\b[^.`\n]{0,40}\bcalls\s+`(?P<called>[^`\n]{2,80})`|"
    rf"{_NAMED}{_CITED}\s+(?:has no callers|is (?:never called|not called anywhere|called nowhere))",
    re.IGNORECASE,
)
_MEASURES = (
    r"hours? days? weeks? months? minutes? seconds? years? ms times percent points sprints? lines bytes "
    r"columns chars characters spaces tokens rows pixels px"
)
_NO_MEASURE = rf"(?!(?:{either(_MEASURES)})\b)"
_NO_VERB = r"(?!(?:are|is|were|was|have|has|which|that|in|of)\b)"
_ITEMS = rf"(?:^|[\s(*]){_MANY}\s+{_NO_MEASURE}(?:{_NO_VERB}[a-z][a-z-]{{0,24}}\s+){{0,3}}"
_ITEMS += rf"{_NO_MEASURE}(?P<noun>[a-z-]{{2,24}}s)"
# What a list has one item of each of; below "ten samples" there may be what became of them.
_LISTED = late_regex(
    r"(?:sub-?)?(?:action|argument|branch|bug|call|caller|case|change|check|choice|class|command|commit|component|condition|"
    r"constant|constraint|decision|dependencie|difference|edit|endpoint|entrie|error|event|export|fact|field|file|"
    r"finding|fix|flag|folder|function|gap|goal|guard|helper|hook|import|invariant|issue|item|job|key|kind|layer|line|"
    r"location|member|method|mode|module|name|occurrence|option|package|parameter|part|path|phase|piece|place|point|"
    r"problem|propertie|question|reason|requirement|responsibilitie|risk|route|rule|scenario|script|section|service|"
    r"setting|site|source|spot|stage|state|step|string|table|target|task|test|thing|ticket|trap|type|use|user|value|"
    r"variable|variant|way|workstream)(?:e?s)",
    re.IGNORECASE,
)
_LIST_LEAD = late_regex(
    rf"{_ITEMS}(?:\s+\([^()\n]{{0,60}}\))?(?:\s+(?:are|exist|remain|apply|to \w+|must be \w+))?\s*"
    r"[*_]{0,2}:[*_]{0,2}\s*$",
    re.IGNORECASE,
)
_SPAN = r"`[^`\n]{1,80}`"
_LINE = late_regex(r":\d+(?:-\d+)?`")  # places are evidence of what is counted, not the things themselves
_INLINE_LIST = late_regex(
    rf"{_ITEMS}\s*(?:\(|:\s+)(?P<list>{_SPAN}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_SPAN}){{1,40}})"
    r"\s*(?P<close>[).;\n]|$)",
    re.IGNORECASE,
)
# Behind a whole clause, each with a remark: Four classes take it: `A` (`a.py:3`), `B` (`b.py:5`) and …
_NOTED = r"`[^`\n]{1,80}`\s\([^()\n]{1,120}\)"
_NOTED_LIST = late_regex(
    rf"{_ITEMS}\s(?:[a-z-]+\s){{0,5}}[a-z-]+:\s(?P<list>{_NOTED}(?:(?:,\s(?:and\s)?|\sand\s){_NOTED}){{1,20}})\s*[.;\n]",
    re.IGNORECASE,
)
# Places by their lines behind a number of them: called four times: `src/a.py:3`, `src/a.py:9`. Who "does
# it once" may do so in several places: only of what is done to a thing is "once" a number of places.
_PLACE = r"`[^`\n]{1,200}`(?:\s*\(`[^`\n]{1,200}`\))?"
_PLACES = late_regex(
    rf"\b(?:(?:is|are|was|were)\s+\w+(?:ed|d|t|n|g)\s+(?P<once>once|twice)|{_MANY}\s+(?:times|(?:[a-z-]+\s+){{0,2}}(?:{either(_CALLERS)}|places|spots|uses|usages|"
    rf"references|sites|locations|occurrences)))(?:\s+[a-z-]+){{0,3}}\s*(?:\(|:\s+)(?P<list>{_PLACE}"
    rf"(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_PLACE}){{0,40}})\s*(?P<close>[).;\n]|$)",
    re.IGNORECASE,
)
# A list is counted only by a sentence that begins with the number: elsewhere it may number something else.
_AT_START = late_regex(r"[\s*_]*(?:(?:The|These|Those|All|There\s+are)\s+(?:following\s+)?)?")
_SEVERAL = late_regex(r"[{}*…]|\.\.\.")
# An item that is none of those counted, or stands for more than one.
_NOT_ONE = late_regex(
    r"\A\W*(?:do\s+not|don['’]t|no|not|never|note|optional\w*|also)\b|\b(?:both|each|twice|all|two|three|several)\b|×|…",
    re.IGNORECASE,
)
_ROUGHLY = (
    r"at\ least up\ to about around some over more\ than among including e\.?g such\ as or first another "
    r"last top of\ the out\ of between least most approximately roughly under "
    r"other remaining further additional"
)
_NUMBERED = (
    "phase step stage tier level part section version week day milestone sprint option priority task story"
)
# What is said of the number before it: then the list need not be whole.
OPEN = late_regex(rf"\b(?:{either(_ROUGHLY)}|{either(_NUMBERED)})\s*[(*]{{0,3}}$|[~≈>≥<+]\s*$", re.IGNORECASE)
# What follows a number and makes it one of some, not of all: three tests that fail.
NARROWED = late_regex(
    r"\s+(?:(?:that|which|whose|who|where|for|about|with|without|on|over|named|called|alone|each)\b|\w+ing\b|cover|"
    r"of\s+(?:which|them|this|that)\b|in\s+(?:that|this|these|those|it|them)\b|there\b|here\b)",
    re.IGNORECASE,
)
_GOES_ON_WITH = late_regex(r"\s+(?!(?:and|today|now|currently)\b)[a-z]", re.IGNORECASE)
_ALL = late_regex(r"\b(?:all|there\s+(?:are|is))(?:\s+the)?\s+$", re.IGNORECASE)
# What a run does not call may well be called elsewhere.
_IN_A_RUN = late_regex(r"\b(?:because|so|when|while|if|unless|then|until|since|as)\b[^.`]*$", re.IGNORECASE)
# What is to come, and what was: neither is there to be counted.
_NOT_NOW = late_regex(
    r"\b(?:will|would|should|must|after\s+(?:this|that|the)|before\s+this|so\s+that|then|used\s+to|had|becomes?|new|"
    r"add\w*|expect\w*|instead|until|once\s+(?:this|the)|verif\w+|assert\w*|ensur\w+|confirm\w*|check\s+that|"
    r"shall|needs?\s+to|want\w*|target\w*|goal)\b",
    re.IGNORECASE,
)

_REACH = 60  # letters before a number that may say more of it


def find_counts(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the numbers of code and the list lengths that a passage states."""
    yield from _counts(passage, section)
    yield from _relations(passage, section)
    yield from _lists(passage, section)
    yield from _places(passage, section)


def _counts(passage: Passage, section: Section) -> Iterator[Statement]:
    source = passage.source
    for match in _NONE.finditer(source):
        if _IN_A_RUN.search(source, sentence_at(source, match.start())[0], match.start()):
            continue
        place = passage.place(match.start(), section.document)
        name = match["called"] or match["name"]
        yield Statement(Topic.COUNT, match[0], name, section.key, place, "callers", 0)
    taken: set[tuple[str, str]] = set()
    for pattern in (*_COUNTS, _CALLED, _CALLED_IN, _REPEATED, _THE_FILE):
        for match in pattern.finditer(source):
            groups = match.groupdict()
            written = groups.get("number") or groups.get("places") or groups.get("once") or ""
            start = match.start() if not groups.get("number") else match.start("number")
            if OPEN.search(source[max(0, start - 20) : start]) or _is_not_now(source, match):
                continue
            if NARROWED.match(source, match.end()) or (pattern is _PARTS_OF and _is_some(source, match)):
                continue
            name = groups.get("name") or _only_file(source, match.start())
            said = _unit(groups)
            if said == "uses" and _FROM_PLACES.search(match[0]):
                said = "callers"
            if name and (name, said) not in taken:
                taken.add((name, said))
                place = passage.place(match.start(), section.document)
                cited = groups.get("file") or groups.get("called_in")
                file = parse_citation(cited) if cited else None
                number = read_number(written)
                yield Statement(Topic.COUNT, match[0], name, section.key, place, said, number, citation=file)


def _is_some(source: str, match: re.Match[str]) -> bool:
    """Tell whether words go on behind the parts of a file: three tests of it fail, and there may be more."""
    return _GOES_ON_WITH.match(source, match.end()) is not None and not _ALL.search(
        source, max(0, match.start() - _REACH), match.start()
    )


def is_not_now(words: str) -> bool:
    """Tell whether words are about what will be, should be or was."""
    return _NOT_NOW.search(re.sub(r"`[^`\n]*`", "", words)) is not None


def _is_not_now(source: str, match: re.Match[str]) -> bool:
    start, _ = sentence_at(source, match.start())
    return is_not_now(source[start : match.end()])


def _unit(groups: dict[str, str | None]) -> str:
    """Return what is counted, as one word of a few."""
    if groups.get("file"):
        return "repeats"
    if groups.get("called_in"):
        return "calls in"
    unit, verb = (groups.get("unit") or "").casefold(), (groups.get("verb") or "").casefold()
    if verb:
        return "calls" if verb in {"called", "invoked"} else "uses"
    if "test" in unit or unit.startswith("`"):
        return "tests"
    if re.fullmatch(either(_CALLERS), unit):
        return "calls" if unit in {"calls", "invocations"} else "callers"
    for word in ("variant", "member", "case", "method", "field", "line", "file", "module"):
        if word in unit:
            return {"member": "variants", "case": "variants", "module": "files"}.get(word, f"{word}s")
    return unit if unit == "entries" else "uses"


def _only_file(source: str, before: int) -> str:
    """Return the file that the words before a position cite, if they cite only one."""
    cited = [path for path, end in _first_files(source) if end <= before]
    return cited[0] if len(cited) == 1 else ""


@lru_cache(maxsize=8)
def _first_files(source: str) -> list[tuple[str, int]]:
    """Return the first two files that a text cites, each with its end: it may count much."""
    found: dict[str, int] = {}
    for match in re.finditer(r"`([^`\n]+)`", source):
        cited = parse_citation(match[1])
        if cited is not None:
            found.setdefault(cited.path, match.end())
        if len(found) > 1:
            break
    return list(found.items())


def _relations(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield who is said to call a name: each caller by its name, and that there is no other."""
    source = passage.source
    for pattern in (_CALLED_BY, _ONLY_CALLER):
        for match in pattern.finditer(source):
            groups = match.groupdict()
            if _is_not_now(source, match):
                continue
            name = groups.get("name") or groups.get("of") or groups.get("its") or groups.get("prior") or ""
            listed = groups.get("list") or groups.get("is") or groups.get("by") or groups.get("user") or ""
            place = passage.place(match.start(), section.document)
            callers = re.findall(r"`([^`\n]+)`", re.sub(r"\([^()]*\)", "", listed))
            if len(callers) > 1 and _GOES_ON.match(source, match.end()):
                callers.pop()  # it begins the next clause: …, `save` only by `main`
            is_only = (
                pattern is _ONLY_CALLER
                or bool(groups["only"])
                or groups["just"] not in {None, "once", "twice"}
            )
            text = " ".join(match[0].split())
            for caller in callers:
                yield Statement(Topic.COUNT, text, name, section.key, place, "caller", 1, by=caller)
            if is_only and callers:
                listed = "\n".join(callers)
                yield Statement(Topic.COUNT, text, name, section.key, place, "only", 1, by=listed)


def _lists(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the lists that a passage counts: the one it leads to, and those in its own words."""
    source, below = passage.source, passage.below
    lead = _LIST_LEAD.search(source) if below is not None and below.kind in LISTS else None
    items = [item.paragraph for item in below.children] if lead and below is not None else []
    is_plain = not any(own is None or _NOT_ONE.search(own.source) for own in items)
    found = [(lead, len(below.children))] if lead and below and is_plain and not passage.is_heading else []
    found += [(match, len(re.findall(_NOTED, match["list"]))) for match in _NOTED_LIST.finditer(source)]
    found += [
        (match, len(re.findall(_SPAN, match["list"])))
        for match in _INLINE_LIST.finditer(source)
        if (match["close"] == ")" or "(" not in match[0])
        and not _LINE.search(match["list"])
        and not _SEVERAL.search(match["list"])
    ]
    for match, length in found:
        start = match.start("number")
        first, _ = sentence_at(source, start)
        is_of_items = _LISTED.fullmatch(match["noun"]) is not None
        if is_of_items and _AT_START.fullmatch(source, first, start) and read_number(match["number"]) > 1:
            text = source[start : match.end()].strip(" *:\n")
            place = passage.place(start, section.document)
            number = read_number(match["number"])
            yield Statement(Topic.LIST, text, match["noun"], section.key, place, str(length), number)


def _places(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the numbers of places that are listed behind them, line by line."""
    source = passage.source
    for match in _PLACES.finditer(source):
        start = match.start()
        listed = re.findall(_PLACE, match["list"])
        lines = [_line_of(each) for each in listed]
        is_closed = (match["close"] == ")") == ("(" in match[0].partition("`")[0])
        if not is_closed or not all(lines) or OPEN.search(source, max(0, start - _REACH), start):
            continue
        number = read_number(match["number"] or match["once"])
        place = passage.place(start, section.document)
        text = " ".join(source[start : match.start("list")].split()).strip(" :(")
        yield Statement(Topic.LIST, text, "places", section.key, place, str(len(listed)), number)


def _line_of(item: str) -> bool:
    """Tell whether the item of a list ends with one line of a file."""
    cited = parse_citation(re.findall(r"`([^`\n]+)`", item)[-1])
    return cited is not None and bool(cited.first) and cited.first == cited.last


def read_number(text: str) -> int:
    """Return the number that a word or digits say."""
    folded = " ".join(text.casefold().split())
    return int(folded) if folded.isdecimal() else _NUMBERS[folded]
