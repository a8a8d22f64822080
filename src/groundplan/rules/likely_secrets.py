"""What may well be a secret: enough to keep it from a model, too little to refuse a person's plan.

A plan is refused for shapes that services give out. What is sent to a model loses more: values that look made
up where something is named like a password, whole private keys, hashes of passwords, what a header carries.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Span = tuple[int, int, str]

_NAMED = (
    r"(?i:passw(?:or)?d|passphrase|pass|pwd|secret|token|credentials?|cookie|session(?:_?id)?|(?<![a-z])auth(?![a-z])|"
    r"(?:api|access|account|app|auth|client|encryption|license|master|private|secret|service|shared|signing|ssh)"
    r"[_-]?(?:access[_-]?)?key)[\w-]{0,20}"
)
# `token: str = `, `Password=`, `"auth": "`, `define('DB_PASSWORD', '`, `<password>`, `password := "`
_TYPED = r"(?:[ \t:]{1,3}&?[A-Za-z][\w.&<>\[\]|]{0,20})?"
_GIVEN = r"(?:[\"'`\]]{0,2}[ \t]{0,8}(?:=>|:=|[:=>])|[\"'`][ \t]{0,4},)[ \t]{0,8}[\"'`]{0,3}"
_VALUE = r"([^\s\"'`<>,;&(){}\[\]]{6,4000})"

# A name that ends its line, and a value that has a later one: YAML blocks, JSON or code broken behind the
# name, `name:` over `value:`, a variable over its value. A break may be an escaped one, in JSON of JSON.
_BREAK = r"(?:\r\n?|\n|(?:\\r)?\\n)"
_OPENED = (
    r"[\"'`\]*]{0,4}[ \t]{0,8}(?:(?:=>|:=|[:=>])[*\"'`]{0,3}[ \t]{0,8}(?:[!&][\w!]{1,20}[ \t]{1,4})?"
    r"(?:[|>][-+\d]{0,2}|[\"'`]{1,3}|[\\({\[])?|[{|])[ \t]{0,8}(?:(?:#|//)[^\r\n]{0,80})?"
)
_NAME_ENDS_LINE = late_regex(rf"{_NAMED}{_OPENED}(?={_BREAK})")
_NAME_IS_LINE = late_regex(
    r"(?:^[^\w\r\n]{0,20}(?:\d{1,6}[ \t:|]{1,4})?(?:\w{1,40}[ \t]{0,4}[:=][ \t]{0,4}[\"']?)?\w{0,40}?"
    rf"{_NAMED}[\"'`*]{{0,4}}|{_NAMED}[\"'],?)[ \t]{{0,8}}(?=\r|$)",
    re.MULTILINE,
)
_WORDLESS = late_regex(rf"(?:{_BREAK}(?:[^\w\r\n\\]{{0,80}}|[ \t]{{0,8}}```\w{{1,12}})(?={_BREAK})){{0,2}}")
_ALONE = late_regex(
    rf"{_BREAK}[ \t]{{0,80}}(?:\d{{1,6}}[ \t:|]{{1,4}})?(?:[-+*>|][ \t]{{0,40}}){{0,3}}"
    r"(?:[\"']?(?i:value|val|default|data|content|text)[\"']?[ \t]{0,8}[:=][ \t]{0,8})?"
    r"(?:[\"'`]{1,3}([^\s\"'`]{6,4000})[\"'`]{1,3}|([^\s\"'`<>,;(){}\[\]\\]{6,4000}))"
    rf"[ \t]{{0,8}}[,;)\]}}|\\]{{0,3}}[ \t]{{0,8}}(?:/?>|</[\w:.-]{{1,40}}>)?[ \t]{{0,80}}(?={_BREAK}|\Z)"
)
_TEXT_LINE = late_regex(r"[^\r\n]+")
_SIGNS = ("pass", "pwd", "secret", "token", "credential", "cookie", "session", "auth", "key")
_LONGEST_END = 400  # of a line, where its name may be
_MOST_LINES = 40  # of one value

_BEGIN_KEY = late_regex(r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_END_KEY = late_regex(r"-----END [A-Z0-9 ]{1,60}-----")
_LONGEST_KEY = 40_000
_KEY_LINE = late_regex(r"(?:\\n|\n)?([^\n\\]{0,200})(?=\\n|\n|\Z)")
_KEY_TEXT = late_regex(r"[A-Za-z0-9+/=]{16}|^\W*(?:[A-Z][A-Za-z-]{2,20}: .*)?\W*$")

_SEPARATOR = late_regex(r"[^A-Za-z0-9]+")
_RUN = late_regex(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[+/]+")
_UUID = late_regex(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ODD = late_regex(r"[^\w./:=-]")  # signs that passwords have and names do not
# Words with digits in them that code is full of.
_TECHNICAL = late_regex(
    r"(?i:base(?:16|32|58|64)|b64|oauth2?|sha\d{1,3}|md5|utf\d{1,2}|x509|pkcs\d{1,2}|http2?|ipv[46]|s3|ec2|k8s|i18n|"
    r"l10n|p12|ed25519|rs256|hs256|python[23]|v\d{1,2}|[fiu](?:8|16|32|64))"
)
_NUMBERED = late_regex(r"[A-Za-z]*\d{0,6}|\d+[A-Za-z]{0,3}")  # `password2`, `3600s`
_SHORTEST, _LONG = 8, 10
_LONGEST_RUNS = 3.0  # letters of one kind in a row; words have more


def is_like_a_secret(value: str) -> bool:
    """Tell a key or a made-up password from words, names and numbers."""
    if _UUID.fullmatch(value):
        return True
    whole = _SEPARATOR.sub("", value) if _ODD.search(value) else ""
    return any(map(_is_made_up, (whole, *_SEPARATOR.split(value))))


def _is_made_up(part: str) -> bool:
    if len(part) < _SHORTEST or part.isdigit():
        return False
    rest = _TECHNICAL.sub("", part)
    if len(rest) >= _LONG and _is_mixed(rest):
        return True
    return not part.isalpha() and _NUMBERED.fullmatch(rest) is None


def _is_mixed(value: str) -> bool:
    """Tell letters by chance from words in camel case, a line of a key from a long path or a hash."""
    is_one_case = value in {value.lower(), value.upper()}
    return not is_one_case and len(value) / len(_RUN.findall(value)) < _LONGEST_RUNS


def _is_dense(value: str) -> bool:
    """Tell a key from a name with numbers in it, where nothing but its place speaks for a key."""
    return is_like_a_secret(value) and any(
        _is_made_up(part) and len(part) / len(_RUN.findall(part)) <= _LONGEST_RUNS
        for part in (_SEPARATOR.sub("", value), *_SEPARATOR.split(value))
    )


def _is_like_a_token(value: str) -> bool:
    return is_like_a_secret(value.replace("/", ""))  # no path stands there


def _anything(_: str) -> bool:
    return True


_HEADER = r"(?i:x-api-key|x-auth-token|private-token)[\"']?\s{0,4}[:=]\s{0,4}[\"']?"
_NOT_BASE64 = r"[A-Za-z0-9+/=_-]"
# What it is called, what is looked for, and what group 1 has to be.
_LIKELY = tuple(
    (kind, late_regex(pattern), check)
    for kind, pattern, check in (
        ("secret", rf"{_NAMED}{_TYPED}{_GIVEN}{_VALUE}", is_like_a_secret),
        ("secret", rf"{_NAMED}[ \t]{{1,4}}(?:is|was)[ \t]{{1,4}}[\"'`]{{0,3}}{_VALUE}", is_like_a_secret),
        ("secret", r"\b(?:Bearer|Basic|Token)[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,4000})", _is_like_a_token),
        ("secret", rf"{_HEADER}([\w.~+/=-]{{8,400}})", is_like_a_secret),
        ("secret", r"(?<!\S)(?:-u|--user)[ =][\"']?[^\s:\"']{1,64}:([^\s\"']{6,128})", _anything),
        ("netrc-password", r"\blogin\s{1,8}\S{1,80}\s{1,8}password\s{1,8}([^\s‹]{4,128})", _anything),
        ("password-hash", r"(\$(?:apr1|2[abxy]|[156y]|argon2\w{1,4})\$[^\s:\"'`]{12,400})", _anything),
        ("password-hash", r"(\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{20,120}={0,2})", _anything),
        (
            "url-password",
            r"://[^\s:/@\"'`<>]{0,64}:([^\s@/\"'`]{6,128})@[\w.-]",
            _anything,
        ),
        ("url-token", r"://([\w-]{16,128})@[\w.-]", is_like_a_secret),
        ("telegram-bot-token", r"(\d{8,10}:AA[\w-]{33})", _anything),
        ("base64", rf"(?<!{_NOT_BASE64})([A-Za-z0-9+/]{{60,8000}}={{0,2}})(?!{_NOT_BASE64})", _is_mixed),
    )
)


def find_likely(text: str, is_sample: Callable[[str], bool]) -> Iterator[Span]:
    """Yield where something stands that should not be sent, and its kind; spans may overlap."""
    for kind, pattern, check in _LIKELY:
        for match in pattern.finditer(text):
            is_called = text.startswith(("(", "["), match.end(1))  # then it is code
            if not is_called and check(match[1]) and not is_sample(match[1]):
                yield *match.span(1), kind
    yield from _find_below(text, is_sample)


def _find_below(text: str, is_sample: Callable[[str], bool]) -> Iterator[Span]:
    """Yield the values that are on lines of their own below a name."""
    for names, is_one in ((_NAME_ENDS_LINE, is_like_a_secret), (_NAME_IS_LINE, _is_dense)):
        for start, end in _lines_with_names(text):
            for name in names.finditer(text, start, end):
                for at, after in _values_from(text, name.end(), is_one):
                    if not is_sample(text[at:after]):
                        yield at, after, "secret"


def _lines_with_names(text: str) -> Iterator[tuple[int, int]]:
    for line in _TEXT_LINE.finditer(text):
        lowered = line[0].lower()
        if any(sign in lowered for sign in _SIGNS):
            start = line.start() if "\\n" in lowered else max(line.start(), line.end() - _LONGEST_END)
            yield start, min(line.end() + 2, len(text))


def _values_from(text: str, at: int, is_one: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    blank = _WORDLESS.match(text, at)
    at = blank.end() if blank else at
    for _ in range(_MOST_LINES):
        line = _ALONE.match(text, at)
        if line is None or not is_one(line[1] or line[2]):
            return
        yield line.span(1 if line[1] else 2)
        at = line.end()


def find_private_keys(text: str) -> Iterator[Span]:
    """Yield where whole private keys stand, however their lines are indented, numbered, quoted or escaped."""
    after = 0
    for match in _BEGIN_KEY.finditer(text):
        if match.start() < after:
            continue
        end = _END_KEY.search(text, match.end(), match.end() + _LONGEST_KEY)
        after = end.end() if end else _end_of_lines(text, match.end())
        if after > match.end():
            yield match.start(), after, "private-key"


def _end_of_lines(text: str, start: int) -> int:
    """Return where the lines of a key stop whose last line is not in the text."""
    end = start
    while (line := _KEY_LINE.match(text, end)) is not None and line.end() > end:
        if end - start > _LONGEST_KEY or not _KEY_TEXT.search(line[1]):
            break
        end = line.end()
    return end
