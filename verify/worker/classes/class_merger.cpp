#include "verify/worker/classes/class_merger.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "verify/effort/clock.h"

namespace launchproof::worker {

using std::chrono::milliseconds;
using symbolic::Fact;
using Clock = effort::Clock;

namespace {

constexpr unsigned kMostSplits = 3;  // nesting depth of splits
constexpr smt::Work kLongestMinimising = 1'000 * smt::kWorkPerMillisecond;

}  // namespace

ClassMerger::ClassMerger(const model::KernelModel& kernel, smt::TermStore& store, smt::Solver& solver,
                         const symbolic::Options& options, bool local_size_open, const Limits& limits)
    : d_kernel(kernel),
      d_store(store),
      d_solver(solver),
      d_options(options),
      d_local_size_open(local_size_open),
      d_limits(limits) {}

bool ClassMerger::is_over() const {
  return Clock::now() >= d_limits.deadline || d_spent >= d_limits.work;
}

std::vector<Fact> ClassMerger::attempt(std::vector<Member>& members, bool pin_equal,
                                       std::vector<Proof>& proofs) {
  symbolic::Family family;
  for (const Member& member : members) family.push_back(member.facts);
  access::FamilyOptions options;
  options.engine = d_options;
  const auto left = std::chrono::duration_cast<milliseconds>(d_limits.deadline - Clock::now());
  options.engine.time = std::max(left, milliseconds{1});
  options.engine.question_time = std::min(options.engine.question_time, options.engine.time);
  // Half, so that something is left for the next attempt.
  options.work = (d_limits.work - std::min(d_spent, d_limits.work)) / 2;
  options.minimise = std::min(options.work / 2, kLongestMinimising);
  options.pin_equal = pin_equal;
  options.local_size_open = d_local_size_open;
  access::FamilyAnswer answer = access::verify_family(d_kernel, family, d_store, d_solver, options);
  d_spent += answer.work;
  if (answer.covered.size() < 2) return answer.failed;
  Proof proof;
  proof.result = std::move(answer.result);
  for (const std::size_t i : answer.covered) proof.members.push_back(members[i]);
  proofs.push_back(std::move(proof));
  std::vector<Member> rest;
  for (std::size_t i = 0, next = 0; i < members.size(); ++i) {
    if (next < answer.covered.size() && answer.covered[next] == i)
      ++next;
    else
      rest.push_back(members[i]);
  }
  members = std::move(rest);
  return answer.failed;
}

void ClassMerger::split(const std::vector<Member>& members, const std::vector<Fact>& by, unsigned depth,
                        std::vector<Proof>& proofs) {
  if (depth > kMostSplits || members.size() < 2) return;
  std::map<std::vector<smt::Bits>, std::vector<Member>> parts;
  for (const Member& member : members) {
    std::vector<smt::Bits> values;
    values.reserve(by.size());
    for (const Fact& fact : by) values.push_back(symbolic::value_of(fact, *member.facts).value_or(0));
    parts[values].push_back(member);
  }
  if (parts.size() < 2) return;
  for (auto& [values, part] : parts) {
    if (is_over()) return;
    if (part.size() < 2) continue;
    const std::vector<Fact> failed = attempt(part, true, proofs);
    split(part, failed, depth + 1, proofs);
  }
}

std::vector<ClassMerger::Proof> ClassMerger::prove(const std::vector<Member>& all) {
  std::vector<Proof> proofs;
  std::vector<Member> members(all);
  std::vector<Fact> failed = attempt(members, false, proofs);
  if (members.size() > 1 && !is_over()) failed = attempt(members, true, proofs);
  split(members, failed, 1, proofs);
  return proofs;
}

std::string number_ranges(std::vector<std::size_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] <= numbers[last] + 1) ++last;
    text += text.empty() ? "" : ", ";
    text += last == i ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace launchproof::worker
