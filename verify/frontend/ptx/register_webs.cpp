#include "verify/frontend/ptx/register_webs.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::frontend::ptx {
namespace {

// Limits the number of instructions examined for one function, to bound the cost of large ones.
constexpr std::size_t kMostSteps = 2'000'000;

// Instructions that write their first operand as a whole, read none of it, and write nothing else in
// registers.
bool writes_first_operand(const std::string& opcode) {
  static const std::set<std::string_view> kOpcodes{
      "abs",  "add",  "addc", "and", "atom", "bfe",  "bfi",  "bfind", "brev",  "clz",  "cnot",
      "cvt",  "cvta", "div",  "fma", "ld",   "ldu",  "lop3", "mad",   "mad24", "madc", "max",
      "min",  "mov",  "mul",  "neg", "not",  "or",   "popc", "mul24", "prmt",  "rem",  "sad",
      "selp", "set",  "shf",  "shl", "shr",  "slct", "sub",  "subc",  "xor"};
  return kOpcodes.contains(opcode);
}

bool is_plain_register(const Operand& operand) {
  return operand.kind == Operand::Kind::Name && operand.variable != nullptr && operand.parts.empty() &&
         operand.selected.empty() && operand.variable->space == Space::Register;
}

// Returns the registers that an instruction certainly writes if it is executed.
std::vector<Operand*> written(Instruction& instruction) {
  std::vector<Operand*> all;
  if (instruction.operands.empty() || !writes_first_operand(instruction.opcode)) return all;
  Operand& first = instruction.operands.front();
  if (is_plain_register(first)) {
    all.push_back(&first);
  } else if (first.kind == Operand::Kind::Vector) {
    for (Operand& part : first.parts)
      if (is_plain_register(part)) all.push_back(&part);
  }
  return all;
}

template <typename Visit>
void for_each_operand(Operand& operand, const Visit& visit) {
  visit(operand);
  for (Operand& part : operand.parts) for_each_operand(part, visit);
}

// What one instruction does with registers that are candidates.
struct Touched {
  std::vector<Operand*> definitions, uses;
};

class Splitter {
 public:
  explicit Splitter(Function& function) : d_function(function) {}

  void run() {
    find_candidates();
    if (d_definitions.empty() || !find_ways()) return;
    for (auto& [variable, definitions] : d_definitions) split(*variable, definitions);
  }

 private:
  using Definition = std::pair<std::size_t, Operand*>;  // the statement and the operand that it writes

  bool is_candidate(const Variable& variable) const {
    return variable.space == Space::Register && variable.type.kind != 'p' &&
           (variable.type.bits == 32 || variable.type.bits == 64) && !d_kept.contains(&variable);
  }

  // Finds the registers with several definitions, all of which are understood.
  void find_candidates() {
    d_kept.insert(d_function.parameters.begin(), d_function.parameters.end());
    d_kept.insert(d_function.results.begin(), d_function.results.end());
    d_touched.resize(d_function.body.size());
    for (std::size_t i = 0; i < d_function.body.size(); ++i) {
      Instruction& instruction = d_function.body[i].instruction;
      const std::vector<Operand*> definitions = written(instruction);
      const bool is_operand = d_function.is_assembly &&
                              (instruction.opcode == "ld" || instruction.opcode == "st") &&
                              std::ranges::find(instruction.suffixes, "param") != instruction.suffixes.end();
      for (std::size_t at = 0; at < instruction.operands.size(); ++at) {
        const bool is_result = at == 0 && instruction.operands[at].kind != Operand::Kind::Address;
        for_each_operand(instruction.operands[at], [&](Operand& operand) {
          if (operand.variable == nullptr || operand.variable->space != Space::Register) return;
          if (std::ranges::find(definitions, &operand) != definitions.end())
            d_touched[i].definitions.push_back(&operand);
          else if (is_result)
            d_kept.insert(operand.variable);  // it may be written, or read, or both
          else
            d_touched[i].uses.push_back(&operand);
          // Operands of assembly are known by their registers.
          if (is_operand) d_kept.insert(operand.variable);
        });
      }
    }
    std::map<const Variable*, std::vector<Definition>> all;
    for (std::size_t i = 0; i < d_touched.size(); ++i)
      for (Operand* operand : d_touched[i].definitions)
        if (is_candidate(*operand->variable)) all[operand->variable].emplace_back(i, operand);
    for (auto& [variable, definitions] : all)
      if (definitions.size() > 1) d_definitions.emplace(variable, std::move(definitions));
  }

  // Finds the statements before each. Returns whether all ways are known.
  bool find_ways() {
    const std::vector<Statement>& body = d_function.body;
    std::map<std::string_view, std::size_t> labels;
    for (std::size_t i = 0; i < body.size(); ++i)
      if (!body[i].label.empty() && !labels.emplace(body[i].label, i).second) return false;
    d_before.resize(body.size());
    const auto go = [&](std::size_t from, const std::string& label) {
      const auto found = labels.find(label);
      if (found == labels.end()) return false;
      d_before[found->second].push_back(from);
      return true;
    };
    for (std::size_t i = 0; i < body.size(); ++i) {
      const Instruction& instruction = body[i].instruction;
      const std::string& opcode = instruction.opcode;
      const bool is_branch = opcode == "bra" || opcode == "brx";
      const bool ends = is_branch || opcode == "ret" || opcode == "exit" || opcode == "trap";
      if ((!ends || instruction.predicate != nullptr) && i + 1 < body.size()) d_before[i + 1].push_back(i);
      if (opcode == "bra" && (instruction.operands.empty() || !go(i, instruction.operands[0].text)))
        return false;
      if (opcode != "brx") continue;
      const auto table = instruction.operands.size() < 2
                             ? d_function.tables.end()
                             : d_function.tables.find(instruction.operands[1].text);
      if (table == d_function.tables.end()) return false;
      for (const std::string& label : table->second)
        if (!go(i, label)) return false;
    }
    return true;
  }

  // Returns the numbers of the definitions that reach what a statement reads; the number of all definitions
  // stands for the contents at the function's beginning. Returns nothing if that takes too long.
  std::optional<std::vector<std::size_t>> reaching(std::size_t use,
                                                   const std::map<std::size_t, std::size_t>& numbers) {
    std::vector<std::size_t> found;
    if (use == 0) found.push_back(numbers.size());
    std::vector<std::size_t> open = d_before[use];
    d_seen.resize(d_function.body.size());
    ++d_search;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (std::exchange(d_seen[at], d_search) == d_search) continue;
      if (++d_steps > kMostSteps) return std::nullopt;
      const auto number = numbers.find(at);
      if (number != numbers.end()) {
        found.push_back(number->second);
        if (d_function.body[at].instruction.predicate == nullptr) continue;
      }
      if (at == 0) found.push_back(numbers.size());
      open.insert(open.end(), d_before[at].begin(), d_before[at].end());
    }
    return found;
  }

  void split(const Variable& variable, const std::vector<Definition>& definitions) {
    std::map<std::size_t, std::size_t> numbers;  // of the definitions, by statement
    for (const auto& [statement, operand] : definitions)
      if (!numbers.emplace(statement, numbers.size()).second) return;  // one instruction writes it twice
    std::vector<std::size_t> web(definitions.size() + 1);
    std::iota(web.begin(), web.end(), 0);
    const auto root = [&](std::size_t number) {
      while (web[number] != number) number = web[number];
      return number;
    };
    std::vector<std::pair<Operand*, std::size_t>> uses;  // with one of the definitions that reach it
    for (std::size_t i = 0; i < d_touched.size(); ++i)
      for (Operand* operand : d_touched[i].uses) {
        if (operand->variable != &variable) continue;
        const auto found = reaching(i, numbers);
        if (!found) return;
        for (const std::size_t number : *found) web[root(number)] = root(found->front());
        if (!found->empty()) uses.emplace_back(operand, found->front());
      }
    // The first web keeps the register; so does what the function begins with.
    std::map<std::size_t, const Variable*> registers{{root(0), &variable}};
    registers.emplace(root(definitions.size()), &variable);
    const auto register_of = [&](std::size_t number) {
      const auto [found, is_new] = registers.emplace(root(number), nullptr);
      if (is_new) {
        Variable own = variable;
        own.symbol += "_" + std::to_string(registers.size());
        d_function.variables.push_back(std::move(own));
        found->second = &d_function.variables.back();
      }
      return found->second;
    };
    for (std::size_t number = 0; number < definitions.size(); ++number)
      definitions[number].second->variable = register_of(number);
    for (const auto& [operand, number] : uses) operand->variable = register_of(number);
  }

  Function& d_function;
  std::set<const Variable*> d_kept;  // registers that are not split
  std::vector<Touched> d_touched;    // by statement
  std::map<const Variable*, std::vector<Definition>> d_definitions;
  std::vector<std::vector<std::size_t>> d_before;
  std::vector<std::size_t> d_seen;  // by statement: the last search that came there
  std::size_t d_search = 0, d_steps = 0;
};

}  // namespace

void split_registers(Module& module) {
  for (Function& function : module.functions)
    if (function.has_body) Splitter(function).run();
}

}  // namespace launchproof::frontend::ptx
