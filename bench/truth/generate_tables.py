"""Random kernels whose addresses and branches rest on tables, of which the launch states properties in place of contents.

Scatters and gathers by tables, rows between pointers, heads of runs, chains of tables, tables that the kernel itself
writes. Properties are drawn with the use that they make safe in mind, and are too weak, too wide or of another order
where something slips; elements are of any width and sign."""

from draws import Draws

TYPES = {"char": ("int8", 1, True), "uchar": ("uint8", 1, False), "short": ("int16", 2, True), "ushort": ("uint16", 2, False),
         "int": ("int32", 4, True), "uint": ("uint32", 4, False), "long": ("int64", 8, True), "ulong": ("uint64", 8, False)}


def drawn(random, properties, kind, elements):
    """Returns contents of the given number of elements with these properties, as bytes; most elements are
    near the lower bound."""
    _, size, signed = TYPES[kind]
    words = properties
    if words[0] in {name for name, _, _ in TYPES.values()}:
        size, signed = next((size, signed) for name, size, signed in TYPES.values() if name == words[0])
        words = words[1:]
    bounds = {name: int(number) for name, _, number in (word.partition(":") for word in words) if number}
    low = max(bounds.get("min", 0), -(1 << (8 * size - 1)) if signed else 0)
    high = min(bounds.get("max", 1 << 7 if size > 1 else 99), bounds.get("below", 1 << 62) - 1)
    if "permutation" in words:
        low, high = 0, elements - 1
    if "constant" in words:
        values = [random.randint(low, high)] * elements
    elif {"distinct", "permutation", "increasing"} & set(words):
        values = random.sample(range(low, high + 1), elements)
    else:
        values = [random.randint(low, high) for _ in range(elements)]
    if {"increasing", "non-decreasing"} & set(words):
        values.sort()
    return b"".join(value.to_bytes(size, "little", signed=signed) for value in values)


class Tables(Draws):
    """`given`: contents with the properties are given in place of the properties."""

    def __init__(self, seed, slip=0.15, given=False):
        super().__init__(f"tables {seed}", slip)
        self.seed = seed
        self.given = given
        self.size, self.count = self.pick((2, 1), (4, 1), (2, 2), (3, 1), (4, 2), (2, 3))
        self.items = self.size * self.count
        self.room = self.items + self.pick(0, 0, 1, 3)  # elements of `out`
        self.tables = {}  # name: (type, elements, properties)

    def table(self, properties, elements=None):
        """Makes a new table. If it slips, one of the properties is missing or weakened."""
        kind = self.pick("int", "int", "int", "uint", "uint", "short", "uchar", "char", "long", "ulong", "ushort")
        name = self.name("t")
        given = list(properties)
        if self.slip(2) and given:
            place = self.random.randrange(len(given))
            text = given[place]
            if text.startswith("below:"):
                given[place] = f"max:{text[6:]}"
            elif text.startswith("min:") and TYPES[kind][2]:
                given[place] = "min:-1"
            elif text == "increasing":
                given[place] = "non-decreasing"
            elif len(given) > 1:
                del given[place]
        if not TYPES[kind][2]:
            given = [text for text in given if not text.startswith("min:-")] or ["min:0"]
        if self.chance(0.15):
            given.insert(0, TYPES[kind][0])
        self.tables[name] = (kind, elements or self.items, given)
        return name

    def value(self):
        return self.pick("gid", "gid + 1", "3 * gid", "7 - gid")

    def below(self, end):
        return self.pick([f"min:0", f"below:{end}"], [f"min:0", f"max:{end - 1}"])

    def scatter(self):
        form = self.random.randrange(8)
        n = self.room
        if form == 0:
            t = self.table(["distinct"] + self.below(n))
            self.emit(f"out[{t}[gid]] = {self.value()};")
        elif form == 1:
            t = self.table(["permutation"])
            self.emit(f"out[{self.items - 1} - {t}[gid]] = {self.value()};")
        elif form == 2:
            t = self.table(["distinct"] + self.below(max(self.items, n)))
            self.emit(f"wide[2 * {t}[gid] + {self.pick('0', '1', 'gid % 2')}] = {self.value()};")
        elif form == 3:
            t = self.table(["increasing"] + self.below(n))
            self.emit(f"out[{t}[gid]] = {self.value()};")
        elif form == 4:
            t = self.table(["distinct"] + self.below(2 * self.items))
            self.emit(f"wide[{self.pick(f'{t}[gid]', f'{t}[gid] ^ 1', f'({t}[gid] + 0) * 1')}] = {self.value()};")
        elif form == 5:
            t = self.table(["constant"] + self.below(max(1, n - self.items + 1)))
            self.emit(f"out[{t}[{self.pick('gid', '0')}] + gid] = {self.value()};")
        elif form == 6:
            t = self.table(["distinct"] + self.below(n))
            self.emit(f"if ({t}[gid] == {self.random.randrange(n)}) out[{self.pick('0', str(n - 1))}] = {self.value()};")
        else:
            t = self.table(["distinct"] + self.below(n))
            self.emit(f"if (gid > 0) out[{t}[gid{self.pick('', ' - 1')}]] = {self.value()};")

    def gather(self):
        t = self.table(self.below(self.room))
        self.emit(self.pick(f"sum += in[{t}[gid]];", f"sum += in[{t}[(gid + 1) % {self.items}]];"))

    def rows(self):
        t = self.table([self.pick("non-decreasing", "non-decreasing", "increasing")] + self.below(2 * self.items + 1), self.items + 1)
        j = self.name("j")
        body = self.pick(f"wide[{j}] = gid;", f"wide[{j}] = {j};", f"sum += wide_in[{j}];")
        self.emit(f"for (int {j} = {t}[gid]; {j} < {t}[gid + 1]; ++{j}) {body}")

    def heads(self):
        t = self.table(["non-decreasing"] + self.below(self.room))
        test = f"{t}[gid] != {t}[gid - 1]"
        self.emit(f"if (gid == 0 || {test}) out[{t}[gid]] = {self.value()};")

    def chain(self):
        a, b = self.table(["distinct"] + self.below(self.room)), self.table(["distinct"] + self.below(self.items))
        self.emit(f"out[{a}[{b}[gid]]] = {self.value()};")

    def first_and_last(self):
        """Covers the whole range, between the ends of a sorted table."""
        t = self.table(["non-decreasing"] + self.below(self.room))
        self.emit(f"if (gid >= {t}[0] && gid <= {t}[{self.items - 1}]) sum += in[gid];")
        self.emit(f"if ({t}[0] > {t}[{self.items - 1}]) out[0] = gid;")

    def rewritten(self):
        """The kernel changes the table, so its stated properties no longer hold afterwards."""
        t = self.table(["distinct"] + self.below(self.room))
        if self.chance(0.5):
            self.emit(f"out[{t}[gid]] = {self.value()};")
            self.emit(f"{t}[gid] = {self.pick('0', 'gid', '2')};")
        else:
            self.emit(f"{t}[gid] = {self.pick('gid', 'gid / 2', '0')};")
            self.emit(f"out[{t}[gid]] = {self.value()};")

    def make(self):
        for _ in range(self.pick(1, 1, 2)):
            self.pick(self.scatter, self.scatter, self.scatter, self.gather, self.rows, self.heads, self.chain,
                      self.first_and_last, self.rewritten)()
            if self.chance(0.3):
                self.emit("barrier(CLK_GLOBAL_MEM_FENCE);")
        given = [f"--local-size {self.size} --num-groups {self.count} --buffer out={4 * self.room} --buffer wide={8 * self.items}",
                 f"--buffer in={4 * self.room} --buffer wide_in={8 * self.items} --buffer sums={4 * self.items}"]
        for name, (kind, elements, properties) in self.tables.items():
            stated = f"bytes:{drawn(self.random, properties, kind, elements).hex()}" if self.given else ",".join(properties)
            given.append(f"--buffer {name}={elements * TYPES[kind][1]} --contents {name}={stated}")
        parameters = ", ".join(f"__global {kind} *{name}" for name, (kind, _, _) in self.tables.items())
        body = "\n".join(["  int gid = get_global_id(0), sum = 0;"] + self.lines)
        return (f"// launch: {' '.join(given)}\n// about: tables of which properties are stated, generated from seed {self.seed}\n\n"
                f"__kernel void k({parameters}, __global int *out, __global int *wide, __global const int *in, __global const int *wide_in, "
                f"__global int *sums) {{\n{body}\n  sums[gid] = sum;\n}}\n")
