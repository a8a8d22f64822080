"""Which code spans are commands: by their program, by its path, or by what is said of them."""

from __future__ import annotations

import re

from groundplan.markdown.command_lines import is_command
from groundplan.plan.late_regex import late_regex

_MORE_PROGRAMS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "ruff mypy pyright black flake8 pylint coverage mkdocs sphinx-build pre-commit lint-imports bandit "
        "tsc eslint prettier biome stylelint markdownlint shellcheck hadolint yamllint golangci-lint "
        "staticcheck gofmt rustfmt ctest cmake ninja bazel swift mix sbt terraform kubectl helm psql alembic "
        "curl grep rg diff cmp test git ls cat echo printf true false env "
        "uvx pixi pnpx sudo time nice timeout xargs xvfb-run direnv nix-shell if for while source export eval"
    ).split()
)
_AND = late_regex(r"\s+&&\s+")
_ENVIRONMENT = late_regex(r"[A-Za-z_]\w*=.*", re.DOTALL)
_CHAINED = late_regex(r"\s*[;|&].*", re.DOTALL)
_LEADS = late_regex(
    r"\b(?:run(?:s|ning)?|verif(?:y|ied|ication)|prove[ns]?|check(?:ed|s)?|with|by|and|then|via)\b[\s:*_]*$",
    re.IGNORECASE,
)
_RUN = late_regex(r"\brun\s+$", re.IGNORECASE)
_RESULTS = late_regex(
    r"\W*(?:must\b|passes|passed|succeeds|is green|stays green|exits|prints|shows|returns|reports|"
    r"fails|lists|finds|outputs|has no|→|->|=>|⇒)",
    re.IGNORECASE,
)
_ENDS = late_regex(r"\W*(?:must\b|passes|passed|succeeds|is green|stays green|exits|prints|fails|$)")
# What code that is shown, or words that are printed, are seen behind.
_SHOWN = late_regex(
    r"(?:print|show|output|contain|sa[iy]|return|report|display|log|rais|read|see|match|call|message|error|named?|"
    r"find|titled?|line|text|→|->|=>|⇒)\w*[\s:“\"'(]*(?:(?:the|an?)\s+)?$",
    re.IGNORECASE,
)
_NAME = late_regex(r"[A-Za-z][\w.+-]*")
_MESSAGE = late_regex(r"[A-Z]{2,}|[A-Z][a-z]+")  # `GET /price`, `Retry limit reached`
_CODE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "def class import from return raise await async const let var function func fn public private static "
        "type interface struct enum pub use package with assert not lambda yield throw new delete select"
    ).split()
)
_OPERATOR = late_regex(r"[=!<>+*/%|&^-]{1,3}|is|in|and|or|not")
_ARGUMENT = late_regex(r"--?\w[\w=./-]*|\.{0,2}[\w@.-]*/[\w./@:*-]*|[\w-]+\.[A-Za-z]\w{0,4}")
_OWN_PATH = late_regex(r"~?(?:\.{0,2}/)?(?:[\w@.+-]+[/\\])+[\w@.+-]+|/(?:usr|s?bin|opt|home)/[\w@./+-]+")
_SCRIPT_END = late_regex(r"[^.]|.*\.(?:sh|bash|zsh|exe|cmd|bat|ps1)", re.IGNORECASE)
_TAG = late_regex(r"</?\w+>")
# Words that no backticks hold, of a program and of what only a program is given.
_BARE = late_regex(
    r"(?:^|\b(?:run|with|by|then|and)\s+)(?:[A-Z_]+=\S+\s+)*(?:"
    r"(?:pytest|tox|nox|ruff|mypy|jest|vitest|eslint|tsc)(?:\s+[\w./-]+)?(?=\W*$|\s+(?:passes|succeeds|-))|"
    r"(?:npm|pnpm|yarn|bun)\s+(?:run\s+\w|test\b)|(?:go|cargo|dotnet|mvn|hatch)\s+(?:test|vet|build|check)\b|"
    r"(?:uv|poetry|pdm)\s+run\s+\w|make\s+(?:tests?|check|lint|docs|all)(?=\W*$|\s+(?:passes|succeeds))|"
    r"(?:python3?|pytest|bash|sh|node|deno|ruff|mypy|git|make|cargo|npx|bunx|uvx)\s+"
    r"(?:--?\w|[\w.-]+/|[\w-]+\.\w)|"
    r"(?:\.{1,2}/|\.?venv/|node_modules/|bin/|scripts/)[\w./-]+(?=\s|\W*$))",
    re.IGNORECASE,
)


def is_meant(line: str, start: int, end: int, *, is_prose: bool) -> bool:
    """Tell whether a code span is a command; in prose one has to be known, or a path that is said to run."""
    text = line[start:end].strip("`").strip()
    if _is_command(text):
        return True
    words = _own_words(text)
    is_led = not line[:start].strip(" -*") or _LEADS.search(line[:start]) is not None
    if not words or _SHOWN.search(line[:start]):
        return False
    if _OWN_PATH.fullmatch(words[0]):
        return _is_script(words) or (len(words) == 1 and is_led and _is_run_alone(words[0], line, start, end))
    is_name = _NAME.fullmatch(words[0]) and len(words) > 1 and not _OPERATOR.fullmatch(words[1])
    if is_prose or not is_name or words[0].casefold() in _CODE:
        return False
    has_argument = any(map(_ARGUMENT.fullmatch, words[1:]))
    if _MESSAGE.fullmatch(words[0]):
        return has_argument and words[0].title() == words[0] and bool(_ENDS.match(line[end:]))
    return has_argument or (is_led and bool(_RESULTS.match(line[end:]) or not line[end:].strip(" .;,")))


def is_tied_to_run(before: str, after: str) -> bool:
    """Tell whether the words around a command say that it is run, or what it then does."""
    return _LEADS.search(before) is not None or _RESULTS.match(after) is not None


def find_bare(line: str) -> str:
    """Return the words of a line that look like a command and are not marked as one; empty: none do."""
    text = _TAG.sub("", line).strip()
    match = _BARE.search(text)
    return text[match.start() :].rstrip(" .;,") if match else ""


def _is_command(text: str) -> bool:
    words = _CHAINED.sub("", text).split()
    while words and _ENVIRONMENT.fullmatch(words[0]):
        words = words[1:]
    plain = " ".join(words)
    is_named = bool(words) and words[0] in _MORE_PROGRAMS and len(words) > 1
    return is_command(plain) or is_named or plain in {"true", ":", "exit 0"}


def _own_words(text: str) -> list[str]:
    """Return the words of the first command of a line, without `cd` and what is set for it."""
    parts = [part for part in _AND.split(text) if not part.startswith("cd ")] or [""]
    words = parts[0].replace("\\", "/").split()
    while words and _ENVIRONMENT.fullmatch(words[0]):
        words = words[1:]
    return words


def _is_script(words: list[str]) -> bool:
    """Tell whether a path is given arguments; `a.py line 3` is a file with words behind it."""
    return len(words) > 1 and (_is_runnable(words[0]) or _ARGUMENT.fullmatch(words[1]) is not None)


def _is_run_alone(path: str, line: str, start: int, end: int) -> bool:
    is_said = _ENDS.match(line[end:].strip(" .;,")) or _RUN.search(line[:start])
    return _is_runnable(path) and is_said is not None


def _is_runnable(path: str) -> bool:
    """Tell whether a path could be a program: it has no ending, or that of a shell's script."""
    name = path.rpartition("/")[2]
    return "." not in name or _SCRIPT_END.fullmatch(name) is not None or path.startswith("./")
