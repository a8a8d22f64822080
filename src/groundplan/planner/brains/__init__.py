"""What a brain is given and gives back: the same plain values for the analyst, a model and an agent."""
