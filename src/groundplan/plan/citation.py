"""A citation: words of a plan that name a file, lines of it, or a symbol in it. Its syntax, not its truth."""

from __future__ import annotations

import re

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex

# Without a slash only a known ending tells a file from a name such as `time.sleep`.
KNOWN_ENDINGS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "adoc astro bash bat bzl c cc cfg cjs clj cmake cmd conf cpp cppm cs css csv cts cxx dart dockerfile "
        "ejs elm env erb erl ex exs fish fs fsx gitignore go gql gradle graphql groovy h hbs hcl hpp hrl "
        "hs html hxx ini ipynb ixx java jinja jinja2 jl js json json5 jsonc jsonl jsx kt kts less lock lua m "
        "make md mdx mjs mk ml mli mm mod mts nim nix php pl plist pm prisma properties proto ps1 psql "
        "pug py pyi pyx r rake rb rs rst sass sbt scala scss sh sql sum svelte svg swift tf tfvars toml "
        "ts tsv tsx txt vb vue wsgi xml xsd yaml yml zig zsh"
    ).split()
)
KNOWN_NAMES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "BUILD Brewfile CODEOWNERS Containerfile Dockerfile GNUmakefile Gemfile Jenkinsfile LICENSE "
        "Makefile NOTICE Procfile README Rakefile Vagrantfile WORKSPACE justfile makefile"
    ).split()
)
# Files that have no lines: by name alone they may be anything, but with lines they are cited.
_WITHOUT_LINES = frozenset(
    (  # noqa: SIM905  (as above)
        "bin bmp db dll exe gif gz ico jar jpeg jpg mp4 pdf png so sqlite tar ttf wasm webp woff woff2 zip"
    ).split()
)
# Names of software and media types that only look like files.
_NOT_FILES = frozenset(
    f"{name}.js" for name in ("d3", "express", "nest", "next", "node", "nuxt", "react", "three", "vue")
)
# A file of somebody's own disk. Other absolute paths may be routes, or places on a server.
_HOME = late_regex(r"/(?:home|Users)/(?=[\w.-]+/)")
# No system opens a longer path; the rest of such a text is not worth the time of looking it up.
LONGEST_CITATION = 1000
# Words that a stroke joins: either, or both.
_PAIRS = frozenset(
    {"and/or", "client/server", "input/output", "n/a", "on/off", "read/write", "true/false", "yes/no"}
)
_MEDIA = late_regex(
    r"(?:application|audio|font|image|message|model|multipart|text|video)/[a-z0-9.+*-]+", re.IGNORECASE
)
# `.` and `..` are parts like any other: a group of their own could match in two ways, at quadratic cost.
_PATH = late_regex(r"[\w.@+~-]+(?:/[\w.@+~-]+)*/?")
# A symbol of Ruby may end in `?` or `!`. Behind a symbol may stand what it is called with, behind a line its
# column, as compilers write it.
_SYMBOL = late_regex(r"[^\W\d]\w*(?:[.#:]{1,2}[^\W\d]\w*)*[?!]?(?:\([^()\n]{0,200}\))?")
_LINES = late_regex(r"L?(\d{1,7})(?:[-–—]L?(\d{1,7})|:\d{1,5})?")
_ENDLESS_LINES = late_regex(r"L?\d+(?:[-–—]L?\d+)?")


@dataclass(frozen=True, slots=True)
class Citation:
    """What a code span or link names; `text` is the span as written, `first` is 0 without lines."""

    path: str
    first: int = 0
    last: int = 0
    symbol: str = ""
    text: str = ""
    place: Place = Place()
    is_link: bool = False  # the target of a link, which starts at the document's own folder
    trouble: str = ""  # why it names nothing that can be looked up


def parse_citation(text: str) -> Citation | None:
    """Read the text of a code span or link target as a citation, or return None where it names no file."""
    path, first, last, symbol, trouble = text.strip(), 0, 0, "", ""
    head, separator, tail = path.partition("::")
    if separator:
        if not _SYMBOL.fullmatch(tail):
            return None
        path, symbol = head, tail.partition("(")[0]
    elif "#" in path:
        path, _, anchor = path.partition("#")
        if anchor.startswith("L"):
            first, last, trouble = _read_lines(anchor) or (0, 0, "")
    elif ":" in path:
        path, _, tail = path.partition(":")
        lines = _read_lines(tail)
        if lines is None:
            return None
        first, last, trouble = lines
    has_claim = bool(first or symbol or trouble)
    if not (_names_a_file(path) or _is_told_by_claim(path, has_claim=has_claim)):
        return None
    if len(text) > LONGEST_CITATION:
        cut = f"{text.strip()[:100]}…"
        return Citation(cut, text=cut, trouble=trouble or "no path is that long")
    return Citation(path.removeprefix("./"), first, last, symbol, text.strip(), trouble=trouble)


def _is_told_by_claim(path: str, *, has_claim: bool) -> bool:
    """Tell a file that its lines or symbol give away: `/api/users` is a route, `/etc/hosts:3` is none."""
    if path.startswith("/"):
        return has_claim and bool(_PATH.fullmatch(path[1:]))
    is_told = path.startswith("~/") or (has_claim and path.rpartition(".")[2].lower() in _WITHOUT_LINES)
    return is_told and bool(_PATH.fullmatch(path))


def _read_lines(text: str) -> tuple[int, int, str] | None:
    """Return the first and last line, or the reason why no file has them; None where none are named."""
    lines = _LINES.fullmatch(text)
    if lines is None:
        return (0, 0, "no file has that many lines") if _ENDLESS_LINES.fullmatch(text) else None
    first, last = int(lines[1]), int(lines[2] or lines[1])
    return (first, last, "") if first else (0, 0, "lines are counted from 1")


def _names_a_file(path: str) -> bool:
    """Tell whether a text can be a path of a repository: no address, pattern, command or place outside."""
    if _HOME.match(path):
        return bool(_PATH.fullmatch(path[1:])) and path.rpartition(".")[2].lower() in KNOWN_ENDINGS
    if not _PATH.fullmatch(path) or path.startswith(("~", "@", "-")):
        return False
    name = path.rstrip("/").rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if path.lower() in _NOT_FILES or set(name) <= {"."} or ".../" in path:
        return False
    has_ending = bool(dot) and ending.lower() in KNOWN_ENDINGS and (bool(stem) or len(ending) > 2)
    has_ending = has_ending and (len(ending) > 1 or ending in "chmrR")  # `task-N.M` is a pattern
    if has_ending and not stem and ending.lower() not in {"env", "gitignore"}:
        return "/" in path  # `.json` alone is an ending, not a file
    if "/" not in path:
        return has_ending or name in KNOWN_NAMES
    if has_ending or path.endswith("/"):
        return True
    if "@" in name[1:]:  # `actions/checkout@v4` is a package
        return False
    if path.isupper() or path.lower() in _PAIRS:  # `I/O`, `CI/CD`, `TCP/IP`
        return False
    return not _MEDIA.fullmatch(path) and any(letter.isalpha() for letter in path) and not _is_fraction(path)


def _is_fraction(path: str) -> bool:
    return all(part.isdecimal() for part in path.strip("/").split("/"))


def can_be_cited(path: str) -> bool:
    """Tell whether a path can be in a plan: on one line, in backticks, with no letter that is obeyed."""
    return path.isprintable() and "`" not in path
