"""Coding agents' own files: what groundplan puts into them, byte by byte, and what it answers their hooks.

Nothing here reads or writes a file: texts come in, texts go out, and `app` saves them.
May import: evidence, survey, code, store, markdown, models, playbooks, git, process, rules, schedule,
files, wording, plan.
"""
