// Fixes by barriers: between two accesses, and moved out of conditionals.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/repair/barrier_calls.h"
#include "verify/repair/candidate.h"
#include "verify/repair/insertion.h"
#include "verify/repair/meetings.h"

namespace launchproof::repair {

using verdict::Finding;
using verdict::Property;

namespace {

// Returns whether the two work-items are in different iterations of a loop that contains both accesses.
bool is_across_iterations(const Finding& finding) {
  const auto& a = finding.witness->work_items[0].iterations;
  const auto& b = finding.witness->work_items[1].iterations;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (a[i].loop == b[i].loop && a[i].iteration != b[i].iteration) return true;
  return false;
}

std::vector<Candidate> barriers_at(const SourceTree& tree, const std::vector<std::string>& calls,
                                   const Finding& finding, const Meeting& meeting) {
  const Common common = common_of(meeting);
  if (common.statement == kNoStatement) return {};
  const Insertion insertion(tree);
  std::vector<Candidate> between, around;
  for (const std::string& call : calls) {
    const auto add = [&](std::vector<Candidate>& to, std::vector<TextEdit> edits, const std::string& where) {
      to.push_back({fmt::format("add `{}` {}", call, where), std::move(edits)});
    };
    const Statement& both = tree.statement(common.statement);
    if (both.kind == StatementKind::Block && common.first != kNoStatement && common.second != kNoStatement &&
        common.first != common.second) {
      const bool in_order = tree.statement(common.first).at.begin < tree.statement(common.second).at.begin;
      const std::size_t earlier = in_order ? common.first : common.second;
      const std::size_t later = in_order ? common.second : common.first;
      add(between, insertion.before(later, call), "before line " + line_of(tree, later));
      const auto& siblings = both.children;
      const auto at = std::ranges::find(siblings, earlier);
      if (at != siblings.end() && at + 1 != siblings.end() && *(at + 1) != later)
        add(between, insertion.behind(earlier, call), "behind line " + line_of(tree, earlier));
    }
    // Barriers between iterations of each loop around both, innermost first.
    for (const std::size_t outer : tree.chain(common.statement)) {
      const Statement& loop = tree.statement(outer);
      if (loop.kind != StatementKind::Loop || loop.children.empty()) continue;
      const std::size_t body = loop.children.front();
      add(around, insertion.first_in(body, call),
          "at the start of the body of the loop in line " + line_of(tree, outer));
      add(around, insertion.last_in(body, call),
          "at the end of the body of the loop in line " + line_of(tree, outer));
    }
  }
  // Both are needed if a loop returns to the first access.
  std::vector<Candidate> both_places;
  for (std::size_t i = 0; i < std::min<std::size_t>(around.size(), 2) && !between.empty(); ++i) {
    Candidate one = between.front();
    one.title += "; " + around[i].title;
    one.edits.insert(one.edits.end(), around[i].edits.begin(), around[i].edits.end());
    both_places.push_back(std::move(one));
  }
  if (is_across_iterations(finding)) std::swap(between, around);
  between.insert(between.end(), around.begin(), around.end());
  between.insert(between.end(), both_places.begin(), both_places.end());
  return between;
}

}  // namespace

std::vector<Candidate> barriers(const SourceTree& tree, const KernelFacts& facts, const Finding& finding) {
  std::vector<std::string> calls;
  if (is_within_group(finding)) calls = barrier_calls(tree, facts, finding);
  // What races within a group may race between groups as well.
  if (finding.property == Property::DataRace)
    for (std::string& call : grid_barrier_calls(tree, facts)) calls.push_back(std::move(call));
  if (calls.empty()) return {};
  std::vector<Candidate> all;
  for (const Meeting& meeting : meetings_of(tree, sides_of(finding, tree, facts.file)))
    for (Candidate& one : barriers_at(tree, calls, finding, meeting)) all.push_back(std::move(one));
  return all;
}

std::vector<Candidate> moved_barriers(const SourceTree& tree, const KernelFacts& facts,
                                      const Finding& finding) {
  if (finding.property != Property::BarrierDivergence) return {};
  std::vector<Candidate> found;
  for (const Places& side : sides_of(finding, tree, facts.file)) {
    for (const std::size_t place : side) {
      const std::size_t barrier = tree.innermost(place);
      if (barrier == kNoStatement || tree.statement(barrier).kind != StatementKind::Simple) continue;
      const Stretch at = tree.statement(barrier).at;
      const std::string call(tree.text(at));
      if (!is_barrier_call(call)) continue;
      const std::vector<std::size_t> chain = tree.chain(barrier);
      const auto conditional = std::ranges::find_if(
          chain, [&](std::size_t one) { return tree.statement(one).kind == StatementKind::If; });
      if (conditional == chain.end()) continue;
      const Insertion insertion(tree);
      const std::string line = line_of(tree, barrier), of = line_of(tree, *conditional);
      for (const bool before : {true, false}) {
        std::vector<TextEdit> edits =
            before ? insertion.before(*conditional, call) : insertion.behind(*conditional, call);
        edits.push_back(insertion.removal(barrier));
        found.push_back({fmt::format("move the barrier in line {} {} the `if` in line {}", line,
                                     before ? "before" : "behind", of),
                         std::move(edits)});
      }
    }
  }
  return found;
}

}  // namespace launchproof::repair
