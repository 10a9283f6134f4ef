#include "verify/frontend/ptx/assembly.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "verify/frontend/ptx/parser.h"
#include "verify/frontend/ptx/pointers.h"
#include "verify/frontend/ptx/register_webs.h"

namespace launchproof::frontend::ptx {
namespace {

std::string register_of(std::size_t operand) {
  return "%launchproof_" + std::to_string(operand);
}

// Returns the assembly with registers and immediates in place of `$0`, `${1:x}` and so on; nothing if it
// names an operand that does not exist, or asks for something else.
std::optional<std::string> with_operands(std::string_view text,
                                         const std::vector<AssemblyOperand>& operands) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      result += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    if (text[i] == '$') {
      result += '$';
      continue;
    }
    const bool is_in_braces = text[i] == '{';
    if (is_in_braces) ++i;
    // `%=` in the source, which makes names unique. They are in a function of their own.
    constexpr std::string_view kUnique = ":uid}";
    if (is_in_braces && text.substr(i).starts_with(kUnique)) {
      result += '0';
      i += kUnique.size() - 1;
      continue;
    }
    std::size_t number = 0;
    const std::size_t begin = i;
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0 && i - begin < 4)
      number = number * 10 + static_cast<std::size_t>(text[i++] - '0');
    if (i == begin || number >= operands.size()) return std::nullopt;
    if (is_in_braces) {
      if (i == text.size() || text[i] != '}') return std::nullopt;
    } else {
      --i;
    }
    const AssemblyOperand& operand = operands[number];
    result +=
        operand.constant.empty() ? register_of(operand.starts_result.value_or(number)) : operand.constant;
  }
  return result;
}

std::string list(const std::string& sofar, std::string_view item) {
  return (sofar.empty() ? "" : sofar + ", ") + std::string(item);
}

bool sets_carry(const Instruction& instruction) {
  return std::ranges::find(instruction.suffixes, "cc") != instruction.suffixes.end();
}

// Returns whether the function means the same as its text in another function: it does not end that one,
// declares only registers, and reads no carry that another assembly left.
bool stands_alone(const Function& function) {
  const bool has_variables = std::ranges::any_of(function.variables, [](const Variable& variable) {
    return variable.space != Space::Register && variable.space != Space::Parameter;
  });
  if (has_variables) return false;
  bool is_carry_set = false;
  for (const Statement& statement : function.body) {
    const Instruction& instruction = statement.instruction;
    const std::string& opcode = instruction.opcode;
    if (opcode == "ret" || opcode == "exit" || opcode == "call") return false;
    if ((opcode == "addc" || opcode == "subc" || opcode == "madc") && !is_carry_set) return false;
    is_carry_set |= sets_carry(instruction) && instruction.predicate == nullptr;
    if (!statement.label.empty()) is_carry_set = false;
  }
  return true;
}

bool is_pure(const Function& function) {
  static const std::set<std::string, std::less<>> kPure{
      "abs",   "add",  "addc",  "and",   "bfe",  "bfi",   "bfind", "bmsk",    "bra", "brev", "clz",  "cnot",
      "cos",   "cvt",  "cvta",  "div",   "dp2a", "dp4a",  "ex2",   "fma",     "fns", "lg2",  "lop3", "mad",
      "mad24", "madc", "max",   "min",   "mov",  "mul",   "mul24", "neg",     "not", "or",   "popc", "prmt",
      "rcp",   "rem",  "rsqrt", "sad",   "selp", "set",   "setp",  "shf",     "shl", "shr",  "sin",  "slct",
      "sqrt",  "sub",  "subc",  "szext", "tanh", "testp", "xor",   "copysign"};
  return std::ranges::all_of(function.body, [](const Statement& statement) {
    const Instruction& instruction = statement.instruction;
    const std::string& opcode = instruction.opcode;
    const bool is_of_parameter =
        (opcode == "ld" || opcode == "st") &&
        std::ranges::find(instruction.suffixes, "param") != instruction.suffixes.end();
    const bool is_video = opcode.starts_with("v") && opcode != "vote";
    return !statement.label.empty() || is_of_parameter || is_video || kPure.contains(opcode);
  });
}

bool touches_memory(const Function& function) {
  static const std::set<std::string, std::less<>> kWithoutAddress{"bar", "barrier", "cp", "fence", "membar"};
  return std::ranges::any_of(function.body, [](const Statement& statement) {
    const auto& operands = statement.instruction.operands;
    return kWithoutAddress.contains(statement.instruction.opcode) ||
           std::ranges::any_of(operands, [](const Operand& operand) {
             return operand.kind == Operand::Kind::Address &&
                    (operand.variable == nullptr || operand.variable->space != Space::Parameter);
           });
  });
}

// Finds the memories whose addresses registers hold, from the instructions that access them.
class Memories {
 public:
  Memories(const Function& function, const Pointers& pointers) : d_pointers(pointers) {
    for (const Statement& statement : function.body) access(statement.instruction);
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const Statement& statement : function.body) is_changed |= pass(statement.instruction);
    }
  }

  std::set<std::string> of(const Variable& variable) const {
    const auto found = d_memories.find(&variable);
    return found == d_memories.end() ? std::set<std::string>() : found->second;
  }

 private:
  static std::optional<std::string> memory(const std::string& suffix) {
    if (suffix == "shared" || suffix == "shared::cta") return "shared";
    if (suffix == "shared::cluster") return "cluster";
    if (suffix == "global" || suffix == "local") return suffix;
    if (suffix == "const") return "constant";
    return std::nullopt;
  }

  // The n-th address is in the n-th memory that the instruction names, or in the last one.
  void access(const Instruction& instruction) {
    std::vector<std::string> named;
    for (const std::string& suffix : instruction.suffixes)
      if (const auto one = memory(suffix)) named.push_back(*one);
    std::size_t number = 0;
    for (const Operand& operand : instruction.operands) {
      if (operand.kind != Operand::Kind::Address || operand.variable == nullptr) continue;
      const std::size_t which = number++;
      if (operand.variable->space != Space::Register) continue;
      d_memories[operand.variable].insert(named.empty() ? "generic"
                                                        : named[std::min(which, named.size() - 1)]);
    }
  }

  // Passes the memories of the result on to what it is computed from. Returns whether any is new.
  bool pass(const Instruction& instruction) {
    if (instruction.operands.empty() || instruction.operands.front().kind != Operand::Kind::Name)
      return false;
    const auto result = d_memories.find(instruction.operands.front().variable);
    if (result == d_memories.end()) return false;
    std::set<std::string> wanted = result->second;
    if (instruction.opcode == "cvta") {
      const bool is_to = std::ranges::find(instruction.suffixes, "to") != instruction.suffixes.end();
      wanted.clear();
      for (const std::string& suffix : instruction.suffixes)
        if (const auto one = memory(suffix)) wanted.insert(is_to ? "generic" : *one);
    }
    bool is_changed = false;
    for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
      const Variable* from = instruction.operands[i].variable;
      if (from == nullptr || from->space != Space::Register || !d_pointers.contains(*from)) continue;
      for (const std::string& one : wanted) is_changed |= d_memories[from].insert(one).second;
    }
    return is_changed;
  }

  const Pointers& d_pointers;
  std::map<const Variable*, std::set<std::string>> d_memories;
};

// Returns the memories of the operands; nothing if an address is not followed.
std::optional<std::vector<std::string>> memories_of(const Module& module,
                                                    const std::vector<AssemblyOperand>& operands) {
  const Function& function = module.functions.front();
  const Pointers pointers(module);
  for (const Variable* result : function.results)
    if (pointers.contains(*result)) return std::nullopt;
  const Memories memories(function, pointers);
  std::vector<std::string> all(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const AssemblyOperand& operand = operands[i];
    if (!operand.constant.empty()) continue;
    const auto own = std::ranges::find(function.variables, register_of(operand.starts_result.value_or(i)),
                                       &Variable::name);
    if (own == function.variables.end()) return std::nullopt;
    const std::set<std::string> found = memories.of(*own);
    if (pointers.contains(*own) != !found.empty() || found.size() > 1) return std::nullopt;
    if (found.empty()) continue;
    if (operand.is_result || operand.starts_result) return std::nullopt;
    all[i] = *found.begin();
  }
  return all;
}

}  // namespace

std::optional<Assembly> assembly_program(const std::string& name, std::string_view text,
                                         const std::vector<AssemblyOperand>& operands) {
  const std::optional<std::string> body = with_operands(text, operands);
  if (!body) return std::nullopt;
  std::string results, parameters, declared, loads, stores;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const AssemblyOperand& operand = operands[i];
    if (!operand.constant.empty()) continue;
    const std::string number = std::to_string(i);
    const std::string parameter =
        ".param ." + operand.type + (operand.is_result ? " result_" : " value_") + number;
    if (!operand.starts_result) declared += ".reg ." + operand.type + " " + register_of(i) + ";\n";
    if (operand.is_result) {
      results = list(results, parameter);
      stores += "st.param." + operand.type + " [result_" + number + "], " + register_of(i) + ";\n";
    } else {
      parameters = list(parameters, parameter);
      loads += "ld.param." + operand.type + " " + register_of(operand.starts_result.value_or(i)) +
               ", [value_" + number + "];\n";
    }
  }
  std::string all = ".version 9.0\n.target sm_90\n.address_size 64\n.func ";
  if (!results.empty()) all += "(" + results + ") ";
  all += name + " (" + parameters + ")\n{\n" + declared + loads + "{\n" + *body + "\n}\n" + stores + "}\n";
  try {
    Module module = parse(all);
    if (module.functions.size() != 1 || !module.variables.empty() || !stands_alone(module.functions.front()))
      return std::nullopt;
    module.functions.front().is_assembly = true;
    split_registers(module);
    auto memories = memories_of(module, operands);
    if (!memories) return std::nullopt;
    return Assembly{program_of(module, kAssemblyFile), std::move(*memories),
                    is_pure(module.functions.front()), touches_memory(module.functions.front())};
  } catch (const SyntaxError&) {
    return std::nullopt;
  }
}

}  // namespace launchproof::frontend::ptx
