"""Random kernels around values that loops carry without closed form: what an array holds decides how they change.

Binary searches over ranges that include their end or not, with middles in several spellings and types, some of which come
round; cursors of merges and of partitions; counters that some iterations raise; cursors that fall while elements are larger;
heaps; states; pointers that walk in leaps. What slips: a bound, a guard, a step, or the room for the results."""

from draws import Draws

TYPES = ("int", "int", "int", "uint", "uint", "long", "ulong", "size_t", "short", "ushort", "uchar")
UNSIGNED = ("uint", "ulong", "size_t", "ushort", "uchar")


class Searches(Draws):
    def __init__(self, seed, slip=0.08):
        super().__init__(f"searches {seed}", slip)
        self.seed = seed
        self.size, self.count = self.pick((1, 1), (2, 1), (4, 1), (4, 2), (3, 2))
        self.n = self.random.randint(1, 14)
        self.parts = self.size * self.count
        self.per_item = self.chance(0.5)  # each work-item has a part of its own to read
        self.rooms = {}

    # --- what the pieces are made of
    def off(self, text, factor=1.0):
        """Returns the text or, if it slips, a value that differs by one."""
        return text if not self.slip(factor) else f"{text} {self.pick('+ 1', '- 1', '+ 2')}"

    def n_text(self, kind):
        return self.pick("n", "n", f"({kind})n", str(self.n))

    def part(self):
        return "in + gid * n" if self.per_item else "in"

    def room(self, elements):
        """Returns a part of `out` for each work-item, and the text that names it."""
        name = self.name("o")
        self.rooms[name] = elements
        return name

    def test(self, element):
        return self.pick(f"{element} < key", f"{element} <= key", f"key < {element}", f"{element} > 100", f"({element} & 1) != 0",
                         f"{element} == key", f"{element} + gid > 120")

    def middle(self, kind, low, high):
        return self.pick(f"({low} + {high}) / 2", f"({low} + {high}) / 2", f"({low} + {high}) >> 1", f"{low} + ({high} - {low}) / 2",
                         f"{low} + (({high} - {low}) >> 1)", f"({kind})({low} + {high}) / 2", f"(uint)({low} + {high}) / 2u",
                         f"((long){low} + {high}) / 2", f"({low} & {high}) + (({low} ^ {high}) >> 1)")

    # --- the pieces
    def search(self):
        kind = self.random.choice(TYPES)
        low, high, middle, part = self.name("lo"), self.name("hi"), self.name("mid"), self.name("p")
        closed = self.chance(0.4) and (kind not in UNSIGNED or self.slip(3))
        first = self.pick("0", "0", "0", "1" if self.n > 1 else "0")
        last = self.n_text(kind) + (" - 1" if closed else "")
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"{kind} {low} = {self.off(first, 0.3)}, {high} = {self.off(last)};")
        guard = f"{low} <= {high}" if closed != self.slip() else self.pick(f"{low} < {high}", f"{low} < {high}", f"{low} != {high}", f"{high} > {low}")
        self.emit(f"while ({guard}) {{")
        self.depth += 1
        self.emit(f"{kind} {middle} = {self.middle(kind, low, high)};")
        if self.chance(0.25):
            self.emit(f"if ({part}[{middle}] == key) break;")
        up = f"{low} = {middle} + 1;"
        down = f"{high} = {middle}{' - 1' if closed else ''};"
        if self.chance(0.5):
            self.emit(f"if ({self.test(f'{part}[{middle}]')}) {up} else {down}")
        else:
            self.emit(f"if (!({self.test(f'{part}[{middle}]')})) {down} else {up}")
        if self.chance(0.3):
            self.emit(f"{self.mark(middle)}")
        if self.chance(0.2) or closed:
            self.emit("if (++steps > 40) break;")
        self.depth -= 1
        self.emit("}")
        place = self.pick(low, high, low)
        if self.chance(0.7):
            room = self.room(self.n + 1 if not self.slip() else self.n)
            guarded = self.pick("", "", f"if ({place} < n) ")
            self.emit(f"{guarded}{room}[{place}] = gid;")
        if self.chance(0.3):
            self.emit(f"if ({place} < n) sum += {part}[{place}];")

    def mark(self, index):
        room = self.room(self.n if not self.slip() else max(1, self.n - 1))
        return f"{room}[{index}] = gid;"

    def merge(self):
        kind = self.random.choice(TYPES)
        i, j, k, part = self.name("i"), self.name("j"), self.name("k"), self.name("p")
        a, b = self.random.randint(1, max(1, self.n)), self.random.randint(1, max(1, self.n))
        a, b = min(a, self.n), min(b, self.n)
        room = self.room(a + b if not self.slip() else a + b - 1)
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"{kind} {i} = 0, {j} = 0, {k} = 0;")
        self.emit(f"while ({i} < {self.off(str(a), 0.5)} && {j} < {b}) {{")
        self.depth += 1
        first, second = f"{part}[{i}]", f"{part}[n - 1 - {j}]"
        if self.chance(0.5):
            self.emit(f"if ({first} <= {second}) {room}[{k}++] = {part}[{i}++]; else {{ {room}[{k}++] = {second}; ++{j}; }}")
        else:
            self.emit(f"uchar take = {first} < {second};")
            self.emit(f"{room}[{k}] = take; {k} += 1;")
            self.emit(f"{i} += take; {j} += {self.pick('!take', '1 - take')};")
        self.depth -= 1
        self.emit("}")
        if self.chance(0.6):
            self.emit(f"while ({i} < {a}) {room}[{k}++] = {part}[{i}++];")
            self.emit(f"while ({j} < {self.off(str(b), 0.5)}) {{ {room}[{k}++] = {part}[n - 1 - {j}]; ++{j}; }}")

    def partition(self):
        kind = self.pick("int", "int", "long", "short")
        i, j, part = self.name("i"), self.name("j"), self.name("p")
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"{kind} {i} = 0, {j} = {self.off(self.n_text(kind) + ' - 1')};")
        self.emit(f"while ({i} {self.pick('<', '<=', '<')} {j}) {{")
        self.depth += 1
        form = self.random.randrange(3)
        if form == 0:
            self.emit(f"if ({self.test(f'{part}[{i}]')}) ++{i}; else --{j};")
        elif form == 1:
            self.emit(f"if ({self.test(f'{part}[{j}]')}) ++{i}; else --{j};")
        else:
            self.emit(f"while ({i} < {j} && {part}[{i}] < 90) ++{i};")
            self.emit(f"while ({i} < {j} && {part}[{j}] > 60) --{j};")
            self.emit(f"{self.mark(i)} ++{i}; --{j};")
        self.depth -= 1
        self.emit("}")

    def grow(self):
        """A counter that some iterations increment."""
        kind = self.random.choice(TYPES)
        c, k, part = self.name("c"), self.name("k"), self.name("p")
        step = self.pick(1, 1, 2, 3)
        trips = self.pick(self.n, self.n, min(200, 20 * self.n))
        guard = self.chance(0.4)
        bound = self.random.randint(1, 12)
        elements = bound if guard and not self.slip() else step * (trips - 1) + 1
        elements = max(1, elements - (1 if self.slip() else 0))
        if elements > 600:
            return
        room = self.room(elements)
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"{kind} {c} = 0;")
        self.emit(f"for (int {k} = 0; {k} < {self.off(str(trips), 0.5)}; ++{k}) {{")
        self.depth += 1
        condition = self.test(f"{part}[{k} % n]")
        if guard:
            condition += f" && {c} {self.pick('<', '<', '!=')} {self.off(str(bound), 0.5)}"
            step = 1
        body = self.pick(f"if ({condition}) {{ {room}[{c}] = gid; {c} += {step}; }}",
                         f"{kind} up = ({condition}) ? {step} : 0; if (up) {room}[{c}] = {k}; {c} += up;")
        self.emit(body)
        self.depth -= 1
        self.emit("}")

    def fall(self):
        kind = self.pick("int", "int", "long", "short")
        j, part = self.name("j"), self.name("p")
        room = self.room(self.n + 1 if not self.slip() else self.n)
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"{kind} {j} = {self.n_text(kind)} - 1;")
        self.emit(f"while ({j} >= {self.pick('0', '0', '0', '1') if not self.slip() else '-1'} && {self.test(f'{part}[{j}]')}) {{ {room}[{j} + 1] = gid; --{j}; }}")
        self.emit(f"{room}[{j} + 1] = key;")

    def heap(self):
        kind = self.random.choice(TYPES)
        at, child, part = self.name("at"), self.name("ch"), self.name("p")
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"{kind} {at} = 0, {child} = 1;")
        self.emit(f"while ({child} < {self.off('n')}) {{")
        self.depth += 1
        self.emit(f"if ({child} + 1 < {self.off('n')} && {part}[{child} + 1] > {part}[{child}]) ++{child};")
        self.emit(f"if ({part}[{child}] <= key) break;")
        self.emit(self.mark(at))
        self.emit(f"{at} = {child}; {child} = 2 * {at} + 1;")
        self.depth -= 1
        self.emit("}")
        self.emit(self.mark(at))

    def states(self):
        s, k, part = self.name("s"), self.name("k"), self.name("p")
        most = self.random.randint(1, 4)
        room = self.room(most + 1 if not self.slip() else most)
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"{self.pick('int', 'uint', 'uchar')} {s} = {self.random.randint(0, most)};")
        self.emit(f"for (int {k} = 0; {k} < {self.pick(40, 80)}; ++{k}) {{")
        self.depth += 1
        self.emit(f"if ({self.test(f'{part}[{k} % n]')}) {s} = {self.random.randint(0, most)}; else if ({s} == {self.random.randint(0, most)}) {s} = {most};")
        self.emit(f"{room}[{s}] = {k};")
        self.depth -= 1
        self.emit("}")

    def walk(self):
        p, part = self.name("q"), self.name("p")
        self.emit(f"__global const uchar *{part} = {self.part()};")
        self.emit(f"__global const uchar *{p} = {part};")
        leap = self.pick(1, 2, 3)
        ahead = self.random.randint(0, min(2, self.n - 1))
        end = self.n - ahead + (1 if self.slip() else 0)
        self.emit(f"while ({p} < {part} + {end}) {{ sum += {p}[{ahead}]; {p} += {self.test(f'*{p}')} ? 1 : {leap}; }}")

    def make(self):
        self.depth = 1
        pieces = ((5, self.search), (2, self.merge), (1.5, self.partition), (2, self.grow), (1.5, self.fall), (1, self.heap), (1, self.states), (1.5, self.walk))
        for _ in range(self.random.randint(1, 2)):
            piece = self.random.choices([one for _, one in pieces], [weight for weight, _ in pieces])[0]
            if self.chance(0.2):
                q = self.name("t")
                self.emit(f"for (int {q} = 0; {q} < {self.random.randint(1, 3)}; ++{q}) {{ key += {q} * 17;")
                self.depth += 1
                piece()
                self.depth -= 1
                self.emit("}")
            else:
                piece()
        begin, parts = 0, []
        total = sum(self.rooms.values())
        for name, elements in self.rooms.items():
            parts.append(f"  __global uchar *{name} = out + gid * {total} + {begin};")
            begin += elements
        given = [f"--local-size {self.size} --num-groups {self.count} --arg n={self.n} --arg first={self.random.randint(0, 200)}",
                 f"--buffer in={self.n * (self.parts if self.per_item else 1)}", f"--buffer out={max(1, total * self.parts)}",
                 f"--buffer sums={4 * self.parts}"]
        wide = self.pick("int", "int", "uint", "long")
        setup = ["  int gid = get_global_id(0), steps = 0;", "  uchar key = first + gid * 31;", "  int sum = 0;"]
        body = "\n".join(setup + parts + self.lines)
        return (f"// launch: {' '.join(given)}\n// contents: in={self.pick('zero', 'iota', *(f'random:{k}' for k in range(2, 9)))}\n"
                f"// about: searches and cursors, generated from seed {self.seed}\n\n"
                f"__kernel void k(__global const uchar *in, __global uchar *out, __global int *sums, {wide} n, int first) {{\n{body}\n  sums[gid] = sum;\n}}\n")
