#include "verify/frontend/ptx/instruction_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "verify/frontend/ptx/call_targets.h"

namespace launchproof::frontend::ptx {
namespace {

using Member = std::string (InstructionWriter::*)();

struct Opcode {
  std::string_view name;
  Member writer;
};

constexpr Opcode kOpcodes[] = {
#define OPCODE(name, writer, understood) {name, &InstructionWriter::writer},
#include "verify/frontend/ptx/opcodes.def"
};

constexpr OpcodeEntry kEntries[] = {
#define OPCODE(name, writer, understood) {name, understood, ""},
#define REFUSED(name, reason) {name, "", reason},
#include "verify/frontend/ptx/opcodes.def"
};

// Special registers, with CUDA's names for their values.
constexpr std::array<std::pair<std::string_view, std::string_view>, 27> kSpecial{{
    {"%tid.x", "threadIdx.x"},
    {"%tid.y", "threadIdx.y"},
    {"%tid.z", "threadIdx.z"},
    {"%ntid.x", "blockDim.x"},
    {"%ntid.y", "blockDim.y"},
    {"%ntid.z", "blockDim.z"},
    {"%ctaid.x", "blockIdx.x"},
    {"%ctaid.y", "blockIdx.y"},
    {"%ctaid.z", "blockIdx.z"},
    {"%nctaid.x", "gridDim.x"},
    {"%nctaid.y", "gridDim.y"},
    {"%nctaid.z", "gridDim.z"},
    {"%laneid", "__launchproof_lane()"},
    {"%lanemask_eq", "(1u << __launchproof_lane())"},
    {"%lanemask_lt", "((1u << __launchproof_lane()) - 1u)"},
    {"%lanemask_le", "((2u << __launchproof_lane()) - 1u)"},
    {"%lanemask_gt", "~((2u << __launchproof_lane()) - 1u)"},
    {"%lanemask_ge", "~((1u << __launchproof_lane()) - 1u)"},
    {"%clock", "(unsigned)clock()"},
    {"%clock_hi", "(unsigned)clock()"},
    {"%clock64", "(unsigned long long)clock64()"},
    {"%globaltimer", "globaltimer()"},
    {"%globaltimer_lo", "(unsigned)globaltimer()"},
    {"%globaltimer_hi", "(unsigned)globaltimer()"},
    {"%smid", "(unsigned)clock()"},    // any number
    {"%warpid", "(unsigned)clock()"},  // may change while the thread runs
    {"%gridid", "(unsigned long long)clock64()"},
}};

// Special registers that describe the device, the launch's clusters and tools. Any number is used for them
// here.
bool is_open_register(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNames{"%nwarpid",
                                                    "%nsmid",
                                                    "%total_smem_size",
                                                    "%dynamic_smem_size",
                                                    "%aggr_smem_size",
                                                    "%reserved_smem_offset_begin",
                                                    "%reserved_smem_offset_end",
                                                    "%reserved_smem_offset_cap",
                                                    "%current_graph_exec",
                                                    "%is_explicit_cluster",
                                                    "%cluster_ctarank",
                                                    "%cluster_nctarank"};
  constexpr std::array<std::string_view, 7> kPrefixes{
      "%clusterid.", "%nclusterid.", "%cluster_ctaid.",       "%cluster_nctaid.",
      "%envreg",     "%pm",          "%reserved_smem_offset_"};
  return std::ranges::find(kNames, name) != kNames.end() ||
         std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::span<const OpcodeEntry> opcode_entries() {
  return kEntries;
}

std::string cpp_type(const Type& type) {
  if (type.kind == 'p') return "bool";
  if (type.kind == 'f') return type.bits == 32 ? "float" : "double";
  const std::string sign = type.kind == 's' ? "signed" : "unsigned";
  switch (type.bits) {
    case 8:
      return sign + " char";
    case 16:
      return sign + " short";
    case 32:
      return sign + " int";
    default:
      return sign + " long long";
  }
}

std::string converted(const Type& from, const Type& to, const std::string& text) {
  const std::string name = cpp_type(to);
  if (cpp_type(from) == name) return text;
  if (from.kind != 'f' && to.kind != 'f') return "(" + name + ")" + text;
  if (from.bits == to.bits)
    return "__builtin_bit_cast(" + name + ", " +
           (from.kind == 'f' ? text : "(" + cpp_type({'u', from.bits}) + ")" + text) + ")";
  return "ptx_as<" + name + ">(" + text + ")";
}

InstructionWriter::InstructionWriter(const Module& module, const Function& function, const Pointers& pointers)
    : d_module(module), d_function(function), d_pointers(pointers) {
  for (const Statement& statement : function.body)
    if (statement.instruction.opcode == "wgmma" && !statement.instruction.operands.empty())
      for (const Operand& part : statement.instruction.operands.front().parts)
        d_products.insert(part.variable);
}

std::string InstructionWriter::write(const Instruction& instruction) {
  d_instruction = &instruction;
  d_taken.assign(instruction.suffixes.size(), false);
  const auto* const opcode = std::ranges::find(kOpcodes, instruction.opcode, &Opcode::name);
  if (opcode == std::end(kOpcodes)) {
    const auto* const known = std::ranges::find(kEntries, instruction.opcode, &OpcodeEntry::name);
    refuse(known == std::end(kEntries) ? "which is not known" : std::string(known->reason));
  }
  std::optional<std::string> narrow = narrow_operation();
  std::string text = narrow ? std::move(*narrow) : (this->*opcode->writer)();
  for (std::size_t i = 0; i < d_taken.size(); ++i)
    if (!d_taken[i]) refuse("`." + instruction.suffixes[i] + "` is not supported here");
  return renewed_products(instruction) + text + open_products(instruction);
}

void InstructionWriter::refuse(const std::string& why, const std::string& executed) const {
  std::string name = d_instruction->opcode;
  for (const std::string& suffix : d_instruction->suffixes) name += "." + suffix;
  throw Unsupported("the PTX instruction " + name + ": " + why, executed);
}

bool InstructionWriter::take(std::string_view suffix) {
  for (std::size_t i = 0; i < d_taken.size(); ++i)
    if (!d_taken[i] && d_instruction->suffixes[i] == suffix) return d_taken[i] = true;
  return false;
}

std::string InstructionWriter::take_one(std::initializer_list<std::string_view> suffixes) {
  for (const std::string_view suffix : suffixes)
    if (take(suffix)) return std::string(suffix);
  return {};
}

void InstructionWriter::skip(std::span<const std::string_view> suffixes) {
  for (const std::string_view suffix : suffixes) take(suffix);
}

Type InstructionWriter::take_type() {
  for (std::size_t i = 0; i < d_taken.size(); ++i) {
    if (d_taken[i]) continue;
    if (const auto type = type_of(d_instruction->suffixes[i])) {
      d_taken[i] = true;
      return *type;
    }
  }
  refuse("it has no type that is supported");
}

std::string direction_of(const std::string& mode) {
  if (mode == "rm") return "rd";
  return mode == "rp" ? "ru" : mode;
}

std::string InstructionWriter::rounding() {
  return direction_of(take_one({"rn", "rz", "rm", "rp"}));
}

void InstructionWriter::take_flush() {
  if (take("ftz")) d_relaxed = true;
}

void InstructionWriter::need(std::size_t count) const {
  if (d_instruction->operands.size() != count)
    refuse("it has " + std::to_string(d_instruction->operands.size()) + " operands in place of " +
           std::to_string(count));
}

const Operand& InstructionWriter::operand(std::size_t i) const {
  if (i >= d_instruction->operands.size()) refuse("it has too few operands");
  return d_instruction->operands[i];
}

bool InstructionWriter::is_pointer(const Operand& operand) const {
  return operand.kind == Operand::Kind::Name && operand.variable != nullptr &&
         d_pointers.contains(*operand.variable);
}

std::string InstructionWriter::constant(const Operand& operand, const Type& type) const {
  std::string_view text = operand.text;
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const std::string name = cpp_type(type);
  if (text.starts_with("0f") || text.starts_with("0F"))
    return "ptx_as<" + name + ">(" + (is_negative ? "-" : "") + "__uint_as_float(0x" +
           std::string(text.substr(2)) + "u))";
  if (text.starts_with("0d") || text.starts_with("0D"))
    return "ptx_as<" + name + ">(" + (is_negative ? "-" : "") + "__longlong_as_double((long long)0x" +
           std::string(text.substr(2)) + "ull))";
  if (text.find('.') != std::string_view::npos) {
    if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos)
      refuse("a constant is malformed");
    return "(" + name + ")(" + (is_negative ? "-" : "") + std::string(text) + ")";
  }
  if (text.ends_with('U')) text.remove_suffix(1);
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_hexadecimal
          ? text.size() == 2 || text.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string_view::npos
          : text.find_first_not_of("0123456789") != std::string_view::npos)
    refuse("a constant is malformed");
  return "(" + name + ")(" + (is_negative ? "-" : "") + std::string(text) + "ull)";
}

std::string InstructionWriter::value(const Operand& operand, const Type& type) const {
  const std::string name = cpp_type(type);
  if (operand.kind == Operand::Kind::Immediate) return constant(operand, type);
  if (operand.kind != Operand::Kind::Name) refuse("an operand is neither a register nor a constant");
  if (operand.is_negative) refuse("a negated operand is not supported here");
  if (!operand.selected.empty()) refuse("a part of a register is not supported here");
  if (operand.variable == nullptr) {
    if (operand.text == "WARP_SZ") return "(" + name + ")32";
    if (const Function* function = function_named(d_module, operand.text);
        function != nullptr && function->has_body && !function->is_entry && operand.offset == 0)
      return "(" + name + ")" + std::to_string(function_number(d_module, *function)) + "ull";
    const auto* const special =
        std::ranges::find(kSpecial, operand.text, &std::pair<std::string_view, std::string_view>::first);
    if (special == kSpecial.end() && is_open_register(operand.text)) return "ptx_any<" + name + ">()";
    if (special == kSpecial.end()) refuse("`" + operand.text + "` is not supported");
    if (type.kind != 'f') return "(" + name + ")(" + std::string(special->second) + ")";
    return "ptx_as<" + name + ">(" + std::string(special->second) + ")";
  }
  if (operand.variable->space != Space::Register)
    return "(" + name + ")(unsigned long long)" + address(operand);
  if (operand.offset != 0) refuse("a register has an offset");
  const std::string& symbol = operand.variable->symbol;
  if (d_pointers.contains(*operand.variable)) return "(" + name + ")(unsigned long long)" + symbol;
  const std::string read = converted(operand.variable->type, type, symbol);
  return operand.negated ? "!" + read : read;
}

std::string InstructionWriter::address(const Operand& operand) const {
  if (operand.is_negative || !operand.selected.empty()) refuse("its address is not supported");
  if (operand.variable != nullptr && operand.variable->space != Space::Register) {
    std::string text = "((unsigned char*)&" + operand.variable->symbol;
    if (operand.offset != 0) text += " + (" + std::to_string(operand.offset) + "ll)";
    return text + ")";
  }
  if (is_pointer(operand)) return operand.variable->symbol;
  return "((unsigned char*)" + value(operand, {'u', 64}) + ")";
}

std::string InstructionWriter::place(const Operand& operand, const std::string& type) const {
  if (operand.kind != Operand::Kind::Address) refuse("an address is missing");
  if (operand.variable == nullptr) refuse("an address that is a number");
  if (operand.is_negative || !operand.selected.empty()) refuse("its address is not supported");
  if (operand.variable->is_reference) refuse("an access to the reference `" + operand.variable->name + "`");
  std::string base = operand.variable->symbol;
  if (operand.variable->space != Space::Register)
    base = "((unsigned char*)&" + base + ")";
  else if (!d_pointers.contains(*operand.variable))
    refuse("an address that comes from no parameter and no variable");
  return "(*(" + type + "*)(" + base + " + (" + std::to_string(operand.offset) + "ll)))";
}

std::string InstructionWriter::assign(const Operand& to, const Type& type, const std::string& value) const {
  if (to.kind == Operand::Kind::Sink) return "(void)(" + value + ");";
  if (to.kind != Operand::Kind::Name || to.variable == nullptr || to.variable->space != Space::Register ||
      !to.parts.empty() || !to.selected.empty() || to.is_negative)
    refuse("its result is not a register");
  const std::string& name = to.variable->symbol;
  if (d_pointers.contains(*to.variable))
    return name + " = (unsigned char*)(unsigned long long)(" + cpp_type(type) + ")(" + value + ");";
  if (to.variable->type == type && type.kind != 'p') return name + " = " + value + ";";
  return name + " = " + converted(type, to.variable->type, "(" + cpp_type(type) + ")(" + value + ")") + ";";
}

const Operand* InstructionWriter::only_constant(const Operand& operand) const {
  if (operand.kind != Operand::Kind::Name || operand.variable == nullptr ||
      operand.variable->space != Space::Register)
    return nullptr;
  const auto names = [&](const auto& self, const Operand& other) -> bool {
    return other.variable == operand.variable ||
           std::ranges::any_of(other.parts, [&](const Operand& part) { return self(self, part); });
  };
  const Instruction* only = nullptr;
  for (const Statement& statement : d_function.body) {
    const Instruction& other = statement.instruction;
    if (other.operands.empty() || !names(names, other.operands.front()) || other.opcode == "st") continue;
    if (only != nullptr) return nullptr;
    only = &other;
  }
  const bool is_constant = only != nullptr && only->opcode == "mov" && only->predicate == nullptr &&
                           only->operands.size() == 2 && only->operands[1].kind == Operand::Kind::Immediate;
  return is_constant ? &only->operands[1] : nullptr;
}

std::optional<std::uint64_t> InstructionWriter::known_number(const Operand& given) const {
  const Operand* constant = only_constant(given);
  const Operand& operand = constant == nullptr ? given : *constant;
  std::string_view text = operand.text;
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint64_t result = 0;
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result, base);
  if (operand.kind != Operand::Kind::Immediate || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return is_negative ? -result : result;
}

std::uint64_t InstructionWriter::number(const Operand& given, const char* what) const {
  const std::optional<std::uint64_t> known = known_number(given);
  if (!known) refuse(std::string(what) + " is not a constant");
  return *known;
}

bool InstructionWriter::is_end(const std::string& label) const {
  for (std::size_t i = 0; i < d_function.body.size(); ++i) {
    if (d_function.body[i].label != label) continue;
    while (i < d_function.body.size() && !d_function.body[i].label.empty()) ++i;
    if (i == d_function.body.size()) return true;
    const Instruction& next = d_function.body[i].instruction;
    return (next.opcode == "ret" || (next.opcode == "exit" && d_function.is_entry)) &&
           next.predicate == nullptr;
  }
  throw Unsupported("the PTX label " + label + ", which is not there");
}

std::vector<Field> InstructionWriter::fields_of(const Function& function, const Variable& parameter) {
  std::vector<Field> fields;
  for (const Statement& statement : function.body) {
    const Instruction& instruction = statement.instruction;
    if (instruction.opcode != "ld" || instruction.operands.size() != 2) continue;
    const Operand& address = instruction.operands[1];
    if (address.kind != Operand::Kind::Address || address.variable != &parameter) continue;
    std::optional<Type> type;
    for (const std::string& suffix : instruction.suffixes)
      if (!type) type = type_of(suffix);
    if (!type) continue;
    const bool is_vector = instruction.operands[0].kind == Operand::Kind::Vector;
    const std::size_t count = is_vector ? instruction.operands[0].parts.size() : 1;
    for (std::size_t i = 0; i < count; ++i)
      fields.push_back({address.offset + static_cast<std::int64_t>(i * type->bits / 8), *type});
  }
  std::ranges::sort(fields, {}, [](const Field& field) { return std::pair{field.offset, field.type.bits}; });
  std::vector<Field> distinct;
  for (const Field& field : fields) {
    if (!distinct.empty() && distinct.back().offset == field.offset &&
        distinct.back().type.bits == field.type.bits)
      continue;
    if (!distinct.empty() && distinct.back().offset + distinct.back().type.bits / 8 > field.offset) return {};
    distinct.push_back(field);
  }
  return distinct;
}

std::string InstructionWriter::nothing() {
  std::fill(d_taken.begin(), d_taken.end(), true);
  return ";";
}

}  // namespace launchproof::frontend::ptx
