"""Shell lines read as argument lists, so that a command can be shown and compared without ever being run."""

from __future__ import annotations

import re
import shlex

MOST_LINE = 4_000
MOST_CALLS = 200
_EXPANDED = re.compile(r"\A~(?:/|\Z)|\$(?:\w|\{\w+\})")
_PLAIN_WORD = re.compile(r"[\w@%+=:,./~${}-]+")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_EXPRESSION = re.compile(r"\$\{\{[^}]{0,300}\}\}")
_HERE = re.compile(r"""(?<!<)<<-?[ ]?["'\\]?([A-Za-z_]\w{0,60})""")
_SEPARATORS = frozenset({"&&", "||", ";", "|", "&", ";;", "|&"})
_STARTERS = frozenset(
    (
        "then",
        "do",
        "else",
        "!",
        "{",
        "(",
        "exec",
        "time",
        "command",
        "sudo",
        "env",
        "if",
        "elif",
        "while",
        "until",
    )
)
_SILENT = frozenset(
    ("fi", "done", "esac", "}", ")", "for", "case", "function", "in", "set", "export", "local", "echo")
)
_CLOSING = ")"
_PUNCTUATION = ";&|()<>"


def without_marks(text: str, marks: str) -> str:
    """Return a script without the marks before its commands (`-`: may fail), but with those of options."""
    rows: list[str] = []
    for row in text.split("\n"):
        is_more = bool(rows) and rows[-1].endswith("\\")
        rows.append(row.strip() if is_more else row.strip().lstrip(f"{marks} \t"))
    return "\n".join(rows)


def split_script(text: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the plain commands of a script with their lines from 0; syntax and `echo` are left out."""
    found: list[tuple[int, tuple[str, ...]]] = []
    whole, start, end = "", 0, ""
    for number, raw in enumerate(text.split("\n")):
        if end:  # what a command is given to read
            end = "" if raw.strip() == end else end
            continue
        if not whole:
            start = number
        line = raw.rstrip()
        if line.endswith("\\"):
            whole = f"{whole}{line[:-1]} "[: MOST_LINE + 1]
            continue
        here = _HERE.search(whole + line)
        end = here[1] if here else ""
        found.extend((start, argv) for argv in split_line(whole + line))
        whole = ""
        if len(found) >= MOST_CALLS:
            break
    if whole:
        found.extend((start, argv) for argv in split_line(whole))
    return tuple(found)


def split_line(line: str) -> tuple[tuple[str, ...], ...]:
    """Return the commands of one shell line; nothing where it is longer than any command is."""
    line = line.strip()
    if not line or line.startswith("#") or len(line) > MOST_LINE:
        return ()
    # `${{ matrix.os }}` is one word to the build server; its blanks must not split it.
    line = _EXPRESSION.sub(lambda match: match[0].replace(" ", ""), line)
    commands: list[tuple[str, ...]] = []
    current: list[str] = []
    skip_next = False
    for token in _tokens(line):
        if skip_next:
            skip_next = False
        elif token in _SEPARATORS:
            commands.append(_plain(current))
            current = []
        elif token and set(token) <= set("<>&|") and (">" in token or "<" in token):
            skip_next = True  # a redirection names a file, not an argument
            if current and current[-1].isdigit():
                current.pop()
        elif token != _CLOSING or current[1:].count("(") > current.count(")"):  # else it closes `(cd a; …)`
            current.append(token)
    commands.append(_plain(current))
    return tuple(each for each in commands if each)


def _tokens(line: str) -> list[str]:
    reader = shlex.shlex(line, posix=True, punctuation_chars=_PUNCTUATION)
    reader.whitespace_split = True
    reader.commenters = ""
    try:
        tokens = list(reader)
    except ValueError:  # a quote that a later line closes
        tokens = line.split()
    cut = next((place for place, each in enumerate(tokens) if each.startswith("#")), len(tokens))
    return tokens[:cut]


def _plain(tokens: list[str]) -> tuple[str, ...]:
    """Return a command without shell keywords before it; what it sets for itself stays, as words of `env`."""
    place = 0
    settings = []
    while place < len(tokens) and (tokens[place] in _STARTERS or _ASSIGNMENT.match(tokens[place])):
        if tokens[place] not in _STARTERS:
            settings.append(tokens[place])
        place += 1
    rest = tuple(tokens[place:])
    if not rest or rest[0] in _SILENT or set(rest[0]) <= set(_PUNCTUATION + "[]"):
        return ()
    return ("env", *settings, *rest) if settings else rest


def join_line(argv: tuple[str, ...]) -> str:
    """Return an argument list as typed in a shell: `env TZ=UTC jest` is `TZ=UTC jest`."""
    settings = 0
    while argv[:1] == ("env",) and _ASSIGNMENT.match("".join(argv[settings + 1 : settings + 2])):
        settings += 1
    values = [f"{name}={_quoted(value)}" for name, _, value in map(_parted, argv[1 : settings + 1])]
    rest = argv[settings + 1 :] if settings else argv
    return " ".join([*values, *map(_quoted, rest)])


def _quoted(word: str) -> str:
    """Return a word in the quotes it needs; `~/x` and `$X` stay what the shell puts something for."""
    if not _EXPANDED.search(word):
        return shlex.quote(word)
    return word if _PLAIN_WORD.fullmatch(word) else shlex.quote(word) if '"' in word else f'"{word}"'


def _parted(setting: str) -> tuple[str, str, str]:
    return setting.partition("=")
