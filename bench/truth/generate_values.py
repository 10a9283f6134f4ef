"""Random expressions over the work-item's id whose value decides whether an access is in bounds.

Nothing in them is unknown, so Launchproof has to say exactly what the oracle says."""

from draws import Draws

INTEGERS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
UNARY = ("abs({a})", "clz({a})", "popcount({a})", "(({t})(-{a}))", "(({t})(~{a}))")
BINARY = ("min({a}, {b})", "max({a}, {b})", "add_sat({a}, {b})", "sub_sat({a}, {b})", "hadd({a}, {b})",
          "rhadd({a}, {b})", "mul_hi({a}, {b})", "rotate({a}, {b})", "abs_diff({a}, {b})")
TERNARY = ("clamp({a}, min({b}, {c}), max({b}, {c}))", "bitselect({a}, {b}, {c})", "mad_sat({a}, {b}, {c})",
           "mad_hi({a}, {b}, {c})")
INFIX = ("+", "-", "*", "&", "|", "^")
COMPARE = ("<", "<=", ">", ">=", "==", "!=")


class Values(Draws):
    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed
        self.vectors = {}  # name -> (type, lanes)
        self.scalars = {}  # name -> type

    def constant(self, kind):
        bits = INTEGERS[kind]
        value = self.pick(0, 1, 2, 3, 5, 7, 127, 128, 255, (1 << (bits - 1)) - 1, self.random.getrandbits(bits))
        value &= (1 << bits) - 1
        suffix = "ul" if bits == 64 else "u"
        return f"(({kind})0x{value:x}{suffix})"

    def leaf(self, kind):
        names = [name for name in self.scalars]
        choices = [lambda: f"(({kind})lid)", lambda: self.constant(kind)]
        if names:
            choices += [lambda: f"(({kind}){self.random.choice(names)})"] * 2
        if self.vectors:
            choices.append(lambda: self.lane(kind))
        return self.random.choice(choices)()

    def lane(self, kind):
        name = self.random.choice(list(self.vectors))
        _, lanes = self.vectors[name]
        return f"(({kind}){name}.s{self.random.randrange(lanes)})"

    def scalar(self, kind, deep=0):
        if deep >= 3:
            return self.leaf(kind)
        again = lambda k=kind: self.scalar(k, deep + 1)
        form = self.random.randrange(13)
        bits = INTEGERS[kind]
        signed = not kind.startswith("u")
        if form == 0:
            text = self.random.choice(UNARY).format(a=again(), t=kind)
            return f"(({kind}){text})"
        if form in (1, 2):
            text = self.random.choice(BINARY).format(a=again(), b=again())
            return f"(({kind}){text})"
        if form == 3:
            text = self.random.choice(TERNARY).format(a=again(), b=again(), c=again())
            return f"(({kind}){text})"
        if form in (4, 5, 6):
            return f"(({kind})({again()} {self.random.choice(INFIX)} {again()}))"
        if form == 7:
            amount = f"({again()} & {bits - 1})" if self.random.random() < 0.7 else str(self.random.randrange(bits))
            return f"(({kind})({again()} {self.pick('<<', '>>')} {amount}))"
        if form == 8:
            divisor = f"({again()} | 1)" if not signed else str(self.pick(1, 2, 3, 4, 7, 8, 16, 100))
            if signed and self.random.random() < 0.3:
                divisor = f"(({again()} & 15) + 1)"
            return f"(({kind})({again()} {self.pick('/', '%')} {divisor}))"
        if form == 9:
            other = self.random.choice(list(INTEGERS))
            left, right = self.scalar(other, deep + 1), self.scalar(other, deep + 1)
            return f"(({kind})({left} {self.random.choice(COMPARE)} {right} ? {again()} : {again()}))"
        if form == 10:
            other = self.random.choice(list(INTEGERS))
            return f"convert_{kind}{self.pick('_sat', '')}({self.scalar(other, deep + 1)})"
        if form == 11 and bits == 32:
            call = self.pick("mul24({a}, {b})", "mad24({a}, {b}, {c})")
            small = lambda: f"({again()} & 0x3fff)"
            return f"(({kind}){call.format(a=small(), b=small(), c=again())})"
        if form == 12 and bits < 64:
            wide = {8: "short", 16: "int", 32: "long"}[bits]
            wide = wide if signed else "u" + wide
            low = kind if not signed else "u" + kind
            return f"(({kind})(upsample(({kind}){again()}, ({low}){again()}) >> {self.random.randrange(bits)}))"
        return self.leaf(kind)

    def vector(self):
        kind, lanes = self.random.choice(list(INTEGERS)), self.pick(2, 3, 4, 8)
        name = f"v{len(self.vectors)}"
        full = f"{kind}{lanes}"
        same = [n for n, (k, l) in self.vectors.items() if (k, l) == (kind, lanes)]
        parts = ", ".join(self.scalar(kind, 2) for _ in range(lanes))
        value = f"({full})({parts})"
        if same:
            a = self.random.choice(same)
            value = self.pick(f"{a} {self.random.choice(INFIX)} {value}", f"min({a}, {value})", f"rotate({a}, {value})",
                              f"add_sat({a}, {value})", f"bitselect({a}, {value}, {a})", f"max({value}, {a})", f"select({value}, {a}, {a} > {value})"
                              if not kind.startswith("u") else f"{a} - {value}")
        elif self.vectors:
            a = self.random.choice(list(self.vectors))
            other, count = self.vectors[a]
            if count == lanes:
                value = self.pick(f"convert_{full}({a})", f"convert_{full}_sat({a})")
            elif count == 2 * lanes:
                value = f"convert_{full}({a}.{self.pick('lo', 'hi', 'even', 'odd')})"
            elif INTEGERS[other] * count == INTEGERS[kind] * lanes and 3 not in (count, lanes):
                value = f"as_{full}({a})"
        self.lines.append(f"{full} {name} = {value};")
        self.vectors[name] = (kind, lanes)
        if self.random.random() < 0.3 and lanes != 3:
            self.lines.append(f"{name}.{self.pick('s0', 's1', 'x')} = {self.scalar(kind, 2)};")
        if self.random.random() < 0.2 and lanes == 4:
            self.lines.append(f"{name} = {name}.{self.pick('wzyx', 'yxwz', 'xxyy', 'zwxy')};")
        if self.random.random() < 0.15 and not kind.startswith("u"):
            flag = f"c{len(self.scalars)}"
            self.lines.append(f"int {flag} = {self.pick('any', 'all')}({name} > ({full})({self.scalar(kind, 2)}));")
            self.scalars[flag] = "int"

    def make(self):
        for _ in range(self.random.randint(1, 4)):
            if self.random.random() < 0.4:
                self.vector()
            else:
                kind = self.random.choice(list(INTEGERS))
                name = f"x{len(self.scalars)}"
                self.lines.append(f"{kind} {name} = {self.scalar(kind)};")
                self.scalars[name] = kind
        total = " ^ ".join([f"(uint){n}" for n in self.scalars] + [f"(uint)({n}.s{i} * {2 * i + 1})" for n, (_, l) in self.vectors.items()
                                                                  for i in range(l)])
        first = self.random.randrange(29)
        if self.random.random() < 0.4:
            self.lines.append(f"uint slot = (({total}) >> {first}) & 7;")
        else:
            self.lines.append(f"uint slot = (({total}) * 2654435769u >> {first}) & 7;")
        self.lines.append("out[slot] = 1;")
        size = self.random.randint(4, 7) * 4
        lines = "\n".join("  " + line for line in self.lines)
        return (f"// launch: --local-size {self.pick(4, 8, 2, 1)} --num-groups 1 --buffer out={size}\n"
                f"// about: values, generated from seed {self.seed}\n\n"
                f"__kernel void k(__global int *out) {{\n  int lid = get_local_id(0);\n{lines}\n}}\n")
