// Lessons from verifications of one kernel for those of its other launches, which ask nearly the same
// questions.
//
// No lesson decides anything. A model is evaluated on the question that it is tried on. A question that gets
// less time because others took theirs in vain is unknown, with that as the reason.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "verify/smt/terms/solver.h"

namespace launchproof::access {

// The subject of a question: property, sites, and the number among the questions about them. Two launches
// have equal subjects when they ask the same with other values.
using Subject = std::vector<std::uint32_t>;

// Decides how long to ask a question, from the questions that had no answer in time.
class Patience {
 public:
  // Returns how much of `time` this question gets: all of it at first, and little once as much was spent in
  // vain twice on this subject. Gets none if it has at least as many nodes (tens of thousands) as two
  // questions that were given as much time in vain.
  std::chrono::milliseconds of(const Subject& subject, std::size_t nodes,
                               std::chrono::milliseconds time) const;
  // Notes that the question was asked for `time` without an answer.
  void lost(const Subject& subject, std::size_t nodes, std::chrono::milliseconds time);

 private:
  struct Loss {
    std::size_t nodes = 0;
    std::chrono::milliseconds time{};
  };
  std::map<Subject, std::deque<Loss>> d_lost;  // last first
  std::deque<Loss> d_large;                    // the same of large questions
};

// All terms are of one TermStore.
class Lessons {
 public:
  // A question as the sorted numbers of its conjuncts.
  using Key = std::vector<std::uint32_t>;
  bool refuted(const Key& question) const { return d_refuted.contains(question); }
  void refute(Key question) { d_refuted.insert(std::move(question)); }

  // Returns a model of an earlier question, of this subject or (where it is no large one) lately of any, that
  // fits this one as well.
  std::optional<smt::Model> model(const Subject& subject, std::size_t nodes,
                                  std::span<const smt::Term> question) const;
  void keep(const Subject& subject, const smt::Model& model);

  Patience patience;
  // The number of questions that the clock left without an answer. If it does not grow, another run comes to
  // the same answers.
  std::uint64_t late = 0;

 private:
  std::set<Key> d_refuted;
  std::map<Subject, std::deque<smt::Model>> d_models;  // last first
  std::deque<smt::Model> d_last;                       // last first
};

// Returns the number of nodes of the question's graph.
std::size_t size_of(std::span<const smt::Term> question);

}  // namespace launchproof::access
