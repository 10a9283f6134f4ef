"""Random kernels that call functions with contracts, for modular mode: values in ranges, reads and writes of places that a
contract names, barriers in functions, functions that call others, calls in branches and loops. Contracts are true by
construction, and kept by each call, as long as nothing slips: in a body, in a contract, in a call, or a barrier that is missing."""

from draws import Draws

# Tools that define these as macros do not know the others.
PREAMBLE = """#ifdef __requires
#define LAUNCH_SAYS(e)
#else
#define LAUNCH_SAYS(e) e
#endif
"""


class Contracts(Draws):
    def __init__(self, seed, slip=0.05):
        super().__init__(seed, slip)
        self.seed = seed
        self.local, self.groups = self.pick(2, 4, 8), self.pick(1, 2, 2, 3)
        self.count = self.local * self.groups
        self.functions = []
        self.of_values, self.writers, self.readers, self.meetings = [], [], [], []

    def function(self, text):
        self.functions.append(text)

    def contract(self, *parts):
        return "".join(f"  LAUNCH_SAYS({part};)\n" for part in parts)

    def off(self):
        """Returns an off-by-one error, rarely."""
        return self.pick(1, -1) if self.slip() else 0

    def value_function(self):
        """Maps [0, size) to [0, result); callers know this range."""
        name, size, factor, add = self.name("f"), self.count, self.random.randint(0, 2), self.random.randint(0, 3)
        result = factor * (size - 1) + add + 1
        body = f"{factor} * x + {add + self.off()}"
        inner = self.pick(None, *self.of_values)
        form = self.random.randrange(3)
        if inner is not None and self.chance(0.6):
            body, result = f"{inner[0]}(x)" + (f" + {add}" if add else ""), inner[1] + add
        elif form == 0:
            body, result = f"x < {add} ? {add} : x", max(size, add + 1)
        elif form == 1:
            body, result = f"x % {add + 1}", add + 1
        said = result - 1 + self.off()
        self.function(f"int {name}(int x) {{\n"
                      + self.contract(f"__requires(x >= 0 & x < {size})",
                                      f"__ensures(__return_val_int() >= 0 & __return_val_int() <= {said})")
                      + f"  return {body};\n}}\n")
        self.of_values.append((name, max(result, 1)))

    def writer(self):
        """Writes the work-item's own place that is requested."""
        name, space = self.name("w"), self.pick("__global", "__local")
        own = "get_global_id(0)" if space == "__global" else "get_local_id(0)"
        place = f"(size_t)(4 * i)"
        at = "i" if not self.slip() else self.pick("i ^ 1", "0", "i + 1")
        says = [f"__requires(i == (int){own})",
                f"__ensures(__write_implies(p, __write_offset_bytes(p) == {place}))"]
        if self.chance(0.7):
            says.append(f"__requires(__write_implies(p, __write_offset_bytes(p) == {place}))")
        if self.chance(0.4):
            says.append(f"__ensures(__read_implies(p, __read_offset_bytes(p) == {place}))")
            says.append(f"__requires(__read_implies(p, __read_offset_bytes(p) == {place}))")
            at_value = f"v + p[{at}]" if self.chance(0.5) else "v"
        else:
            at_value = "v"
        guard = self.pick("", "", "if (v > 1) ")
        self.function(f"void {name}({space} int *p, int i, int v) {{\n" + self.contract(*says)
                      + f"  {guard}p[{at}] = {at_value};\n}}\n")
        self.writers.append((name, space))

    def reader(self):
        name, space = self.name("r"), self.pick("__global", "__local")
        size = self.count if space == "__global" else self.local
        says = [f"__requires(i >= 0 & i < {size + max(0, self.off())})"]
        if self.chance(0.6):
            says.append("__requires(__no_write(p))")
        if self.chance(0.4):
            says.append("__ensures(__no_write(p))")
        self.function(f"int {name}({space} int *p, int i) {{\n" + self.contract(*says) + "  return p[i];\n}\n")
        self.readers.append((name, space, size))

    def meeting(self):
        name = self.name("m")
        fence = "CLK_LOCAL_MEM_FENCE" if not self.slip(2.0) else "CLK_GLOBAL_MEM_FENCE"
        says = ["__requires(i == (int)get_local_id(0))", "__ensures(__no_write(p))"]
        if self.chance(0.7):
            says.append("__ensures(__no_read(p))")
        before = self.pick("", "p[i] = i;", "p[i] += 1;")
        if before and self.chance(0.7):
            says += ["__requires(__write_implies(p, __write_offset_bytes(p) == (size_t)(4 * i)))",
                     "__requires(__read_implies(p, __read_offset_bytes(p) == (size_t)(4 * i)))"]
        guard = "" if not self.slip() else "if (i < 1) "
        self.function(f"void {name}(__local int *p, int i) {{\n" + self.contract(*says)
                      + (f"  {before}\n" if before else "") + f"  {guard}barrier({fence});\n}}\n")
        self.meetings.append(name)

    def index(self, size):
        if self.of_values and self.chance(0.4):
            name, result = self.pick(*self.of_values)
            at = f"{name}({self.pick('l', 'g', 'l')})"
            return at if result <= size and not self.slip() else f"{at} % {size}"
        return self.pick("l", f"{size - 1} - l", "0", "(l + 1) % " + str(self.local), "g" if size == self.count else "l",
                         str(size) if self.slip() else "l")

    def barrier(self):
        if self.meetings and self.chance(0.5):
            self.emit(f"{self.pick(*self.meetings)}(t, l);")
        else:
            self.emit(self.pick("barrier(CLK_LOCAL_MEM_FENCE);", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"))

    def write(self):
        name, space = self.pick(*self.writers)
        own = "g" if space == "__global" else "l"
        if self.slip():
            own = self.pick("l", f"{own} ^ 1")
        guard = f"if ({self.pick('l', 'g', 'n')} {self.pick('<', '>', '==')} {self.random.randint(0, 3)}) " if self.chance(0.3) else ""
        self.emit(f"{guard}{name}({'out' if space == '__global' else 't'}, {own}, {self.pick('l', 'g', 'v', 'n')});")

    def read(self):
        name, space, size = self.pick(*self.readers)
        array = self.pick("in", "in", "out") if space == "__global" else "t"
        if array != "in" and not self.slip(2.0):
            self.emit("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
        at = self.index(size) if array != "out" else self.pick("g", "g", self.index(size) if self.slip(3.0) else "g")
        self.emit(f"v += {name}({array}, {at});")
        if array == "t" and not self.slip(2.0):
            self.emit("barrier(CLK_LOCAL_MEM_FENCE);")

    def direct(self):
        self.emit(self.pick("t[l] = v;", "v += t[l];", "out[g] = v;", f"v += in[{self.index(self.count)}];"))

    def rounds(self):
        i = self.name("k")
        self.emit(f"for (int {i} = 0; {i} < n; {i}++) {{")
        self.depth += 1
        for _ in range(self.random.randint(1, 2)):
            self.pick(self.write, self.read, self.direct)()
        if not self.slip():
            self.barrier()
        self.depth -= 1
        self.emit("}")

    def make(self):
        self.value_function()
        self.writer()
        self.reader()
        for _ in range(self.random.randint(1, 4)):
            self.pick(self.value_function, self.writer, self.reader, self.meeting, self.meeting)()
        self.emit("const int l = get_local_id(0), g = get_global_id(0);")
        self.emit(f"__local int t[{self.local}];")
        self.emit("int v = in[g];")
        if not self.slip():
            self.emit("t[l] = l;")
            self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        for _ in range(self.random.randint(2, 5)):
            self.pick(self.write, self.write, self.read, self.read, self.direct, self.barrier, self.rounds)()
        self.emit("out[g] = v;")
        given = (f"--local-size {self.local} --num-groups {self.groups} --arg n={self.random.randint(0, 3)} "
                 f"--buffer out={4 * self.count} --buffer in={4 * self.count}")
        return (f"// launch: {given}\n// about: functions with contracts, generated from seed {self.seed}\n\n" + PREAMBLE + "\n"
                + "\n".join(self.functions) + "\n__kernel void k(__global int *out, __global int *in, int n) {\n"
                + "\n".join(self.lines) + "\n}\n")
