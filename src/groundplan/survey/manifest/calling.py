"""How to call tests, linters, formatters, type checkers: what CI runs first, then scripts, then defaults."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.survey.manifest.facts import Call, Role, Source, Tool
from groundplan.survey.manifest.fitness import MEASURES, SERVICE, gap_of, harm_of, is_part
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.naming_calls import MANAGERS, name_call, plain_call, start_call
from groundplan.survey.manifest.recognising import bare_call, is_question, named_script, recognise
from groundplan.survey.manifest.tool_table import DEFAULTS, HOOK_NAMES, TOOLS
from groundplan.survey.manifest.workflows import bound_name
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.survey.manifest.facts import Dependency, Project, Script
    from groundplan.survey.manifest.naming_calls import Layout
    from groundplan.survey.manifest.tool_table import Known

MOST_CALLS = 8
MOST_HOPS = 4
MOST_STEPS = 20_000  # scripts that call each other in many ways
MOST_SCRIPTS = 3_000
TEST_SCRIPT = "test script"
_INSTALLED = frozenset(("vendor", "node_modules", "bin", ".venv"))
_SOURCES = {
    "ci": Source.CI,
    "make": Source.MAKE,
    "just": Source.MAKE,
    "task": Source.MAKE,
    "hook": Source.HOOK,
}
_PARTS = re.compile(r"[^a-z0-9]")
# A call with these words runs a part, or changes files: there is a better one to start with.
_NARROW = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "docs doc e2e integration bench benchmark coverage cov min fix write nightly windows macos scripts "
        "examples example dev update watch dts schedule smoke debug"
    ).split()
)
_SELECTING = frozenset(("-m", "-k", "--filter", "--grep", "-run"))  # of the tests, those that fit
# What is called after its role is what people mean by it, where another call does that and more.
_ROLE_WORDS = {Role.LINT: ("lint",), Role.FORMAT: ("format", "fmt"), Role.TYPES: ("type", "tsc")}
UNDECLARED = "starts a tool that no package declares"
UNSET = "needs a file that is not there"
_SETTINGS = frozenset(("-c", "--config", "-p", "--project"))
_BUILDING = frozenset(("-b", "--build", "-p", "--project", "--init"))
_FILE = re.compile(r"[\w@./-]{1,200}\.[a-z]{2,5}")


@dataclass(frozen=True, slots=True)
class _Way:
    """What a call ends in: the tool, the scripts passed on the way, and the tool's own words."""

    known: Known
    through: tuple[Spot, ...]
    tool: tuple[str, ...]


class _Scripts:
    """Scripts by kind and name, to follow `make test` to what it runs."""

    def __init__(self, scripts: Iterable[Script]) -> None:
        self.steps = 0
        self.found: dict[tuple[str, str], list[Script]] = defaultdict(list)
        for script in scripts:
            self.found[script.kind, script.name].append(script)

    def ways(self, argv: tuple[str, ...], folder: str, hops: int = 0) -> Iterator[_Way]:
        """Return the tools a call ends in, each with the way there."""
        known = recognise(argv)
        if known:
            yield _Way(known, (), argv)
            return
        for script in self._named(argv, folder, hops):
            yield from self._through(script, hops)

    def harm(self, argv: tuple[str, ...], folder: str, hops: int = 0) -> str:
        """Return why a call must not be run as a check, by its own words or by those of a script it runs."""
        found = harm_of(argv)
        if found or recognise(argv):
            return found
        inner = (
            harm
            for script in self._named(argv, folder, hops)
            for each in script.calls[:20]
            if (harm := self.harm(each, script.folder, hops + 1))
        )
        return next(inner, "")

    def _named(self, argv: tuple[str, ...], folder: str, hops: int) -> Iterator[Script]:
        self.steps += 1
        if hops >= MOST_HOPS or self.steps > MOST_STEPS:
            return
        kinds, names = ((), ()) if is_question(argv) else named_script(argv)
        for kind in kinds:
            for name in names[:6]:
                yield from self._near(kind, name, folder)[:1]

    def _through(self, script: Script, hops: int) -> Iterator[_Way]:
        self.steps += 1
        if self.steps > MOST_STEPS:
            return
        for inner in script.calls[:20]:
            for way in self.ways(inner, script.folder, hops + 1):
                yield _Way(way.known, (script.at, *way.through), way.tool)
        if hops + 1 < MOST_HOPS:
            for need in script.needs[:20]:
                for needed in self._near(script.kind, need, script.folder)[:1]:
                    for way in self._through(needed, hops + 1):
                        yield _Way(way.known, (script.at, *way.through), way.tool)

    def _near(self, kind: str, name: str, folder: str) -> list[Script]:
        found = self.found.get((kind, name), [])
        return sorted(found, key=lambda each: (each.folder != folder, each.folder.count("/"), each.folder))


def find_tools(
    scripts: tuple[Script, ...],
    dependencies: tuple[Dependency, ...],
    projects: tuple[Project, ...],
    layout: Layout,
) -> tuple[Tool, ...]:
    """Return the tools this repository uses, each with its calls, the best evidenced first."""
    calls: dict[tuple[str, str], dict[tuple[tuple[str, ...], str], Call]] = defaultdict(dict)
    shelf = _Scripts(scripts)
    for script in scripts[:MOST_SCRIPTS]:
        for known, call in _calls_of(script, shelf, layout):
            there = calls[known.role, known.name].setdefault((call.argv, call.folder), call)
            if there.unfit and not call.unfit:  # bound in one place, free in another
                calls[known.role, known.name][call.argv, call.folder] = call
    tested = [call for (role, _), found in calls.items() if role is Role.TEST for call in found.values()]
    if all(map(is_other_script, tested)):
        _add_test_script(calls, scripts, shelf, layout)
    _add_plain(calls, dependencies, projects, layout)
    tools = []
    for known in TOOLS:
        found = calls.pop((known.role, known.name), None)
        if found:
            ranked = sorted(found.values(), key=lambda each: _rank(each, known.role))[:MOST_CALLS]
            tools.append(Tool(known.name, known.role, tuple(ranked), layout.configured.get(known.name, ())))
    return tuple(sorted(tools, key=_tool_rank))


def _calls_of(script: Script, shelf: _Scripts, layout: Layout) -> Iterator[tuple[Known, Call]]:
    source = _SOURCES.get(script.kind, Source.SCRIPT)
    named = name_call(script, layout)
    for written in script.calls[:50]:
        plain = written
        if script.kind == "hook":
            plain = HOOK_NAMES.get(written[0], written[:1]) + written[1:]
        for way in shelf.ways(plain, script.folder):
            is_direct = _is_direct(script, plain)
            argv = start_call(plain, way.known, layout) if is_direct else named
            harm = shelf.harm(plain, script.folder)
            if not is_direct:
                harm = next(
                    (each for call in script.calls[:20] if (each := shelf.harm(call, script.folder))), harm
                )
            lack = lack_of(plain, way.known, script.folder, layout) if script.kind == "npm" else ""
            if harm == MEASURES:
                continue
            unfit = script.bound or _misplaced(script, argv, layout) or harm or gap_of(argv) or lack
            yield way.known, Call(argv, source, script.at, script.folder, way.through, way.tool, unfit)


def is_test_script(call: Call) -> bool:
    """Whether a call runs the script called `test` of the package.json at the root, as it may be run."""
    is_script = call.argv[0] in MANAGERS.values() and call.argv[1:] in {("test",), ("run", "test")}
    return is_script and not call.folder and not call.unfit


def is_other_script(call: Call) -> bool:
    """Whether a call runs a script of package.json that is not the one called `test`."""
    is_script = call.source is Source.SCRIPT and call.argv[0] in MANAGERS.values()
    return is_script and call.argv[-1] != "test"


def _add_test_script(
    calls: dict[tuple[str, str], dict[tuple[tuple[str, ...], str], Call]],
    scripts: tuple[Script, ...],
    shelf: _Scripts,
    layout: Layout,
) -> None:
    """Add the script called `test` where no tool is known that it runs: its name says what it is for."""
    for script in scripts[:MOST_SCRIPTS]:
        if (
            script.kind in {"npm", "make", "composer"}
            and script.name in {"test", "check"}
            and not script.folder
        ):
            harm = next((each for call in script.calls[:20] if (each := shelf.harm(call, ""))), "")
            argv = name_call(script, layout)
            source = _SOURCES.get(script.kind, Source.SCRIPT)
            if script.calls and not harm and "no test specified" not in script.text:
                calls[Role.TEST, TEST_SCRIPT][argv, ""] = Call(argv, source, script.at)


def _is_direct(script: Script, written: tuple[str, ...]) -> bool:
    """Whether a script's line is typed as it is written instead of through the script's name.

    A package's own tools are not on the shell's path, and a recipe of several lines is more than one of them.
    """
    if script.kind == "ci":
        return True
    is_alone = len(script.calls) == 1 and not script.needs
    return script.kind not in {"npm", "composer", "hook", "rake"} and is_alone and not gap_of(written)


def _misplaced(script: Script, argv: tuple[str, ...], layout: Layout) -> str:
    """Return why a call does not run where its script stands; empty: it does."""
    if script.folder not in layout.folders:
        return "runs in a folder that is not there"
    if script.folder and script.kind != "ci" and is_test(f"{script.folder}/x"):
        return "belongs to a test"
    if script.kind != "ci" and bound_name(script.name):
        return bound_name(script.name)
    program = argv[1] if argv[0] == "env" and len(argv) > 1 else argv[0]
    place = posixpath.normpath(posixpath.join(script.folder, program))
    is_own = program.startswith("./") and not _INSTALLED & set(place.split("/"))
    return "starts a program that is not there" if is_own and place not in layout.paths else ""


def _tool_rank(tool: Tool) -> tuple[object, ...]:
    first = tool.calls[0]
    return (
        tool.role,
        bool(first.unfit),
        is_part(first.argv) or bool(first.folder),
        list(Source).index(first.source),
        tool.name != TEST_SCRIPT,
        not tool.configured_at,
        -len(tool.calls),
    )


def _add_plain(
    calls: dict[tuple[str, str], dict[tuple[tuple[str, ...], str], Call]],
    dependencies: tuple[Dependency, ...],
    projects: tuple[Project, ...],
    layout: Layout,
) -> None:
    """Add the plain call of a tool that is configured, declared or part of its language, not called."""
    declared = {
        (each.ecosystem, each.name.lower()): each.at for each in reversed(dependencies) if not each.project
    }
    own = {each.ecosystem: each.at for each in reversed(projects) if not each.folder}
    called = {name for role, name in calls}
    for known in TOOLS:
        there = calls.get((known.role, known.name), {}).values()
        if any(each.unfit == SERVICE or (not each.unfit and not _is_part(each)) for each in there):
            continue
        spots = [*layout.configured.get(known.name, ())] if known.files or known.sections else []
        named = [(known.ecosystem, name) for name in known.packages]
        asked = [declared[each] for each in named if each in declared]
        if known.ecosystem == "npm" and ((named and not asked) or (known.needs_settings and not spots)):
            continue
        spots += asked
        manifest = layout.root_manifest(known.ecosystem)
        if known.name in DEFAULTS.get(known.ecosystem, ()) and (manifest or known.ecosystem in own):
            # No line of a manifest shows the call: the file as a whole is why it is the usual one.
            spots.append(Spot(own[known.ecosystem].path if known.ecosystem in own else manifest))
        spots = (
            [each.at for each in there if each.source is Source.CI and each.folder in layout.folders][:1]
            + spots
            if spots
            else []
        )
        plain = plain_call(known, layout)
        is_hidden = known.role is Role.TEST and known.ecosystem == "npm" and TEST_SCRIPT in called
        if spots and plain and not is_hidden:
            call = Call(plain, Source.CONFIG, spots[0], tool=known.plain)
            calls[known.role, known.name][call.argv, ""] = call


def _is_part(call: Call) -> bool:
    """Whether a call is about a part of the repository: by its words, or as the script of one package."""
    return is_part(call.argv) or (bool(call.folder) and call.source is Source.SCRIPT)


def _rank(call: Call, role: Role) -> tuple[object, ...]:
    is_other = role is not Role.TEST and any("test" in each for each in call.argv)
    return (
        bool(call.unfit),
        _is_part(call),
        is_other,  # a linter that the tests call along with them has mostly a call of its own
        list(Source).index(call.source),
        not any(word in each for each in call.argv for word in _ROLE_WORDS.get(role, ("",))),
        role is Role.TEST and not _SELECTING.isdisjoint(bare_call(call.tool)[1:]),
        sum(part in _NARROW for each in call.argv for part in _PARTS.split(each.lower())),
        bool(call.folder),
        len(call.argv),
        call.at,
    )


def lack_of(argv: tuple[str, ...], known: Known, folder: str, layout: Layout) -> str:
    """Return what is not there for the tool that a package's script starts; empty: nothing is known to be."""
    if known.ecosystem != "npm":
        return ""
    # A test runner is as often brought along by a preset.
    is_declared = (
        known.role is Role.TEST or not known.packages or layout.packages.intersection(known.packages)
    )
    if layout.packages and not is_declared:
        return UNDECLARED
    words = bare_call(argv)[1:]
    places = {posixpath.normpath(posixpath.join(folder, each)) for each in _named_files(words)}
    if not places <= layout.paths:
        return UNSET
    is_bare = known.name == "tsc" and not any(_FILE.fullmatch(each) or each in _BUILDING for each in words)
    above = [posixpath.join(each, "tsconfig.json") for each in folders_above(posixpath.join(folder, "x"))]
    return UNSET if is_bare and layout.paths.isdisjoint(above) else ""


def _named_files(words: tuple[str, ...]) -> Iterator[str]:
    """Return the files that options for settings name."""
    for place, each in enumerate(words):
        name, joint, value = each.partition("=")
        if name in _SETTINGS:
            file = value if joint else "".join(words[place + 1 : place + 2])
            if _FILE.fullmatch(file):
                yield file
