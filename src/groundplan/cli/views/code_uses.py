"""How uses of a definition look: what is known first, what is only possible apart, each with its reason."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count, times
from groundplan.cli.views.rows import MOST, show_head, show_rows
from groundplan.code.declarations import DECLARING
from groundplan.code.naming import cite
from groundplan.code.usage import UsageKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.app.queries.searching import Cycles, ImportsOf
    from groundplan.cli.look import Part, Screen
    from groundplan.code.accounting import Account
    from groundplan.code.callers import Caller, Callers
    from groundplan.code.coverage import Coverage
    from groundplan.code.impact import Dependent, Impact
    from groundplan.code.imports import Edge
    from groundplan.code.usage import Usage, Usages

_OTHERS = 8
_OWN_PACKAGE = "files of its own package need no import to use it, and are not listed"
# A callback, the top of a file, or a function that a macro makes.
_OUTSIDE = "outside parsed definitions"


def show_usages(screen: Screen, found: Usages) -> None:
    """Put out the uses of a definition by file."""
    verb = _known("used", found.coverage, found.resolved)
    used = f"{verb} {times(len(found.resolved))} in {count(len(found.files), 'file')}"
    show_head(
        screen,
        cite(found.symbol),
        used if found.resolved else _none("use", found.coverage, len(found.possible)),
    )
    _show_by_file(screen, found.resolved)
    if found.possible:
        screen.blank()
        screen.line(
            ("Possible:", "warn"),
            f" {count(len(found.possible), 'place')} of that name, matched by name only",
        )
        _show_by_file(screen, found.possible)
    if found.overrides:
        screen.blank()
        screen.line(("Overridden by", "bold"))
        show_rows(screen, [[cite(each)] for each in found.overrides])
    _show_account(screen, found.account)
    _show_others(screen, found.also_defined, found.coverage)
    show_coverage(screen, found.coverage)


def _show_account(screen: Screen, found: Account) -> None:
    """Put out what all places of the word are: the numbers add up to a search for it."""
    elsewhere = sum(number for _, number in found.elsewhere)
    groups = (
        (found.resolved, "used"),
        (found.possible, "possible"),
        (found.definitions, "defined"),
        (found.mentions, "in strings and comments"),
        (len(found.other), "in code, not taken for a use"),
        (elsewhere, "in files of other kinds"),
    )
    parts = ", ".join(f"{number} {what}" for number, what in groups if number)
    screen.blank()
    screen.prose(
        f"The word appears {times(found.total)} in {count(found.files, 'file')}: {parts}", tone="dim"
    )
    for what, places in (
        ("in code, not taken for a use", found.other),
        ("in files of other kinds", [f"{path} {times(number)}" for path, number in found.elsewhere]),
    ):
        if places:
            more = f" and {len(places) - _OTHERS} more" if len(places) > _OTHERS else ""
            screen.prose(f"{what}: {', '.join(places[:_OTHERS])}{more}", indent=2, tone="dim")


def _show_others(screen: Screen, places: Sequence[str], coverage: Coverage) -> None:
    """Put out where else the name is defined: an answer is about one of its definitions."""
    is_broken = any(each.endswith("could not be parsed") for each in coverage.reasons)
    rest = "; what could not be parsed may define it as well" if is_broken else ""
    if places:
        more = f" and {len(places) - _OTHERS} more" if len(places) > _OTHERS else ""
        screen.blank()
        screen.prose(f"The name is also defined at {', '.join(places[:_OTHERS])}{more}{rest}.", tone="dim")


def _none(what: str, coverage: Coverage, possible: int) -> str:
    """Return how an absence is put: what was looked through, never that there is nothing."""
    if possible:
        return f"has {count(possible, f'possible {what}')}, none certain"
    return f"has no known {what}s in the {count(coverage.searched, 'parsed file')} with its name"


def _known(verb: str, coverage: Coverage, uses: Iterable[Usage] = ()) -> str:
    """Return how a number of places is put: the whole number only where every place is accounted for.

    Where types are not followed, what has a rare name may be another package's.
    """
    if any(each.is_by_unique_name for each in uses):
        return f"is found by its name to be {verb}"
    return f"is {verb}" if coverage.is_complete else f"is known to be {verb}"


def _by(inside: Sequence[str], paths: Sequence[str]) -> str:
    """Return who uses something: definitions, and files that do so outside the named ones."""
    named = sum(map(bool, inside))
    outside = len({path for path, name in zip(paths, inside, strict=True) if not name})
    files = f"{count(outside, 'file')} {_OUTSIDE}"
    by = f"by {count(named, 'definition')}"
    if not outside:
        return by
    return f"{by} and in {files}" if named else f"in {files}"


def show_coverage(screen: Screen, coverage: Coverage, complete: str = "Complete") -> None:
    """Put out whether every place with the name is explained, and what no answer can hold."""
    screen.blank()
    if coverage.is_complete:
        searched = count(coverage.searched, "parsed file")
        screen.prose(f"{complete}: every place with the name in {searched} is accounted for.", tone="dim")
    else:
        screen.prose(f"Partial: {'; '.join(coverage.reasons)}.", tone="warn")
    screen.prose(f"Not seen: {coverage.unseen}.", tone="dim")


def _show_by_file(screen: Screen, usages: Sequence[Usage]) -> None:
    shown = usages[:MOST] if screen.is_terminal else usages
    for path, group in groupby(shown, key=lambda each: each.path):
        screen.blank()
        screen.line((path, "bold"))
        rows: list[list[Part]] = [
            [
                (str(each.line), "dim"),
                each.kind.value,
                f"in {each.inside}" if each.inside else "",
                (each.source.value, "dim"),
            ]
            for each in group
        ]
        show_rows(screen, rows)
    if len(shown) < len(usages):
        screen.line((f"… and {len(usages) - len(shown)} more: all of them with --json or in a pipe", "dim"))


def show_imports(screen: Screen, found: ImportsOf) -> None:
    """Put out what a file imports and who imports it."""
    if found.unparsed:
        screen.line((found.path, "bold"), f" is not parsed ({found.unparsed}), so its imports are not known")
        return
    if not found.is_followed:
        what = ", as written:" if found.written else ": none found in it"
        screen.line((found.path, "bold"), f" imports{what}")
        show_rows(screen, [[each] for each in found.written])
        screen.line(("imports of its language are not followed: who imports it is not known", "dim"))
        return
    show_head(
        screen,
        found.path,
        f"imports {count(len({each.target for each in found.imports}), 'file')} ({found.reached} in all) and"
        f" is imported by {len({each.source for each in found.importers})} ({found.dependents} in all),"
        " as far as found",
    )
    if found.path.endswith(".go"):
        screen.line((_OWN_PACKAGE, "dim"))
    _show_declared(screen, found.path)
    if found.imports:
        screen.blank()
        screen.line(("Imports", "bold"))
        show_rows(screen, _edge_rows(found.imports))
    if found.importers:
        screen.blank()
        screen.line(("Imported by", "bold"))
        show_rows(screen, _edge_rows(found.importers, found.path))
    if found.packages:
        screen.blank()
        screen.line(("Packages", "bold"))
        screen.prose(", ".join(found.packages), indent=2)
    if found.unresolved:
        screen.blank()
        screen.line(("Not found", "warn"))
        show_rows(
            screen,
            [[f"{each.path}:{each.line}", each.module, (each.reason, "dim")] for each in found.unresolved],
        )


def _show_declared(screen: Screen, path: str) -> None:
    if path.endswith(DECLARING):
        screen.line(("who imports the file that it declares is counted as well", "dim"))


def _edge_rows(edges: Sequence[Edge], imported: str = "") -> list[list[Part]]:
    """Return one row for each file at the other end, with its lines; an import of ten names is one row."""
    by_file: dict[str, list[Edge]] = {}
    for edge in edges:
        by_file.setdefault(edge.source if imported else edge.target, []).append(edge)
    return [
        [path, (_lines(group), "dim"), (_edge_marks(group, imported), "dim")]
        for path, group in by_file.items()
    ]


def _lines(edges: Sequence[Edge]) -> str:
    lines = sorted({edge.line for edge in edges})
    more = f" and {len(lines) - 3} more" if len(lines) > 3 else ""
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:3]))}{more}"


def _edge_marks(edges: Sequence[Edge], imported: str) -> str:
    marks = list(dict.fromkeys(edge.how for edge in edges if edge.how))
    if imported and edges[0].target != imported:  # who imports `a.js` gets what `a.d.ts` declares
        marks.append(f"as {edges[0].target}")
    marks += ["in a function"] * all(edge.is_inner for edge in edges)
    marks += ["for types"] * all(edge.is_typing for edge in edges)
    return ", ".join(marks)


def show_cycles(screen: Screen, found: Cycles) -> None:
    """Put out the import cycles, each with a ring in it."""
    kind = "" if found.is_run_only else ", imports for types and inside functions included"
    if not found.files:
        screen.line(
            "No file here is in a language whose imports are followed: Python, JavaScript, TypeScript, Go"
        )
        return
    if found.others:
        kind += "; the imports of other languages are not followed"
    if not found.cycles:
        screen.line(f"No import cycles found among {count(found.files, 'file')}{kind}")
        return
    sizes = Counter(len(each.paths) for each in found.cycles)
    screen.line(
        (count(len(found.cycles), "import cycle"), "bold"), f" found among {count(found.files, 'file')}{kind}"
    )
    for each in found.cycles:
        screen.blank()
        files = (
            f"{count(len(each.paths), 'file')} that all import each other in the end, by such a ring:"
            if sizes and len(each.paths) > len(each.example)
            else ""
        )
        if files:
            screen.line((files, "dim"), indent=2)
        for path in each.example:
            screen.line(path, indent=2)
        screen.line(("→ ", "dim"), each.example[0], indent=2)


def show_callers(screen: Screen, found: Callers) -> None:
    """Put out who calls a definition."""
    calls = sum(one.is_resolved for each in found.resolved for one in each.calls)
    by = _by([each.qualified for each in found.resolved], [each.path for each in found.resolved])
    uses = [one for each in found.resolved for one in each.calls]
    called = f"{_known('called', found.coverage, uses)} {by}, {times(calls)}"
    show_head(
        screen,
        cite(found.symbol),
        called if found.resolved else _none("caller", found.coverage, len(found.possible)),
    )
    if found.resolved:
        screen.blank()
        show_rows(screen, [_caller_row(each) for each in found.resolved])
    if found.possible:
        screen.blank()
        screen.line(
            ("Possible:", "warn"), f" {count(len(found.possible), 'caller')} of something with that name"
        )
        show_rows(screen, [_caller_row(each) for each in found.possible])
    if found.passed_on:
        screen.blank()
        screen.line(("Named without a call", "bold"))
        rows: list[list[Part]] = [
            [f"{path}:{line}", (inside or _OUTSIDE, "bold")]
            for path, line, inside in dict.fromkeys(
                (each.path, each.line, each.inside) for each in found.passed_on
            )
        ]
        show_rows(screen, rows)
    _show_others(screen, found.also_defined, found.coverage)
    show_coverage(screen, found.coverage)


def _caller_row(caller: Caller) -> list[Part]:
    calls = [each for each in caller.calls if each.is_resolved or not caller.is_resolved]
    lines = ", ".join(str(each.line) for each in calls[:4]) + ("…" if len(calls) > 4 else "")
    how = ", ".join(dict.fromkeys(each.source.value for each in calls))
    if more := len(caller.calls) - len(calls):
        how += f", {more} more possible"
    return [f"{caller.path}:{lines}", (caller.qualified or _OUTSIDE, "bold"), (how, "dim")]


def show_impact(screen: Screen, found: Impact) -> None:
    """Put out what a change reaches: by use, then by import, with tests and public names told."""
    name = f"{found.path}::{found.qualified}" if found.qualified else found.path
    importers = f"found to be imported by {count(len(found.files), 'file')}, directly or not"
    if not found.files:
        importers = "not found to be imported by any file"
    if found.qualified:
        file = f"; its file is {importers}" if found.is_followed else ""
        show_head(screen, name, f"{_reach(found)}{file}")
    elif found.is_followed:
        show_head(screen, name, f"is {importers}")
    else:
        show_head(
            screen, name, "is in a language whose imports are not followed: who imports it is not known"
        )
        return
    if found.public:
        screen.line(("others may use it: ", "warn"), found.public)
    for (steps, is_by_name), group in groupby(
        found.dependents, key=lambda each: (each.steps, each.is_by_name)
    ):
        screen.blank()
        by_name = ", by name only" if is_by_name else ""
        screen.line(("Uses it" if steps == 1 else f"{steps} steps away{by_name}", "bold"))
        show_rows(screen, [_dependent_row(each) for each in group])
    if found.possible:
        screen.blank()
        screen.line(("Possible:", "warn"), f" {count(len(found.possible), 'place')}, by name only")
        show_rows(screen, [_dependent_row(each) for each in found.possible])
    if not found.qualified and found.files:
        _show_declared(screen, found.path)
        screen.blank()
        screen.line(("Imported by", "bold"))
        show_rows(screen, [[each.path, (f"{count(each.steps, 'step')} away", "dim")] for each in found.files])
    _show_tests(screen, found)
    if found.coverage is not None:
        show_coverage(screen, found.coverage, "Direct uses are complete")
        if any(each.steps > 1 for each in found.dependents):
            screen.prose("Further away only calls are followed, so there may be more.", tone="dim")


def _reach(found: Impact) -> str:
    """Return how many use a definition; over several steps that is never known to be all."""
    users = found.users
    if not users:
        possible = sum(not each.is_import for each in found.possible)
        return _none("user", found.coverage, possible) if found.coverage is not None else "has no known users"
    further = any(each.steps > 1 for each in found.dependents)
    by = _by([each.qualified for each in users], [each.path for each in users])
    is_unique = any(each.first.is_by_unique_name for each in users)
    known = "is found by its name to be used" if is_unique else "is known to be used"
    return f"{known} {by}" + (", and by others through them" if further else "")


def _show_tests(screen: Screen, found: Impact) -> None:
    screen.blank()
    if found.tests:
        screen.line(("Tests among these", "bold"), f"  {count(len(found.tests), 'file')}")
        show_rows(screen, [[path] for path in found.tests])
    if found.possible_tests:
        number = count(len(found.possible_tests), "more file" if found.tests else "file")
        screen.line(("Possible tests among these", "bold"), f"  {number}, by name only")
        show_rows(screen, [[path] for path in found.possible_tests])
    if not found.qualified and found.path.endswith(".go"):
        screen.line((_OWN_PACKAGE, "dim"))
    elif not (found.tests or found.possible_tests or found.is_in_tests) and _lists(found):
        screen.line(("No test was seen in these files", "warn"))
    if found.is_cut:
        screen.line(("Who uses the last of these was not looked for", "dim"))


def _lists(found: Impact) -> bool:
    """Whether files are listed, and none of those that import the changed one is part of the tests."""
    is_listed = found.dependents or (found.files and not found.qualified)
    return bool(is_listed) and not any(each.is_test for each in found.files)


def _dependent_row(each: Dependent) -> list[Part]:
    marks = ", ".join(["test"] * each.is_test + [each.public] * bool(each.public))
    named = {UsageKind.IMPORT: "imports it", UsageKind.EXPORT: "exports it"}.get(each.first.kind, _OUTSIDE)
    inside = each.qualified or named
    return [f"{each.path}:{each.first.line}", (inside, "bold"), (marks, "dim")]
