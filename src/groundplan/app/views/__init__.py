"""What a person or an agent is shown of plans: standing, what waits, the next command, a handover.

May import: the folders below it in `app`.
"""
