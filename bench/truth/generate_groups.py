"""Random kernels around what a work-group does together: collective functions, barriers with scopes, and atomics.

Operands have every integer type and come from loops whose trip counts are the group's or each work-item's own; what a
collective returns decides branches, trip counts and indices; atomics have types, orders and scopes. Phases are parted by
barriers that order what they share; now and then something slips."""

from draws import Draws

SIZES = {"int": 4, "uint": 4, "long": 8, "ulong": 8, "float": 4}
INTEGERS = ("int", "uint", "size_t", "long", "ulong", "uchar", "short", "ushort", "char")
SHAPES = (((4,), (1,)), ((4,), (2,)), ((5,), (1,)), ((8,), (1,)), ((2,), (3,)), ((2, 2), (1, 2)), ((3, 2), (1, 1)), ((2, 1, 2), (1, 1, 1)))


class Groups(Draws):
    def __init__(self, seed, slip=0.035):
        super().__init__(f"groups {seed}", slip)
        self.seed = seed
        self.local, self.groups = self.random.choice(SHAPES)
        self.size = self.count = 1
        for size, count in zip(self.local, self.groups):
            self.size *= size
            self.count *= count
        self.uniform = ["n", "m", "n", "grp"]
        self.varying = ["l", "l", "gid", "v"]
        self.locals, self.globals = [], {"out": ("int", self.size * self.count)}
        self.standard = self.pick("CL2.0", "CL2.0", "CL2.0", "CL3.0")  # 3.0 has no collective functions of its own accord

    # --- values
    def value(self, deep=0):
        a = self.random.choice(self.uniform + self.varying)
        if deep > 1 or self.chance(0.4):
            return a if self.chance(0.8) else str(self.random.randint(-2, 6))
        b = self.value(deep + 1)
        kind = self.random.choice(INTEGERS)
        return self.pick(f"({a} + {b})", f"({a} ^ {b})", f"({a} * 2 + {b})", f"({kind})({a} - {b})", f"(({kind})({a}) & 7)", f"({a} < {b})",
                         f"min((int)({a}), (int)({b}))", f"(({kind})({a}) >> 1)")

    def same(self, most):
        """Returns the name or text of a number from 0 to `most`, held in a variable, that is equal for all
        work-items of a group."""
        if self.chance(0.3):
            return str(self.random.randint(0, most))
        name, kind, i, loop = self.name("u"), self.random.choice(INTEGERS), self.name("i"), self.random.choice(INTEGERS)
        own, k = self.slip(2), self.random.randint(1, 3)
        head = self.pick(f"for ({loop} {i} = 0; {i} < l; ++{i})", f"for ({loop} {i} = l; {i} < {self.size}; ++{i})",
                         f"for ({loop} {i} = l + 1; {i} > 1; {i} >>= 1)") if own else self.pick(
            f"for ({loop} {i} = 0; {i} < {k}; ++{i})", f"for ({loop} {i} = l; {i} < l + {k}; ++{i})",
            f"for ({loop} {i} = {k}; {i}-- > 0;)", f"for ({loop} {i} = 1; {i} < {1 << k}; {i} <<= 1)",
            f"for ({loop} {i} = 0; {i} < (n & 3); ++{i})")
        body = self.pick(f"{name} += 1;", f"{name} = {self.random.randint(0, most)};", f"{name} = 1 - {name};", f"{name} += 2;",
                         f"{{ if ({i} == {k}) break; {name} += 1; }}")
        self.emit(f"{kind} {name} = {self.pick('0', '1', self.random.choice(self.uniform))};")
        self.emit(f"{head} {body}")
        return f"(uint)({name}) % {most + 1}u" if most else f"({kind})({name} - {name})"

    def condition(self):
        if self.slip():
            return self.pick("l == 1", "l < 2", "v > 1", "(l & 1)")
        a = self.random.choice(self.uniform)
        return self.pick(f"{a} > {self.random.randint(0, 3)}", f"({a} & 1) == 0", f"{a} != 2", f"{a} < {self.random.choice(self.uniform)}")

    # --- memory
    def tile(self, kind=None, slots=1):
        kind = kind or self.pick("int", "uint", "long", "float", "ulong")
        name = self.name("t")
        self.locals.append(f"__local {kind} {name}[{self.size * slots}];")
        return name, kind

    def barrier(self, fence="CLK_LOCAL_MEM_FENCE"):
        """Returns a barrier whose fence and scope cover the request, or almost do."""
        if self.slip():
            return
        if self.slip():
            fence = self.pick("0", "CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE")
        elif self.chance(0.3):
            fence = self.pick("CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE", "3", "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE",
                              "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE")
        scope = self.pick("memory_scope_work_group", "memory_scope_device", "memory_scope_all_svm_devices") if self.standard == "CL2.0" else "memory_scope_work_group"
        if self.slip():
            scope = "memory_scope_work_item"
        self.emit(self.pick(f"barrier({fence});", f"work_group_barrier({fence});", f"work_group_barrier({fence}, {scope});",
                            f"work_group_barrier({fence}, {scope});"))

    def exchange(self, shift=None):
        name, kind = self.tile()
        own, shift = "l", shift or str(self.random.randint(0, self.size - 1))
        if self.slip():
            own = self.pick("l / 2", "(l + 1)", "(l & 1)")
        self.emit(f"{name}[{own}] = ({kind})({self.value()});")
        self.barrier()
        self.emit(f"v += (int){name}[(l + (uint)({shift})) % {self.size}];")

    # --- phases
    def place(self):
        """Returns the ids of a broadcast, each below its dimension's size or equal to it."""
        return ", ".join(self.same(size - 1) for size in self.local)

    def collective(self):
        kind, name = self.pick("int", "uint", "long", "ulong", "int", "float", "size_t"), self.name("r")
        operand = self.pick(f"({kind})({self.value()})", f"({kind})({self.value()})", f"({kind})({self.same(3)})")
        votes = (f"work_group_{self.pick('any', 'all')}({self.value()} {self.pick('<', '==', '>', '!=')} {self.value()})",
                 f"work_group_{self.pick('any', 'all')}({self.value()})")
        reduced = f"work_group_reduce_{self.pick('add', 'min', 'max')}({operand})"
        scanned = f"work_group_scan_{self.pick('inclusive', 'exclusive')}_{self.pick('add', 'min', 'max')}({operand})"
        form = self.random.randrange(6)
        if form < 2:
            call, uniform, kind = self.random.choice(votes), True, "int"
        elif form == 2:
            call, uniform = f"work_group_broadcast({operand}, {self.place()})", True
        elif form < 5:
            call, uniform = reduced, True
        else:
            call, uniform = scanned, False
        self.emit(f"{kind} {name} = 0;")
        guard = f"if ({self.condition()}) " if self.chance(0.25) else ""
        if self.chance(0.15) and not guard:
            i = self.name("i")
            guard = f"for ({self.random.choice(INTEGERS)} {i} = 0; {i} < {self.pick('2', 'n', '(m & 3)') if not self.slip(2) else 'l'}; ++{i}) "
        self.emit(f"{guard}{name} = {call};")
        usable = name if kind != "float" else f"(int){name}"
        (self.uniform if uniform else self.varying).append(usable)
        use = self.random.randrange(6)
        if use == 0:
            self.emit(f"if ({usable} {self.pick('>', '==', '<')} {self.random.randint(0, 3)}) {{")
            self.nested()
        elif use == 1:
            i = self.name("i")
            self.emit(f"for ({self.random.choice(INTEGERS)} {i} = 0; {i} < ({usable} & 3); ++{i}) {{")
            self.nested()
        elif use == 2:
            self.exchange(usable)
        elif use == 3:
            self.emit(f"v ^= (int){name};")

    def nested(self):
        self.depth += 1
        kept = list(self.uniform), list(self.varying)
        self.barrier()
        self.exchange()
        self.barrier()
        self.uniform, self.varying = kept
        self.depth -= 1
        self.emit("}")

    def scopes(self):
        """C11 atomics on one place, with different orders and scopes."""
        kind = self.pick("int", "uint")
        local = self.chance(0.5)
        name = self.name("a")
        element = f"atomic_{kind}"
        if local:
            self.locals.append(f"__local {element} {name}[2];")
            self.emit(f"if (l < 2) atomic_init(&{name}[l], 0);" if self.chance(0.5) else f"if (l == 0) {{ atomic_init(&{name}[0], 0); atomic_init({name} + 1, 1); }}")
            self.barrier()
        else:
            self.globals[name] = (element, 2)
        order = self.pick("memory_order_relaxed", "memory_order_relaxed", "memory_order_acq_rel",
                          "memory_order_seq_cst" if self.standard == "CL2.0" else "memory_order_release")
        wide = "memory_scope_device"
        scope = wide if not local and self.count > 1 else self.pick(wide, "memory_scope_work_group", "memory_scope_work_group")
        if self.slip(2):
            scope = self.pick("memory_scope_work_group", "memory_scope_work_item")
        place, old = f"&{name}[{self.pick('0', 'l & 1', '1')}]", self.name("o")
        update = self.pick("add", "sub", "or", "xor", "and", "min", "max")
        if self.standard == "CL2.0" and self.chance(0.3):
            self.emit(f"{kind} {old} = atomic_fetch_{update}({place}, {self.value()});")
        elif self.chance(0.3):
            self.emit(f"{kind} {old} = atomic_exchange_explicit({place}, {self.value()}, memory_order_relaxed, {scope});")
        else:
            self.emit(f"{kind} {old} = atomic_fetch_{update}_explicit({place}, {self.value()}, {order}, {scope});")
        self.varying.append(old)
        if self.chance(0.4):
            self.emit(f"v += atomic_load_explicit(&{name}[0], memory_order_relaxed, {scope});")
        if self.chance(0.2):
            self.emit(f"atomic_store_explicit({place}, {self.value()}, memory_order_relaxed, {scope});")
        if self.slip():
            self.emit(f"v += *(__{'local' if local else 'global'} {kind} *)&{name}[1];")

    def counters(self):
        """Old atomics of several types, with results used as indices, and plain accesses after barriers."""
        kind = self.pick("int", "uint", "int", "uint", "long", "ulong")
        wide = kind in ("long", "ulong")
        prefix = "atom" if wide or self.chance(0.2) else "atomic"
        local = self.chance(0.6)
        name, old = self.name("c"), self.name("o")
        if local:
            self.locals.append(f"__local {kind} {name}[{self.size}];")
            self.emit(f"{name}[l] = {self.pick('0', 'n', 'l')};")
            self.barrier()
        else:
            self.globals[name] = (kind, self.size)
        at = self.pick("0", "l & 1", "l", f"(l + 1) % {self.size}", f"(uint)({self.value()}) % {self.size}u", self.same(self.size - 1))
        operand = f"({kind})({self.value()})"
        self.emit(self.pick(f"{kind} {old} = {prefix}_inc(&{name}[{at}]);", f"{kind} {old} = {prefix}_add({name} + ({at}), {operand});",
                            f"{kind} {old} = {prefix}_dec(&{name}[{at}]);", f"{kind} {old} = {prefix}_max(&{name}[{at}], {operand});",
                            f"{kind} {old} = {prefix}_cmpxchg(&{name}[{at}], {operand}, {operand});",
                            f"{kind} {old} = {prefix}_xchg(&{name}[{at}], {operand});", f"{kind} {old} = {prefix}_sub(&{name}[{at}], {operand});"))
        self.varying.append(old)
        if self.slip():
            self.emit(f"{name}[{at}] += 1;")
        if self.slip() and not wide:
            part = self.pick("uchar", "ushort")
            self.emit(f"v += ((__{'local' if local else 'global'} {part} *){name})[{self.random.randrange(4)}];")
        if local and self.chance(0.4):
            self.barrier()
            self.emit(f"v += (int){name}[{self.random.randrange(self.size)}];")
        if self.chance(0.15):
            slots, _ = self.tile("int")
            self.emit(f"if ({old} >= 0 && {old} < {self.size}) {slots}[{old}] = l;")

    def conditional(self):
        self.emit(f"if ({self.condition()}) {{")
        self.nested()

    def make(self):
        stages = (self.scopes, self.counters, self.exchange, self.conditional)
        stages += (self.collective,) * 3 if self.standard == "CL2.0" else ()
        for number in range(self.random.randint(2, 4)):
            if number:
                self.barrier("CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE") if self.chance(0.8) else None
            self.random.choice(stages)()
        given = [f"--local-size {','.join(map(str, self.local))} --num-groups {','.join(map(str, self.groups))} --arg n={self.random.randint(0, 4)}"]
        given += [f"--arg m={self.random.randint(-2, 5)}"] if self.chance(0.7) else []
        given += [f"--buffer {name}={count * SIZES[kind.removeprefix('atomic_')]}" for name, (kind, count) in self.globals.items()]
        given += [f'--build-options "-cl-std={self.standard}"']
        parameters = [f"__global {kind} *{name}" for name, (kind, _) in self.globals.items()] + ["int n", "int m"]
        x, y = self.local[0], self.local[1] if len(self.local) > 1 else 1
        shape = self.pick("get_local_linear_id()", f"get_local_id(0) + {x} * (get_local_id(1) + {y} * get_local_id(2))")
        group = f"get_group_id(0) + {self.groups[0]} * get_group_id(1)"
        who = self.random.choice(INTEGERS)
        setup = self.locals + [f"{who} l = {shape}, grp = {group}, gid = ({group}) * {self.size} + ({shape});", f"int v = {self.pick('l', 'n', '0')};"]
        body = "\n".join(["  " + line for line in setup] + self.lines)
        pragma = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
        return (f"// launch: {' '.join(given)}\n// about: what a group does together, generated from seed {self.seed}\n\n{pragma}"
                f"__kernel void k({', '.join(parameters)}) {{\n{body}\n  out[gid] = v;\n}}\n")
