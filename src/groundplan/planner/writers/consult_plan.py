"""The plan of a consult before its advisors answer: what evidence alone gives, and what waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.breakdown import find_twin_work
from groundplan.planner.brief import SectionDraft
from groundplan.planner.new_names import change_title
from groundplan.planner.phrasing import COMPUTED, bullets, codes, condition, join
from groundplan.planner.proving import first_test_command, proving_places
from groundplan.planner.standing_code import declared_packages, list_requirements
from groundplan.planner.variants import own_failures, paths_of, working_files
from groundplan.planner.writers.phrases import code, counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_SHARED = "*"  # the lens that every advisor gets
_SOURCE = "groundplan"  # no model has been asked: the code is read by a tool


@dataclass(frozen=True, slots=True)
class _Step:
    """A task before it has its number; steps of one phase may be done in any order."""

    title: str
    verification: str = ""


@writer("consult-phases")
def write_phases(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the asking, the change as far as the evidence shows it, and its proof, numbered through."""
    phases = (
        ("Advice", list(_advice(brief))),
        ("Change, from the evidence alone", list(_changes(brief))),
        ("Proof", list(_proof(brief))),
    )
    done: list[int] = []
    number = 0
    for at, (name, steps) in enumerate(phases, 1):
        lines = [f"{'#' * spec.level} Phase {at}: {name}", ""]
        needs = ", ".join(map(str, done))
        done = []
        for step in steps:
            number += 1
            done.append(number)
            lines.append(f"{number}. [ ] {step.title}")
            indent = " " * (len(str(number)) + 2)
            fields = (("Verification", step.verification), ("Needs", needs))
            lines += [f"{indent}- **{label}:** {said}" for label, said in fields if said]
        yield SectionDraft(spec.key.replace("{n}", str(at)), "\n".join(lines) + "\n")


def _advice(brief: Brief) -> Iterator[_Step]:
    advisors = [name for name in brief.playbook.lenses if name != _SHARED]
    asked = f"Send the {counted(len(advisors), 'consult brief')} to {join(advisors)}, and compare the answers"
    yield _Step(asked, "every claim taken over names its advisor and a citation that exists")


def _changes(brief: Brief) -> Iterator[_Step]:
    demanded = [each.id for each in list_requirements(brief) if each.is_demanded]
    meets = f" ({', '.join(demanded)})"
    verified = first_test_command(brief)
    for path in working_files(brief.pack):
        yield _Step(f"{change_title(brief.pack, path)}{meets}", verified)
    for item in find_twin_work(brief):
        yield _Step(f"{item.title}{meets}", item.verification)
    for new in brief.pack.new_files:
        yield _Step(f"Add {code(new.path)} (new) beside {code(new.beside)}{meets}", verified)
    if not working_files(brief.pack) and not brief.pack.new_files:
        looked = counted(len(paths_of(brief.pack)), "file")
        yield _Step(f"Name the files to change: none of {looked} stands out for the goal{meets}")


def _proof(brief: Brief) -> Iterator[_Step]:
    demanded = [each.id for each in list_requirements(brief) if each.is_demanded]
    for place in proving_places(brief)[:2]:
        do = f"Extend {code(place.path)}" if place.exists else f"Add {code(place.path)} (new)"
        verified = code(place.command) if place.command else first_test_command(brief)
        yield _Step(f"{do} with a test per requirement ({', '.join(demanded)})", verified)
    if not proving_places(brief):
        yield _Step(f"Add the first tests of this code ({', '.join(demanded)})", first_test_command(brief))
    kept = [each for each in list_requirements(brief) if not each.is_demanded]
    for each in kept:
        yield _Step(
            f"Show that {each.id} holds", code(each.proof) if each.proof else first_test_command(brief)
        )


@writer("consult-dependencies")
def write_dependencies(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List the packages and own files the change rests on; what advisors add comes later."""
    yield SectionDraft(spec.key, bullets(_dependencies(brief)) + "\n")


def _dependencies(brief: Brief) -> Iterator[str]:
    packages = declared_packages(brief.pack)
    for each in packages[:8]:
        where = f"declared at {code(each.declared_at)}" if each.declared_at else "not declared in a manifest"
        yield f"Library: {each.name} {each.version or 'in any version'}, {where} {COMPUTED}"
    if brief.pack.modules:
        yield f"Own code: {codes(brief.pack.modules, 8)}, imported by the files to change {COMPUTED}"
    if not packages and not brief.pack.modules:
        yield f"None: the files to change import nothing that is declared {COMPUTED}"


@writer("consult-considerations")
def write_considerations(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Say what the code itself gives to consider, under its own name: no advisor has been asked."""
    advisors = [name for name in brief.playbook.lenses if name != _SHARED]
    heading = f"{'#' * spec.level} Code Considerations (from {_SOURCE})"
    waiting = f"No advisor has answered yet: the considerations of {join(advisors)} wait for their answers."
    key = spec.key.replace("{topic}", "code").replace("{advisor}", _SOURCE)
    yield SectionDraft(key, f"{heading}\n\n{waiting}\n\n{bullets(_considered(brief))}\n")


def _considered(brief: Brief) -> Iterator[str]:
    pack = brief.pack
    for challenge in brief.challenges[:6]:
        yield f"{challenge.claim} {challenge.advice}".strip()
    for failure in own_failures(pack)[:3]:
        when = condition(failure.condition)
        inside = code(failure.inside or failure.at.path)
        yield f"{inside} {failure.action}{when} at {code(failure.at)} {COMPUTED}"
    for constraint in pack.constraints[:3]:
        seen = [spot for spot in constraint.spots[:2] if f"`{spot}`" not in constraint.statement]
        yield f"{constraint.statement.rstrip('.')}{f' ({codes(seen)})' if seen else ''} {COMPUTED}"
    if not brief.challenges and not own_failures(pack) and not pack.constraints:
        looked = counted(len(paths_of(pack)), "file")
        yield f"Nothing speaks against it: no challenge, failure path or constraint in {looked} {COMPUTED}"
