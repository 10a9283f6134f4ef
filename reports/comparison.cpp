#include "reports/comparison.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "reports/words.h"
#include "verify/verdict/fingerprint.h"
#include "verify/verdict/waivers.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Property;
using verdict::Results;
using verdict::Verdict;

enum class Strength : unsigned char { Nothing, Possible, Certain };

Strength strength(const ClassResult& result, const verdict::Finding& finding) {
  if (!counts(result, finding)) return Strength::Nothing;
  return finding.confirmation == verdict::Confirmation::Unconfirmed ? Strength::Possible : Strength::Certain;
}

// Not verdict::is_undecided(), which possible defects are and unsupported kernels are not.
bool is_open(Verdict verdict) {
  return verdict == Verdict::Unknown || verdict == Verdict::Unsupported || verdict == Verdict::Error;
}

bool is_decided(Verdict verdict) {
  return !is_open(verdict) && verdict != Verdict::NotAsked;
}

// Results with their fingerprints.
struct Known {
  explicit Known(const Results& of) : results(of), fingerprints(verdict::fingerprints(of)) {
    for (std::size_t i = 0; i < of.results.size(); ++i) {
      for (std::size_t j = 0; j < of.results[i].findings.size(); ++j) {
        Strength& best = strongest.try_emplace(fingerprints[i][j], Strength::Nothing).first->second;
        best = std::max(best, strength(of.results[i], of.results[i].findings[j]));
        programs[fingerprints[i][j]].emplace(of.results[i].source, of.results[i].source_text);
      }
    }
  }

  Strength of(const std::string& fingerprint) const {
    const auto entry = strongest.find(fingerprint);
    return entry == strongest.end() ? Strength::Nothing : entry->second;
  }

  const Results& results;
  std::vector<std::vector<std::string>> fingerprints;
  std::map<std::string, Strength> strongest;
  // Programs with such a finding: those without a file have one name, and an equal line in one more of them
  // is one more defect.
  std::map<std::string, std::set<std::pair<std::string, std::string>>> programs;
};

// What the old results answered about one property of a kernel, or of one launch of it.
struct Answers {
  std::size_t decided = 0;
  std::size_t undecided = 0;
  std::size_t not_asked = 0;
  std::map<Verdict, std::size_t> by_verdict;  // of those that are undecided
  std::set<std::string> causes;               // fingerprints of those
  bool lost = false;                          // some were not looked into, or the tool failed

  bool all_undecided() const { return undecided > 0 && decided == 0 && not_asked == 0 && !lost; }
  bool all_decided() const { return decided > 0 && undecided == 0 && not_asked == 0; }
};

using Kernel = std::tuple<std::string, std::string, Property>;
using OfLaunch = std::tuple<std::string, std::string, std::string, Property>;

class History {
 public:
  explicit History(const Results& results) {
    for (const ClassResult& result : results.results) {
      for (const auto& [property, answer] : result.properties) {
        const std::string cause =
            is_open(answer.verdict) ? verdict::undecided_fingerprint(result, property) : std::string();
        for (Answers* answers :
             {&d_kernels[kernel(result, property)], &d_launches[launch(result, property)]}) {
          if (is_decided(answer.verdict)) ++answers->decided;
          if (answer.verdict == Verdict::NotAsked) ++answers->not_asked;
          if (!is_open(answer.verdict)) continue;
          ++answers->undecided;
          ++answers->by_verdict[answer.verdict];
          answers->causes.insert(cause);
          answers->lost = answers->lost || !verdict::may_be_waived(result, property);
        }
      }
    }
  }

  const Answers* of_launch(const ClassResult& result, Property property) const {
    const auto entry = d_launches.find(launch(result, property));
    return entry == d_launches.end() ? nullptr : &entry->second;
  }
  const Answers* of_kernel(const ClassResult& result, Property property) const {
    const auto entry = d_kernels.find(kernel(result, property));
    return entry == d_kernels.end() ? nullptr : &entry->second;
  }

 private:
  static Kernel kernel(const ClassResult& result, Property property) {
    return {result.kernel, verdict::stable_name(result.source), property};
  }
  static OfLaunch launch(const ClassResult& result, Property property) {
    return {result.kernel, verdict::stable_name(result.source), result.launch, property};
  }

  std::map<Kernel, Answers> d_kernels;
  std::map<OfLaunch, Answers> d_launches;
};

// Of one launch another cause is as good where the verdict is the same: which of several limits is met first
// differs from run to run.
bool was_undecided(const History& old_answers, const ClassResult& result, Property property) {
  if (!verdict::may_be_waived(result, property)) return false;
  if (const Answers* same = old_answers.of_launch(result, property))
    return same->all_undecided() && (same->by_verdict.contains(result.properties.at(property).verdict) ||
                                     same->causes.contains(verdict::undecided_fingerprint(result, property)));
  const Answers* others = old_answers.of_kernel(result, property);
  return others != nullptr && others->all_undecided() &&
         others->causes.contains(verdict::undecided_fingerprint(result, property));
}

void compare_answers(const History& old_answers, const Results& now, Comparison& comparison) {
  for (std::size_t i = 0; i < now.results.size(); ++i) {
    const ClassResult& result = now.results[i];
    // What is not asked at all has no answer.
    for (std::size_t k = 0; k < verdict::all_properties().size(); ++k) {
      const auto property = static_cast<Property>(k);
      if (result.properties.contains(property)) continue;
      const Answers* same = old_answers.of_launch(result, property);
      if (same != nullptr && same->all_decided()) comparison.no_longer_asked.emplace(i, property);
    }
    for (const auto& [property, answer] : result.properties) {
      if (is_open(answer.verdict)) {
        const bool before = was_undecided(old_answers, result, property);
        (before ? comparison.still_undecided : comparison.newly_undecided).emplace(i, property);
      } else if (answer.verdict == Verdict::NotAsked) {
        const Answers* same = old_answers.of_launch(result, property);
        if (same != nullptr && same->all_decided()) comparison.no_longer_asked.emplace(i, property);
      }
    }
  }
}

}  // namespace

Comparison compare(const Results& old_results, const Results& new_results) {
  const Known before(old_results);
  const Known now(new_results);
  Comparison comparison;
  for (std::size_t i = 0; i < new_results.results.size(); ++i) {
    const ClassResult& result = new_results.results[i];
    for (std::size_t j = 0; j < result.findings.size(); ++j) {
      const Strength strong = strength(result, result.findings[j]);
      if (strong == Strength::Nothing) continue;
      const std::string& fingerprint = now.fingerprints[i][j];
      Change change = Change::Unchanged;
      const auto known = before.programs.find(fingerprint);
      if (known == before.programs.end() || now.programs.at(fingerprint).size() > known->second.size()) {
        change = Change::New;
      } else if (before.of(fingerprint) < strong) {
        change = Change::Worse;
      }
      comparison.findings[{i, j}] = change;
    }
  }
  const History new_answers(new_results);
  std::set<std::string> seen;
  for (std::size_t i = 0; i < old_results.results.size(); ++i) {
    const ClassResult& result = old_results.results[i];
    for (std::size_t j = 0; j < result.findings.size(); ++j) {
      const std::string& fingerprint = before.fingerprints[i][j];
      if (before.of(fingerprint) == Strength::Nothing || now.of(fingerprint) != Strength::Nothing) continue;
      if (!seen.insert(fingerprint).second) continue;
      const Answers* answers = new_answers.of_kernel(result, result.findings[j].property);
      const bool decided = answers != nullptr && answers->all_decided();
      (decided ? comparison.fixed : comparison.not_judged).emplace_back(i, j);
    }
  }
  compare_answers(History(old_results), new_results, comparison);
  return comparison;
}

}  // namespace launchproof::reports
