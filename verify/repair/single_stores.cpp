// Fixes for stores that all work-items make to one place: the first work-item alone stores.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verify/repair/accesses.h"
#include "verify/repair/candidate.h"
#include "verify/repair/expressions.h"

namespace launchproof::repair {

using model::Language;
using verdict::Finding;

namespace {

// Returns the condition that holds for the first work-item alone.
std::string is_first(const KernelFacts& facts, bool in_launch) {
  static constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};
  std::string condition;
  const auto add = [&](const std::string& id) {
    condition += fmt::format("{}{} == 0", condition.empty() ? "" : " && ", id);
  };
  for (std::size_t d = 0; d < kAxes.size(); ++d) {
    const bool has_more = facts.global_size[d] != 1U;
    const bool has_more_in_group = facts.local_size[d] != 1U;
    if (facts.language == Language::Cuda) {
      if (in_launch && has_more && facts.global_size[d] != facts.local_size[d])
        add(fmt::format("blockIdx.{}", kAxes[d]));
      if (has_more_in_group) add(fmt::format("threadIdx.{}", kAxes[d]));
    } else if (in_launch ? has_more : has_more_in_group) {
      add(fmt::format("get_{}_id({})", in_launch ? "global" : "local", d));
    }
  }
  return condition;
}

}  // namespace

std::vector<Candidate> single_stores(const SourceTree& tree, const KernelFacts& facts,
                                     const Finding& finding) {
  if (finding.property != verdict::Property::DataRace || !finding.witness ||
      finding.witness->work_items.size() != 2)
    return {};
  const auto& items = finding.witness->work_items;
  const std::vector<Places> sides = sides_of(finding, tree, facts.file);
  if (sides.size() != 2 || sides[0].empty() || sides[0] != sides[1] || items[0].access != "write" ||
      items[1].access != "write")
    return {};
  const std::uint32_t line = tree.shown_line(sides[0].front());
  const auto common = std::ranges::find_if(facts.common_writes, [&](const CommonWrite& one) {
    return one.line == line && one.array == items[0].array && is_file(one.file, facts.file);
  });
  if (common == facts.common_writes.end()) return {};
  std::vector<Candidate> found;
  for (const bool in_launch : {false, true}) {
    const std::string condition = is_first(facts, in_launch);
    if (condition.empty() || (in_launch && !common->in_launch)) continue;
    for (const std::size_t place : sides[0]) {
      const std::size_t number = tree.innermost(place);
      if (number == kNoStatement || tree.statement(number).kind != StatementKind::Simple ||
          declares(tree, tree.statement(number).at) || !may_be_guarded(tree, tree.statement(number).at))
        continue;
      const Stretch at = tree.statement(number).at;
      found.push_back({fmt::format("let the first work-item of the {} alone store: check `{}` before line {}",
                                   in_launch ? "launch" : "group", condition, tree.shown_line(at.begin)),
                       {guarded(tree, at, condition)}});
    }
  }
  return found;
}

}  // namespace launchproof::repair
