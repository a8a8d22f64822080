"""The bundled playbooks: each reads without a fault and says what its listing says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.playbooks.shelf import Shelf, bundled_names
from groundplan.playbooks.skeleton import headings, matches

if TYPE_CHECKING:
    from groundplan.plan.playbook import Playbook, RecordSpec

LISTINGS = Path(__file__).parent / "listings"
NAMES = bundled_names()


def listing(playbook: Playbook) -> str:
    """Write what a playbook declares, one line per thing, so that a change of shape shows in review."""
    lines = [f"{playbook.name} {playbook.version}: {playbook.title}", ""]
    for document in playbook.documents:
        computed = [f"{label} = {value}" for label, value in document.header.fields.items() if value]
        where = f"document {document.name}: {document.path}  [{document.header.form}]"
        lines.append(f"{where} {', '.join(computed)}".rstrip())
    lines.append("")
    for section in playbook.sections:
        marks = [
            *(["optional"] if not section.required else []),
            *(["container"] if section.container else []),
            *(["given"] if section.given else []),
            *([f"computed {section.computed}"] if section.computed else []),
            *([f"at least {section.minimum}"] if section.minimum else []),
        ]
        line = (
            f"{section.document}  {'#' * section.level} {section.title}  <{section.key}>  {', '.join(marks)}"
        )
        lines.append(line.rstrip())
        lines.extend(f"    {record_line(record)}" for record in section.records)
    lines.append("")
    for spec in playbook.checkpoints:
        who = f"a person: {', '.join(spec.words)}" if spec.person else "computed"
        lines.append(f"checkpoint {spec.id} ({who}) {spec.message}")
        lines.append(f"    covers {', '.join(spec.covers)}")
    lines.append("")
    lines += [
        f"stage {s.name}: passed {', '.join(s.passed) or '-'}; receipts {s.receipts or '-'}"
        for s in playbook.stages
    ]
    lines += [f"checklist {item.text}" for item in playbook.checklist]
    lines.append(f"rules {' '.join(playbook.rules)}")
    return "\n".join(lines) + "\n"


def record_line(record: RecordSpec) -> str:
    words = [
        record.kind,
        record.shape,
        f"`{record.label}`" if record.label else "",
        f"id `{record.id}`" if record.id else "",
    ]
    words += (
        [f"under {record.part} / {record.under}".replace(" /  ", " ")] if record.part or record.under else []
    )
    words += [f"fields {', '.join(record.fields.values())}"] if record.fields else []
    words += [f"tick {record.tick}"] if record.tick != "none" else []
    words += [f"when {record.when}"] if record.when else []
    words += [f"axis {record.axis}"] if record.axis else []
    return " · ".join(word.strip(" /") for word in words if word)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_playbook_declares_what_its_listing_says(name: str, shelf: Shelf) -> None:
    path = LISTINGS / f"{name}.txt"
    said = listing(shelf.find(name))
    # To take a wanted change over: delete the file and run the test once.
    if not path.exists():
        path.write_text(said, "utf-8")
        pytest.fail(f"{path.name} was written: review it")
    assert said == path.read_text("utf-8")


def test_there_are_six_of_them_and_four_short_variants(shelf: Shelf) -> None:
    full = {name: shelf.find(name).variant_of for name in NAMES}
    assert len([name for name in NAMES if not full[name]]) == 6
    assert {name: of for name, of in full.items() if of} == {
        "design-short": "design",
        "migration-short": "migration",
        "product-short": "product",
        "roadmap-short": "roadmap",
    }


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("-short")])
def test_a_short_variant_suits_the_same_goals_in_one_document_without_quotas(name: str, shelf: Shelf) -> None:
    short, full = shelf.find(name), shelf.find(shelf.find(name).variant_of)
    assert short.suits == full.suits
    assert len(short.documents) == 1
    assert len([spec for spec in short.sections if spec.required]) <= 6
    assert len([spec for spec in short.checkpoints if spec.person]) <= 2
    assert not {"GP605", "GP702", "GP703", "GP706", "GP707"} & set(short.rules)


def test_a_short_design_waits_for_its_recommendation_before_the_implementation_part(shelf: Shelf) -> None:
    short = shelf.find("design-short")
    keys = [spec.key for spec in short.sections]
    design, plan = short.checkpoints
    last = max(keys.index(key) for key in design.covers if key in keys)
    assert keys[last + 1 :] == ["design", "implementation-plan", "risks"]
    assert (design.person, plan.person, plan.needs) == (True, True, ("design",))


def test_a_short_migration_demands_an_inventory_and_a_rollback_with_its_trigger(shelf: Shelf) -> None:
    short = shelf.find("migration-short")
    demanded = {record.kind: record for spec in short.sections for record in spec.records if record.minimum}
    assert {"place", "task", "rollback"} <= set(demanded)
    assert demanded["rollback"].required == ("trigger", "steps")
    assert demanded["task"].required == ("title", "effort", "needs")


def test_a_short_product_plan_demands_the_acceptance_of_each_requirement(shelf: Shelf) -> None:
    section = shelf.find("product-short").section("requirements")
    assert section is not None
    assert section.records[0].required == ("text", "acceptance")


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_playbook_has_no_fault_and_names_only_known_rules(name: str) -> None:
    from groundplan.rules.catalogue import RULES

    assert [str(fault) for fault in Shelf(known_codes=set(RULES)).faults(name)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_required_heading_stands_once_at_its_level(name: str, shelf: Shelf) -> None:
    playbook = shelf.find(name)
    for spec in playbook.sections:
        skeleton = playbook.document(spec.document).skeleton
        found = [h for h in headings(skeleton) if h.level == spec.level and matches(spec.title, h.title)]
        if spec.required and not spec.repeats and not spec.within:
            assert len(found) == 1, spec.key
        elif spec.required:
            assert len(found) >= max(spec.minimum, 1), spec.key


@pytest.mark.parametrize("name", NAMES)
def test_every_document_carries_the_plans_id(name: str, shelf: Shelf) -> None:
    for document in shelf.find(name).documents:
        front = document.header.form == "front-matter"
        if document.skeleton:
            assert ("\nid: {{id}}\n" in document.skeleton) is front
            assert document.skeleton.startswith("<!-- groundplan: {{id}} -->\n") is not front


@pytest.mark.parametrize("name", NAMES)
def test_every_task_stands_in_a_section_that_a_person_approves(name: str, shelf: Shelf) -> None:
    playbook = shelf.find(name)
    signed = {key for spec in playbook.checkpoints if spec.person for key in spec.covers}
    planned = {spec.key for spec in playbook.sections for record in spec.records if record.kind == "task"}
    assert planned
    assert planned <= signed


def test_the_five_checkpoints_say_their_sentences(shelf: Shelf) -> None:
    specs = shelf.find("design").checkpoints
    assert [spec.id for spec in specs] == ["1", "2", "3", "4", "5"]
    assert specs[0].message == "✓ Requirements documented. Proceed to research? [Y/N]"
    assert specs[1].blocked_message == "⏸ Blocked on {n} questions. Awaiting answers."
    assert specs[2].message == "✓ Recommendation: {option}. Approve? [Y/N/Revise]"
    assert specs[3].message == "✓ Design complete. Proceed to implementation plan? [Y/N]"
    assert specs[4].message == "🔒 PLANNING.MD COMPLETE. Awaiting approval to begin implementation."
    assert [spec.id for spec in specs if spec.person] == ["3", "5"]
    assert all(spec.words == ("Approved", "Proceed") for spec in specs if spec.person)
    assert specs[2].revise == ("Revise",)


def test_the_stages_tell_the_next_worker_what_to_do_first(shelf: Shelf) -> None:
    stages = {stage.name: stage for stage in shelf.find("design").stages}
    assert list(stages) == ["DRAFT", "DESIGN_APPROVED", "IMPLEMENTATION_IN_PROGRESS", "COMPLETE"]
    assert stages["DESIGN_APPROVED"].passed == ("3", "4")
    assert "proceed directly to Section 5" in stages["DESIGN_APPROVED"].resume
    assert stages["IMPLEMENTATION_IN_PROGRESS"].resume == "Which commit in Section 5 should I start/resume?"
    assert stages["COMPLETE"].receipts == "all"


def test_the_completion_checklist_has_six_computed_items_and_guards_the_last_checkpoint(shelf: Shelf) -> None:
    playbook = shelf.find("design")
    assert [item.text for item in playbook.checklist] == [
        "All clarification questions answered.",
        "All modified/new files identified.",
        'Data flow is unambiguous (no "TBD" or "etc.").',
        "Every edge case has a defined action.",
        "Testing strategy covers success + failure paths.",
        "User has approved the design.",
    ]
    assert [spec.id for spec in playbook.checkpoints if spec.checklist] == ["5"]


def test_a_requirement_workspace_is_saved_with_its_recovery_guide_last(shelf: Shelf) -> None:
    paths = [document.path for document in shelf.find("product").documents]
    assert sorted(path.removeprefix("requirements/{slug}/") for path in paths) == [
        "prd.md",
        "progress.md",
        "recovery.md",
        "research/.gitkeep",
        "tasks.md",
        "tmp/.gitkeep",
    ]
    assert paths[-1] == "requirements/{slug}/recovery.md"


def test_the_quality_gate_guards_archiving_and_eight_criteria_make_a_plan(shelf: Shelf) -> None:
    playbook = shelf.find("product")
    quality = playbook.checkpoint("quality")
    assert quality is not None
    assert (quality.guards, quality.receipts, quality.person) == (("archive",), True, False)
    assert len(playbook.checklist) == 8
    assert [task for task, doer in playbook.done_by.items() if doer == "new"] == ["1.1", "1.2", "1.3", "1.4"]
    assert playbook.done_by["7.6"] == "archive"


def test_a_council_has_a_lens_per_advisor_a_shared_question_and_a_brief_that_guards_consulting(
    shelf: Shelf,
) -> None:
    playbook = shelf.find("council")
    lenses = {advisor: lens.split(":")[0] for advisor, lens in playbook.lenses.items() if advisor != "*"}
    assert lenses == {"claude": "architecture", "codex": "implementation", "gemini": "security"}
    assert "approach" in playbook.lenses["*"]
    assert "risk" in playbook.lenses["*"]
    assert len(playbook.triggers) == 4
    brief = playbook.checkpoint("brief")
    assert brief is not None
    assert (brief.guards, brief.person) == (("consult",), False)
    assert {"goal", "requirements", "current-state"} <= set(brief.covers)


@pytest.mark.parametrize("name", ["roadmap", "migration"])
def test_goal_constraints_and_criteria_come_first(name: str, shelf: Shelf) -> None:
    playbook = shelf.find(name)
    first, last = playbook.checkpoints
    assert {"goal/objective", "goal/constraints", "goal/criteria"} <= set(first.covers)
    assert last.needs == (first.id,)


def test_a_migration_strategy_is_one_of_three(shelf: Shelf) -> None:
    strategy = shelf.find("migration").section("strategy")
    assert strategy is not None
    assert strategy.allowed == {"strategy": ("Big Bang", "Strangler Fig", "Parallel Run")}


@pytest.mark.parametrize("name", NAMES)
def test_every_section_says_what_belongs_there_in_up_to_eight_lines(name: str, shelf: Shelf) -> None:
    for spec in shelf.find(name).sections:
        assert 1 <= len(spec.guidance.splitlines()) <= 8, spec.key
        assert spec.model in {"strong", "fast", ""}, spec.key
        # A container or a computed body is nobody's to write, so nothing is said of its length.
        assert not (spec.computed or spec.container) or spec.words == 0, spec.key


@pytest.mark.parametrize("name", NAMES)
def test_guidance_holds_nothing_to_be_copied_into_a_plan(name: str, shelf: Shelf) -> None:
    for spec in shelf.find(name).sections:
        assert not re.search(r"^\s*(#|[-*] )|\[[A-Z]|TBD|TODO", spec.guidance, re.MULTILINE), spec.key


@pytest.mark.parametrize("name", NAMES)
def test_a_library_is_not_written_as_a_service(name: str, shelf: Shelf) -> None:
    records = [record for section in shelf.find(name).sections for record in section.records]
    filled = {record.fields[each]: kinds for record in records for each, kinds in record.facts.items()}
    assert not any("dependency" in kinds and "service" in label for label, kinds in filled.items())
