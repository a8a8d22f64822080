"""What a plan is: words, records, promises, and the standing computed from them. May import: nothing."""
