"""Random kernels around how a place is named: types of ids and indices, pointers, casts, helpers, vector loads.

A work-item owns some elements of each array. Their index is spelled in many ways that come to the same: in 8 to 64 bits,
with wrap, by pointers that walk, by pointers into the middle, by narrower and wider elements, through functions that are
handed pointers. Owning and sharing phases are parted by barriers; now and then something slips."""

from draws import Draws

SCALARS = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8, "ulong": 8, "float": 4}
INTEGERS = ("int", "uint", "size_t", "long", "ulong", "uchar", "short", "ushort", "char", "ptrdiff_t")
FENCES = {"local": "CLK_LOCAL_MEM_FENCE", "global": "CLK_GLOBAL_MEM_FENCE"}


class Pointers(Draws):
    def __init__(self, seed, slip=0.035):
        super().__init__(f"pointers {seed}", slip)
        self.seed = seed
        self.size, self.count = self.pick((4, 1), (4, 2), (8, 1), (5, 1), (2, 3), (6, 2), (1, 4))
        self.standard = self.pick("", "", "", "CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL2.0", "CL3.0")
        self.level = self.pick(100, 110, 120, 200, 300)  # LEVEL is 1 from this language version on
        self.arrays, self.helpers = [], []  # arrays: (name, space, type, slots, strided)
        self.dirty = set()
        for number in range(self.random.randint(1, 3)):
            space, kind = self.pick("local", "global"), self.pick(*SCALARS, "int", "int")
            self.arrays.append((f"{space[0]}{number}", space, kind, self.pick(1, 1, 2, 2, 4, 3), self.chance(0.3)))

    def elements(self, array):
        _, space, _, slots, _ = array
        return slots * self.size * (self.count if space == "global" else 1)

    # --- values and indices
    def same(self, text, bits=32):
        """Returns another spelling of a small non-negative number."""
        if self.chance(0.35):
            return text
        kind = self.random.choice(INTEGERS)
        k = self.random.randint(1, 200)
        return self.pick(f"({kind})({text})", f"(uchar)((uchar)({text} + {k}) - {k})", f"((short)(({text}) << 8) >> 8)",
                         f"(ushort)((ushort)({text}) * 257) / 257", f"(({text}) ^ {k} ^ {k})", f"(~(~({text})))", f"(-(-(long)({text})))",
                         f"((ulong)({text}) << 40 >> 40)", f"((((ulong)({text})) << 63) + ({text}) - (((ulong)({text})) << 63))",
                         f"mul24((int)({text}), 1)", f"min((uint)({text}), 4000u)", f"((uint)({text}) * 3u / 3u)", f"as_uint((int)({text}))",
                         f"convert_{self.pick('uchar', 'short', 'uint', 'ulong', 'int')}_sat({text})", f"abs(-(int)({text}))",
                         f"((int)({text}) - {k} + {k})", f"(uint)((uint)({text}) - {k}u + {k}u)", f"((ulong)({text}) * 0x8000000000000001ul & 0xfffffffful)",
                         f"(int)((({text}) * 65537) >> 16)", f"add_sat((int)({text}), 0)", f"((int2)((int)({text}), {k})).x", f"(({text}) | 0)")

    def who(self, space):
        text = "l" if space == "local" else "gid"
        if self.slip(1.5):
            text = self.pick(f"({text} / 2)", f"({text} + 1)", f"({text} & 1)", f"(uchar)({text} * 128)", "l", f"(char)({text} << 6)",
                             f"({text} - 1)", f"(uint)({text} - 1)", f"({text} >> 1)",
                             f"({text} - LEVEL)")
        return self.same(text)

    def slot(self, slots):
        if slots == 1:
            return "0"
        choices = [str(self.random.randrange(slots)), f"((uint)n % {slots}u)", f"((uchar)v % {slots})"]
        choices += [f"(v & {slots - 1})", f"((ulong)v & {slots - 1})"] if slots in (2, 4) else []
        return self.random.choice(choices) if not self.slip() else str(slots)

    def index(self, array, who=None):
        _, space, _, slots, strided = array
        who, slot = who or self.who(space), self.slot(slots)
        if slots == 1:
            return self.same(f"({who})") if self.chance(0.5) else who
        text = f"({slot}) * {self.elements(array) // slots} + ({who})" if strided else f"({who}) * {slots} + {slot}"
        return self.same(f"({text})") if self.chance(0.3) else text

    def other(self, array):
        _, space, _, slots, strided = array
        item = self.pick(f"(l + {self.random.randint(0, 3)}) % {self.size}", f"{self.size - 1} - l", "0", "(l ? l - 1 : 0)", f"(uint)v % {self.size}u")
        if space == "global":
            item = f"grp * {self.size} + ({item})"
        return self.index(array, self.same(f"({item})"))

    def value(self):
        return self.pick("l", "v", "gid + 1", "n", "v ^ 5", "(l * 3)", "l + 10", "v + l", "m", "LEVEL")

    # --- memory
    def touch(self, space):
        self.dirty.add(space)

    def sync(self, space):
        if space in self.dirty and not self.slip():
            spaces = {space} if self.chance(0.6) else {"local", "global"}
            if self.slip():
                spaces = {self.pick("local", "global")}
            self.emit(f"barrier({' | '.join(FENCES[name] for name in sorted(spaces))});")
            self.dirty -= spaces

    def place(self, array, index):
        """Returns an lvalue of the element, formed through any kind of pointer."""
        name, space, kind, _, _ = array
        form = self.random.randrange(10)
        if form < 2:
            return f"{name}[{index}]"
        if form == 9:  # its bytes come round to where they were
            around = (1 << 64) // max(2, SCALARS[kind])
            far = f"({index}) {self.pick('+', '-')} {self.pick('1', '3')} * {around:#x}ul"
            return f"{name}[{far}]" if SCALARS[kind] > 1 else f"{name}[{index} + 0x8000000000000000ul - 0x8000000000000000ul]"
        if form == 2:
            return f"*({name} + ({index}))"
        pointer = self.name("p")
        if form == 3:
            self.emit(f"__{space} {kind} *{pointer} = &{name}[{index}];")
            return f"*{pointer}"
        k = self.random.randint(1, 3)
        if form == 4:
            self.emit(f"__{space} {kind} *{pointer} = {name} + {k};")
            return f"{pointer}[({index}) - {k}]" if self.chance(0.6) else f"*({pointer} + ({index}) - {k})"
        if form == 5:
            i = self.name("i")
            self.emit(f"__{space} {kind} *{pointer} = {name};")
            self.emit(f"for ({self.pick('int', 'uint', 'size_t', 'short')} {i} = 0; {i} < ({index}); ++{i}) ++{pointer};")
            return f"*{pointer}"
        if form == 6:
            end = self.elements(array)
            self.emit(f"__{space} {kind} *{pointer} = {name} + {end};")
            return f"{pointer}[(long)({index}) - {end}]"
        if form == 7:
            self.emit(f"__{space} {kind} *{pointer} = {name} + ({index});")
            return f"{name}[{pointer} - {name}]"
        self.emit(f"__{space} char *{pointer} = (__{space} char *){name} + ({index}) * {SCALARS[kind]};")
        return f"*(__{space} {kind} *){pointer}"

    # --- phases
    def write(self):
        array = self.random.choice(self.arrays)
        _, space, kind, _, _ = array
        self.sync(space)
        place = self.place(array, self.index(array))
        self.emit(f"{self.guard()}{place} {self.pick('=', '=', '+=')} ({kind})({self.value()});")
        self.touch(space)

    def guard(self):
        if self.chance(0.8):
            return ""
        k = self.random.randrange(self.size + 1)
        return self.pick(f"if (l < {k}) ", f"if ((uchar)(l - 1) < {k}) ", f"if ((uint)l - 1u >= {k}u) ", f"if (l == {k}) ", f"if ((int)l - {k} < 0) ",
                         f"if ((long)l > {k} - 2) ", f"if ((char)(l + 120) > 0) ", f"if (l - {k} > 0) ", f"if (LEVEL || l < {k}) ", "if (!LEVEL) ")

    def read(self):
        array = self.random.choice(self.arrays)
        _, space, _, _, _ = array
        shared = self.chance(0.6)
        if shared:
            self.sync(space)
        place = self.place(array, self.other(array) if shared else self.index(array))
        self.emit(f"v {self.pick('=', '^=', '+=')} (int){place};")
        self.touch(space)

    def narrow(self):
        """Accesses bytes or halves of own elements."""
        array = self.random.choice(self.arrays)
        name, space, kind, _, _ = array
        width = SCALARS[kind]
        if width == 1:
            return self.write()
        part, bytes_ = self.pick(("uchar", 1), ("char", 1), ("ushort", 2)) if width > 2 else ("uchar", 1)
        self.sync(space)
        inner = self.pick(str(self.random.randrange(width // bytes_)), f"((uint)v % {width // bytes_}u)")
        if self.slip():
            inner = str(width // bytes_)
        self.emit(f"((__{space} {part} *){name})[({self.index(array)}) * {width // bytes_} + {inner}] = {self.value()};")
        self.touch(space)
        return None

    def vector(self):
        """Uses vloadN and vstoreN on own elements."""
        array = self.random.choice(self.arrays)
        name, space, kind, slots, strided = array
        if strided or slots not in (2, 3, 4):
            return self.write()
        self.sync(space)
        who = self.who(space)
        base = self.pick(name, f"({name} + 0)", f"(__{space} {kind} *)((__{space} char *){name})")
        offset = f"({self.random.choice(INTEGERS)})({who})"
        if self.chance(0.3):
            base, offset = f"({name} + {slots} * ({who}))", "0"
        elif self.chance(0.15):
            base, offset = f"({name} + {slots * 2})", f"(long)({who}) - 2"
        if self.chance(0.7):
            data = f"({kind}{slots})(({kind})({self.value()}))"
            self.emit(f"vstore{slots}({data}, {offset}, {base});")
        else:
            self.emit(f"v += (int)vload{slots}({offset}, {base}).s{self.random.randrange(slots)};")
        self.touch(space)
        return None

    def call(self):
        """A function that receives a pointer and an index, of arbitrary types."""
        array = self.random.choice(self.arrays)
        name, space, kind, _, _ = array
        helper, at = self.name("f"), self.random.choice(INTEGERS)
        pointer = f"__{space} {kind} *" if self.standard != "CL2.0" or self.chance(0.5) else f"{kind} *"
        self.sync(space)
        body = self.pick("p[at] = x;", "if (x < 0) return; p[at] = x;", "*(p + at) = x;", "p += at; *p = x;", "while (at > 0) { ++p; --at; } *p = x;",
                         f"for ({at} i = 0; i < at; ++i) ++p; p[0] = x;")
        self.helpers.append(f"void {helper}({pointer}p, {at} at, int x) {{ {body} }}")
        shift = self.random.randint(0, 2)
        index = self.index(array)
        handed = f"{name} + {shift}, (int)({index}) - {shift}" if shift and at in ("int", "long", "ptrdiff_t") else f"{name}, {index}"
        self.emit(f"{helper}({handed}, {self.value()});")
        self.touch(space)

    def results(self):
        """A function that returns results through pointers into private memory."""
        array = self.random.choice(self.arrays)
        name, space, kind, _, _ = array
        helper, at, to = self.name("f"), self.name("at"), self.random.choice(("int", "uint", "size_t", "short", "long"))
        self.sync(space)
        self.helpers.append(f"void {helper}({to} x, {to} *a, {to} *b) {{ *a = x {self.pick('+', '^', '*')} 1; *b = x; {self.pick('', 'if (x > 90) *b = 0;')} }}")
        self.emit(f"{to} {at}[2]; {helper}({self.index(array)}, {at}, {at} + 1);" if self.chance(0.5) else
                  f"{to} {at}[2] = {{0, 0}}; {helper}({self.index(array)}, &{at}[0], &{at}[1]);")
        self.emit(f"{name}[{at}[1]] = ({kind})({self.value()});")
        self.touch(space)

    def selected(self):
        """A pointer to one of two arrays, which may alternate."""
        pairs = [(a, b) for a in self.arrays for b in self.arrays if a is not b and a[1:3] == b[1:3]]
        if not pairs:
            return self.write()
        a, b = self.random.choice(pairs)
        _, space, kind, _, _ = a
        x, y, i, keep = self.name("x"), self.name("y"), self.name("i"), self.name("k")
        who, size = ("l", self.size) if space == "local" else ("gid", self.size * self.count)
        self.sync(space)
        if self.chance(0.4):
            self.emit(f"__{space} {kind} *{x} = {self.pick('n & 1', 'l & 1', 'v > 2', 'm == 1')} ? {a[0]} : {b[0]};")
            self.emit(f"{x}[{self.same(who)}] = ({kind})({self.value()});")
        else:
            self.emit(f"__{space} {kind} *{x} = {a[0]}, *{y} = {b[0]};")
            self.emit(f"for ({self.pick('int', 'uchar', 'size_t')} {i} = 0; {i} < {self.random.randint(2, 3)}; ++{i}) {{")
            other = f"({who} + 1) % {size}" if space == "local" else f"grp * {self.size} + (l + 1) % {self.size}"
            self.emit(f"  {x}[{self.same(who)}] = ({kind})({self.value()});")
            if not self.slip():
                self.emit(f"  barrier({FENCES[space]});")
            self.emit(f"  v += (int){x}[{other}];")
            self.emit(f"  {{ __{space} {kind} *{keep} = {x}; {x} = {y}; {y} = {keep}; }}")
            if self.chance(0.5):
                self.emit(f"  barrier({FENCES[space]});")
            self.emit("}")
        self.touch(space)
        return None

    def unwritten(self):
        """Uninitialised local memory decides little or much."""
        name = self.name("u")
        self.emit(f"__local {self.pick('int', 'uchar', 'ulong')} {name}[{self.size}];") if self.depth == 1 else None
        self.emit(self.pick(f"v += (int){name}[l];", f"if ({name}[l] == 300) v = 1;", f"v = (int){name}[{self.same('l')}] & 1;"))

    def strided(self):
        """Each work-item steps over elements with a stride of the group's size."""
        array = self.random.choice(self.arrays)
        name, space, kind, _, _ = array
        self.sync(space)
        total = self.elements(array)
        step = self.size if space == "local" else self.size * self.count
        first = "l" if space == "local" else "gid"
        who, loop = self.name("p"), self.random.choice(("int", "uint", "size_t", "long", "ulong", "short", "uchar"))
        if self.chance(0.5):
            self.emit(f"for (__{space} {kind} *{who} = {name} + {self.same(first)}; {who} < {name} + {total}; {who} += {step}) *{who} = ({kind})l;")
        else:
            bound = total + (1 if self.slip() else 0)
            self.emit(f"for ({loop} {who} = {first}; {who} < {bound}; {who} += {step}) {name}[{self.same(who)}] = ({kind})({self.value()});")
        self.touch(space)

    def make(self):
        self.depth = 1
        phases = ((4, self.write), (4, self.read), (2, self.narrow), (2, self.vector), (2.5, self.call), (1.5, self.results), (1.5, self.selected),
                  (0.7, self.unwritten), (1.5, self.strided))
        for _ in range(self.random.randint(2, 6)):
            self.random.choices([action for _, action in phases], [weight for weight, _ in phases])[0]()
        given = [f"--local-size {self.size} --num-groups {self.count} --arg n={self.random.randint(0, 4)}"]
        given += [f"--arg m={self.random.randint(-2, 4)}"] if self.chance(0.7) else []
        for array in self.arrays:
            if array[1] == "global":
                given.append(f"--buffer {array[0]}={max(1, self.elements(array) * SCALARS[array[2]] - (1 if self.slip() else 0))}")
        given.append(f"--buffer out={4 * self.size * self.count}")
        given += [f'--build-options "-cl-std={self.standard}"'] if self.standard else []
        parameters = [f"__global {kind} *{name}" for name, space, kind, _, _ in self.arrays if space == "global"]
        who = self.random.choice(INTEGERS)
        setup = [f"__local {array[2]} {array[0]}[{self.elements(array)}];" for array in self.arrays if array[1] == "local"]
        setup += [f"{who} l = get_local_id(0), grp = get_group_id(0);", f"{self.random.choice(INTEGERS)} gid = get_global_id(0);",
                  f"{self.pick('int', 'int', 'short', 'long', 'uint')} v = {self.pick('l', 'n', '0')};"]
        body = "\n".join(["  " + line for line in setup] + self.lines)
        return (f"// launch: {' '.join(given)}\n// about: pointers and widths, generated from seed {self.seed}\n\n"
                + f"#if __OPENCL_C_VERSION__ >= {self.level}\n#define LEVEL 1\n#else\n#define LEVEL 0\n#endif\n"
                + "".join(text + "\n" for text in self.helpers)
                + f"__kernel void k({', '.join(parameters + ['__global int *out', 'int n', 'int m'])}) {{\n{body}\n  out[gid] = v;\n}}\n")
