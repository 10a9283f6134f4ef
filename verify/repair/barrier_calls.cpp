#include "verify/repair/barrier_calls.h"

#include <set>

namespace launchproof::repair {

using model::Memory;
using verdict::Finding;
using verdict::Property;

bool is_within_group(const Finding& finding) {
  return finding.property == Property::DataRace && finding.witness &&
         finding.witness->work_items.size() == 2 &&
         finding.witness->work_items[0].group_id == finding.witness->work_items[1].group_id;
}

bool is_between_groups(const Finding& finding) {
  return finding.property == Property::DataRace && finding.witness &&
         finding.witness->work_items.size() == 2 && !is_within_group(finding);
}

bool is_atomic_call(const SourceTree& tree, std::size_t at) {
  if (at + 1 >= tree.tokens().size() || tree.text(tree.tokens()[at + 1]) != "(") return false;
  const std::string_view name = tree.text(tree.tokens()[at]);
  if (name == "atomic_work_item_fence" || name.find("init") != std::string_view::npos) return false;
  const bool is_member =
      at > 0 && (tree.text(tree.tokens()[at - 1]) == "." || tree.text(tree.tokens()[at - 1]) == "->");
  return name.starts_with("atomic") ||
         (is_member && (name == "load" || name == "store" || name.starts_with("fetch_")));
}

bool uses_atomics(const SourceTree& tree) {
  for (std::size_t i = 0; i < tree.tokens().size(); ++i)
    if (is_atomic_call(tree, i)) return true;
  return false;
}

bool is_barrier_call(std::string_view statement) {
  return statement.find("barrier") != std::string_view::npos ||
         statement.find("__sync") != std::string_view::npos ||
         statement.find(".sync()") != std::string_view::npos;
}

BarrierHolders::BarrierHolders(const SourceTree& tree) : d_tree(tree) {
  // A function that is called before its body stands in the text takes another round.
  for (std::size_t before = kNoStatement; before != d_functions.size();) {
    before = d_functions.size();
    for (std::size_t i = 0; i < tree.size(); ++i) {
      if (tree.statement(i).parent != kNoStatement || !holds(i)) continue;
      // The name stands before the parameters: `void name(int a) {`.
      std::size_t at = tree.token_at(tree.statement(i).at.begin), depth = 0;
      while (at-- > 0) {
        const std::string_view token = tree.text(tree.tokens()[at]);
        if (token == ")") ++depth;
        if (token == "(" && depth > 0) --depth;
        if (depth == 0) break;
      }
      if (at > 0 && at < tree.tokens().size() && tree.tokens()[at - 1].is_word)
        d_functions.insert(tree.text(tree.tokens()[at - 1]));
    }
  }
}

bool BarrierHolders::is_barrier_name(std::size_t token) const {
  const auto& tokens = d_tree.tokens();
  if (!tokens[token].is_word || token + 1 >= tokens.size() || d_tree.text(tokens[token + 1]) != "(")
    return false;
  const std::string_view name = d_tree.text(tokens[token]);
  return name.find("barrier") != std::string_view::npos || name.starts_with("__sync") || name == "sync" ||
         d_functions.contains(name);
}

bool BarrierHolders::holds(std::size_t statement) const {
  const Stretch at = d_tree.statement(statement).at;
  const auto& tokens = d_tree.tokens();
  for (std::size_t i = d_tree.token_at(at.begin); i < tokens.size() && at.contains(tokens[i].at.begin); ++i)
    if (is_barrier_name(i)) return true;
  return false;
}

std::vector<std::vector<std::string>> fence_choices(const KernelFacts& facts, const Finding& finding) {
  std::set<std::string> needed, older;
  for (const verdict::WorkItem& item : finding.witness->work_items) {
    const KernelArray* array = array_of(facts, item.array);
    const Memory memory = array == nullptr ? Memory::Global : array->memory;
    const std::string fence = memory == Memory::Local ? kLocalFence : kGlobalFence;
    older.insert(fence);
    needed.insert(memory == Memory::Image ? kImageFence : fence);
  }
  std::vector<std::vector<std::string>> choices{{needed.begin(), needed.end()}};
  if (older != needed) choices.emplace_back(older.begin(), older.end());
  return choices;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " | ") + part;
  return text;
}

std::vector<std::string> barrier_calls(const SourceTree& tree, const KernelFacts& facts,
                                       const Finding& finding) {
  if (facts.language == model::Language::OpenCl) {
    std::vector<std::string> calls;
    for (const std::vector<std::string>& fences : fence_choices(facts, finding))
      calls.push_back("barrier(" + joined(fences) + ");");
    return calls;
  }
  const bool uses_warps = tree.text().find("__syncwarp") != std::string::npos;
  if (uses_warps) return {"__syncwarp();", "__syncthreads();"};
  return {"__syncthreads();", "__syncwarp();"};
}

std::vector<std::string> grid_barrier_calls(const SourceTree& tree, const KernelFacts& facts) {
  const std::string& text = tree.text();
  if (facts.language != model::Language::Cuda || text.find("this_grid") == std::string::npos) return {};
  const bool has_short_name = text.find("namespace cg = cooperative_groups;") != std::string::npos;
  return {std::string(has_short_name ? "cg" : "cooperative_groups") + "::this_grid().sync();"};
}

}  // namespace launchproof::repair
