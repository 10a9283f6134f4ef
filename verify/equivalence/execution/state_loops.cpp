#include "verify/equivalence/execution/state_loops.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace launchproof::equivalence {

Word held_at(Graph& graph, const Held& held, unsigned bytes, Word address, unsigned address_bits,
             const Words& groups) {
  const std::uint32_t name = graph.name(
      fmt::format("state {} memory {} {}", held.loop, held.memory, held.is_after ? "after" : "before"));
  const std::array operands{address, groups[0], groups[1], groups[2]};
  const std::array widths{address_bits, address_bits, address_bits, address_bits};
  return graph.function(name, bytes * 8, operands, widths, false);
}

std::string name_of_value(const std::string& side, std::uint32_t loop, std::size_t number, bool is_after) {
  return fmt::format("state {} value {} {}{}", loop, number, side, is_after ? " after" : "");
}

bool is_uniform(const Graph& graph, Word word) {
  std::set<NodeId> seen;
  std::vector<Word> open{word};
  while (!open.empty()) {
    const Word next = open.back();
    open.pop_back();
    if (next.is_known() || !seen.insert(next.node).second) continue;
    const Node& node = graph.node(next.node);
    switch (node.kind) {
      case NodeKind::Constant:
      case NodeKind::Operation:
        break;
      case NodeKind::Argument: {
        const std::string_view name = graph.text(node.index);
        if (name.starts_with("local id") || name.starts_with("loop ")) return false;
        break;
      }
      default:
        return false;
    }
    for (const NodeId operand : graph.operands(node)) open.push_back(graph.as_word(operand));
  }
  return true;
}

}  // namespace launchproof::equivalence
