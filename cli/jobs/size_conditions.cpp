#include "cli/jobs/size_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/jobs/side_comparison.h"
#include "cli/jobs/small_sizes.h"
#include "cli/terminal/interruption.h"
#include "cli/verification/verification.h"
#include "verify/effort/clock.h"
#include "verify/preconditions/facts.h"
#include "verify/preconditions/size_conditions.h"
#include "verify/preconditions/words.h"

namespace launchproof::cli {

using model::Quantity;
using model::QuantityKind;
using verdict::Property;
using verdict::Verdict;

namespace {

constexpr unsigned kMostAttempts = 20;  // proofs that are tried
constexpr unsigned kShare = 4;          // each of them gets this part of the time limit

const equivalence::Launch& first_launch(const GivenSide& given) {
  return given.side.launches[0].launch;
}

// Returns the integer argument with the same name on the other side, if its type says the same of its bits.
std::optional<Quantity> counterpart(const std::string& name, const Quantity& of,
                                    const equivalence::Launch& other) {
  const auto found = std::ranges::find(other.names, name);
  if (found == other.names.end()) return std::nullopt;
  const auto index = static_cast<std::uint32_t>(found - other.names.begin());
  const std::optional<Quantity> own = preconditions::integer(other.kernel, index);
  if (!own || own->width != of.width || own->is_signed != of.is_signed ||
      !std::holds_alternative<model::UnknownArgument>(other.facts.arguments.at(index)))
    return std::nullopt;
  return own;
}

// Returns each open size once, and the integers that are not given. Leaves out those that the other side
// takes for numbers of another type: a condition would say two things.
std::vector<Quantity> open_quantities(const equivalence::Launch& launch, const equivalence::Launch& other) {
  std::vector<Quantity> result;
  std::set<std::uint32_t> symbols;
  const model::LaunchFacts& facts = launch.facts;
  for (std::uint32_t d = 0; d < 3; ++d) {
    if (facts.open.local.at(d) != 0 && symbols.insert(facts.open.local.at(d)).second)
      result.push_back({QuantityKind::LocalSize, d, model::kOpenSizeBits, false});
    if (facts.open.groups.at(d) != 0 && symbols.insert(facts.open.groups.at(d)).second)
      result.push_back({QuantityKind::Groups, d, model::kOpenSizeBits, false});
  }
  for (std::uint32_t i = 0; i < facts.arguments.size() && i < launch.kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = launch.kernel.parameters[i];
    if (parameter.kind != model::ParameterKind::Value || launch.names.at(i).empty() ||
        !std::holds_alternative<model::UnknownArgument>(facts.arguments[i]))
      continue;
    const std::optional<Quantity> made = preconditions::integer(launch.kernel, i);
    const bool is_shared = std::ranges::find(other.names, launch.names[i]) != other.names.end();
    if (made && (!is_shared || counterpart(launch.names[i], *made, other))) result.push_back(*made);
  }
  return result;
}

std::uint64_t bits_of(const model::LaunchFacts& facts, const Quantity& quantity) {
  switch (quantity.kind) {
    case QuantityKind::LocalSize:
      return facts.local_size.at(quantity.index);
    case QuantityKind::Groups:
      return facts.global_size.at(quantity.index) / facts.local_size.at(quantity.index);
    default: {
      const auto& bytes = std::get<model::ValueArgument>(facts.arguments.at(quantity.index)).bytes;
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < bytes.size() && i < 8; ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
      return bits;
    }
  }
}

// Returns the relation for a launch whose parameters stand in another order; nothing if it lacks one of them.
std::optional<model::Relation> translated(model::Relation relation, const equivalence::Launch& from,
                                          const equivalence::Launch& to) {
  for (model::Amount* amount : {&relation.left, &relation.right})
    for (Quantity& factor : amount->factors) {
      if (factor.kind != QuantityKind::Value) continue;
      const std::optional<Quantity> own = counterpart(from.names.at(factor.index), factor, to);
      if (!own) return std::nullopt;
      factor.index = own->index;
    }
  return relation;
}

// Returns what the launch gives of its sizes.
std::vector<std::string> given_sizes(const model::LaunchFacts& facts) {
  constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};
  std::vector<std::string> result;
  for (std::size_t d = 0; d < facts.work_dim && d < kAxes.size(); ++d) {
    if (facts.open.local.at(d) == 0)
      result.push_back(fmt::format("local_size({}) = {}", kAxes.at(d), facts.local_size.at(d)));
    if (facts.open.groups.at(d) == 0)
      result.push_back(
          fmt::format("num_groups({}) = {}", kAxes.at(d), facts.global_size.at(d) / facts.local_size.at(d)));
    if (facts.global_offset.at(d) != 0)
      result.push_back(fmt::format("global offset ({}) = {}", kAxes.at(d), facts.global_offset.at(d)));
  }
  result.emplace_back("whole groups");
  return result;
}

class ConditionSearch {
 public:
  ConditionSearch(const GivenSide& left, const GivenSide& right, const Arguments& arguments,
                  verdict::ClassResult& result)
      : d_left(left), d_right(right), d_quiet(arguments), d_result(result), d_begin(effort::Clock::now()) {
    d_quiet.quiet = true;
    d_quiet.timeout_seconds = arguments.timeout_seconds / kShare;
    d_end = d_begin + std::chrono::milliseconds(static_cast<std::int64_t>(arguments.timeout_seconds * 1000));
  }

  void run() {
    d_open = open_quantities(first_launch(d_left), first_launch(d_right));
    const std::vector<preconditions::JudgedLaunch> judged = judged_launches();
    const auto found = preconditions::find_size_condition(
        d_open, judged, [&](const std::vector<model::Relation>& relations) { return proves(relations); },
        kMostAttempts);
    if (found) state(*found);
  }

 private:
  // Returns all small launches, or only the first ones if the sides are equal in none of them.
  std::vector<preconditions::JudgedLaunch> judged_launches() {
    std::vector<preconditions::JudgedLaunch> judged;
    judge(0, kJudgingLaunches, judged);
    if (std::ranges::any_of(judged, &preconditions::JudgedLaunch::holds))
      judge(kJudgingLaunches, kSmallLaunches, judged);
    return judged;
  }

  void judge(std::size_t begin, std::size_t end, std::vector<preconditions::JudgedLaunch>& judged) {
    std::vector<SmallLaunch> launches;
    for (std::size_t number = begin; number < end; ++number)
      if (std::optional<SmallLaunch> small = at_small_sizes(d_left, d_right, number))
        launches.push_back(std::move(*small));
    const std::vector<verdict::ClassResult> results = compare_at_small_sizes(launches, d_quiet, d_result);
    for (std::size_t i = 0; i < launches.size(); ++i) {
      preconditions::JudgedLaunch one;
      for (const Quantity& quantity : d_open)
        one.bits.push_back(bits_of(first_launch(launches[i].left).facts, quantity));
      one.holds = results[i].properties.at(Property::Equivalent).verdict == Verdict::Verified;
      judged.push_back(std::move(one));
    }
  }

  // Returns the side with the relations among its facts.
  GivenSide under(const GivenSide& given, const std::vector<model::Relation>& relations) const {
    GivenSide restricted = given;
    equivalence::Launch& launch = restricted.side.launches[0].launch;
    std::set<Quantity> scalars;
    for (const model::Relation& one : relations) {
      const auto own = translated(one, first_launch(d_left), launch);
      if (!own) continue;
      launch.facts.relations.push_back(*own);
      for (const Quantity& quantity : model::quantities_of(*own))
        if (quantity.kind == QuantityKind::Value) scalars.insert(quantity);
    }
    for (const Quantity& scalar : scalars) launch.facts.free.push_back({scalar, 0});
    for (jobs::Job& job : restricted.jobs) {
      jobs::FactsAnswer answer = jobs::facts_of(job, launch.kernel);
      answer.facts = launch.facts;
      job.facts_key.clear();
      job.launch_source = jobs::KnownLaunch{std::move(answer), {}};
      job.minimise_facts = false;
      job.replay = false;
      job.repair = false;
      job.merge = false;
    }
    return restricted;
  }

  bool proves(const std::vector<model::Relation>& relations) {
    // What was found is made weaker even if that takes as long again, so that no part of it is needless.
    const auto late = effort::Clock::now() - d_end;
    if (late > (d_is_found ? d_end - d_begin : effort::Clock::duration()) || interrupting_signal() != 0)
      return false;
    const GivenSide left = under(d_left, relations), right = under(d_right, relations);
    verdict::ClassResult answer = decided(
        {Question{.left = &left.side, .right = &right.side, .begun = &d_result, .open = true}}, d_quiet)[0];
    if (answer.properties.at(Property::Equivalent).verdict != Verdict::Verified) return false;
    std::vector<jobs::Job> jobs = left.jobs;
    jobs.insert(jobs.end(), right.jobs.begin(), right.jobs.end());
    std::vector<std::string> notes;
    std::vector<verdict::ClassResult> verified;
    for (const worker::Completed& one : verify_jobs(jobs, d_quiet, notes))
      verified.push_back(one.outcome.result);
    rest_on(verified, answer);
    if (answer.properties.at(Property::Equivalent).verdict != Verdict::Verified) return false;
    d_assumptions = answer.assumptions;
    for (const verdict::ClassResult& side : verified)
      for (const std::string& line : side.assumptions)
        if (std::ranges::find(d_assumptions, line) == d_assumptions.end()) d_assumptions.push_back(line);
    d_is_found = true;
    return true;
  }

  void state(const std::vector<model::Relation>& relations) {
    const equivalence::Launch& launch = first_launch(d_left);
    verdict::Precondition made;
    made.proved = true;
    made.engine = "equivalence";
    std::string text;
    for (const model::Relation& one : relations) {
      made.conditions.push_back({.text = preconditions::in_words(launch.kernel, one), .pinned = false});
      text += (text.empty() ? "" : " and ") + made.conditions.back().text;
    }
    for (const Quantity& one : d_open) {
      const bool is_restricted = std::ranges::any_of(relations, [&](const model::Relation& relation) {
        const std::vector<Quantity> in = model::quantities_of(relation);
        return std::ranges::find(in, one) != in.end();
      });
      if (!is_restricted) made.any.push_back(preconditions::in_words(launch.kernel, one));
    }
    made.fixed = given_sizes(launch.facts);
    made.assumptions = d_assumptions;
    made.seconds = std::chrono::duration<double>(effort::Clock::now() - d_begin).count();
    d_result.precondition = std::move(made);
    verdict::PropertyResult& answer = d_result.properties[Property::Equivalent];
    answer.reason += fmt::format("{}proved equal where {}", answer.reason.empty() ? "" : "; ", text);
  }

  const GivenSide& d_left;
  const GivenSide& d_right;
  Arguments d_quiet;
  verdict::ClassResult& d_result;
  effort::Clock::time_point d_begin, d_end;
  std::vector<Quantity> d_open;
  std::vector<std::string> d_assumptions;  // of the last proof
  bool d_is_found = false;
};

}  // namespace

void find_condition(const GivenSide& left, const GivenSide& right, const Arguments& arguments,
                    verdict::ClassResult& result) {
  const Verdict verdict = result.properties[Property::Equivalent].verdict;
  const bool is_single = left.side.launches.size() == 1 && right.side.launches.size() == 1;
  if (arguments.hidden_assumptions == "off" || !is_single || left.jobs.size() != 1 ||
      right.jobs.size() != 1 || verdict == Verdict::Verified || verdict == Verdict::Error)
    return;
  ConditionSearch(left, right, arguments, result).run();
}

}  // namespace launchproof::cli
