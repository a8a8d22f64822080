"""Which plans a repository has, and one of them opened: its files, ledger, signatures and earlier states.

May import: the folders below it in `app`.
"""
