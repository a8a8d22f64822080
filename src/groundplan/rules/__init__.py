"""What a plan must hold to: one function per GP code, in one module per family; pure.

May import: plan.
"""
