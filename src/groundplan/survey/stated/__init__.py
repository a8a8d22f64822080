"""What a plan states about the code, held against it: quotes, names, counts, commands, tests, versions.

May import `code`, `plan`, `wording` and the rest of `survey`. Whatever nothing here can tell stays unknown.
"""
