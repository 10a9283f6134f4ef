#include "reports/acceptance/comparison.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "reports/words/root_causes.h"
#include "reports/words/words.h"
#include "verify/verdict/digest.h"
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

// Not verdict::is_undecided(), which includes possible defects but not unsupported kernels.

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
  // The programs with such a finding. Programs without a file share one name, so an equal line in an
  // additional program is an additional defect.
  std::map<std::string, std::set<std::pair<std::string, std::string>>> programs;
};

// The answers in the old results about one property for the launches of a kernel.
struct Answers {
  std::size_t decided = 0;
  std::size_t undecided = 0;
  std::size_t not_asked = 0;
  std::map<Verdict, std::size_t> by_verdict;  // number of undecided answers
  std::set<std::string> causes;               // fingerprints of those
  bool lost = false;                          // some were not checked, or the tool failed

  bool all_undecided() const { return undecided > 0 && decided == 0 && not_asked == 0 && !lost; }
  bool all_decided() const { return decided > 0 && undecided == 0 && not_asked == 0; }
};

using Kernel = std::tuple<std::string, std::string, Property>;
using OfLaunch = std::tuple<std::string, std::string, std::string, Property>;

// Answers by the names of kernels, files and launches. These names do not change when a program is edited,
// and several programs may share them.
class History {
 public:
  // Results for which `is_left_out` holds count for their kernel, but not for their launch.
  template <typename Predicate>
  History(const Results& results, const Predicate& is_left_out) {
    for (const ClassResult& result : results.results) {
      const bool left_out = is_left_out(result);
      for (const auto& [property, answer] : result.properties) {
        const std::string cause =
            is_open(answer.verdict) ? verdict::undecided_fingerprint(result, property) : std::string();
        for (Answers* answers : {&d_kernels[kernel(result, property)],
                                 left_out ? nullptr : &d_launches[launch(result, property)]}) {
          if (answers == nullptr) continue;
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

std::set<std::string> keys_of(const Results& results) {
  std::set<std::string> keys;
  for (const ClassResult& result : results.results)
    keys.insert(result.class_keys.begin(), result.class_keys.end());
  return keys;
}

// Matches launch classes: by their keys if the other results have one of them, otherwise by kernel, file,
// program text and launch. Classes that agree in all of these cannot be distinguished, so their answers are
// counted.
class Identified {
 public:
  // An answer that is undecided.
  struct Open {
    Verdict verdict{};
    std::string cause;  // fingerprint
    bool waivable = false;
    bool used = false;  // already matched by an answer of the new results
  };

  Identified(const Results& results, std::set<std::string> keys_of_others)
      : d_keys_of_others(std::move(keys_of_others)) {
    for (const ClassResult& result : results.results) {
      for (const std::string& name : names(result)) {
        d_names.insert(name);
        for (const auto& [property, answer] : result.properties) {
          if (is_decided(answer.verdict)) ++d_decided[{name, property}];
          if (is_open(answer.verdict)) d_open[{name, property}].push_back(open(result, property));
        }
      }
    }
  }

  static Open open(const ClassResult& result, Property property) {
    return {.verdict = result.properties.at(property).verdict,
            .cause = verdict::undecided_fingerprint(result, property),
            .waivable = verdict::may_be_waived(result, property)};
  }

  bool is_known_to_others(const ClassResult& result) const {
    return std::ranges::any_of(result.class_keys,
                               [&](const std::string& key) { return d_keys_of_others.contains(key); });
  }

  std::vector<std::string> names(const ClassResult& result) const {
    std::vector<std::string> all;
    if (is_known_to_others(result)) {
      for (const std::string& key : result.class_keys) all.push_back("key " + key);
      return all;
    }
    std::string name = "text ";
    for (const std::string& piece : {result.kernel, verdict::stable_name(result.source), result.launch,
                                     verdict::digest(result.source_text)})
      name += piece + '\x01';
    all.push_back(std::move(name));
    return all;
  }

  bool has_any(const std::vector<std::string>& names) const {
    return std::ranges::any_of(names, [&](const std::string& name) { return d_names.contains(name); });
  }

  std::size_t decided(const std::string& name, Property property) const {
    const auto entry = d_decided.find({name, property});
    return entry == d_decided.end() ? 0 : entry->second;
  }

  // Takes an answer for which `fits` holds under each of the names. Returns false, and takes nothing, if one
  // of the names has none.
  template <typename Predicate>
  bool take(const std::vector<std::string>& under, Property property, const Predicate& fits) {
    std::vector<Open*> taken;
    for (const std::string& name : under) {
      const auto entry = d_open.find({name, property});
      if (entry == d_open.end()) return false;
      const auto one =
          std::ranges::find_if(entry->second, [&](const Open& open) { return !open.used && fits(open); });
      if (one == entry->second.end()) return false;
      taken.push_back(&*one);
    }
    for (Open* const one : taken) one->used = true;
    return true;
  }

 private:
  std::set<std::string> d_keys_of_others;
  std::set<std::string> d_names;
  std::map<std::pair<std::string, Property>, std::size_t> d_decided;
  std::map<std::pair<std::string, Property>, std::vector<Open>> d_open;
};

// Compares the answers of new results with those of old ones.
class AnswerComparison {
 public:
  AnswerComparison(const Results& before, const Results& now, Comparison& into)
      : d_results(now),
        d_before(before, keys_of(now)),
        d_now(now, keys_of(before)),
        d_by_name(before, [&](const ClassResult& old) { return d_before.is_known_to_others(old); }),
        d_comparison(into) {
    for (const ClassResult& result : now.results) {
      std::vector<std::string> names = d_now.names(result);
      if (!d_before.has_any(names)) names.clear();
      d_names.push_back(std::move(names));
    }
  }

  void run() {
    for (std::size_t i = 0; i < d_results.results.size(); ++i) {
      for (std::size_t k = 0; k < verdict::all_properties().size(); ++k)
        look_for_lost_question(i, static_cast<Property>(k));
    }
    // Equal answers are paired before merely similar ones.
    const std::vector<AnswerNumber> rest = settle(all_open(), &AnswerComparison::is_same);
    for (const AnswerNumber& number : settle(rest, &AnswerComparison::is_alike))
      d_comparison.newly_undecided.insert(number);
  }

 private:
  std::vector<AnswerNumber> all_open() const {
    std::vector<AnswerNumber> all;
    for (std::size_t i = 0; i < d_results.results.size(); ++i) {
      for (const auto& [property, answer] : d_results.results[i].properties)
        if (is_open(answer.verdict)) all.emplace_back(i, property);
    }
    return all;
  }

  // Returns the answers that were not undecided before.
  std::vector<AnswerNumber> settle(const std::vector<AnswerNumber>& answers,
                                   bool (AnswerComparison::*was_before)(const AnswerNumber&)) {
    std::vector<AnswerNumber> rest;
    for (const AnswerNumber& number : answers) {
      if (!(this->*was_before)(number)) {
        rest.push_back(number);
        continue;
      }
      const bool waivable = verdict::may_be_waived(d_results.results[number.first], number.second);
      (waivable ? d_comparison.still_undecided : d_comparison.still_lost).insert(number);
    }
    return rest;
  }

  bool is_same(const AnswerNumber& number) {
    const std::vector<std::string>& names = d_names[number.first];
    if (names.empty()) return false;
    const Identified::Open now = Identified::open(d_results.results[number.first], number.second);
    return d_before.take(names, number.second, [&](const Identified::Open& old) {
      return old.verdict == now.verdict && old.cause == now.cause && old.waivable == now.waivable;
    });
  }

  // For one launch and verdict, a different cause is accepted: which of several limits is reached first
  // differs from run to run.
  bool is_alike(const AnswerNumber& number) {
    const ClassResult& result = d_results.results[number.first];
    const Property property = number.second;
    const Identified::Open now = Identified::open(result, property);
    if (!now.waivable) return false;
    if (const std::vector<std::string>& names = d_names[number.first]; !names.empty()) {
      return d_before.take(names, property, [&](const Identified::Open& old) {
        return old.waivable && (old.verdict == now.verdict || old.cause == now.cause);
      });
    }
    if (const Answers* same = d_by_name.of_launch(result, property))
      return same->all_undecided() &&
             (same->by_verdict.contains(now.verdict) || same->causes.contains(now.cause));
    const Answers* others = d_by_name.of_kernel(result, property);
    return others != nullptr && others->all_undecided() && others->causes.contains(now.cause);
  }

  // A property that is not asked at all has no answer.
  void look_for_lost_question(std::size_t number, Property property) {
    const ClassResult& result = d_results.results[number];
    const auto answer = result.properties.find(property);
    if (answer != result.properties.end() && answer->second.verdict != Verdict::NotAsked) return;
    const std::vector<std::string>& names = d_names[number];
    bool lost = std::ranges::any_of(names, [&](const std::string& name) {
      return d_before.decided(name, property) > d_now.decided(name, property);
    });
    if (names.empty()) {
      const Answers* same = d_by_name.of_launch(result, property);
      lost = same != nullptr && same->all_decided();
    }
    if (lost) d_comparison.no_longer_asked.emplace(number, property);
  }

  const Results& d_results;
  Identified d_before;
  Identified d_now;
  History d_by_name;
  std::vector<std::vector<std::string>>
      d_names;  // by new result: the class in both results; nothing if the old results lack it
  Comparison& d_comparison;
};

}  // namespace

std::size_t cause_count(const Results& results, const std::set<FindingNumber>& findings) {
  if (findings.empty()) return 0;
  const auto fingerprints = verdict::fingerprints(results);
  std::set<std::string> seen;
  std::size_t count = 0;
  for (auto first = findings.begin(); first != findings.end();) {
    const std::size_t i = first->first;
    for (const RootCause& cause : root_causes(results.results[i])) {
      bool is_any = false, is_known = false;
      for (const std::size_t j : cause) {
        if (!findings.contains({i, j})) continue;
        is_any = true;
        is_known = !seen.insert(fingerprints[i][j]).second || is_known;
      }
      if (is_any && !is_known) ++count;
    }
    first = findings.lower_bound({i + 1, 0});
  }
  return count;
}

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
  const History new_answers(new_results, [](const ClassResult&) { return false; });
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
  const auto causes = [&](const std::vector<FindingNumber>& numbers) {
    return cause_count(old_results, {numbers.begin(), numbers.end()});
  };
  comparison.fixed_causes = causes(comparison.fixed);
  comparison.not_judged_causes = causes(comparison.not_judged);
  AnswerComparison(old_results, new_results, comparison).run();
  return comparison;
}

}  // namespace launchproof::reports
