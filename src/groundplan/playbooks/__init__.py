"""The kinds of plan, as data: TOML files, skeleton documents and their reader.

May import: git, process, rules, schedule, files, wording, plan.
"""
