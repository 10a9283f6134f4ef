"""Random kernels around counters: what atomics hand out names the slots that are written.

Counters are in local or global memory, the latter in a buffer of their own or among the slots, cleared or not, one or several; calls are in loops with counts of their own, in
loops that go on by what they hand out, behind branches, and in two places. What slips: a counter that is also counted
down, added 0 to, cleared in between, or looked at modulo something; a slot that is the next one's; one slot of two."""

from draws import Draws

BARRIER = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"


class Counters(Draws):
    def __init__(self, seed, slip=0.035):
        super().__init__(f"counters {seed}", slip)
        self.seed = seed
        self.size = self.pick(2, 3, 4, 4)
        self.count = self.pick(1, 1, 2)
        self.local = self.chance(0.5)
        self.step = self.pick(1, 1, 1, 2, -1, 0x10000000 if self.chance(0.3) else 3)
        self.cells = self.pick(1, 1, 1, 2, 4)
        self.kind = self.pick("uint", "uint", "int")
        self.slots = 256

    def place(self):
        if self.cells == 1:
            return "next"
        return f"&next[{self.pick('0', 'n & 1', 'l & 1', 'l / 2 & 1', 'm % 2u')}]"

    def call(self, place, step=None):
        step = self.step if step is None else step
        if self.slip(2):
            step = self.pick(0, -step, step + 1)
        if step == 1 and self.chance(0.6):
            return f"atomic_inc({place})"
        if step == -1 and self.chance(0.6):
            return f"atomic_dec({place})"
        if step < 0 or self.chance(0.1):
            return f"atomic_sub({place}, {-step})"
        return f"atomic_add({place}, {step})"

    def slot(self, value):
        if self.slip(2):
            value = self.pick(f"({value} + 1)", f"({value} / 2)", f"({value} * 2)", f"({value} ^ l)", f"({value} & 7)")
        base = "grp * 256 + " if self.local and not self.slip() else ""
        if abs(self.step) == 0x10000000:
            value = f"((uint){value} >> 28)"
        return f"{base}((uint){value} & 255)" if self.chance(0.7) else f"{base}(uint){value} % 256u"

    def write(self, value):
        self.emit(f"{self.target}[{self.slot(value)}] = {self.pick('gid', 'l + 1', 'gid * 3')};")

    def within(self, value):
        """Writes fewer values than the slots distinguish or, if it slips, more."""
        most = self.pick("200u", "128u", "64u")
        return f"if ((uint){value} < {most})"

    def plain(self):
        v = self.name("v")
        self.emit(f"{self.kind} {v} = {self.call(self.place())};")
        self.emit(self.within(v))
        self.depth += 1
        self.write(v)
        self.depth -= 1

    def trips(self):
        i, k = self.name("i"), self.random.randint(1, 3)
        return self.pick(f"for (int {i} = 0; {i} < {k}; ++{i})", f"for (uint {i} = l; {i} < {self.size}; {i} += {k})",
                         f"for (int {i} = 0; {i} < (n & 3); ++{i})", f"for (int {i} = {k}; {i} > 0; --{i})",
                         f"for (int {i} = 0; {i} < n; ++{i})")

    def in_loop(self):
        place = self.place()
        self.emit(f"{self.trips()} {{")
        self.depth += 1
        if self.chance(0.3):
            self.emit(f"if ({self.pick('l & 1', 'n > 1', 'gid % 3 == 0')})")
        self.emit("{")
        v = self.name("v")
        self.emit(f"{self.kind} {v} = {self.call(place)};")
        self.emit(self.within(v))
        self.write(v)
        self.emit("}")
        if self.chance(0.15):
            self.emit(BARRIER)
        self.depth -= 1
        self.emit("}")

    def queue(self):
        """Work is taken until none remains."""
        place, v, most = self.place(), self.name("v"), self.pick("9", "14", "n", "(n & 15)")
        form = self.random.randrange(3)
        if abs(self.step) != 1 or self.step < 0:
            return self.in_loop()
        self.emit(f"{self.kind} {v};")
        if form == 0:
            self.emit(f"for ({v} = {self.call(place)}; {v} < {most}; {v} = {self.call(place)}) {{")
        elif form == 1:
            self.emit(f"while (({v} = {self.call(place)}) < {most}) {{")
        else:
            self.emit(f"while (1) {{ {v} = {self.call(place)}; if ({v} >= {most}) break;")
        self.depth += 1
        self.emit(self.within(v))
        self.write(v)
        if self.slip(2):
            self.emit(f"{v} = {v} + 1;")
            self.write(v)
        self.depth -= 1
        self.emit("}")

    def behind(self):
        """The last value of a loop is used after it."""
        place, v, i = self.place(), self.name("v"), self.name("i")
        self.emit(f"{self.kind} {v}; int {i} = 0;")
        self.emit(f"do {{ {v} = {self.call(place)}; }} while (++{i} < {self.random.randint(1, 3)});")
        self.emit(self.within(v))
        self.write(v)

    def clear(self):
        self.emit(f"if (l == 0) next[{0 if self.cells == 1 else self.pick('0', '1')}] = 0;")

    def make(self):
        given = [f"--local-size {self.size}", f"--num-groups {self.count}", "--buffer out=2048", f"--arg n={self.random.randint(0, 6)}"]
        if self.chance(0.8):
            given.append(f"--arg m={self.random.randint(0, 5)}")
        parameters = ["__global int *out", "int n", "uint m"]
        self.target = "out"
        if self.local:
            self.emit(f"__local {self.kind} next[{self.cells}];")
        elif self.chance(0.4):
            # The counter is in the buffer of its slots: after them, or at a place that some of them may
            # reach.
            place = self.pick(256, 256, 255, 200, 128, 64)
            self.emit(f"__global {self.kind} *next = (__global {self.kind} *)out + {place};")
        else:
            parameters.append(f"__global {self.kind} *next")
            given.append(f"--buffer next={4 * self.cells}")
        self.emit("int l = get_local_id(0), grp = get_group_id(0), gid = get_global_id(0);")
        if self.local:
            for cell in range(self.cells):
                self.emit(f"if (l == 0) next[{cell}] = 0;")
            if not self.slip():
                self.emit(BARRIER)
        for number in range(self.random.randint(1, 2)):
            self.pick(self.plain, self.in_loop, self.in_loop, self.queue, self.behind)()
            if self.slip():
                self.emit(BARRIER)
                self.clear()
                self.emit(BARRIER)
            if self.slip():
                self.emit(f"if ({self.pick('n > 2', 'l == 0')}) {self.call(self.place(), -self.step)};")
        header = [f"// launch: {' '.join(given)}", f"// about: generated from seed {self.seed}", ""]
        return "\n".join(header) + f"\n__kernel void k({', '.join(parameters)}) {{\n" + "\n".join(self.lines) + "\n}\n"
