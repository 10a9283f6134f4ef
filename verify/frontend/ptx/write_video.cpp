// Video instructions (PTX ISA 9.0, sections 9.7.17 and 9.7.18). Parts of registers are processed as 64-bit
// numbers, in which no result wraps.
#include <algorithm>
#include <array>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {
namespace {

std::string comparison_sign(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSigns{
      {{"eq", " == "}, {"ne", " != "}, {"lt", " < "}, {"le", " <= "}, {"gt", " > "}, {"ge", " >= "}}};
  for (const auto& [known, sign] : kSigns)
    if (known == name) return std::string(sign);
  return {};
}

// The number of bits of a selected part.
unsigned bits_of(const std::string& selected) {
  if (selected.empty()) return 32;
  return selected[0] == 'b' ? 8 : 16;
}

unsigned shift_of(const std::string& selected) {
  return selected.empty() ? 0 : bits_of(selected) * static_cast<unsigned>(selected[1] - '0');
}

bool is_one_part(const std::string& selected) {
  return selected.empty() ||
         (selected.size() == 2 && static_cast<unsigned>(selected[1] - '0') < 32 / bits_of(selected));
}

std::string extended(const std::string& text, char kind, unsigned bits) {
  return "(long long)(" + cpp_type({kind, bits}) + ")(" + text + ")";
}

// Saturates a number to a type.
std::string clamped(char kind, unsigned bits) {
  return std::string("ptx_clamp<") + (kind == 's' ? "true" : "false") + ", " + std::to_string(bits) + ">";
}

// Returns the operation on the numbers ptx_a and ptx_b; empty if it is another one.
std::string result_of(const std::string& operation) {
  if (operation == "vadd") return "ptx_a + ptx_b";
  if (operation == "vsub") return "ptx_a - ptx_b";
  if (operation == "vabsdiff") return "ptx_a < ptx_b ? ptx_b - ptx_a : ptx_a - ptx_b";
  if (operation == "vmin") return "ptx_a < ptx_b ? ptx_a : ptx_b";
  if (operation == "vmax") return "ptx_a < ptx_b ? ptx_b : ptx_a";
  // Half of the sum, rounded away from zero if it lies between two integers.
  if (operation == "vavrg") return "(ptx_a + ptx_b + (ptx_a + ptx_b >= 0 ? 1 : 0)) >> 1";
  return {};
}

}  // namespace

std::string InstructionWriter::video_part(const Operand& operand, const Type& type) const {
  if (!is_one_part(operand.selected)) refuse("a part of a register is malformed");
  Operand whole = operand;
  whole.selected.clear();
  whole.is_negative = false;
  std::string text = value(whole, {'u', 32});
  if (const unsigned shift = shift_of(operand.selected); shift != 0) text += " >> " + std::to_string(shift);
  return extended(text, type.kind, bits_of(operand.selected));
}

// Negating the product or the addend, or `.po`, is adding the complement plus 1 (section 9.7.17.3).
std::string InstructionWriter::video_product(const Type& a, const Type& b) {
  const bool plus_one = take("po");
  const bool negates = operand(1).is_negative != operand(2).is_negative;
  const bool negates_sum = operand(3).is_negative;
  if ((negates && negates_sum) || (plus_one && (negates || negates_sum)))
    refuse("two signs are not supported");
  const bool is_signed = a.kind == 's' || b.kind == 's' || negates || negates_sum;
  const std::string scale = take_one({"shr7", "shr15"});
  const bool saturates = take("sat");
  const bool is_wide = a.kind == 'u' && b.kind == 'u' && is_signed;
  if (is_wide && (saturates || !scale.empty())) refuse("its result may have more than 64 bits");
  Operand added = operand(3);
  added.is_negative = false;
  // The product of two unsigned 32-bit numbers only fits into an unsigned number.
  const std::string word = is_signed ? "long long" : "unsigned long long";
  std::string text = "{ const " + word + " ptx_a = " + video_part(operand(1), a) +
                     ", ptx_b = " + video_part(operand(2), b) + ", ptx_c = (" + word + ")" +
                     value(added, {is_signed ? 's' : 'u', 32}) + "; " + word +
                     " ptx_t = " + (negates ? "-(ptx_a * ptx_b)" : "ptx_a * ptx_b") +
                     (negates_sum ? " - ptx_c" : " + ptx_c") + (plus_one ? " + 1" : "") + "; ";
  if (!scale.empty()) text += "ptx_t = ptx_t >> " + scale.substr(3) + "; ";
  if (saturates)
    text += is_signed ? "ptx_t = " + clamped('s', 32) + "(ptx_t); "
                      : "if (ptx_t > 0xffffffffull) ptx_t = 0xffffffffull; ";
  return text;
}

std::string InstructionWriter::video() {
  const std::string operation = d_instruction->opcode;
  const bool compares = operation == "vset";
  const Type result = compares ? Type{'u', 32} : take_type();
  const Type a = take_type(), b = take_type();
  if (result.bits != 32 || a.bits != 32 || b.bits != 32 || result.kind == 'b' || a.kind == 'b' ||
      b.kind == 'b')
    refuse("it has no type that is supported");
  Operand to = operand(0);
  const std::string into = to.selected;
  to.selected.clear();
  if (!is_one_part(into)) refuse("a part of a register is malformed");
  if (operation == "vmad") {
    need(4);
    if (!into.empty()) refuse("its result is not a register");
    return video_product(a, b) + assign(to, {'u', 32}, "(unsigned int)ptx_t") + " }";
  }
  for (const Operand& one : d_instruction->operands)
    if (one.is_negative) refuse("a negated operand is not supported here");
  const std::string second = take_one({"add", "min", "max"});
  need(second.empty() && into.empty() ? 3 : 4);
  if (!second.empty() && !into.empty()) refuse("it has two operations on its last operand");
  const bool saturates = take("sat");
  std::string text = "{ const long long ptx_a = " + video_part(operand(1), a) +
                     ", ptx_b = " + video_part(operand(2), b) + "; ";
  bool may_wrap = !saturates && operation != "vmin" && operation != "vmax" && !compares;
  std::string made = result_of(operation);
  if (compares) {
    const std::string sign = comparison_sign(take_one({"eq", "ne", "lt", "le", "gt", "ge"}));
    if (sign.empty()) refuse("it has no comparison");
    made = "ptx_a" + sign + "ptx_b ? 1 : 0";
  } else if (operation == "vshl" || operation == "vshr") {
    const std::string mode = take_one({"clamp", "wrap"});
    if (mode.empty() || b.kind != 'u') refuse("it does not say how far it shifts");
    if (operation == "vshl" && saturates) refuse("`.sat` is not supported here");
    const std::string by = mode == "wrap" ? "(ptx_b & 31)" : "(ptx_b > 32 ? 32 : ptx_b)";
    // Only the lowest 32 bits matter.
    made = operation == "vshr" ? "ptx_a >> " + by
                               : "(long long)(unsigned int)((unsigned long long)ptx_a << " + by + ")";
  }
  if (made.empty()) refuse("which is not known");
  text += "long long ptx_t = " + made + "; ";
  if (saturates) text += "ptx_t = " + clamped(result.kind, bits_of(into)) + "(ptx_t); ";
  if (!second.empty()) {
    // The specification leaves open how many bits of a wrapped result are compared.
    if (second != "add" && may_wrap) refuse("`." + second + "` of a result that is not saturated");
    text += "const long long ptx_c = " + extended(value(operand(3), {'u', 32}), result.kind, 32) + "; ";
    if (second == "add") text += "ptx_t += ptx_c; ";
    if (second == "min") text += "if (ptx_c < ptx_t) ptx_t = ptx_c; ";
    if (second == "max") text += "if (ptx_c > ptx_t) ptx_t = ptx_c; ";
  }
  std::string low = "(unsigned int)ptx_t";
  if (!into.empty()) {
    const std::string mask = bits_of(into) == 8 ? "0xffu" : "0xffffu", by = std::to_string(shift_of(into));
    low = "((" + value(operand(3), {'u', 32}) + ") & ~(" + mask + " << " + by + ")) | ((" + low + " & " +
          mask + ") << " + by + ")";
  }
  return text + assign(to, {'u', 32}, low) + " }";
}

// Two or four parts at once. A selector names the parts of the operand pair, from the highest part on.
std::string InstructionWriter::video_of_several() {
  const std::string operation = d_instruction->opcode.substr(0, d_instruction->opcode.size() - 1);
  const unsigned count = d_instruction->opcode.back() == '2' ? 2 : 4, bits = 32 / count;
  const bool compares = operation == "vset";
  const Type result = compares ? Type{'u', 32} : take_type();
  const Type a = take_type(), b = take_type();
  const std::string sign = compares ? comparison_sign(take_one({"eq", "ne", "lt", "le", "gt", "ge"})) : "";
  const bool saturates = take("sat"), sums = take("add");
  need(4);
  if (result.bits != 32 || a.bits != 32 || b.bits != 32 || result.kind == 'b' || a.kind == 'b' ||
      b.kind == 'b')
    refuse("it has no type that is supported");
  const std::string made = compares ? "ptx_a" + sign + "ptx_b ? 1 : 0" : result_of(operation);
  if (made.empty() || (compares && sign.empty())) refuse("it has no operation that is known");
  const char letter = count == 2 ? 'h' : 'b';
  Operand to = operand(0);
  std::string mask = to.selected.empty() ? std::string(count == 2 ? "10" : "3210") : to.selected.substr(1);
  const auto is_of_kind = [&](const Operand& one) {
    return one.selected.empty() || one.selected[0] == letter;
  };
  if (!is_of_kind(to) || mask.find_first_not_of(count == 2 ? "01" : "0123") != std::string::npos)
    refuse("a part of a register is malformed");
  to.selected.clear();
  // Returns the part of operand `i` at place `at` as a number.
  const auto part = [&](std::size_t i, const Type& type, unsigned at) {
    const Operand& given = operand(i);
    std::string names = given.selected.empty() ? "" : given.selected.substr(1);
    if (names.empty() && i == 1) names = count == 2 ? "10" : "3210";
    if (names.empty()) names = count == 2 ? "32" : "7654";
    if (!is_of_kind(given) || names.size() != count) refuse("a part of a register is malformed");
    const auto chosen = static_cast<unsigned>(names[count - 1 - at] - '0');
    if (chosen >= 2 * count) refuse("a part of a register is malformed");
    Operand whole = operand(chosen < count ? 1 : 2);
    whole.selected.clear();
    std::string text = value(whole, {'u', 32});
    if (chosen % count != 0) text += " >> " + std::to_string(chosen % count * bits);
    return extended(text, type.kind, bits);
  };
  std::string text = "{ unsigned int ptx_r = " + value(operand(3), {'u', 32}) + "; ";
  const std::string ones = bits == 8 ? "0xffu" : "0xffffu";
  for (unsigned i = 0; i < count; ++i) {
    if (mask.find(static_cast<char>('0' + i)) == std::string::npos) continue;
    const std::string result_of_part = saturates ? clamped(result.kind, bits) + "(" + made + ")" : made;
    const std::string by = std::to_string(i * bits);
    text.append("{ const long long ptx_a = ")
        .append(part(1, a, i))
        .append(", ptx_b = ")
        .append(part(2, b, i));
    text.append("; const long long ptx_t = ").append(result_of_part).append("; ");
    if (sums)
      text.append("ptx_r += (unsigned int)ptx_t; } ");
    else
      text.append("ptx_r = (ptx_r & ~(")
          .append(ones)
          .append(" << ")
          .append(by)
          .append(")) | (((unsigned int)ptx_t & ");
    if (!sums) text.append(ones).append(") << ").append(by).append("); } ");
  }
  return text + assign(to, {'u', 32}, "ptx_r") + " }";
}

}  // namespace launchproof::frontend::ptx
