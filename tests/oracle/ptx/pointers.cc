#include "tests/oracle/ptx/pointers.h"

#include <algorithm>
#include <optional>

namespace launchproof::oracle::ptx {

namespace {

struct State {
  std::set<std::uint32_t> surely;        // registers that hold addresses, by where they come from
  std::set<std::uint32_t> needed;        // by where they go to
  std::set<ParameterPart> needed_parts;  // of variables in .param space
};

// The part of a `.param` variable that `ld.param` and `st.param` access.
std::optional<ParameterPart> part_of(const Function& function, const Operand& address) {
  if (address.kind != Operand::Kind::Address || address.elements.size() != 1) return std::nullopt;
  const Operand& base = address.elements[0];
  if (base.kind != Operand::Kind::Local || function.variables[base.index].space != "param")
    return std::nullopt;
  return ParameterPart{base.index, base.offset};
}

bool is_register(const Operand& operand, const Function& function) {
  return operand.kind == Operand::Kind::Register && function.registers[operand.index].bits == 64;
}

class Analysis {
 public:
  explicit Analysis(const Module& module) : d_module(module), d_states(module.functions.size()) {}

  std::map<std::uint32_t, FunctionUse> run() {
    do {
      d_changed = false;
      for (std::uint32_t i = 0; i < d_states.size(); ++i) {
        for (const Statement& statement : d_module.functions[i].statements) look_at(i, statement);
      }
    } while (d_changed);
    std::map<std::uint32_t, FunctionUse> uses;
    for (std::uint32_t i = 0; i < d_states.size(); ++i) uses[i] = use_of(i);
    return uses;
  }

 private:
  template <typename Set, typename Value>
  void add(Set& set, const Value& value) {
    d_changed = set.insert(value).second || d_changed;
  }

  void need(std::uint32_t function, const Operand& operand) {
    if (is_register(operand, d_module.functions[function])) add(d_states[function].needed, operand.index);
  }

  bool is_sure(std::uint32_t function, const Operand& operand) const {
    if (operand.kind == Operand::Kind::Local || operand.kind == Operand::Kind::Global) return true;
    return operand.kind == Operand::Kind::Register && d_states[function].surely.contains(operand.index);
  }

  void look_at(std::uint32_t function, const Statement& statement) {
    const std::string& name = statement.words[0];
    if (name == "call") {
      look_at_call(function, statement);
      return;
    }
    for (const Operand& operand : statement.operands)
      if (operand.kind == Operand::Kind::Address && !operand.elements.empty())
        need(function, operand.elements[0]);
    const std::vector<Operand>& operands = statement.operands;
    if ((name == "ld" || name == "st") && operands.size() >= 2) {
      look_at_parameter(function, operands[name == "ld" ? 1 : 0], operands[name == "ld" ? 0 : 1],
                        name == "ld");
      return;
    }
    if (operands.size() < 2 || operands[0].kind != Operand::Kind::Register) return;
    const Operand& result = operands[0];
    if (name == "cvta") {
      add(d_states[function].surely, result.index);
      need(function, operands[1]);
    }
    static const std::vector<std::string> kKeep{"mov", "add", "sub", "selp", "mad",
                                                "or",  "and", "min", "max"};
    if (std::find(kKeep.begin(), kKeep.end(), name) == kKeep.end()) return;
    // In a multiply-add, the last operand is the addend.
    const std::size_t first = name == "mad" ? 3 : 1;
    std::vector<const Operand*> sources;
    for (std::size_t i = first; i < operands.size(); ++i) sources.push_back(&operands[i]);
    const auto sure = std::find_if(sources.begin(), sources.end(),
                                   [&](const Operand* operand) { return is_sure(function, *operand); });
    if (sure != sources.end()) add(d_states[function].surely, result.index);
    if (!d_states[function].needed.contains(result.index)) return;
    // If one operand is known to be the address, the others are offsets.
    if (sure != sources.end() && name != "selp") {
      need(function, **sure);
      return;
    }
    for (const Operand* operand : sources) need(function, *operand);
  }

  void look_at_parameter(std::uint32_t function, const Operand& address, const Operand& value, bool loads) {
    auto part = part_of(d_module.functions[function], address);
    if (!part) return;
    State& state = d_states[function];
    std::vector<Operand> elements{value};
    if (value.kind == Operand::Kind::Elements) elements = value.elements;
    for (const Operand& element : elements) {
      if (is_register(element, d_module.functions[function])) {
        if (loads && state.needed.contains(element.index)) add(state.needed_parts, *part);
        if (!loads && state.needed_parts.contains(*part)) add(state.needed, element.index);
      }
      part->second += 8;
    }
  }

  // Connects the parameters of the called function with the variables passed for them.
  void look_at_call(std::uint32_t caller, const Statement& statement) {
    std::optional<std::uint32_t> callee;
    std::vector<const Operand*> lists;
    for (const Operand& operand : statement.operands) {
      if (operand.kind == Operand::Kind::List) lists.push_back(&operand);
      if (operand.kind != Operand::Kind::Name) continue;
      for (std::uint32_t i = 0; i < d_module.functions.size(); ++i)
        if (d_module.functions[i].name == operand.name) callee = i;
    }
    if (!callee) return;
    const Function& called = d_module.functions[*callee];
    if (!called.results.empty() && !lists.empty()) {
      share(caller, *callee, *lists[0], called.results);
      lists.erase(lists.begin());
    }
    if (!lists.empty()) share(caller, *callee, *lists[0], called.parameters);
  }

  void share(std::uint32_t caller, std::uint32_t callee, const Operand& list,
             const std::vector<Formal>& formals) {
    for (std::size_t i = 0; i < formals.size() && i < list.elements.size(); ++i) {
      if (formals[i].is_register || list.elements[i].kind != Operand::Kind::Local) continue;
      copy_parts(caller, list.elements[i].index, callee, formals[i].index);
      copy_parts(callee, formals[i].index, caller, list.elements[i].index);
    }
  }

  void copy_parts(std::uint32_t from, std::uint32_t variable, std::uint32_t to, std::uint32_t other) {
    const std::set<ParameterPart> parts = d_states[from].needed_parts;
    for (const auto& [index, place] : parts)
      if (index == variable) add(d_states[to].needed_parts, ParameterPart{other, place});
  }

  FunctionUse use_of(std::uint32_t number) const {
    FunctionUse use;
    use.addresses = d_states[number].needed_parts;
    const Function& function = d_module.functions[number];
    for (const Statement& statement : function.statements) {
      if (statement.words[0] != "ld" || statement.operands.size() < 2) continue;
      auto part = part_of(function, statement.operands[1]);
      if (!part || !type_named(statement.words.back())) continue;
      const std::size_t count =
          statement.operands[0].kind == Operand::Kind::Elements ? statement.operands[0].elements.size() : 1;
      for (std::size_t i = 0; i < count; ++i) {
        use.loads[*part] = statement.type().bits / 8;
        part->second += statement.type().bits / 8;
      }
    }
    return use;
  }

  const Module& d_module;
  std::vector<State> d_states;
  bool d_changed = false;
};

}  // namespace

std::map<std::uint32_t, FunctionUse> uses_of_parameters(const Module& module) {
  return Analysis(module).run();
}

}  // namespace launchproof::oracle::ptx
