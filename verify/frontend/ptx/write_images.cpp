// Textures and surfaces. For proofs, their results are arbitrary; executions read and write them.
#include <algorithm>
#include <array>
#include <utility>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {
namespace {

constexpr const char* kHeader = "ptx_images.h";
constexpr const char* kNotExecuted = "PTX_NOT_EXECUTED();";

struct Geometry {
  std::string_view name;
  unsigned sides = 0;  // number of coordinates
  bool is_layered = false;
};
constexpr std::array<Geometry, 5> kGeometries{
    {{"1d", 1, false}, {"2d", 2, false}, {"3d", 3, false}, {"a1d", 1, true}, {"a2d", 2, true}}};

const Geometry* geometry_of(const Instruction& instruction) {
  for (const Geometry& geometry : kGeometries)
    if (std::ranges::find(instruction.suffixes, geometry.name) != instruction.suffixes.end())
      return &geometry;
  return nullptr;
}

std::vector<Operand> components_of(const Operand& operand) {
  return operand.kind == Operand::Kind::Vector ? operand.parts : std::vector{operand};
}

// C++ for an execution, and C++ for a proof.
std::string either(const std::string& executed, const std::string& proved) {
  return "PTX_EXECUTED_OR({ " + executed + " }, { " + proved + " })";
}

}  // namespace

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

// Returns a declaration of `ptx_s` with the address that a surface instruction accesses, and sets `type` to
// the type of each element. Returns an empty text if it is unsupported.
std::string InstructionWriter::surface_place(const Operand& address, std::size_t count, Type& type) const {
  const std::vector<std::string>& suffixes = d_instruction->suffixes;
  if (suffixes.size() < 3 || suffixes.front() != "b") return {};
  const std::optional<Type> element = type_of(suffixes[suffixes.size() - 2]);
  const std::string place = image_place(address, {'s', 32});
  if (!element || element->kind != 'b' || place.empty()) return {};
  type = {'u', element->bits};
  std::string outside = "PTX_OUTSIDE_TRAPS";
  if (suffixes.back() == "clamp") outside = "PTX_OUTSIDE_CLAMPS";
  if (suffixes.back() == "zero") outside = "PTX_OUTSIDE_IS_ZERO";
  return "unsigned char* const ptx_s = ptx_surface(" + place + ", " + std::to_string(count * type.bits / 8) +
         ", " + outside + "); ";
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

// A surface that nothing in the module writes to is treated like a texture. Outside of it, the instruction
// defines what is read, or the launch ends with an error.
std::string InstructionWriter::surface_load() {
  d_headers.insert(kHeader);
  need(2);
  const std::string executed = executed_surface_load();
  for (const Function& function : d_module.functions)
    for (const Statement& statement : function.body)
      if (statement.instruction.opcode == "sust" || statement.instruction.opcode == "sured")
        refuse("a surface: the module writes to one, and which memory it is is not known", executed);
  if (take_one({"clamp", "zero"}).empty())
    refuse("a surface: whether its coordinates lie inside is not known, and others end the launch", executed);
  return either(executed.empty() ? kNotExecuted : executed, any_image_value());
}

std::string InstructionWriter::surface_store() {
  d_headers.insert(kHeader);
  need(2);
  refuse("a surface: where its memory lies is not known, so that writes to it are not compared",
         executed_surface_store());
}

std::string InstructionWriter::texture() {
  d_headers.insert(kHeader);
  if (d_instruction->operands.size() < 2) need(2);
  const std::string executed = executed_texture();
  return either(executed.empty() ? kNotExecuted : executed, any_image_value());
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
    if (part.variable == nullptr || is_pointer(part)) refuse("a result is no register");
    const std::string& name = part.variable->symbol;
    text.append(name).append(" = ptx_any<decltype(").append(name).append(")>(); ");
  };
  for (const Operand& part : is_vector ? second : std::vector{to}) add(part);
  if (!is_vector && !second.empty() && second.front().variable != nullptr) add(second.front());
  return text;
}

}  // namespace launchproof::frontend::ptx
