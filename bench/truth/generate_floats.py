"""Random expressions over floats whose value decides an index or a guard.

Most of them are exact in the sense of IEEE 754, whatever the rounding; some are rounded, and some conversions
are out of range, where devices differ."""

from draws import Draws

FORMATS = {"float": "f", "double": ""}
CONSTANTS = ("0.0", "0.5", "1.0", "2.0", "3.0", "0.25", "1.5", "-0.5", "-1.0", "-2.75", "7.0", "16.0", "0.125", "100.0",
             "-0.0", "8388608.0", "16777216.0", "0.1", "0.7", "1.7", "0.33333334")
UNARY = ("floor({a})", "ceil({a})", "trunc({a})", "rint({a})", "round({a})", "fabs({a})", "(-{a})")
BINARY = ("fmin({a}, {b})", "fmax({a}, {b})", "min({a}, {b})", "max({a}, {b})", "({a} + {b})", "({a} - {b})", "({a} * {b})",
          "({a} + {b})", "({a} - {b})", "fmod({a}, {b})", "step({a}, {b})", "copysign({a}, {b})")
INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
COMPARE = ("<", "<=", ">", ">=", "==", "!=")
RELATION = ("isequal({a}, {b})", "isnotequal({a}, {b})", "isless({a}, {b})", "isgreaterequal({a}, {b})", "islessgreater({a}, {b})",
            "isordered({a}, {b})", "signbit({a})", "isfinite({a})", "isnan({a})", "isinf({b})", "isnormal({a})")


class Floats(Draws):
    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed
        self.floats = {}  # name -> float or double
        self.integers = {}  # name -> type

    def constant(self, kind):
        return f"({self.pick(*CONSTANTS)}{FORMATS[kind]})"

    def integer(self, deep):
        choices = ["lid", "lid", str(self.pick(0, 1, 2, 3, 5, 8, 100))] + list(self.integers)
        text = self.pick(*choices)
        if deep < 2 and self.chance(0.3):
            return f"({text} {self.pick('+', '-', '*', '&')} {self.integer(deep + 1)})"
        return text

    def leaf(self, kind, deep):
        names = [name for name, own in self.floats.items() if own == kind]
        if names and self.chance(0.35):
            return self.pick(*names)
        if self.chance(0.3):
            return self.constant(kind)
        if self.chance(0.2):
            return f"convert_{kind}{self.pick('', '_rte', '_rtz', '_rtp', '_rtn')}(({self.pick(*INTEGERS)}){self.integer(deep)})"
        return f"(({kind}){self.integer(deep)})"

    def value(self, kind, deep=0):
        if deep >= 3:
            return self.leaf(kind, deep)
        again = lambda: self.value(kind, deep + 1)
        form = self.random.randrange(10)
        if form in (0, 1):
            return self.pick(*UNARY).format(a=again())
        if form in (2, 3):
            return self.pick(*BINARY).format(a=again(), b=again())
        if form == 4:
            return f"({again()} * {self.pick('0.5', '0.25', '0.125', '2.0', '4.0', '0.7', '1.3')}{FORMATS[kind]})"
        if form == 5:
            divisor = self.pick("2.0", "4.0", "-2.0", "8.0")
            return f"({again()} / {divisor}{FORMATS[kind]})" if kind == "double" else f"fma({again()}, {self.constant(kind)}, {again()})"
        if form == 6:
            return f"({again()} {self.pick(*COMPARE)} {again()} ? {again()} : {again()})"
        if form == 7:
            other = self.pick(*FORMATS)
            return f"(({kind}){self.value(other, deep + 1)})"
        if form == 8:
            low = self.pick("-1.0", "0.0", "0.5")
            return f"clamp({again()}, ({kind}){low}, ({kind}){self.pick('1.0', '4.5', '9.0', '100.0')})"
        return self.leaf(kind, deep)

    def to_integer(self):
        kind = self.pick(*FORMATS)
        value = self.value(kind)
        to = self.pick("int", "int", *INTEGERS)
        form = self.random.randrange(6)
        if form == 0:
            return "int", self.pick(*RELATION).format(a=value, b=self.value(kind, 1))
        if form == 1:
            return "int", f"({value} {self.pick(*COMPARE)} {self.value(kind, 1)} ? {self.integer(0)} : {self.integer(0)})"
        if form == 2:
            return "int", f"(int){self.pick('floor', 'ceil', 'trunc', 'rint', 'round')}({value})"
        if form == 3:
            return "int", f"(int){value}"
        rounding = self.pick("", "_rte", "_rtz", "_rtp", "_rtn")
        return to, f"convert_{to}_sat{rounding}({value})"

    def make(self):
        for _ in range(self.random.randint(1, 3)):
            if self.chance(0.5):
                kind = self.pick(*FORMATS)
                name = self.name("f")
                self.lines.append(f"{kind} {name} = {self.value(kind)};")
                self.floats[name] = kind
            if self.chance(0.7) or not self.integers:
                kind, value = self.to_integer()
                name = self.name("x")
                self.lines.append(f"{kind} {name} = {value};")
                self.integers[name] = kind
        total = " + ".join(f"(uint){name} * {2 * i + 1}" for i, name in enumerate(self.integers))
        if self.chance(0.3):
            total += " + lid"
        self.lines.append(f"uint slot = ({total}) & 7;")
        store = "out[slot] = 1;"
        if self.chance(0.4):
            store = self.pick(f"out[lid] = 1;\n  if (slot > 3) out[lid ^ 1] = 2;", "out[slot] = lid;", "out[(lid * 2 + slot) & 15] = lid;")
        self.lines.append(store)
        size = self.random.randint(4, 8) * 4
        lines = "\n".join("  " + line for line in self.lines)
        return (f"// launch: --local-size {self.pick(4, 8, 2, 1)} --num-groups 1 --buffer out={size}\n"
                f"// about: floats, generated from seed {self.seed}\n\n"
                f"__kernel void k(__global int *out) {{\n  int lid = get_local_id(0);\n{lines}\n}}\n")
