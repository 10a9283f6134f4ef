#include "verify/worker/pairs/verify_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "verify/worker/pairs/pair_verifier.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

// Returns whether the proof of a pair names this cause for this launch (pair_verifier.h).
bool rests_on(const verdict::ClassResult& pair, Cause cause, std::string_view role) {
  return std::ranges::any_of(pair.properties.at(Property::LaunchRace).causes, [&](const auto& one) {
    return one.cause == cause && one.location.role == role;
  });
}

bool is_of_class(const verdict::ClassResult& result, std::size_t number) {
  const std::string all = result.class_numbers;
  std::size_t before = 0, at = 0;
  bool is_range = false;
  while (at < all.size()) {
    if (std::isdigit(static_cast<unsigned char>(all[at])) == 0) {
      is_range = is_range || all[at] == '-';
      ++at;
      continue;
    }
    std::size_t value = 0;
    while (at < all.size() && std::isdigit(static_cast<unsigned char>(all[at])) != 0)
      value = value * 10 + static_cast<std::size_t>(all[at++] - '0');
    if (value == number || (is_range && before < number && number < value)) return true;
    before = value;
    is_range = false;
  }
  return false;
}

const verdict::ClassResult* result_of(const std::vector<verdict::ClassResult>& results, std::size_t number) {
  const auto found = std::ranges::find_if(results, [&](const auto& one) { return is_of_class(one, number); });
  return found == results.end() ? nullptr : &*found;
}

const verdict::PropertyResult* answer_of(const verdict::ClassResult* result, Property property) {
  if (result == nullptr) return nullptr;
  const auto found = result->properties.find(property);
  return found == result->properties.end() ? nullptr : &found->second;
}

void make_unknown(verdict::ClassResult& pair, Cause cause, std::string reason) {
  verdict::PropertyResult& answer = pair.properties[Property::LaunchRace];
  answer.verdict = Verdict::Unknown;
  answer.reason = fmt::format("{}: {}", pair.kernel, reason);
  answer.causes = {{cause, std::move(reason), {}}};
}

bool is_bad(Verdict verdict) {
  return verdict == Verdict::Defect || verdict == Verdict::PossibleDefect || verdict == Verdict::Error;
}

// What the proof of a pair requires of one of its classes.
void rest_on_class(const verdict::ClassResult* of_class, const std::string& kernel, bool reads,
                   verdict::ClassResult& pair) {
  const auto verdict_of = [&](Property property) {
    const verdict::PropertyResult* answer = answer_of(of_class, property);
    return answer == nullptr ? Verdict::NotAsked : answer->verdict;
  };
  const auto reason_of = [&](Property property) {
    const verdict::PropertyResult* answer = answer_of(of_class, property);
    return answer == nullptr ? std::string("not asked") : answer->reason;
  };
  const auto assume = [&](const std::string& text) {
    if (std::ranges::find(pair.assumptions, text) == pair.assumptions.end()) pair.assumptions.push_back(text);
  };
  const auto void_by = [&](Property property) {
    make_unknown(pair, Cause::SideNotVerified,
                 fmt::format("depends on `{}`, whose {} is {}: {}", kernel, verdict::name(property),
                             verdict::name(verdict_of(property)), reason_of(property)));
  };
  const Verdict bounds = verdict_of(Property::OutOfBounds);
  if (is_bad(bounds)) {
    void_by(Property::OutOfBounds);
    return;
  }
  const bool lacks_sizes = [&] {
    const verdict::PropertyResult* answer = answer_of(of_class, Property::OutOfBounds);
    return answer != nullptr && std::ranges::any_of(answer->causes, [](const verdict::Approximation& one) {
             return one.cause == Cause::SizeNotKnown;
           });
  }();
  if (bounds != Verdict::Verified || lacks_sizes)
    assume(fmt::format("the accesses of `{}` are in bounds: {}", kernel, reason_of(Property::OutOfBounds)));
  if (!reads) return;
  for (const Property property : {Property::DataRace, Property::BarrierDivergence}) {
    const Verdict own = verdict_of(property);
    if (own == Verdict::Verified) continue;
    if (own != Verdict::NotAsked) {
      void_by(property);
      return;
    }
    assume(fmt::format("`{}` is free of {}: {}", kernel, verdict::name(property), reason_of(property)));
  }
}

Verdict verdict_of(const verdict::ClassResult& pair) {
  return pair.properties.at(Property::LaunchRace).verdict;
}

// Returns why the proof of a pair does not count: another launch may change values in memory on which it
// depends. Returns an empty text if none may, or if there is no proof.
std::string voided_by(std::size_t number, const LaunchPairs& found,
                      const std::vector<verdict::ClassResult>& answers) {
  if (verdict_of(answers[number]) != Verdict::Verified) return {};
  for (const auto& [role, of_class] : {std::pair(kFirstLaunch, found.pairs[number].first),
                                       std::pair(kSecondLaunch, found.pairs[number].second)}) {
    if (!rests_on(answers[number], Cause::SharedContents, role)) continue;
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const Verdict other = verdict_of(answers[k]);
      if (k == number || other == Verdict::Verified || other == Verdict::NotAsked ||
          (found.pairs[k].first != of_class && found.pairs[k].second != of_class))
        continue;
      return fmt::format(
          "depends on values in memory that another launch may change: launch-race of `{}` is {}",
          answers[k].kernel, verdict::name(other));
    }
  }
  return {};
}

}  // namespace

void conclude_pairs(const LaunchPairs& found, const std::vector<verdict::ClassResult>& of_classes,
                    bool strict, std::vector<verdict::ClassResult>& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const LaunchPairOfClasses& pair = found.pairs[i];
    answers[i].source_text = pair.job.result.source_text;
    if (verdict_of(answers[i]) != Verdict::Verified) continue;
    const bool first_reads = rests_on(answers[i], Cause::VoidedRace, kFirstLaunch);
    const bool second_reads = rests_on(answers[i], Cause::VoidedRace, kSecondLaunch);
    rest_on_class(result_of(of_classes, pair.first), pair.job.first.kernel, first_reads, answers[i]);
    if (verdict_of(answers[i]) == Verdict::Verified)
      rest_on_class(result_of(of_classes, pair.second), pair.job.second.kernel, second_reads, answers[i]);
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (verdict_of(answers[i]) != Verdict::Verified || found.is_complete) continue;
    for (const auto& [role, job] : {std::pair(kFirstLaunch, &found.pairs[i].job.first),
                                    std::pair(kSecondLaunch, &found.pairs[i].job.second)})
      if (rests_on(answers[i], Cause::SharedContents, role))
        answers[i].assumptions.push_back(fmt::format(
            "no other launch that may run at once changes what `{}` reads: not all pairs were asked",
            job->kernel));
  }
  // Any other launch that races with one of the two may change what it reads, and a pair without a valid
  // proof may race.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::string why = voided_by(i, found, answers);
      if (why.empty()) continue;
      make_unknown(answers[i], Cause::VoidedRace, why);
      changed = true;
    }
  }
  for (verdict::ClassResult& pair : answers) {
    verdict::PropertyResult& answer = pair.properties.at(Property::LaunchRace);
    if (answer.verdict == Verdict::Verified) answer.causes.clear();
    verdict::conclude(pair, strict);
  }
}

std::vector<verdict::ClassResult> verify_pairs(const LaunchPairs& found,
                                               const std::vector<verdict::ClassResult>& of_classes,
                                               PoolOptions pool, bool strict) {
  if (found.pairs.empty()) return {};
  Translations translations;  // each worker's own
  pool.work = [&](std::size_t task, const std::string&) {
    TaskOutcome outcome;
    outcome.result = verify_launch_pair(found.pairs[task].job, translations);
    return outcome;
  };
  pool.lost = [&](std::size_t task, const std::string&, Cause cause, const std::string& reason) {
    TaskOutcome outcome;
    outcome.result = found.pairs[task].job.result;
    make_unknown(outcome.result, cause, reason);
    return outcome;
  };
  std::vector<verdict::ClassResult> answers(found.pairs.size());
  for (CompletedTask& one : run_tasks(std::vector<Task>(found.pairs.size()), pool))
    answers[one.task] = std::move(one.outcome.result);
  conclude_pairs(found, of_classes, strict, answers);
  std::erase_if(answers,
                [&](const verdict::ClassResult& pair) { return verdict_of(pair) == Verdict::NotAsked; });
  return answers;
}

}  // namespace launchproof::worker
