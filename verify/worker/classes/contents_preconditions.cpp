// Finds the properties of recorded contents that the proof of a class needs.
#include <algorithm>
#include <chrono>
#include <utility>

#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/access/questions/recorded_contents.h"
#include "verify/analysis/preconditions.h"
#include "verify/model/element_types.h"
#include "verify/preconditions/contents.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/variants.h"

namespace launchproof::worker {

using preconditions::StatedBuffer;
using verdict::Verdict;

namespace {

// The work for all attempts of a class, and the least remaining work for another attempt.
constexpr smt::Work kWorkOfContents = 400 * smt::kWorkPerMillisecond;
constexpr smt::Work kLeastWorkOfContents = 20 * smt::kWorkPerMillisecond;
// The share of the class's time, as a last resort.
constexpr double kShareOfContents = 0.5;

bool rests_on_contents(const verdict::ClassResult& result) {
  return std::ranges::any_of(result.assumptions,
                             [](const std::string& line) { return line.starts_with(access::kContentsOf); });
}

// Returns whether the attempt proves everything that the class's result proves, reaches everything that it
// reaches, and assumes nothing beyond what is stated.
bool proves_as_much(const verdict::ClassResult& attempt, const verdict::ClassResult& of_class,
                    const std::vector<std::string>& stated) {
  if (attempt.verdict != Verdict::Verified) return false;
  for (const auto& [property, answer] : of_class.properties) {
    const auto own = attempt.properties.find(property);
    if (own == attempt.properties.end() || own->second.verdict != answer.verdict) return false;
  }
  const auto is_reached_less = [&](const verdict::SourceLocation& place) {
    return std::ranges::find(of_class.unreachable, place) == of_class.unreachable.end();
  };
  if (std::ranges::any_of(attempt.unreachable, is_reached_less)) return false;
  return std::ranges::all_of(attempt.assumptions, [&](const std::string& line) {
    return std::ranges::find(of_class.assumptions, line) != of_class.assumptions.end() ||
           std::ranges::find(stated, line) != stated.end();
  });
}

std::vector<std::string> in_words(const model::KernelModel& kernel,
                                  const std::vector<StatedBuffer>& buffers) {
  std::vector<std::string> texts;
  for (const StatedBuffer& one : buffers)
    if (one.properties.any())
      texts.push_back(model::elements_in_words(kernel.parameters.at(one.parameter).name, one.properties));
  return texts;
}

}  // namespace

void ClassVerifier::find_contents_preconditions(const Job& job, const model::KernelModel& kernel,
                                                const FactsAnswer& answer, const EngineTime& engine,
                                                verdict::ClassResult& result) {
  if (result.verdict != Verdict::Verified || !job.minimise_facts || result.engine != "access" ||
      !rests_on_contents(result))
    return;
  std::vector<model::LaunchFacts> launches;
  for (const WholeLaunch& launch : launches_apart(job, kernel, answer).launches) {
    std::optional<model::LaunchFacts> facts = launch.facts();
    if (!facts) return;
    launches.push_back(std::move(*facts));
  }
  const std::vector<StatedBuffer> all =
      preconditions::mined(kernel, deciding_arguments(kernel, *answer.facts), launches);
  const model::LaunchFacts common = analysis::with_preconditions(
      kernel, *answer.facts, access::AnnotationsInUse::of(kernel, job.options).ignored);
  const verdict::ClassResult of_class = result;
  const auto end = Clock::now() +
                   std::chrono::duration_cast<Clock::duration>(
                       (job.options.time - (Clock::now() - engine.begin)) * engine.share * kShareOfContents);
  smt::Work left = kWorkOfContents;
  const auto proved = [&](const std::vector<StatedBuffer>& buffers) {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left < kLeastWorkOfContents || time.count() <= 0) return false;
    const preconditions::Attempt made =
        attempt(job, kernel, of_class, preconditions::stated(common, buffers), left, time);
    left -= std::min(left, std::max<smt::Work>(made.work, kLeastWorkOfContents));
    return proves_as_much(made.result, of_class, in_words(kernel, buffers));
  };
  const auto found = preconditions::weakest(all, kernel, common, proved);
  if (!found) return;
  for (const StatedBuffer& one : *found) {
    const std::string& name = kernel.parameters.at(one.parameter).name;
    std::erase_if(result.assumptions, [&](const std::string& line) {
      return line.starts_with(std::string(access::kContentsOf) + "`" + name + "` as ");
    });
    if (!one.properties.any()) continue;
    const std::string text = model::elements_in_words(name, one.properties);
    result.assumptions.push_back(text);
    result.contents_preconditions.push_back(
        {one.parameter, name, model::to_option(one.properties), text, {}, 0});
  }
}

}  // namespace launchproof::worker
