"""Random control flow around few accesses to one local and one global array.

Most conditions are the same for the group, so that races hang on which barriers lie on which paths in which
iterations. Every loop ends by a counter of its own."""

from draws import Draws

GROUP = 4


class Flow(Draws):
    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed
        self.budget = self.random.randint(6, 20)
        self.counters = []
        self.labels = []  # stack of (label, used)
        self.uniform = ["u0", "u1", "u2"]
        self.strength = self.random.choice((0.2, 0.4, 0.7, 1.0))  # how often accesses cross work-items
        self.divergent = self.random.choice((0.0, 0.0, 0.0, 0.1))

    def value(self):
        return self.random.choice(self.uniform + self.counters * 3 + ["n", "m", "n", str(self.random.randint(0, 3))])

    def condition(self):
        if self.chance(self.divergent):
            return self.pick("lid == 1", "lid < 2", "(lid & 1) == 0", "v > 1", f"lid == {self.value()}")
        a, k = self.value(), self.random.randint(0, 4)
        simple = self.pick(f"{a} == {k}", f"{a} != {k}", f"{a} < {k}", f"{a} > {k}", f"({a} & 1) == {k & 1}", f"({a} & 2)",
                           f"{a} == {self.value()}", f"{a} <= {self.value()}", f"(uchar)({a} + 254) < {k + 2}",
                           f"{a} % 3 == {k % 3}")
        if self.chance(0.2):
            return self.pick(f"({simple}) && {self.value()} > {self.random.randint(0, 2)}",
                             f"({simple}) || {self.value()} == {self.random.randint(0, 3)}", f"!({simple})",
                             f"({simple}) || ((u0 = {self.value()}), {self.value()} == {k})",
                             f"({simple}) && ((u1 += 1), {self.value()} != {k})")
        return simple

    def place(self):
        """Mostly returns an element that the work-item owns."""
        row = self.pick("0", "0", f"({self.value()} & 1)", "cur", "(1 - cur)")
        if self.chance(self.strength * 0.6):
            who = self.pick("(lid + 1) % 4", "(lid ^ 1)", "(3 - lid)", "0", f"((lid + {self.value()}) & 3)", "(lid / 2)")
        else:
            who = "lid"
        return f"t[({row}) * 4 + {who}]" if self.chance(0.75) else f"g[grp * 8 + ({row}) * 4 + {who}]"

    def access(self, depth):
        place = self.place()
        text = self.pick(f"{place} = v;", f"{place} = lid + {self.random.randint(0, 3)};", f"v = {place};", f"v ^= {place};",
                         f"v += {place} & 1;")
        if self.chance(0.5):
            text = f"if ({self.condition()}) {text}"
        self.emit_at(depth, text)

    def barrier(self, depth):
        fence = self.pick("CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                          "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE")
        text = f"barrier({fence});"
        if self.chance(0.3):
            text = f"if ({self.condition()}) {text}"
        self.emit_at(depth, text)

    def update(self, depth):
        u = self.random.choice(self.uniform)
        other = self.random.choice(self.uniform)
        text = self.pick(f"{u} += 1;", f"{u} = {self.value()};", f"{u} += {self.value()};", f"{u} ^= 1;",
                         f"{u} = 3 - {u};", f"{u} = (uchar)({u} + 100);", f"{u} = (short)({u} * 2 + 32760);", f"{u} <<= 1;",
                         f"{u} /= 2;", "cur = 1 - cur;", "cur ^= 1;", "cur = !cur;", "cur = (cur + 1) & 1;", "++b;", "b += 100;",
                         f"{{ int keep = {u}; {u} = {other}; {other} = keep; }}", f"{u} = b;", f"{u} = {self.value()} & 3;",
                         f"{u} = t[{self.pick('0', '4', 'cur * 4')}] & 3;")
        if self.chance(0.25):
            text = f"if ({self.condition()}) {text}"
        self.emit_at(depth, text)

    def jump(self, depth, in_loop):
        targets = ["return;"]
        if in_loop:
            targets += ["break;", "break;", "continue;", "continue;"]
        if self.labels:
            at = self.random.randrange(len(self.labels))
            self.labels[at][1] = True
            targets += [f"goto {self.labels[at][0]};"]
        text = self.random.choice(targets)
        self.emit_at(depth, f"if ({self.condition()}) {text}")

    def loop(self, depth):
        c = self.name("c")
        most = self.random.randint(1, 4)
        kind = self.pick("int", "uint", "uchar", "short")
        wrap = 256 - self.random.randint(1, 3)
        head, tail = self.pick(
            (f"for ({kind} {c} = 0; {c} < {most}; ++{c}) {{", "}"),
            (f"for ({kind} {c} = 0; {c} < {most}; ++{c}) {{", "}"),
            (f"for (int {c} = {most}; {c} > 0; --{c}) {{", "}"),
            (f"for (int {c} = {most}; {c}-- > 0;) {{", "}"),
            (f"for (int {c} = 1; {c} < {1 << most}; {c} <<= 1) {{", "}"),
            (f"for (int {c} = {1 << (most - 1)}; {c} > 0; {c} /= 2) {{", "}"),
            (f"for (uchar {c} = {wrap}; {c} != {most}; ++{c}) {{", "}"),
            (f"for (short {c} = {32766 - most}; {c} > 0; ++{c}) {{", "}"),
            (f"for (int {c} = 0; {c} < {most} && {self.condition()}; ++{c}) {{", "}"),
            (f"for (int {c} = 0; {c} < n; ++{c}) {{", "}"),
            (f"for (int {c} = 0; {c} < (m & 3); ++{c}) {{", "}"),
            (f"for (int {c} = n; {c} <= (m & 7); {c} += 2) {{", "}"),
            (f"for (int {c} = 0; {c} <= {self.value()} && {c} < 5; ++{c}) {{", "}"),
            (f"int {c} = 0; do {{", f"}} while (++{c} < {most});"),
            (f"int {c} = 0; do {{", f"}} while (++{c} < {most} && {self.condition()});"),
            (f"int {c} = 0; while (1) {{ if (++{c} > {most}) break;", "}"),
            (f"int {c} = 0; while ({c}++ < {most}) {{", "}"),
            (f"{kind} {c} = 0; while ({c} < 5) {{ ++{c}; if ({self.condition()}) continue;", "}"),
            (f"int {c} = 0; while ({self.condition()}) {{ if ({c}++ == {most}) break;", "}"),
            (f"int {c} = 0; while (1) {{ ++{c}; if ({c} > {most} || {self.condition()}) break;", "}"))
        label = self.name("out")
        self.emit_at(depth, head)
        self.counters.append(c)
        self.labels.append([label, False])
        self.block(depth + 1, True)
        if head.endswith("while (1) {"):
            self.emit_at(depth + 1, f"if ({c} > 9) break;")
        self.counters.pop()
        self.emit_at(depth, tail)
        if self.labels.pop()[1]:
            self.emit_at(depth, f"{label}: ;")

    def endless(self, depth):
        """A loop that ends only within a branch or after a barrier."""
        c = self.name("c")
        most = self.random.randint(1, 4)
        self.emit_at(depth, f"int {c} = 0;")
        self.emit_at(depth, "while (1) {")
        self.counters.append(c)
        self.emit_at(depth + 1, f"if ({self.condition()} || {c} > {most}) {{")
        self.block(depth + 2, False)
        self.emit_at(depth + 2, f"if ({self.pick(self.condition(), '1')} || {c} > {most + 1}) break;")
        self.emit_at(depth + 1, "}")
        self.emit_at(depth + 1, f"++{c};")
        self.block(depth + 1, False)
        self.counters.pop()
        self.emit_at(depth, "}")

    def branch(self, depth, in_loop):
        if self.chance(0.2):
            self.emit_at(depth, f"switch ({self.value()} & 3) {{")
            for k in self.random.sample(range(4), self.random.randint(1, 3)):
                self.emit_at(depth, f"case {k}:")
                self.block(depth + 1, False)
                if self.chance(0.7):
                    self.emit_at(depth + 1, "break;")
            if self.chance(0.4):
                self.emit_at(depth, "default:")
                self.block(depth + 1, False)
            self.emit_at(depth, "}")
            return
        self.emit_at(depth, f"if ({self.condition()}) {{")
        self.block(depth + 1, in_loop)
        if self.chance(0.4):
            self.emit_at(depth, "} else {")
            self.block(depth + 1, in_loop)
        self.emit_at(depth, "}")

    def statement(self, depth, in_loop):
        self.budget -= 1
        choices = [(4, lambda: self.access(depth)), (2.5, lambda: self.barrier(depth)), (1.5, lambda: self.update(depth))]
        if depth < 5:
            choices += [(1.5, lambda: self.branch(depth, in_loop)), (2, lambda: self.loop(depth)), (0.4, lambda: self.endless(depth))]
        choices.append((1 if in_loop else 0.25, lambda: self.jump(depth, in_loop)))
        at = self.random.random() * sum(weight for weight, _ in choices)
        for weight, action in choices:
            at -= weight
            if at <= 0:
                return action()
        return None

    def block(self, depth, in_loop):
        for _ in range(self.random.randint(1, 4)):
            if self.budget <= 0 and depth > 1:
                break
            self.statement(depth, in_loop)
        if self.lines[-1].rstrip().endswith(("{", ":")):
            self.access(depth)

    def make(self):
        while self.budget > 0:
            self.block(1, False)
        n = self.random.randint(0, 4)
        given = f"--arg n={n}" + (f" --arg m={self.random.randint(-1, 5)}" if self.chance(0.5) else "")
        groups = self.pick(1, 1, 2)
        setup = ["__local int t[8];", "int lid = get_local_id(0);", "int grp = get_group_id(0);",
                 f"int v = lid, cur = 0, u0 = {self.pick('0', '1', 'n', 'm')}, u1 = {self.pick('2', 'n')}, u2 = {self.pick('3', 'm')};",
                 f"uchar b = {self.pick(0, 250, 155)};"]
        text = "\n".join("  " + line for line in setup) + "\n" + "\n".join(self.lines)
        return (f"// launch: --local-size {GROUP} --num-groups {groups} {given} --buffer g={32 * groups}\n"
                f"// about: control flow, generated from seed {self.seed}\n\n"
                f"__kernel void k(__global int *g, int n, int m) {{\n{text}\n}}\n")
