#include "verify/frontend/ptx/grid_barriers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace launchproof::frontend::ptx {
namespace {

constexpr std::array<std::string_view, 2> kWorkspace{"%envreg1", "%envreg2"};
constexpr std::array<std::string_view, 7> kPassing{"mov", "cvt", "cvta", "bfi", "add", "or", "shl"};

bool names_workspace(const Operand& operand) {
  return operand.variable == nullptr && std::ranges::find(kWorkspace, operand.text) != kWorkspace.end();
}

bool is_barrier(const Statement& statement) {
  const Instruction& instruction = statement.instruction;
  const bool is_of_warp = !instruction.suffixes.empty() && instruction.suffixes.front() == "warp";
  return statement.label.empty() && (instruction.opcode == "bar" || instruction.opcode == "barrier") &&
         !is_of_warp;
}

Operand immediate(std::string text) {
  Operand result;
  result.kind = Operand::Kind::Immediate;
  result.text = std::move(text);
  return result;
}

class Recognition {
 public:
  explicit Recognition(Function& function) : d_function(function) {}

  void run() {
    spread();
    if (d_derived.empty() || !find_accesses()) return;
    std::set<std::size_t> barriers;
    for (const std::size_t load : d_loads) {
      const std::optional<std::size_t> barrier = barrier_after(load);
      if (!barrier) return;
      barriers.insert(*barrier);
    }
    for (const std::size_t at : barriers) d_function.body[at].instruction.is_of_grid = true;
    for (const std::size_t at : d_counts) replace(at, "0");
    // The wait ends when the highest bit differs from that of the count.
    for (const std::size_t at : d_loads) replace(at, "0x80000000");
    // A launch that is not cooperative has no workspace, and the program stops it.
    for (std::size_t at = 0; at < d_function.body.size(); ++at) assume_workspace(at);
    for (Statement& statement : d_function.body)
      for (Operand& operand : statement.instruction.operands)
        if (names_workspace(operand)) operand = immediate("1");
  }

 private:
  bool is_derived(const Operand& operand) const {
    return names_workspace(operand) ||
           (operand.variable != nullptr && d_derived.contains(operand.variable)) ||
           std::ranges::any_of(operand.parts, [&](const Operand& part) { return is_derived(part); });
  }

  // Collects the registers that hold the workspace's address or a part of it.
  void spread() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Statement& statement : d_function.body) {
        const Instruction& instruction = statement.instruction;
        const auto& operands = instruction.operands;
        if (!statement.label.empty() || operands.size() < 2 || operands[0].variable == nullptr ||
            std::ranges::find(kPassing, instruction.opcode) == kPassing.end() ||
            std::none_of(operands.begin() + 1, operands.end(),
                         [&](const Operand& one) { return is_derived(one); }))
          continue;
        changed |= d_derived.insert(operands[0].variable).second;
      }
    }
  }

  // Returns false if an instruction does to the workspace what is not known of these barriers.
  bool find_accesses() {
    for (std::size_t at = 0; at < d_function.body.size(); ++at) {
      const Instruction& instruction = d_function.body[at].instruction;
      const auto& operands = instruction.operands;
      if (!d_function.body[at].label.empty() ||
          std::ranges::none_of(operands, [&](const Operand& one) { return is_derived(one); }))
        continue;
      const bool is_passed = std::ranges::find(kPassing, instruction.opcode) != kPassing.end();
      const bool is_address = operands.size() > 1 && operands[1].kind == Operand::Kind::Address;
      if (instruction.opcode == "atom" && is_address && !is_derived(operands[0]))
        d_counts.push_back(at);
      else if (instruction.opcode == "ld" && is_address && !is_derived(operands[0]))
        d_loads.push_back(at);
      else if (!is_passed && instruction.opcode != "setp")
        return false;
    }
    return !d_counts.empty() && !d_loads.empty();
  }

  std::optional<std::size_t> place_of(const std::string& label) const {
    const auto found = std::ranges::find(d_function.body, label, &Statement::label);
    if (found == d_function.body.end()) return std::nullopt;
    return static_cast<std::size_t>(found - d_function.body.begin());
  }

  // Returns the barrier that control reaches next on every path; nothing if there is no such barrier.
  std::optional<std::size_t> barrier_after(std::size_t from) const {
    std::set<std::size_t> seen;
    std::vector<std::size_t> open{from + 1};
    std::optional<std::size_t> result;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (at >= d_function.body.size()) return std::nullopt;
      if (!seen.insert(at).second) continue;
      const Statement& statement = d_function.body[at];
      const std::string& opcode = statement.instruction.opcode;
      if (is_barrier(statement)) {
        if (result && *result != at) return std::nullopt;
        result = at;
        continue;
      }
      const bool is_label = !statement.label.empty();
      if (!is_label && (opcode == "brx" || opcode == "call" || opcode == "ret" || opcode == "exit"))
        return std::nullopt;
      if (!is_label && opcode == "bra") {
        const std::optional<std::size_t> target = place_of(statement.instruction.operands.front().text);
        if (!target) return std::nullopt;
        open.push_back(*target);
        if (statement.instruction.predicate == nullptr) continue;
      }
      open.push_back(at + 1);
    }
    return result;
  }

  // Where an instruction compares the workspace's address with null, decides the branches that depend on it.
  void assume_workspace(std::size_t at) {
    const Instruction& comparison = d_function.body[at].instruction;
    const auto& operands = comparison.operands;
    if (comparison.opcode != "setp" || comparison.suffixes.empty() || operands.size() != 3 ||
        !is_derived(operands[1]) || operands[2].kind != Operand::Kind::Immediate || operands[2].text != "0")
      return;
    const bool is_unequal = comparison.suffixes.front() == "ne";
    if (!is_unequal && comparison.suffixes.front() != "eq") return;
    const Variable* result = operands[0].variable;
    const auto sets = [&](const Statement& one) {
      return one.label.empty() && !one.instruction.operands.empty() &&
             one.instruction.operands[0].variable == result;
    };
    if (result == nullptr || std::ranges::count_if(d_function.body, sets) != 1) return;
    for (Statement& statement : d_function.body) {
      Instruction& instruction = statement.instruction;
      if (instruction.predicate != result || instruction.opcode != "bra") continue;
      if (is_unequal != instruction.is_negated)
        instruction.predicate = nullptr;
      else
        statement.label = "launchproof_never_taken_" + std::to_string(&statement - d_function.body.data());
    }
  }

  void replace(std::size_t at, std::string_view value) {
    Instruction& instruction = d_function.body[at].instruction;
    instruction.opcode = "mov";
    instruction.suffixes = {"b32"};
    instruction.operands = {instruction.operands[0], immediate(std::string(value))};
  }

  Function& d_function;
  std::set<const Variable*> d_derived;
  std::vector<std::size_t> d_counts, d_loads;  // places of the accesses to the workspace
};

}  // namespace

void mark_grid_barriers(Module& module) {
  for (Function& function : module.functions)
    if (function.has_body) Recognition(function).run();
}

}  // namespace launchproof::frontend::ptx
