"""Random kernels in which loop-carried values, with many recurrences, decide an index or whether an access
happens.

The accesses are few and ask much of the carried values: a race or an access past the end hangs on which
values a variable takes in which iterations, in machine arithmetic."""

from draws import Draws

GROUP = 4
WIDTHS = {"int": 32, "uint": 32, "uchar": 8, "char": 8, "short": 16, "ushort": 16, "long": 64, "ulong": 64}


class Loops(Draws):
    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed
        self.carried = []
        self.counters = []
        self.budget = self.random.randint(2, 6)
        self.varying = self.random.choice((0.0, 0.3, 0.7))  # how often a value begins with the work-item's id

    def number(self, low, high):
        return self.random.randint(low, high)

    def first(self):
        if self.chance(self.varying):
            return self.pick("lid", "lid + 1", "lid * 3", "(lid & 1)", "-lid", "gid")
        return self.pick("0", "0", "1", "2", str(self.number(3, 20)), "n", "m", "-1", "250", "n + m", "32760")

    def declare(self, depth):
        kind = self.pick("int", "int", "int", "uint", "uint", "uchar", "short", "long", "char", "ushort", "ulong")
        name = self.name("x")
        self.emit_at(depth, f"{kind} {name} = {self.first()};")
        self.carried.append((name, kind))

    def small(self):
        return str(self.number(1, 5))

    def update(self, depth):
        """Makes one recurrence: the value that the next iteration reads."""
        x, kind = self.random.choice(self.carried)
        y, _ = self.random.choice(self.carried)
        z, _ = self.random.choice(self.carried)
        a, b, n = self.small(), self.small(), str(self.number(2, 7))
        k = self.random.choice(self.counters) if self.counters else "1"
        texts = [f"{x} += {a};", f"{x} -= {a};", f"++{x};", f"{x} += {k};", f"{x} += {k} * {a} + {b};", f"{x} -= {k};",
                 f"{x} += {y};", f"{x} += {k} * {k};", f"{x} = {x} * {self.pick('3', '5', '2', '-1', '6', '10')} + {b};",
                 f"{x} *= {self.pick('2', '3', '4', '5')};", f"{x} <<= {self.pick('1', '2')};", f"{x} >>= {self.pick('1', '2')};",
                 f"{x} /= {self.pick('2', '3', '4')};", f"{x} = ({x} + {a}) % {n};", f"{x} = ({x} + {a}) % {n};",
                 f"{x} = ({x} + {a}) & {self.pick('1', '3', '7', '15')};", f"{x} = ({x} + {n} - 1) % {n};",
                 f"{x} = {x} + 1 == {n} ? 0 : {x} + 1;", f"if (++{x} >= {n}) {x} = 0;", f"if (++{x} == {n}) {x} = {self.pick('0', '1')};",
                 f"{x} ^= {self.pick('1', '2', '5')};", f"{x} = {n} - {x};", f"{x} = !{x};", f"{x} = 1 - {x};", f"{x} = ~{x};",
                 f"{{ long keep = {x}; {x} = {y}; {y} = keep; }}",
                 f"{{ long keep = {x}; {x} = {y}; {y} = {z}; {z} = keep; }}",
                 f"{x} = min((long)({x} + {a}), (long){self.number(3, 30)});", f"{x} = max((long)({x} - {a}), (long){self.number(-3, 3)});",
                 f"{x} = {y};", f"{x} = {y} + {a};", f"{x} = {k};", f"if ({k} & 1) {x} += {a};", f"if ({k} > {a}) {x} += {b};",
                 f"if ({x} < {self.number(3, 30)}) {x} += {a};", f"if ({x} > {a}) {x} -= {b};", f"{x} = {x} > {a} ? {x} - {a} : {n};",
                 f"{x} += lid;", f"{x} = {x} * {x} + {b};", f"{x} = {x} & 1 ? 3 * {x} + 1 : {x} / 2;", f"{x} |= {self.pick('1', '4')};"]
        text = self.random.choice(texts)
        if self.chance(0.08):
            text = f"if ({self.condition()}) {{ {text} }}"
        self.emit_at(depth, text)

    def value(self):
        return self.random.choice([name for name, _ in self.carried] + self.counters)

    def condition(self):
        v, c = self.value(), self.number(0, 12)
        return self.pick(f"{v} == {c}", f"{v} == {c}", f"{v} < {c}", f"{v} > {c}", f"({v} & {self.pick(1, 3, 7)}) == {c & 3}",
                         f"{v} == {self.value()}", f"(uint){v} < {c}u", f"(char){v} < {c}", f"{v} + {c} > {v}", f"{v} * 2 == {c + 1}")

    def access(self, depth):
        v = self.value()
        size = self.size
        mask = 1
        while mask * 2 <= size:
            mask *= 2
        text = self.pick(f"g[lid * {size} + (uint){v} % {size}u] = lid;", f"g[lid * {size} + ({v} & {mask - 1})] = {v};",
                         f"t[{v}] = {v};", f"s += t[{v}];", f"g[{v} * 4 + lid] = lid;", f"g[lid * {size} + {v}] = lid;",
                         f"if ({self.condition()}) g[0] = lid;", f"if ({self.condition()}) g[{self.number(0, 3)} + lid] = lid;",
                         f"if ({self.condition()}) g[{self.number(0, 3)} + lid] = lid;",
                         f"g[(uint){v} % {size}u * 4 + lid] = lid;", f"g[({v} ^ lid) & {mask - 1}] = lid;")
        if self.chance(0.3):
            text = f"if ({self.condition()}) {{ {text} }}"
        self.emit_at(depth, text)

    def header(self):
        c = self.name("c")
        most = self.number(1, 9)
        kind = self.pick("int", "int", "uint", "uchar", "short", "long")
        bound = self.pick(str(most), str(most), "n", "(m & 7)", "lid", "n + lid", "(int)n * 2")
        outer = self.random.choice(self.counters) if self.counters else str(most)
        head = self.pick(
            (f"for ({kind} {c} = 0; {c} < {most}; ++{c}) {{", "}"), (f"for ({kind} {c} = 0; {c} < {most}; ++{c}) {{", "}"),
            (f"for ({kind} {c} = {most}; {c} > 0; --{c}) {{", "}"), (f"for ({kind} {c} = {most}; {c}-- > 0;) {{", "}"),
            (f"for (int {c} = 0; {c} < {bound}; ++{c}) {{", "}"), (f"for (int {c} = 0; {c} <= {bound}; {c} += 2) {{", "}"),
            (f"for (int {c} = 0; {c} < {outer}; ++{c}) {{", "}"), (f"for (int {c} = {outer}; {c} < {most}; ++{c}) {{", "}"),
            (f"for (int {c} = {outer} + 1; {c} <= {most}; {c} += 2) {{", "}"),
            (f"for (int {c} = 1; {c} < {1 << most}; {c} *= 2) {{", "}"), (f"for (int {c} = {1 << most}; {c} > 0; {c} >>= 1) {{", "}"),
            (f"for (uint {c} = n; {c} > 0; {c} >>= 1) {{", "}"), (f"for (int {c} = 1; {c} < 40; {c} *= 3) {{", "}"),
            (f"for (int {c} = 1; {c} <= n; {c} <<= 1) {{", "}"), (f"for (uint {c} = {most}; {c} < 10; --{c}) {{", "}"),
            (f"for (uchar {c} = {256 - most}; {c}; ++{c}) {{", "}"), (f"for (uchar {c} = {most}; {c} != {most - 1 if most > 8 else most + 5}; {c} += 1) {{", "}"),
            (f"int {c} = 0; do {{", f"}} while (++{c} < {most});"), (f"int {c} = 0; while (1) {{ if ({c} == {most}) break;", f"++{c}; }}"),
            (f"for (int {c} = 0; {c} < {most} && {self.value() if self.carried else 1} < {self.number(2, 30)}; ++{c}) {{", "}"),
            (f"for (__local int *{c}p = t; {c}p < t + {most}; ++{c}p) {{ int {c} = {c}p - t;", "}"))
        return c, head

    def loop(self, depth):
        c, (head, tail) = self.header()
        self.emit_at(depth, head)
        self.counters.append(c)
        for _ in range(self.number(1, 4)):
            self.budget -= 1
            at = self.random.random()
            if at < 0.5:
                self.update(depth + 1)
            elif at < 0.7:
                self.access(depth + 1)
            elif at < 0.85 and depth < 3:
                self.loop(depth + 1)
            elif at < 0.93:
                self.emit_at(depth + 1, f"if ({self.condition()}) {self.pick('break;', 'continue;') if 'while (1)' not in head else 'break;'}")
            else:
                self.emit_at(depth + 1, "barrier(CLK_LOCAL_MEM_FENCE);")
        self.access(depth + 1)
        self.counters.pop()
        self.emit_at(depth, tail)

    def make(self):
        self.size = self.random.choice((4, 8, 10, 16, 32, 48))
        for _ in range(self.number(1, 3)):
            self.declare(1)
        while self.budget > 0:
            self.loop(1)
            self.access(1)
        n = self.number(0, 12)
        given = f"--arg n={n}" + (f" --arg m={self.number(-1, 9)}" if self.chance(0.6) else "")
        setup = [f"__local int t[{self.size}];", "int lid = get_local_id(0), gid = get_global_id(0), s = 0;"]
        text = "\n".join("  " + line for line in setup) + "\n" + "\n".join(self.lines)
        return (f"// launch: --local-size {GROUP} --num-groups 1 {given} --buffer g={16 * self.size}\n"
                f"// about: values that loops carry, generated from seed {self.seed}\n\n"
                f"__kernel void k(__global int *g, int n, int m) {{\n{text}\n  g[lid * {self.size}] = s;\n}}\n")
