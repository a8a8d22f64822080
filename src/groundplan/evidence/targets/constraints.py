"""What deploying a change to the targets has to mind: schema, environment, settings, the public, locks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.public import PublicNames
from groundplan.evidence.kinds import Constraint
from groundplan.plan.late_regex import late_regex
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Import
    from groundplan.evidence.kinds import Target
    from groundplan.evidence.pack import EvidencePack

MOST = 20
MOST_SPOTS = 5
MOST_TEXT = 400_000  # bytes of one target that are read
_ENVIRONMENT = late_regex(
    r"(?:os\.environ(?:\.get\(|\.setdefault\(|\[)|os\.getenv\(|os\.Getenv\(|os\.LookupEnv\(|process\.env\[)"
    r"\s{0,4}[\"'`]([A-Za-z_]\w{0,80})|(?:process\.env|import\.meta\.env)\.([A-Za-z_]\w{0,80})"
    # a wrapper: `env("NAME")`, `getEnvOr("NAME", …)`, `env.str("NAME")`
    r"|\b\w{0,20}(?:env|Env|ENV)\w{0,20}(?:\.\w{1,20})?\(\s{0,4}[\"'`]([A-Z][A-Z0-9_]{2,80})[\"'`]"
)
_SETTING = late_regex(
    r"\b(?:settings|app\.config|current_app\.config|config)(?:\.|\[[\"'])([A-Z][A-Z0-9_]{2,80})\b"
)
_SETTINGS_MODULES = frozenset({"settings", "config", "conf", "configuration"})
_FLAG = late_regex(
    r"\b(?:is_enabled|isEnabled|feature_enabled|featureEnabled|flag_is_active|waffle\.\w{1,30}|useFlag|getFlag|hasFeature)"
    r"\(\s{0,4}[^\"'`\n)]{0,40}[\"'`]([\w.:-]{1,80})"
)
_MODEL_BASES = late_regex(
    r"(?:^|\.)(?:Model|Base|DeclarativeBase|SQLModel|Document|UUIDBase|BigIntBase|\w{0,40}AuditBase)$"
)
_MIGRATION = late_regex(
    r"(?:^|/)(?:migrations/\d{3,}[^/]*\.(?:py|sql)|versions/[^/]+\.py|migrations/[^/]+\.(?:sql|ts|js|go))$"
)
_VERSIONED = late_regex(r"(?:^|/)(v\d{1,2})/")


def find_constraints(pack: EvidencePack) -> tuple[Constraint, ...]:
    """Return what the targets' own text and the repository's files say about deploying a change."""
    found = (
        *_schema(pack),
        *_reads(pack, _ENVIRONMENT, "environment"),
        *_reads(pack, _FLAG, "flag"),
        *_reads(pack, _SETTING, "setting", only_regions=True),
        *_imported_settings(pack),
        *_public(pack),
        *_versioned(pack),
        *_locks(pack),
    )
    return found[:MOST]


def _schema(pack: EvidencePack) -> Iterator[Constraint]:
    models: list[Spot] = []
    for target in pack.targets:
        outline = pack.index.outline(target.path)
        models += [
            Spot(target.path, each.line)
            for each in (outline.definitions if outline else ())
            if any(_MODEL_BASES.search(base) for base in each.bases)
        ]
    migrations = [path for path in pack.index.paths() if _MIGRATION.search(path)] if models else []
    if models and migrations:
        yield Constraint("schema", (*models[:3], Spot(migrations[-1])))
    touched = [Spot(each.path) for each in pack.targets if _MIGRATION.search(each.path)]
    if touched:
        yield Constraint("schema", tuple(touched))


def _reads(
    pack: EvidencePack, pattern: re.Pattern[str], kind: str, *, only_regions: bool = False
) -> Iterator[Constraint]:
    """Return what the targets read from outside; a file's many settings count in its regions alone."""
    spots: dict[str, list[Spot]] = {}
    for target in pack.targets:
        text = (pack.index.text(target.path) or b"")[:MOST_TEXT].decode("utf-8", "replace")
        for match in pattern.finditer(text):
            name = next((each for each in match.groups() if each), "")
            line = text.count("\n", 0, match.start()) + 1
            if only_regions and not _is_inside(target, line):
                continue
            if len(spots.setdefault(name, [])) < MOST_SPOTS:
                spots[name].append(Spot(target.path, line))
            if len(spots) > MOST:
                break
    for name in sorted(spots):
        yield Constraint(kind, tuple(spots[name]))


def _imported_settings(pack: EvidencePack) -> Iterator[Constraint]:
    """Return what the regions read from a settings module here, under the name it is imported by."""
    for target in pack.targets:
        outline = pack.index.outline(target.path)
        resolver = pack.inference.files.resolvers.of(target.path)
        taken = [each for each in outline.imports if _means_settings(each)] if outline else []
        inside = [each for each in taken if resolver and resolver.resolve(target.path, each).paths]
        lines = (pack.index.text(target.path) or b"")[:MOST_TEXT].decode("utf-8", "replace").split("\n")
        for alias in dict.fromkeys(each.alias for each in inside if each.alias):
            spots: dict[str, list[Spot]] = {}
            for number, line in enumerate(lines, 1):
                if _is_inside(target, number) and alias in line:
                    for name in re.findall(
                        rf"(?<![\w.$]){re.escape(alias)}\.([A-Za-z_]\w{{1,80}})(?![\w(])", line
                    ):
                        spots.setdefault(name, []).append(Spot(target.path, number))
            for _, places in sorted(spots.items()):
                yield Constraint("setting", tuple(places[:MOST_SPOTS]))


def _means_settings(imported: Import) -> bool:
    words = {imported.name, re.split(r"[./]", imported.module.removesuffix(".js").removesuffix(".ts"))[-1]}
    return bool(words & _SETTINGS_MODULES) and imported.name in {"", "*", "default", *_SETTINGS_MODULES}


def _is_inside(target: Target, line: int) -> bool:
    return any(each.definition.first <= line <= each.definition.last for each in target.regions)


def _public(pack: EvidencePack) -> Iterator[Constraint]:
    names = PublicNames(pack.index, pack.inference.files.modules)
    for region in pack.regions[:3]:
        if names.reason(Symbol(region.path, region.definition)):
            yield Constraint("compatibility", (Spot(region.path, region.definition.line),))


def _versioned(pack: EvidencePack) -> Iterator[Constraint]:
    for target in pack.targets:
        if _VERSIONED.search(target.path):
            yield Constraint("compatibility", (Spot(target.path),))


def _locks(pack: EvidencePack) -> Iterator[Constraint]:
    roots = [each.path for each in pack.manifest.locks if "/" not in each.path]
    if roots and any(each.path.rpartition("/")[2] in _MANIFESTS for each in pack.targets):
        yield Constraint("compatibility", tuple(Spot(path) for path in roots[:MOST_SPOTS]))


_MANIFESTS = frozenset({"pyproject.toml", "package.json", "go.mod", "Cargo.toml", "setup.cfg", "setup.py"})
