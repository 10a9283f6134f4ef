// Puts questions to the solver: formulas whose models are defects.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "verify/access/engine.h"
#include "verify/access/evaluator.h"

namespace launchproof::access {

// An approximation that a model rests on, with the value that it needs, if it is one value.
struct Needed {
  Unknown unknown;
  smt::Term term;
  std::string value;  // in decimal, empty for markers
};

struct Outcome {
  smt::Status status = smt::Status::Unknown;
  smt::Model model;
  std::vector<Needed> needed;  // Sat: empty when the question was exact
  verdict::Cause cause{};      // Unknown
  std::string reason;          // Unknown
  bool exact() const { return status == smt::Status::Sat && needed.empty(); }
};

class Asker {
 public:
  Asker(Context& context, smt::Solver& solver, const Options& options, Refutations& refuted);

  // Is the conjunction satisfiable? Exit counters are constrained as the evaluators say. A model is looked
  // for without approximations first where one with them exists. Throws OutOfTime.
  Outcome ask(std::vector<smt::Term> conjuncts, std::initializer_list<Evaluator*> evaluators);

  std::uint64_t questions() const { return d_questions; }  // put to the solver
  std::uint64_t settled() const { return d_settled; }      // decided by simplification alone, or asked before
  bool out_of_time() const { return std::chrono::steady_clock::now() >= d_context.deadline; }

 private:
  smt::Answer check(const std::vector<smt::Term>& conjuncts);
  Outcome failed(const smt::Answer& answer) const;
  std::vector<Needed> needs(const std::vector<smt::Term>& conjuncts, const smt::Model& model) const;

  Context& d_context;
  smt::Solver& d_solver;
  const Options& d_options;
  Refutations& d_refuted;
  std::uint64_t d_questions = 0;
  std::uint64_t d_settled = 0;
};

// The value as decimal text; two's complement where `is_signed`.
std::string decimal(smt::Bits value);

}  // namespace launchproof::access
