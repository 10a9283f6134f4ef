#include "verify/access/questions/findings.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "verify/access/questions/open_sizes.h"
#include "verify/symbolic/findings/finding_words.h"
#include "verify/verdict/finding_id.h"
#include "verify/verdict/schema.h"

namespace launchproof::access {

using model::kNone;
using smt::Term;
using symbolic::Unknown;
using verdict::Finding;

namespace {

// A work-item in an environment.
class Here final : public symbolic::Viewpoint {
 public:
  Here(const Context& context, Evaluator& evaluator, EnvironmentId environment)
      : d_context(context), d_evaluator(evaluator), d_environment(environment) {}
  Here(const Context& context, const Side& side) : Here(context, *side.evaluator, side.environment) {}

  const symbolic::WorkItem& item() const override { return d_evaluator.item(); }
  Term value(model::ValueId id) const override { return d_evaluator.value(id, d_environment); }
  std::vector<symbolic::LoopCount> iterations() const override {
    std::vector<symbolic::LoopCount> result;
    for (EnvironmentId e = d_environment; e != kOutside; e = d_context.environments.at(e).parent)
      result.push_back({d_context.environments.at(e).loop, d_context.environments.at(e).counter});
    std::ranges::reverse(result);
    return result;
  }

 private:
  const Context& d_context;
  Evaluator& d_evaluator;
  EnvironmentId d_environment;
};

}  // namespace

std::vector<verdict::Approximation> Findings::approximations(const Outcome& outcome) const {
  std::vector<verdict::Approximation> result;
  for (const Needed& needed : outcome.needed) {
    std::string detail = needed.unknown.detail;
    if (!needed.value.empty()) detail.append(verdict::kNeeds).append(needed.value);
    bool known = false;
    for (const verdict::Approximation& other : result)
      known = known || (other.cause == needed.unknown.cause && other.detail == detail);
    if (!known)
      result.push_back({needed.unknown.cause, detail, location(needed.unknown.location, "approximation")});
  }
  return result;
}

std::vector<verdict::NamedValue> Findings::needs(const Outcome& outcome) {
  std::vector<verdict::NamedValue> result;
  for (const Needed& needed : outcome.needed) {
    if (needed.value.empty()) continue;
    std::string name = needed.unknown.detail;
    if (needed.term.kind() == smt::Kind::Apply && needed.term->operands.size() == 1 &&
        needed.unknown.cause == verdict::Cause::ContentsNotRecorded)
      name += ", at byte " + symbolic::signed_decimal(static_cast<std::uint64_t>(
                                 outcome.model.evaluate(needed.term->operands[0])));
    result.push_back({name, needed.value});
  }
  return result;
}

std::vector<Needed> Findings::allowed(const Outcome& outcome) const {
  std::vector<Needed> result;
  std::unordered_set<Term> seen;
  for (const Term conjunct : outcome.conjuncts)
    for (const Term variable : d_context.store.variables(conjunct)) {
      const Unknown* unknown = d_context.unknowns.value(variable);
      if (unknown == nullptr || !unknown->is_promised || !seen.insert(variable).second) continue;
      result.push_back({*unknown, variable, in_its_type(d_context, *unknown, variable, outcome.model)});
    }
  return result;
}

std::vector<verdict::ChosenValue> Findings::chosen(const Outcome& outcome) const {
  constexpr std::size_t kMost = 256;
  std::vector<verdict::ChosenValue> result;
  const auto add = [&](Term term) {
    const Unknown* unknown = d_context.unknowns.value(term);
    if (unknown == nullptr || unknown->parameter == kNone || result.size() >= kMost) return;
    const model::Parameter& parameter = d_context.kernel.parameters[unknown->parameter];
    verdict::ChosenValue item;
    item.parameter = unknown->parameter;
    item.name = parameter.name;
    item.contents =
        parameter.kind != model::ParameterKind::Value && parameter.kind != model::ParameterKind::Sampler;
    item.byte = unknown->byte;
    if (item.contents) {
      const bool function = term.kind() == smt::Kind::Apply;
      const Term address = function ? term->operands[0] : unknown->address;
      if (!address) return;
      item.byte = static_cast<std::uint64_t>(outcome.model.evaluate(address));
      // A read beyond an array is in no buffer that could be filled with made-up contents.
      const analysis::Placement& place = d_context.regions.placement(parameter.array);
      const std::uint64_t begin = place.origin - place.before;
      if (place.bytes && (item.byte < begin || item.byte - begin >= place.before + *place.bytes)) return;
    }
    item.bytes = std::max(1U, (term.width() + 7) / 8);
    if (item.bytes > sizeof item.value) return;
    item.value = static_cast<std::uint64_t>(outcome.model.evaluate(term));
    // If two reads access one place, the first one counts, since the launch may have changed the place in
    // between.
    const bool known = std::any_of(result.begin(), result.end(), [&](const verdict::ChosenValue& other) {
      return other.parameter == item.parameter && other.byte == item.byte;
    });
    if (!known) result.push_back(std::move(item));
  };
  for (const Term conjunct : outcome.conjuncts) {
    for (const Term variable : d_context.store.variables(conjunct)) add(variable);
    for (const Term application : d_context.store.applications(conjunct)) add(application);
  }
  return result;
}

std::vector<Term> Findings::preferably_small(const Evaluator& evaluator, EnvironmentId environment) const {
  std::vector<Term> result;
  const auto add = [&](Term term) {
    if (!term.is_constant()) result.push_back(term);
  };
  for (unsigned d = 0; d < 3; ++d) {
    add(evaluator.item().local_id[d]);
    add(evaluator.item().group_id[d]);
  }
  for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent)
    add(d_context.environments.at(e).counter);
  for (const Term size : open_sizes(d_context.launch, d_context.facts.open)) add(size);
  return result;
}

Finding Findings::completed(Finding finding, const Outcome& outcome) const {
  finding.approximations = approximations(outcome);
  finding.confirmation =
      finding.approximations.empty() ? verdict::Confirmation::Exact : verdict::Confirmation::Unconfirmed;
  finding.witness->needs = needs(outcome);
  finding.witness->chosen = chosen(outcome);
  for (const Needed& needed : allowed(outcome))
    finding.witness->needs.push_back(
        {needed.unknown.detail + ", and allowed by the preconditions", needed.value});
  finding.id = verdict::finding_id(d_context.kernel.name, finding);
  if (!finding.benign) d_context.launch.observe(outcome.conjuncts, outcome.model);
  if (d_context.seen_sizes == nullptr) return finding;
  if (const auto sizes = sizes_of(d_context, outcome.model)) d_context.seen_sizes->push_back(*sizes);
  return finding;
}

Finding Findings::race(const Side& a, const Side& b, const Outcome& outcome, bool benign,
                       const std::string& interval) const {
  const Here one(d_context, a);
  const Here two(d_context, b);
  return completed(builder(outcome).race({&one, a.site}, {&two, b.site}, benign, interval), outcome);
}

Finding Findings::non_coherent_read(const Side& read, const Side& write, const Outcome& outcome,
                                    const std::string& interval) const {
  const Here one(d_context, read);
  const Here two(d_context, write);
  return completed(builder(outcome).non_coherent_read({&one, read.site}, {&two, write.site}, interval),
                   outcome);
}

Finding Findings::bounds(const Side& side, const Outcome& outcome, model::ArrayId array) const {
  const Here at(d_context, side);
  return completed(builder(outcome).bounds({&at, side.site}, array), outcome);
}

Finding Findings::inner_bounds(const Side& side, const Outcome& outcome, model::ArrayId array) const {
  const Here at(d_context, side);
  return completed(builder(outcome).inner_bounds({&at, side.site}, array), outcome);
}

Finding Findings::outside_image(const Side& side, const Outcome& outcome, model::ArrayId array) const {
  const Here at(d_context, side);
  return completed(builder(outcome).outside_image({&at, side.site}, array), outcome);
}

Finding Findings::null_access(const Side& side, const Outcome& outcome) const {
  const Here at(d_context, side);
  return completed(builder(outcome).null_access({&at, side.site}), outcome);
}

Finding Findings::forbidden_access(const Side& side, const Outcome& outcome, model::ArrayId array) const {
  const Here at(d_context, side);
  return completed(builder(outcome).forbidden_access({&at, side.site}, array), outcome);
}

Finding Findings::divergence(Evaluator& s, Evaluator& t, EnvironmentId environment, model::LocationId branch,
                             symbolic::BarrierPair barriers, const Outcome& outcome) const {
  const Here one(d_context, s, environment);
  const Here two(d_context, t, environment);
  return completed(builder(outcome).divergence(one, two, branch, barriers), outcome);
}

Finding Findings::differing(Evaluator& s, Evaluator& t, EnvironmentId environment, model::BarrierId point,
                            const Outcome& outcome) const {
  const Here one(d_context, s, environment);
  const Here two(d_context, t, environment);
  return completed(builder(outcome).differing(one, two, point), outcome);
}

Finding Findings::broken(Evaluator& s, EnvironmentId environment, std::uint32_t annotation,
                         const Outcome& outcome) const {
  const Here at(d_context, s, environment);
  return completed(builder(outcome).broken(at, nullptr, annotation), outcome);
}

Finding Findings::not_cooperative(Evaluator& s, EnvironmentId environment, model::BarrierId barrier,
                                  const Outcome& outcome) const {
  const Here at(d_context, s, environment);
  return completed(builder(outcome).not_cooperative(at, barrier), outcome);
}

Finding Findings::never_waited(Evaluator& s, EnvironmentId environment, model::BarrierId copy,
                               const Outcome& outcome) const {
  const Here at(d_context, s, environment);
  return completed(builder(outcome).never_waited(at, copy), outcome);
}

}  // namespace launchproof::access
