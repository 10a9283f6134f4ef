// The interface of a solver in a portfolio. It answers a prepared question on any thread, and can be told to
// stop.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/question.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// How a question is passed to the solver.
enum class Form : std::uint8_t { BitVectors, Integers };

class Backend : public Solver {
 public:
  explicit Backend(TermStore& store) : d_store(store) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) final;

  // Answers `question`, which must not be settled. Reads its terms but creates none, so that the store's
  // thread may continue meanwhile. Must not be called concurrently. Once cancelled, returns soon with Unknown
  // "cancelled".
  virtual Answer answer(const Question& question, const Limits& limits, Cancellation& cancellation) = 0;

 private:
  TermStore& d_store;
};

std::unique_ptr<Backend> make_z3_backend(TermStore& store, Form form);
// Creates an in-process CaDiCaL for bit-vectors. Each question is translated to a circuit (bit_blaster.h) and
// decided from scratch. The work is counted from the circuit's clauses and CaDiCaL's decisions.
std::unique_ptr<Backend> make_cadical_backend(TermStore& store);
// Creates a solver that lists assignments (table.h).
inline constexpr const char* kTable = "table";
std::unique_ptr<Backend> make_table_backend(TermStore& store);
// Throws std::runtime_error if the program is not found.
std::unique_ptr<Backend> make_process_backend(TermStore& store, std::string name,
                                              std::vector<std::string> command, Form form);

}  // namespace launchproof::smt
