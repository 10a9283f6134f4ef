// Surfaces (PTX ISA 9.0, section 9.7.11). Proofs see accesses to memory of its own kind; executions read and
// write the memory of arrays.
#include <algorithm>
#include <array>
#include <string_view>

#include "verify/frontend/ptx/image_geometry.h"
#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {
namespace {

// Returns what happens outside of the surface, with this prefix of names.
std::string outside_of(const Instruction& instruction, const char* prefix) {
  const auto& suffixes = instruction.suffixes;
  const auto has = [&](std::string_view suffix) {
    return std::ranges::find(suffixes, suffix) != suffixes.end();
  };
  if (has("clamp")) return std::string(prefix) + "CLAMPS";
  return std::string(prefix) + (has("zero") ? "IS_ZERO" : "TRAPS");
}

}  // namespace

// Returns a declaration of `ptx_s` with the address that a surface instruction accesses, and sets `type` to
// the type of each element. Returns an empty text if it is unsupported.
std::string InstructionWriter::surface_place(const Operand& address, std::size_t count, Type& type) const {
  const std::vector<std::string>& suffixes = d_instruction->suffixes;
  if (suffixes.size() < 3 || suffixes.front() != "b") return {};
  const std::optional<Type> element = type_of(suffixes[suffixes.size() - 2]);
  const std::string place = image_place(address, {'s', 32});
  if (!element || element->kind != 'b' || place.empty()) return {};
  type = {'u', element->bits};
  return "unsigned char* const ptx_s = ptx_surface(" + place + ", " + std::to_string(count * type.bits / 8) +
         ", " + outside_of(*d_instruction, "PTX_OUTSIDE_") + "); ";
}

std::string InstructionWriter::executed_surface_load() const {
  const std::vector<Operand> to = components_of(d_instruction->operands[0]);
  Type type;
  std::string text = surface_place(d_instruction->operands[1], to.size(), type);
  if (text.empty()) return {};
  const std::string name = cpp_type(type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    std::string read = "(ptx_s == nullptr ? (";
    read.append(name).append(")0 : ((const ").append(name).append("*)ptx_s)[");
    read.append(std::to_string(i)).append("])");
    text.append(assign(to[i], type, read)).append(" ");
  }
  return text;
}

std::string InstructionWriter::executed_surface_store() const {
  const std::vector<Operand> from = components_of(d_instruction->operands[1]);
  Type type;
  std::string text = surface_place(d_instruction->operands[0], from.size(), type);
  if (text.empty()) return {};
  for (std::size_t i = 0; i < from.size(); ++i)
    text += "if (ptx_s != nullptr) ((" + cpp_type(type) + "*)ptx_s)[" + std::to_string(i) +
            "] = " + value(from[i], type) + "; ";
  return text;
}

// Returns the surface, its form, what happens outside of it and the coordinates, as arguments of the
// functions in surface_accesses.h. Sets `type` to the type of each of `count` elements. Refuses what is not
// understood, with what an execution does.
std::string InstructionWriter::proved_surface_place(const Operand& address, std::size_t count, Type& type,
                                                    const std::string& executed) {
  const Geometry* geometry = geometry_of(*d_instruction);
  if (!take("b")) refuse("a surface whose elements have a format", executed);
  if (geometry == nullptr) refuse("a surface of this geometry is not supported", executed);
  take(geometry->name);
  take_one({"ca", "cg", "cs", "cv", "wb", "wt"});
  take_one({"v2", "v4"});
  take_one({"trap", "clamp", "zero"});
  type = take_type();
  type.kind = 'u';
  const std::size_t bytes = count * type.bits / 8;
  constexpr std::size_t kMostBytes = 16;
  if (bytes == 0 || bytes > kMostBytes || (bytes & (bytes - 1)) != 0)
    refuse("a surface is accessed by " + std::to_string(bytes) + " bytes", executed);
  if (address.kind != Operand::Kind::Address || address.variable == nullptr ||
      address.variable->space != Space::Register || address.offset != 0 || address.parts.size() != 1)
    refuse("a surface that a variable of the module names", executed);
  const std::vector<Operand> given = components_of(address.parts.front());
  const std::size_t first = geometry->is_layered ? 1 : 0;
  if (given.size() < first + geometry->sides) refuse("a surface with too few coordinates", executed);
  Operand handle = address;
  handle.kind = Operand::Kind::Name;
  handle.parts.clear();
  const unsigned coordinates = geometry->sides + static_cast<unsigned>(first);
  std::string text = value(handle, {'u', 64}) + ", " + std::to_string(coordinates) +
                     (geometry->is_layered ? " + LAUNCHPROOF_LAYERED" : "") + ", " +
                     outside_of(*d_instruction, "LAUNCHPROOF_OUTSIDE_");
  for (unsigned side = 0; side < 3; ++side) {
    std::string at = "0";
    if (side < geometry->sides) at = value(given[first + side], {'s', 32});
    if (geometry->is_layered && side == geometry->sides) at = "(int)" + value(given[0], {'u', 32});
    text.append(", ").append(at);
  }
  return text;
}

// A surface that nothing in the module writes to is treated like a texture, where reads beside it are no
// errors.
std::string InstructionWriter::surface_load() {
  d_headers.insert(kImageHeader);
  need(2);
  const std::string executed = executed_surface_load();
  bool is_written = false;
  for (const Function& function : d_module.functions)
    for (const Statement& statement : function.body)
      is_written |= statement.instruction.opcode == "sust" || statement.instruction.opcode == "sured";
  const auto& suffixes = d_instruction->suffixes;
  const bool traps = std::ranges::find(suffixes, "clamp") == suffixes.end() &&
                     std::ranges::find(suffixes, "zero") == suffixes.end();
  if (!is_written && !traps) return executed_or(executed, any_image_value());
  const std::vector<Operand> to = components_of(operand(0));
  Type type;
  const std::string place = proved_surface_place(operand(1), to.size(), type, executed);
  std::string text = "const auto ptx_s = __launchproof_read_surface<ptx_surface_of<" +
                     std::to_string(to.size()) + ">::elements<" + cpp_type(type) + "> >(" + place + "); ";
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i].kind != Operand::Kind::Sink)
      text += assign(to[i], type, "ptx_s.part[" + std::to_string(i) + "]") + " ";
  return executed_or(executed, text);
}

std::string InstructionWriter::surface_store() {
  d_headers.insert(kImageHeader);
  need(2);
  const std::string executed = executed_surface_store();
  const std::vector<Operand> from = components_of(operand(1));
  Type type;
  const std::string place = proved_surface_place(operand(0), from.size(), type, executed);
  std::string text =
      "ptx_surface_of<" + std::to_string(from.size()) + ">::elements<" + cpp_type(type) + "> ptx_s; ";
  for (std::size_t i = 0; i < from.size(); ++i)
    text += "ptx_s.part[" + std::to_string(i) + "] = " + value(from[i], type) + "; ";
  return executed_or(executed, text + "__launchproof_write_surface(ptx_s, " + place + ");");
}

std::string InstructionWriter::surface_reduction() {
  d_headers.insert(kImageHeader);
  need(2);
  const std::string operation = take_one({"add", "min", "max", "and", "or"});
  if (operation.empty()) refuse("a reduction without an operation");
  const auto& suffixes = d_instruction->suffixes;
  const bool is_signed = std::ranges::any_of(
      suffixes, [](const std::string& suffix) { return suffix == "s32" || suffix == "s64"; });
  const bool has_sign = operation == "min" || operation == "max";
  std::string name = has_sign ? (is_signed ? "S" : "U") : "";
  for (const char c : operation) name += static_cast<char>(c - 'a' + 'A');
  Type type;
  const std::string place = proved_surface_place(operand(0), 1, type, {});
  constexpr unsigned kWord = 32;
  if (type.bits < kWord) refuse("a reduction of this size is not supported");
  const std::string bytes = std::to_string(type.bits / 8), given = value(operand(1), type);
  const std::string as = cpp_type({has_sign && is_signed ? 's' : 'u', type.bits});
  const std::string function =
      std::string("atomic") + static_cast<char>(operation.front() - 'a' + 'A') + operation.substr(1);
  const std::string executed = "unsigned char* const ptx_s = ptx_surface(" +
                               image_place(operand(0), {'s', 32}) + ", " + bytes + ", " +
                               outside_of(*d_instruction, "PTX_OUTSIDE_") + "); if (ptx_s != nullptr) " +
                               function + "((" + as + "*)ptx_s, (" + as + ")" + given + ");";
  return executed_or(executed, "__launchproof_surface_reduce" + bytes + "(" + place + ", " + given +
                                   ", LAUNCHPROOF_REDUCE_" + name + ");");
}

}  // namespace launchproof::frontend::ptx
