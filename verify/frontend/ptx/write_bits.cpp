// Moves and instructions on bits (PTX ISA 9.0, sections 9.7.1, 9.7.8 and 9.7.9.3).
#include <algorithm>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {

std::string InstructionWriter::moved_address() {
  need(2);
  const Operand& from = operand(1);
  return operand(0).variable->symbol + " = " + address(from) + ";";
}

std::string InstructionWriter::move() {
  const Type type = take_type();
  need(2);
  const Operand& to = operand(0);
  const Operand& from = operand(1);
  const auto part_of = [&](const Operand& vector) {
    const auto count = static_cast<unsigned>(vector.parts.size());
    if (count == 0 || type.bits % count != 0) refuse("a vector does not fit its type");
    return Type{'u', type.bits / count};
  };
  const std::string whole = cpp_type({'u', type.bits});
  if (from.kind == Operand::Kind::Vector) {
    const Type part = part_of(from);
    std::string text;
    for (std::size_t i = 0; i < from.parts.size(); ++i)
      text += (i == 0 ? "" : " | ") + ("(" + whole + ")" + value(from.parts[i], part)) + " << " +
              std::to_string(i * part.bits);
    return assign(to, {'u', type.bits}, text);
  }
  if (to.kind == Operand::Kind::Vector) {
    const Type part = part_of(to);
    std::string text = "{ const " + whole + " ptx_v = " + value(from, {'u', type.bits}) + "; ";
    for (std::size_t i = 0; i < to.parts.size(); ++i)
      text += assign(to.parts[i], part,
                     "(" + cpp_type(part) + ")(ptx_v >> " + std::to_string(i * part.bits) + ")") +
              " ";
    return text + "}";
  }
  if (is_pointer(to)) return moved_address();
  return assign(to, type, value(from, type));
}

// Any predicate.
std::string InstructionWriter::any_result() {
  std::fill(d_taken.begin(), d_taken.end(), true);
  need(2);
  return "PTX_NOT_EXECUTED(); " + assign(operand(0), {'p', 1}, "ptx_any<bool>()");
}

std::string InstructionWriter::address_conversion() {
  skip({"to", "global", "shared", "shared::cta", "local", "const", "param", "param::entry", "u32", "u64"});
  need(2);
  if (!is_pointer(operand(0))) return assign(operand(0), {'u', 64}, value(operand(1), {'u', 64}));
  return moved_address();
}

std::string InstructionWriter::extract_bits() {
  const Type type = take_type();
  need(4);
  return assign(operand(0), type,
                "ptx_bfe(" + value(operand(1), type) + ", " + value(operand(2), {'u', 32}) + ", " +
                    value(operand(3), {'u', 32}) + ")");
}

std::string InstructionWriter::insert_bits() {
  const Type type = take_type();
  need(5);
  const Type bits{'u', type.bits};
  return assign(operand(0), bits,
                "ptx_bfi(" + value(operand(1), bits) + ", " + value(operand(2), bits) + ", " +
                    value(operand(3), {'u', 32}) + ", " + value(operand(4), {'u', 32}) + ")");
}

std::string InstructionWriter::reverse_bits() {
  const Type type = take_type();
  need(2);
  return assign(operand(0), {'u', type.bits},
                (type.bits == 32 ? "__brev(" : "__brevll(") + value(operand(1), {'u', type.bits}) + ")");
}

std::string InstructionWriter::leading_zeros() {
  const Type type = take_type();
  need(2);
  return assign(
      operand(0), {'u', 32},
      (type.bits == 32 ? "__clz((int)" : "__clzll((long long)") + value(operand(1), {'u', type.bits}) + ")");
}

std::string InstructionWriter::population() {
  const Type type = take_type();
  need(2);
  return assign(operand(0), {'u', 32},
                (type.bits == 32 ? "__popc(" : "__popcll(") + value(operand(1), {'u', type.bits}) + ")");
}

std::string InstructionWriter::permute() {
  const Type type = take_type();
  need(4);
  if (type.bits != 32) refuse("it has no type that is supported");
  const std::string mode = take_one({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  if (!mode.empty()) refuse("its mode is not supported");
  const std::string a = value(operand(1), {'u', 32}), b = value(operand(2), {'u', 32}),
                    selection = value(operand(3), {'u', 32});
  // __byte_perm does not support the bit that replicates a sign.
  const std::optional<std::uint64_t> known = known_number(operand(3));
  const bool replicates = !known || (*known & 0x8888U) != 0;
  return assign(operand(0), {'u', 32},
                (replicates ? "ptx_permuted(" : "__byte_perm(") + a + ", " + b + ", " + selection + ")");
}

std::string InstructionWriter::logic_of_three() {
  const Type type = take_type();
  need(5);
  const Type bits{'u', type.bits};
  const std::uint64_t table = number(operand(4), "the table");
  if (!operand(0).parts.empty() || type.bits != 32) refuse("its predicate is not supported");
  std::string text;
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1) == 0) continue;
    if (!text.empty()) text += " | ";
    text += "(";
    for (unsigned i = 0; i < 3; ++i)
      text += std::string(i == 0 ? "" : " & ") + ((row >> (2 - i) & 1) != 0 ? "" : "~") +
              value(operand(i + 1), bits);
    text += ")";
  }
  return assign(operand(0), bits, text.empty() ? "0u" : text);
}

std::string InstructionWriter::funnel_shift() {
  take_type();
  const std::string direction = take_one({"l", "r"});
  const std::string mode = take_one({"wrap", "clamp"});
  need(4);
  if (direction.empty() || mode.empty()) refuse("its direction or mode is missing");
  return assign(operand(0), {'u', 32},
                "__funnelshift_" + direction + (mode == "clamp" ? "c(" : "(") + value(operand(1), {'u', 32}) +
                    ", " + value(operand(2), {'u', 32}) + ", " + value(operand(3), {'u', 32}) + ")");
}

}  // namespace launchproof::frontend::ptx
