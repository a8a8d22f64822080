"""Turns evidence into a plan: a goal read, challenges, questions, sections, proposals.

Nothing here writes: sections and questions are returned, and `app` splices, asks and saves. Nothing here
looks into code either: what is known comes as `Facts`, and a contract lists what else of it may be imported.
May import: evidence, survey, code, store, markdown, models, playbooks, git, process, rules, schedule,
files, wording, plan.
"""
