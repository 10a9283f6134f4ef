#include "verify/two_thread/terms/findings.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "verify/analysis/flights.h"
#include "verify/symbolic/findings/finding_builder.h"
#include "verify/symbolic/findings/locations.h"
#include "verify/verdict/finding_id.h"

namespace launchproof::two_thread {

using model::kNone;
using smt::Term;
using verdict::Finding;

verdict::Property property_of(ObligationKind kind) {
  switch (kind) {
    case ObligationKind::Race:
      return verdict::Property::DataRace;
    case ObligationKind::Divergence:
    case ObligationKind::Operands:
      return verdict::Property::BarrierDivergence;
    case ObligationKind::Bounds:
      return verdict::Property::OutOfBounds;
    case ObligationKind::Null:
      return verdict::Property::NullAccess;
    case ObligationKind::Flags:
      return verdict::Property::AccessFlags;
    default:
      return verdict::Property::Assertion;
  }
}

bool is_made(const LoggedAccess& access, const smt::Model& model) {
  return model.evaluate(access.condition) != 0;
}

namespace {

constexpr std::size_t kMostCauses = 12;

// A work-item in a frame. An arbitrary iteration of a loop has no number.
class Here final : public symbolic::Viewpoint {
 public:
  Here(Values& values, FrameId frame, unsigned who) : d_values(values), d_frame(frame), d_who(who) {}

  const symbolic::WorkItem& item() const override { return d_values.item(d_who); }
  Term value(model::ValueId id) const override { return d_values.value(id, d_frame, d_who); }
  std::vector<symbolic::LoopCount> iterations() const override { return {}; }

 private:
  Values& d_values;
  FrameId d_frame;
  unsigned d_who;
};

class Builder {
 public:
  Builder(const Setting& setting, Values& values, const Obligation& obligation, const LoggedAccess* earlier,
          const std::vector<Term>& question, const smt::Model& model)
      : d_setting(setting),
        d_kernel(setting.kernel),
        d_values(values),
        d_obligation(obligation),
        d_earlier(earlier),
        d_question(question),
        d_settled(variables_of(setting, question)),
        d_builder(setting, setting.limits.variables, model, symbolic::Certainty::Possible, &d_settled) {}

  Finding build() {
    Finding finding = described();
    approximate(finding);
    finding.confirmation = verdict::Confirmation::Unconfirmed;
    finding.id = verdict::finding_id(d_kernel.name, finding);
    return finding;
  }

 private:
  static std::unordered_set<Term> variables_of(const Setting& setting, const std::vector<Term>& question) {
    std::unordered_set<Term> result;
    for (const Term conjunct : question) {
      const auto& variables = setting.store.variables(conjunct);
      result.insert(variables.begin(), variables.end());
    }
    return result;
  }

  Finding described() const {
    const Here one(d_values, d_obligation.frame, 0);
    switch (d_obligation.kind) {
      case ObligationKind::Race:
        return race();
      case ObligationKind::Divergence:
        return d_builder.divergence(one, Here(d_values, d_obligation.frame, 1), kNone,
                                    {d_obligation.point, kNone});
      case ObligationKind::Operands:
        return d_builder.differing(one, Here(d_values, d_obligation.frame, 1), d_obligation.point);
      case ObligationKind::Bounds:
        if (d_kernel.sites[d_obligation.site].inside != kNone)
          return d_builder.outside_image({&one, d_obligation.site}, d_obligation.array);
        return d_builder.bounds({&one, d_obligation.site}, d_obligation.array);
      case ObligationKind::Null:
        return d_builder.null_access({&one, d_obligation.site});
      case ObligationKind::Flags:
        return d_builder.forbidden_access({&one, d_obligation.site}, d_obligation.array);
      case ObligationKind::Assertion:
        return assertion(one);
      case ObligationKind::Entry:  // there is no finding for it
        break;
    }
    return {};
  }

  Finding race() const {
    const Here second(d_values, d_obligation.frame, 1);
    const Here first(d_values, d_earlier == nullptr ? d_obligation.frame : d_earlier->frame, 0);
    return d_builder.race({&first, d_earlier == nullptr ? kNone : d_earlier->site},
                          {&second, d_obligation.site}, false, "");
  }

  Finding assertion(const Here& one) const {
    const Here other(d_values, d_obligation.frame, 1);
    return d_builder.broken(one, d_obligation.other_comes ? &other : nullptr, d_obligation.point);
  }

  bool is_by_copy(model::SiteId site) const { return site != kNone && d_kernel.sites[site].copy != kNone; }

  // Returns whether the frame's loop is cut. An iteration of an unwound loop is one that the launch actually
  // reaches.
  bool is_of_cut_loop(FrameId frame) const {
    return frame != kOutside && d_values.frames().at(frame).kind != FrameKind::Iteration;
  }

  // Loops that were cut, and variables that represent unknown values.
  void approximate(Finding& finding) const {
    const auto add = [&](verdict::Cause cause, const std::string& detail, model::LocationId where) {
      const verdict::Approximation one{cause, detail, symbolic::location(d_kernel, where, "approximation")};
      if (finding.approximations.size() < kMostCauses &&
          std::ranges::find(finding.approximations, one) == finding.approximations.end())
        finding.approximations.push_back(one);
    };
    std::set<model::LoopId> cut;
    for (const Term conjunct : d_question)
      for (const Term variable : d_setting.store.variables(conjunct))
        if (const FrameId frame = d_values.made_in(variable); is_of_cut_loop(frame))
          cut.insert(d_values.frames().at(frame).loop);
    for (const model::LoopId loop : cut)
      add(verdict::Cause::LoopAbstraction,
          "an iteration that the invariants found allow; that the launch comes to it was not shown",
          d_kernel.loops[loop].location);
    if (!d_kernel.procedure.empty())
      add(verdict::Cause::Contract,
          "it begins in a state that the contract of `" + d_kernel.procedure +
              "` allows; that a call brings it about was not shown",
          kNone);
    if (cut.empty())
      add(verdict::Cause::TwoWorkItems,
          "work-items were followed by themselves; that all others let them come so far was not shown",
          kNone);
    for (const model::SiteId site : {d_obligation.site, d_earlier == nullptr ? kNone : d_earlier->site}) {
      if (d_obligation.kind != ObligationKind::Race || !is_by_copy(site)) continue;
      const model::BarrierId wait = analysis::flights_by_age(d_kernel, d_kernel.sites[site].copy).unmatched;
      if (wait != kNone)
        add(verdict::Cause::EventNotMatched, "it was not determined whether a wait is for the copy",
            d_kernel.barriers[wait].location);
    }
    for (const Term conjunct : d_question) {
      for (const Term variable : d_setting.store.variables(conjunct))
        if (const symbolic::Unknown* unknown = d_setting.unknowns.value(variable))
          add(unknown->cause, unknown->detail, unknown->location);
      for (const Term application : d_setting.store.applications(conjunct))
        if (const symbolic::Unknown* unknown = d_setting.unknowns.value(application))
          add(unknown->cause, unknown->detail, unknown->location);
    }
  }

  const Setting& d_setting;
  const model::KernelModel& d_kernel;
  Values& d_values;
  const Obligation& d_obligation;
  const LoggedAccess* d_earlier;
  const std::vector<Term>& d_question;
  std::unordered_set<Term> d_settled;  // variables of the question
  symbolic::FindingBuilder d_builder;
};

}  // namespace

Finding finding_of(const Setting& setting, Values& values, const Obligation& obligation,
                   const LoggedAccess* earlier, const std::vector<Term>& question, const smt::Model& model) {
  setting.launch.observe(question, model);
  return Builder(setting, values, obligation, earlier, question, model).build();
}

}  // namespace launchproof::two_thread
