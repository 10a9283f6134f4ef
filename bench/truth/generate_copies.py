"""Random kernels around asynchronous copies: what is copied, by which event, and until when.

Lengths, pointers and strides come from loops, whose trip counts are the group's or each work-item's own; events are
handed on to later copies, kept in arrays, swapped, and waited for in an order of their own. A copy's target is touched
behind its wait only, and parted from later copies by a barrier; now and then something slips."""

from draws import Draws

SIZES = {"int": 4, "uchar": 1, "short": 2, "long": 8, "float": 4, "int2": 8, "uchar4": 4, "int3": 16}
COUNTERS = ("int", "uint", "size_t", "long", "uchar", "short", "ushort", "ulong")
BARRIER = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"


class Copies(Draws):
    def __init__(self, seed, slip=0.035):
        super().__init__(f"copies {seed}", slip)
        self.seed = seed
        self.size = self.pick(2, 3, 4, 4, 5, 8)
        self.count = self.pick(1, 1, 2)
        self.kind = self.pick("int", "int", "uchar", "short", "long", "float", "int2", "uchar4", "int3")
        self.slots = 8 * self.size  # elements of each tile
        self.tiles = [f"t{number}" for number in range(self.pick(1, 2, 2, 3))]
        self.flight = {}  # event -> tiles that a copy of it touches
        self.uniform = ["n", "(m & 3)"]

    def scalar(self, place):
        return f"{place}.s{self.random.randrange(2)}" if self.kind in ("int2", "uchar4", "int3") else place

    # --- values that must be equal for all work-items of a group
    def trips(self):
        """Returns a loop head that all work-items run equally often. If it slips, the trip counts differ."""
        i, kind = self.name("i"), self.random.choice(COUNTERS)
        k = self.random.randint(1, 3)
        if self.slip(2):
            return self.pick(f"for ({kind} {i} = 0; {i} < l; ++{i})", f"for ({kind} {i} = l; {i} < {self.size}; ++{i})",
                             f"for ({kind} {i} = 0; {i} < (l & 1) + 1; ++{i})", f"for ({kind} {i} = l + 1; {i} > 0; {i} >>= 1)")
        return self.pick(f"for ({kind} {i} = 0; {i} < {k}; ++{i})", f"for ({kind} {i} = 0; {i} < n; ++{i})",
                         f"for ({kind} {i} = {k}; {i} > 0; --{i})", f"for ({kind} {i} = l; {i} < l + {k}; ++{i})",
                         f"for ({kind} {i} = l; {i} != l + {k}; ++{i})", f"for ({kind} {i} = 1; {i} < {1 << k}; {i} *= 2)",
                         f"for ({kind} {i} = l * 2; {i} < l * 2 + {2 * k}; {i} += 2)")

    def number(self, most):
        """A variable that holds a number from 0 to `most`, the same for the group."""
        name, kind = self.name("c"), self.random.choice(COUNTERS)
        step = self.random.randint(1, 2)
        form = self.random.randrange(7)
        if form == 0:
            self.emit(f"{kind} {name} = {self.random.randint(0, most)};")
        elif form == 1:
            self.emit(f"{kind} {name} = {self.random.choice(self.uniform)};")
        elif form == 2:
            self.emit(f"{kind} {name} = {self.pick('0', '1', 'n')};")
            self.emit(f"{self.trips()} {name} += {step};")
        elif form == 3:
            self.emit(f"{kind} {name} = 0;")
            self.emit(f"{self.trips()} {name} = {self.random.randint(0, most)};")
        elif form == 4:
            until = self.pick("n", "2", "(m & 3)") if not self.slip(2) else "l"
            self.emit(f"{kind} {name} = 0;")
            self.emit(f"while (1) {{ if ({name} >= {until}) break; ++{name}; }}")
        elif form == 5:
            old = self.name("q")
            self.emit(f"{kind} {name} = 1, {old} = 0;")
            self.emit(f"{self.trips()} {{ {kind} s = {name}; {name} = {old}; {old} = s; }}")
        else:
            who = self.pick("l", "(l + 1)", "gid")
            self.emit(f"{kind} {name} = {self.pick(f'{who} - {who}', f'{who} / 64', f'({who} ^ {who})', f'{who} * 0', f'({who} + 256) >> 8')};")
        bounded = self.pick(f"min((int){name}, {most})", f"((uint){name} % {most + 1}u)", f"clamp((int){name}, 0, {most})")
        return bounded if not self.slip() else f"(uint){name}"

    def length(self):
        return self.number(self.size) if self.chance(0.6) else str(self.random.randint(0, self.size))

    def place(self, base, room):
        """Returns a pointer into `base`, formed by an index or by stepping; at least `room` elements
        follow."""
        last = max(0, room)
        form = self.random.randrange(5)
        if form < 2:
            return f"{base} + {self.random.randint(0, last)}"
        if form == 2:
            return f"&({base})[{self.number(last)}]"
        name = self.name("p")
        space = "__local" if base.startswith("t") else "__global"
        self.emit(f"{space} {self.kind} *{name} = {base};")
        if form == 3:
            self.emit(f"{self.trips()} {name} += {self.random.randint(1, 2)};")
        else:
            self.emit(f"{name} = {name} + {self.number(last)};")
        return name

    # --- copies
    def copy(self, tile, event, into):
        """Returns only the call, an expression of type event_t."""
        near = self.place(tile, self.slots - 2 * self.size)
        far = self.place(f"g + grp * {4 * self.slots}", 2 * self.size) if not self.slip() else "g"
        length = self.length()
        to, source = (near, far) if into else (far, near)
        if self.chance(0.25):
            stride = self.number(2) if self.chance(0.5) else self.pick("1", "2", "n + 1")
            return f"async_work_group_strided_copy({to}, {source}, {length}, {stride}, {event})"
        return f"async_work_group_copy({to}, {source}, {length}, {event})"

    def wait(self, events):
        if self.slip():
            return
        if len(events) == 1:
            self.emit(f"wait_group_events(1, {'&' if '[' in events[0] or events[0][0] == 'e' else ''}{events[0]});")
            return
        name, kept = self.name("w"), list(events)
        self.random.shuffle(kept)
        if self.slip():
            kept[0] = kept[-1]
        self.emit(f"event_t {name}[{len(kept)}];")
        for number, event in enumerate(kept):
            self.emit(f"{name}[{number}] = {event};")
        self.emit(f"wait_group_events({len(kept)}, {name});")

    def touch(self, tile):
        who = self.pick("l", f"({self.size - 1} - l)", f"((l + 1) % {self.size})", "0")
        self.emit(self.pick(f"v += (int){self.scalar(f'{tile}[{who}]')};", f"v ^= (int){self.scalar(f'{tile}[{who}]')};"))

    def prepare(self, tile, into):
        """The source of the copy is written before the copy."""
        if into or self.chance(0.3):
            return
        self.emit(f"{self.scalar(f'{tile}[l]')} = v;")
        if not self.slip():
            self.emit(BARRIER)

    def single(self):
        tile, event, into = self.random.choice(self.tiles), self.name("e"), self.chance(0.6)
        self.prepare(tile, into)
        self.emit(f"event_t {event} = {self.copy(tile, '0', into)};")
        if self.slip():
            self.touch(tile)
        self.wait([event])
        if into:
            self.touch(tile)

    def chained(self):
        """Several copies share one event, which each copy passes to the next."""
        event, into = self.name("e"), self.chance(0.7)
        tiles = self.random.sample(self.tiles, min(len(self.tiles), self.random.randint(1, 3)))
        for tile in tiles:
            self.prepare(tile, into)
        first = self.copy(tiles[0], "0", into)
        self.emit(f"event_t {event} = {first};")
        earlier = event
        for tile in tiles[1:]:
            call = self.copy(tile, earlier if not self.slip() else "0", into)
            if self.chance(0.2):
                call = f"({self.uniform_condition()}) ? {call} : {earlier}"
            if self.chance(0.5):
                self.emit(f"{event} = {call};")
            else:
                later = self.name("e")
                self.emit(f"event_t {later} = {call};")
                if self.chance(0.6):
                    earlier = later
        self.wait([earlier if self.chance(0.7) else event])
        if into:
            self.touch(self.random.choice(tiles))

    def uniform_condition(self):
        return self.pick("n > 1", "m < 2", "grp == 0", "n & 1", "(m & 3) > 1") if not self.slip() else self.pick("l < 1", "v > 2")

    def array(self):
        """Copies in a loop, with separate events or with one event for all."""
        events, i, into = self.name("ev"), self.name("i"), self.chance(0.6)
        tile = self.random.choice(self.tiles)
        most, kind = self.random.randint(2, 3), self.random.choice(COUNTERS)
        self.prepare(tile, into)
        part = self.random.randint(1, self.size)
        near, far = f"{tile} + {i} * {self.size if not self.slip() else part - 1}", f"g + grp * {4 * self.slots} + {i} * {self.size}"
        to, source = (near, far) if into else (far, near)
        shared = self.chance(0.4)
        if shared:
            self.emit(f"event_t {events} = 0;")
            self.emit(f"for ({kind} {i} = 0; {i} < {most}; ++{i})")
            self.emit(f"  {events} = async_work_group_copy({to}, {source}, {part}, {events});")
            self.wait([events]) if self.chance(0.9) else self.emit(f"for ({kind} {i} = 0; {i} < {most}; ++{i}) wait_group_events(1, &{events});")
        else:
            handed = self.pick("0", "0", "0", f"{i} > 0 ? {events}[0] : none")
            self.emit(f"event_t {events}[{most}];")
            self.emit(f"for ({kind} {i} = 0; {i} < {most}; ++{i})")
            self.emit(f"  {events}[{i}] = async_work_group_copy({to}, {source}, {part}, {handed});")
            form = self.random.randrange(4)
            count = most - (1 if self.slip() else 0)
            if form < 2:
                self.emit(f"wait_group_events({count}, {events});")
            elif form == 2:
                self.emit(f"for ({kind} {i} = 0; {i} < {count}; ++{i}) wait_group_events(1, {events} + {i});")
            else:
                self.emit(f"for ({kind} {i} = {most}; {i} > {most - count}; --{i}) wait_group_events(1, &{events}[{i} - 1]);")
        if into:
            self.touch(tile)

    def buffered(self):
        """Two alternating tiles: one is filled while the other is read."""
        if len(self.tiles) < 2:
            return self.single()
        a, b = self.random.sample(self.tiles, 2)
        i, kind, most = self.name("i"), self.random.choice(COUNTERS), self.random.randint(2, 3)
        one, two, keep = self.name("e"), self.name("e"), self.name("k")
        self.emit(f"event_t {one} = async_work_group_copy({a}, g + grp * {4 * self.slots}, {self.size}, 0), {two} = 0;")
        self.emit(f"for ({kind} {i} = 0; {i} < {most}; ++{i}) {{")
        self.depth += 1
        reads, fills = (a, b) if self.chance(0.3) else (f"({i} & 1 ? {b} : {a})", f"({i} & 1 ? {a} : {b})")
        last = f"if ({i} + 1 < {most}) " if not self.slip() else ""
        self.emit(f"{last}{two} = async_work_group_copy({fills}, g + grp * {4 * self.slots} + ({i} + 1) * {self.size}, {self.size}, 0);")
        self.wait([one])
        self.emit(f"v += (int){self.scalar(f'{reads}[l]')};")
        if not self.slip():
            self.emit(BARRIER)
        self.emit(self.pick(f"{one} = {two};", f"{{ event_t {keep} = {one}; {one} = {two}; {two} = {keep}; }}"))
        self.depth -= 1
        self.emit("}")
        return None

    def conditional(self):
        """A copy that only some launches or iterations make."""
        tile, event = self.random.choice(self.tiles), self.name("e")
        condition = self.uniform_condition()
        self.emit(f"event_t {event} = 0;")
        call = self.copy(tile, self.pick("0", event), True)
        self.emit(f"if ({condition}) {event} = {call};")
        if self.chance(0.3):
            again = self.copy(tile, event, True) if self.slip(3) else self.copy(self.random.choice(self.tiles), event, True)
            self.emit(f"{event} = {again};")
        if self.chance(0.6):
            self.emit(f"if ({condition}) wait_group_events(1, &{event});")
        else:
            self.wait([event])
        self.touch(tile)

    def crowd(self):
        """Copies in flight together, with one wait for all of them."""
        if len(self.tiles) < 2:
            return self.chained()
        events = []
        for tile in self.random.sample(self.tiles, 2):
            event = self.name("e")
            handed = self.pick("0", "0", events[0]) if events else "0"
            self.emit(f"event_t {event} = {self.copy(tile, handed, True)};")
            events.append(event)
        self.wait(events)
        for tile in self.tiles[:2]:
            self.touch(tile)
        return None

    def stages(self):
        return (self.single, self.chained, self.chained, self.array, self.array, self.buffered, self.conditional, self.crowd)

    def make(self):
        stages = self.stages()
        for number in range(self.random.randint(1, 3)):
            if number and not self.slip():
                self.emit(BARRIER)
            self.random.choice(stages)()
        total = 4 * self.slots * self.count
        given = [f"--local-size {self.size} --num-groups {self.count} --arg n={self.random.randint(0, 4)}"]
        given += [f"--arg m={self.random.randint(-2, 4)}"] if self.chance(0.7) else []
        given += [f"--buffer g={total * SIZES[self.kind]} --buffer out={4 * self.size * self.count}"]
        given += [f'--build-options "-cl-std={self.pick("CL1.0", "CL1.1", "CL2.0", "CL3.0")}"'] if self.chance(0.3) else []
        who = self.random.choice(COUNTERS)
        setup = [f"__local {self.kind} {tile}[{self.slots}];" for tile in self.tiles]
        setup += [f"{who} l = get_local_id(0), grp = get_group_id(0), gid = get_global_id(0);",
                  f"int v = {self.pick('0', 'l', 'n')};", "event_t none = 0;"]
        body = "\n".join(["  " + line for line in setup] + self.lines)
        return (f"// launch: {' '.join(given)}\n// about: asynchronous copies, generated from seed {self.seed}\n\n"
                f"__kernel void k(__global {self.kind} *g, __global int *out, int n, int m) {{\n{body}\n  out[gid] = v;\n}}\n")


class Carried(Copies):
    """Copies for which the wait is in another iteration or after the loop."""

    def __init__(self, seed, slip=0.035):
        super().__init__(seed, 2 * slip)
        self.random.seed(f"carried {seed}")

    def stages(self):
        return (self.carried, self.carried, self.left_early, self.single)

    def far(self, part):
        return f"g + grp * {4 * self.slots} + ({part}) * {self.size}"

    def begin(self, tile, part, event):
        call = f"async_work_group_copy({tile}, {self.far(part)}, {self.size}, 0)"
        return f"{event} = {call};"

    def carried(self):
        tile, event, i = self.random.choice(self.tiles), self.name("e"), self.name("i")
        most, kind = self.pick("2", "3", "n", "(m & 3)"), self.random.choice(COUNTERS)
        halves = self.chance(0.6)
        half = (lambda part: f"{tile} + (({part}) & 1) * {self.size}") if halves else (lambda part: tile)
        is_begun = self.chance(0.8)
        self.emit(f"event_t {event} = 0;")
        if is_begun:
            self.emit(self.begin(half("0"), "0", event))
        self.emit(f"for ({kind} {i} = 0; {i} < {most}; ++{i}) {{")
        self.depth += 1
        if self.chance(0.2):
            self.emit("v += 1;")
        if self.slip():
            self.touch(tile)
        self.wait([event])
        if self.chance(0.5):
            self.emit(BARRIER)
        only = f"if ({i} + 1 < {most}) " if self.chance(0.4) else ""
        following = only + self.begin(half(f"{i} + 1") if not self.slip() else half(i), f"{i} + 1", event)
        who = self.pick("l", f"{self.size - 1} - l")
        read = f"v += (int){self.scalar(f'({half(i)})[{who}]')};"
        if halves:
            self.emit(following)
            self.emit(read)
            if not self.slip(2):
                self.emit(BARRIER)
        else:
            self.emit(read)
            if not self.slip(2):
                self.emit(BARRIER)
            self.emit(following)
        self.depth -= 1
        self.emit("}")
        if self.slip():
            self.touch(tile)
        self.wait([event])
        if self.chance(0.5):
            self.touch(tile)

    def left_early(self):
        tile, event, i = self.random.choice(self.tiles), self.name("e"), self.name("i")
        self.emit(f"event_t {event} = 0;")
        self.emit(f"for (int {i} = 0; {i} < {self.random.randint(1, 3)}; ++{i}) {{")
        self.depth += 1
        self.emit(self.begin(tile, i, event))
        self.emit(f"if ({self.uniform_condition()}) break;")
        self.wait([event])
        if self.chance(0.5):
            self.touch(tile)
            if not self.slip():
                self.emit(BARRIER)
        self.depth -= 1
        self.emit("}")
        if self.slip():
            self.touch(tile)
        self.wait([event])
        self.touch(tile)
