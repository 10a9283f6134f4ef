// Asks questions again with the results that float operations have on every device (FloatValues).
//
// A solver treats an operation that rounds as a function of which it knows only that equal operands give
// equal results. A model of a question with such functions may be wrong about them. When the question is
// asked again, it gets facts that hold for all operands, then the result of the operation for the model's
// operands, and for larger and smaller ones, as most chains of operations that end in an integer are
// monotone. For integers with few values, it finally gets the result for each value. Each of these facts is
// true on every device. An answer "unsatisfiable" is therefore a proof, and a model that agrees with all
// operations is exact in them.
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

  // Returns whether the question has an operation that this class knows.
  bool concerns(const std::vector<smt::Term>& question);
  // Asks the question. Unsat: follows from the results of the operations. Sat: the model has the result of
  // each operation that has only one. `first` is a model of the question without results. Unknown: neither
  // was shown in a fixed number of rounds, or the solver gave up.
  smt::Answer ask(const std::vector<smt::Term>& question, const smt::Model& first);

  // Returns whether the term is such an operation and has, in this model, the one value that every device
  // computes from the model's operands.
  bool agrees(smt::Term term, const smt::Model& model);

 private:
  std::vector<smt::Term> known(const std::vector<smt::Term>& question);
  // Completes the model with the results of all operations that have one, which may change values that depend
  // on them. Returns false if the model then no longer satisfies the question.
  bool complete(const std::vector<smt::Term>& question, smt::Model& model);
  // Returns the bounds of the application under these conditions; true if nothing is known.
  smt::Term bounds(smt::Term application, const symbolic::FloatValues::Given& given);
  void add_corrections(smt::Term application, const smt::Model& model, std::vector<smt::Term>& facts);
  void add_table(smt::Term application, std::vector<smt::Term>& facts);

  smt::TermStore& d_store;
  symbolic::FloatValues d_values;
  Check d_check;
};

}  // namespace launchproof::access
