// Textures. For proofs, their results are arbitrary; executions read them.
#include <algorithm>
#include <array>
#include <utility>

#include "verify/frontend/ptx/image_geometry.h"
#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {

// Returns the handle of an image and the coordinates in it as arguments; empty if they are unsupported.
std::string InstructionWriter::image_place(const Operand& address, const Type& coordinate) const {
  const Geometry* geometry = geometry_of(*d_instruction);
  const bool is_handle = address.kind == Operand::Kind::Address && address.variable != nullptr &&
                         address.variable->space == Space::Register && address.offset == 0;
  if (geometry == nullptr || !is_handle || address.parts.size() != 1) return {};
  const std::vector<Operand> given = components_of(address.parts.front());
  const std::size_t first = geometry->is_layered ? 1 : 0;
  if (given.size() < first + geometry->sides) return {};
  Operand handle = address;
  handle.kind = Operand::Kind::Name;
  handle.parts.clear();
  std::string text = value(handle, {'u', 64}) + ", " + std::to_string(geometry->sides) + ", " +
                     (geometry->is_layered ? "true, (int)" + value(given[0], {'u', 32}) : "false, 0");
  for (std::size_t side = 0; side < 3; ++side)
    text += ", " + (side < geometry->sides ? value(given[first + side], coordinate) : "0");
  return text;
}

// Returns the code of an execution for a texture; empty if it is unsupported.
std::string InstructionWriter::executed_texture() const {
  const Instruction& instruction = *d_instruction;
  const std::vector<std::string>& suffixes = instruction.suffixes;
  const Operand& to = instruction.operands[0];
  const bool asks = instruction.opcode == "txq" || instruction.opcode == "suq";
  if (asks) {
    constexpr std::array<std::string_view, 3> kSizes{"width", "height", "depth"};
    const auto* const size = std::ranges::find(kSizes, suffixes.empty() ? "" : suffixes.front());
    const Operand& from = instruction.operands[1];
    if (size == kSizes.end() || from.kind != Operand::Kind::Address || from.variable == nullptr ||
        from.variable->space != Space::Register)
      return {};
    Operand handle = from;
    handle.kind = Operand::Kind::Name;
    return assign(
        to, {'u', 32},
        "ptx_image_of(" + value(handle, {'u', 64}) + ").size[" + std::to_string(size - kSizes.begin()) + "]");
  }
  if (instruction.opcode != "tex" || suffixes.size() < 3 || suffixes.front() == "grad") return {};
  const std::string& made = suffixes[suffixes.size() - 2];
  const std::string& coordinate = suffixes.back();
  if ((made != "f32" && made != "u32" && made != "s32") || (coordinate != "f32" && coordinate != "s32") ||
      to.kind != Operand::Kind::Vector || to.parts.size() > 4)
    return {};
  const bool is_sampled = coordinate == "f32";
  const std::string place = image_place(instruction.operands[1], {is_sampled ? 'f' : 's', 32});
  if (place.empty()) return {};
  std::string text =
      "unsigned ptx_t[4]; " + std::string(is_sampled ? "ptx_sample(" : "ptx_fetch(") + place + ", ptx_t); ";
  for (std::size_t i = 0; i < to.parts.size(); ++i) {
    const std::string channel = "ptx_t[" + std::to_string(i) + "]";
    text += made == "f32" ? assign(to.parts[i], {'f', 32}, "__uint_as_float(" + channel + ")")
                          : assign(to.parts[i], {'u', 32}, channel);
    text += " ";
  }
  return text;
}

std::string InstructionWriter::texture() {
  d_headers.insert(kImageHeader);
  if (d_instruction->operands.size() < 2) need(2);
  const std::string executed = executed_texture();
  return executed_or(executed, any_image_value());
}

// Returns C++ for an execution, which may have none, and C++ for a proof.
std::string InstructionWriter::executed_or(const std::string& executed, const std::string& proved) {
  return "PTX_EXECUTED_OR({ " + (executed.empty() ? "PTX_NOT_EXECUTED();" : executed) + " }, { " + proved +
         " })";
}

// A texture read returns any value, and the launch is assumed not to change its memory.
std::string InstructionWriter::any_image_value() {
  for (std::size_t i = 0; i < d_taken.size(); ++i) d_taken[i] = true;
  Operand to = operand(0);
  const std::vector<Operand> second = std::exchange(to.parts, {});
  const bool is_vector = to.kind == Operand::Kind::Vector;
  std::string text = "__launchproof_texture(); ";
  const auto add = [&](const Operand& part) {
    if (part.kind == Operand::Kind::Sink) return;
    if (part.variable == nullptr || is_pointer(part)) refuse("a result is not a register");
    const std::string& name = part.variable->symbol;
    text.append(name).append(" = ptx_any<decltype(").append(name).append(")>(); ");
  };
  for (const Operand& part : is_vector ? second : std::vector{to}) add(part);
  if (!is_vector && !second.empty() && second.front().variable != nullptr) add(second.front());
  return text;
}

}  // namespace launchproof::frontend::ptx
