// Finds models of many questions about one context, using a solver that keeps what it has learnt: CaDiCaL, or
// Z3 if the circuit would be too large. It only finds models; a proof that there is none needs a Solver.
#pragma once

#include <chrono>
#include <memory>
#include <span>

#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/search.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

class SharedSession;

// Creates a session that several questioners share on one thread, with a Z3 context that is created on
// demand. Searches end without a result once they are cancelled. `cancellation` must outlive the session.
std::shared_ptr<SharedSession> make_session(Cancellation* cancellation = nullptr);

class Counterexamples {
 public:
  // Creates a search. `context` is part of every question.
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
