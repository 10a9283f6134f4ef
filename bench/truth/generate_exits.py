"""Loops whose counters wrap, and which several exits end.

The header of a loop often says nothing of how long it runs: its counter starts, steps or is compared near an end of
its type's range, wraps or stays for ever, and another exit, in the middle, ends the loop. Each loop has one exit after a
few iterations. What is asked is how many iterations there are: some accesses happen, or are in bounds, only up to a number."""

from draws import Draws

GROUP = 4
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
KINDS = ("char", "uchar", "uchar", "short", "ushort", "int", "int", "uint", "uint", "uint", "long", "ulong", "ulong")


def ends(kind):
    bits = BITS[kind]
    return (0, 2 ** bits - 1) if kind.startswith("u") else (-2 ** (bits - 1), 2 ** (bits - 1) - 1)


def literal(kind, value):
    bits = BITS[kind]
    low, _ = ends(kind)
    value = (value - low) % 2 ** bits + low
    if kind.startswith("u"):
        return f"({kind}){value}u" if bits < 64 else f"{value}ul"
    if bits < 64:
        return f"({kind}){value}" if value >= 0 else f"({kind})({value}l)"
    return f"{value}l" if value > low else f"({low + 1}l - 1)"


class Exits(Draws):
    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed
        self.counters = []  # (name, kind)
        self.numbers = []  # names of counters that start at 0
        self.opens = self.random.choice((0.0, 0.3, 0.7, 0.9))  # how often a value is one that the launch leaves open
        self.varying = self.random.choice((0.0, 0.0, 0.3))  # how often it is the work-item's own
        self.most = 8

    def number(self, low, high):
        return self.random.randint(low, high)

    def moved(self):
        """A small number: a constant, or one that the launch leaves open, or the work-item's."""
        if self.chance(self.varying):
            return self.pick("lid", "(3 - lid)", "(lid & 1)", "lid / 2")
        if self.chance(self.opens):
            return self.pick("(n & 3)", "(m & 3)", "(n & 7)", "(m & 1)", "(in[1] & 3)")
        return str(self.number(0, 6))

    def place(self, kind):
        """Returns a value of the type, mostly near an end of its range."""
        low, high = ends(kind)
        middle = (low + high + 1) // 2
        at = self.pick(low, high, high, 0, 0, middle, middle - 1, high // 2, high - high // 4)
        text = literal(kind, at)
        if self.chance(self.opens / 3):
            v = self.pick("n", "m", "in[3]")
            return self.pick(f"({kind})({literal(kind, high - 7)} | {v})", f"({kind})({literal(kind, low)} + ({v} & 7))", f"({kind}){v}")
        by = self.moved()
        if by == "0":
            return text
        if at == low or (at != high and self.chance(0.5)):
            return f"({kind})({text} + {by})"
        return f"({kind})({text} - {by})"

    def step(self, kind):
        bits = BITS[kind]
        if self.chance(0.2):
            return self.pick(f"({kind})({self.moved()} + 1)", f"({kind})({self.moved()} + 1)", f"({kind}){self.moved()}", f"({kind})-({self.moved()} + 1)")
        return literal(kind, self.pick(1, 1, 1, 2, 3, self.number(2, 9), -1, -2, 2 ** (bits - 1), 2 ** (bits - 1) - 1, 2 ** (bits - 2),
                                       2 ** (bits - 2) + self.number(0, 2), 2 ** bits // 3, 2 ** (bits - 1) + self.number(1, 3), -self.number(3, 9)))

    def update(self, name, kind):
        s = self.step(kind)
        return self.pick(f"{name} += {s}", f"{name} += {s}", f"{name} += {s}", f"{name} -= {s}", f"{name} -= {s}", f"++{name}", f"--{name}",
                         f"{name} <<= {self.number(1, 3)}", f"{name} >>= {self.number(1, 3)}", f"{name} *= {self.pick(2, 3, 5, -1, 16)}",
                         f"{name} /= {self.pick(2, 3, 7)}", f"{name} = {name} * {self.pick(3, 5, 2)} + {self.number(1, 3)}",
                         f"{name} ^= {s}", f"{name} = {s} - {name}", f"{name} = ({name} + {self.number(1, 3)}) % {self.number(3, 9)}")

    def compared(self, name, kind):
        """Returns a comparison of a counter, mostly with a value near an end of the range."""
        other = self.random.choice(KINDS)
        left = self.pick(name, name, name, name, name, f"({other}){name}", f"({kind})({name} + {self.moved()})", f"({kind})({name} - {self.moved()})",
                         f"({name} & {self.pick(3, 7, 15)})", f"({name} >> {self.number(1, 3)})")
        as_kind = other if left.startswith(f"({other})") else kind
        right = self.place(as_kind) if self.chance(0.8) else f"({as_kind}){self.moved()}"
        relation = self.pick("<", "<", "<=", "<=", ">", ">=", "!=", "!=", "==")
        if self.chance(0.3):
            left, right = right, left
        return f"{left} {relation} {right}"

    def header(self, name, kind):
        """Returns (first value, comparison, update) of a loop that runs toward an end of the range."""
        low, high = ends(kind)
        bits = BITS[kind]
        s = self.pick(1, 1, 2, 3, 3, self.number(2, 9), 2 ** (bits - 2) + self.number(0, 1), 2 ** (bits - 1) - 1)
        up = self.chance(0.65)
        end = (high if up else low) if self.chance(0.75) else self.number(-20, 20)
        away = min(s, 2 ** (bits - 3)) * self.number(0, 6) + self.number(0, 3)
        first = f"({kind})({literal(kind, end - away if up else end + away)} {self.pick('+', '-')} {self.moved()})"
        bound = f"({kind})({literal(kind, end)} {'-' if up else '+'} {self.moved()})"
        if self.chance(self.opens / 3):
            bound = self.pick(f"({kind})n", f"({kind})m", f"({kind})({literal(kind, high - 7)} | m)")
        relation = self.pick("<", "<=", "<=", "!=") if up else self.pick(">", ">=", ">=", "!=")
        step = literal(kind, s) if self.chance(0.8) else f"({kind})({self.moved()} + 1)"
        return first, f"{name} {relation} {bound}", f"{name} {'+' if up else '-'}= {step}"

    def condition(self):
        if self.numbers and self.chance(0.35):
            v = self.random.choice(self.numbers)
            return self.pick(f"{v} == {self.number(0, 9)}", f"{v} >= {self.number(1, 9)}", f"{v} > {self.moved()}", f"{v} + {self.moved()} == {self.number(2, 9)}",
                             f"({v} ^ {self.number(1, 3)}) == {self.number(0, 7)}", f"{v} * {self.pick(3, 5)} > {self.number(3, 25)}")
        if self.chance(0.15):
            return self.pick("in[0] > 5", "lid == 2", "(n & 1)", "in[lid] == 0", "(in[2] & 3) == 1", "(m & 3) == lid")
        return self.compared(*self.random.choice(self.counters))

    def body_exit(self, depth, leave):
        condition = self.condition()
        if self.chance(0.15):
            condition = self.pick(f"({condition}) && {self.condition()}", f"({condition}) || {self.condition()}", f"!({condition})")
        self.emit_at(depth, f"if ({condition}) {leave}")

    def access(self, depth, limit):
        """Makes an access whose bounds or execution depends on the number of iterations."""
        v = self.random.choice(self.numbers)
        c = max(1, self.number(limit - 3, limit + 1))
        name, kind = self.random.choice(self.counters)
        self.emit_at(depth, self.pick(
            f"a[lid * 32 + {v}] = {v};", f"a[lid * 32 + {v} / {c} * 200] = {v};", f"a[lid * 32 + {v} / {c} * 200] = {v};",
            f"if ({v} >= {c}) a[0] = lid;", f"if ({v} == {c}) a[{self.number(0, 2)}] = lid;", f"a[lid * {c} + {v}] = lid;",
            f"if ({v} > {c - 1}) a[lid + 128] = {v};", f"if ({self.compared(name, kind)}) a[1] = lid;",
            f"a[(uint)({name} & 15) + lid * 16] = {v};", f"if ({self.compared(name, kind)}) a[lid + 128] = 1;", f"x += {name};"))

    def last_exit(self, limit):
        """Returns a condition that ends the loop after about `limit` iterations, whatever else the loop
        does."""
        v = self.numbers[-1]
        return self.pick(f"{v} >= {limit}", f"{v} >= {limit}", f"{v} > {limit - 1}", f"{v} == {limit}", f"!({v} < {limit})", f"{v} + lid >= {limit}",
                         f"{v} >= {limit} + (n & 1)", f"{v} >= {limit} - (m & 1)", f"{v} * 3 >= {3 * limit}", f"({v} >> 1) >= {(limit + 1) // 2}")

    def loop(self, depth):
        kind = self.random.choice(KINDS)
        name, counts = self.name("i"), self.name("k")
        counts_kind = self.pick("int", "int", "uint", "uchar", "short", "long")
        limit = self.number(1, self.most)
        runs = self.header(name, kind) if self.chance(0.6) else None
        first = runs[0] if runs else self.place(kind)
        if self.counters and self.chance(0.3):
            outer, _ = self.random.choice(self.counters)
            first = self.pick(f"({kind}){outer}", f"({kind})({first} + ({outer} & 3))", f"({kind}){self.random.choice(self.numbers)}")
        self.emit_at(depth, f"{kind} {name} = {first};")
        self.emit_at(depth, f"{counts_kind} {counts} = 0;")
        self.counters.append((name, kind))
        self.numbers.append(counts)
        if self.chance(0.25):
            other = self.random.choice(KINDS)
            beside = self.name("j")
            self.emit_at(depth, f"{other} {beside} = {self.place(other)};")
            self.counters.append((beside, other))
        inner = len(self.counters)
        test = runs[1] if runs else self.compared(name, kind) if self.chance(0.85) else self.condition()
        if self.chance(0.15):
            test = self.pick(f"{test} && {self.condition()}", f"{test} || {self.condition()}")
        shape = self.pick("for", "for", "for", "while", "do", "ever")
        updates = [runs[2] if runs else self.update(name, kind)]
        if inner > 1 and self.counters[-1][0] != name and self.chance(0.8):
            updates.append(self.update(*self.counters[-1]))
        updates.append(f"{self.pick('++' + counts, counts + ' += 1', counts + '++')}")
        self.random.shuffle(updates)
        if shape == "for":
            self.emit_at(depth, f"for (; {test}; {', '.join(updates)}) {{")
        elif shape == "while":
            self.emit_at(depth, f"while ({test}) {{")
        elif shape == "do":
            self.emit_at(depth, "do {")
        else:
            self.emit_at(depth, "while (1) {")
        parts = ["last", "access"] + self.random.choices(["access", "exit", "exit", "loop", "barrier", "continue", "update"], (3, 4, 2, 2, 0.5, 1, 0.5), k=self.number(0, 3))
        self.random.shuffle(parts)
        if shape != "for":
            parts.insert(self.pick(len(parts), len(parts), self.number(0, len(parts))), "move")
        if shape == "ever":
            parts.insert(self.number(0, len(parts)), "test")
        moved = False
        for part in parts:
            if part == "last":
                self.emit_at(depth + 1, f"if ({self.last_exit(limit)}) break;")
            elif part == "access":
                self.access(depth + 1, limit)
            elif part == "exit":
                self.body_exit(depth + 1, self.pick("break;", "break;", "break;", "return;"))
            elif part == "continue" and (shape == "for" or moved) and parts.index("last") < parts.index("continue"):
                self.body_exit(depth + 1, "continue;")
            elif part == "update":
                self.emit_at(depth + 1, self.update(*self.random.choice(self.counters)) + ";")
            elif part == "barrier":
                self.emit_at(depth + 1, "barrier(CLK_GLOBAL_MEM_FENCE);")
            elif part == "test":
                self.emit_at(depth + 1, f"if (!({test})) break;")
            elif part == "move":
                moved = True
                for one in updates:
                    self.emit_at(depth + 1, one + ";")
            elif part == "loop" and depth < 3:
                seen = len(self.counters)
                counted = len(self.numbers)
                self.loop(depth + 1)
                del self.counters[seen:]
                del self.numbers[counted:]
        self.emit_at(depth, f"}} while ({test});" if shape == "do" else "}")
        if self.chance(0.5):
            self.access(depth, limit)

    def make(self):
        for _ in range(self.pick(1, 1, 1, 2)):
            self.loop(1)
        given = [f"--arg {name}={self.number(0, 9)}" for name in ("n", "m") if self.chance(0.5)]
        text = "  int lid = get_local_id(0), x = 0;\n" + "\n".join(self.lines)
        return (f"// launch: --local-size {GROUP} --num-groups 1 {' '.join(given)} --buffer a={4 * 132} --buffer in=64\n"
                f"// about: loops that wrap and break, generated from seed {self.seed}\n\n"
                f"__kernel void k(__global int *a, __global const int *in, int n, int m) {{\n{text}\n  a[lid + 128] = x;\n}}\n")
