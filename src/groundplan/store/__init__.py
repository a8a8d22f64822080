"""Files in the user's repository: safe save, ledger, talk, recovery copies, undo.

May import: git, process, rules, schedule, files, wording, plan.
"""
