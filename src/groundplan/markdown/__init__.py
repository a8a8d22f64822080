"""Text to plan and back: sections found by token map, records in tables and lists, splices.

May import: git, process, rules, schedule, files, wording, plan.
"""
