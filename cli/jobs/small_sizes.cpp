#include "cli/jobs/small_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "cli/jobs/side_comparison.h"
#include "cli/verification/verification.h"
#include "verify/model/scalar_text.h"

namespace launchproof::cli {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

// Local sizes and numbers of groups to try, and how much arguments that are not given differ from the largest
// global size: square and other groups, and one or several of them.
struct Numbers {
  std::array<std::uint64_t, 4> sizes;
  int more = 0;
};
constexpr std::array<Numbers, kSmallLaunches> kNumbers{{{{4, 4, 2, 2}, 0},
                                                        {{2, 3, 3, 2}, 1},
                                                        {{8, 1, 1, 5}, -1},
                                                        {{3, 5, 2, 1}, -2},
                                                        {{1, 1, 1, 1}, 0},
                                                        {{2, 2, 1, 3}, 0},
                                                        {{4, 2, 2, 1}, 0},
                                                        {{6, 6, 2, 2}, 0},
                                                        {{8, 8, 2, 2}, 1},
                                                        {{2, 8, 3, 1}, 0},
                                                        {{16, 1, 2, 1}, -1},
                                                        {{7, 1, 3, 1}, 0},
                                                        {{16, 16, 1, 1}, 0},
                                                        {{12, 4, 1, 2}, 0},
                                                        {{5, 5, 1, 3}, -3},
                                                        {{32, 2, 2, 1}, 0}}};

// Returns those sizes, as far as the launch leaves them open; sizes with the same symbol are equal. Returns
// nothing if they contradict given sizes.
std::optional<model::LaunchSizes> small_sizes(const model::LaunchFacts& facts, std::size_t attempt) {
  const auto& numbers = kNumbers.at(attempt).sizes;
  model::LaunchSizes sizes;
  std::map<std::uint32_t, std::uint64_t> chosen;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t groups = (facts.global_size[i] + facts.local_size[i] - 1) / facts.local_size[i];
    const auto choose = [&](std::uint32_t symbol, std::uint64_t given, std::uint64_t number) {
      return symbol == 0 ? given : chosen.try_emplace(symbol, number).first->second;
    };
    sizes.local[i] = choose(facts.open.local[i], facts.local_size[i], i < 2 ? numbers[i] : 1);
    sizes.groups[i] = choose(facts.open.groups[i], groups, i < 2 ? numbers[i + 2] : 1);
    const bool is_open = facts.open.local[i] != 0 || facts.open.groups[i] != 0;
    if (is_open && !facts.open.global[i] && sizes.local[i] * sizes.groups[i] != facts.global_size[i])
      return std::nullopt;
  }
  return sizes;
}

// Sets integers that the launch does not give to `number`.
void fill_in(model::LaunchFacts& facts, const model::KernelModel& kernel, std::uint64_t number) {
  for (std::size_t i = 0; i < facts.arguments.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    if (parameter.kind != model::ParameterKind::Value || parameter.bytes > 8 ||
        model::is_floating(parameter.type) ||
        !std::holds_alternative<model::UnknownArgument>(facts.arguments[i]))
      continue;
    model::ValueArgument value;
    for (std::uint32_t byte = 0; byte < parameter.bytes; ++byte)
      value.bytes.push_back(static_cast<std::uint8_t>(number >> (8 * byte)));
    facts.arguments[i] = value;
  }
}

// Returns the side at these sizes; nothing if they do not fit it.
std::optional<GivenSide> at_sizes(const GivenSide& given, const model::LaunchSizes& sizes,
                                  std::size_t attempt) {
  GivenSide sized = given;
  const std::uint64_t largest = std::max(sizes.local[0] * sizes.groups[0], sizes.local[1] * sizes.groups[1]);
  const std::uint64_t number = largest + static_cast<std::uint64_t>(std::int64_t{kNumbers.at(attempt).more});
  for (std::size_t i = 0; i < sized.jobs.size(); ++i) {
    jobs::Job& job = sized.jobs[i];
    if (!jobs::leaves_sizes_open(given.jobs[i])) return std::nullopt;
    job = jobs::with_sizes(given.jobs[i], sizes);
    equivalence::Launch& launch = sized.side.launches[i].launch;
    jobs::FactsAnswer answer = jobs::facts_of(job, launch.kernel);
    if (!answer.facts) return std::nullopt;
    fill_in(*answer.facts, launch.kernel, number);
    launch.facts = *answer.facts;
    job.facts_key.clear();
    job.launch_source = jobs::KnownLaunch{std::move(answer), {}};
  }
  return sized;
}

}  // namespace

std::optional<SmallLaunch> at_small_sizes(const GivenSide& left, const GivenSide& right, std::size_t number) {
  const auto sizes = small_sizes(left.side.launches[0].launch.facts, number);
  if (!sizes) return std::nullopt;
  std::optional<GivenSide> small_left = at_sizes(left, *sizes, number);
  std::optional<GivenSide> small_right = at_sizes(right, *sizes, number);
  if (!small_left || !small_right) return std::nullopt;
  return SmallLaunch{std::move(*small_left), std::move(*small_right)};
}

std::vector<verdict::ClassResult> compare_at_small_sizes(const std::vector<SmallLaunch>& launches,
                                                         const Arguments& quiet,
                                                         const verdict::ClassResult& begun) {
  std::vector<jobs::Job> jobs;
  std::vector<std::size_t> launch_of;  // by job
  std::vector<Question> questions;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    for (const GivenSide* side : {&launches[i].left, &launches[i].right}) {
      jobs.insert(jobs.end(), side->jobs.begin(), side->jobs.end());
      launch_of.resize(jobs.size(), i);
    }
    questions.push_back({.left = &launches[i].left.side, .right = &launches[i].right.side, .begun = &begun});
  }
  std::vector<std::string> notes;
  std::vector<std::vector<verdict::ClassResult>> verified(launches.size());
  for (const worker::Completed& one : verify_jobs(jobs, quiet, notes))
    verified.at(launch_of.at(one.task)).push_back(one.outcome.result);
  std::vector<verdict::ClassResult> results = decided(questions, quiet);
  for (std::size_t i = 0; i < results.size(); ++i) rest_on(verified[i], results[i]);
  return results;
}

void judge_by_small_sizes(const GivenSide& left, const GivenSide& right, const Arguments& arguments,
                          verdict::ClassResult& result) {
  verdict::PropertyResult& answer = result.properties[Property::Equivalent];
  Arguments quiet = arguments;
  quiet.quiet = true;
  for (std::size_t attempt = 0; attempt < kJudgingLaunches; ++attempt) {
    std::optional<SmallLaunch> small = at_small_sizes(left, right, attempt);
    if (!small) continue;
    const std::vector<SmallLaunch> launches{std::move(*small)};
    const verdict::ClassResult compared = compare_at_small_sizes(launches, quiet, result).at(0);
    const verdict::PropertyResult& found = compared.properties.at(Property::Equivalent);
    if (found.verdict != Verdict::Defect && found.verdict != Verdict::Error) continue;
    const std::string launch = launch_words_of(launches[0].left);
    if (answer.verdict == Verdict::Verified) {
      answer.reason = fmt::format("proved for all sizes, and with {}: {}", launch, found.reason);
      answer.verdict = Verdict::Error;
      answer.causes.push_back({.cause = Cause::ReplayDisagrees, .detail = answer.reason, .location = {}});
      return;
    }
    const std::string why = answer.reason;
    answer = found;
    result.findings = compared.findings;
    for (verdict::Finding& finding : result.findings) {
      finding.message += fmt::format("; with {} ({})", launch, why);
      answer.reason = finding.message;
    }
    result.launch = launch;
    return;
  }
}

}  // namespace launchproof::cli
