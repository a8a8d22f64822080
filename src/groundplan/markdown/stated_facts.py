"""What a whole clause says of code: that something is there, where, what is needed, what tests it, how many.

A claim is short and says one thing, so a form fits all of its words or none: a word more may turn it round.
Only behind what is said to be so may more follow, and then nothing but its opposite can be shown.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.passages import either
from groundplan.markdown.stated_counts import PLAIN_NUMBER, read_number
from groundplan.plan.citation import parse_citation
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import DEFINED, EXACT, PLACED, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = r"`(?P<name>[^`\n]{1,200})`"
_FILE = r"`(?P<file>[^`\n]{1,200})`"
_REPOSITORY = (
    r"repo(?:sitory)? code(?:\ ?base)? project package library app(?:lication)? tool crate gem module"
)
_HERE = rf"(?:(?:the|this|our) (?:{either(_REPOSITORY)})|we|here|it)"
_ROOT = r"(?:at|in) the (?:(?:repository |project )?root|top level)(?: of the (?:repo(?:sitory)?|project))?"
_ANYWHERE = rf"(?: (?:(?:anywhere )?(?:in|within|of|for) {_HERE}|{_ROOT}|anywhere|here|yet|so far))?"
_WHERE = rf"(?: (?:in|inside|within|at|under|from|of|on) {_FILE}|{_ANYWHERE})"
_NOT = r"(?:does not|doesn't|do not|don't|never|did not|didn't)"
_IS_NOT = r"(?:is|are)(?: not|n't| never| no longer| nowhere)"
_THERE_IS = r"there(?:'s| is| are| exists?)"
_NONE = r"there(?:'s| is| are| exists?)(?: no| not an?y?)|there (?:is|are)n't an?y?"
_REST = r"(?P<rest>(?:,| (?:for|to|that|which|where|with|as|so|because|since|and|–|—|-)\b).*)?"
_LINES = r"(?P<first>\d{1,7})(?:\s*(?:-|–|to)\s*(?P<last>\d{1,7}))?"
_HAS = r"defines? declares? implements? contains? has holds? provides? exports?"
_BARE_HAS = r"define declare implement contain have hold provide export"
_PLACED = (
    r"(?:is|are)\ (?:defined|declared|implemented|located|found|placed) lives? sits? resides? "
    r"can\ be\ found starts? begins? is are"
)
_PRESENCE = (
    rf"{_FILE} (?P<verb>{either(_HAS)}) (?:an? )?{_NAME}\s*,?\s*(?:at|on|in|from) lines? {_LINES}",
    rf"{_NAME} (?P<verb>{either(_PLACED)}) (?:in|at|on) lines? {_LINES}",
    rf"{_THERE_IS} (?:an? |one )?{_NAME}{_WHERE}{_REST}",
    rf"{_THERE_IS} an? (?:module|file|script|package|folder|test) (?:at|in|under) {_NAME}{_REST}",
    rf"(?:i|we|you) (?:can )?(?:found|find|see) {_NAME} (?:in|at|under) (?:{_FILE}|{_HERE}){_REST}",
    rf"{_NAME} (?:exists?|is (?:present|there)){_WHERE}{_REST}",
    rf"{_NAME} (?P<verb>{either(_PLACED)}) (?:in|at|on|inside|within|under) {_FILE}{_REST}",
    rf"(?:the )?definition of {_NAME} (?P<verb>is) (?:in|at) {_FILE}",
    rf"{_FILE} (?P<verb>{either(_HAS)}) (?:an? )?{_NAME}{_REST}",
    rf"{_HERE} (?:{either(_HAS)}|includes|ships) (?:an? )?{_NAME}{_WHERE}{_REST}",
)
_ABSENCE = (
    rf"(?:{_NONE}) (?:file |function |class |method )?(?:called |named )?{_NAME}{_WHERE}",
    rf"{_NAME} (?:{_NOT}|no longer) exists?{_WHERE}",
    rf"{_NAME} {_IS_NOT} ?(?:defined|present|declared|there|found|implemented|to be found){_WHERE}",
    rf"{_NAME} (?:is|are) (?:missing|absent){_WHERE}",
    rf"{_FILE} (?:{_NOT} (?:{either(_BARE_HAS)}) (?:an?y? )?|has no |lacks (?:an?y? )?){_NAME}",
    rf"{_HERE} (?:{_NOT} (?:{either(_BARE_HAS)}) (?:an?y? )?|ha(?:s|ve) no |lacks (?:any )?){_NAME}{_WHERE}",
    rf"no {_NAME} (?:exists|is (?:defined|present|there|declared)){_WHERE}",
    rf"nothing (?:is )?(?:called|named) {_NAME}(?: exists)?{_WHERE}",
)
_PACKAGE = r"`?(?P<name>[@A-Za-z][\w@./:+-]{0,80}[\w])`?"
_NOUN = r"(?P<noun> (?:(?:npm|Python|Go|Ruby|Rust|PyPI) )?(?:package|library|crate|gem|dependency|module))?"
_AS = r"(?P<as> as an? (?:direct |runtime |declared )?dependency)?"
_NEEDS = (
    r"(?P<sure>depends? on|rel(?:ies|y) on|pulls? in)|requires?|uses?|lists?|declares?|imports?|includes?"
)
_NEED = r"(?P<sure>depend on|rely on|pull in)|require|use|list|declare|import|include"
_KIND = r"(?:declared |direct |listed |existing |third-party )?"
_ONE_OF = r"(?:an? |one of (?:the|its|our) |among (?:the|its|our) )"
_IN_MANIFEST = rf"(?: (?:in|of|for) (?:{_FILE}|{_HERE}))?"
_LISTS = r"lists? declares? requires? pins? includes? asks?\ for depends?\ on"
_LIST = r"list declare require pin include ask\ for depend\ on have"
_DEPENDS = (
    rf"{_FILE} (?P<sure>{either(_LISTS)}) (?:the )?{_PACKAGE}{_NOUN}{_AS}{_REST}",
    rf"{_HERE} (?:{_NEEDS}) (?:on )?(?:the )?{_PACKAGE}{_NOUN}{_AS}{_IN_MANIFEST}{_REST}",
    rf"{_PACKAGE} is {_ONE_OF}{_KIND}(?P<sure>dependenc(?:y|ies)){_IN_MANIFEST}{_REST}",
    rf"{_PACKAGE} is (?P<sure>declared|listed|pinned|required|installed){_AS} in {_FILE}{_REST}",
    rf"{_THERE_IS} an? (?P<sure>{_KIND}dependency) on {_PACKAGE}{_IN_MANIFEST}{_REST}",
)
_DEPENDS_NOT = (
    rf"{_FILE} (?:{_NOT} (?P<sure>{either(_LIST)})|has no) (?:the )?{_PACKAGE}{_NOUN}{_AS}",
    rf"{_HERE} {_NOT} (?:{_NEED}) (?:the )?{_PACKAGE}{_NOUN}{_AS}{_IN_MANIFEST}{_ANYWHERE}",
    rf"{_PACKAGE} {_IS_NOT} {_ONE_OF}{_KIND}(?P<sure>dependenc(?:y|ies)){_IN_MANIFEST}",
    rf"{_PACKAGE} {_IS_NOT} (?P<sure>declared|listed|required){_AS} in {_FILE}",
    rf"(?:{_NONE}|no) (?P<sure>{_KIND}dependency) on {_PACKAGE}{_IN_MANIFEST}",
)
_VERSION = r"`?(?P<sign>[~^=><]{0,2})\s*v?(?P<version>\d{1,4}(?:\.\d{1,4}){0,3})(?P<plus>\+)?`?"
_AT = r"(?:\s*,\s*|\s*@| (?:at|to|on|as|in) | )(?:version )?"
_PINS = r"pins? locks? lists? declares? requires? uses? depends?\ on is\ on asks?\ for"
_NEARBY = rf"(?: in (?:{_HERE}|`[^`]+`))?"
_VERSIONED = (
    rf"(?:{_HERE}|{_FILE}) (?:{either(_PINS)}) (?:the )?{_PACKAGE}{_NOUN}{_AT}{_VERSION}{_NEARBY}{_REST}",
    rf"{_PACKAGE} is (?:pinned|locked|declared|required|at|on){_AT}{_VERSION}{_IN_MANIFEST}{_REST}",
    rf"(?:the )?(?:declared |pinned |locked )?version of {_PACKAGE} is {_VERSION}{_IN_MANIFEST}",
)
_SORT = r"(?P<sort>unit |integration |dedicated |direct |automated |existing )?"
_COVER = r"covers? exercises? tests? touch(?:es)? calls? mentions? references? uses? exists?\ for"
_BARE_COVER = r"cover exercise test touch call mention reference use"
_COVERING = r"for of covering exercising around against that\ (?:covers?|exercises?|tests?|calls?)"
_SOME_TEST = rf"(?:any |the )?{_SORT}tests?(?: suite)?"
_TESTED_NOT = (
    rf"(?:{_NONE}) {_SORT}tests? (?:{either(_COVERING)}) {_NAME}{_ANYWHERE}",
    rf"no {_SORT}tests?(?: (?:files?|cases?|suites?))? (?:{either(_COVER)}) {_NAME}{_ANYWHERE}",
    rf"{_NAME} (?:has|have) (?:no|zero) {_SORT}(?:tests?(?: coverage)?|coverage){_ANYWHERE}",
    rf"{_NAME} (?:is|are) (?:untested|uncovered)",
    rf"{_NAME} {_IS_NOT} (?:tested|covered|exercised)(?: (?:by|in) {_SOME_TEST})?{_ANYWHERE}",
    rf"nothing (?:tests|covers|exercises) {_NAME}",
    rf"{_NAME} lacks (?:any )?{_SORT}tests?(?: coverage)?",
    rf"(?:the |our )?tests?(?: suite)? {_NOT} (?:{either(_BARE_COVER)})(?:e?s)? {_NAME}",
)
_BY_TESTS = rf"(?: (?:by|in) (?:(?:the )?tests (?:in|of) )?{_FILE})?"
_TESTED = (
    rf"{_NAME} (?:is|are) (?:tested|covered|exercised){_BY_TESTS}{_REST}",
    rf"{_FILE} (?:tests|covers|exercises) {_NAME}{_REST}",
    rf"{_NAME} has tests(?: (?:in|at|under) {_FILE})?{_REST}",
    rf"there are tests (?:{either(_COVERING)}) {_NAME}(?: (?:in|at|under) {_FILE})?{_REST}",
    rf"(?:the )?tests (?:for|of) {_NAME} (?:are|live|sit) in {_FILE}{_REST}",
)
_NUMBER = rf"(?:exactly |only |just |a total of )?(?P<number>{PLAIN_NUMBER})"
_SOURCES = r"(?P<kind>(?:[A-Za-z.+#]+ ){0,2})"
_FILES = (
    rf"there (?:is|are) {_NUMBER} {_SOURCES}files? (?:in|under|below|inside) {_NAME}",
    rf"{_NAME} (?:contains|has|holds) {_NUMBER} {_SOURCES}files?",
)
_CALLER = r"(?:functions?|methods?|places?|call[- ]?sites?|(?P<files>files?|modules?))"
_BY = r"`(?P<by>[^`\n]{1,200})`"
_UNUSED = r"(?P<unused>unused|dead code|(?:never|not) (?:used|called|invoked)(?: from)?|used nowhere)"
_CALLS = (
    rf"(?P<only>only) {_BY} (?:calls|invokes|uses) {_NAME}{_ANYWHERE}",
    rf"{_NAME} (?:is|are) (?P<only>only) (?:called|used|invoked)(?: once)?\s*,? (?:by|from|in) {_BY}",
    rf"{_BY} (?:calls|invokes) {_NAME}{_REST}",
    rf"{_NUMBER} {_CALLER} (?:calls?|invokes?|(?P<use>uses?|references?|imports?)) {_NAME}{_ANYWHERE}",
    rf"{_NAME} (?:is|are) {_UNUSED}{_ANYWHERE}",
    rf"(?P<nobody>nothing|nobody|no one|no code|no other code) (?:uses|calls|invokes) {_NAME}{_ANYWHERE}",
    rf"{_NAME} has (?P<none>no|zero) (?:callers?|call sites?|uses|usages){_ANYWHERE}",
)
_READS = (rf"{_FILE} (?:reads|says|is|shows|states)\s*:? {_NAME}",)
_FORMS = tuple(
    (late_regex(form, re.IGNORECASE), topic, denied)
    for forms, topic, denied in (
        (_ABSENCE, Topic.PRESENCE, True),
        (_TESTED_NOT, Topic.TESTED, True),
        (_TESTED, Topic.TESTED, False),
        (_VERSIONED, Topic.VERSION, False),
        (_DEPENDS_NOT, Topic.DEPENDENCY, True),
        (_DEPENDS, Topic.DEPENDENCY, False),
        (_FILES, Topic.FILES, False),
        (_CALLS, Topic.COUNT, False),
        (_READS, Topic.QUOTE, False),
        (_PRESENCE, Topic.PRESENCE, False),
    )
    for form in forms
)
_MANIFESTS = late_regex(
    r"(?:.*/)?(?:pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt|Pipfile|package\.json|go\.mod|Cargo\.toml|"
    r"Gemfile|[\w.-]+\.gemspec|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|[\w.-]+\.csproj)"
)
_EXACT = late_regex(
    r"(?:is|are) (?:defined|declared|implemented)|starts?|begins?|defines?|declares?|implements?",
    re.IGNORECASE,
)
_LIVES = late_regex(r"lives?|sits?|resides?|(?:is|are) (?:located|placed)", re.IGNORECASE)
_IDENTIFIER = late_regex(r"[^\W\d][\w$]*(?:(?:\.|::|#)[^\W\d][\w$]*)*[!?]?")
_PLACED_IN = late_regex(rf"{_NAME} (?:\(|in |at ){_FILE}")


def find_facts(clause: str) -> tuple[Statement, ...]:
    """Return what a clause states, if one form fits the whole of it."""
    found = next(_matching(clause), None)
    if found is None:
        return ()
    # That only one place calls a name says two things: that it does, and that no other does.
    is_only = found.topic is Topic.COUNT and found.said == "only"
    return (replace(found, said="caller"), found) if is_only else (found,)


def find_granted(clause: str) -> tuple[Statement, ...]:
    """Return what a clause takes for granted beside what it says: files that it names, and names in them.

    None of it can make the clause true; what is not there makes it false.
    """
    found = []
    for match in _PLACED_IN.finditer(clause):
        file, name = parse_citation(match["file"]), match["name"]
        if file is not None and not file.symbol and _IDENTIFIER.fullmatch(name.removesuffix("()")):
            found.append(Statement(Topic.PRESENCE, match[0], name, citation=file, is_open=True))
    for text in re.findall(r"`([^`\n]+)`", clause):
        cited = parse_citation(text)
        if cited is not None and "/" in cited.path.strip("/") and "." in cited.path.rpartition("/")[2]:
            found.append(Statement(Topic.PRESENCE, text, cited.path, is_open=True))
    return tuple(found)


def _matching(clause: str) -> Iterator[Statement]:
    for form, topic, denied in _FORMS:
        match = form.fullmatch(clause)
        if match is None:
            continue
        groups = match.groupdict()
        said = Statement(
            topic, clause, groups["name"], is_denied=denied, is_open=bool((groups.get("rest") or "").strip())
        )
        found = _READERS[topic](said, groups)
        if found is not None:
            yield found


def _quote(said: Statement, groups: dict[str, str | None]) -> Statement | None:
    """Read a line that is quoted: `src/a.py:3` reads `limit = 3`."""
    file = parse_citation(groups["file"] or "")
    if file is None or not file.first:
        return None
    words = groups["name"] or ""
    return replace(said, topic=Topic.QUOTE, text=words, subject=file.text, said=EXACT, citation=file)


def _presence(said: Statement, groups: dict[str, str | None]) -> Statement | None:
    named, lines = groups.get("file") or "", groups.get("first")
    file = parse_citation(named)
    if named and file is None:
        # `Store` has no `load` method: what it is in is a class, or nothing that can be told.
        is_member = _IDENTIFIER.fullmatch(named) and _IDENTIFIER.fullmatch(said.subject.removesuffix("()"))
        return replace(said, subject=f"{named}.{said.subject}") if is_member and not lines else None
    if file is not None and file.first and not _IDENTIFIER.fullmatch(said.subject.removesuffix("()")):
        return _quote(said, groups)
    own = parse_citation(said.subject)
    if own is not None and own.symbol and file is None:
        said, file = replace(said, subject=own.symbol), replace(own, symbol="")
    if lines and (file is None or file.first):
        return None
    if lines and file is not None:
        file = replace(file, first=int(lines), last=int(groups.get("last") or lines))
    if file is not None and _MANIFESTS.fullmatch(file.path) and not parse_citation(said.subject):
        return _dependency(replace(said, topic=Topic.DEPENDENCY), {**groups, "sure": "listed"})
    verb = groups.get("verb") or ""
    how = DEFINED if _EXACT.fullmatch(verb) else PLACED if _LIVES.fullmatch(verb) else ""
    return replace(said, citation=file, said=how)


def _dependency(said: Statement, groups: dict[str, str | None]) -> Statement | None:
    file = parse_citation(groups.get("file") or "")
    if groups.get("file") and (file is None or not _MANIFESTS.fullmatch(file.path)):
        return None
    is_sure = any(groups.get(each) for each in ("sure", "noun", "as")) or file is not None
    return replace(said, said="" if is_sure else "used", citation=file)


def _version(said: Statement, groups: dict[str, str | None]) -> Statement:
    is_least = groups.get("plus") or (groups.get("sign") or "") not in {"", "=", "=="}
    return replace(said, said=f"{groups['version']}{'+' if is_least else ''}")


def _tested(said: Statement, groups: dict[str, str | None]) -> Statement:
    sort = (groups.get("sort") or "").strip().casefold()
    return replace(said, by=groups.get("file") or "", said="" if sort in {"existing", "automated"} else sort)


def _files(said: Statement, groups: dict[str, str | None]) -> Statement:
    return replace(said, number=read_number(groups["number"] or ""), said=(groups["kind"] or "").strip())


def _calls(said: Statement, groups: dict[str, str | None]) -> Statement:
    if groups.get("by"):
        how = "only" if groups.get("only") else "caller"
        return replace(said, said=how, number=1, by=groups["by"] or "")
    if groups.get("unused") or groups.get("nobody") or groups.get("none"):
        return replace(said, said="callers", number=0)
    unit = "files" if groups.get("files") else "uses" if groups.get("use") else "callers"
    return replace(said, said=unit, number=read_number(groups.get("number") or ""))


_READERS = {
    Topic.PRESENCE: _presence,
    Topic.QUOTE: _quote,
    Topic.DEPENDENCY: _dependency,
    Topic.VERSION: _version,
    Topic.TESTED: _tested,
    Topic.FILES: _files,
    Topic.COUNT: _calls,
}
