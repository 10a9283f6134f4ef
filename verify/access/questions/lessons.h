// Passes lessons from one verification of a kernel to those of its other launches, which ask nearly the same
// questions.
//
// No lesson decides an answer. A model is evaluated on the question that it is tried on. If a question gets
// less time because similar ones used theirs without an answer, it is unknown, with that as the reason.
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

// The subject of a question: its property, its sites, and its number among the questions about them.
// Questions of two launches have equal subjects if they ask the same with different values.
using Subject = std::vector<std::uint32_t>;

// Decides how long to ask a question, based on the questions that had no answer in time.
class Patience {
 public:
  // Returns how much of `time` this question gets: all of it at first, and little after as much time was
  // spent without an answer twice on this subject. Returns zero if the question has at least as many nodes
  // (tens of thousands) as two questions that were given as much time without an answer.
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
  std::deque<Loss> d_large;                    // the same for large questions
};

// Requires that all terms belong to one TermStore.
class Lessons {
 public:
  // A question as the sorted numbers of its conjuncts.
  using Key = std::vector<std::uint32_t>;
  bool refuted(const Key& question) const { return d_refuted.contains(question); }
  void refute(Key question) { d_refuted.insert(std::move(question)); }

  // Returns a model of an earlier question that also satisfies this one. Considers questions of this subject
  // and, unless the question is large, the most recent ones of any subject.
  std::optional<smt::Model> model(const Subject& subject, std::size_t nodes,
                                  std::span<const smt::Term> question) const;
  void keep(const Subject& subject, const smt::Model& model);

  Patience patience;
  // The number of questions that ran out of time. If it does not grow, another run gives the same answers.
  std::uint64_t late = 0;

 private:
  std::set<Key> d_refuted;
  std::map<Subject, std::deque<smt::Model>> d_models;  // last first
  std::deque<smt::Model> d_last;                       // last first
};

// Returns the number of nodes in the question's graph.
std::size_t size_of(std::span<const smt::Term> question);

}  // namespace launchproof::access
