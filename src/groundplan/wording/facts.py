"""Facts in words, the same for every surface: a head, rows of places, and what was not looked at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.fact import Extent, FactKind, How, Missing
from groundplan.wording.fact_gaps import counted, say_broken, say_gaps
from groundplan.wording.reasons import say_best_reason
from groundplan.wording.said import Said, code, listed, searched
from groundplan.wording.surroundings import say_family, say_standards
from groundplan.wording.test_signs import say_sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.plan.fact import CodePlace, Fact

TITLES = {
    FactKind.ALREADY: "May be there already",
    FactKind.AGAINST: "Against the goal",
    FactKind.WORDS: "Words not found",
    FactKind.PLACE: "Places",
    FactKind.DEFINITION: "Definitions",
    FactKind.CALLERS: "Callers",
    FactKind.TEST: "Tests",
    FactKind.DOCUMENT: "Documents",
    FactKind.COMMIT: "Commits",
    FactKind.OCCURRENCES: "Occurrences",
    FactKind.DEPENDENCY: "Dependencies",
    FactKind.ENTRY_POINT: "Entry points",
    FactKind.SIMILAR: "Similar code",
    FactKind.FAMILY: "Classes with the same base",
    FactKind.STANDARDS: "Standards",
    FactKind.OPEN_PLAN: "Open plans",
    FactKind.ISSUE: "Issues and pull requests",
    FactKind.ENVIRONMENT: "Environment",
}
_SHOWN_MEMBERS = 6
_SIGNATURE = 100  # letters of a declaration that are read at once
_PARTS = {"in-machinery": "build files and scripts"}


def say_fact(fact: Fact) -> Said:
    """Return a fact in words."""
    said = _SAYINGS[fact.kind](fact)
    broken = say_broken(fact.coverage)
    return said if not broken or broken in said.notes else replace(said, notes=(*said.notes, broken))


def _more(fact: Fact, what: str = "") -> Iterator[str]:
    left = fact.total - len(fact.places)
    if left > 0 and fact.places:
        yield f"… and {left:,} more{what}"


def _rows(places: Iterable[CodePlace]) -> tuple[tuple[str, str], ...]:
    return tuple((each.cited, _beside(each)) for each in places)


def _beside(place: CodePlace) -> str:
    inside = f"in {place.symbol}" if place.symbol else ""
    return ": ".join(part for part in (inside, place.quote) if part)


def _say_words(fact: Fact) -> Said:
    words = fact.value("words", ())
    if not words:
        return Said(
            "no word of the goal says where it goes: verbs, filler and other scripts than Latin lead nowhere"
        )
    inside = tuple(f"{code(each.symbol)} at {code(each.cited)} ends in it" for each in fact.places)
    head = f"{listed(words, 'and')}: as a word in none of {searched(fact.coverage)}"
    return Said(head, notes=(*inside, *say_gaps(fact.coverage)))


def _say_already(fact: Fact) -> Said:
    match = fact.value("match")
    if fact.is_absence:
        return Said(f"nothing found in {searched(fact.coverage)}")
    if match == "commit":
        return Said(
            f"commit {fact.subject[:10]}  {fact.value('date')}  {fact.value('subject')}", _rows(fact.places)
        )
    if match == "changelog":
        return Said(f"announced in {fact.places[0].cited}", ((fact.places[0].cited, fact.subject),))
    says = fact.value("says")
    words = f"the words of the goal: {listed(fact.value('words', ()), 'and')}"
    return Said(
        code(fact.subject), _rows_plain(fact.places), (*((f"“{says}”",) if says else ()), f"matches {words}")
    )


def _rows_plain(places: Iterable[CodePlace]) -> tuple[tuple[str, str], ...]:
    return tuple((each.cited, each.quote or each.symbol) for each in places)


_OBJECTS = {
    "heading": "a section argues against it",
    "answer": "the answer to this question is no",
    "status": "this decision record was not accepted",
    "sentence": "this sentence refuses it",
    "negation": "this sentence says that it is not so",
    "opposite": "this says the opposite",
    "test": "the name of this test says the opposite",
}


def _say_against(fact: Fact) -> Said:
    match = fact.value("match")
    if fact.is_absence:
        return Said(f"nothing found in {searched(fact.coverage)}")
    if match == "revert":
        head = f"commit {fact.subject[:10]}  {fact.value('date')}  {fact.value('subject')}"
        by = fact.value("reverted_by")
        return Said(head, (), (f"REVERTED by {by[:10]} ({fact.value('reverted_by_date')})",))
    place = fact.places[0]
    heading = f"  “{place.symbol}”" if place.symbol and place.symbol != place.quote else ""
    return Said(f"{place.cited}{heading}", (("", place.quote),), (_OBJECTS[match],))


def _say_place(fact: Fact) -> Said:
    if fact.is_absence:
        return Said(f"none found by names, words, imports and history in {searched(fact.coverage)}")
    rows = tuple((each.cited, _signature(each)) for each in fact.places if each.first)
    if fact.known.how is How.GIVEN:
        changed = ", ".join(fact.value("together", ()))
        beside = (f"changed in the same commits, large ones left out: {changed}",) if changed else ()
        return Said(fact.subject, rows, ("given with --at", *beside))
    return Said(fact.subject, rows, tuple(say_best_reason(fact.values)))


def _say_definition(fact: Fact) -> Said:
    name = code(fact.subject)
    if fact.known.how is How.FILES:
        if fact.is_absence:
            return Said(f"{name}: no such file among {searched(fact.coverage)}")
        return Said(f"{name}: {counted(fact.total, 'file')}", _rows(fact.places), tuple(_more(fact)))
    if fact.is_absence:
        how = "" if fact.coverage.extent is Extent.NOT_PARSED else " by parsing"
        own = " of its own" if fact.value("members", ()) else ""
        return Said(
            f"{name}: no definition{own} found{how}", notes=(*_members(fact), *say_gaps(fact.coverage))
        )
    declared = fact.value("declarations", 0)
    looks = "lines look like definitions" if fact.total > 1 else "line looks like a definition"
    what = (
        f"{fact.total:,} {looks}" if fact.known.how is How.TEXT else _defined(fact.total - declared, declared)
    )
    rows = tuple((each.cited, _signature(each)) for each in fact.places)
    is_open = fact.value("members", ()) or any(each.reason is Missing.BROKEN for each in fact.coverage.gaps)
    least = "at least " if is_open else ""
    return Said(f"{name}: {least}{what}", rows, (*_more(fact), *_members(fact), *say_gaps(fact.coverage)))


def _signature(place: CodePlace) -> str:
    """Return a declaration as written, or where that is long its name: what is cut says something else."""
    return (len(place.quote) <= _SIGNATURE and place.quote) or place.symbol or place.quote


def _members(fact: Fact) -> Iterator[str]:
    places = fact.value("members", ())
    if places:
        more = f" and {len(places) - _SHOWN_MEMBERS} more" if len(places) > _SHOWN_MEMBERS else ""
        yield f"looks defined inside an expression at {', '.join(places[:_SHOWN_MEMBERS])}{more}"


def _defined(definitions: int, declarations: int) -> str:
    parts = [counted(definitions, "definition")] if definitions or not declarations else []
    parts += [counted(declarations, "declaration")] if declarations else []
    return f"{' and '.join(parts)} found{', overloads counted' * (definitions > 1)}"


def _say_callers(fact: Fact) -> Said:
    name = code(fact.subject)
    tests = fact.value("tests", 0)
    among = f" ({tests:,} in tests)" if tests else ""
    gaps = say_gaps(fact.coverage)
    if fact.coverage.gaps and fact.coverage.gaps[0].reason is Missing.LIMIT:
        return Said(f"{name}: {gaps[0]}")
    if fact.is_absence:
        if fact.known.how is How.TEXT:
            return Said(f"{name}: its name appears nowhere outside it in files of its language", notes=gaps)
        if "::" not in fact.subject:
            return Said(
                f"{name}: no file found that imports it, of {searched(fact.coverage)}",
                notes=("imports whose name is computed are not followed",),
            )
        return Said(
            f"{name}: no use found in {searched(fact.coverage)} with its name",
            notes=("calls through values, reflection or templates are not followed",),
        )
    if fact.known.how is How.RESOLVED:
        word = "use" if "::" in fact.subject else "importing file"
        head = f"{name}: {counted(fact.total, word)} resolved{among}"
    elif fact.known.how is How.BY_NAME:
        more = "more " if fact.value("known", 0) else ""
        head = f"{name}: {counted(fact.total, f'{more}possible use')}, by name only{among}"
        if not fact.places:
            head += ", too many to list"
    else:
        lines = counted(fact.total, "line")
        languages = fact.value("languages", ())
        whose = f"files in {' and '.join(languages)}" if len(languages) > 1 else "files of its language"
        head = f"{name}: its name appears in {lines} outside it, in {whose}, comments included{among}"
        if not fact.places:
            others = fact.value("others", 0)
            head += (
                f" and is also that of {counted(others, 'other definition')}"
                if others
                else ", too many to list"
            )
    return Said(head, _rows(fact.places), (*_more(fact), *gaps))


def _say_test(fact: Fact) -> Said:
    if fact.is_absence:
        return Said(
            f"{code(fact.subject)}: no test found by imports, uses and names",
            notes=("a test that runs the program as a whole would not be seen", *say_gaps(fact.coverage)),
        )
    how = say_sign(fact.value("sign", ""), fact.value("names", ()), code(fact.value("about", "")))
    tests = fact.value("tests", ())
    more = " and others" if len(tests) > 3 else ""  # a test that uses it through others is not among them
    inside = (f"in {', '.join(tests[:3])}{more}",) if tests else ()
    command = fact.value("command", "")
    # put together from what is configured there; that nothing runs it is not known
    run = (f"run: {command} (put together from {fact.value('from')}, not tried)",) if command else ()
    left = fact.value("left", 0)
    others = (f"and {counted(left, 'more test file')} found",) if left else ()
    return Said(fact.subject, (), (how, *inside, *run, *others))


def _say_document(fact: Fact) -> Said:
    if fact.is_absence:
        words = listed(fact.value("words", ()), "and")
        has = "has any of" if len(fact.value("words", ())) > 1 else "has"
        left_out = "changelogs, licences and translations left out"
        return Said(f"no section {has} {words} in {searched(fact.coverage)}, {left_out}")
    place = fact.places[0]
    heading = f"“{fact.subject}”" if fact.subject else "above the first heading with words"
    line = fact.value("line", place.first)
    return Said(f"{place.cited}  {heading}", ((f"line {line}", place.quote),))


def _say_commit(fact: Fact) -> Said:
    if fact.is_absence:
        words = fact.value("words", ())
        asked = listed(words, "and")
        shared = f"two of {asked}, one in its subject line," if len(words) > 1 else asked
        return Said(
            f"no message with {shared} in {searched(fact.coverage)}",
            notes=say_gaps(fact.coverage),
        )
    notes = []
    if by := fact.value("reverted_by"):
        again = fact.value("landed_again")
        tail = f", landed again in {again[:10]} ({fact.value('landed_again_date')})" if again else ""
        notes.append(f"REVERTED by {by[:10]} ({fact.value('reverted_by_date')}){tail}")
    if reverts := fact.value("reverts"):
        notes.append(f"reverts {reverts[:10]} ({fact.value('reverts_date')})")
    if branch := fact.value("branch"):
        notes.append(f"only on the branch {branch}")
    if lines := fact.value("lines"):
        notes.append(f"brought lines of {code(lines)}")
    if release := fact.value("release"):
        notes.append(f"came in {release}")
    paths = ", ".join(each.path for each in fact.places[:3])
    left = fact.total - min(len(fact.places), 3)
    if paths:
        notes.append(paths + (f" and {left:,} more" if left > 0 else ""))
    return Said(f"{fact.subject[:10]}  {fact.value('date')}  {fact.value('subject')}", (), tuple(notes))


def _say_occurrences(fact: Fact) -> Said:
    name = code(fact.subject)
    if fact.is_absence:
        return Said(f"{name}: none in {searched(fact.coverage)}", notes=say_gaps(fact.coverage))
    if fact.coverage.gaps and fact.coverage.gaps[0].reason is Missing.LIMIT:
        return Said(f"{name}: {say_gaps(fact.coverage)[0]}")
    number = fact.value("occurrences", 0)
    parts = ", ".join(
        f"{count:,} in {_PARTS.get(part, part.removeprefix('in-'))}"
        for part, count in fact.values
        if part.startswith("in-")
    )
    rows = tuple(
        (each.cited, f"{each.count:,}×  {each.quote}" if each.count > 1 else each.quote)
        for each in fact.places
    )
    head = f"{name}: {counted(number, 'occurrence')} in {counted(fact.total, 'file')} ({parts})"
    return Said(head, rows, (*_more(fact, " files"), *say_gaps(fact.coverage)))


def _say_dependency(fact: Fact) -> Said:
    if fact.is_absence:
        words = listed(fact.value("words", ()))
        searched = dict(fact.coverage.searched)
        number = counted(searched["dependencies"], "dependency", "dependencies")
        among = f"{number} in {counted(searched['manifests'], 'manifest')}"
        return Said(f"{words}: not among {among} that were read", notes=say_gaps(fact.coverage))
    versions = ", ".join(fact.value("versions", ())) or "without a version"
    locked = ", ".join(fact.value("locked", ()))
    declared = fact.value("declared", 0)
    # Beside importing files a declaration would be read as one of them.
    at = (
        f" at {code(fact.places[0].cited)}"
        if declared == 1 and fact.places and fact.value("imports", 0)
        else ""
    )
    where = (
        f"declared{at} ({versions}{f', locked {locked}' if locked else ''})" if declared else "not declared"
    )
    imports = fact.value("imports", 0)  # none found is not none: many packages are imported by other names
    imported = f", imported by that name in {counted(imports, 'file')}" if imports else ""
    return Said(f"{code(fact.subject)}: {where}{imported}", _rows(fact.places), tuple(_more(fact)))


def _say_entry_point(fact: Fact) -> Said:
    steps = fact.value("steps", 0)
    how = "is" if not steps else f"reaches, over {counted(steps, 'call')} matched by name,"
    head = f"{code(fact.subject)} ({fact.value('kind')}, {fact.value('framework')})"
    return Said(head, _rows(fact.places), (f"{how} {code(fact.value('reaches', ''))}",))


def _say_similar(fact: Fact) -> Said:
    words, calls = fact.value("words", ()), fact.value("calls", ())
    parts = [f"has words like {', '.join(words)}"] if words else []
    parts += [f"calls {', '.join(calls)} as well"] if calls else []
    return Said(f"{fact.places[0].cited}  {fact.subject}", (), tuple(parts))


def _say_open_plan(fact: Fact) -> Said:
    paths = ", ".join(each.path for each in fact.places)
    return Said(f"{fact.value('title')} ({fact.value('document')})", (), (f"also works on {paths}",))


def _say_issue(fact: Fact) -> Said:
    if fact.is_absence:
        return Said("No issue has several words of the goal, and no open pull request touches its files")
    value = fact.value
    what = "pull request" if value("pull") else "issue"
    reason = f" as {value('reason')}" if value("reason") else ""
    state = f"{value('state')}{reason}{', draft' if value('draft') else ''}"
    touched = f", touches {listed((each.path for each in fact.places), 'and')}" if fact.places else ""
    notes = (f"has {listed(value('words'), 'and')} of the goal",) if value("words") else ()
    return Said(f"{what} {fact.subject} ({state}{touched}): {value('title')}", (), (*notes, value("url")))


def _say_environment(fact: Fact) -> Said:
    at = f"  ({fact.places[0].cited})" if fact.places else ""
    value = fact.value
    if fact.subject == "command":
        if fact.places:
            written = f", written as `{value('written')}`" if value("written") else ""
            at = f"  (from {fact.places[0].cited}{written})"
        return Said(f"{value('role')}: {value('line')}{at}")
    if fact.subject == "runtime":
        return Said(f"{value('language')} {value('version')}{at}")
    if fact.subject == "pin":
        return Said(f"{fact.places[0].path}: {value('version')}")
    if fact.subject == "manager":
        return Said(f"{value('tool')}{at}")
    if fact.is_absence:
        where = "at the top of the worktree"
        return Said(f"no {'virtual environment' if fact.subject == 'virtualenv' else fact.subject} {where}")
    name = "virtual environment" if fact.subject == "virtualenv" else fact.subject
    version = f" with Python {value('version')}" if value("version") else ""
    return Said(f"{name}{version}{at}")


_SAYINGS: dict[FactKind, Callable[[Fact], Said]] = {
    FactKind.ALREADY: _say_already,
    FactKind.AGAINST: _say_against,
    FactKind.WORDS: _say_words,
    FactKind.PLACE: _say_place,
    FactKind.DEFINITION: _say_definition,
    FactKind.CALLERS: _say_callers,
    FactKind.TEST: _say_test,
    FactKind.DOCUMENT: _say_document,
    FactKind.COMMIT: _say_commit,
    FactKind.OCCURRENCES: _say_occurrences,
    FactKind.DEPENDENCY: _say_dependency,
    FactKind.ENTRY_POINT: _say_entry_point,
    FactKind.SIMILAR: _say_similar,
    FactKind.FAMILY: say_family,
    FactKind.STANDARDS: say_standards,
    FactKind.OPEN_PLAN: _say_open_plan,
    FactKind.ISSUE: _say_issue,
    FactKind.ENVIRONMENT: _say_environment,
}


def as_text(fact: Fact) -> str:
    """Return a fact as plain lines, as a reader without a screen gets it."""
    said = say_fact(fact)
    lines = [said.head, *(f"    {place}  {text}".rstrip() for place, text in said.rows)]
    return "\n".join([*lines, *(f"    {note}" for note in said.notes)])
