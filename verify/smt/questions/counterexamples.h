// Finds models of many questions about one context, with a solver that keeps what it has learnt between them:
// CaDiCaL, or Z3 if the circuit would be too large. It only refutes: proofs that there is no model need a
// Solver.
#pragma once

#include <chrono>
#include <memory>
#include <span>

#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/search.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

class SharedSession;

// Makes the session that several questioners share on one thread: a context of Z3, made when it is needed.
// Searches end without a result once they are cancelled. `cancellation` must outlive the session.
std::shared_ptr<SharedSession> make_session(Cancellation* cancellation = nullptr);

class Counterexamples {
 public:
  // Makes a search. `context` is part of every question.
  Counterexamples(TermStore& store, std::shared_ptr<SharedSession> session, std::span<const Term> context);
  ~Counterexamples();
  Counterexamples(const Counterexamples&) = delete;
  Counterexamples& operator=(const Counterexamples&) = delete;

  Search find(std::span<const Term> conjuncts, const Limits& limits);

 private:
  class Impl;
  std::unique_ptr<Impl> d_impl;
};

}  // namespace launchproof::smt
