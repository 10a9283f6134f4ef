// Findings of this engine: what a model shows, and what it depends on.
#pragma once

#include <string>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/questions/queries.h"
#include "verify/symbolic/findings/finding_builder.h"
#include "verify/symbolic/findings/locations.h"
#include "verify/verdict/results.h"

namespace launchproof::access {

// One side of a conflict.
struct Side {
  Evaluator* evaluator = nullptr;
  model::SiteId site = model::kNone;
  EnvironmentId environment = kOutside;
};

class Findings {
 public:
  explicit Findings(Context& context) : d_context(context) {}

  verdict::SourceLocation location(model::LocationId id, std::string role) const {
    return symbolic::location(d_context.kernel, id, std::move(role));
  }

  std::vector<verdict::Approximation> approximations(const Outcome& outcome) const;
  static std::vector<verdict::NamedValue> needs(const Outcome& outcome);
  // Returns the initial values from which a replay follows the model.
  std::vector<verdict::ChosenValue> chosen(const Outcome& outcome) const;
  // Returns the ids and iterations that should be small, for readability and short replays.
  std::vector<smt::Term> preferably_small(const Evaluator& evaluator, EnvironmentId environment) const;

  // Each function completes a finding that symbolic::FindingBuilder describes: it adds approximations,
  // confirmation, needed and chosen values, and the id.
  verdict::Finding race(const Side& a, const Side& b, const Outcome& outcome, bool benign,
                        const std::string& interval) const;
  verdict::Finding non_coherent_read(const Side& read, const Side& write, const Outcome& outcome,
                                     const std::string& interval) const;
  verdict::Finding bounds(const Side& side, const Outcome& outcome, model::ArrayId array) const;
  verdict::Finding inner_bounds(const Side& side, const Outcome& outcome, model::ArrayId array) const;
  verdict::Finding outside_image(const Side& side, const Outcome& outcome, model::ArrayId array) const;
  verdict::Finding null_access(const Side& side, const Outcome& outcome) const;
  verdict::Finding forbidden_access(const Side& side, const Outcome& outcome, model::ArrayId array) const;
  verdict::Finding divergence(Evaluator& s, Evaluator& t, EnvironmentId environment, model::LocationId branch,
                              symbolic::BarrierPair barriers, const Outcome& outcome) const;
  verdict::Finding differing(Evaluator& s, Evaluator& t, EnvironmentId environment, model::BarrierId point,
                             const Outcome& outcome) const;
  verdict::Finding broken(Evaluator& s, EnvironmentId environment, std::uint32_t annotation,
                          const Outcome& outcome) const;
  verdict::Finding not_cooperative(Evaluator& s, EnvironmentId environment, model::BarrierId barrier,
                                   const Outcome& outcome) const;
  verdict::Finding never_waited(Evaluator& s, EnvironmentId environment, model::BarrierId copy,
                                const Outcome& outcome) const;

 private:
  symbolic::FindingBuilder builder(const Outcome& outcome) const {
    return {d_context, d_context.variables, outcome.model, symbolic::Certainty::Certain};
  }
  // Returns values that the launch does not fix and that the preconditions allow.
  std::vector<Needed> allowed(const Outcome& outcome) const;
  verdict::Finding completed(verdict::Finding finding, const Outcome& outcome) const;

  Context& d_context;
};

}  // namespace launchproof::access
