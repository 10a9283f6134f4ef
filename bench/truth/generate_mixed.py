"""Random kernels out of the idioms of real ones, in one, two and three dimensions.

A kernel is a sequence of phases: tiles, tables of indices, tickets from counters, trees of halving strides, vectors,
structs, asynchronous copies, switches, early exits. Each phase is clean by itself and parted from the next by a barrier
whose fence covers what they share; now and then something slips: a barrier, its fence, an index, a bound, a guard."""

from draws import Draws

CELL = "typedef struct { int key; short pair[2]; uchar4 tint; } Cell;\n"  # 12 bytes
SCALARS = {"int": 4, "uint": 4, "short": 2, "uchar": 1, "long": 8, "float": 4}
SHAPES = (((4,), (2,)), ((8,), (1,)), ((8,), (2,)), ((5,), (2,)), ((6,), (1,)), ((2, 2), (2, 1)), ((4, 2), (1, 1)),
          ((2, 4), (1, 2)), ((3, 2), (2, 1)), ((2, 2, 2), (1, 1, 1)), ((2, 1, 3), (1, 2, 1)), ((4, 1, 2), (1, 1, 2)))
FENCES = {"local": "CLK_LOCAL_MEM_FENCE", "global": "CLK_GLOBAL_MEM_FENCE"}


class Mixed(Draws):
    def __init__(self, seed, slip=0.03):
        super().__init__(f"mixed {seed}", slip)
        self.seed = seed
        self.helpers, self.locals, self.tables = [], [], []
        self.parameters, self.contents = [], []  # index arrays with given contents
        self.globals = {}  # name -> (type, elements)
        self.values = ["n", "m"]  # the same for the whole group
        self.dirty = set()  # spaces touched since the last barrier that covers them
        self.uses_cell = False
        self.version2 = self.chance(0.2)
        self.local, self.groups = self.random.choice(SHAPES)
        self.size = self.product(self.local)
        self.count = self.product(self.groups)

    @staticmethod
    def product(numbers):
        result = 1
        for number in numbers:
            result *= number
        return result

    # --- memory
    def array(self, space, slots=1, kind=None):
        """Makes a new array of `slots` elements per work-item; returns its name and type."""
        kind = kind or self.pick("int", "int", "int", "uint", "short", "uchar", "long", "float")
        name = self.name("t" if space == "local" else "g")
        if space == "local":
            elements = self.size * slots - (self.slip(0.4) and 1)
            self.locals.append(f"__local {kind} {name}[{max(1, elements)}];")
        else:
            self.globals[name] = (kind, self.size * self.count * slots - (self.slip(0.4) and 1))
        return name, kind

    def some(self, space, slots=1):
        """Returns an array that was used before, or a new one: (name, type)."""
        if space == "global" and self.globals and self.chance(0.5):
            fitting = [(name, kind) for name, (kind, elements) in self.globals.items()
                       if elements >= self.size * self.count * slots and kind in SCALARS]
            if fitting:
                return self.random.choice(fitting)
        return self.array(space, slots)

    def base(self, space, slots=1):
        """Returns the first summand of an index into an array, which keeps a group to its own part."""
        if space == "local":
            return ""
        part = self.size * slots
        return self.pick(f"grp * {part} + ", f"{part} * grp + ") if not self.slip(0.5) else ""

    def sync(self, *spaces):
        """Returns the barrier that separates earlier accesses from the following ones."""
        spaces = set(spaces) | self.dirty
        if not spaces:
            return
        self.dirty.clear()
        if self.slip():
            return
        if self.slip():
            spaces = {self.pick("local", "global")}
        flags = " | ".join(FENCES[space] for space in sorted(spaces, reverse=True))
        text = f"barrier({flags});"
        if self.slip(0.6):
            text = f"if ({self.varying()}) {text}"
        self.emit(text)
        if self.chance(0.05):
            self.emit(f"{self.pick('mem_fence', 'read_mem_fence', 'write_mem_fence')}(CLK_GLOBAL_MEM_FENCE);")

    # --- conditions and values
    def uniform(self):
        value = self.random.choice(self.values)
        return self.pick(f"{value} > {self.random.randint(0, 3)}", f"({value} & 1) == {self.pick(0, 1)}",
                         f"{value} != {self.random.randint(0, 4)}", "grp == 0", f"{value} + 1 < {self.random.randint(1, 6)}")

    def varying(self):
        k = self.random.randrange(self.size)
        return self.pick(f"l == {k}", f"l < {k + 1}", "(l & 1) == 0", f"l != {k}", "lx == 0", f"l >= {k}", "l % 3 == 1",
                         f"l == {k} || l == 0", "(l ^ grp) & 1", f"lx + 1 < {self.local[0]}")

    def value(self):
        return self.pick("l", "v", f"l + {self.random.randint(1, 5)}", "v ^ l", "v + 1", f"l * {self.random.randint(2, 5)}",
                         self.random.choice(self.values), "(v & 15) - l", "grp + l")

    def other(self):
        """Returns the number of another work-item, either of the group or of the launch."""
        if self.chance(0.06):
            return self.pick(f"(uint)v % {self.size}u", f"clamp(v, 0, {self.size - 1})")
        return self.pick(f"(l + {self.random.randint(1, self.size - 1)}) % {self.size}", f"{self.size - 1} - l",
                         str(self.random.randrange(self.size)), "(l > 0 ? l - 1 : 0)", f"min(l + 1, {self.size - 1})")

    # --- phases
    def exchange(self):
        """Each work-item writes its own element, passes a barrier and reads another element."""
        space = self.pick("local", "local", "global")
        slots = self.pick(1, 1, 2)
        name, _ = self.some(space, slots)
        base = self.base(space, slots)
        own = self.pick("l", f"{self.size - 1} - l", f"(l + 1) % {self.size}") if not self.slip() else self.pick("l / 2", "l + 1", "0", "l ^ 2")
        self.sync(space) if space == "global" else None
        at = own if slots == 1 else self.pick(f"({own}) * 2 + {self.pick('0', '1', '(m & 1)')}", f"{own} + {self.size}")
        guard = f"if ({self.varying()}) " if self.chance(0.2) else ""
        self.emit(f"{guard}{name}[{base}{at}] = {self.value()};")
        self.dirty.add(space)
        self.sync()
        self.emit(f"v = (int){name}[{base}{self.other()}];")
        self.dirty.add(space)

    def tile(self):
        """A two-dimensional tile that is read transposed after the barrier."""
        if len(self.local) < 2:
            return self.exchange()
        width, height = self.local[0], self.size // self.local[0]
        row = "ly" if len(self.local) == 2 else f"(lz * {self.local[1]} + ly)"
        name = self.name("tile")
        pad = self.pick(0, 0, 1)
        self.locals.append(f"__local int {name}[{height}][{width + pad}];")
        if self.slip():
            row = "ly / 2"
        self.emit(f"{name}[{row}][lx] = {self.value()};")
        self.dirty.add("local")
        self.sync()
        read = self.pick(f"{name}[l % {height}][l / {height}]", f"{name}[{height - 1} - {row}][lx]",
                         f"{name}[{row}][(lx + 1) % {width}]", f"{name}[{row}][lx > 0 ? lx - 1 : lx]",
                         f"{name}[({row} + {self.pick('1', 'n')}) % {height}][lx]")
        self.emit(f"v += {read};")
        self.dirty.add("local")
        return None

    def table(self):
        """Indices come from a constant table that is a permutation, so each work-item has its own element."""
        name = self.name("perm")
        order = list(range(self.size))
        self.random.shuffle(order)
        if self.slip(4):
            order[self.random.randrange(self.size)] = self.random.randrange(self.size + 1)
        kind = self.pick("int", "uchar", "short", "uint")
        if self.chance(0.5):
            self.tables.append(f"__constant {kind} {name}[{self.size}] = {{{', '.join(map(str, order))}}};")
        else:
            self.parameters.append(f"__global const {kind} *{name}")
            data = b"".join(number.to_bytes(SCALARS[kind], "little") for number in order)
            self.contents.append(f"--contents {name}=bytes:{data.hex()}")
        space = self.pick("local", "global")
        array, _ = self.some(space)
        self.sync(space) if space == "global" else None
        at = f"{self.base(space)}{name}[{self.pick('l', f'{self.size - 1} - l')}]"
        self.emit(self.pick(f"{array}[{at}] = {self.value()};", f"{array}[{at}] += 1;"))
        self.dirty.add(space)

    def ticket(self):
        """A counter assigns places."""
        counter, name = self.name("count"), self.array("local")[0]
        self.locals.append(f"__local int {counter};")
        self.emit(f"if (l == 0) {counter} = 0;" if not self.slip() else f"{counter} = l;")
        self.dirty.add("local")
        self.sync()
        guard = f"if ({self.varying()}) " if self.chance(0.5) else ""
        step = self.pick("atomic_inc(&{0})", "atomic_add(&{0}, 1)") if not self.slip(2) else "{0}++"
        self.emit(f"{guard}{{ int place = {step.format(counter)}; {name}[place] = {self.value()}; }}")
        self.dirty.add("local")

    def histogram(self):
        space = self.pick("local", "global")
        name = self.name("bins")
        bins = self.pick(4, 8)
        if space == "local":
            self.locals.append(f"__local int {name}[{bins}];")
            self.emit(f"for (int i = l; i < {bins}; i += {self.size}) {name}[i] = 0;")
            self.dirty.add("local")
            self.sync()
        else:
            self.globals[name] = ("int", bins)
        update = self.pick("atomic_inc(&{0});", "atomic_add(&{0}, l);", "atomic_max(&{0}, v);", "atomic_xor(&{0}, l);")
        if self.slip(2):
            update = "{0} += 1;"
        key = self.value() if self.chance(0.4) else self.pick("l", "gl", "l * 3", "l / 2")
        self.emit(update.format(f"{name}[(uint)({key}) % {bins}u]"))
        self.dirty.add(space)
        if space == "local":
            self.sync()
            self.emit(f"if (l < {bins}) v += {name}[l];" if not self.slip() else f"v += {name}[l];")
            self.dirty.add("local")

    def tree(self):
        """Strides halve or double, with a barrier for each step."""
        name, _ = self.array("local", 1, self.pick("int", "uint", "long", "float"))
        power = 1
        while power * 2 <= self.size:
            power *= 2
        self.emit(f"{name}[l] = {self.value()};")
        self.dirty.add("local")
        s, d = self.name("s"), self.name("d")
        head, guard, use = self.pick(
            (f"for (int {s} = {power // 2}; {s} > 0; {s} >>= 1) {{", f"l < {s}", f"{name}[l] += {name}[l + {s}];"),
            (f"for (uint {s} = {power // 2}; {s} > 0; {s} /= 2) {{", f"l < {s}", f"{name}[l] += {name}[l + {s}];"),
            (f"for (int {s} = 1; {s} < {power}; {s} *= 2) {{", f"l % (2 * {s}) == 0 && l < {power}",
             f"{name}[l] += {name}[l + {s}];"),
            (f"for (int {s} = 1, {d} = {power // 2}; {d} > 0; {d} >>= 1, {s} *= 2) {{", f"l < {d}",
             f"{name}[{s} * (2 * l + 2) - 1] += {name}[{s} * (2 * l + 1) - 1];"))
        if self.slip(2):
            guard = self.pick(guard.replace("<", "<=", 1), "1", f"l < {power}")
        early = self.chance(0.5)
        if not early:
            self.sync()
        self.emit(head)
        self.depth += 1
        if early:
            self.dirty.add("local")
            self.sync()
        self.emit(f"if ({guard}) {use}")
        if not early:
            self.dirty.add("local")
            self.sync()
        self.depth -= 1
        self.emit("}")
        self.dirty.add("local")
        self.sync()
        self.emit(f"v += (int){name}[0];")
        self.dirty.add("local")

    def vectors(self):
        space = self.pick("local", "global")
        kind, lanes = self.pick("int", "short", "uchar", "float"), self.pick(2, 4)
        name = self.name("w")
        total = self.size * (self.count if space == "global" else 1)
        as_vector = self.chance(0.5)
        whole = f"{kind}{lanes}" if as_vector else kind
        elements = total * (1 if as_vector else lanes) - (self.slip(0.5) and 1)
        if space == "local":
            self.locals.append(f"__local {whole} {name}[{elements}];")
        else:
            self.globals[name] = (whole, elements)
        who = ("gl" if space == "global" else "l") if not self.slip() else self.pick("(l / 2)", "(l + 1)", "l")
        if as_vector:
            self.emit(self.pick(f"{name}[{who}] = ({whole})({self.value()});", f"{name}[{who}].s{self.random.randrange(lanes)} = {self.value()};",
                                f"{name}[{who}].xy = ({kind}2)({self.value()}, l);"))
        else:
            self.emit(self.pick(f"vstore{lanes}(({kind}{lanes})({self.value()}), {who}, {name});",
                                f"vstore2(({kind}2)(v), {who} * {lanes // 2} + {self.random.randrange(lanes // 2)}, {name});"))
        self.dirty.add(space)
        if self.chance(0.5):
            self.sync()
            part = self.size * self.count - 1 if space == "global" else self.size - 1
            other = f"({part} - {who})" if space == "local" else who
            self.emit(f"v += (int){name}[{other}].s0;" if as_vector else f"v += (int)vload{lanes}({other}, {name}).s1;")
            self.dirty.add(space)

    def structs(self):
        self.uses_cell = True
        space = self.pick("local", "global")
        name = self.name("cells")
        total = self.size * (self.count if space == "global" else 1)
        if space == "local":
            self.locals.append(f"__local Cell {name}[{total}];")
        else:
            self.globals[name] = ("Cell", total)
        who = ("gl" if space == "global" else "l") if not self.slip() else "l / 2"
        field = self.pick("key", "pair[0]", "pair[1]", "pair[l & 1]", "tint.x", f"pair[{self.pick('m & 1', '(l + 1) % 2')}]")
        if self.slip():
            field = self.pick("pair[v & 3]", "pair[2 + lx]")
        pointer = self.chance(0.4)
        if pointer:
            p = self.name("p")
            self.emit(f"__{space} Cell *{p} = {name} + {who}; {p}->{field} = {self.value()};")
        else:
            self.emit(f"{name}[{who}].{field} = {self.value()};")
        if self.chance(0.4):
            self.emit(f"{name}[{who}].key = v;")
        self.dirty.add(space)
        if space == "local":
            self.sync()
            self.emit(f"v ^= {name}[{self.other()}].{self.pick('key', 'pair[0]', 'tint.y')};")
            self.dirty.add("local")

    def strided(self):
        """There are more elements than work-items: each work-item takes every n-th element, or a block."""
        space = self.pick("local", "global")
        slots = self.pick(2, 3)
        name, _ = self.some(space, slots)
        self.sync(space) if space == "global" else None
        i = self.name("i")
        total = self.size * slots
        kind = self.pick("int", "uint", "size_t")
        head, at = self.pick((f"for ({kind} {i} = l; {i} < {total}; {i} += {self.size}) {{", i),
                             (f"for ({kind} {i} = 0; {i} < {slots}; ++{i}) {{", f"{i} * {self.size} + l"),
                             (f"for ({kind} {i} = 0; {i} < {slots}; ++{i}) {{", f"l * {slots} + {i}"),
                             (f"for ({kind} {i} = l * {slots}; {i} < (l + 1) * {slots}; ++{i}) {{", i))
        if self.slip():
            at = self.pick(f"{at} + 1", f"({at}) / 2", i)
        self.emit(head)
        self.depth += 1
        jump = self.pick("", "", f"if ({self.varying()}) continue;", f"if ({self.uniform()}) break;",
                         f"if (v == {self.random.randint(0, 9)}) break;" if self.chance(0.2) else f"if (l == {self.random.randrange(self.size)}) break;")
        if jump:
            self.emit(jump)
        self.emit(f"{name}[{self.base(space, slots)}{at}] {self.pick('=', '=', '+=')} {self.value()};")
        self.depth -= 1
        self.emit("}")
        self.dirty.add(space)

    def copied(self):
        """An asynchronous copy in or out, with a wait."""
        source, kind = self.array("global", 1, self.pick("int", "uchar", "short"))
        target = self.name("t")
        self.locals.append(f"__local {kind} {target}[{self.size}];")
        event, place = self.name("e"), f"{source} + grp * {self.size}"
        into = self.chance(0.6)
        count = self.size + (self.slip() and 1)
        if into:
            copy = f"async_work_group_copy({target}, {place}, {count}, 0)"
        else:
            self.emit(f"{target}[l] = {self.value()};")
            self.dirty.add("local")
            self.sync()
            copy = f"async_work_group_copy({place}, {target}, {count}, 0)"
        self.emit(f"event_t {event} = {copy};")
        wait = f"wait_group_events(1, &{event});"
        late = self.slip(2)
        if not late:
            self.emit(wait)
            if self.slip(0.5):
                self.emit(f"{target}[l] = v;")
        if into:
            self.emit(f"v += {target}[{self.other()}];")
        else:
            self.dirty.add("global")
            self.sync()
            self.emit(f"v += {place.split(' ')[0]}[grp * {self.size} + l];")
        if late:
            self.emit(wait)
        self.dirty |= {"local", "global"}

    def collective(self):
        """A collective function of the group: its result or its operand is uniform; no memory is ordered."""
        if not self.version2:
            return self.exchange()
        name = self.name("all")
        operand = self.pick("l", "v", f"{self.varying()}", "n + l")
        last = self.random.randrange(self.local[0])
        places = ", ".join([str(last)] + ["0"] * (len(self.local) - 1))
        call, uniform = self.pick((f"work_group_any({self.varying()})", True), (f"work_group_all({self.varying()})", True),
                                  (f"work_group_broadcast({operand}, {places})", True), (f"work_group_reduce_add({operand})", True),
                                  (f"work_group_reduce_max({operand})", True), (f"work_group_scan_exclusive_add({operand})", False),
                                  (f"work_group_scan_inclusive_min({operand})", False))
        guard = f"if ({self.varying()}) " if self.slip(3) else f"if ({self.uniform()}) " if self.chance(0.2) else ""
        self.emit(f"int {name} = 0;")
        self.emit(f"{guard}{name} = {call};")
        if uniform and self.chance(0.6):
            self.emit(f"if ({name} > {self.random.randint(0, 2)}) {{")
            self.depth += 1
            self.exchange()
            self.sync()
            self.depth -= 1
            self.emit("}")
            self.dirty |= {"local", "global"}
        elif not guard:
            self.emit(f"v += {name};")
        return None

    def switched(self):
        """A switch that divides work-items with separate accesses, or one that is uniform for the group
        and contains phases."""
        if self.depth < 3 and self.chance(0.4):
            self.emit(f"switch ({self.random.choice(self.values)} & 3) {{")
            for k in sorted(self.random.sample(range(4), self.random.randint(1, 3))):
                self.emit(f"case {k}:")
                self.depth += 1
                self.pick(self.exchange, self.table, self.strided)()
                self.sync()
                if not self.chance(0.3):
                    self.emit("break;")
                self.depth -= 1
            self.emit("}")
            self.dirty |= {"local", "global"}
            return
        name, _ = self.array("local", 2)
        selector = self.pick("l & 3", "l % 3", "lx", "gl & 3", "m & 3") if self.chance(0.93) else "v & 3"
        self.emit(f"switch ({selector}) {{")
        for k in range(self.random.randint(1, 3)):
            at = self.pick("l", f"l + {self.size}", f"l * 2 + {k & 1}")
            if not self.slip():
                at = "l"
            self.emit(f"case {k}: {name}[{at}] = {self.value()}; {self.pick('break;', 'break;', '')}")
        self.emit(f"default: {self.pick(f'{name}[l] = v;', 'v += 2;', 'break;')}")
        self.emit("}")
        self.dirty.add("local")

    def function(self):
        """A helper function that receives a pointer into an array."""
        space = self.pick("local", "global")
        name, kind = self.array(space, 2)
        helper = self.name("put")
        early = self.pick("", "if (x < 0) return;", "if (x > 4) { p[1] = x; return; }", "while (x > 3) { x -= 3; if (x == 5) return; }")
        self.helpers.append(f"void {helper}(__{space} {kind} *p, int x) {{ {early} p[0] = x; }}")
        who = ("gl" if space == "global" else "l") if not self.slip() else self.pick("(l + 1)", "(l / 2)")
        self.emit(f"{helper}({self.pick(f'{name} + {who} * 2', f'&{name}[2 * {who}]')}, {self.value()});")
        self.dirty.add(space)

    def repeated(self):
        """Phases in a loop that all work-items of a group execute together."""
        c, most = self.name("c"), self.random.randint(2, 3)
        carried = self.name("r")
        self.emit(f"int {carried} = {self.pick('0', '1', 'n', '3')};")
        head = self.pick(f"for (int {c} = 0; {c} < {most}; ++{c}) {{", f"for (uint {c} = {1 << most}; {c} > 1; {c} >>= 1) {{",
                         f"for (int {c} = 1; {c} < {2 ** most}; {c} *= 2) {{", f"for (int {c} = n; {c} > 0; --{c}) {{",
                         f"for (uchar {c} = {256 - most}; {c} != 0; ++{c}) {{", f"for (int {c} = 0; {c} < (m & 3); ++{c}) {{")
        self.dirty |= {"local", "global"}
        self.emit(head)
        self.depth += 1
        if self.chance(0.7):
            self.sync()
        self.values.append(carried)
        if self.chance(0.2):
            self.emit(f"if ({self.uniform()}) {self.pick('break', 'continue')};")
        self.phases(self.random.randint(1, 2))
        self.emit(self.pick(f"{carried} += 1;", f"{carried} *= 2;", f"{carried} ^= 1;", f"{carried} = 1 - {carried};",
                            f"{carried} = ({carried} + 1) % 3;", f"{carried} += (int){c};", f"{carried} >>= 1;"))
        self.sync()
        self.values.remove(carried)
        self.depth -= 1
        self.emit("}")
        self.dirty |= {"local", "global"}

    def branch(self):
        """Phases that only some groups or launches execute."""
        self.emit(f"if ({self.uniform() if not self.slip(2) else self.varying()}) {{")
        self.depth += 1
        self.phases(self.random.randint(1, 2))
        self.depth -= 1
        if self.chance(0.3):
            self.emit("} else {")
            self.depth += 1
            self.dirty |= {"local", "global"}
            self.phases(1)
            self.depth -= 1
        self.emit("}")
        self.dirty |= {"local", "global"}

    def exit(self):
        """All work-items of a group exit or, if no barrier follows, some of them."""
        if self.depth == 1 and self.slip(3):
            self.emit(f"if ({self.varying()}) return;")
        else:
            self.emit(f"if ({self.uniform()}) return;")

    def phases(self, count):
        choices = [(3, self.exchange), (2, self.tile), (2, self.table), (0.7, self.ticket), (0.9, self.histogram), (2, self.tree),
                   (2, self.vectors), (1.6, self.structs), (2.4, self.strided), (1, self.copied), (1.5 if self.version2 else 0, self.collective), (1.6, self.switched),
                   (1.2, self.function), (0.5, self.exit)]
        if self.depth < 3:
            choices += [(2, self.repeated), (1.5, self.branch)]
        for _ in range(count):
            if self.chance(0.35):
                self.sync()
            self.random.choices([action for _, action in choices], [weight for weight, _ in choices])[0]()

    # --- kernel
    def identities(self):
        x, y = self.local[0], self.product(self.local[:2])
        lines = ["int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);",
                 f"int l = lx + ly * {x} + lz * {y};"]
        if len(self.groups) == 1:
            group = "get_group_id(0)"
        else:
            group = "get_group_id(0)"
            stride = self.groups[0]
            for d in range(1, len(self.groups)):
                group += f" + get_group_id({d}) * {stride}"
                stride *= self.groups[d]
        lines += [f"int grp = {group};", f"int gl = grp * {self.size} + l;", f"int v = {self.pick('l', '0', 'gl & 7', 'n')};"]
        return lines

    def make(self):
        self.phases(self.random.randint(2, 4))
        out = ""
        if self.chance(0.7):
            out = self.name("out")
            self.globals[out] = ("int", self.size * self.count)
            self.emit(f"{out}[gl] = v;" if not self.slip() else f"{out}[l] = v;")
        given = [f"--local-size {','.join(map(str, self.local))}", f"--num-groups {','.join(map(str, self.groups))}",
                 f"--arg n={self.random.randint(0, 4)}"]
        if self.chance(0.7):
            given.append(f"--arg m={self.random.randint(-2, 5)}")
        if self.version2:
            given.append('--build-options "-cl-std=CL2.0"')
        sizes = {**SCALARS, "Cell": 12}
        for name, (kind, elements) in self.globals.items():
            scalar = kind.rstrip("248")
            width = sizes[scalar] * (int(kind[len(scalar):]) if kind != scalar else 1)
            given.append(f"--buffer {name}={max(1, elements) * width}")
        parameters = [f"__global {kind} *{name}" for name, (kind, _) in self.globals.items()]
        parameters += self.parameters + ["int n", "int m"]
        given += self.contents
        parts = [f"// launch: {' '.join(given)}", f"// about: a mixture of idioms, generated from seed {self.seed}", ""]
        parts += [CELL] if self.uses_cell else []
        parts += self.tables + self.helpers
        parts.append(f"__kernel void k({', '.join(parameters)}) {{")
        parts += ["  " + line for line in self.locals + self.identities()] + self.lines + ["}", ""]
        return "\n".join(parts)
