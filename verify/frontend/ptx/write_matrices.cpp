// Tensor cores (PTX ISA 9.0, section 9.7.14). Their memory accesses are exact; their results are arbitrary.
#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {
namespace {

// The threads of the warp come together, but no memory is ordered.
constexpr const char* kMeet = "PTX_NOT_EXECUTED(); __launchproof_meet(0xffffffffu); ";

std::span<const Operand> registers_of(const Operand& operand) {
  if (operand.kind == Operand::Kind::Vector) return operand.parts;
  return {&operand, 1};
}

// Sets each register to an arbitrary value.
std::string any_values(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text.append(name).append(" = ptx_any<decltype(").append(name).append(")>(); ");
  return text;
}

// Returns the decimal number that begins there; 0 if none does.
unsigned number_at(const std::string& text, std::size_t begin) {
  unsigned number = 0;
  for (std::size_t i = begin; i < text.size() && text[i] >= '0' && text[i] <= '9' && number < 1000; ++i)
    number = 10 * number + static_cast<unsigned>(text[i] - '0');
  return number;
}

}  // namespace

std::string InstructionWriter::matrix_product() {
  if (!take("sync") || !take("aligned")) refuse("it does not wait for the warp");
  // Shapes, layouts and types that do not affect memory.
  for (std::size_t i = 0; i < d_taken.size(); ++i) d_taken[i] = true;
  std::vector<std::string> names;
  for (const Operand& part : registers_of(operand(0))) {
    if (part.kind == Operand::Kind::Sink) continue;
    if (part.variable == nullptr || is_pointer(part)) refuse("a result is not a register");
    names.push_back(part.variable->symbol);
  }
  return kMeet + any_values(names);
}

std::string InstructionWriter::move_matrix() {
  return matrix_product();
}

// Lane i provides row i % 8 of matrix i / 8.
std::string InstructionWriter::load_matrix() {
  if (!take("sync") || !take("aligned")) refuse("it does not wait for the warp");
  const std::string count = take_one({"x1", "x2", "x4"});
  const bool is_known = take("m8n8") && !count.empty();
  take("trans");
  skip({"shared", "shared::cta", "b16"});
  need(2);
  if (!is_known) refuse("its shape is not supported");
  std::vector<std::string> names;
  for (const Operand& part : registers_of(operand(0))) {
    if (part.variable == nullptr || is_pointer(part)) refuse("a result is not a register");
    names.push_back(part.variable->symbol);
  }
  const std::string row = "ptx_vector<unsigned int, 4>";
  return std::string(kMeet) + "if (__launchproof_lane() < 8 * " + count.substr(1) + ") { const " + row +
         " ptx_v = " + place(operand(1), row) + "; (void)ptx_v; } " + any_values(names);
}

std::string InstructionWriter::store_matrix() {
  if (!take("sync") || !take("aligned")) refuse("it does not wait for the warp");
  const std::string count = take_one({"x1", "x2", "x4"});
  const bool is_known = take("m8n8") && !count.empty();
  take("trans");
  skip({"shared", "shared::cta", "b16"});
  need(2);
  if (!is_known) refuse("its shape is not supported");
  const std::string row = "ptx_vector<unsigned int, 4>", any = "ptx_any<unsigned int>()";
  return std::string(kMeet) + "if (__launchproof_lane() < 8 * " + count.substr(1) + ") { const " + row +
         " ptx_v = {{" + any + ", " + any + ", " + any + ", " + any + "}}; " + place(operand(0), row) +
         " = ptx_v; }";
}

// Groups of four warps, whose tensor cores read shared memory while the threads go on.
std::string InstructionWriter::warp_group_matrix() {
  const std::string kind = take_one({"fence", "commit_group", "wait_group", "mma_async"});
  if (take("sp")) refuse("a product with a sparse matrix, whose shared memory is not followed");
  if (kind.empty()) refuse("its form is not known");
  if (!take("sync") || !take("aligned")) refuse("it does not wait for the warp");
  if (kind != "mma_async") need(kind == "wait_group" ? 1 : 0);
  if (kind == "fence") return std::string(kMeet) + "__launchproof_matrix_fence();";
  if (kind == "commit_group") return std::string(kMeet) + "__launchproof_matrix_commit();";
  if (kind == "wait_group")
    return std::string(kMeet) + "__launchproof_matrix_wait(" +
           std::to_string(number(operand(0), "the number of groups")) + ");";
  const WarpGroupShape shape = warp_group_shape();
  const bool from_registers = operand(1).kind == Operand::Kind::Vector;
  if (shape.has_orders) {
    constexpr std::size_t kFirstOrder = 6;
    const std::size_t count = from_registers ? kFirstOrder + 1 : kFirstOrder + 2;
    need(count);
    for (std::size_t i = kFirstOrder; i < count; ++i)
      if (number(operand(i), "the order of a matrix") != 0)
        refuse("a matrix whose rows lie across memory, where its bytes are not followed");
  }
  std::string text = kMeet;
  const auto read = [&](std::size_t matrix, unsigned rows) {
    text += "__launchproof_matrix_read(" + value(operand(matrix), {'u', 64}) + ", " + std::to_string(rows) +
            "); ";
  };
  constexpr unsigned kRows = 64;
  if (!from_registers) read(1, kRows);
  read(2, shape.columns);
  std::vector<std::string> names;
  for (const Operand& part : registers_of(operand(0))) {
    if (part.variable == nullptr || is_pointer(part)) refuse("a result is not a register");
    names.push_back(part.variable->symbol);
  }
  return text + any_values(names);
}

std::string InstructionWriter::renewed_products(const Instruction& instruction) const {
  if (d_products.empty() || instruction.opcode == "wgmma") return {};
  std::set<std::string> names;
  const auto add = [&](const Operand& read) {
    if (read.variable != nullptr && d_products.contains(read.variable) && !is_pointer(read))
      names.insert(read.variable->symbol);
  };
  for (const Operand& read : instruction.operands) {
    add(read);
    for (const Operand& part : read.parts) add(part);
  }
  return any_values({names.begin(), names.end()});
}

std::string InstructionWriter::open_products(const Instruction& instruction) const {
  if (d_products.empty() || instruction.opcode == "wgmma") return {};
  std::vector<std::string> names;
  const auto add = [&](const Operand& to) {
    if (to.variable == nullptr || !d_products.contains(to.variable)) return;
    if (is_pointer(to)) refuse("a product in a register that holds an address");
    names.push_back(to.variable->symbol);
  };
  const bool is_call = instruction.opcode == "call";
  for (std::size_t i = 0; i < instruction.operands.size() && (i == 0 || is_call); ++i) {
    const Operand& to = instruction.operands[i];
    if (to.kind != Operand::Kind::Address) add(to);
    for (const Operand& part : to.parts) add(part);
  }
  return names.empty() ? std::string() : " " + any_values(names) + "__launchproof_matrix_touch();";
}

// Each row, or column of the second matrix, has 32 bytes.
InstructionWriter::WarpGroupShape InstructionWriter::warp_group_shape() {
  constexpr std::string_view kBegin = "m64n";
  WarpGroupShape shape;
  std::string depth;
  std::vector<std::string> types;
  for (std::size_t i = 0; i < d_taken.size(); ++i) {
    if (d_taken[i]) continue;
    const std::string& suffix = d_instruction->suffixes[i];
    if (suffix.starts_with(kBegin)) {
      shape.columns = number_at(suffix, kBegin.size());
      const std::size_t behind = kBegin.size() + std::to_string(shape.columns).size();
      depth = suffix.substr(std::min(behind, suffix.size()));
      d_taken[i] = true;
    } else if (suffix != "satfinite" && suffix != "and" && suffix != "popc") {
      types.push_back(suffix);
      d_taken[i] = true;
    }
  }
  take("satfinite");
  take("and");
  take("popc");
  constexpr unsigned kMostColumns = 256;
  if (shape.columns == 0 || shape.columns % 8 != 0 || shape.columns > kMostColumns || types.size() != 3)
    refuse("its shape is not known");
  const std::string& type = types[1];
  const bool is_narrow = type == "e4m3" || type == "e5m2" || type == "s8" || type == "u8";
  shape.has_orders = type == "f16" || type == "bf16";
  if (!((shape.has_orders && depth == "k16") || (type == "tf32" && depth == "k8") ||
        (is_narrow && depth == "k32") || (type == "b1" && depth == "k256")))
    refuse("its shape is not known");
  return shape;
}

std::string InstructionWriter::warp_matrix() {
  if (take("mma")) return matrix_product();
  const bool is_load = take("load");
  if (!is_load && !take("store")) refuse("its form is not known");
  const std::string matrix = take_one({"a", "b", "c", "d"});
  if (!take("sync") || !take("aligned")) refuse("it does not wait for the warp");
  const bool by_rows = take("row");
  if (!by_rows && !take("col")) refuse("it has no layout");
  skip({"global", "shared", "shared::cta"});
  unsigned m = 0, n = 0, k = 0;
  for (const auto& [name, sizes] :
       {std::pair{"m16n16k16", std::array{16U, 16U, 16U}}, std::pair{"m8n32k16", std::array{8U, 32U, 16U}},
        std::pair{"m32n8k16", std::array{32U, 8U, 16U}}, std::pair{"m16n16k8", std::array{16U, 16U, 8U}}})
    if (take(name)) {
      m = sizes[0];
      n = sizes[1];
      k = sizes[2];
    }
  const std::string type = take_one({"f16", "bf16", "tf32", "f32", "f64", "s32", "s8", "u8"});
  if (m == 0 || type.empty() || matrix.empty()) refuse("its shape is not supported");
  const unsigned rows = matrix == "b" ? k : m, columns = matrix == "a" ? k : n;
  unsigned bytes = type.ends_with("8") ? 1 : 2;
  if (type.ends_with("32")) bytes = 4;
  if (type == "f64") bytes = 8;
  const unsigned lines = by_rows ? rows : columns, length = (by_rows ? columns : rows) * bytes;
  const std::size_t count = d_instruction->operands.size();
  if (count != 2 && count != 3) need(3);
  const Operand& at = operand(is_load ? 1 : 0);
  if (length % (32 / lines) != 0 || length / (32 / lines) % 4 != 0) refuse("its shape is not supported");
  const std::string stride = count == 3 ? value(operand(2), {'u', 32}) : std::to_string(length / bytes);
  const std::string matrix_part =
      "__launchproof_matrix_part<" + std::to_string(lines) + ", " + std::to_string(length) + ">::";
  const std::string rest =
      place(at, "unsigned char") + ", (unsigned long long)" + stride + " * " + std::to_string(bytes) + "); ";
  if (!is_load) return std::string(kMeet) + matrix_part + "store(&" + rest;
  std::vector<std::string> names;
  for (const Operand& part : registers_of(operand(0))) {
    if (part.variable == nullptr || is_pointer(part)) refuse("a result is not a register");
    names.push_back(part.variable->symbol);
  }
  return std::string(kMeet) + matrix_part + "load(&" + rest + any_values(names);
}

}  // namespace launchproof::frontend::ptx
