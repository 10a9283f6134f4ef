// Models of many questions about one context, from one Z3 that keeps what it has learnt between them. It only
// refutes: where it finds nothing, nothing is said, and whoever needs a proof asks a Solver.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>

#include "verify/smt/solver.h"

namespace launchproof::smt {

class Z3Session;

// A context of Z3 that several questioners share, on one thread.
std::shared_ptr<Z3Session> make_session();

class Counterexamples {
 public:
  // `context` is part of every question.
  Counterexamples(TermStore& store, std::shared_ptr<Z3Session> session, std::span<const Term> context);
  ~Counterexamples();
  Counterexamples(const Counterexamples&) = delete;
  Counterexamples& operator=(const Counterexamples&) = delete;

  // A model of the context and these, which has been evaluated on all of them; none when there is none, when
  // none was found in time, or when Z3 failed.
  std::optional<Model> find(std::span<const Term> conjuncts, const Limits& limits);

 private:
  class Impl;
  std::unique_ptr<Impl> d_impl;
};

}  // namespace launchproof::smt
