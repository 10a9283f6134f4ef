// Multi-word integers and products of parts of words (PTX ISA 9.0, sections 9.7.1.19 to 9.7.2), and bit
// instructions without a CUDA function.
#include <algorithm>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {

bool InstructionWriter::uses_carry(const Instruction& instruction) {
  return instruction.opcode == "addc" || instruction.opcode == "subc" || instruction.opcode == "madc" ||
         std::ranges::find(instruction.suffixes, "cc") != instruction.suffixes.end();
}

std::string InstructionWriter::carried_sum() {
  const bool sets = take("cc");
  const Type type{'u', take_type().bits};
  need(3);
  const std::string in = d_instruction->opcode == "addc" ? kCarry : "false";
  return "{ bool ptx_c; " +
         assign(operand(0), type,
                "ptx_add_carry<" + cpp_type(type) + ">(" + value(operand(1), type) + ", " +
                    value(operand(2), type) + ", " + in + ", ptx_c)") +
         (sets ? std::string(" ") + kCarry + " = ptx_c;" : "") + " }";
}

std::string InstructionWriter::carried_difference() {
  const bool sets = take("cc");
  const Type type{'u', take_type().bits};
  need(3);
  const std::string in = d_instruction->opcode == "subc" ? kCarry : "false";
  return "{ bool ptx_c; " +
         assign(operand(0), type,
                "ptx_sub_carry<" + cpp_type(type) + ">(" + value(operand(1), type) + ", " +
                    value(operand(2), type) + ", " + in + ", ptx_c)") +
         (sets ? std::string(" ") + kCarry + " = ptx_c;" : "") + " }";
}

std::string InstructionWriter::carried_product() {
  const bool sets = take("cc");
  const std::string mode = take_one({"lo", "hi"});
  const Type type = take_type();
  const Type bits{'u', type.bits};
  need(4);
  if (mode.empty()) refuse("it does not say which part of the product it means");
  const std::string in = d_instruction->opcode == "madc" ? kCarry : "false";
  return "{ bool ptx_c; " +
         assign(operand(0), bits,
                "ptx_add_carry<" + cpp_type(bits) + ">((" + cpp_type(bits) + ")(" + product_of(type, mode) +
                    "), " + value(operand(3), bits) + ", " + in + ", ptx_c)") +
         (sets ? std::string(" ") + kCarry + " = ptx_c;" : "") + " }";
}

std::string InstructionWriter::dot_product_of_four() {
  const Type a = take_type(), b = take_type();
  need(4);
  const auto is_signed = [](const Type& type) { return type.kind == 's' ? "true" : "false"; };
  return assign(operand(0), {'u', 32},
                std::string("ptx_dp4a<") + is_signed(a) + ", " + is_signed(b) + ">(" +
                    value(operand(1), {'u', 32}) + ", " + value(operand(2), {'u', 32}) + ", " +
                    value(operand(3), {'u', 32}) + ")");
}

std::string InstructionWriter::dot_product_of_two() {
  const std::string mode = take_one({"lo", "hi"});
  const Type a = take_type(), b = take_type();
  need(4);
  if (mode.empty()) refuse("it does not say which bytes it means");
  const auto is_signed = [](const Type& type) { return type.kind == 's' ? "true" : "false"; };
  return assign(operand(0), {'u', 32},
                std::string("ptx_dp2a<") + is_signed(a) + ", " + is_signed(b) + ">(" +
                    value(operand(1), {'u', 32}) + ", " + value(operand(2), {'u', 32}) + ", " +
                    value(operand(3), {'u', 32}) + (mode == "lo" ? ", 0)" : ", 16)"));
}

std::string InstructionWriter::find_bit() {
  const bool distance = take("shiftamt");
  Type type = take_type();
  need(2);
  if (type.kind == 'b') type.kind = 'u';
  return assign(operand(0), {'u', 32},
                "ptx_bfind<" + cpp_type(type) + ">(" + value(operand(1), type) + ", " +
                    (distance ? "true)" : "false)"));
}

std::string InstructionWriter::find_nth_bit() {
  take_type();
  need(4);
  return assign(operand(0), {'u', 32},
                "__fns(" + value(operand(1), {'u', 32}) + ", " + value(operand(2), {'u', 32}) + ", " +
                    value(operand(3), {'s', 32}) + ")");
}

std::string InstructionWriter::mask_of_bits() {
  const std::string mode = take_one({"clamp", "wrap"});
  take_type();
  need(3);
  return assign(operand(0), {'u', 32},
                "ptx_bmsk(" + value(operand(1), {'u', 32}) + ", " + value(operand(2), {'u', 32}) +
                    (mode == "clamp" ? ", true)" : ", false)"));
}

std::string InstructionWriter::extended_bits() {
  const std::string mode = take_one({"clamp", "wrap"});
  const Type type = take_type();
  need(3);
  return assign(operand(0), type,
                "ptx_szext<" + cpp_type(type) + ">(" + value(operand(1), type) + ", " +
                    value(operand(2), {'u', 32}) + (mode == "clamp" ? ", true)" : ", false)"));
}

std::string InstructionWriter::select_by_sign() {
  const Type type = take_type(), by = take_type();
  take_flush();
  need(4);
  return assign(
      operand(0), type,
      value(operand(3), by) + " >= 0 ? " + value(operand(1), type) + " : " + value(operand(2), type));
}

std::string InstructionWriter::test_float() {
  const std::string what = take_one({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  const Type type = take_type();
  need(2);
  if (type.kind != 'f' || what.empty()) refuse("it has no type that is supported");
  const bool is_short = type.bits == 32;
  const Type bits{'u', type.bits};
  // The bits of the magnitude order floats; NaNs come after infinity.
  const std::string a =
      "((" + value(operand(1), bits) + ") & " + (is_short ? "0x7fffffffu" : "0x7fffffffffffffffull") + ")";
  const std::string infinity = is_short ? "0x7f800000u" : "0x7ff0000000000000ull";
  const std::string least = is_short ? "0x00800000u" : "0x0010000000000000ull";
  std::string text = a + " < " + infinity;
  if (what == "infinite") text = a + " == " + infinity;
  if (what == "number") text = a + " <= " + infinity;
  if (what == "notanumber") text = a + " > " + infinity;
  if (what == "normal") text = a + " >= " + least + " && " + a + " < " + infinity;
  if (what == "subnormal") text = a + " != 0 && " + a + " < " + least;
  return assign(operand(0), {'p', 1}, text);
}

}  // namespace launchproof::frontend::ptx
