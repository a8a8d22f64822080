"""The files of a new playbook: small, working, and commented where a writer will want to change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.errors import Misused
from groundplan.playbooks.reader import MAIN_FILE
from groundplan.playbooks.shelf import bundled_names
from groundplan.playbooks.specs import NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAYBOOK = """\
# A playbook of your own. `groundplan playbook check NAME` names every fault in it, by its dotted key.
format = 1
name = "NAME"
version = 1 # raise it with every change: plans pin version and digest
title = "TITLE"
summary = "What kind of plan this is, in one sentence."
triggers = ["when somebody should choose it"]

# One table per file of a plan. {slug} is the plan's short name, {folder} where plans live (`plans`).
[[document]]
name = "plan"
path = "{folder}/{slug}.md"
skeleton = "plan.md" # the file's text at creation, beside this one
# Front matter keys; what groundplan computes is named, what people write is "".
[document.header]
form = "front-matter"
fields = { title = "", status = "stage", last_updated = "date", id = "id" }

# One table per heading, in their order. Every required one stands in the skeleton.
[[section]]
key = "goal"
title = "Goal"
level = 2

[[section]]
key = "questions"
title = "Questions"
level = 2
# Records are what rules can count: here, checkboxes such as `- [ ] Q1: Which port?`.
[[section.record]]
kind = "question"
shape = "checklist"
tick = "computed" # groundplan ticks it once it is answered; "choice" lets the writer tick
label = "{id}: {text}"
id = "Q{n}"
id_required = true

[[section]]
key = "steps"
title = "Steps"
level = 2
[[section.record]]
kind = "task"
shape = "checklist"
tick = "computed"
label = "{id}: {title}"
id = "T{n}"
id_required = true
fields = { verification = "Verification" } # an item below it: `- Verification: make test passes`
required = ["title", "verification"]
minimum = 1

# Where a plan stops. `*` covers everything; `person = true` waits for a person's approval.
[[checkpoint]]
id = "ready"
name = "ready"
message = "The plan is complete. Approve it?"
blocked_message = "{n} questions are open."
covers = ["*"]
person = true
words = ["Approved", "Proceed"]

# How far a plan is: the last one whose conditions hold. The first one has none.
[[stage]]
name = "draft"
resume = "Go on with the first incomplete section."

[[stage]]
name = "approved"
passed = ["ready"]
resume = "Take the first step."

[[stage]]
name = "done"
passed = ["ready"]
receipts = "all"

# Rules beyond those that hold for every plan: `groundplan explain GP304` says what each one does.
[rules]
GP204 = { stops = true } # nothing past an open question
GP304 = {}
GP306 = {}
GP308 = {}
GP602 = { severity = "warning" }
"""

PLAN = """\
---
title: {{title}}
status: draft
last_updated: {{date}}
id: {{id}}
---
## Goal
{{goal}}

## Questions
- [ ] Q1: <what has to be known before the first step>

## Steps
- [ ] T1: <what is done first>
  - Verification: <command and what it shows>
"""


def new_playbook_files(name: str) -> Mapping[str, str]:
    """Return the files of a new playbook, by file name: a working one to start from."""
    if not NAME.fullmatch(name):
        raise Misused(
            f"`{name}` cannot be a playbook's name",
            hint="Use small letters, digits and single `-`, starting with a letter",
        )
    if name in bundled_names():
        raise Misused(f"`{name}` is a bundled playbook", hint="Choose another name")
    title = name.replace("-", " ").capitalize()
    return {MAIN_FILE: PLAYBOOK.replace("NAME", name).replace("TITLE", title), "plan.md": PLAN}
