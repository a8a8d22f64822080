"""Turns evidence into a plan: a goal read, its evidence pack, challenges, questions, sections, proposals.

Nothing here writes: sections and questions are returned, and `app` splices, asks and saves.
May import: evidence, survey, code, store, markdown, models, playbooks, git, process, rules, schedule,
wording, plan.
"""
