// Floats of 16 bits and pairs of them (PTX ISA 9.0, sections 9.7.4 and 9.7.6). Registers hold their bits.
#include <algorithm>
#include <array>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {

std::optional<InstructionWriter::Narrow> InstructionWriter::take_narrow() {
  for (std::size_t i = 0; i < d_taken.size(); ++i) {
    if (d_taken[i]) continue;
    const std::string& suffix = d_instruction->suffixes[i];
    const bool is_half = suffix == "f16" || suffix == "f16x2";
    if (!is_half && suffix != "bf16" && suffix != "bf16x2") {
      if (type_of(suffix)) return std::nullopt;  // the first type is a different one
      continue;
    }
    d_taken[i] = true;
    d_headers.insert("ptx_narrow_floats.h");
    return Narrow{is_half ? "__half" : "__nv_bfloat16", suffix.ends_with("x2")};
  }
  return std::nullopt;
}

std::optional<std::string> InstructionWriter::narrow_operation() {
  constexpr std::array<std::string_view, 10> kOperations{"add", "sub", "mul", "min", "max",
                                                         "fma", "neg", "abs", "ex2", "tanh"};
  const std::string& opcode = d_instruction->opcode;
  const auto is_open = [](const std::string& suffix) {
    return suffix == "tf32" || suffix == "s2f6x2" ||
           (suffix.size() > 4 && (suffix[0] == 'e' || suffix.starts_with("ue8m0")) &&
            (suffix.ends_with("x2") || suffix.ends_with("x4")));
  };
  if (opcode == "cvt" && std::ranges::any_of(d_instruction->suffixes, is_open)) {
    // The type of the result comes before that of the operand.
    const auto first = std::ranges::find_if(d_instruction->suffixes, [&](const std::string& suffix) {
      return is_open(suffix) || suffix == "f16x2" || suffix == "bf16x2" || suffix == "f16" ||
             suffix == "bf16" || type_of(suffix);
    });
    if (!is_open(*first) && *first != "f16x2" && *first != "bf16x2")
      refuse("this conversion is not supported");
    return open_conversion(*first);
  }
  const bool has_narrow = std::ranges::any_of(d_instruction->suffixes, [](const std::string& suffix) {
    return suffix == "f16" || suffix == "f16x2" || suffix == "bf16" || suffix == "bf16x2";
  });
  if (!has_narrow || opcode == "mma" || opcode == "wmma" || opcode == "wgmma" || opcode == "tex" ||
      opcode == "atom" || opcode == "red" || opcode == "cp")
    return std::nullopt;
  if (opcode == "cvt") return narrow_conversion();
  const std::optional<Narrow> narrow = take_narrow();
  if (narrow && opcode == "setp") return narrow_comparison(*narrow);
  if (narrow && opcode == "set") return narrow_set(*narrow);
  if (!narrow || std::ranges::find(kOperations, opcode) == kOperations.end())
    refuse("it has no type that is supported");
  const bool is_approximate = opcode == "ex2" || opcode == "tanh";
  if (is_approximate ? take("approx") : take("rn")) d_relaxed |= is_approximate;
  take_flush();
  // Without a rounding modifier, the compiler of the device may fuse it with a sum.
  if (opcode == "add" || opcode == "sub" || opcode == "mul") d_relaxed = true;
  const std::size_t operands = d_instruction->operands.size();
  const bool is_of_one = is_approximate || opcode == "neg" || opcode == "abs";
  const std::size_t of_several = opcode == "fma" ? 3 : 2;
  need(1 + (is_of_one ? 1 : of_several));
  const Type bits{'u', narrow->is_pair ? 32U : 16U};
  std::string text = "ptx_" + opcode + (narrow->is_pair ? "_x2<" : "<") + narrow->type + ">(";
  for (std::size_t i = 1; i < operands; ++i) text += (i == 1 ? "" : ", ") + value(operand(i), bits);
  return assign(operand(0), bits, text + ")");
}

// Every narrow float is exactly representable as a float, so comparisons as floats are exact.
std::string InstructionWriter::narrow_compared(const Narrow& narrow, const std::string& name,
                                               const std::string& part) const {
  const Type bits{'u', narrow.is_pair ? 32U : 16U};
  const auto wide = [&](std::size_t i) {
    const std::string read = value(operand(i), bits);
    return "ptx_widened<" + narrow.type + ">(" + (narrow.is_pair ? part + "(" + read + ")" : read) + ")";
  };
  return comparison(name, {'f', 32}, wide(1), wide(2));
}

std::string InstructionWriter::take_narrow_comparison() {
  std::string name =
      take_one({"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
  take_flush();
  need(3);
  if (name.empty()) refuse("it has no comparison");
  return name;
}

// Returns one if the comparison holds, and zero otherwise.
std::string InstructionWriter::narrow_set(const Narrow& narrow) {
  const std::string name = take_narrow_comparison();
  const std::optional<Narrow> from = take_narrow();
  if (!from || from->is_pair != narrow.is_pair) refuse("it has no type that is supported");
  const std::string one = narrow.type == "__half" ? "0x3c00u" : "0x3f80u";
  const auto part = [&](const std::string& which) {
    return "((" + narrow_compared(*from, name, which) + ") ? " + one + " : 0u)";
  };
  if (!narrow.is_pair) return assign(operand(0), {'u', 16}, "(unsigned short)" + part(""));
  return assign(operand(0), {'u', 32}, part("ptx_low") + " | " + part("ptx_high") + " << 16");
}

std::string InstructionWriter::narrow_comparison(const Narrow& narrow) {
  const std::string name = take_narrow_comparison();
  const auto compared = [&](const char* part) { return narrow_compared(narrow, name, part); };
  Operand first = operand(0);
  const std::vector<Operand> second = std::exchange(first.parts, {});
  if (narrow.is_pair != !second.empty()) refuse("its second predicate is not supported");
  std::string text = assign(first, {'p', 1}, compared("ptx_low"));
  if (narrow.is_pair) text += " " + assign(second.front(), {'p', 1}, compared("ptx_high"));
  return text;
}

// Rounds to a whole number in a direction; the result is a narrow float as well.
std::string InstructionWriter::narrow_integral(const Narrow& narrow, const std::string& kind,
                                               const std::string& mode) {
  const std::optional<Narrow> from = take_narrow();
  need(2);
  if (!from || from->is_pair || from->type != narrow.type) refuse("this conversion is not supported");
  std::string function = "rintf";
  if (mode == "rzi") function = "truncf";
  if (mode == "rmi") function = "floorf";
  if (mode == "rpi") function = "ceilf";
  const Type bits{'u', 16};
  return assign(operand(0), bits,
                "ptx_bits<" + narrow.type + ">(__float2" + kind + "_rn(" + function + "(ptx_widened<" +
                    narrow.type + ">(" + value(operand(1), bits) + "))))");
}

std::string InstructionWriter::narrow_conversion() {
  const std::string mode = take_one({"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"});
  take_flush();
  const std::optional<Narrow> to = take_narrow();
  if (to) {
    const std::string kind = to->type == "__half" ? "half" : "bfloat16";
    if (mode.size() == 3 && !to->is_pair) return narrow_integral(*to, kind, mode);
    const Type from = take_type();
    if (from.kind == 'f' && from.bits == 32 && (mode == "rn" || mode == "rz")) {
      const std::string function = "__float2" + kind + "_" + mode;
      const auto made = [&](std::size_t i) {
        return "ptx_bits<" + to->type + ">(" + function + "(" + value(operand(i), from) + "))";
      };
      need(to->is_pair ? 3 : 2);
      if (!to->is_pair) return assign(operand(0), {'u', 16}, made(1));
      return assign(operand(0), {'u', 32}, "ptx_pair(" + made(2) + ", " + made(1) + ")");
    }
    need(2);
    if (to->is_pair || mode != "rn" || from.bits < 16 || from.kind == 'b' ||
        (from.kind == 'f' && from.bits != 64))
      refuse("this conversion is not supported");
    std::string name = from.kind == 's' ? "" : "u";
    const char* const of_16_or_32 = from.bits == 16 ? "short" : "int";
    name += from.bits == 64 ? "ll" : of_16_or_32;
    if (from.kind == 'u' && from.bits == 64) name = "ull";
    const std::string function = from.kind == 'f' ? "__double2" + kind : "__" + name + "2" + kind + "_rn";
    return assign(operand(0), {'u', 16},
                  "ptx_bits<" + to->type + ">(" + function + "(" + value(operand(1), from) + "))");
  }
  const Type wide = take_type();
  const std::optional<Narrow> from = take_narrow();
  need(2);
  if (!from || from->is_pair) refuse("this conversion is not supported");
  const std::string read = "ptx_widened<" + from->type + ">(" + value(operand(1), {'u', 16}) + ")";
  if (wide.kind == 'f') return assign(operand(0), wide, "(" + cpp_type(wide) + ")" + read);
  if (mode.size() != 3) refuse("it does not say how it rounds to an integer");
  const bool is_long = wide.bits == 64;
  const std::string text = std::string("__float2") + (wide.kind == 's' ? "" : "u") +
                           (is_long ? "ll" : "int") + "_" + direction_of(mode.substr(0, 2)) + "(" + read +
                           ")";
  // Conversions saturate.
  const std::string made = wide.bits < 32 ? "ptx_saturate<" + cpp_type(wide) + ">(" + text + ")" : text;
  return assign(operand(0), wide, "ptx_converted<" + cpp_type(wide) + ">(" + read + ", " + made + ")");
}

}  // namespace launchproof::frontend::ptx
