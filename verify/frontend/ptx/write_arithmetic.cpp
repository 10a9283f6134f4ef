// Arithmetic, comparisons, conversions and selections (PTX ISA 9.0, sections 9.7.1 to 9.7.8).
#include <algorithm>
#include <array>
#include <utility>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {
namespace {

std::string wide_type(const Type& type) {
  return cpp_type({type.kind, 2 * type.bits});
}

// Returns the name of CUDA's function for a float operation: "__fadd_rn", "__dadd_rn".
std::string float_function(const char* name, const Type& type, const std::string& rounding) {
  const std::string word = name;
  if (word == "fma") return (type.bits == 32 ? "__fmaf_" : "__fma_") + rounding;
  return (type.bits == 32 ? "__f" : "__d") + word + "_" + rounding;
}

// Returns the operator for this word that combines two conditions.
std::string sign_of(const std::string& word) {
  if (word == "and") return " && ";
  return word == "or" ? " || " : " != ";
}

}  // namespace

std::string InstructionWriter::float_operation(const char* name, const Type& type, std::size_t operands) {
  const std::string given = rounding();
  // The compiler of the device may fuse an operation without a rounding modifier with a sum.
  if (given.empty()) d_relaxed = true;
  take_flush();
  const bool saturates = take("sat");
  need(operands + 1);
  std::string text = float_function(name, type, given.empty() ? "rn" : given) + "(";
  for (std::size_t i = 1; i <= operands; ++i) text += (i == 1 ? "" : ", ") + value(operand(i), type);
  text += ")";
  if (saturates && type.bits == 64) refuse("`.sat` is not supported here");
  return assign(operand(0), type, saturates ? "__saturatef(" + text + ")" : text);
}

std::string InstructionWriter::offset_address(int at, const std::string& offset) {
  return operand(0).variable->symbol + " = " + address(operand(static_cast<std::size_t>(at))) + " + " +
         offset + ";";
}

std::string InstructionWriter::sum() {
  if (uses_carry(*d_instruction)) return carried_sum();
  if (auto pair = operation_on_halves()) return std::move(*pair);
  const Type type = take_type();
  if (type.kind == 'f') return float_operation("add", type, 2);
  need(3);
  if (type == Type{'s', 32} && take("sat")) return saturated_sum(" + ");
  if (is_pointer(operand(0))) {
    const int at = Pointers::address_operand(*d_instruction, d_pointers);
    if (at < 0) refuse("which of its operands is an address is not known");
    return offset_address(at, "(long long)" + value(operand(at == 1 ? 2 : 1), {'s', type.bits}));
  }
  return assign(operand(0), type, value(operand(1), type) + " + " + value(operand(2), type));
}

std::string InstructionWriter::saturated_sum(const char* sign) const {
  const Type type{'s', 32};
  return assign(operand(0), type,
                "ptx_saturate<signed int>((long long)" + value(operand(1), type) + sign + "(long long)" +
                    value(operand(2), type) + ")");
}

// `add`, `min` and `max` on two halves of each register.
std::optional<std::string> InstructionWriter::operation_on_halves() {
  const std::string pair = take_one({"u16x2", "s16x2"});
  if (pair.empty()) return std::nullopt;
  const bool cuts = d_instruction->opcode != "add" && take("relu");  // negative results become 0
  need(3);
  if (cuts && pair == "u16x2") refuse("`.relu` is not supported here");
  const Type half{pair[0], 16};
  const auto result = [&](const char* shift) {
    const auto part = [&](std::size_t i) {
      return "(" + cpp_type(half) + ")(" + value(operand(i), {'u', 32}) + shift + ")";
    };
    const std::string a = part(1), b = part(2);
    if (d_instruction->opcode == "add") return "(unsigned short)(" + a + " + " + b + ")";
    const char* sign = d_instruction->opcode == "min" ? " < " : " > ";
    const std::string chosen = "(" + a + sign + b + " ? " + a + " : " + b + ")";
    return "(unsigned short)" + (cuts ? "(" + chosen + " < 0 ? 0 : " + chosen + ")" : chosen);
  };
  return assign(operand(0), {'u', 32},
                "(unsigned int)" + result("") + " | (unsigned int)" + result(" >> 16") + " << 16");
}

std::string InstructionWriter::difference() {
  if (uses_carry(*d_instruction)) return carried_difference();
  const Type type = take_type();
  if (type.kind == 'f') return float_operation("sub", type, 2);
  need(3);
  if (type == Type{'s', 32} && take("sat")) return saturated_sum(" - ");
  if (is_pointer(operand(0))) return offset_address(1, "-(long long)" + value(operand(2), {'s', type.bits}));
  return assign(operand(0), type, value(operand(1), type) + " - " + value(operand(2), type));
}

std::string InstructionWriter::product_of(const Type& type, const std::string& mode) const {
  const std::string a = value(operand(1), type), b = value(operand(2), type);
  if (mode == "wide") {
    if (type.bits > 32) refuse("`.wide` of 64 bits");
    return "(" + wide_type(type) + ")" + a + " * (" + wide_type(type) + ")" + b;
  }
  if (mode == "lo") {
    // Products of short integers would be computed as `int`.
    const std::string as = type.bits < 32 ? "(unsigned int)" : "";
    return as + a + " * " + as + b;
  }
  if (type.bits <= 16)
    return "(" + cpp_type({type.kind, 32}) + ")" + a + " * (" + cpp_type({type.kind, 32}) + ")" + b + " >> " +
           std::to_string(type.bits);
  return std::string(type.kind == 's' ? "__mul" : "__umul") + (type.bits == 32 ? "hi" : "64hi") + "(" + a +
         ", " + b + ")";
}

std::string InstructionWriter::product() {
  const Type type = take_type();
  if (type.kind == 'f') return float_operation("mul", type, 2);
  const std::string mode = take_one({"lo", "hi", "wide"});
  need(3);
  if (mode.empty()) refuse("it does not say which part of the product it means");
  return assign(operand(0), mode == "wide" ? Type{type.kind, 2 * type.bits} : type, product_of(type, mode));
}

std::string InstructionWriter::product_and_sum() {
  if (uses_carry(*d_instruction)) return carried_product();
  const Type type = take_type();
  if (type.kind == 'f') return float_operation("fma", type, 3);
  const std::string mode = take_one({"lo", "hi", "wide"});
  need(4);
  if (mode.empty()) refuse("it does not say which part of the product it means");
  const Type result = mode == "wide" ? Type{type.kind, 2 * type.bits} : type;
  const std::string made = "(" + cpp_type(result) + ")(" + product_of(type, mode) + ")";
  if (mode == "hi" && type == Type{'s', 32} && take("sat"))
    return assign(
        operand(0), type,
        "ptx_saturate<signed int>((long long)" + made + " + (long long)" + value(operand(3), type) + ")");
  if (is_pointer(operand(0))) {
    if (Pointers::address_operand(*d_instruction, d_pointers) != 3) refuse("its address is not a sum");
    return offset_address(3, "(long long)(" + cpp_type({'s', result.bits}) + ")" + made);
  }
  return assign(operand(0), result, made + " + " + value(operand(3), result));
}

std::string InstructionWriter::product_of_24(const Type& type) {
  const std::string mode = take_one({"lo", "hi"});
  if (type.bits != 32 || mode.empty()) refuse("it does not say which part of the product it means");
  const std::string a = value(operand(1), type), b = value(operand(2), type);
  if (mode == "lo") return (type.kind == 's' ? "__mul24(" : "__umul24(") + a + ", " + b + ")";
  // Returns bits 16 to 47 of the product of the lower 24 bits of both numbers.
  const std::string wide = cpp_type({type.kind, 64}), word = cpp_type(type);
  const auto low = [&](const std::string& text) {
    return "(" + wide + ")((" + word + ")((unsigned int)" + text + " << 8) >> 8)";
  };
  return "(" + word + ")((" + low(a) + " * " + low(b) + ") >> 16)";
}

std::string InstructionWriter::product_of_24_bits() {
  const Type type = take_type();
  need(3);
  return assign(operand(0), type, product_of_24(type));
}

std::string InstructionWriter::product_and_sum_of_24_bits() {
  const Type type = take_type();
  need(4);
  const std::string product = product_of_24(type), c = value(operand(3), type);
  if (take("sat")) {
    if (type.kind != 's') refuse("`.sat` is not supported here");
    return assign(operand(0), type,
                  "ptx_saturate<signed int>((long long)" + product + " + (long long)" + c + ")");
  }
  return assign(operand(0), type, product + " + " + c);
}

std::string InstructionWriter::fused() {
  return float_operation("fma", take_type(), 3);
}

std::string InstructionWriter::quotient() {
  const Type type = take_type();
  if (type.kind != 'f') {
    need(3);
    return assign(operand(0), type, value(operand(1), type) + " / " + value(operand(2), type));
  }
  if (take_one({"approx", "full"}).empty()) return float_operation("div", type, 2);
  d_relaxed = true;
  take_flush();
  need(3);
  return assign(operand(0), type,
                "__fdividef(" + value(operand(1), type) + ", " + value(operand(2), type) + ")");
}

std::string InstructionWriter::remainder() {
  const Type type = take_type();
  need(3);
  return assign(operand(0), type, value(operand(1), type) + " % " + value(operand(2), type));
}

std::string InstructionWriter::reciprocal() {
  const Type type = take_type();
  if (take("approx")) {
    d_relaxed = true;
    take_flush();
    need(2);
    return assign(operand(0), type, "(" + cpp_type(type) + ")1 / " + value(operand(1), type));
  }
  return float_operation("rcp", type, 1);
}

std::string InstructionWriter::square_root() {
  const Type type = take_type();
  if (take("approx")) {
    d_relaxed = true;
    take_flush();
    need(2);
    return assign(operand(0), type, (type.bits == 32 ? "sqrtf(" : "sqrt(") + value(operand(1), type) + ")");
  }
  return float_operation("sqrt", type, 1);
}

std::string InstructionWriter::approximate() {
  const Type type = take_type();
  take("approx");
  d_relaxed = true;
  take_flush();
  need(2);
  if (type.bits == 64 && d_instruction->opcode != "rsqrt") refuse("it has no type that is supported");
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kFunctions{{{"cos", "__cosf"},
                                                                                     {"ex2", "exp2f"},
                                                                                     {"lg2", "__log2f"},
                                                                                     {"rsqrt", "rsqrtf"},
                                                                                     {"sin", "__sinf"},
                                                                                     {"tanh", "tanhf"}}};
  for (const auto& [opcode, function] : kFunctions)
    if (opcode == d_instruction->opcode)
      return assign(operand(0), type,
                    (type.bits == 64 ? std::string("rsqrt") : std::string(function)) + "(" +
                        value(operand(1), type) + ")");
  refuse("which is not known");
}

std::string InstructionWriter::absolute() {
  const Type type = take_type();
  take_flush();
  need(2);
  const std::string a = value(operand(1), type);
  if (type.kind == 'f') return assign(operand(0), type, "ptx_abs(" + a + ")");
  return assign(operand(0), type, a + " < 0 ? -" + a + " : " + a);
}

std::string InstructionWriter::negation() {
  const Type type = take_type();
  take_flush();
  need(2);
  if (type.kind == 'f') return assign(operand(0), type, "ptx_neg(" + value(operand(1), type) + ")");
  return assign(operand(0), type, "-" + value(operand(1), type));
}

std::string InstructionWriter::copy_sign() {
  const Type type = take_type();
  need(3);
  // The sign comes from the first operand.
  return assign(operand(0), type,
                (type.bits == 32 ? "copysignf(" : "copysign(") + value(operand(2), type) + ", " +
                    value(operand(1), type) + ")");
}

std::string InstructionWriter::absolute_difference() {
  const Type type = take_type();
  need(4);
  const std::string a = value(operand(1), type), b = value(operand(2), type);
  return assign(
      operand(0), type,
      value(operand(3), type) + " + (" + a + " < " + b + " ? " + b + " - " + a + " : " + a + " - " + b + ")");
}

std::string InstructionWriter::extreme(const char* name) {
  if (auto pair = operation_on_halves()) return std::move(*pair);
  const Type type = take_type();
  take_flush();
  const bool keeps_nan = type.kind == 'f' && take("NaN");
  need(3);
  const std::string a = value(operand(1), type), b = value(operand(2), type);
  if (type.kind == 'f') {
    const std::string text = std::string("f") + name + (type.bits == 32 ? "f(" : "(") + a + ", " + b + ")";
    return assign(operand(0), type,
                  keeps_nan
                      ? "ptx_is_nan(" + a + ") || ptx_is_nan(" + b + ") ? " + a + " + " + b + " : " + text
                      : text);
  }
  const char* sign = std::string_view(name) == "min" ? " < " : " > ";
  return assign(operand(0), type, a + sign + b + " ? " + a + " : " + b);
}

std::string InstructionWriter::maximum() {
  return extreme("max");
}

std::string InstructionWriter::minimum() {
  return extreme("min");
}

std::string InstructionWriter::binary(const char* sign) {
  const Type type = take_type();
  need(3);
  return assign(operand(0), type, value(operand(1), type) + sign + value(operand(2), type));
}

std::string InstructionWriter::bitwise() {
  if (d_instruction->opcode == "and") return binary(" & ");
  return binary(d_instruction->opcode == "or" ? " | " : " ^ ");
}

std::string InstructionWriter::bitwise_not() {
  const Type type = take_type();
  need(2);
  return assign(operand(0), type, (type.kind == 'p' ? "!" : "~") + value(operand(1), type));
}

std::string InstructionWriter::logical_not() {
  const Type type = take_type();
  need(2);
  return assign(operand(0), type, value(operand(1), type) + " == 0 ? 1 : 0");
}

std::string InstructionWriter::shift_left() {
  const Type type = take_type();
  need(3);
  return assign(operand(0), type,
                "ptx_shl(" + value(operand(1), {'u', type.bits}) + ", " + value(operand(2), {'u', 32}) + ")");
}

std::string InstructionWriter::shift_right() {
  const Type type = take_type();
  need(3);
  return assign(operand(0), type,
                "ptx_shr(" + value(operand(1), type) + ", " + value(operand(2), {'u', 32}) + ")");
}

std::string InstructionWriter::comparison(const std::string& name, const Type& type, const std::string& a,
                                          const std::string& b) const {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kSigns{{{"eq", " == "},
                                                                                  {"ne", " != "},
                                                                                  {"lt", " < "},
                                                                                  {"le", " <= "},
                                                                                  {"gt", " > "},
                                                                                  {"ge", " >= "},
                                                                                  {"lo", " < "},
                                                                                  {"ls", " <= "},
                                                                                  {"hi", " > "},
                                                                                  {"hs", " >= "}}};
  const auto sign = [&](std::string_view word) -> std::string {
    for (const auto& [known, text] : kSigns)
      if (known == word) return std::string(text);
    refuse("its comparison is not known");
  };
  std::string has_nan = "(ptx_is_nan(" + a + ") || ptx_is_nan(" + b + "))";
  if (type.kind != 'f') return "(" + a + sign(name) + b + ")";
  if (name == "num") return "!" + has_nan;
  if (name == "nan") return has_nan;
  // Ordered comparisons are false for NaN, and `!=` of C++ is true.
  if (name == "ne") return "(!" + has_nan + " && " + a + " != " + b + ")";
  if (name.size() == 3) return "(" + has_nan + " || " + a + sign(name.substr(0, 2)) + b + ")";
  return "(" + a + sign(name) + b + ")";
}

// The condition of `set` and `setp`, without the operand with which it is combined.
std::string InstructionWriter::compared(const Type*& type, Type& storage) {
  const std::string name = take_one({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu",
                                     "ltu", "leu", "gtu", "geu", "num", "nan"});
  if (name.empty()) refuse("it has no comparison");
  take_flush();
  if (type == nullptr) {
    storage = take_type();
    type = &storage;
  }
  Type compared = *type;
  if (name == "lo" || name == "ls" || name == "hi" || name == "hs") compared.kind = 'u';
  return comparison(name, compared, value(operand(1), compared), value(operand(2), compared));
}

std::string InstructionWriter::set_predicate() {
  const std::string with = take_one({"and", "or", "xor"});
  need(with.empty() ? 3 : 4);
  const Type* type = nullptr;
  Type storage;
  const std::string holds = compared(type, storage);
  const auto combined = [&](const std::string& condition) {
    if (with.empty()) return condition;
    return "(" + condition + sign_of(with) + value(operand(3), {'p', 1}) + ")";
  };
  Operand first = operand(0);
  const std::vector<Operand> second = std::exchange(first.parts, {});
  if (second.empty()) return assign(first, {'p', 1}, combined(holds));
  // The predicates may be operands too.
  return "{ const bool ptx_p = " + combined(holds) + ", ptx_q = " + combined("!" + holds) + "; " +
         assign(first, {'p', 1}, "ptx_p") + " " + assign(second.front(), {'p', 1}, "ptx_q") + " }";
}

std::string InstructionWriter::set_value() {
  const std::string with = take_one({"and", "or", "xor"});
  need(with.empty() ? 3 : 4);
  const Type result = take_type();
  const Type* type = nullptr;
  Type storage;
  std::string holds = compared(type, storage);
  if (!with.empty()) holds = "(" + holds + sign_of(with) + value(operand(3), {'p', 1}) + ")";
  return assign(operand(0), result, holds + (result.kind == 'f' ? " ? 1 : 0" : " ? -1 : 0"));
}

std::string InstructionWriter::select() {
  const Type type = take_type();
  need(4);
  const std::string condition = value(operand(3), {'p', 1});
  if (is_pointer(operand(0)))
    return operand(0).variable->symbol + " = " + condition + " ? " + address(operand(1)) + " : " +
           address(operand(2)) + ";";
  return assign(operand(0), type,
                condition + " ? " + value(operand(1), type) + " : " + value(operand(2), type));
}

// Saturates 32-bit numbers to a narrower type and packs them side by side.
std::string InstructionWriter::packed_conversion() {
  if (!take("sat")) refuse("it does not saturate");
  const std::string narrow = take_one({"u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2"});
  const Type from = take_type();
  if (narrow.empty() || from.bits != 32 || from.kind == 'b') refuse("it has no type that is supported");
  const auto bits = static_cast<unsigned>(std::stoul(narrow.substr(1)));
  const bool merges = bits < 16 && take("b32");
  need(merges ? 4 : 3);
  if (merges != (bits < 16)) refuse("it has no type that is supported");
  const std::string mask = std::to_string((1U << bits) - 1) + "u";
  const auto part = [&](std::size_t i) {
    return std::string("((unsigned int)ptx_clamp<") + (narrow[0] == 's' ? "true, " : "false, ") +
           std::to_string(bits) + ">((long long)" + value(operand(i), from) + ") & " + mask + ")";
  };
  std::string text = part(1) + " << " + std::to_string(bits) + " | " + part(2);
  if (merges) text = value(operand(3), {'u', 32}) + " << " + std::to_string(2 * bits) + " | " + text;
  return assign(operand(0), {'u', 32}, text);
}

// Floats of less than 16 bits, and of 19 bits. Which number they become is left open.
std::string InstructionWriter::open_conversion(const std::string& to) {
  for (std::size_t i = 0; i < d_taken.size(); ++i) d_taken[i] = true;
  const bool is_packed = to == "f16x2" || to == "bf16x2";
  unsigned bits = to == "tf32" || is_packed || to.ends_with("x4") ? 32 : 16;
  if (to == "e2m1x2") bits = 8;
  if (to == "e2m1x4") bits = 16;
  if (d_instruction->operands.size() < 2 || d_instruction->operands.size() > 4) need(2);
  const Type type{'u', bits};
  Operand result = operand(0);
  if (result.variable != nullptr && result.variable->type.bits < bits) refuse("its result is not a register");
  return "PTX_NOT_EXECUTED(); " + assign(result, type, "ptx_any<" + cpp_type(type) + ">()");
}

std::string InstructionWriter::convert() {
  if (take("pack")) return packed_conversion();
  const std::string mode = take_one({"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"});
  take_flush();
  const bool saturates = take("sat");
  const Type to = take_type(), from = take_type();
  need(2);
  if (is_pointer(operand(0)) && from.kind != 'f') return moved_address();
  const std::string a = value(operand(1), from);
  if (from.kind != 'f' && to.kind != 'f') {
    if (!mode.empty()) refuse("integers are not rounded");
    if (!saturates) return assign(operand(0), to, "(" + cpp_type(to) + ")" + a);
    return assign(operand(0), to, "ptx_saturate<" + cpp_type(to) + ">(" + a + ")");
  }
  if (from.kind != 'f') {
    if (mode != "rn" || saturates) refuse("this rounding of an integer is not supported");
    return assign(operand(0), to, "(" + cpp_type(to) + ")" + a);
  }
  if (to.kind != 'f') {
    const std::string towards = direction_of(mode.substr(0, 2));
    if (mode.size() != 3) refuse("it does not say how it rounds to an integer");
    const bool is_wide = to.bits == 64;
    const std::string kind = std::string(to.kind == 's' ? "" : "u") + (is_wide ? "ll" : "int");
    const std::string text =
        (from.bits == 32 ? "__float2" : "__double2") + kind + "_" + towards + "(" + a + ")";
    // Conversions saturate.
    const std::string made = to.bits < 32 ? "ptx_saturate<" + cpp_type(to) + ">(" + text + ")" : text;
    return assign(operand(0), to, "ptx_converted<" + cpp_type(to) + ">(" + a + ", " + made + ")");
  }
  if (from.bits < to.bits) {
    if (saturates) refuse("`.sat` is not supported here");
    return assign(operand(0), to, "(double)" + a);
  }
  if (from.bits > to.bits) {
    if (mode.size() != 2 || saturates) refuse("it does not say how it rounds");
    return assign(operand(0), to, "__double2float_" + direction_of(mode) + "(" + a + ")");
  }
  const std::string end = from.bits == 32 ? "f(" : "(";
  std::string text = a;
  if (mode == "rni") text = "rint" + end + a + ")";
  if (mode == "rzi") text = "trunc" + end + a + ")";
  if (mode == "rmi") text = "floor" + end + a + ")";
  if (mode == "rpi") text = "ceil" + end + a + ")";
  if (saturates && from.bits == 64) refuse("`.sat` is not supported here");
  return assign(operand(0), to, saturates ? "__saturatef(" + text + ")" : text);
}

}  // namespace launchproof::frontend::ptx
