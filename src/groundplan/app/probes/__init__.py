"""A command tried over a copy of the code: a person's permission, the copy, the tools around it, the receipt.

May import: the folders below it in `app`.
"""
