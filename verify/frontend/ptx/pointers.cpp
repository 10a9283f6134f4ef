#include "verify/frontend/ptx/pointers.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <vector>

#include "verify/frontend/ptx/call_targets.h"

namespace launchproof::frontend::ptx {
namespace {

using Node = std::pair<const Variable*, std::int64_t>;

// An address in `to` comes from one in `from`.
struct Flow {
  Node to;
  std::vector<Node> from;
};

bool has(const Instruction& instruction, std::string_view suffix) {
  return std::ranges::find(instruction.suffixes, suffix) != instruction.suffixes.end();
}

bool is_register(const Operand& operand) {
  return operand.kind == Operand::Kind::Name && operand.variable != nullptr &&
         operand.variable->space == Space::Register;
}

bool is_variable(const Operand& operand) {
  return operand.kind == Operand::Kind::Name && operand.variable != nullptr &&
         operand.variable->space != Space::Register;
}

// Returns the numbers of the operands that may be the source of an instruction's resulting address.
std::vector<std::size_t> origins(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  const std::size_t count = instruction.operands.size();
  if ((opcode == "mov" || opcode == "cvta" || opcode == "cvt") && count == 2) return {1};
  if (opcode == "add" && count == 3) return {1, 2};
  if (opcode == "sub" && count == 3) return {1};
  if (opcode == "selp" && count == 4) return {1, 2};
  if (opcode == "mad" && count == 4) return {3};
  return {};
}

class Inference {
 public:
  explicit Inference(const Module& module) : d_module(module) {
    for (const Function& function : module.functions) {
      if (function.is_assembly)
        for (const Variable* parameter : function.parameters) d_sources.insert({parameter, 0});
      if (function.is_entry)
        for (const Variable* parameter : function.parameters) {
          if (parameter->elements) continue;  // parts are sources where they are loaded
          if (parameter->type.bits == module.address_bits) d_sources.insert({parameter, 0});
          if (parameter->is_pointer) {
            d_definite.insert({parameter, 0});
            d_declared.insert({parameter, 0});
          }
        }
      for (const Statement& statement : function.body)
        if (statement.label.empty()) add(function, statement.instruction);
    }
  }

  std::set<Node> solve() {
    spread(d_definite);
    std::ranges::set_intersection(d_encoded, d_definite, std::inserter(d_needed, d_needed.end()));
    d_sources.insert(d_definite.begin(), d_definite.end());
    spread(d_sources);
    std::vector<Node> open(d_needed.begin(), d_needed.end());
    std::set<Node> needed = d_needed;
    for (const Node& node : d_declared) needed.insert(node);
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      for (const std::size_t index : d_into[node])
        for (const Node& from : chosen(d_flows[index]))
          if (needed.insert(from).second) open.push_back(from);
    }
    std::set<Node> result;
    std::ranges::set_intersection(needed, d_sources, std::inserter(result, result.end()));
    return result;
  }

 private:
  void flow(Node to, std::vector<Node> from) {
    d_into[to].push_back(d_flows.size());
    for (const Node& node : from) d_out[node].push_back(d_flows.size());
    d_flows.push_back({to, std::move(from)});
  }

  void add(const Function& function, const Instruction& instruction) {
    const std::string& opcode = instruction.opcode;
    // Textures and surfaces are identified by numbers.
    const bool is_image = opcode.starts_with("tex") || opcode == "tld4" || opcode == "txq" ||
                          opcode == "suld" || opcode == "sust" || opcode == "sured" || opcode == "suq";
    for (const Operand& operand : instruction.operands)
      if (!is_image && operand.kind == Operand::Kind::Address && operand.variable != nullptr &&
          operand.variable->space == Space::Register)
        d_needed.insert({operand.variable, 0});
    if (opcode == "call") {
      call(function, instruction);
      return;
    }
    if (instruction.operands.size() < 2) return;
    const Operand& to = instruction.operands[0];
    // Descriptors of matrices hold addresses in units of 16 bytes.
    if ((opcode == "shr" || opcode == "bfe" || opcode == "and") && is_register(instruction.operands[1]))
      d_encoded.insert({instruction.operands[1].variable, 0});
    if ((opcode == "ld" || opcode == "st") && has(instruction, "param")) {
      parameter(function, instruction);
      return;
    }
    if (!is_register(to)) return;
    std::vector<Node> from;
    for (const std::size_t i : origins(instruction)) {
      const Operand& operand = instruction.operands[i];
      if (is_register(operand)) from.emplace_back(operand.variable, 0);
      if (is_variable(operand)) d_definite.insert({to.variable, 0});
    }
    if (opcode == "cvta") {
      d_definite.insert({to.variable, 0});
      for (const Node& node : from) d_needed.insert(node);
    }
    if (!from.empty()) flow({to.variable, 0}, std::move(from));
  }

  void parameter(const Function& function, const Instruction& instruction) {
    const bool is_load = instruction.opcode == "ld";
    const Operand& address = instruction.operands[is_load ? 1 : 0];
    const Operand& value = instruction.operands[is_load ? 0 : 1];
    if (address.kind != Operand::Kind::Address || address.variable == nullptr ||
        address.variable->space != Space::Parameter)
      return;
    std::int64_t offset = address.offset;
    const std::vector<Operand> parts = value.kind == Operand::Kind::Vector ? value.parts : std::vector{value};
    for (const Operand& part : parts) {
      const Node node{address.variable, offset};
      if (is_register(part)) {
        if (is_load)
          flow({part.variable, 0}, {node});
        else
          flow(node, {{part.variable, 0}});
        offset += std::max(part.variable->type.bits / 8, 1U);
        if (is_load && function.is_entry && address.variable->elements &&
            part.variable->type.bits == d_module.address_bits)
          d_sources.insert(node);
      }
    }
  }

  // `call (results), function, (arguments)`.
  void call(const Function& function, const Instruction& instruction) {
    const Operand* results = nullptr;
    const Operand* arguments = nullptr;
    bool is_behind = false;
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::List)
        (is_behind ? arguments : results) = &operand;
      else
        is_behind = true;
    }
    for (const Function* callee : call_targets(d_module, function, instruction).functions) {
      if (arguments != nullptr)
        for (std::size_t i = 0; i < std::min(arguments->parts.size(), callee->parameters.size()); ++i)
          if (arguments->parts[i].variable != nullptr)
            flow({callee->parameters[i], 0}, {{arguments->parts[i].variable, 0}});
      if (results != nullptr)
        for (std::size_t i = 0; i < std::min(results->parts.size(), callee->results.size()); ++i)
          if (results->parts[i].variable != nullptr)
            flow({results->parts[i].variable, 0}, {{callee->results[i], 0}});
    }
  }

  // Adds all nodes that addresses from these may reach.
  void spread(std::set<Node>& nodes) {
    std::vector<Node> open(nodes.begin(), nodes.end());
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      for (const std::size_t index : d_out[node])
        if (nodes.insert(d_flows[index].to).second) open.push_back(d_flows[index].to);
    }
  }

  // The source of the address; known addresses take precedence over possible ones.
  std::vector<Node> chosen(const Flow& flow) const {
    for (const std::set<Node>* set : {&d_definite, &d_sources}) {
      std::vector<Node> result;
      std::ranges::copy_if(flow.from, std::back_inserter(result),
                           [&](const Node& node) { return set->contains(node); });
      if (!result.empty()) return result;
    }
    return {};
  }

  const Module& d_module;
  std::vector<Flow> d_flows;
  std::map<Node, std::vector<std::size_t>> d_into, d_out;
  std::set<Node> d_sources;   // nodes that may hold an address
  std::set<Node> d_definite;  // what does
  std::set<Node> d_needed;    // nodes that are used as an address
  std::set<Node> d_encoded;   // nodes that a number may be made of that stands for an address
  std::set<Node> d_declared;  // nodes that the program declares to be an address
};

}  // namespace

Pointers::Pointers(const Module& module) : d_pointers(Inference(module).solve()) {}

int Pointers::address_operand(const Instruction& instruction, const Pointers& pointers) {
  int found = -1;
  for (const std::size_t i : origins(instruction)) {
    const Operand& operand = instruction.operands[i];
    const bool is_address =
        is_variable(operand) || (is_register(operand) && pointers.contains(*operand.variable));
    if (!is_address) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

}  // namespace launchproof::frontend::ptx
