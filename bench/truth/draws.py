"""Base class of all generators of kernels: draws from one seeded source, numbers names, collects lines."""

import random


class Draws:
    """`seed` decides everything; `slip` is how often a deliberate mistake is made."""

    def __init__(self, seed, slip=0.0):
        self.random = random.Random(seed)
        self.slip_rate = slip
        self.lines = []
        self.names = 0
        self.depth = 1

    def chance(self, probability):
        return self.random.random() < probability

    def slip(self, factor=1.0):
        return self.chance(self.slip_rate * factor)

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def braced(self, head, *steps):
        """Returns one of `steps`, in braces after `head`."""
        self.emit(f"{head} {{")
        self.depth += 1
        self.pick(*steps)()
        self.depth -= 1
        self.emit("}")

    def emit_at(self, depth, text):
        self.lines.append("  " * depth + text)
