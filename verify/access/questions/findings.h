// From models to findings: which work-items, which lines, which bytes.
#pragma once

#include <string>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/questions/queries.h"
#include "verify/verdict/results.h"

namespace launchproof::access {

// One side of a conflict.
struct Side {
  Evaluator* evaluator = nullptr;
  model::SiteId site = model::kNone;
  EnvironmentId environment = kOutside;
};

// The barriers that the two work-items come to, which are different ones (kNone: none).
struct BarrierPair {
  model::BarrierId reached = model::kNone;
  model::BarrierId instead = model::kNone;
};

// Returns an id that is stable within one kernel: it depends on what the finding is and where, not on which
// model was found.
std::string finding_id(const std::string& kernel, const verdict::Finding& finding);

// Finding::kind of accesses that break an access flag of `site`'s memory, and what they do wrong in words.
struct ForbiddenAccess {
  const char* kind = "";
  const char* words = "";
};
ForbiddenAccess forbidden_access(model::KernelAccess access);

// The reason for a broken assertion that no execution can tell (model::Annotation::is_executed).
inline constexpr const char* kNotExecuted = "not replayed: what annotations say of accesses is not executed";

// The reason for a subscript that leaves an inner array.
inline constexpr const char* kInnerNotReplayed =
    "not replayed: an execution does not tell inner arrays apart";

class FindingBuilder {
 public:
  explicit FindingBuilder(Context& context) : d_context(context) {}

  verdict::SourceLocation location(model::LocationId id, std::string role) const;
  // Returns the place and, for inlined code, the call sites outward.
  std::vector<verdict::SourceLocation> locations(model::LocationId id, const std::string& role) const;

  verdict::WorkItem work_item(const Evaluator& evaluator, EnvironmentId environment,
                              const smt::Model& model) const;
  verdict::WorkItem access(const Side& side, const smt::Model& model) const;
  model::ArrayId array_of(const Side& side, const smt::Model& model) const;

  std::vector<verdict::Approximation> approximations(const Outcome& outcome) const;
  static std::vector<verdict::NamedValue> needs(const Outcome& outcome);
  // Returns the values that a replay must start from to follow the model.
  std::vector<verdict::ChosenValue> chosen(const Outcome& outcome) const;
  // Returns the variables and by-value arguments that a value is computed from, as the model has them.
  std::vector<verdict::NamedValue> variables_in(Evaluator& evaluator, EnvironmentId environment,
                                                model::ValueId value, const smt::Model& model) const;
  // Returns the ids and iterations that should be small for the sake of readers and replays.
  std::vector<smt::Term> preferably_small(const Evaluator& evaluator, EnvironmentId environment) const;

  verdict::Finding race(const Side& a, const Side& b, const Outcome& outcome, bool benign,
                        const std::string& interval) const;
  verdict::Finding bounds(const Side& side, const Outcome& outcome, model::ArrayId id) const;
  // Describes a subscript that leaves an inner array. The access may still lie in the whole array.
  verdict::Finding inner_bounds(const Side& side, const Outcome& outcome, model::ArrayId id) const;
  // Describes an access to a pixel that the image does not have.
  verdict::Finding outside_image(const Side& side, const Outcome& outcome, model::ArrayId id) const;
  verdict::Finding null_access(const Side& side, const Outcome& outcome) const;
  // Describes an access of a kind that the host does not let kernels make to this memory.
  verdict::Finding forbidden_access(const Side& side, const Outcome& outcome, model::ArrayId id) const;
  verdict::Finding divergence(Evaluator& s, Evaluator& t, EnvironmentId environment, model::LocationId branch,
                              BarrierPair barriers, const Outcome& outcome) const;

  // Describes two work-items that come to one point with operands that differ.
  verdict::Finding differing(Evaluator& s, Evaluator& t, EnvironmentId environment, model::BarrierId id,
                             const Outcome& outcome) const;

  // Describes an assertion or invariant that does not hold.
  verdict::Finding broken(Evaluator& s, EnvironmentId environment, std::uint32_t id,
                          const Outcome& outcome) const;

  // Describes an asynchronous copy that may still go on when the kernel ends.
  verdict::Finding never_waited(Evaluator& s, EnvironmentId environment, model::BarrierId copy,
                                const Outcome& outcome) const;

 private:
  // Returns values that the launch does not fix and preconditions allow.
  std::vector<Needed> allowed(const Outcome& outcome) const;
  void finish(verdict::Finding& finding, const Outcome& outcome) const;
  std::string pixel(const Side& side, const smt::Model& model) const;

  Context& d_context;
};

}  // namespace launchproof::access
