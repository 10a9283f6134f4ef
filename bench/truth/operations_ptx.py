"""Random chains of PTX instructions on constants, whose values decide whether an access leaves its array.

One thread computes; all registers are folded into one number, and its lowest bit chooses between the two places. So a wrong
value of any instruction gives a wrong verdict half of the time.
"""

import random

WORDS = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
         0x12345678, 0x9abcdef0, 0xff00ff00, 0x01ff02fe]
LONGS = [*WORDS, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0x123456789abcdef0, 0xffffffff00000000]
SINGLES = [0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40490fdb, 0xc0200000, 0x40200000, 0x7f800000, 0xff800000, 0x7fc00000,
           0x4f000000, 0xcf000000, 0x5f000000, 0x00000001, 0x3eaaaaab, 0x7f7fffff, 0x4b800001]
DOUBLES = [0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x4004000000000000, 0xc004000000000000,
           0x7ff0000000000000, 0x7ff8000000000000, 0x41dfffffffc00000, 0x43e0000000000000, 0xc1e0000000000000, 0x3fd5555555555555]
INTEGER_TESTS = ["eq", "ne", "lt", "le", "gt", "ge"]
UNSIGNED_TESTS = ["lo", "ls", "hi", "hs", "lt", "ge"]
FLOAT_TESTS = ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]


def operations():
    """Templates: an upper-case letter is a result, a lower-case one a source. R, L, F, D, P, H: 32 bits, 64 bits, single, double,
    predicate, 16 bits; `#` is a small number, `%` a number that is not 0."""
    found = []
    for width, letter in (("32", "r"), ("64", "l")):
        result = letter.upper()
        for name in ("add.s", "sub.s", "mul.lo.s", "mul.hi.s", "mul.hi.u", "min.s", "min.u", "max.s", "max.u"):
            found.append(f"{name}{width} {result}, {letter}, {letter}")
        for name in ("div.s", "div.u", "rem.s", "rem.u"):
            found.append(f"{name}{width} {result}, {letter}, {letter}%")
        for name in ("mad.lo.s", "mad.hi.s", "mad.hi.u"):
            found.append(f"{name}{width} {result}, {letter}, {letter}, {letter}")
        for name in ("abs.s", "neg.s", "not.b", "cnot.b", "brev.b"):
            found.append(f"{name}{width} {result}, {letter}")
        for name in ("and.b", "or.b", "xor.b"):
            found.append(f"{name}{width} {result}, {letter}, {letter}")
        for name in ("shl.b", "shr.u", "shr.s"):
            found += [f"{name}{width} {result}, {letter}, #", f"{name}{width} {result}, {letter}, r"]
        for name in ("popc.b", "clz.b", "bfind.u", "bfind.s", "bfind.shiftamt.u", "bfind.shiftamt.s"):
            found.append(f"{name}{width} R, {letter}")
        found += [f"bfe.u{width} {result}, {letter}, #, #", f"bfe.s{width} {result}, {letter}, #, #", f"bfe.s{width} {result}, {letter}, r, r",
                  f"bfi.b{width} {result}, {letter}, {letter}, #, #", f"sad.s{width} {result}, {letter}, {letter}, {letter}",
                  f"sad.u{width} {result}, {letter}, {letter}, {letter}", f"selp.b{width} {result}, {letter}, {letter}, p"]
        found += [f"setp.{test}.s{width} P, {letter}, {letter}" for test in INTEGER_TESTS]
        found += [f"setp.{test}.u{width} P, {letter}, {letter}" for test in UNSIGNED_TESTS]
        found += [f"setp.{test}.{join}.s{width} P|P, {letter}, {letter}, {no}p"
                  for test in ("lt", "eq") for join in ("and", "or", "xor") for no in ("", "!")]
    for name in ("mul24.lo.s32", "mul24.lo.u32", "mul24.hi.s32", "mul24.hi.u32", "mad24.lo.s32"):
        found.append(f"{name} R, r, r" + (", r" if name.startswith("mad") else ""))
    found += ["mul.wide.s32 L, r, r", "mul.wide.u32 L, r, r", "mad.wide.s32 L, r, r, l", "mad.wide.u32 L, r, r, l", "mul.wide.s16 R, h, h", "mul.wide.u16 R, h, h",
              "add.sat.s32 R, r, r", "sub.sat.s32 R, r, r", "add.s16 H, h, h", "mul.lo.s16 H, h, h", "mul.hi.u16 H, h, h", "shl.b16 H, h, #", "shr.s16 H, h, #",
              "add.cc.u32 R, r, r; addc.u32 R, r, r", "sub.cc.u32 R, r, r; subc.u32 R, r, r", "mad.lo.cc.u32 R, r, r, r; madc.hi.u32 R, r, r, r",
              "prmt.b32 R, r, r, r", "lop3.b32 R, r, r, r, 0x96", "lop3.b32 R, r, r, r, 0xe8", "lop3.b32 R, r, r, r, 0x2a",
              "dp4a.s32.s32 R, r, r, r", "dp4a.u32.u32 R, r, r, r", "dp4a.s32.u32 R, r, r, r", "dp2a.lo.s32.s32 R, r, r, r", "dp2a.hi.u32.u32 R, r, r, r",
              "slct.s32.s32 R, r, r, r", "set.lt.u32.s32 R, r, r", "set.eq.s32.s32 R, r, r", "mov.b64 L, {r, r}", "mov.b64 {R, R}, l", "mov.b32 R, {h, h}", "mov.b32 {H, H}, r",
              "and.pred P, p, p", "or.pred P, p, p", "xor.pred P, p, p", "not.pred P, p", "@p mov.u32 R, r", "@!p add.s32 R, r, r",
              "bmsk.clamp.b32 R, r, #", "bmsk.wrap.b32 R, r, r", "szext.clamp.s32 R, r, #", "szext.wrap.u32 R, r, #"]
    found += [f"prmt.b32.{mode} R, r, r, r" for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")]
    found += [f"shf.{way}.{mode}.b32 R, r, r, r" for way in "lr" for mode in ("wrap", "clamp")]
    for source in ("s8", "u8", "s16", "u16", "s32", "u32"):
        found.append(f"cvt.s32.{source} R, r")
        found += [f"cvt.{to}.{source} L, r" for to in ("s64", "u64")]
        found += [f"cvt.sat.{to}.s32 R, r" for to in ("s8", "u8", "s16", "u16")]
    found += ["cvt.u32.u64 R, l", "cvt.s16.s32 H, r", "cvt.u32.u16 R, h", "cvt.s32.s16 R, h", "cvt.sat.s32.s64 R, l", "cvt.sat.u32.s64 R, l", "cvt.sat.u32.u64 R, l"]
    for kind, letter, bits in (("f32", "f", "r"), ("f64", "d", "l")):
        result = letter.upper()
        for name in ("add", "sub", "mul"):
            found += [f"{name}.{mode}.{kind} {result}, {letter}, {letter}" for mode in ("rn", "rz", "rm", "rp")]
        found += [f"{name}.rn.{kind} {result}, {letter}, {letter}" for name in ("div",)]
        found += [f"fma.{mode}.{kind} {result}, {letter}, {letter}, {letter}" for mode in ("rn", "rz")]
        found += [f"{name}.{kind} {result}, {letter}, {letter}" for name in ("min", "max")]
        found += [f"{name}.{kind} {result}, {letter}" for name in ("neg", "abs", "sqrt.rn", "rcp.rn")]
        found += [f"setp.{test}.{kind} P, {letter}, {letter}" for test in FLOAT_TESTS]
        found += [f"selp.{kind} {result}, {letter}, {letter}, p", f"copysign.{kind} {result}, {letter}, {letter}", f"mov.b{kind[1:]} {bits.upper()}, {letter}"]
        found += [f"testp.{what}.{kind} P, {letter}" for what in ("finite", "infinite", "number", "notanumber", "normal", "subnormal")]
        for mode in ("rni", "rzi", "rmi", "rpi"):
            found += [f"cvt.{mode}.{to}.{kind} R, {letter}" for to in ("s32", "u32")]
            found += [f"cvt.{mode}.{to}.{kind} L, {letter}" for to in ("s64", "u64")]
            found.append(f"cvt.{mode}.{kind}.{kind} {result}, {letter}")
        for mode in ("rn", "rz", "rm", "rp"):
            found += [f"cvt.{mode}.{kind}.{source} {result}, r" for source in ("s32", "u32")]
            found += [f"cvt.{mode}.{kind}.{source} {result}, l" for source in ("s64", "u64")]
    found += ["cvt.f64.f32 D, f", *[f"cvt.{mode}.f32.f64 F, d" for mode in ("rn", "rz", "rm", "rp")], "add.sat.f32 F, f, f", "cvt.sat.f32.f32 F, f"]
    return [one for one in found if not (one.startswith("cvt.r") and one.split()[0].endswith(("f64.s32", "f64.u32")) and "rn" not in one)]


FAMILIES = {"r": ("%r", 8), "l": ("%rd", 4), "f": ("%f", 4), "d": ("%fd", 3), "p": ("%p", 4), "h": ("%h", 4)}


def operand(draw, letter):
    name, count = FAMILIES[letter]
    return f"{name}{draw.randrange(count)}"


def filled(draw, template):
    """Returns the instructions of the template on random registers."""
    before, lines = [], []
    for part in template.split("; "):
        operation, _, rest = part.partition(" ")
        if operation.startswith("@"):
            guard = operation[:-1] + operand(draw, "p")
            operation, _, rest = rest.partition(" ")
            operation = f"{guard} {operation}"
        text = ""
        taken = set()
        for letter in rest:
            if letter == "%":
                source = text.split()[-1]
                wide = source.startswith("%rd")
                scratch = "%rd9" if wide else "%r9"
                before.append(f"or.b{64 if wide else 32} {scratch}, {source}, 1;")
                text = text[:len(text) - len(source)] + scratch
            elif letter == "#":
                text += str(draw.choice([0, 1, 3, 5, 8, 13, 16, 24, 31, 32, 33, 64, 200]))
            elif letter.lower() in FAMILIES and letter not in "xbe0123456789":
                name = operand(draw, letter.lower())
                while letter.isupper() and name in taken:
                    name = operand(draw, letter.lower())
                if letter.isupper():
                    taken.add(name)
                text += name
            else:
                text += letter
        lines.append(f"{operation} {text};")
    return before + lines


def kernel(seed, templates, length):
    draw = random.Random(seed)
    lines = [f"mov.u32 %r{i}, {draw.choice(WORDS)};" for i in range(8)]
    lines += [f"mov.u64 %rd{i}, {draw.choice(LONGS)};" for i in range(4)]
    lines += [f"mov.b32 %f{i}, 0f{draw.choice(SINGLES):08X};" for i in range(4)]
    lines += [f"mov.b64 %fd{i}, 0d{draw.choice(DOUBLES):016X};" for i in range(3)]
    lines += [f"mov.u16 %h{i}, {draw.choice(WORDS) & 0x7fff};" for i in range(4)]
    lines += [f"setp.{draw.choice(('eq', 'ne'))}.u32 %p{i}, %r0, %r0;" for i in range(4)]
    for _ in range(length):
        lines += filled(draw, draw.choice(templates))
    lines.append("mov.u32 %r8, 1;")
    folded = [f"%r{i}" for i in range(8)]
    for i in range(4):
        lines += [f"cvt.u32.u64 %r1{i}, %rd{i};", f"shr.u64 %rd{i}, %rd{i}, 32;", f"cvt.u32.u64 %r2{i}, %rd{i};"]
        lines += [f"mov.b32 %r3{i}, %f{i};", f"cvt.u32.u16 %r4{i}, %h{i};", f"selp.u32 %r5{i}, 1, 0, %p{i};"]
        folded += [f"%r{ten}{i}" for ten in (1, 2, 3, 4, 5)]
    for i in range(3):
        lines += [f"mov.b64 {{%r6{i}, %r7{i}}}, %fd{i};"]
        folded += [f"%r6{i}", f"%r7{i}"]
    for name in folded:
        lines += [f"mul.lo.u32 %r8, %r8, 0x9e3779b1;", f"xor.b32 %r8, %r8, {name};", "shr.u32 %r9, %r8, 15;", "xor.b32 %r8, %r8, %r9;"]
    body = "\n".join("  " + line for line in lines)
    return f"""// launch: --blockDim=1 --gridDim=1 --buffer 0=4

.version 9.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 k_param_0)
{{
  .reg .pred %p<9>;
  .reg .b16 %h<9>;
  .reg .b32 %r<99>;
  .reg .b64 %rd<19>;
  .reg .f32 %f<9>;
  .reg .f64 %fd<9>;
  ld.param.u64 %rd10, [k_param_0];
  cvta.to.global.u64 %rd11, %rd10;
{body}
  and.b32 %r8, %r8, 1;
  mad.wide.u32 %rd12, %r8, 4, %rd11;
  st.global.u32 [%rd12], %r8;
  ret;
}}
"""
