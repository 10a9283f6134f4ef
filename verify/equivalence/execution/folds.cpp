#include "verify/equivalence/execution/folds.h"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <string_view>

namespace launchproof::equivalence {
namespace {

constexpr std::string_view kFold = "fold ";

}  // namespace

Word counter_of(Graph& graph, std::uint32_t loop, unsigned width) {
  return graph.argument(graph.name(fmt::format("loop {} counter", loop)), 0, width);
}

Word carried_of(Graph& graph, std::uint32_t loop, std::size_t number, unsigned width) {
  return graph.argument(graph.name(fmt::format("loop {} value {}", loop, number)), 0, width);
}

Word folded(Graph& graph, const Fold& fold, std::size_t number) {
  const std::uint32_t name =
      graph.name(fmt::format("{}{} {} {}", kFold, fold.loop, number, fold.is_signed ? "signed" : "unsigned"));
  std::vector<Word> operands{fold.first, fold.step, fold.bound};
  std::vector<unsigned> widths(3, fold.counter_width);
  for (const Carried& one : fold.carried) {
    operands.insert(operands.end(), {one.first, one.next});
    widths.insert(widths.end(), {one.width, one.width});
  }
  const unsigned width = number < fold.carried.size() ? fold.carried[number].width : fold.counter_width;
  return graph.function(name, width, operands, widths, false);
}

std::optional<std::pair<Fold, std::size_t>> fold_of(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (node.kind != NodeKind::Function) return std::nullopt;
  std::string_view name = graph.text(node.index);
  if (!name.starts_with(kFold)) return std::nullopt;
  name.remove_prefix(kFold.size());
  Fold fold;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), fold.loop);
  const auto [last, second] = std::from_chars(end + 1, name.data() + name.size(), number);
  fold.is_signed =
      std::string_view(last + 1, static_cast<std::size_t>(name.data() + name.size() - last - 1)) == "signed";
  const auto word = [&](std::uint32_t i) { return graph.as_word(graph.operand(node, i)); };
  fold.counter_width = graph.node(graph.operand(node, 0)).width;
  fold.first = word(0);
  fold.step = word(1);
  fold.bound = word(2);
  for (std::uint32_t i = 3; i + 1 < node.count; i += 2)
    fold.carried.push_back({graph.node(graph.operand(node, i)).width, word(i), word(i + 1)});
  return std::pair(fold, number);
}

std::vector<NodeId> folds_in(const Graph& graph, Word word) {
  std::vector<NodeId> result;
  std::set<NodeId> seen;
  std::vector<NodeId> open;
  if (!word.is_known()) open.push_back(word.node);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!seen.insert(open[i]).second) continue;
    if (fold_of(graph, open[i])) result.push_back(open[i]);
    for (const NodeId operand : graph.operands(graph.node(open[i]))) open.push_back(operand);
  }
  return result;
}

}  // namespace launchproof::equivalence
