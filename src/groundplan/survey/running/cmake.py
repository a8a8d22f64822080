"""What `CMakeLists.txt` declares as tests: by literal names, or through a project's own function."""

from __future__ import annotations

import posixpath
import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

from groundplan.survey.manifest.members import folders_above
from groundplan.survey.running.ground import Run, folder_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.running.ground import Ground

MOST_CALLS = 5_000
MOST_GUARDS = 20
LONGEST_CALL = 20_000
_CALL = re.compile(r"^[ \t]*(\w{1,60})[ \t]*\(", re.MULTILINE)
_WORD = re.compile(r'"([^"]{0,300})"|([^\s()"]{1,300})')
_COMMENT = re.compile(r"(?m)#[^\n]{0,500}$")
_SYSTEMS = re.compile(r"(?<!NOT )\b(?:WIN32|MSVC|APPLE|ANDROID|MINGW|CYGWIN)\b")
_ADDING = frozenset(("add_test", "gtest_discover_tests", "catch_discover_tests", "doctest_discover_tests"))
MOST_FILES = 300
_BUILDS = ("CMakeLists.txt", ".cmake", ".cmake.in")
_SHOWN = re.compile(r"README[^/]*|\.github/workflows/[^/]+\.ya?ml")
_IDENTIFIER = re.compile(r"\w+")
_SOURCES = (".c", ".cc", ".cpp", ".cxx")
_OFF = frozenset(("OFF", "FALSE", "NO", "0", ""))


class _Call(NamedTuple):
    """A command of a CMake file: its words, its line, and the conditions around it."""

    name: str
    words: tuple[str, ...]
    line: int
    guards: tuple[str, ...]
    inside: str  # the function whose body it is part of


def find_cmake_test(ground: Ground, path: str) -> Run | None:
    """Return the lines that configure, build and run the test of a file, or the whole suite."""
    if "CMakeLists.txt" not in ground.paths:
        return None
    root = list(_calls(ground.text("CMakeLists.txt")))
    enabling = next((each for each in root if _enables(each)), None)
    if enabling is None or enabling.inside:
        return None
    near = next(
        (found for folder in folders_above(path) if (found := ground.inside(folder, "CMakeLists.txt"))), ""
    )
    if ground.nearest(path, "CMakeLists.txt", "meson.build").endswith("meson.build"):
        return None
    calls = list(_calls(ground.text(near)))
    entering = [
        each
        for each in root
        if each.name == "add_subdirectory" and each.words[:1] and path.startswith(f"{each.words[0]}/")
    ]
    test = _named(calls, path, folder_of(near))
    added = [each for each in (*calls, *root) if each.name in _ADDING]
    plainest = min(added, key=lambda each: len(list(_switched_off(list(each.guards), root))), default=None)
    adding = test[1] if test else plainest
    if adding is None and not _adds_elsewhere(ground):
        return None
    if test is None and (
        _is_idle(calls, path, folder_of(near))
        or _is_another(ground, added, calls, folder_of(near))
        or _is_unlisted(ground, calls, path, folder_of(near))
    ):
        return None
    nearest = max(entering, key=lambda each: len(each.words[0]), default=None)
    is_left_out = nearest is not None and any(_switched_off(list(nearest.guards), root))
    if test is None and is_left_out and not any(each.name in _ADDING for each in calls):
        return None  # a folder for something else, such as fuzzing
    guards = [guard for each in (enabling, *entering[:1], adding) if each for guard in each.guards]
    switches = dict.fromkeys((*_switched_off(guards, root), *_demanded(ground, root)))
    if len(switches) > 1:
        return None  # which of them a test needs is not known
    flags = [f"-D{name}=ON" for name in switches]
    folder = "build" if not any(each.startswith("build/") for each in ground.paths) else "cmake-build"
    configure = shlex.join(["cmake", "-S", ".", "-B", folder, *flags])
    run = ["ctest", "--test-dir", folder, "--output-on-failure"]
    if test and (any(map(_SYSTEMS.search, test[1].guards)) or _is_open(test[1].guards, root)):
        return None  # it is built on another system alone, or nobody can tell
    run += ["-R", f"^{test[0]}$"] if test else []
    spot = Spot(near, test[1].line) if test else Spot("CMakeLists.txt", enabling.line)
    return Run(f"{configure} && cmake --build {folder} && {shlex.join(run)}", spot)


def _adds_elsewhere(ground: Ground) -> bool:
    """Whether another file of the build adds a test: without one there is nothing to run."""
    files = sorted(path for path in ground.paths if path.endswith(("CMakeLists.txt", ".cmake")))
    return any(name in ground.text(path).lower() for path in files[:MOST_FILES] for name in _ADDING)


def _enables(call: _Call) -> bool:
    return call.name == "enable_testing" or (call.name == "include" and call.words == ("CTest",))


def _switched_off(guards: list[str], root: list[_Call]) -> Iterator[str]:
    """Return the options among some conditions that are off unless somebody turns them on."""
    options = {
        each.words[0]: each.words[2] if len(each.words) > 2 else "OFF"
        for each in root
        if each.name.endswith("option") and each.words  # `option`, or a macro around it: `shop_option`
    }
    for guard in guards:
        words = guard.partition(" OR ")[0].split()  # one of several switches is enough
        for place, word in enumerate(words):
            if options.get(word, "ON").upper() in _OFF and words[place - 1 : place] != ["NOT"]:
                yield word


def _is_open(guards: tuple[str, ...], root: list[_Call]) -> bool:
    """Whether a condition asks for an option whose default the build computes."""
    computed = {
        each.words[0]
        for each in root
        if each.name == "option" and len(each.words) > 2 and "$" in each.words[2]
    }
    return any(not computed.isdisjoint(guard.split()) for guard in guards)


def _demanded(ground: Ground, root: list[_Call]) -> Iterator[str]:
    """Return the options that an error of the build names, where the project's own calls turn them on."""
    options = [each.words[0] for each in root if each.name == "option" and each.words]
    off = set(_switched_off(options, root))
    builds = sorted(path for path in ground.paths if path.endswith(_BUILDS)) if off else []
    shown = sorted(path for path in ground.paths if _SHOWN.fullmatch(path)) if off else []
    stops = [stop for path in builds[:MOST_FILES] for stop in _calls(ground.text(path)) if _stops(stop)]
    for name in sorted(name for name in off if any(_asks_for(stop, name) for stop in stops)):
        on = re.compile(rf"(?:-D|\b){re.escape(name)}(?::BOOL)?=(?:ON|on|On|TRUE|1)\b")
        if any(on.search(ground.text(path)) for path in shown[:MOST_FILES]):
            yield name


def _stops(call: _Call) -> bool:
    return call.name == "message" and call.words[:1] in {("SEND_ERROR",), ("FATAL_ERROR",)}


def _asks_for(stop: _Call, name: str) -> bool:
    """Whether an error says what to turn on; one about what is on begins with it: "A needs CMake 3.28"."""
    said = _IDENTIFIER.findall(" ".join(stop.words[1:]))[1:]
    on = re.compile(rf"(?<!NOT )\b{re.escape(name)}\b")
    return name in said and not any(map(on.search, stop.guards))


def _named(calls: list[_Call], path: str, folder: str) -> tuple[str, _Call] | None:
    """Return the name of the test that a file is built into, and the call that adds it."""
    targets = _targets(calls, path, folder)
    # a project's own function makes a program of each file and calls it after the file
    own = path.rpartition("/")[2].rpartition(".")[0] if folder_of(path) == folder else ""
    made = {each.words[0] for each in calls if each.name == "add_executable" and each.words}
    for each in calls:
        if each.name == "add_test" and "$" not in "".join(each.words[:4]):
            name, command = _test_words(each.words)
            if command in targets or (command == own and command not in made):
                return name, each
    makers = dict(_makers(calls))
    stem = path.rpartition("/")[2].rpartition(".")[0]
    for each in calls:
        if each.name in makers and each.words[:1] and not each.inside:
            first = each.words[0]
            is_own = first == stem or posixpath.normpath(posixpath.join(folder, first)) == path
            if is_own and (makers[each.name] == "stem" or first == stem):
                return stem, each
    return None


def _targets(calls: list[_Call], path: str, folder: str) -> set[str]:
    """Return the programs that a file is built into."""
    return {
        each.words[0]
        for each in calls
        if each.name in {"add_executable", "target_sources"}
        and any(posixpath.normpath(posixpath.join(folder, word)) == path for word in each.words[1:])
    }


def _is_idle(calls: list[_Call], path: str, folder: str) -> bool:
    """Whether a file is built into a program that nothing else names, beside tests that are written out."""
    targets = _targets(calls, path, folder)
    named = [each for each in calls if not each.name.startswith(("add_executable", "target_", "set_"))]
    is_named = any(not targets.isdisjoint(each.words) for each in named)
    adding = [each for each in calls if each.name in _ADDING]
    words = [
        word for each in adding for word in (*each.words[:1], *_test_words(each.words)) if word != "NAME"
    ]
    return bool(targets) and not is_named and not any("$" in each.replace("${CMAKE_", "") for each in words)


def _is_another(ground: Ground, added: list[_Call], calls: list[_Call], folder: str) -> bool:
    """Whether each test that is added is a file of its own beside this one, by the name of its program."""
    made = {each.words[0] for each in calls if each.name == "add_executable" and each.words}
    place = f"{folder}/" if folder else ""
    programs = {_test_words(each.words)[1] for each in added if each.name == "add_test"}
    own = [any(f"{place}{name}{ending}" in ground.paths for ending in _SOURCES) for name in programs - made]
    return (
        bool(own) and all(own) and len(own) == len(programs) and {each.name for each in added} == {"add_test"}
    )


def _is_unlisted(ground: Ground, calls: list[_Call], path: str, folder: str) -> bool:
    """Whether the build lists the sources beside a file one by one, and the file nowhere."""
    place, _, name = path.rpartition("/")
    if not name.endswith(_SOURCES) or any(
        each.words[:1] == ("GLOB",) or "$" in _sources(each) for each in calls
    ):
        return False
    listed = {posixpath.normpath(posixpath.join(folder, word)) for each in calls for word in each.words}
    if path in listed or not any(folder_of(each) == place and each in ground.paths for each in listed):
        return False
    files = sorted(each for each in ground.paths if each.endswith(_BUILDS))
    stem = re.compile(rf"\b{re.escape(name.rpartition('.')[0])}\b")
    return not any(stem.search(ground.text(each)) for each in files[:MOST_FILES])


def _sources(call: _Call) -> str:
    """Return the sources among the words of a call: a made name may be any file's."""
    is_whole = call.name in {"aux_source_directory", "file"} and call.words[:1] != ("READ",)
    return "$" if is_whole else " ".join(each for each in call.words if each.endswith(_SOURCES))


def _test_words(words: tuple[str, ...]) -> tuple[str, str]:
    if words[:1] == ("NAME",) and "COMMAND" in words[:-1]:
        return words[1], words[words.index("COMMAND") + 1]
    return (words[0], words[1]) if len(words) > 1 else ("", "")


def _makers(calls: list[_Call]) -> Iterator[tuple[str, str]]:
    """Return the functions that add a test named for their first argument, or for its stem."""
    bodies: dict[str, list[_Call]] = {}
    for each in calls:
        bodies.setdefault(each.inside, []).append(each)
    for each in calls:
        body = (
            bodies.pop(each.words[0].lower(), []) if each.name in {"function", "macro"} and each.words else []
        )
        if len(each.words) < 2:
            continue
        name, first = each.words[0].lower(), each.words[1]
        stems = {
            call.words[0]
            for call in body
            if call.name == "get_filename_component" and call.words[1:3] == (f"${{{first}}}", "NAME_WE")
        }
        for call in body:
            label = _test_words(call.words)[0] if call.name == "add_test" else ""
            if label == f"${{{first}}}":
                yield name, "same"
            elif label[2:-1] in stems:
                yield name, "stem"


def _calls(text: str) -> Iterator[_Call]:
    """Yield the commands of a CMake file in their order; a comment is none."""
    bare = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    guards: list[str] = []
    inside, line, place = "", 1, 0
    for number, match in enumerate(_CALL.finditer(bare)):
        name = match[1].lower()
        end = bare.find(")", match.end(), match.end() + LONGEST_CALL)
        if number >= MOST_CALLS or end < 0:
            return  # nothing a build tool would read
        end = _closing(bare, match.end(), end)
        words = tuple(each[0] or each[1] for each in _WORD.findall(bare[match.end() : end]))
        line, place = line + bare.count("\n", place, match.start(1)), match.start(1)
        if name in {"endfunction", "endmacro"}:
            inside = ""
        _guard(guards, name, words)
        yield _Call(name, words, line, tuple(guards[:MOST_GUARDS]), inside)
        if name in {"function", "macro"} and words:
            inside = words[0].lower()


def _guard(guards: list[str], name: str, words: tuple[str, ...]) -> None:
    if name == "if":
        guards.append(" ".join(words))
    elif name in {"else", "elseif"} and guards:
        guards[-1] = f"NOT {guards[-1].removeprefix('NOT ')}"
    elif name == "endif" and guards:
        guards.pop()


def _closing(text: str, start: int, end: int) -> int:
    """Return where a call closes: the first bracket that leaves none open."""
    for _ in range(MOST_GUARDS):
        if text.count("(", start, end) <= text.count(")", start, end):
            break
        found = text.find(")", end + 1, start + LONGEST_CALL)
        if found < 0:
            break
        end = found
    return end
