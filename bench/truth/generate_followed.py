"""Random kernels whose course follows what buffers hold, through memory that they write themselves: look-ups in
chains, values passed on behind barriers, bounds of loops and conditions of barriers that were read, atomics, writes of
equal bytes. The contents are given, so that a launch decides all of it but what atomics return."""

import struct

from draws import Draws


class Followed(Draws):
    def __init__(self, seed, slip=0.05):
        super().__init__(seed, slip)
        self.seed = seed
        self.local, self.groups = self.pick(2, 4, 8), self.pick(1, 2, 2, 3)
        self.count = self.local * self.groups
        self.size = self.pick(self.count, self.count + 3)
        self.values = ["v"]

    def value(self):
        return self.pick(*self.values, *self.values, "gl", "l", str(self.random.randint(0, 5)))

    def index(self, size):
        """Lies within [0, size) unless something slips."""
        text = self.pick(self.value(), self.value(), f"({self.value()} {self.pick('+', '-', '*', '^')} {self.value()})")
        if text in ("gl", "l") or self.slip():
            return text
        return f"((uint)({text}) % {size}u)"

    def element(self):
        return self.pick(f"idx[{self.index(self.size)}]", f"link[{self.index(self.size)}]", f"t[{self.index(self.local)}]",
                         "idx[gl]", "link[gl]", "t[l]")

    def fresh(self):
        name = self.name("x")
        self.values.append(name)
        return name

    def barrier(self):
        self.emit(self.pick("barrier(CLK_LOCAL_MEM_FENCE);", "barrier(CLK_GLOBAL_MEM_FENCE);",
                            "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"))

    def own_update(self):
        where = self.pick("idx[gl]", "t[l]", "t[l]", "link[gl]")
        self.emit(f"{where} = {self.pick(where, self.value())} {self.pick('+', '*', '^')} {self.random.randint(0, 3)};")
        if not self.slip(2.0):
            self.barrier()

    def look_up(self):
        element = self.element()
        self.emit(f"int {self.fresh()} = {element};")

    def chain(self):
        name, at = self.fresh(), self.name("s")
        start = self.index(self.size)
        self.emit(f"int {name} = 0;")
        self.emit(f"for (int {at} = {start}; {at} >= 0 && {at} < {self.size} && {name} < {self.random.randint(2, 6)}; {at} = chain[{at}]) {name}++;")

    def guarded(self):
        what = self.pick(f"out[{self.pick('gl', 'gl', self.index(self.size))}] = {self.value()};",
                         f"out[{self.index(self.size)}] = {self.random.randint(0, 2)};",
                         f"t[{self.index(self.local)}] = {self.value()};",
                         "barrier(CLK_LOCAL_MEM_FENCE);" if self.slip(3.0) else "v++;")
        self.emit(f"if ({self.value()} {self.pick('<', '==', '>', '!=')} {self.pick(self.value(), str(self.random.randint(0, 4)))}) {what}")

    def rounds(self):
        bound, i = self.pick("idx[0]", "n", "chain[1] + 2", "t[0]" if self.slip(4.0) else "n"), self.name("r")
        self.emit(f"for (int {i} = 0; {i} < (({bound}) & 3); {i}++) {{")
        self.depth += 1
        kept = list(self.values)
        self.values.append(i)
        for _ in range(self.random.randint(1, 2)):
            self.pick(self.own_update, self.guarded, self.look_up)()
        if self.chance(0.5):
            self.barrier()
        self.values = kept
        self.depth -= 1
        self.emit("}")

    def atomics(self):
        form = self.random.randrange(4)
        if form == 0:
            self.emit(f"int {self.fresh()} = atomic_inc(&counter[0]);")
        elif form == 1:
            self.emit(f"atomic_add(&t[{self.index(self.local)}], {self.random.randint(1, 2)});")
            self.barrier()
        elif form == 2:
            self.emit(f"atomic_max(&t[{self.index(self.local)}], {self.value()});")
            self.barrier()
        else:
            self.emit(f"atomic_add(&counter[{self.index(2)}], 1);")

    def equal(self):
        self.emit(f"out[{self.index(self.size)}] = {self.pick('n', str(self.random.randint(0, 2)))};")
        self.barrier()

    def contents(self, values):
        return "bytes:" + b"".join(struct.pack("<i", value) for value in values).hex()

    def make(self):
        self.emit("int l = get_local_id(0), gl = get_global_id(0);")
        self.emit(f"__local int t[{self.local}];")
        if not self.slip():
            self.emit(f"t[l] = {self.pick('l', '0', 'idx[gl]')};")
            self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        self.emit(f"int v = {self.pick('idx[gl]', 'chain[gl]', 'l')};")
        for _ in range(self.random.randint(2, 6)):
            self.pick(self.own_update, self.own_update, self.look_up, self.look_up, self.chain, self.guarded, self.guarded,
                      self.rounds, self.equal, self.atomics if self.chance(0.5) else self.look_up)()
        self.emit(self.pick("out[gl] = v;", f"out[{self.index(self.size)}] = {self.value()};", ";"))
        permutation = list(range(self.size))
        self.random.shuffle(permutation)
        if self.slip(2.0):
            permutation[0] = permutation[-1]
        chain = [self.random.randint(-1, self.size - 1) for _ in range(self.size)]
        bytes_ = 4 * self.size
        given = (f"--local-size {self.local} --num-groups {self.groups} --arg n={self.random.randint(0, 3)} "
                 f"--buffer out={bytes_} --buffer idx={bytes_} --buffer link={bytes_} --buffer chain={bytes_} --buffer counter=8 "
                 f"--contents idx={self.contents(permutation)} --contents link={self.contents(sorted(chain))} "
                 f"--contents chain={self.contents(chain)} --contents counter={self.contents([0, 0])}")
        if self.chance(0.5):
            given += f" --contents out={self.contents([0] * self.size)}"
        return (f"// launch: {given}\n// about: contents that decide, generated from seed {self.seed}\n\n"
                "__kernel void k(__global int *out, __global int *idx, __global int *link, __global const int *chain,\n"
                "                __global int *counter, int n) {\n" + "\n".join(self.lines) + "\n}\n")
