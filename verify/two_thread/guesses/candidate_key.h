// Keys that identify candidates of different passes that state the same about one work-item.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "verify/two_thread/terms/problem.h"
#include "verify/two_thread/terms/values.h"

namespace launchproof::two_thread {

// Numbers for the nodes of formulas, by the kind of the node and the numbers of its operands.
using Formulas = std::unordered_map<std::string, std::uint32_t>;

// Creates keys for the candidates of one pass.
class CandidateKeys {
 public:
  // `formulas` must be shared by all passes whose candidates are compared. Both arguments must outlive this
  // object.
  CandidateKeys(Formulas& formulas, const Values& values) : d_formulas(formulas), d_values(values) {}

  // Returns the key of a candidate that is about only one work-item. Two candidates have equal keys if and
  // only if they state the same, apart from the work-item, the pass, and the order of operands.
  std::uint64_t of(const Candidate& candidate);
  // Returns whether the candidate states nothing about the work-item before it enters the loop and after it
  // leaves the loop.
  bool is_guarded(const Candidate& candidate, smt::TermStore& store) const;

 private:
  std::uint32_t number(smt::Term formula);
  std::uint32_t number_of(const std::string& node);
  std::string bare_name(smt::Term variable) const;
  std::string name_of(smt::Term variable) const;

  Formulas& d_formulas;
  const Values& d_values;
  std::unordered_map<smt::Term, std::uint32_t> d_numbers;
};

}  // namespace launchproof::two_thread
