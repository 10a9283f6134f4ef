"""Random kernels whose course depends on where their arguments lie.

Two or three arguments are one buffer, parts of it that begin at different places, or buffers of their own; the kernel
compares their addresses for equality and order, takes their distances, in elements and as integers, and chooses between them.
Now and then an argument has no size, and an index may lead before its start."""

from draws import Draws


class Places(Draws):
    def __init__(self, seed, slip=0.0):
        super().__init__(f"places {seed}", slip)
        self.seed = seed
        self.size, self.count = self.pick((4, 1), (4, 2), (8, 1), (2, 3))
        self.items = self.size * self.count
        self.space = 3 * self.items + 16  # elements of the whole buffer
        self.arguments = ["a"]
        self.given = [f"--buffer a={4 * self.space}"]
        self.origins = {"a": 0}
        for name in ("b", "c")[: self.random.randint(1, 2)]:
            self.arguments.append(name)
            form = self.random.random()
            if form < 0.25:
                self.given.append(f"--buffer {name}={4 * self.space}")
                continue
            self.origins[name] = self.pick(0, 0, 1, 4, self.items, self.items + 1)
            origin = f"+{4 * self.origins[name]}" if self.origins[name] else ""
            self.given.append(f"--buffer {name}=@a{origin}:{4 * (self.space - self.origins[name])}")

    def two(self):
        one, other = self.random.sample(self.arguments, 2)
        return one, other

    def distance(self):
        """Returns the distance in elements from one argument to another, if it is known here, or a wrong
        one."""
        one, other = self.two()
        known = self.origins.get(one, 0) - self.origins.get(other, 0)
        return one, other, known + self.pick(0, 0, 0, 1, -1)

    def condition(self):
        one, other, distance = self.distance()
        shifted = f"{other} + {distance}" if distance >= 0 else f"{other} - {-distance}"
        return self.pick(f"{one} == {other}", f"{one} != {other}", f"{one} == {shifted}", f"{one} - {other} == {distance}",
                         f"{one} < {other}", f"{one} <= {shifted}", f"{one} > {other}", f"!({one} >= {other})",
                         f"(uintptr_t){one} == (uintptr_t){other}", f"(uintptr_t){one} - (uintptr_t){other} == {4 * distance}ul",
                         f"(__global char *){one} - (__global char *){other} < {4 * distance + 1}", f"{one} && {one} == {other}")

    def chosen(self):
        one, other = self.two()
        pointer = self.name("p")
        how = self.pick("i % 2", f"i < {self.random.randrange(self.items + 1)}", "n & 1", self.condition())
        self.emit(f"__global int *{pointer} = {how} ? {one} : {other};")
        return pointer

    def target(self):
        return self.chosen() if self.chance(0.25) else self.random.choice(self.arguments)

    def index(self):
        return self.pick("i", "i", "i + 1", f"{self.items - 1} - i", f"i + {self.items}", "i / 2", "0", f"{self.items} + i / 2")

    def access(self):
        target = self.target()
        if self.chance(0.3):
            self.emit(f"v ^= {target}[{self.index()}];")
        else:
            self.emit(f"{target}[{self.index()}] = {self.pick('i', 'i + 1', 'v')};")

    def guarded(self):
        condition = self.condition()
        if self.chance(0.2):
            pointer, other = self.chosen(), self.random.choice(self.arguments)
            condition = f"{pointer} == {other}"
        self.emit(f"if ({condition}) {{")
        self.depth += 1
        self.access()
        self.depth -= 1
        if self.chance(0.5):
            self.emit("} else {")
            self.depth += 1
            self.access()
            self.depth -= 1
        self.emit("}")

    def walk(self):
        """Advances from one argument to another in a few steps."""
        one, other = self.two()
        pointer, steps = self.name("p"), self.random.randint(1, 3)
        self.emit(f"__global int *{pointer} = {one};")
        self.emit(f"for (int s = 0; s < {steps} && {pointer} {self.pick('<', '!=')} {other}; ++s) {pointer} += {self.items};")
        self.emit(f"{pointer}[{self.pick('i', 'i', '0')}] = i;")

    def before(self):
        """An array of unknown size."""
        self.emit(f"free[{self.pick('i', 'i - n', f'(int)i - {self.random.randint(0, 2)}', '-1', f'i + {self.random.randint(0, 3)}')}] = i;")

    def make(self):
        actions = ((4, self.guarded), (1, self.access), (1, self.walk), (1, self.before))
        for _ in range(self.random.randint(1, 3)):
            self.random.choices([action for _, action in actions], [weight for weight, _ in actions])[0]()
        launch = [f"--local-size {self.size} --num-groups {self.count} --arg n={self.random.randint(0, 2)}"] + self.given
        parameters = [f"__global int *{name}" for name in self.arguments] + ["__global int *free", "int n"]
        body = "\n".join(self.lines)
        return (f"// launch: {' '.join(launch)}\n// about: places of arguments, generated from seed {self.seed}\n\n"
                f"__kernel void k({', '.join(parameters)}) {{\n  int i = get_global_id(0), v = n;\n{body}\n  if (v == 77) free[i] = v;\n}}\n")
