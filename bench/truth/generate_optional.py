"""Random kernels around pointers that may be null: arguments that are null, and pointers that name an array or null.

They are chosen by arguments, ids, contents and comparisons of other pointers, handed through functions, carried by loops and
moved; what guards an access asks the pointer, another one that is null with it, or what it was chosen by. What slips: a guard
is left out, asks for the opposite, or asks another pointer."""

from draws import Draws


class Optional(Draws):
    def __init__(self, seed, slip=0.1):
        super().__init__(f"optional {seed}", slip)
        self.seed = seed
        self.size, self.count = self.pick((1, 1), (2, 1), (4, 1), (2, 2), (3, 1))
        self.items = self.size * self.count
        self.buffers = ["a", "b"] + (["c"] if self.chance(0.4) else [])
        self.null = {name for name in self.buffers if self.chance(0.2)}
        self.parts = "b" if self.chance(0.15) and not self.null & {"a", "b"} else ""
        self.helpers = []
        self.pointers = []  # (name, conditions that say that it is not null)

    def condition(self):
        return self.pick("n & 1", "n > 1", "m == 2", "gid & 1", "gid > 1", "gid == 0", "in[gid] > 90", "in[gid] & 1", "m", "n != m",
                         f"{self.array()} != {self.array()}", f"{self.array()} == 0", f"{self.array()}")

    def array(self):
        return self.random.choice(self.buffers)

    def place(self):
        """Returns a pointer to the work-item's element of an array."""
        name = self.array()
        return self.pick(name, name, f"{name} + gid", f"&{name}[gid]"), name

    def declare(self):
        p = self.name("p")
        condition = self.condition()
        form = self.random.randrange(6)
        place, _ = self.place()
        moved = "gid" in place
        if form < 3:
            self.emit(f"__global int *{p} = ({condition}) ? {place} : 0;")
        elif form == 3:
            self.emit(f"__global int *{p} = 0; if ({condition}) {p} = {place};")
        elif form == 4:
            other = self.array() + (" + gid" if moved else "")
            self.emit(f"__global int *{p} = ({condition}) ? {place} : ({self.condition()}) ? {other} : 0;")
            condition = None
        elif self.pointers:
            other, _, was_moved = self.random.choice(self.pointers)
            self.emit(f"__global int *{p} = ({condition}) ? {other} : 0;")
            moved, condition = was_moved, None
        else:
            self.emit(f"__global int *{p} = {place};")
            condition = None
        self.pointers.append((p, condition, moved))

    def guard(self, p, condition):
        asks = [p, f"{p} != 0", f"0 != {p}", f"!!{p}", f"!({p} == 0)", f"{p} && n >= 0", f"(gid >= 0 && {p})"]
        if condition and self.chance(0.25):
            asks = [f"({condition})"]
        ask = self.random.choice(asks)
        if self.slip():
            ask = self.pick("1", f"!({ask})", f"n > 2", f"{p} == 0", self.random.choice(self.pointers)[0])
        return ask

    def element(self, p, moved):
        if moved:
            return self.pick(f"*{p}", f"{p}[0]")
        return self.pick(f"{p}[gid]", f"*({p} + gid)")

    def access(self):
        p, condition, moved = self.random.choice(self.pointers)
        target, ask = self.element(p, moved), self.guard(p, condition)
        form = self.random.randrange(6)
        if form < 2:
            self.emit(f"if ({ask}) {target} = {self.pick('gid', 'm + gid', 'sum')};")
        elif form == 2:
            self.emit(f"sum += ({ask}) ? {target} : 1;")
        elif form == 3:
            helper = self.name("f")
            test = "if (!p) return;" if not self.slip() else self.pick("", "if (p) return;")
            self.helpers.append(f"void {helper}(__global int *p, int i, int v) {{ {test} p[i] = v; }}")
            self.emit(f"{helper}({p}, {'0' if moved else 'gid'}, sum + 1);")
        elif form == 4:
            k = self.name("k")
            self.emit(f"for (int {k} = 0; {k} < 3 && ({ask}); ++{k}) {target} = {k};")
        else:
            self.emit(f"if (!({ask})) sum = 5; else {target} += 1;")

    def compare(self):
        if len(self.pointers) < 2:
            return self.declare()
        (p, _, pm), (q, _, qm) = self.random.sample(self.pointers, 2)
        text = self.pick(f"{p} == {q}", f"{p} != {q}", f"{p} == {q} && {p}", f"({p} == 0) == ({q} == 0)")
        name = self.array()
        if text.startswith(f"({p} == 0)"):
            self.emit(f"if ({text} && {p}) {self.element(q, qm)} = gid;")
        elif text.endswith(f"&& {p}"):
            self.emit(f"if ({text}) {self.element(q, qm)} = gid;")
        else:
            self.emit(f"if ({text}) sum += {self.random.randint(1, 9)}; if ({name} && sum > 1000) {name}[gid] = sum;")
        return None

    def carried(self):
        """A loop carries a pointer that is null at first."""
        p, k = self.name("w"), self.name("k")
        name = next((one for one in self.buffers if one not in self.null), None)
        if name is None:
            return self.declare()
        ask = p if not self.slip() else self.pick(f"{k} > 0", "1", f"!{p}")
        trips = self.pick(3, 30, 70)
        self.emit(f"__global int *{p} = 0;")
        self.emit(f"for (int {k} = 0; {k} < {trips}; ++{k}) {{")
        set_ = f"if ({self.pick(f'in[{k} & {self.items - 1 if self.items in (1, 2, 4) else 1}] > 100', f'{k} == n', f'{k} > n', f'({k} + gid) & 1')}) {p} = {name} + gid;"
        use = f"if ({ask}) *{p} = {k};"
        self.emit("  " + (set_ if self.chance(0.5) else use))
        self.emit("  " + (use if self.lines[-1].strip().startswith(set_[:12]) and set_ in self.lines[-1] else set_))
        if self.chance(0.2):
            self.emit(f"  if ({k} == 2) {p} = 0;")
        self.emit("}")
        return None

    def private(self):
        r, k = self.name("r"), self.name("k")
        helper = self.name("g")
        test = self.pick("if (z)", "if (z != 0)") if not self.slip() else self.pick("if (!z)", "")
        self.helpers.append(f"void {helper}(int *z, int *y, int i) {{ {test} {{ z[i & 1] = i; return; }} y[i & 1] += i; }}")
        self.emit(f"int {r}[2] = {{0, 0}}, {r}y[2] = {{1, 1}};")
        self.emit(f"for (int {k} = 0; {k} < {self.pick('n', '4', '20')}; ++{k}) {helper}({self.pick(f'{k} & 1', f'{k} > 1', 'gid & 1', f'in[gid] > {k}')} ? {r} : 0, {r}y, {k});")
        self.emit(f"sum += {r}[0] + {r}y[1];")

    def integer(self):
        """A pointer made from an integer is overwritten before any access through it."""
        p = self.name("v")
        name = next((one for one in self.buffers if one not in self.null), None)
        if name is None:
            return self.declare()
        self.emit(f"__global int *{p} = (__global int *)(ulong){self.pick('n', '4096', '0x1000 + m')};")
        self.emit(f"{p} = {name}; {p}[gid] = gid;")
        return None

    def make(self):
        self.depth = 1
        self.declare()
        for _ in range(self.random.randint(2, 5)):
            self.random.choices((self.declare, self.access, self.compare, self.carried, self.private, self.integer), (2, 4, 1.5, 1, 1, 0.4))[0]()
        self.access()
        bytes_ = 4 * self.items
        given = [f"--local-size {self.size} --num-groups {self.count} --arg n={self.random.randint(0, 4)}"]
        given += [f"--arg m={self.random.randint(0, 3)}"] if self.chance(0.7) else []
        for name in self.buffers:
            given.append(f"--buffer {name}={'null' if name in self.null else bytes_}")
        given += [f"--buffer in={self.items} --buffer out={bytes_}"]
        parameters = ", ".join(f"__global int *{name}" for name in self.buffers)
        body = "\n".join(["  int gid = get_global_id(0), sum = 0;"] + self.lines)
        return (f"// launch: {' '.join(given)}\n// contents: in={self.pick('zero', 'iota', *(f'random:{k}' for k in range(2, 9)))}\n"
                f"// about: pointers that may be null, generated from seed {self.seed}\n\n"
                + "".join(text + "\n" for text in self.helpers)
                + f"__kernel void k({parameters}, __global const uchar *in, __global int *out, int n, int m) {{\n{body}\n  out[gid] = sum;\n}}\n")
