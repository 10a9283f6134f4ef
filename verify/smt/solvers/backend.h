// The interface of a solver for a portfolio: it answers a question that was made before, on any thread, and
// can be told to stop.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/question.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// How a question is put.
enum class Form : std::uint8_t { BitVectors, Integers };

class Backend : public Solver {
 public:
  explicit Backend(TermStore& store) : d_store(store) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) final;

  // Answers `question`, which is not settled. Reads its terms and makes none, so that the store's thread may
  // continue meanwhile. One call at a time. Once cancelled, it returns soon, with Unknown "cancelled".
  virtual Answer answer(const Question& question, const Limits& limits, Cancellation& cancellation) = 0;

 private:
  TermStore& d_store;
};

std::unique_ptr<Backend> make_z3_backend(TermStore& store, Form form);
// Makes CaDiCaL in process, for bit-vectors: a question is translated into a circuit (bit_blaster.h), which
// is decided anew each time. Its work is that of the circuit's clauses and of CaDiCaL's decisions.
std::unique_ptr<Backend> make_cadical_backend(TermStore& store);
// Throws std::runtime_error when the program is not found.
std::unique_ptr<Backend> make_process_backend(TermStore& store, std::string name,
                                              std::vector<std::string> command, Form form);

}  // namespace launchproof::smt
