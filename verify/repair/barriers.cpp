// Fixes by barriers: between two accesses, with wider fences, and moved out of conditionals.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "verify/repair/barrier_calls.h"
#include "verify/repair/candidate.h"
#include "verify/repair/insertion.h"

namespace launchproof::repair {

using verdict::Finding;
using verdict::Property;

namespace {

constexpr std::array<std::string_view, 2> kBarriers{"barrier", "work_group_barrier"};

// The two accesses, or calls that lead to them, in one function, as chains of statements from each of them
// outward.
struct Meeting {
  std::vector<std::size_t> first, second;
};

std::vector<Meeting> meetings_of(const SourceTree& tree, const std::vector<Places>& sides) {
  std::vector<Meeting> meetings;
  if (sides.empty()) return meetings;
  const Places& other = sides.size() > 1 ? sides[1] : sides[0];
  for (const std::size_t a : sides[0])
    for (const std::size_t b : other) {
      Meeting meeting{tree.chain(tree.innermost(a)), tree.chain(tree.innermost(b))};
      if (meeting.first.empty() || meeting.second.empty()) continue;
      if (meeting.first.back() == meeting.second.back()) meetings.push_back(std::move(meeting));
    }
  return meetings;
}

// The innermost statement that contains both accesses, and its relation to them.
struct Common {
  std::size_t statement = kNoStatement;
  std::size_t first = kNoStatement, second = kNoStatement;  // its children that contain each of them;
                                                            // kNoStatement: the statement itself
};

Common common_of(const Meeting& meeting) {
  Common common;
  auto a = meeting.first.rbegin();
  auto b = meeting.second.rbegin();
  while (a != meeting.first.rend() && b != meeting.second.rend() && *a == *b) {
    common.statement = *a;
    ++a, ++b;
  }
  if (a != meeting.first.rend()) common.first = *a;
  if (b != meeting.second.rend()) common.second = *b;
  return common;
}

// Returns whether the two work-items are in different iterations of a loop that contains both accesses.
bool is_across_iterations(const Finding& finding) {
  const auto& a = finding.witness->work_items[0].iterations;
  const auto& b = finding.witness->work_items[1].iterations;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (a[i].loop == b[i].loop && a[i].iteration != b[i].iteration) return true;
  return false;
}

// The range of a call's arguments, starting with the token of its name.
std::optional<Stretch> arguments_at(const SourceTree& tree, std::size_t name) {
  const auto& tokens = tree.tokens();
  if (name + 1 >= tokens.size() || tree.text(tokens[name + 1]) != "(") return std::nullopt;
  const std::size_t close = tree.closing(name + 1);
  if (close >= tokens.size()) return std::nullopt;
  return Stretch{tokens[name + 1].at.end, tokens[close].at.begin};
}

bool is_barrier(std::string_view name) {
  return std::ranges::find(kBarriers, name) != kBarriers.end();
}

}  // namespace

std::vector<Candidate> wider_fences(const SourceTree& tree, const KernelFacts& facts,
                                    const Finding& finding) {
  if (!is_within_group(finding)) return {};
  const std::vector<Meeting> meetings = meetings_of(tree, sides_of(finding, tree, facts.file));
  const auto is_near = [&](std::size_t offset) {
    return std::ranges::any_of(meetings, [&](const Meeting& meeting) {
      return tree.statement(meeting.first.back()).at.contains(offset);
    });
  };
  const std::vector<std::string> needed = fences_for(facts, finding);
  std::vector<Candidate> found;
  Candidate all;
  for (std::size_t i = 0; i < tree.tokens().size(); ++i) {
    const Token& token = tree.tokens()[i];
    if (!token.is_word || !is_near(token.at.begin)) continue;
    const std::string_view name = tree.text(token);
    const std::string line = std::to_string(tree.shown_line(token.at.begin));
    Candidate one;
    if (facts.language == model::Language::OpenCl) {
      const bool is_sub_group = name == "sub_group_barrier";
      const auto arguments = arguments_at(tree, i);
      if ((!is_barrier(name) && !is_sub_group) || !arguments) continue;
      const std::string flags(tree.text(*arguments));
      std::vector<std::string> wider;
      for (const char* flag : {kLocalFence, kGlobalFence, kImageFence})
        if (flags.find(flag) != std::string::npos || std::ranges::find(needed, flag) != needed.end())
          wider.emplace_back(flag);
      std::string text = joined(wider);
      if (const std::size_t scope = flags.find(','); scope != std::string::npos && !is_sub_group)
        text += flags.substr(scope);
      if (is_sub_group) {
        one.title =
            fmt::format("let the whole group wait: change `sub_group_barrier` in line {} to `barrier`", line);
        one.edits = {{token.at.begin, token.at.end - token.at.begin, "barrier"},
                     {arguments->begin, arguments->end - arguments->begin, text}};
      } else if (std::ranges::any_of(needed, [&](const std::string& flag) {
                   return flags.find(flag) == std::string::npos;
                 })) {
        one.title = fmt::format("widen the fence of the barrier in line {} to `{}`", line, text);
        one.edits = {{arguments->begin, arguments->end - arguments->begin, text}};
      }
    } else if (name == "__syncwarp") {
      const auto arguments = arguments_at(tree, i);
      if (!arguments) continue;
      one.title =
          fmt::format("let the whole block wait: change `__syncwarp` in line {} to `__syncthreads`", line);
      one.edits = {{token.at.begin, token.at.end - token.at.begin, "__syncthreads"},
                   {arguments->begin, arguments->end - arguments->begin, ""}};
    }
    if (one.edits.empty()) continue;
    all.edits.insert(all.edits.end(), one.edits.begin(), one.edits.end());
    all.title += (all.title.empty() ? "" : "; ") + one.title;
    found.push_back(std::move(one));
  }
  if (found.size() > 1) found.push_back(std::move(all));
  return found;
}

namespace {

std::vector<Candidate> barriers_at(const SourceTree& tree, const KernelFacts& facts, const Finding& finding,
                                   const Meeting& meeting) {
  const Common common = common_of(meeting);
  if (common.statement == kNoStatement) return {};
  const Insertion insertion(tree);
  std::vector<Candidate> between, around;
  const std::vector<std::string> calls = barrier_calls(tree, facts, finding);
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
  if (!is_within_group(finding)) return {};
  std::vector<Candidate> all;
  for (const Meeting& meeting : meetings_of(tree, sides_of(finding, tree, facts.file)))
    for (Candidate& one : barriers_at(tree, facts, finding, meeting)) all.push_back(std::move(one));
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
