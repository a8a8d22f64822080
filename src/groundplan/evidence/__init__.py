"""What the code, its history and its documents say about a goal: typed facts, gathered one kind at a time.

`EvidencePack` has code and history at hand; `Facts` is what it knows, frozen, and all that `planner` sees.
Every fact says how it is known and how much was looked at; words for it are made in `wording`.
May import: survey, code, store, markdown, models, playbooks, git, process, rules, schedule, files,
wording, plan.
"""
