"""Documents about a goal: the sections whose heading or text has its words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.evidence.naming import named_identifiers
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.words import identifiers_in, is_compound, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from groundplan.evidence.subject import Subject

MOST = 8
MOST_OF_FILE = 2
MOST_READ = 60  # documents that are cut into sections
LONGEST_QUOTE = 200
NEAR_BEST = 0.6  # of the best section's score
LEAST_SHARE = 0.65  # of the telling words, by how rare they are, in a section
LEAST_IN_HEADING = 0.4
_TEXTS = ("md", "markdown", "mdx", "rst", "txt", "adoc", "asciidoc", "org", "textile", "rdoc", "")
_FOLDERS = frozenset({"doc", "docs", "documentation"})
_RECORDS = late_regex(
    r"(?:^|/)(?:change[-_ ]?s?(?:log)?|history|news|release[-_ ]?(?:notes?|s)|releases|"
    r"authors|contributors|licen[cs]e|locale|translations?|i18n)(?:[./_-]|$)",
    re.IGNORECASE,
)
_MARKDOWN = late_regex(r"^(#{1,6})[ \t]+(.*?)[ \t#]*$")
_ASCIIDOC = late_regex(r"^(={1,6})[ \t]+(\S.*)$")
_HTML = late_regex(r"^ {0,3}<h[1-6]\b[^>]{0,200}>(.*?)(?:</h[1-6]>|$)", re.IGNORECASE)
_TAG = late_regex(r"<[^>]{0,200}>")
_SETEXT = late_regex(r"^ {0,3}(?:=+|--+)[ \t]*$")
_NO_TITLE = late_regex(r"^(?: {4}|\t| {0,3}(?:[-*+>|<]|\d+[.)] ))")  # code, an item, a quote, a row, a tag
_MARKDOWN_ENDINGS = (".md", ".mdx", ".markdown")
_UNDERLINE = late_regex(r"^([=\-~^\"'*+#`.])\1{2,}[ \t]*$")


@dataclass(frozen=True, slots=True)
class _Match:
    """A section that has words of the goal, where, and how much that says."""

    path: str
    section: Section
    words: tuple[str, ...]  # as the goal writes them
    line: int
    quote: str
    score: float
    is_about: bool  # it has enough of them


@dataclass(frozen=True, slots=True)
class _Sought:
    """The stems to look for, each as the goal writes it and with its weight; those of identifiers apart."""

    words: Mapping[str, str]
    weights: Mapping[str, float]
    names: frozenset[str]

    def share(self, stems: AbstractSet[str]) -> float:
        """Return how much of the goal some stems are, from 0 to 1."""
        return sum(self.weights[stem] for stem in stems) / sum(self.weights.values())

    def is_in(self, seen: AbstractSet[str], heading: AbstractSet[str]) -> bool:
        """Tell whether a section has a name from the goal, most of its words, or a heading about it."""
        is_most = self.share(seen) >= LEAST_SHARE and len(seen) >= min(2, len(self.weights))
        return bool(seen & self.names) or is_most or self.share(heading) >= LEAST_IN_HEADING


def find_documents(subject: Subject) -> Iterator[Fact]:
    """Return the sections about the goal, best first; that none was found says how many were looked at."""
    documents = [
        each for each in subject.index.paths() if is_document(each) and each not in subject.own_plans
    ]
    sought = _read_sought(subject)
    if not sought.weights:
        return
    likely = _likely(subject, documents, sought)
    matches = [match for path in likely for match in _matches(subject, path, sought)]
    matches.sort(key=lambda each: (-each.score, each.path, each.line))
    fitting = [each for each in matches if each.is_about]
    kept: list[_Match] = []
    for each in fitting:
        is_near = each.score >= NEAR_BEST * fitting[0].score
        if is_near and len(kept) < MOST and sum(one.path == each.path for one in kept) < MOST_OF_FILE:
            kept.append(each)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), (("documents", len(documents)),))
    yield from (_fact(each, coverage) for each in kept)
    # That sections have some of the words, and none enough, tells nobody anything.
    if not any(each.words for each in matches):
        yield _absent(sought, len(documents) if len(likely) < MOST_READ else len(likely))


def _absent(sought: _Sought, read: int) -> Fact:
    """Return that no section has a word of the goal."""
    values = (("words", tuple(dict.fromkeys(sought.words.values()))),)
    coverage = Coverage(searched=(("documents", read),))
    return Fact(FactKind.DOCUMENT, "", Provenance(How.TEXT), coverage, values=values, is_absence=True)


def is_document(path: str) -> bool:
    """Whether a file is prose about the project: no changelog, licence or translation."""
    folders, _, name = path.rpartition("/")
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending not in _TEXTS or (not ending and not name.isupper()) or _RECORDS.search(path):
        return False
    is_apart = _FOLDERS.isdisjoint(folders.lower().split("/"))
    if ending == "txt" and is_apart and not name.partition(".")[0].isupper():
        return False  # `requirements.txt`, `robots.txt`
    return part_of(path) is Part.DOCS or not folders or name.isupper() or ending in {"md", "rst", "adoc"}


def _read_sought(subject: Subject) -> _Sought:
    """Return the words to look for; identifiers weigh more, and rare words."""
    rarity = subject.looked_up.ground.code.rarity
    names = {(words_of(name) or (name.lower(),))[-1]: name for name in named_identifiers(subject)}
    plain = {word: subject.goal.spelling.get(word, word) for word in subject.words}
    weights = {stem: 1.0 + rarity(stem) + 2.0 * (stem in names) for stem in (*names, *plain)}
    # `env` and `string` are names as well, and in every other section.
    rare = frozenset(stem for stem, name in names.items() if is_compound(name))
    return _Sought({**plain, **names}, weights, rare)


def _likely(subject: Subject, documents: list[str], sought: _Sought) -> list[str]:
    """Return the documents to read: those that have most of the words, by the index of words where it can."""
    ground = subject.looked_up.ground
    with_word = {stem: frozenset(subject.index.files_with(word)) for stem, word in sought.words.items()}

    def has(path: str, stem: str) -> bool:
        postings = ground.code.postings.get(stem, {})
        return path in with_word[stem] or any(unit in postings for unit in ground.units.get(path, ()))

    scores = {path: sought.share({stem for stem in sought.weights if has(path, stem)}) for path in documents}
    order = sorted(scores, key=lambda path: (-scores[path], path.count("/"), path))
    return [path for path in order if scores[path] > 0][:MOST_READ]


def _matches(subject: Subject, path: str, sought: _Sought) -> Iterator[_Match]:
    """Return the sections of a document that are about the goal, each with its best line."""
    text = (subject.index.text(path) or b"").decode("utf-8", "replace")
    for section in cut_sections(path, text):
        held = {
            number: stems
            for number, line in enumerate(section.lines, section.first)
            if (stems := _stems(line) & sought.weights.keys())
        }
        seen = frozenset[str]().union(*held.values())
        heading = _stems(section.heading) & sought.weights.keys()
        if held:
            yield _match(path, section, held, sought, is_about=sought.is_in(seen, heading))


def _match(
    path: str, section: Section, held: Mapping[int, AbstractSet[str]], sought: _Sought, *, is_about: bool
) -> _Match:
    # One rare word tells more than two common ones.
    worth = {number: sum(sought.weights[each] ** 2 for each in stems) for number, stems in held.items()}
    best = max(worth, key=lambda number: (worth[number], -number))
    quote = section.lines[best - section.first].strip()[:LONGEST_QUOTE]
    seen = frozenset[str]().union(*held.values())
    in_heading = bool(_stems(section.heading) & sought.weights.keys())
    score = sought.share(seen) + 0.5 * (sought.share(held[best]) + in_heading)
    words = tuple(word for stem, word in sought.words.items() if stem in seen)
    return _Match(path, section, words, best, quote, score, is_about)


@lru_cache(maxsize=50_000)
def _stems(line: str) -> frozenset[str]:
    return frozenset(word for each in identifiers_in(line) for word in words_of(each))


def _fact(match: _Match, coverage: Coverage) -> Fact:
    section = match.section
    last = max(section.first, section.last)
    place = CodePlace(match.path, section.first, last, section.heading, match.quote)
    return Fact(
        FactKind.DOCUMENT,
        section.heading,
        Provenance(How.DOCUMENT),
        coverage,
        (place,),
        1,
        (("words", match.words), ("line", match.line)),
    )


# Cuts a document into its sections, in Markdown, reStructuredText or AsciiDoc.


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines from it up to the next one."""

    heading: str
    first: int
    last: int
    lines: tuple[str, ...]


def cut_sections(path: str, text: str) -> list[Section]:
    """Return the sections of a document; in Markdown, what is fenced is no heading."""
    lines = text.removesuffix("\n").split("\n")
    is_markdown = path.lower().endswith(_MARKDOWN_ENDINGS)
    starts = list(_markdown_starts(lines) if is_markdown else _starts(lines))
    if not starts or starts[0][0] > 1:
        starts.insert(0, (1, ""))
    ends = [start - 1 for start, _ in starts[1:]] + [len(lines)]
    return [
        Section(heading, first, last, tuple(lines[first - 1 : last]))
        for (first, heading), last in zip(starts, ends, strict=True)
    ]


def _markdown_starts(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Return the headings of Markdown, each with its line; a block of settings at the top has none."""
    fence, begin = "", _after_settings(lines)
    for number, line in enumerate(lines[begin:], begin + 1):
        bare = line.lstrip()
        # with backticks behind them, three of them begin code inside the line
        if bare.startswith("~~~") or (bare.startswith("```") and "`" not in bare.lstrip("`")):
            fence = "" if fence and bare.startswith(fence) else fence or bare[:3]
        elif not fence and (found := _MARKDOWN.match(line)):
            yield number, found[2]
        elif not fence and (html := _HTML.match(line)) and (title := _TAG.sub("", html[1]).strip()):
            yield number, title
        elif (
            not fence and number > begin + 1 and _SETEXT.match(line) and _is_setext(lines[begin : number - 1])
        ):
            yield number - 1, lines[number - 2].strip()


def _after_settings(lines: list[str]) -> int:
    is_begun = lines[0].rstrip() == "---"
    return next((at + 1 for at, line in enumerate(lines) if at and is_begun and line.rstrip() == "---"), 0)


def _is_setext(before: list[str]) -> bool:
    """Tell whether an underline makes a heading of the line before it, a paragraph of its own."""
    title, above = before[-1], before[-2] if len(before) > 1 else ""
    is_alone = not above.strip() or _MARKDOWN.match(above) or _SETEXT.match(above)
    return bool(title.strip() and is_alone) and not _NO_TITLE.match(title) and not _SETEXT.match(title)


def _starts(lines: list[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if found := _MARKDOWN.match(line) or _ASCIIDOC.match(line):
            yield number, found[2]
        elif number > 1 and _UNDERLINE.match(line) and _is_title(lines[number - 2], line):
            yield number - 1, lines[number - 2].strip()


def _is_title(title: str, underline: str) -> bool:
    bare = title.strip()
    return bool(bare) and len(underline.strip()) >= len(bare) - 1 and not _UNDERLINE.match(title)
