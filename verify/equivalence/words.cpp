#include "verify/equivalence/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <string_view>

#include "verify/model/scalar_text.h"
#include "verify/verdict/digest.h"

namespace launchproof::equivalence {
namespace {

constexpr std::size_t kMostInputs = 6;

const Bytes* bytes_of(const Graph& graph, const Node& leaf, const TrialContents& contents) {
  const auto& all = leaf.kind == NodeKind::Argument ? contents.arguments : contents.memories;
  const auto found = all.find(graph.text(leaf.index));
  return found == all.end() ? nullptr : &found->second;
}

void add_function(std::string_view name, Cone& cone) {
  // Results of loops, whatever these compute.
  if (name.starts_with("fold ") || name.starts_with("state ")) return;
  cone.has_floats = true;
  constexpr std::array kExact{"float.add.",     "float.sub.", "float.mul.",
                              "float.convert.", "float.o",    "float.u",
                              "float.from_",    "float.to_",  "fma."};
  const bool is_exact = std::ranges::any_of(kExact, [&](const char* one) { return name.starts_with(one); });
  if (!is_exact) cone.has_inexact_floats = true;
  if (!name.starts_with("float.") && !name.starts_with("fma.")) cone.has_functions = true;
}

}  // namespace

Cone cone_of(const Graph& graph, std::span<const Word> words) {
  Cone cone;
  std::vector<bool> seen(graph.size());
  std::vector<NodeId> open;
  for (const Word& word : words)
    if (!word.is_known()) open.push_back(word.node);
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    const Node& node = graph.node(id);
    if (node.kind == NodeKind::Undefined) cone.has_undefined = true;
    if (node.kind == NodeKind::Function && node.count > 0) add_function(graph.text(node.index), cone);
    for (const NodeId operand : graph.operands(node)) open.push_back(operand);
  }
  return cone;
}

Cone cone_of(const Graph& graph, Word a, Word b) {
  const std::array both{a, b};
  return cone_of(graph, both);
}

std::optional<std::uint64_t> bits_at(const Graph& graph, const Node& leaf, std::uint64_t byte,
                                     const TrialContents& contents) {
  const Bytes* bytes = bytes_of(graph, leaf, contents);
  const std::size_t width = (leaf.width + 7U) / 8;
  if (bytes == nullptr || byte + width > bytes->size()) return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes->data() + byte, width);
  return bits & mask(leaf.width);
}

void put_bits(const Graph& graph, const Node& leaf, std::uint64_t bits, TrialContents& contents) {
  auto& all = leaf.kind == NodeKind::Argument ? contents.arguments : contents.memories;
  const auto found = all.find(graph.text(leaf.index));
  const std::size_t width = (leaf.width + 7U) / 8;
  if (found == all.end() || leaf.literal + width > found->second.size()) return;
  std::memcpy(found->second.data() + leaf.literal, &bits, width);
}

std::vector<verdict::NamedValue> inputs_of(const Graph& graph, Word a, Word b, const TrialContents& contents,
                                           const std::map<std::string, std::string>& types) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> places;
  std::vector<verdict::NamedValue> result;
  std::set<NodeId> seen;
  std::vector<NodeId> open;
  for (const Word& word : {b, a})
    if (!word.is_known()) open.push_back(word.node);
  while (!open.empty() && result.size() < kMostInputs && seen.size() < 100'000) {
    const NodeId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const Node& node = graph.node(id);
    for (const NodeId operand : graph.operands(node)) open.push_back(operand);
    if (node.kind != NodeKind::Initial && node.kind != NodeKind::Argument) continue;
    const auto bits = bits_at(graph, node, node.literal, contents);
    if (!bits) continue;
    const std::string& name = graph.text(node.index);
    const auto type = types.find(name);
    const std::string text =
        model::scalar_text(type == types.end() ? "uint" : type->second, *bits, node.width);
    result.push_back({node.kind == NodeKind::Argument
                          ? name
                          : fmt::format("{}[{}]", name, node.literal / (node.width / 8)),
                      text});
  }
  return result;
}

std::optional<verdict::SourceLocation> written_at(const Side& side, const std::string& memory,
                                                  const std::string& role) {
  for (auto one = side.launches.rbegin(); one != side.launches.rend(); ++one) {
    const model::KernelModel& kernel = one->launch.kernel;
    for (const model::Site& site : kernel.sites) {
      if (site.kind == model::AccessKind::Read || site.location == model::kNone) continue;
      const bool writes = std::ranges::any_of(site.arrays, [&](model::ArrayId id) {
        const std::uint32_t parameter = kernel.arrays[id].parameter;
        return parameter != model::kNone && one->launch.names[parameter] == memory;
      });
      if (!writes) continue;
      const model::Location& at = kernel.locations[site.location];
      return verdict::SourceLocation{at.file, at.line, at.column, role};
    }
  }
  return std::nullopt;
}

bool is_close(std::uint64_t left, std::uint64_t right, unsigned width) {
  constexpr double kShare = 1e-3;
  const auto number = [&](std::uint64_t bits) {
    return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                       : std::bit_cast<double>(bits);
  };
  const double a = number(left);
  const double b = number(right);
  return std::fabs(a - b) <= kShare * std::max({1.0, std::fabs(a), std::fabs(b)});
}

std::string finding_id(const std::string& pair, const verdict::Finding& finding) {
  std::string text = pair + "/" + finding.kind;
  for (const verdict::SourceLocation& at : finding.locations)
    text += fmt::format("/{}:{}:{}", at.file, at.line, at.column);
  return verdict::digest(text);
}

}  // namespace launchproof::equivalence
