// Proves questions for many launches at once, and finds which launch facts each proof needs.
//
// A question over the variables of LaunchTerms is refuted under a box: an interval for each variable. The box
// begins as everything and shrinks only where a proof needs it; since it never grows, everything that was
// refuted before stays so. Where even the intervals that the launches span do not do, the launches are proved
// one after another, each proof being made as general as possible so that it covers others; a launch for
// which nothing refutes the question is dropped from the family. The search for what is needed is
// deletion-based minimisation of an unsatisfiable core, by halves.
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

// Values from `low` to `high`, both included; as two's complement where the variable is read so.
struct Interval128 {
  smt::Bits low = 0, high = 0;
  bool operator==(const Interval128&) const = default;
};

class FamilyProver {
 public:
  struct Limits {
    std::chrono::milliseconds question{5'000};  // for one question
    effort::Clock::time_point deadline;         // for everything
    // Facts are freed one after another until `minimise` is spent, and nothing more is asked once `work` is.
    smt::Work minimise = 0, work = 0;
    std::size_t memory_mib = 1024;
  };
  // How values of a variable are ordered.
  struct Domain {
    bool is_signed = false;         // values are two's complement, some are negative
    bool ordered = true;            // intervals mean something
    bool grows = false;             // more is easier: sizes of arrays
    smt::Bits bottom = 0, top = 0;  // of one-sided intervals, as keys
  };
  using DomainOf = std::function<Domain(const symbolic::LaunchTerms::Variable&)>;

  // Makes a prover. `launch` may get more variables while it works.
  FamilyProver(smt::TermStore& store, smt::Solver& solver, const symbolic::LaunchTerms& launch,
               std::size_t launches, DomainOf domain_of, const Limits& limits);

  // Proves that the conjunction has no model in any remaining launch. Drops the launches for which that is
  // not shown. Throws NothingLeft.
  void prove(const std::vector<smt::Term>& question);
  // Returns whether the conjunction is shown to have no model in any remaining launch, with the box as it is.
  bool holds_already(const std::vector<smt::Term>& question);
  // Returns the same, and may narrow the box. Drops no launch.
  bool holds(const std::vector<smt::Term>& question);
  // Returns the only launch's value of a variable, as a constant, if larger values of the variable are easier
  // to prove. A refutation with this value holds for all larger ones, provided that the question says no more
  // of the variable than that something is beyond it; keep_at_least() then records the need. Returns nothing
  // for several launches, or for any other term.
  std::optional<smt::Term> least(smt::Term variable);
  void keep_at_least(smt::Term variable);
  // Returns the conjunction with, for each of its variables, the interval that the remaining launches span.
  std::vector<smt::Term> spanned(std::vector<smt::Term> question);
  // Returns whether the conjunction may have a model in a remaining launch.
  bool possible(const std::vector<smt::Term>& question);
  // Throws NothingLeft: what was asked of the family cannot be shown for it.
  [[noreturn]] void give_up();

  const std::vector<std::size_t>& alive() const { return d_alive; }
  // Returns whether the values of this launch are within everything that the proofs needed.
  bool admits(std::size_t launch) const;
  std::uint64_t questions() const { return d_questions; }
  // Returns the work so far: that of the solver, and a fixed charge for each question.
  smt::Work spent() const { return d_spent; }

  // What the proofs need of one variable. The interval has values as they are, from the lowest to the highest
  // in the domain's order.
  struct Need {
    bool any = false;          // anything at all
    bool as_launched = false;  // the values of each launch, not just the interval
    bool minimised = true;     // freeing it was tried and failed
    Interval128 interval;
    bool from_bottom = false;  // the lower end is the domain's
    bool to_top = false;       // the upper end is the domain's
  };
  Need need(std::size_t index) const;
  // Returns variables of the question that could not be shown, when there was one.
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
  // Checks the question. `limit` is the work for it; 0 for as much as is left.
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
  // Returns launches for which the bounds that the question states refute it, by arithmetic.
  std::set<std::size_t> refuted_by_bounds(const std::vector<smt::Term>& question,
                                          const std::vector<std::size_t>& variables, const Box& wide);
  void prove_one_by_one(const std::vector<smt::Term>& question, const std::vector<std::size_t>& variables,
                        const Box& wide, const std::set<std::size_t>& done);
  void narrow(const std::vector<std::size_t>& variables, const Box& box);
  void keep_limits() const;
  // Returns what is left of d_limits.work.
  smt::Work left() const;
  bool has_model(const std::vector<smt::Term>& question, const std::vector<std::size_t>& variables,
                 const Box& box);
  // Returns the work for one question that may be left out; zero when nothing is left for those.
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
  std::set<std::vector<std::uint32_t>> d_known;  // refuted under the box of that time, or a larger one
  // Models of questions asked last. One that also fits another question, or the same under another box, saves
  // asking for it.
  std::deque<smt::Model> d_models;
  std::uint64_t d_questions = 0;
  smt::Work d_spent = 0;
};

}  // namespace launchproof::access
