#include "verify/frontend/ptx/call_targets.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace launchproof::frontend::ptx {
namespace {

bool names(const Operand& operand, const Variable& variable) {
  return operand.variable == &variable ||
         std::ranges::any_of(operand.parts, [&](const Operand& part) { return names(part, variable); });
}

const Function* function_of(const Module& module, const Operand& operand) {
  if (operand.kind != Operand::Kind::Name || operand.variable != nullptr || operand.offset != 0)
    return nullptr;
  const Function* function = function_named(module, operand.text);
  return function != nullptr && function->has_body && !function->is_entry ? function : nullptr;
}

class Search {
 public:
  Search(const Module& module, const Function& function) : d_module(module), d_function(function) {}

  // Adds the functions that the operand may hold. Returns false if it may hold others.
  bool functions(const Operand& operand, CallTargets& found) {
    if (const Function* function = function_of(d_module, operand)) {
      if (std::ranges::find(found.functions, function) == found.functions.end())
        found.functions.push_back(function);
      return true;
    }
    if (!is_register(operand)) return false;
    if (!d_seen.insert(operand.variable).second) return true;
    return each_definition(*operand.variable, [&](const Instruction& instruction) {
      const std::vector<Operand>& from = instruction.operands;
      if (instruction.opcode == "mov" && from.size() == 2) return functions(from[1], found);
      if (instruction.opcode == "selp" && from.size() == 4)
        return functions(from[1], found) && functions(from[2], found);
      if (instruction.opcode != "ld" || from.size() != 2 || from[1].kind != Operand::Kind::Address)
        return false;
      const Variable* table = table_of(from[1]);
      if (table == nullptr || !is_table_of_functions(d_module, *table)) return false;
      found.tables.push_back(table);
      for (const std::string& name : table->initial_names) {
        const Function* function = function_named(d_module, name);
        if (std::ranges::find(found.functions, function) == found.functions.end())
          found.functions.push_back(function);
      }
      return true;
    });
  }

 private:
  static bool is_register(const Operand& operand) {
    return operand.kind == Operand::Kind::Name && operand.variable != nullptr &&
           operand.variable->space == Space::Register && operand.parts.empty();
  }

  template <typename Holds>
  bool each_definition(const Variable& variable, const Holds& holds) const {
    bool is_defined = false;
    for (const Statement& statement : d_function.body) {
      const std::vector<Operand>& operands = statement.instruction.operands;
      if (operands.empty() || !names(operands.front(), variable)) continue;
      // An address, or the function in a call without results, is not a result.
      if (operands.front().kind == Operand::Kind::Address) continue;
      if (statement.instruction.opcode == "call" && operands.front().kind == Operand::Kind::Name) continue;
      is_defined = true;
      if (!is_register(operands.front()) || !holds(statement.instruction)) return false;
    }
    return is_defined;
  }

  // Returns the variable of the module that contains an address; null for others and if there are several.
  const Variable* table_of(const Operand& operand) {
    if (operand.variable == nullptr) return nullptr;
    if (operand.variable->space == Space::Global || operand.variable->space == Space::Constant)
      return operand.variable;
    if (operand.variable->space != Space::Register || !d_bases.insert(operand.variable).second)
      return nullptr;
    const Variable* found = nullptr;
    const bool is_one = each_definition(*operand.variable, [&](const Instruction& instruction) {
      const std::vector<Operand>& from = instruction.operands;
      const Variable* base = nullptr;
      if ((instruction.opcode == "mov" || instruction.opcode == "cvta") && from.size() == 2)
        base = table_of(from[1]);
      if (instruction.opcode == "mad" && from.size() == 4) base = table_of(from[3]);
      if (instruction.opcode == "add" && from.size() == 3) {
        const Variable* other = table_of(from[2]);
        base = table_of(from[1]);
        if (base == nullptr) base = other;
      }
      if (base == nullptr || (found != nullptr && found != base)) return false;
      found = base;
      return true;
    });
    return is_one ? found : nullptr;
  }

  const Module& d_module;
  const Function& d_function;
  std::set<const Variable*> d_seen, d_bases;
};

}  // namespace

bool is_table_of_functions(const Module& module, const Variable& variable) {
  const std::size_t count = variable.elements.value_or(1);
  const bool is_whole = variable.type.bits == 64 && variable.initial_names.size() == count && count != 0 &&
                        (variable.space == Space::Global || variable.space == Space::Constant);
  if (!is_whole || !std::ranges::all_of(variable.initial_names, [&](const std::string& name) {
        const Function* function = name.empty() ? nullptr : function_named(module, name);
        return function != nullptr && function->has_body && !function->is_entry;
      }))
    return false;
  for (const Variable& other : module.variables)
    if (std::ranges::find(other.initial_names, variable.name) != other.initial_names.end()) return false;
  // Where its address may be passed.
  constexpr std::array<std::string_view, 5> kPasses{"mov", "cvta", "add", "selp", "mad"};
  std::set<const Variable*> derived{&variable};
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function& function : module.functions)
      for (const Statement& statement : function.body) {
        const Instruction& instruction = statement.instruction;
        const bool is_used = std::ranges::any_of(instruction.operands, [&](const Operand& operand) {
          return std::ranges::any_of(derived, [&](const Variable* one) { return names(operand, *one); });
        });
        if (!is_used) continue;
        const std::vector<Operand>& operands = instruction.operands;
        if (instruction.opcode == "ld" && operands.size() == 2 && !derived.contains(operands[0].variable))
          continue;
        if (std::ranges::find(kPasses, instruction.opcode) == kPasses.end() || operands.empty() ||
            operands[0].variable == nullptr || operands[0].variable->space != Space::Register)
          return false;
        changed |= derived.insert(operands[0].variable).second;
      }
  }
  return true;
}

CallTargets call_targets(const Module& module, const Function& function, const Instruction& call) {
  CallTargets targets;
  const auto name = std::ranges::find_if(
      call.operands, [](const Operand& operand) { return operand.kind == Operand::Kind::Name; });
  if (name == call.operands.end()) return targets;
  if (name->variable == nullptr) {
    const Function* callee = function_named(module, name->text);
    targets.is_direct = true;
    if (callee != nullptr && callee->has_body) targets.functions.push_back(callee);
    return targets;
  }
  if (!Search(module, function).functions(*name, targets)) targets.functions.clear();
  return targets;
}

std::uint64_t function_number(const Module& module, const Function& function) {
  std::uint64_t number = 1;
  for (const Function& other : module.functions) {
    if (&other == &function) break;
    ++number;
  }
  return number << 8;
}

}  // namespace launchproof::frontend::ptx
