// Proves questions for many launches at once, and finds which launch facts each proof needs.
//
// A question over the variables of LaunchTerms is refuted under a box, which holds an interval for each
// variable. The box begins unbounded and shrinks only when a proof needs it. It never grows, so questions
// that were refuted before stay refuted. If even the intervals that span the launches do not suffice, the
// launches are proved one after another, and each proof is made as general as possible so that it covers
// others. A launch for which nothing refutes the question is dropped from the family. The search for the
// needed facts is deletion-based minimisation of an unsatisfiable core, by halves.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "verify/effort/clock.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::access {

// Thrown when no launch is left.
struct NothingLeft {};

// Values from `low` to `high`, both included. They are two's complement if the variable is signed.
struct Interval128 {
  smt::Bits low = 0, high = 0;
  bool operator==(const Interval128&) const = default;
};

class FamilyProver {
 public:
  struct Limits {
    std::chrono::milliseconds question{5'000};  // for one question
    effort::Clock::time_point deadline;         // for everything
    // Facts are freed one after another until `minimise` is spent. No more questions are asked once `work` is
    // spent.
    smt::Work minimise = 0, work = 0;
    std::size_t memory_mib = 1024;
  };
  // How values of a variable are ordered.
  struct Domain {
    bool is_signed = false;         // values are two's complement, and some are negative
    bool ordered = true;            // intervals mean something
    bool grows = false;             // larger values are easier to prove, as for sizes of arrays
    smt::Bits bottom = 0, top = 0;  // ends of one-sided intervals, as keys
  };
  using DomainOf = std::function<Domain(const symbolic::LaunchTerms::Variable&)>;

  // Creates a prover. `launch` may get more variables while the prover works.
  FamilyProver(smt::TermStore& store, smt::Solver& solver, const symbolic::LaunchTerms& launch,
               std::size_t launches, DomainOf domain_of, const Limits& limits);

  // Proves that the conjunction has no model in any remaining launch. Drops the launches for which that is
  // not shown. Throws NothingLeft.
  void prove(const std::vector<smt::Term>& question);
  // Returns whether the conjunction is shown, under the current box, to have no model in any remaining
  // launch.
  bool holds_already(const std::vector<smt::Term>& question);
  // Returns the same as holds_already(), but may narrow the box. Drops no launch.
  bool holds(const std::vector<smt::Term>& question);
  // Returns the value of a variable in the only launch, as a constant, if larger values of the variable are
  // easier to prove. A refutation with this value holds for all larger ones, provided that the question uses
  // the variable only to say that something is beyond it; keep_at_least() then records the need. Returns
  // nothing for several launches or for any other term.
  std::optional<smt::Term> least(smt::Term variable);
  void keep_at_least(smt::Term variable);
  // Returns the conjunction extended, for each of its variables, by the interval that the remaining launches
  // span.
  std::vector<smt::Term> spanned(std::vector<smt::Term> question);
  // Returns whether the conjunction may have a model in a remaining launch.
  bool possible(const std::vector<smt::Term>& question);
  // Throws NothingLeft, because the family's question cannot be shown.
  [[noreturn]] void give_up();

  const std::vector<std::size_t>& alive() const { return d_alive; }
  // Returns whether the values of this launch are within everything that the proofs needed.
  bool admits(std::size_t launch) const;
  std::uint64_t questions() const { return d_questions; }
  // Returns the work so far: that of the solver, plus a fixed charge for each question.
  smt::Work spent() const { return d_spent; }

  // What the proofs need of one variable. The interval holds the variable's own values, from the lowest to
  // the highest in the order of its domain.
  struct Need {
    bool any = false;          // anything at all
    bool as_launched = false;  // the values of each launch are needed, not just the interval
    bool minimised = true;     // an attempt to free the fact was made and failed
    Interval128 interval;
    bool from_bottom = false;  // the lower end is that of the domain
    bool to_top = false;       // the upper end is that of the domain
  };
  Need need(std::size_t index) const;
  // Returns the variables of the question that could not be shown, if there was one.
  const std::vector<std::size_t>& failed_with() const { return d_failed_with; }

 private:
  using Box = std::vector<Interval128>;  // by variable
  struct Try {
    smt::Status status = smt::Status::Unknown;
    smt::Work took = 0;
  };

  void meet_new_variables();
  std::vector<std::size_t> variables_of(const std::vector<smt::Term>& question) const;
  void add_box(std::vector<smt::Term>& question, const std::vector<std::size_t>& variables, const Box& box);
  // Checks the question. `limit` is the work for it; 0 stands for all remaining work.
  Try check(const std::vector<smt::Term>& question, const std::vector<std::size_t>& variables, const Box& box,
            smt::Work limit);
  bool refuted(const std::vector<smt::Term>& question, const std::vector<std::size_t>& variables,
               const Box& box, smt::Work limit);
  // Returns the largest box found between `strong`, under which the question is refuted, and `weak`.
  Box relax(const std::vector<smt::Term>& question, const std::vector<std::size_t>& variables, Box strong,
            const Box& weak, smt::Work took);
  Box hull() const;
  smt::Bits key(std::size_t variable, smt::Bits value) const;
  Interval128 everything(std::size_t variable) const;
  // Returns the launches for which arithmetic on the bounds stated in the question refutes it.
  std::set<std::size_t> refuted_by_bounds(const std::vector<smt::Term>& question,
                                          const std::vector<std::size_t>& variables, const Box& wide);
  void prove_one_by_one(const std::vector<smt::Term>& question, const std::vector<std::size_t>& variables,
                        const Box& wide, const std::set<std::size_t>& done);
  void narrow(const std::vector<std::size_t>& variables, const Box& box);
  void keep_limits() const;
  // Returns the rest of d_limits.work.
  smt::Work left() const;
  bool has_model(const std::vector<smt::Term>& question, const std::vector<std::size_t>& variables,
                 const Box& box);
  // Returns the work allowed for one optional question; zero when no work is left for optional questions.
  smt::Work minimising_limit() const;
  smt::Work spanning_limit() const;

  smt::TermStore& d_store;
  smt::Solver& d_solver;
  const symbolic::LaunchTerms& d_launch;
  DomainOf d_domain_of;
  Limits d_limits;
  std::vector<std::size_t> d_alive;
  std::vector<Domain> d_domains;
  Box d_box;
  std::set<std::size_t> d_as_launched;
  std::set<std::size_t> d_not_minimised;
  std::vector<std::size_t> d_failed_with;
  std::set<std::vector<std::uint32_t>> d_known;  // questions refuted under the box at that time or under a
                                                 // larger one
  // Models of recent questions. A model that also fits another question, or the same question under another
  // box, saves asking.
  std::deque<smt::Model> d_models;
  std::uint64_t d_questions = 0;
  smt::Work d_spent = 0;
};

}  // namespace launchproof::access
