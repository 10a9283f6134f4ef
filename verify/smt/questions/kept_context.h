// A context that a solver keeps for several questions about it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/question.h"
#include "verify/smt/questions/search.h"

namespace launchproof::smt {

class Z3Session;

// The session that several contexts on one thread share.
class SharedSession {
 public:
  explicit SharedSession(Cancellation* cancellation) : d_cancellation(cancellation) {}

  Cancellation* cancellation() const { return d_cancellation; }  // may be null
  Z3Session& z3();                                               // created on demand

 private:
  Cancellation* d_cancellation;
  std::shared_ptr<Z3Session> d_z3;
};

// The symbols of a sequence of terms, each once.
class KnownSymbols {
 public:
  void add(std::span<const Term> terms) {
    const Symbols more = symbols_of(terms);
    for (const Term variable : more.variables)
      if (d_known.insert(variable).second) d_all.variables.push_back(variable);
    for (const Term application : more.applications)
      if (d_known.insert(application).second) d_all.applications.push_back(application);
  }
  const Symbols& all() const { return d_all; }

 private:
  Symbols d_all;
  std::unordered_set<Term> d_known;
};

class KeptContext {
 public:
  // A conjunct of a question, reduced by the context, and its number in the question.
  struct Asked {
    Term conjunct;
    std::size_t number = 0;
  };

  virtual ~KeptContext() = default;
  // Looks for a model of the context and the conjuncts; the model is not evaluated. Finds nothing if the
  // limits are exhausted.
  virtual Search find(std::span<const Asked> conjuncts, const Limits& limits) = 0;
  // Returns whether the context has outgrown its limit. It finds nothing from then on.
  virtual bool is_too_large() const { return false; }
};

// Requires that the arguments outlive the result. `cancellation` may be null.
std::unique_ptr<KeptContext> keep_in_cadical(const Question& context, Cancellation* cancellation);
std::unique_ptr<KeptContext> keep_in_z3(TermStore& store, Z3Session& session, const Question& context);

}  // namespace launchproof::smt
