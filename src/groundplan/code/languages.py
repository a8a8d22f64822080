"""Which language a file is in: by its name, else by its first line; a header of C or C++ by its text."""

from __future__ import annotations

import re

_ENDINGS = {
    "py": "python",
    "pyi": "python",
    "pyw": "python",
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "tsx": "tsx",
    "go": "go",
    "rs": "rust",
    "java": "java",
    "cs": "csharp",
    "kt": "kotlin",
    "kts": "kotlin",
    "php": "php",
    "phtml": "php",
    "rb": "ruby",
    "rake": "ruby",
    "gemspec": "ruby",
    "c": "c",
    "h": "c",
    **dict.fromkeys(("cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp"), "cpp"),
    "vue": "vue",
    "svelte": "svelte",
}
_NAMES = dict.fromkeys(("Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Capfile"), "ruby")
# A first line may name its program by path, through `env`, with a version: `#!/usr/bin/env -S python3.12 -u`.
_SHEBANG = re.compile(rb"#![^\n]{0,200}?[/ ](python|node|deno|bun|ruby|php)[0-9.]*(?=[ \n]|\Z)")
_PROGRAMS = {b"python": "python", b"node": "javascript", b"deno": "typescript", b"bun": "typescript"}
_PROGRAMS |= {b"ruby": "ruby", b"php": "php"}
_C_COMMENT = re.compile(rb"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?")
_CPP = re.compile(
    rb"^[ \t]*+(?:template[ \t]*+<|namespace\b|using[ \t]|class[ \t]++[\w \t]++[:;{\n]"
    rb"|(?:public|private|protected)[ \t]*+:"
    rb"|#[ \t]*+include[ \t]*+<[a-z_]++>|(?:inline[ \t]++)?constexpr\b|typename\b)|\w::\w",
    re.MULTILINE,
)
_OBJECTIVE_C = re.compile(rb"^[ \t]*+(?:@(?:interface|protocol|class|end)\b|#[ \t]*+import\b)", re.MULTILINE)
PLAIN = ""  # text that is searched, but has no outline
SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
# Their imports and types are followed, so that a use is known to be of one definition and no other.
FOLLOWED = SCRIPTS | {"python", "go"}
_FAMILIES = ({"c", "cpp"}, {"java", "kotlin"}, SCRIPTS)


def family_of(language: str) -> frozenset[str]:
    """Return the languages whose files use each other's definitions."""
    return next((frozenset(each) for each in _FAMILIES if language in each), frozenset({language}))


def language_of(path: str, text: bytes) -> str:
    """Return the language a file's outline is read in, or `PLAIN` where the index reads none of it."""
    name = path.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if dot and stem:
        language = _ENDINGS.get(ending.lower(), PLAIN)
        return _read_header(text) if ending == "h" and text else language
    if name in _NAMES:
        return _NAMES[name]
    if not text.startswith(b"#!"):
        return PLAIN
    found = _SHEBANG.match(text[:256])
    return _PROGRAMS[found[1]] if found else PLAIN


def _read_header(text: bytes) -> str:
    """Return the language of a header: C unless it says something that only C++ or Objective-C has."""
    code = _C_COMMENT.sub(b"", text)
    if _OBJECTIVE_C.search(code):
        return PLAIN
    return "cpp" if _CPP.search(code) else "c"
