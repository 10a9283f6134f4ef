// Questions asked again with what float operations yield on every device (FloatValues).
//
// To a solver an operation that rounds is a function of which nothing is known but that equal operands give
// equal results. A model of a question with such functions may be wrong about them. Asked again, the question
// gets what holds of all operands, then what the operation yields for those of the model, and for larger and
// smaller ones, as most chains of operations that end in an integer are monotone; of an integer of few
// values, in the end, what it yields for each of them. Each of these is true on every device, so an answer
// "unsatisfiable" is a proof; a model that agrees with all operations is exact in them.
#pragma once

#include <functional>
#include <vector>

#include "verify/symbolic/floats/float_values.h"

namespace launchproof::access {

class FloatQuestions {
 public:
  using Check = std::function<smt::Answer(const std::vector<smt::Term>&)>;

  FloatQuestions(smt::TermStore& store, const symbolic::Unknowns& unknowns, Check check)
      : d_store(store), d_values(store, unknowns), d_check(std::move(check)) {}

  // Returns whether the question has an operation that this knows.
  bool concerns(const std::vector<smt::Term>& question);
  // Asks the question. Unsat: by the results of the operations. Sat: with their results wherever there is
  // only one; `first` is a model of the question without them. Unknown: neither was shown in a fixed number
  // of rounds, or the solver gave up.
  smt::Answer ask(const std::vector<smt::Term>& question, const smt::Model& first);

  // Returns whether the term is such an operation, and it has in this model the one value that every device
  // computes of the model's operands.
  bool agrees(smt::Term term, const smt::Model& model);

 private:
  std::vector<smt::Term> known(const std::vector<smt::Term>& question);
  // Completes the model with the results of all operations that have one, which may change what follows from
  // them. Returns false when it then no longer fits the question.
  bool complete(const std::vector<smt::Term>& question, smt::Model& model);
  // Returns the bounds of the application under these conditions; true where nothing is known.
  smt::Term bounds(smt::Term application, const symbolic::FloatValues::Given& given);
  void add_corrections(smt::Term application, const smt::Model& model, std::vector<smt::Term>& facts);
  void add_table(smt::Term application, std::vector<smt::Term>& facts);

  smt::TermStore& d_store;
  symbolic::FloatValues d_values;
  Check d_check;
};

}  // namespace launchproof::access
