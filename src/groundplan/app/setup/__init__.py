"""What surrounds plans: profiles, playbooks of one's own, coding agents' files, what is wrong on a machine.

May import: the folders below it in `app`.
"""
