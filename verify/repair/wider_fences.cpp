// Fixes by barriers that are there: with wider fences, or for more work-items.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "verify/repair/barrier_calls.h"
#include "verify/repair/candidate.h"
#include "verify/repair/meetings.h"

namespace launchproof::repair {

using verdict::Finding;

namespace {

constexpr std::array<std::string_view, 2> kBarriers{"barrier", "work_group_barrier"};

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

// Returns whether the kernel has local memory, or the text names some for other kernels or under other
// macros.
bool has_local_memory(const SourceTree& tree, const KernelFacts& facts) {
  const bool has_array = std::ranges::any_of(
      facts.arrays, [](const KernelArray& array) { return array.memory == model::Memory::Local; });
  return has_array || std::ranges::any_of(tree.tokens(), [&](const Token& token) {
           return token.is_word && (tree.text(token) == "local" || tree.text(token) == "__local");
         });
}

using Accepts = std::function<bool(std::size_t offset)>;

// Returns the barriers at accepted places with the fences that are needed, one by one and all together.
std::vector<Candidate> widened(const SourceTree& tree, const KernelFacts& facts,
                               const std::vector<std::string>& needed, const Accepts& accepts) {
  std::vector<Candidate> found;
  Candidate all;
  for (std::size_t i = 0; i < tree.tokens().size(); ++i) {
    const Token& token = tree.tokens()[i];
    if (!token.is_word || !accepts(token.at.begin)) continue;
    const std::string_view name = tree.text(token);
    const std::string line = std::to_string(tree.shown_line(token.at.begin));
    Candidate one;
    if (facts.language == model::Language::OpenCl) {
      const bool is_sub_group = name == "sub_group_barrier";
      const auto arguments = arguments_at(tree, i);
      if ((!is_barrier(name) && !is_sub_group) || !arguments) continue;
      const std::string flags(tree.text(*arguments));
      std::vector<std::string> wider;
      for (const char* flag : {kLocalFence, kGlobalFence, kImageFence}) {
        const bool is_idle = flag == std::string_view(kLocalFence) && !has_local_memory(tree, facts);
        if ((flags.find(flag) != std::string::npos && !is_idle) ||
            std::ranges::find(needed, flag) != needed.end())
          wider.emplace_back(flag);
      }
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
        one.title = fmt::format("{} the fence of the barrier in line {} to `{}`",
                                text.find(flags) == std::string::npos ? "change" : "widen", line, text);
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

}  // namespace

std::vector<Candidate> wider_fences(const SourceTree& tree, const KernelFacts& facts,
                                    const Finding& finding) {
  const bool is_within = is_within_group(finding);
  // Between groups, a barrier orders what an atomic then hands over.
  if (!is_within && (!is_between_groups(finding) || !uses_atomics(tree))) return {};
  const std::vector<Meeting> meetings = meetings_of(tree, sides_of(finding, tree, facts.file));
  const Accepts near = [&](std::size_t offset) {
    return std::ranges::any_of(meetings, [&](const Meeting& meeting) {
      return tree.statement(meeting.first.back()).at.contains(offset);
    });
  };
  const Accepts far = [&](std::size_t offset) { return !near(offset); };
  std::vector<Candidate> found;
  const std::vector<std::vector<std::string>> choices = fence_choices(facts, finding);
  // The function may also be called twice, with a barrier between the calls.
  for (const Accepts& accepts : {near, far})
    for (const std::vector<std::string>& needed : choices)
      for (Candidate& one : widened(tree, facts, needed, accepts)) found.push_back(std::move(one));
  return found;
}

}  // namespace launchproof::repair
