// Loads, stores and atomic operations (PTX ISA 9.0, sections 9.7.9 and 9.7.13).
#include <algorithm>
#include <array>
#include <utility>

#include "verify/frontend/ptx/instruction_writer.h"
#include "verify/frontend/ptx/parameter_places.h"

namespace launchproof::frontend::ptx {
namespace {

constexpr std::array<std::string_view, 8> kSpaces{"global", "shared", "shared::cta",  "local",
                                                  "const",  "param",  "param::entry", "param::func"};
// Hints for caches, which change no value.
constexpr std::array<std::string_view, 18> kHints{"weak",
                                                  "ca",
                                                  "cg",
                                                  "cs",
                                                  "lu",
                                                  "cv",
                                                  "wb",
                                                  "wt",
                                                  "nc",
                                                  "unified",
                                                  "L1::evict_normal",
                                                  "L1::evict_unchanged",
                                                  "L1::evict_first",
                                                  "L1::evict_last",
                                                  "L1::no_allocate",
                                                  "L2::64B",
                                                  "L2::128B",
                                                  "L2::256B"};

std::string order_text(const std::string& order) {
  if (order == "acquire") return "__NV_ATOMIC_ACQUIRE";
  if (order == "release") return "__NV_ATOMIC_RELEASE";
  return order == "acq_rel" ? "__NV_ATOMIC_ACQ_REL" : "__NV_ATOMIC_RELAXED";
}

// Returns the scope's name in a function. An atomic without a scope is device-wide (PTX ISA, atom).
std::string scope_text(const std::string& scope) {
  if (scope == "cta") return "__NV_THREAD_SCOPE_BLOCK";
  return scope == "sys" ? "__NV_THREAD_SCOPE_SYSTEM" : "__NV_THREAD_SCOPE_DEVICE";
}

std::span<const Operand> parts_of(const Operand& operand) {
  if (operand.kind == Operand::Kind::Vector) return operand.parts;
  return {&operand, 1};
}

// Returns whether the number of registers matches a suffix such as "v4". A single one may also be in braces.
bool fits(const Operand& operand, const std::string& vector_size) {
  const std::size_t count = vector_size.empty() ? 1 : static_cast<std::size_t>(vector_size[1] - '0');
  if (count > 1 && operand.kind != Operand::Kind::Vector) return false;
  return parts_of(operand).size() == count;
}

}  // namespace

// A parameter is either a variable of the function or a structure.
std::string InstructionWriter::parameter_load(const Type& type, std::span<const Operand> to) {
  const Operand& from = operand(1);
  const Variable& parameter = *from.variable;
  const bool is_argument =
      std::ranges::find(d_function.parameters, &parameter) != d_function.parameters.end();
  std::string text;
  std::int64_t offset = from.offset;
  const auto bytes = static_cast<std::int64_t>(to.size() * type.bits / 8);
  if (offset < 0 || offset + bytes > static_cast<std::int64_t>(bytes_of(parameter)))
    refuse("it loads beyond the parameter `" + parameter.name + "`, which has " +
           std::to_string(bytes_of(parameter)) + " bytes");
  for (const Operand& part : to) {
    std::string read;
    Type as = type;
    bool is_address = false;
    if (!parameter.elements) {
      if (offset != 0) refuse("it loads a part of a parameter");
      if (type.bits > parameter.type.bits) refuse("it loads more than the parameter");
      read = parameter.symbol;
      is_address = d_pointers.contains(parameter);
      if (!is_address && type.bits < parameter.type.bits)
        read = "ptx_as<" + cpp_type(type) + ">((" + cpp_type({'u', parameter.type.bits}) + ")" +
               parameter.symbol + ")";
    } else if (d_function.is_entry && is_argument) {
      const std::vector<Field> fields = fields_of(d_function, parameter);
      const auto field = std::ranges::find(fields, offset, &Field::offset);
      if (field == fields.end()) refuse("loads of a parameter overlap");
      read = parameter.symbol + ".at_" + std::to_string(offset);
      is_address = d_pointers.contains(parameter, offset);
    } else {
      read = "(*(" + cpp_type(type) + "*)((unsigned char*)&" + parameter.symbol + " + " +
             std::to_string(offset) + "))";
    }
    if (is_address && is_pointer(part))
      text += part.variable->symbol + " = " + read + "; ";
    else
      text += assign(part, as, "ptx_as<" + cpp_type(as) + ">(" + read + ")") + " ";
    offset += type.bits / 8;
  }
  return to.size() == 1 ? text : "{ " + text + "}";
}

std::string InstructionWriter::load() {
  if (take("mmio")) refuse("accesses of devices are not supported");
  const std::string order = take_one({"acquire", "relaxed"});
  if (!order.empty()) return ordered_load(order);
  const bool is_volatile = take("volatile");
  const std::string vector_size = take_one({"v2", "v4", "v8"});
  skip(kSpaces);
  // Both read memory that the launch does not change.
  const bool is_coherent = !take("nc") && d_instruction->opcode != "ldu";
  skip(kHints);
  const Type type = take_type();
  need(take("L2::cache_hint") ? 3 : 2);
  const std::span<const Operand> to = parts_of(operand(0));
  if (!fits(operand(0), vector_size)) refuse("its vector does not fit its type");
  const Operand& from = operand(1);
  if (from.kind == Operand::Kind::Address && from.variable != nullptr &&
      from.variable->space == Space::Parameter)
    return parameter_load(type, to);
  const std::string qualifier = is_volatile ? "volatile " : "";
  const auto read = [&](const std::string& as) {
    return is_coherent ? place(from, qualifier + as) : "__ldg(&" + place(from, as) + ")";
  };
  if (to.size() == 1) return assign(to.front(), type, read(cpp_type(type)));
  const std::string vector = "ptx_vector<" + cpp_type(type) + ", " + std::to_string(to.size()) + ">";
  // A volatile access to a vector is one access per element.
  if (is_volatile) refuse("volatile vectors are not supported");
  std::string text = "{ const " + vector + " ptx_v = " + read(vector) + "; ";
  for (std::size_t i = 0; i < to.size(); ++i)
    text += assign(to[i], type, "ptx_v.at[" + std::to_string(i) + "]") + " ";
  return text + "}";
}

std::string InstructionWriter::store() {
  if (take("mmio")) refuse("accesses of devices are not supported");
  const std::string order = take_one({"release", "relaxed"});
  if (!order.empty()) return ordered_store(order);
  const bool is_volatile = take("volatile");
  const std::string vector_size = take_one({"v2", "v4", "v8"});
  if (take("async")) refuse("asynchronous stores are not supported");
  skip(kSpaces);
  skip(kHints);
  const Type type = take_type();
  need(take("L2::cache_hint") ? 3 : 2);
  const Operand& to = operand(0);
  const std::span<const Operand> from = parts_of(operand(1));
  if (!fits(operand(1), vector_size)) refuse("its vector does not fit its type");
  const std::string qualifier = is_volatile ? "volatile " : "";
  const bool is_parameter =
      to.kind == Operand::Kind::Address && to.variable != nullptr && to.variable->space == Space::Parameter;
  if (is_parameter && !to.variable->elements) {
    if (from.size() != 1 || to.offset != 0 || type.bits != to.variable->type.bits)
      refuse("it stores a part of a parameter");
    const Operand& stored = from.front();
    if (d_pointers.contains(*to.variable)) return to.variable->symbol + " = " + address(stored) + ";";
    return to.variable->symbol + " = ptx_as<" + cpp_type(to.variable->type) + ">(" + value(stored, type) +
           ");";
  }
  if (is_parameter && (to.offset < 0 || to.offset + static_cast<std::int64_t>(from.size() * type.bits / 8) >
                                            static_cast<std::int64_t>(bytes_of(*to.variable))))
    refuse("it stores beyond the parameter `" + to.variable->name + "`");
  if (from.size() == 1)
    return place(to, qualifier + cpp_type(type)) + " = " + value(from.front(), type) + ";";
  if (is_volatile) refuse("volatile vectors are not supported");
  const std::string vector = "ptx_vector<" + cpp_type(type) + ", " + std::to_string(from.size()) + ">";
  std::string text = "{ const " + vector + " ptx_v = {{";
  for (std::size_t i = 0; i < from.size(); ++i) text += (i == 0 ? "" : ", ") + value(from[i], type);
  return text + "}}; " + place(to, vector) + " = ptx_v; }";
}

// Returns order and scope as arguments of CUDA's functions for atomic accesses.
std::string InstructionWriter::order_and_scope(const std::string& order) {
  const std::string scope = take_one({"cta", "gpu", "sys"});
  if (take("cluster")) refuse("clusters of blocks are not supported");
  return order_text(order) + ", " + scope_text(scope.empty() ? "sys" : scope);
}

std::string InstructionWriter::ordered_load(const std::string& order) {
  const std::string how = order_and_scope(order);
  skip(kSpaces);
  skip(kHints);
  const Type type{'u', take_type().bits};
  need(2);
  if (type.bits != 32 && type.bits != 64) refuse("atomic operations of this size are not supported");
  return assign(operand(0), type,
                "__nv_atomic_load_n(&" + place(operand(1), cpp_type(type)) + ", " + how + ")");
}

std::string InstructionWriter::ordered_store(const std::string& order) {
  const std::string how = order_and_scope(order);
  skip(kSpaces);
  skip(kHints);
  const Type type{'u', take_type().bits};
  need(2);
  if (type.bits != 32 && type.bits != 64) refuse("atomic operations of this size are not supported");
  return "__nv_atomic_store_n(&" + place(operand(0), cpp_type(type)) + ", " + value(operand(1), type) + ", " +
         how + ");";
}

// The contents become indeterminate.
std::string InstructionWriter::discard() {
  skip({"global", "L2"});
  need(2);
  if (number(operand(1), "the size") != 128) refuse("its size is not supported");
  return "ptx_discard(&" + place(operand(0), "unsigned char") + ");";
}

// Copies by a single thread. Copies of blocks of memory have their own barriers.
std::string InstructionWriter::asynchronous_copy() {
  const bool reduces = take("reduce");
  if (!take("async")) refuse("its form is not supported");
  if (take("bulk")) return reduces ? block_reduction() : block_copy();
  if (take("mbarrier")) refuse("a barrier in memory: which threads and copies it waits for is not followed");
  if (take("commit_group")) return "__launchproof_copy_commit();";
  if (take("wait_all")) return "__launchproof_copy_wait_all();";
  if (take("wait_group")) {
    need(1);
    return "__launchproof_copy_wait(" + std::to_string(number(operand(0), "the number of groups")) + ");";
  }
  const bool is_known =
      (take("ca") || take("cg")) && (take("shared") || take("shared::cta")) && take("global");
  if (!is_known) refuse("its form is not supported");
  const std::size_t hints = take("L2::cache_hint") ? 1 : 0;
  skip(kHints);
  const std::size_t count = d_instruction->operands.size() - hints;
  if (count != 3 && count != 4) need(3 + hints);
  const std::string bytes = std::to_string(number(operand(2), "the size"));
  std::string given = bytes;
  if (count == 4) {
    const Operand& last = operand(3);
    const bool is_ignored = last.variable != nullptr && last.variable->type.kind == 'p';
    given = is_ignored ? "(" + value(last, {'p', 1}) + ") ? 0u : " + bytes + "u" : value(last, {'u', 32});
  }
  return "__launchproof_copy(&" + place(operand(0), "unsigned char") + ", &" +
         place(operand(1), "unsigned char") + ", " + bytes + ", " + given + ");";
}

// A policy is a number that only caches use.
std::string InstructionWriter::any_policy() {
  for (std::size_t i = 0; i < d_taken.size(); ++i) d_taken[i] = true;
  return assign(operand(0), {'u', 64}, "ptx_any<unsigned long long>()");
}

std::string InstructionWriter::is_in_space() {
  const std::string space = take_one({"global", "shared", "shared::cta", "local"});
  need(2);
  if (space.empty()) refuse("its space is not supported");
  std::string function = "__isShared(";
  if (space == "global") function = "__isGlobal(";
  if (space == "local") function = "__isLocal(";
  return assign(operand(0), {'p', 1}, function + address(operand(1)) + ") != 0");
}

std::string InstructionWriter::ordered_atomic(const std::string& operation, const std::string& place_text,
                                              const Type& as, std::size_t first, const std::string& order,
                                              const std::string& scope) {
  if (operation == "inc" || operation == "dec") refuse("a memory order of this operation is not followed");
  std::string text = "__nv_atomic_fetch_" + operation + "(&" + place_text;
  if (operation == "exch") text = "__nv_atomic_exchange_n(&" + place_text;
  if (operation == "cas") text = "ptx_compare_exchange(&" + place_text;
  for (std::size_t i = first + 1; i < d_instruction->operands.size(); ++i)
    text += ", " + value(operand(i), as);
  return text + ", " + order + ", " + scope + ")";
}

std::string InstructionWriter::atomic() {
  const std::string order = take_one({"relaxed", "acquire", "release", "acq_rel"});
  skip({"global", "shared", "shared::cta"});
  const std::string scope = take_one({"cta", "gpu", "sys"});
  if (take("cluster")) refuse("clusters of blocks are not supported");
  const std::string operation =
      take_one({"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
  take("noftz");
  const Type type = take_type();
  const bool has_result = d_instruction->opcode == "atom";
  const std::size_t first = has_result ? 1 : 0;
  need(first + (operation == "cas" ? 3 : 2));
  if (operation.empty()) refuse("its operation is not known");
  Type as = type;
  if (as.kind == 'b' || (as.kind == 's' && as.bits == 64 && operation == "add")) as.kind = 'u';
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kNames{{{"add", "atomicAdd"},
                                                                                  {"min", "atomicMin"},
                                                                                  {"max", "atomicMax"},
                                                                                  {"and", "atomicAnd"},
                                                                                  {"or", "atomicOr"},
                                                                                  {"xor", "atomicXor"},
                                                                                  {"exch", "atomicExch"},
                                                                                  {"cas", "atomicCAS"},
                                                                                  {"inc", "atomicInc"},
                                                                                  {"dec", "atomicDec"}}};
  std::string name;
  for (const auto& [known, function] : kNames)
    if (known == operation) name = function;
  if (as.bits != 32 && as.bits != 64) refuse("atomic operations of this size are not supported");
  const std::string place_text = place(operand(first), cpp_type(as));
  if (!order.empty() && order != "relaxed") {
    const std::string text =
        ordered_atomic(operation, place_text, as, first, order_text(order), scope_text(scope));
    return has_result ? assign(operand(0), as, text) : "(void)" + text + ";";
  }
  if (scope == "cta") name += "_block";
  if (scope == "sys") name += "_system";
  std::string text = name + "(&" + place_text;
  for (std::size_t i = first + 1; i < d_instruction->operands.size(); ++i)
    text += ", " + value(operand(i), as);
  text += ")";
  return has_result ? assign(operand(0), as, text) : "(void)" + text + ";";
}

}  // namespace launchproof::frontend::ptx
