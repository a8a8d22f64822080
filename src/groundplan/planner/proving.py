"""How the work is proven: its tests, its documents, and the quality gate at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex
from groundplan.planner.phrasing import COMPUTED, DEFAULT, codes, join
from groundplan.planner.support import find_databases
from groundplan.planner.taken_for_granted import allowed_slowdown
from groundplan.planner.variants import find_paired, own_callers, own_failures, paths_of, public_reach
from groundplan.planner.work_item import WorkItem
from groundplan.planner.writers.phrases import code, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import TestPlace
    from groundplan.planner.brief import Brief

_PROSE = (".md", ".rst", ".adoc", ".txt")
_CHANGELOGS = ("changelog", "changes", "history", "news", "releases")
_RELEASES = {"release", "releases", "changelog", "changelogs", "changes", "news", "whatsnew", "release_notes"}
_MOST_DOCUMENTS = 5
_MARKER = late_regex(r"pytest\.mark\.(\w+)")


def tool_command(brief: Brief, role: str) -> str:
    """Return the call of a tool: the profile's, else the one the repository itself makes."""
    declared = brief.config.profile.commands.get(role, "")
    return declared or next((each.line for each in brief.pack.commands if each.role == role), "")


def command_source(brief: Brief, role: str) -> str:
    """Return where the call of a tool is known from: a profile is what the project declares by default."""
    return DEFAULT if brief.config.profile.commands.get(role) else COMPUTED


def first_test_command(brief: Brief) -> str:
    """Return the call that tests the foremost target, as a code span; nothing where none is known."""
    own = next((place.command for place in brief.pack.tests if place.command), "")
    command = own or tool_command(brief, "test")
    return code(command) if command else ""


def database_markers(brief: Brief) -> tuple[tuple[str, str], ...]:
    """Return each database in scope with the marks that select its tests."""
    wanted = [each for each in find_databases(brief) if each.is_met]
    return tuple((each.name, each.details.get("markers", "")) for each in wanted)


def select_backends(brief: Brief, markers: str) -> str:
    """Return the test command for one backend, where its marks are pytest's and so is the command."""
    command = tool_command(brief, "test")
    names = _MARKER.findall(markers)
    return f'{command} -m "{" or ".join(names)}"' if names and "pytest" in command else ""


def find_testing_work(brief: Brief) -> tuple[WorkItem, ...]:
    """Return the testing tasks: test files, then per backend, per variant, per failure, and the cost."""
    kinds = (_test_files, _backends, _variants, _edge_cases)
    cost = WorkItem(
        "Performance validation: repeat the measurement of `research/performance.md` after the change",
        verification=f"at every size measured, slower by at most {allowed_slowdown(brief)}",
        serves=("performance", "tests"),
    )
    return (*(item for find in kinds for item in find(brief)), cost)


def proving_places(brief: Brief) -> tuple[TestPlace, ...]:
    """Return the foremost places for the tests; fixtures and helpers are none where a test file is known."""
    places = brief.pack.tests
    own = [each for each in places if "test" in each.path.rpartition("/")[2].lower() or each.tests]
    return tuple((own or places)[:3])


def _test_files(brief: Brief) -> Iterator[WorkItem]:
    for place in proving_places(brief):
        do = f"Extend {code(place.path)}" if place.exists else f"Add {code(place.path)} (new)"
        names = codes([f"{name}" for name in place.tests], 3)
        near = f"beside {names}" if names else ""
        mark = "modify" if place.exists else "new"
        command = code(place.command) if place.command else first_test_command(brief)
        yield WorkItem(
            f"{do}: one test per functional criterion {near}".rstrip(),
            (f"{code(place.path)} ({mark})",),
            command,
            serves=("goal", "tests"),
        )
    if not proving_places(brief):
        looked = counted(sum(map(is_test, paths_of(brief.pack))), "test file")
        yield WorkItem(
            f"Add the first tests of this code: none reaches it ({looked} looked at)",
            verification=first_test_command(brief),
            serves=("goal", "tests"),
        )


def _backends(brief: Brief) -> Iterator[WorkItem]:
    marked = database_markers(brief)
    if not marked:
        return
    for name, marks in marked:
        selected = select_backends(brief, marks)
        yield WorkItem(
            f"Test on {name}",
            verification=code(selected) if selected else _run_on(brief, name),
            tests=marks,
            serves=("databases", f"database:{name}", "tests"),
        )


def _run_on(brief: Brief, name: str) -> str:
    command = first_test_command(brief)
    return f"{command} with {name} behind it" if command else ""


def _variants(brief: Brief) -> Iterator[WorkItem]:
    affected = [pair for pair in find_paired(brief.pack) if pair.is_affected]
    if affected:
        halves = codes([path for pair in affected for path in (pair.asynchronous, pair.synchronous)])
        yield WorkItem(
            f"Test async and sync variants: {halves}",
            serves=("pairs", "tests"),
            short=f"Test async and sync variants of {counted(len(affected), 'pair')}",
        )


def _edge_cases(brief: Brief) -> Iterator[WorkItem]:
    seen = [f"{code(each.at)} {each.action}" for each in own_failures(brief.pack)]
    if seen:
        shown = join(list(dict.fromkeys(seen)), 4)
        yield WorkItem(
            f"Add edge case tests for what fails today: {shown}",
            serves=("edges", "tests"),
            short=f"Add edge case tests for {counted(len(seen), 'failure')} seen today",
        )
    else:
        yield WorkItem(
            f"Add edge case tests: empty input, one item, 1,000 items {DEFAULT}", serves=("edges", "tests")
        )


def find_documents(brief: Brief) -> tuple[str, ...]:
    """Return the documents that name what the change touches, those that name most of it first."""
    regions = brief.pack.regions[:6]
    names = {each.definition.name for each in regions if len(each.definition.name) > 4}
    named = [name.rpartition(".")[2] for name in brief.pack.goal.names]
    names |= {name for name in named if len(name) > 4 and brief.pack.index.symbols(name)}
    hits: dict[str, int] = {}
    for name in sorted(names):
        for path in brief.pack.index.files_with(name):
            if path.endswith(_PROSE) and not is_told_once(path) and not is_test(path):
                hits[path] = hits.get(path, 0) + 1
    return tuple(sorted(hits, key=lambda path: (-hits[path], path)))[:_MOST_DOCUMENTS]


def is_told_once(path: str) -> bool:
    """Tell whether a document is a list of packages, or about one release, which nobody rewrites later."""
    folders = set(path.lower().split("/")[:-1])
    return is_changelog(path) or bool(_RELEASES & folders) or "requirements" in path.lower()


def find_changelog(brief: Brief) -> str:
    """Return the file in which changes are told to users, if there is one."""
    found = [path for path in paths_of(brief.pack) if is_changelog(path)]
    return min(found, key=lambda path: (path.count("/"), _rank(path), path), default="")


def is_changelog(path: str) -> bool:
    """Tell whether a file is a changelog, by its name."""
    name = path.rpartition("/")[2].lower()
    return name.endswith((*_PROSE,)) and name.split(".")[0] in _CHANGELOGS


def _rank(path: str) -> int:
    return _CHANGELOGS.index(path.rpartition("/")[2].lower().split(".")[0])


def find_documentation_work(brief: Brief) -> tuple[WorkItem, ...]:
    """Return the documentation tasks: the documents that name it, the changelog, the examples, the README."""
    documents = find_documents(brief)
    build = tool_command(brief, "docs")
    verified = code(build) if build else ""
    items = [
        WorkItem(
            f"Update reference docs that name the code to change: {codes(documents)}",
            tuple(f"{code(path)} (modify)" for path in documents),
            verified,
            serves=("documents",),
        )
        if documents
        else WorkItem(
            f"Document it: no document of {_prose_count(brief)} names the code to change",
            verification=verified,
            serves=("documents",),
        )
    ]
    changelog = find_changelog(brief)
    if changelog:
        files = (f"{code(changelog)} (modify)",)
        items.append(WorkItem(f"Add changelog entry to {code(changelog)}", files, serves=("changelog",)))
    extra = brief.config.profile.axes.get("documentation", ())
    items += [WorkItem(text, verification=verified, serves=(f"document:{text}",)) for text in extra
              if "changelog" not in text.lower() or not changelog]  # fmt: skip
    readme = next((path for path in paths_of(brief.pack) if path.lower().startswith("readme")), "")
    if readme and readme not in documents:
        items.append(WorkItem(f"Update {code(readme)} if the change shows there", serves=("documents",)))
    return tuple(items)


def _prose_count(brief: Brief) -> int:
    return sum(path.endswith(_PROSE) for path in paths_of(brief.pack))


def find_gate_work(brief: Brief) -> tuple[WorkItem, ...]:
    """Return the six tasks of the quality gate; the last is done by archiving the requirement."""
    test, lint = tool_command(brief, "test"), tool_command(brief, "lint")
    checks = [code(each) for each in (test, lint, tool_command(brief, "types")) if each]
    public = public_reach(brief.pack)
    callers = len(own_callers(brief.pack))
    kept = f"{counted(len(public), 'public name')} and {counted(callers, 'caller')} of the code to change"
    return (
        WorkItem("Validate all acceptance criteria met", serves=("standards", "gate")),
        WorkItem(
            "Run the full test suite" + (" across all databases" if database_markers(brief) else ""),
            verification=" and ".join(checks),
            serves=("suite",),
        ),
        WorkItem("Check documentation completeness", serves=("documents",)),
        WorkItem(f"Verify no breaking changes: {kept}", serves=("compatible",)),
        WorkItem("Clean tmp/ directory"),
        WorkItem("Archive requirement"),
    )
