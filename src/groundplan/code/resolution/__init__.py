"""What a Python name stands for at a place: scopes, classes, annotations, values. No code is run."""
