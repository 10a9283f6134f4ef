#!/usr/bin/env python3
"""Writes random well-typed OpenCL kernels, each with a launch that the oracle can judge exhaustively.

Each array has an owner scheme: a work-item owns some of its elements. Accesses keep to it, and barriers
part phases of owning from phases of sharing, but for occasional slips: about half of the kernels are clean.
The same seed gives the same kernel.
"""

import argparse
import pathlib
import random
import re

import generate_contracts
import generate_copies
import generate_counters
import generate_exits
import generate_flags
import generate_floats
import generate_followed
import generate_flow
import generate_groups
import generate_images
import generate_last_group
import generate_loops
import generate_mixed
import generate_optional
import generate_places
import generate_pointers
import generate_searches
import generate_sub_groups
import generate_tables
import generate_values
import generate_warps
from draws import Draws

TYPES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8, "ulong": 8,
         "int2": 8, "int4": 16, "uchar4": 4, "short2": 4}
VECTORS = {"int2": ("int", 2), "int4": ("int", 4), "uchar4": ("uchar", 4), "short2": ("short", 2)}
PAIR = "typedef struct { uchar tag; int value; short rest; } Pair;\n"  # 12 bytes, 4 of them padding
# percentages of the kinds, if all are requested
SHARES = {"accesses": 16, "mixed": 18, "flow": 12, "loops": 8, "values": 6, "floats": 4, "followed": 6, "copies": 8, "groups": 8, "pointers": 8, "images": 6}
# the last twelve only on request; contracts for modular mode
KINDS = ("all", *SHARES, "contracts", "counters", "carried", "searches", "optional", "places", "sub_groups", "exits", "warps", "tables", "last_group", "flags")
CUDA = {"warps"}  # kinds in CUDA C++
PACKED = {"tag": "uchar", "value": "int", "rest": "short"}


class Array:
    def __init__(self, name, space, element, slots, items, scheme):
        self.name, self.space, self.element, self.slots = name, space, element, slots
        self.items, self.scheme = items, scheme
        self.shared = False  # in a phase in which work-items read what others own
        self.touched = False  # written since the last barrier that orders it

    @property
    def elements(self):
        return self.slots * self.items

    @property
    def bytes(self):
        return self.elements * (12 if self.element == "Pair" else TYPES[self.element])


class Variable:
    def __init__(self, name, uniform, bound=None, writable=True):
        self.name, self.uniform, self.bound, self.writable = name, uniform, bound, writable


class Generator(Draws):
    def __init__(self, seed, slip=0.035):
        super().__init__(seed, slip)
        self.seed = seed
        self.helpers = []
        self.variables = []
        self.budget = self.random.randint(4, 11)
        self.uses_pair = False

    # --- launch
    def choose_launch(self):
        shapes = [((8,), (1,)), ((4,), (2,)), ((4,), (1,)), ((2,), (4,)), ((3,), (2,)), ((8,), (2,)), ((5,), (1,)),
                  ((2, 2), (1, 1)), ((4, 2), (1, 1)), ((2, 2), (2, 1)), ((2, 4), (1, 2)), ((2, 3), (1, 1)),
                  ((2, 2, 2), (1, 1, 1)), ((2, 1, 2), (1, 2, 1))]
        self.local, self.groups = self.random.choice(shapes[:8] if self.chance(0.65) else shapes)
        self.dimensions = len(self.local)
        self.offset = tuple(self.pick(0, 3, 8) for _ in self.local) if self.chance(0.06) else None
        self.group_items = 1
        self.group_count = 1
        for size in self.local:
            self.group_items *= size
        for count in self.groups:
            self.group_count *= count
        self.items = self.group_items * self.group_count

    def identities(self):
        """Declares lid, group and gid as numbers of the work-item, the group, and the work-item in the launch."""
        kind = self.pick("int", "int", "uint", "size_t", "ushort", "uchar")
        self.id_type = kind
        lid, group = "get_local_id(0)", "get_group_id(0)"
        for d in range(1, self.dimensions):
            size = str(self.local[d]) if self.chance(0.5) else f"get_local_size({d})"
            lid = f"({lid}) * {size} + get_local_id({d})"
            group = f"({group}) * get_num_groups({d}) + get_group_id({d})"
        self.emit(f"{kind} lid = {lid};")
        self.emit(f"{kind} grp = {group};")
        plain = self.dimensions == 1 and self.offset is None
        if plain and self.chance(0.6):
            self.emit(f"{kind} gid = get_global_id(0);")
        elif self.dimensions == 1 and self.chance(0.5):
            self.emit(f"{kind} gid = get_global_id(0) - get_global_offset(0);")
        else:
            self.emit(f"{kind} gid = grp * {self.group_items} + lid;")

    # --- expressions
    def uniform_value(self):
        names = [v.name for v in self.variables if v.uniform]
        choices = ["n", str(self.random.randint(0, 5)), "(int)grp", "m"] + names * 2
        return self.random.choice(choices)

    def any_value(self, deep=0):
        names = [v.name for v in self.variables]
        choices = [self.uniform_value, lambda: self.pick("(int)lid", "(int)gid"), lambda: str(self.random.randint(-3, 9))]
        if names:
            choices += [lambda: self.random.choice(names)] * 2
        if deep < 2:
            choices.append(lambda: self.combination(deep))
        return self.random.choice(choices)()

    def combination(self, deep):
        a, b = self.any_value(deep + 1), self.any_value(deep + 1)
        form = self.pick("({a} + {b})", "({a} - {b})", "({a} * {b})", "({a} ^ {b})", "({a} & {b})", "({a} >> 1)",
                         "({a} << 1)", "((uint)({a}) % 3u)", "(({a}) < ({b}) ? {a} : {b})", "(int)(uchar)({a})",
                         "(int)(short)({a})", "min((int)({a}), (int)({b}))", "({a} | 1)", "abs((int)({a}))")
        return form.format(a=a, b=b)

    def uniform_condition(self):
        a = self.uniform_value()
        return self.pick(f"{a} > {self.random.randint(0, 4)}", f"({a} & 1) == 0", f"{a} != {self.random.randint(0, 4)}",
                         f"{a} == {self.uniform_value()}", f"(uint)({a}) < {self.random.randint(1, 5)}u",
                         f"{a} > 1 && {self.uniform_value()} < 5", f"{a} == 2 || {self.uniform_value()} == 0")

    def varying_condition(self):
        k = self.random.randint(0, self.group_items)
        return self.pick(f"lid < {k}", f"lid == {k}", f"(lid & 1) == {self.pick(0, 1)}", f"gid > {k}", f"lid != {k}",
                         f"(gid & 2) != 0", f"lid >= {k} && lid < {k + 2}", f"lid + 1 < {self.group_items}",
                         f"{self.any_value()} > (int)lid", f"(gid ^ lid) & 1", f"lid == 0 || lid == {k}")

    def slot(self, slots):
        """Chooses among the elements that a work-item owns."""
        if slots == 1:
            return "0"
        fitting = [v.name for v in self.variables if v.bound is not None and v.bound <= slots]
        if fitting and self.chance(0.7):
            return self.random.choice(fitting)
        if self.slip():
            return self.any_value()
        if slots in (2, 4) and self.chance(0.4):
            return f"(({self.any_value()}) & {slots - 1})"
        if self.chance(0.2):
            return f"((uint)({self.any_value()}) % {slots}u)"
        return str(self.random.randint(0, slots - 1))

    def owned(self, array):
        """Returns an index of an element that the work-item owns, or an index close to it."""
        items, slots = array.items, array.slots
        who = "lid" if array.space == "local" else "gid"
        if self.slip():
            who = self.pick("lid", f"({who} / 2)", f"({who} + 1)", f"({who} & 1)", f"({who} - 1)", "grp", f"({who} >> 1)",
                            f"({who} * 2)", f"({who} ^ 1)", f"(({who} + 1) % {items})", "gid", f"({who} * {who})",
                            f"abs((int){who} - 2)", f"({who} % 3)")
        if array.scheme.startswith("xor"):
            who = f"({who} ^ {array.scheme[3:]})"
        elif array.scheme == "reversed":
            who = f"({items - 1} - {who})"
        elif array.scheme == "rotated":
            who = f"(({who} + 1) % {items})"
        elif array.scheme == "odd":
            who = f"(({who} * 3) & {items - 1})"
        slot = self.slot(slots)
        if slots == 1 and slot == "0":
            text = who
        elif array.scheme.endswith("strided"):
            text = f"({slot}) * {items} + {who}"
        else:
            text = f"{who} * {slots} + {slot}" if not slot.startswith("(") or self.chance(0.5) else f"{slot} + {slots} * {who}"
        if self.slip(0.7):
            text = self.pick(f"{text} + 1", f"({text}) - 1", f"({text}) / 2", f"({text}) ^ 1", f"({text}) + n", f"(uchar)({text})")
        return text

    def shared_index(self, array):
        """Returns an index of any element; in global memory, an element of the work-item's own group."""
        count = array.elements if array.space == "local" else self.group_items * array.slots
        inside = self.pick(f"(uint)({self.any_value()}) % {count}u", f"((lid + 1) % {self.group_items}) * {array.slots}",
                           str(self.random.randint(0, count - 1)), f"({self.group_items - 1} - lid) * {array.slots}",
                           f"(lid > 0 ? lid - 1 : lid)", "lid")
        if array.space == "local":
            return inside
        return f"grp * {count} + {inside}"

    # --- memory
    def lvalue(self, array, index):
        if array.element in VECTORS and self.chance(0.7):
            return f"{array.name}[{index}].s{self.random.randrange(VECTORS[array.element][1])}"
        if array.element == "Pair":
            return f"{array.name}[{index}].{self.random.choice(list(PACKED))}"
        return f"{array.name}[{index}]"

    def is_scalar(self, place, array):
        return "]." in place or (array.element not in VECTORS and array.element != "Pair")

    def own_write(self, divergent):
        array = self.random.choice(self.arrays)
        if array.shared and not divergent:
            self.part(array)
        elif array.shared and not self.slip():
            return self.assign()
        place = self.lvalue(array, self.owned(array))
        value = self.any_value()
        if not self.is_scalar(place, array):
            value = f"({array.element})({value})"
        array.touched = True
        condition = ""
        if self.chance(0.15):
            condition = f"if ({self.varying_condition()}) "
        if self.is_scalar(place, array) and self.chance(0.2):
            self.emit(f"{condition}{place} {self.pick('+=', '^=', '-=', '|=')} {value};")
        else:
            self.emit(f"{condition}{place} = {value};")

    def read(self, divergent):
        array = self.random.choice(self.arrays)
        sharing = self.chance(0.45)
        if sharing and (array.touched or not array.shared):
            if divergent:
                sharing = self.slip()
            else:
                self.part(array)
                array.shared = True
        index = self.shared_index(array) if sharing else self.owned(array)
        place = self.lvalue(array, index)
        if not self.is_scalar(place, array):
            place += ".s0"
        self.declare(f"(int){place}", False)

    def declare(self, value, uniform, bound=None):
        name = self.name("x")
        self.emit(f"int {name} = {value};")
        self.variables.append(Variable(name, uniform, bound))

    def part(self, array):
        """A barrier after which the array may change its phase."""
        if not self.slip():
            self.barrier(array.space)
        array.shared = False
        array.touched = False

    def barrier(self, space):
        if self.slip(0.7):
            space = "global" if space == "local" else "local"
        both = self.chance(0.3)
        fence = {"local": "CLK_LOCAL_MEM_FENCE", "global": "CLK_GLOBAL_MEM_FENCE"}[space]
        if both:
            fence = "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
        call = f"{self.pick('barrier', 'barrier', 'work_group_barrier') if self.version2 else 'barrier'}({fence});"
        if self.slip(0.5):
            call = f"if ({self.varying_condition()}) {call}"
        elif self.chance(0.04):
            call = f"if ({self.uniform_condition()}) {call}"
        self.emit(call)
        for array in self.arrays:
            if both or array.space == space:
                array.touched = False

    # --- statements
    def assign(self, divergent=True):
        mine = [v for v in self.variables if v.writable and v.bound is None]
        if mine and self.chance(0.6):
            variable = self.random.choice(mine)
            uniform = variable.uniform and not divergent and self.chance(0.7)
            value = self.uniform_value() if uniform else self.any_value()
            variable.uniform = uniform
            self.emit(f"{variable.name} {self.pick('=', '+=', '^=', '-=')} {value};")
        elif self.chance(0.4):
            self.declare(self.uniform_value(), True)
        else:
            self.declare(self.any_value(), False)

    def swap(self):
        mine = [v for v in self.variables if v.writable and v.bound is None]
        if len(mine) < 2:
            return self.assign()
        a, b = self.random.sample(mine, 2)
        a.uniform = b.uniform = a.uniform and b.uniform
        keep = self.name("keep")
        self.emit(f"{{ int {keep} = {a.name}; {a.name} = {b.name}; {b.name} = {keep}; }}")

    def atomic(self):
        array = self.random.choice(self.counters) if self.counters else None
        if array is None:
            return self.assign()
        index = self.pick("0", "lid & 3", "gid & 3", f"(uint)({self.any_value()}) & 3u")
        if self.slip():
            self.emit(f"{array.name}[{index}] += 1;")
        elif self.chance(0.3):
            name = self.name("old")
            self.emit(f"int {name} = atomic_add(&{array.name}[{index}], {self.any_value()});")
            self.variables.append(Variable(name, False))
        else:
            self.emit(self.pick("atomic_inc(&{0});", "atomic_add(&{0}, (int)lid);", "atomic_max(&{0}, (int)gid);",
                                "atomic_xchg(&{0}, (int)lid);", "atomic_cmpxchg(&{0}, 0, (int)gid);")
                      .format(f"{array.name}[{index}]"))

    def private_array(self):
        name = self.name("own")
        size = self.pick(2, 4)
        self.emit(f"int {name}[{size}] = {{{self.any_value()}, {self.any_value()}}};")
        loop = self.name("p")
        self.emit(f"for (int {loop} = 0; {loop} < {size}; ++{loop}) {name}[{loop}] = {loop} + {self.any_value()};")
        self.declare(f"{name}[{self.any_value()} & {size - 1}]", False)

    def helper(self, divergent):
        name = self.name("help")
        array = self.random.choice([a for a in self.arrays if a.element in ("int", "uint", "short", "uchar")] or [None])
        form = self.random.randrange(4)
        if form == 0 or array is None or (array.shared and not self.slip()):
            early = self.pick("if (a == b) return 0;", "if (a > 3) return a - b;", "for (int i = 0; i < 3; ++i) if (i == a) return b;",
                              "if (a < 0) return -a;", "while (a > 1) { a >>= 1; if (a == b) return a; }")
            self.helpers.append(f"int {name}(int a, int b) {{ {early} return a {self.pick('+', '^', '*')} b; }}")
            self.declare(f"{name}({self.any_value()}, {self.any_value()})", False)
            return
        space = f"__{array.space}"
        guard = self.pick("", "if (value == 3) return;", "if (value < 0) return;", "if (i & 1) return;")
        body = self.pick("p[i] = value;", "p[i] += value;", "{0} *q = p + i; *q = value;".format(f"{space} {array.element}"))
        self.helpers.append(f"void {name}({space} {array.element} *p, int i, int value) {{ {guard} {body} }}")
        array.touched = True
        self.emit(f"{name}({array.name}, {self.owned(array)}, {self.any_value()});")

    def vector_store(self, divergent):
        wide = [a for a in self.arrays if a.element in ("int", "uchar") and a.slots == 4 and a.scheme == "blocked"]
        if not wide:
            return self.own_write(divergent)
        array = self.random.choice(wide)
        if array.shared and (divergent or not self.slip()):
            return self.assign()
        who = "lid" if array.space == "local" else "gid"
        array.touched = True
        if self.slip(2):
            who = self.pick(f"{who} / 2", f"({who} + 1)", "0")
        if self.chance(0.3):
            self.emit(f"vstore2(({array.element}2)({self.any_value()}), {who} * 2 + {self.slot(2)}, {array.name});")
        elif self.chance(0.3):
            self.emit(f"vstore3(({array.element}3)({self.any_value()}), 0, {array.name} + {who} * 4 + {self.pick(0, 1)});")
        else:
            self.emit(f"vstore4(({array.element}4)({self.any_value()}), {who}, {array.name});")

    def branch(self, divergent, level):
        uniform = self.chance(0.45)
        condition = self.uniform_condition() if uniform else self.varying_condition()
        inner = divergent or not uniform
        before = len(self.variables)
        states = [(a.shared, a.touched) for a in self.arrays]
        self.emit(f"if ({condition}) {{")
        self.block(inner, level + 1)
        del self.variables[before:]
        after = [(a.shared, a.touched) for a in self.arrays]
        if self.chance(0.35):
            self.emit("} else {")
            for array, state in zip(self.arrays, states):
                array.shared, array.touched = state
            self.block(inner, level + 1)
            del self.variables[before:]
        self.emit("}")
        if inner:
            for variable in self.variables:
                if variable.bound is None:
                    variable.uniform = False
        for array, state, other in zip(self.arrays, states, after):
            array.shared = array.shared or state[0] or other[0]
            array.touched = array.touched or state[1] or other[1]

    def loop_head(self, level):
        """Returns the opening, the closing, the counter, its bound if it counts from 0, and whether its
        counting is uniform."""
        i = self.name("i")
        t = self.pick(2, 2, 3, 4)
        kind = self.pick("int", "int", "uint", "uchar", "short", "long", "char", "ushort")
        down = kind if kind in ("int", "short", "long", "char") else "int"
        n = self.random.randint(1, 5)
        forms = [
            (f"for ({kind} {i} = 0; {i} < {t}; ++{i}) {{", "}", t, True),
            (f"for ({kind} {i} = 0; {i} < {t}; ++{i}) {{", "}", t, True),
            (f"for ({kind} {i} = 0; {i} <= {t - 1}; {i} += 1) {{", "}", t, True),
            (f"for ({down} {i} = {t - 1}; {i} >= 0; --{i}) {{", "}", t, True),
            (f"for ({down} {i} = {t}; {i}-- > 0;) {{", "}", t, True),
            (f"for (uint {i} = {t - 1}; {i} < {t}u; --{i}) {{", "}", t, True),
            (f"for (uchar {i} = {t - 1}; {i} < {t}; --{i}) {{", "}", t, True),
            (f"for ({kind} {i} = 0; {i} != {t}; ++{i}) {{", "}", t, True),
            (f"{kind} {i} = 0; do {{", f"}} while (++{i} < {t});", t, True),
            (f"{kind} {i} = 0; while ({i} < {t}) {{", f"++{i}; }}", t, True),
            (f"{kind} {i} = 0; while (1) {{ if ({i} >= {t}) break;", f"++{i}; }}", t, True),
            (f"for (int {i} = 1; {i} < {1 << t}; {i} *= 2) {{", "}", None, True),
            (f"for ({kind} {i} = 1; {i} < {1 << t}; {i} <<= 1) {{", "}", None, True),
            (f"for ({kind} {i} = {1 << (t - 1)}; {i} > 0; {i} >>= 1) {{", "}", None, True),
            (f"for (int {i} = {self.group_items}; {i} > 0; {i} /= 2) {{", "}", None, True),
            (f"for ({kind} {i} = 0; {i} < {t * 3}; {i} += 3) {{", "}", None, True),
            (f"for (uchar {i} = {256 - n}; {i} != {n}; ++{i}) {{", "}", None, True),
            (f"for (uchar {i} = 1; {i} != 0; {i} *= {self.pick(2, 4, 6)}) {{", "}", None, True),
            (f"for (char {i} = {128 - n}; {i} > 0; ++{i}) {{", "}", None, True),
            (f"for (short {i} = {32768 - n}; {i} > 0; {i} += {self.pick(1, 2, 3)}) {{", "}", None, True),
            (f"for (uint {i} = -{n}; {i} != 2; ++{i}) {{", "}", None, True),
            (f"for (uint {i} = -{n}; {i} > 5; {i} += {self.pick(1, 2)}) {{", "}", None, True),
            (f"for (uchar {i} = {n}; {i} < 200; {i} += {self.pick(70, 90, 60)}) {{", "}", None, True),
            (f"for (int {i} = 0; {i} < n; ++{i}) {{", "}", None, True),
            (f"for (int {i} = 0; {i} < n && {i} < {t}; ++{i}) {{", "}", t, True),
            (f"for (int {i} = n; {i} > 0; {i} -= {self.pick(1, 2)}) {{", "}", None, True),
            (f"for (int {i} = 0; {i} < min((int)lid, {t}); ++{i}) {{", "}", t, False),
            (f"for (int {i} = (int)lid; {i} < {self.group_items + n}; {i} += {self.group_items}) {{", "}", None, False),
            (f"for ({self.id_type} {i} = lid; {i} > 0; {i} {self.pick('-= 1', '/= 2', '>>= 1')}) {{", "}", None, False),
            (f"for (uchar {i} = lid; {i} < 150; {i} += {self.pick(60, 100)}) {{", "}", None, False),
            (f"for (int {i} = 0; {i} < {t} && {i} != (int)lid; ++{i}) {{", "}", t, False),
            (f"for (int {i} = 0; {i} < (lid & 1) + 1; ++{i}) {{", "}", 2, False),
        ]
        outer = [v for v in self.variables if v.bound is not None and v.uniform]
        if outer:
            o = self.random.choice(outer)
            forms.append((f"for (int {i} = 0; {i} <= {o.name}; ++{i}) {{", "}", o.bound, True))
            forms.append((f"for (int {i} = {o.name}; {i} < {o.bound}; ++{i}) {{", "}", o.bound, True))
        head, tail, bound, uniform = self.random.choice(forms[26:] if self.chance(0.12) else forms[:26] + forms[32:])
        return head, tail, Variable(i, uniform, bound, False), t

    def loop(self, divergent, level):
        carried = [self.name("w") for _ in range(self.random.randint(0, 2))]
        for name in carried:
            self.emit(f"{self.pick('int', 'int', 'uint')} {name} = {self.pick('0', '1', '(int)lid', 'n', '(int)gid', '7')};")
        names = [Variable(name, False) for name in carried]
        self.variables += names
        head, tail, counter, _ = self.loop_head(level)
        inner = divergent or not counter.uniform
        before = len(self.variables)
        # A variable that the loop carries may change in it.
        for variable in self.variables:
            if variable.bound is None:
                variable.uniform = False
        for array in self.arrays:
            if not divergent and array.shared:
                self.part(array)
        self.emit(head)
        self.variables.append(counter)
        whole = tail == "}"  # `continue` is safe
        if self.chance(0.15) and whole and not inner:
            self.depth += 1
            self.emit(f"if ({self.uniform_condition()}) continue;")
            self.depth -= 1
        self.block(inner, level + 1)
        self.depth += 1
        leaves = False
        if self.chance(0.15):
            condition = self.varying_condition() if inner or self.slip(2) else self.uniform_condition()
            leaves = self.chance(0.3)
            self.emit(f"if ({condition}) {self.pick('break;', 'break;', '{ break; }')}")
            if leaves:
                self.block(inner, level + 1)
        if not inner:
            for array in self.arrays:
                if array.shared and self.chance(0.97):
                    self.part(array)
        for name in carried:
            step = self.pick(f"{name} += {self.random.randint(1, 3)};", f"{name} = {self.random.randint(1, 7)} - {name};",
                             f"{name} ^= {self.random.randint(1, 3)};", f"{name} <<= 1;", f"{name} >>= 1;", f"{name} -= 1;",
                             f"{name} += n;", f"{name} = ({name} + 1) % 3;", f"{name} += {counter.name};", f"{name} /= 2;",
                             f"{name} = (uchar)({name} + 100);", f"if ({self.varying_condition()}) ++{name};",
                             f"if ({self.uniform_condition()}) {name} += 2;", f"{name} = {name} * 2 + 1;")
            self.emit(step)
        if len(carried) == 2 and self.chance(0.4):
            keep = self.name("keep")
            self.emit(f"{{ int {keep} = {carried[0]}; {carried[0]} = {carried[1]}; {carried[1]} = {keep}; }}")
        self.depth -= 1
        del self.variables[before:]
        self.emit(tail)

    def early_return(self, divergent, level):
        condition = self.varying_condition()
        if self.later_barrier and not self.slip(2):
            condition = self.uniform_condition()
        self.emit(f"if ({condition}) return;")

    def exchange(self):
        """A tile: each work-item writes its own element, passes a barrier and reads another element."""
        local = [a for a in self.arrays if a.space == "local"]
        if not local:
            return self.assign()
        array = self.random.choice(local)
        if array.shared:
            self.part(array)
        place = self.lvalue(array, self.owned(array))
        value = self.any_value() if self.is_scalar(place, array) else f"({array.element})({self.any_value()})"
        self.emit(f"{place} = {value};")
        self.part(array)
        array.shared = True
        place = self.lvalue(array, self.shared_index(array))
        if not self.is_scalar(place, array):
            place += ".s0"
        self.declare(f"(int){place}", False)

    def reduction(self):
        local = [a for a in self.arrays if a.space == "local" and a.element in ("int", "uint", "uchar", "short", "long")
                 and a.slots == 1 and a.scheme == "blocked"]
        if not local or self.group_items not in (2, 4, 8):
            return self.assign()
        array = self.random.choice(local)
        self.part(array)
        t, half = array.name, self.group_items // 2
        s = self.name("s")
        head, use = self.pick(
            (f"for (int {s} = {half}; {s} > 0; {s} >>= 1) {{", f"if (lid < {s}) {t}[lid] += {t}[lid + {s}];"),
            (f"for (uint {s} = {half}; {s} > 0; {s} /= 2) {{", f"if (lid < {s}) {t}[lid] += {t}[lid + {s}];"),
            (f"for (int {s} = 1; {s} < {self.group_items}; {s} *= 2) {{",
             f"if (lid % (2 * {s}) == 0) {t}[lid] += {t}[lid + {s}];"),
            (f"for (uint {s} = 1; {s} < {self.group_items}; {s} <<= 1) {{",
             f"if (2 * {s} * lid < {self.group_items}) {t}[2 * {s} * lid] += {t}[2 * {s} * lid + {s}];"))
        if self.slip(3):
            use = use.replace("lid +", "lid + 1 +", 1)
        self.emit(head)
        self.depth += 1
        first = self.chance(0.5)
        self.emit(use)
        if not self.slip(2):
            self.barrier("local")
        self.depth -= 1
        self.emit("}")
        array.shared = True
        if self.chance(0.5):
            name = self.name("x")
            self.emit(f"int {name} = (int){t}[0];")
            self.variables.append(Variable(name, first))

    def double_buffer(self):
        pairs = [a for a in self.arrays if a.space == "local" and a.slots == 2 and a.scheme == "strided"
                 and a.element in ("int", "uint", "short", "uchar", "long")]
        if not pairs:
            return self.assign()
        array = self.random.choice(pairs)
        self.part(array)
        t, n = array.name, self.group_items
        cur, s = self.name("cur"), self.name("s")
        flip = self.pick(f"{cur} = 1 - {cur};", f"{cur} ^= 1;", f"{cur} = !{cur};", f"{cur} = ({cur} + 1) & 1;",
                         f"{cur} = ({cur} + 1) % 2;")
        self.emit(f"int {cur} = 0;")
        self.emit(f"{t}[lid] = {self.any_value()};")
        self.barrier("local")
        self.emit(self.pick(f"for (int {s} = 1; {s} < {n}; {s} *= 2) {{", f"for (int {s} = 1; {s} < 4; ++{s}) {{"))
        self.depth += 1
        source, target = f"{cur} * {n}", f"(1 - {cur}) * {n}"
        if self.slip(2):
            source = target
        self.emit(f"{t}[{target} + lid] = {t}[{source} + lid] + (lid >= {s} ? {t}[{source} + lid - {s}] : 0);")
        self.emit(flip) if self.chance(0.5) else None
        late = "^" not in self.lines[-1] and "cur" not in self.lines[-1].split("=")[0]
        if not self.slip(2):
            self.barrier("local")
        if late:
            self.emit(flip)
        self.depth -= 1
        self.emit("}")
        array.shared = True

    def pointer_swap(self):
        locals_ = [a for a in self.arrays if a.space == "local" and a.slots == 1 and a.element == "int"]
        if len(locals_) < 2:
            return self.assign()
        a, b = self.random.sample(locals_, 2)
        self.part(a)
        self.part(b)
        p, q, i, k = self.name("p"), self.name("q"), self.name("i"), self.name("keep")
        self.emit(f"__local int *{p} = {a.name}, *{q} = {b.name};")
        self.emit(f"{p}[lid] = {self.any_value()};")
        self.barrier("local")
        self.emit(f"for (int {i} = 0; {i} < {self.pick('2', '3', 'n')}; ++{i}) {{")
        self.depth += 1
        self.emit(f"{q}[lid] = {p}[(lid + {self.pick('1', i)}) % {self.group_items}];")
        if not self.slip(2):
            self.barrier("local")
        if not self.slip(2):
            self.emit(f"__local int *{k} = {p}; {p} = {q}; {q} = {k};")
        self.depth -= 1
        self.emit("}")
        a.shared = b.shared = True

    def statement(self, divergent, level):
        self.budget -= 1
        choices = [(3, lambda: self.own_write(divergent)), (3, lambda: self.read(divergent)),
                   (2, lambda: self.assign(divergent)), (1, self.swap if not divergent else lambda: self.assign(True)),
                   (0.5, self.atomic), (0.5, self.private_array), (1, lambda: self.helper(divergent)),
                   (0.8, lambda: self.vector_store(divergent))]
        if level < 3:
            choices += [(1.7, lambda: self.branch(divergent, level)), (2.6, lambda: self.loop(divergent, level))]
        if not divergent:
            choices += [(1.4, self.exchange), (0.7, self.reduction), (0.5, self.double_buffer), (0.4, self.pointer_swap),
                        (0.4, lambda: self.barrier(self.pick("local", "global")))]
        if level == 0 or self.slip():
            choices.append((0.3, lambda: self.early_return(divergent, level)))
        total = sum(weight for weight, _ in choices)
        at = self.random.random() * total
        for weight, action in choices:
            at -= weight
            if at <= 0:
                action()
                return

    def block(self, divergent, level):
        self.depth += 1
        for _ in range(self.random.randint(1, 3)):
            if self.budget <= 0 and level > 0:
                break
            self.statement(divergent, level)
        if self.lines[-1].rstrip().endswith("{"):
            self.own_write(divergent)
        self.depth -= 1

    # --- kernel
    def choose_arrays(self):
        self.arrays, self.counters = [], []
        for number in range(self.random.randint(1, 3)):
            element = self.random.choice(list(TYPES) + ["int"] * 8 + ["uchar"] * 2 + ["Pair"])
            self.arrays.append(self.array(f"g{number}", "global", element, self.items))
        for number in range(self.pick(0, 1, 1, 2, 2)):
            element = self.random.choice(list(TYPES) + ["int"] * 12)
            self.arrays.append(self.array(f"t{number}", "local", element, self.group_items))
        if self.chance(0.2):
            self.counters.append(Array("hits", "global", "int", 4, 1, "blocked"))
        self.uses_pair = any(a.element == "Pair" for a in self.arrays)

    def array(self, name, space, element, items):
        slots = self.pick(1, 1, 1, 2, 2, 4, 3)
        schemes = ["blocked"] * 5 + ["strided"] * 3 + ["reversed", "rotated"]
        if items & (items - 1) == 0 and items > 1:
            schemes += [f"xor{self.random.randint(1, items - 1)}", "odd"]
        return Array(name, space, element, slots, items, self.random.choice(schemes))

    def make(self):
        self.depth = 0
        self.version2 = self.chance(0.3)
        self.later_barrier = True
        self.choose_launch()
        self.choose_arrays()
        globals_ = [a for a in self.arrays if a.space == "global"] + self.counters
        given = [f"--local-size {','.join(map(str, self.local))}", f"--num-groups {','.join(map(str, self.groups))}"]
        if self.offset:
            given.append(f"--global-offset {','.join(map(str, self.offset))}")
        given.append(f"--arg n={self.random.randint(0, 4)}")
        if self.chance(0.7):
            given.append(f"--arg m={self.random.randint(-2, 4)}")
        sizes, beside = {}, {}
        for array in globals_:
            size = array.bytes
            if self.slip(0.5):
                size = max(1, size - self.pick(1, 4, size // 2))
            sizes[array.name] = size
            alone = [a for a in globals_ if a.name in sizes and a is not array and a.name not in beside]
            if alone and not beside and self.chance(0.12):
                other = self.random.choice(alone)
                start = self.pick(0, other.bytes, other.bytes, 4, other.bytes // 2)
                beside[array.name] = f"@{other.name}+{start}:{size}"
                sizes[other.name] = max(sizes[other.name], start + size)
        for name, size in sizes.items():
            given.append(f"--buffer {name}={beside.get(name, size)}")
        parameters = [f"__global {a.element} *{a.name}" for a in globals_]
        extra = []
        if self.chance(0.25):
            parameters.append("__global const int *idx")
            given.append(f"--buffer idx={4 * self.items}")
            extra.append(f"int from = idx[gid];")
        as_argument = [a for a in self.arrays if a.space == "local" and a.element != "Pair" and self.chance(0.25)]
        for array in as_argument:
            parameters.append(f"__local {array.element} *{array.name}")
            given.append(f"--local {array.name}={array.bytes}")
        parameters += ["int n", "int m"]
        self.depth = 1
        for array in self.arrays:
            if array.space == "local" and array not in as_argument:
                self.emit(f"__local {array.element} {array.name}[{array.elements}];")
        self.identities()
        for text in extra:
            self.emit(text)
            self.variables.append(Variable("from", False))
        self.depth = 0
        while True:
            self.block(False, 0)
            if self.budget <= 0:
                break
        # Every computed value is used, so that no code is dead.
        for array in self.arrays[:1]:
            if not array.shared:
                self.depth = 1
                place = self.lvalue(array, self.owned(array))
                if self.is_scalar(place, array):
                    self.emit(f"{place} = {self.any_value()};")
        if self.version2:
            given.append('--build-options "-cl-std=CL2.0"')
        header = [f"// launch: {' '.join(given)}", f"// about: generated from seed {self.seed}", ""]
        text = "\n".join(header) + "\n"
        if self.uses_pair:
            text += PAIR + "\n"
        for helper in self.helpers:
            text += helper + "\n"
        text += f"__kernel void k({', '.join(parameters)}) {{\n" + "\n".join(self.lines) + "\n}\n"
        return text


def kind_of(seed):
    """Returns the kind of the kernel with this seed if all kinds are requested."""
    return random.Random(f"kind {seed}").choices(list(SHARES), list(SHARES.values()))[0]


ACCESS_SHARE = 0.1  # of kernels, whose launch says what kernels may do to some buffers


def with_access(seed, text):
    """Adds access flags to the launch of some kernels, mostly flags that the kernel respects."""
    chosen = random.Random(f"access {seed}")
    header, _, rest = text.partition("\n")
    if chosen.random() >= ACCESS_SHARE or not header.startswith("// launch: "):
        return text
    for name in re.findall(r"--buffer (\w+)=\d", header):
        is_const = re.search(rf"const \w+ ?\*(?:restrict )?{name}\b", rest) is not None
        weights = (6, 1, 2) if is_const else (1, 2, 12)
        access = chosen.choices(("read-only", "write-only", None), weights)[0]
        if access:
            header += f" --access {name}={access}"
    return header + "\n" + rest


def text_of(seed, slip, kind):
    if kind == "all":
        kind = kind_of(seed)
    makers = {"accesses": lambda: Generator(seed, slip), "mixed": lambda: generate_mixed.Mixed(seed, slip),
              "values": lambda: generate_values.Values(seed), "floats": lambda: generate_floats.Floats(seed), "followed": lambda: generate_followed.Followed(seed, slip), "copies": lambda: generate_copies.Copies(seed, slip), "counters": lambda: generate_counters.Counters(seed, slip), "carried": lambda: generate_copies.Carried(seed, slip), "sub_groups": lambda: generate_sub_groups.SubGroups(seed, slip), "groups": lambda: generate_groups.Groups(seed, slip), "images": lambda: generate_images.Images(seed, slip),
              "pointers": lambda: generate_pointers.Pointers(seed, slip), "flow": lambda: generate_flow.Flow(seed), "loops": lambda: generate_loops.Loops(seed), "exits": lambda: generate_exits.Exits(seed), "contracts": lambda: generate_contracts.Contracts(seed, slip),
              "searches": lambda: generate_searches.Searches(seed, slip), "optional": lambda: generate_optional.Optional(seed, slip),
              "places": lambda: generate_places.Places(seed, slip), "warps": lambda: generate_warps.Warps(seed, slip), "tables": lambda: generate_tables.Tables(seed, slip),
              "last_group": lambda: generate_last_group.LastGroup(seed, slip), "flags": lambda: generate_flags.Flags(seed, slip)}
    text = makers[kind]().make()
    return text if kind in CUDA else with_access(seed, text)


def write(folder, first, count, slip=0.035, kind="accesses"):
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for seed in range(first, first + count):
        path = folder / f"k{seed:06}{'.cu' if kind in CUDA else '.cl'}"
        path.write_text(text_of(seed, slip, kind), encoding="utf-8")
        paths.append(path)
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="where the kernels are written")
    parser.add_argument("--seed", type=int, default=1, help="of the first kernel; each next one has the next")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--slip", type=float, default=0.035, help="how often an access or barrier goes wrong")
    parser.add_argument("--kind", choices=KINDS, default="all")
    options = parser.parse_args()
    write(options.folder, options.seed, options.count, options.slip, options.kind)


if __name__ == "__main__":
    main()
