#include "verify/two_thread/terms/findings.h"

#include <algorithm>
#include <set>

#include "verify/access/questions/findings.h"
#include "verify/analysis/flights.h"

namespace launchproof::two_thread {

using model::kNone;
using smt::Term;
using verdict::Finding;
using verdict::SourceLocation;

SourceLocation place(const model::KernelModel& kernel, model::LocationId id, std::string role) {
  if (id == kNone) return {"", 0, 0, std::move(role)};
  const model::Location& at = kernel.locations[id];
  return {at.file, at.line, at.column, std::move(role)};
}

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

class Builder {
 public:
  Builder(const Setting& setting, Values& values, const Obligation& obligation, const LoggedAccess* earlier,
          const smt::Model& model)
      : d_setting(setting),
        d_kernel(setting.kernel),
        d_values(values),
        d_obligation(obligation),
        d_earlier(earlier),
        d_model(model) {}

  Finding build(const std::vector<Term>& question) {
    Finding finding;
    finding.witness.emplace();
    switch (d_obligation.kind) {
      case ObligationKind::Race:
        race(finding);
        break;
      case ObligationKind::Divergence:
      case ObligationKind::Operands:
        divergence(finding);
        break;
      case ObligationKind::Bounds:
      case ObligationKind::Null:
        bounds(finding);
        break;
      case ObligationKind::Flags:
        flags(finding);
        break;
      case ObligationKind::Assertion:
        assertion(finding);
        break;
      case ObligationKind::Entry:  // it makes no finding
        break;
    }
    approximate(finding, question);
    finding.confirmation = verdict::Confirmation::Unconfirmed;
    finding.id = access::finding_id(d_kernel.name, finding);
    return finding;
  }

 private:
  std::uint64_t number(Term term) const { return static_cast<std::uint64_t>(d_model.evaluate(term)); }

  void locate(Finding& finding, model::LocationId id, const std::string& role) const {
    finding.locations.push_back(place(d_kernel, id, role));
    while (id != kNone && d_kernel.locations[id].call_site != kNone) {
      id = d_kernel.locations[id].call_site;
      finding.locations.push_back(place(d_kernel, id, role + " inlined at"));
    }
  }

  verdict::WorkItem item(unsigned who) const {
    verdict::WorkItem result;
    const symbolic::WorkItem& from = d_values.item(who);
    for (unsigned d = 0; d < 3; ++d) {
      result.local_id[d] = number(from.local_id[d]);
      result.group_id[d] = number(from.group_id[d]);
      result.global_id[d] = d_setting.facts.global_offset[d] +
                            result.group_id[d] * d_setting.facts.local_size[d] + result.local_id[d];
    }
    return result;
  }

  verdict::WorkItem access(unsigned who, model::SiteId id, FrameId frame) const {
    verdict::WorkItem result = item(who);
    const model::Site& site = d_kernel.sites[id];
    static constexpr const char* kWords[] = {"read", "write", "atomic"};
    result.access = kWords[static_cast<std::size_t>(site.kind)];
    result.byte_offset = number(d_values.value(site.offset, frame, who));
    result.bytes = site.bytes;
    if (site.inside != kNone) result.byte_offset = result.bytes = 0;  // a pixel's place is its coordinates
    const auto array = site.arrays.size() == 1
                           ? site.arrays[0]
                           : static_cast<model::ArrayId>(number(d_values.value(site.base, frame, who)));
    if (array < d_kernel.arrays.size()) result.array = d_kernel.arrays[array].name;
    return result;
  }

  std::string triple(const std::array<std::uint64_t, 3>& id) const {
    std::string text = "(";
    for (std::uint32_t d = 0; d < std::max(1U, d_setting.facts.work_dim); ++d)
      text += (d == 0 ? "" : ", ") + std::to_string(id[d]);
    return text + ")";
  }

  void race(Finding& finding) {
    finding.property = verdict::Property::DataRace;
    const model::Site& site = d_kernel.sites[d_obligation.site];
    const bool known = d_earlier != nullptr;
    if (known) {
      locate(finding, d_kernel.sites[d_earlier->site].location, role(d_earlier->site, verdict::kFirstRole));
      finding.witness->work_items.push_back(access(0, d_earlier->site, d_earlier->frame));
    }
    locate(finding, site.location, role(d_obligation.site, verdict::kSecondRole));
    finding.witness->work_items.push_back(access(1, d_obligation.site, d_obligation.frame));
    const verdict::WorkItem& two = finding.witness->work_items.back();
    const verdict::WorkItem one = known ? finding.witness->work_items.front() : item(0);
    const std::string first = known ? one.access : "access";
    finding.kind = first <= two.access ? first + "-" + two.access : two.access + "-" + first;
    finding.message = "possible data race on `" + two.array + "`: " + first + " by " +
                      maker(known ? d_earlier->site : kNone, one) + " and " + two.access + " by " +
                      maker(d_obligation.site, two) + ", unordered";
  }

  bool is_by_copy(model::SiteId site) const { return site != kNone && d_kernel.sites[site].copy != kNone; }

  std::string role(model::SiteId site, std::string_view of_work_item) const {
    return std::string(is_by_copy(site) ? verdict::kCopyRole : of_work_item);
  }

  std::string maker(model::SiteId site, const verdict::WorkItem& item) const {
    return (is_by_copy(site) ? "the asynchronous copy" : "work-item " + triple(item.local_id)) +
           " of group " + triple(item.group_id);
  }

  void divergence(Finding& finding) {
    finding.property = verdict::Property::BarrierDivergence;
    const model::Barrier& barrier = d_kernel.barriers[d_obligation.point];
    const bool diverges = d_obligation.kind == ObligationKind::Divergence;
    finding.kind = diverges ? "divergent barrier" : "differing arguments";
    locate(finding, barrier.location, "barrier");
    finding.witness->work_items = {item(0), item(1)};
    const auto& both = finding.witness->work_items;
    std::string what = " may call " + barrier.function + " with different arguments";
    if (diverges) what = " may not both come to the barrier";
    if (diverges && barrier.call != kNone)
      what = " may not both come to the call of `" + barrier.function + "`, which holds a barrier";
    finding.message = std::string("work-items ") + triple(both[0].local_id) + " and " +
                      triple(both[1].local_id) + " of group " + triple(both[0].group_id) + what;
  }

  void bounds(Finding& finding) {
    const bool is_null = d_obligation.kind == ObligationKind::Null;
    finding.property = is_null ? verdict::Property::NullAccess : verdict::Property::OutOfBounds;
    locate(finding, d_kernel.sites[d_obligation.site].location, "access");
    finding.witness->work_items = {access(0, d_obligation.site, d_obligation.frame)};
    const verdict::WorkItem& one = finding.witness->work_items[0];
    if (!is_null && d_kernel.sites[d_obligation.site].inside != kNone) {
      finding.kind = "outside the image";
      finding.message = one.access + " of pixel " + pixel() + " of `" + one.array +
                        "`, outside of it: work-item " + triple(one.local_id) + " of group " +
                        triple(one.group_id);
      return;
    }
    const auto offset = static_cast<std::int64_t>(one.byte_offset);
    finding.kind = offset < 0 ? "before the start" : "past the end";
    if (is_null) finding.kind = "null";
    finding.message =
        one.access +
        (is_null ? " through a null pointer: work-item "
                 : " of " + std::to_string(one.bytes) + " bytes at byte " + std::to_string(offset) + " of `" +
                       one.array + "`, outside of it: work-item ") +
        triple(one.local_id) + " of group " + triple(one.group_id);
    if (is_null) return;
    finding.witness->address = one.byte_offset;
    finding.witness->array_bytes = d_setting.regions.placement(d_obligation.array).bytes;
  }

  void flags(Finding& finding) {
    const access::ForbiddenAccess broken =
        access::forbidden_access(d_setting.regions.placement(d_obligation.array).access);
    finding.property = verdict::Property::AccessFlags;
    finding.kind = broken.kind;
    locate(finding, d_kernel.sites[d_obligation.site].location, "access");
    finding.witness->work_items = {access(0, d_obligation.site, d_obligation.frame)};
    const verdict::WorkItem& one = finding.witness->work_items[0];
    finding.message = one.access + " of `" + one.array + "`, " + broken.words + ": work-item " +
                      triple(one.local_id) + " of group " + triple(one.group_id);
  }

  // "(3, -1)"
  std::string pixel() const {
    std::string text;
    for (const model::ValueId id : d_kernel.sites[d_obligation.site].coordinates) {
      const auto number = static_cast<std::uint32_t>(this->number(d_values.value(id, d_obligation.frame, 0)));
      text += (text.empty() ? "(" : ", ") + std::to_string(static_cast<std::int32_t>(number));
    }
    return text + ")";
  }

  void assertion(Finding& finding) {
    finding.property = verdict::Property::Assertion;
    finding.kind = "broken assertion";
    const model::Annotation& annotation = d_kernel.annotations[d_obligation.point];
    locate(finding, annotation.location, "assertion");
    finding.witness->work_items = {item(0)};
    if (!annotation.is_executed) finding.replay = access::kNotExecuted;
    const auto in_words = [this](const verdict::WorkItem& one) {
      return "work-item " + triple(one.local_id) + " of group " + triple(one.group_id);
    };
    finding.message = "`" + annotation.text + "` may not hold: " + in_words(finding.witness->work_items[0]);
    if (!d_obligation.other_comes) return;
    finding.witness->work_items.push_back(item(1));
    finding.message += " and " + in_words(finding.witness->work_items[1]);
  }

  // Returns whether the frame's loop is cut. An iteration of an unwound loop is one that the launch comes to.
  bool is_of_cut_loop(FrameId frame) const {
    return frame != kOutside && d_values.frames().at(frame).kind != FrameKind::Iteration;
  }

  // Loops that were cut, and what stands for values that nothing tells.
  void approximate(Finding& finding, const std::vector<Term>& question) const {
    const auto add = [&](verdict::Cause cause, const std::string& detail, model::LocationId where) {
      const verdict::Approximation one{cause, detail, place(d_kernel, where, "approximation")};
      if (finding.approximations.size() < kMostCauses &&
          std::ranges::find(finding.approximations, one) == finding.approximations.end())
        finding.approximations.push_back(one);
    };
    std::set<model::LoopId> cut;
    for (const Term conjunct : question)
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
        add(verdict::Cause::EventNotMatched, "whether a wait is for the copy was not found out",
            d_kernel.barriers[wait].location);
    }
    for (const Term conjunct : question) {
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
  const smt::Model& d_model;
};

}  // namespace

Finding finding_of(const Setting& setting, Values& values, const Obligation& obligation,
                   const LoggedAccess* earlier, const std::vector<Term>& question, const smt::Model& model) {
  setting.launch.observe(question, model);
  return Builder(setting, values, obligation, earlier, model).build(question);
}

}  // namespace launchproof::two_thread
