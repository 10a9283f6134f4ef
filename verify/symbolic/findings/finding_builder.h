// Builds findings from models, for both engines: which work-items, lines, bytes and values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "verify/model/variables.h"
#include "verify/symbolic/findings/viewpoint.h"
#include "verify/symbolic/terms/launch_setting.h"
#include "verify/verdict/results.h"

namespace launchproof::symbolic {

// How much a model proves. Certain: a launch behaves like that. Possible: it satisfies a question that may
// admit more than launches do.
enum class Certainty : std::uint8_t { Certain, Possible };

// The barriers that the two work-items reach, which are different (kNone: none).
struct BarrierPair {
  model::BarrierId reached = model::kNone;
  model::BarrierId instead = model::kNone;
};

// Builds findings without approximations, confirmation and id, which depend on the approximations in the
// model that only an engine knows. Omits values that are shown only for readability when the time is over, so
// that the finding is kept.
class FindingBuilder {
 public:
  // Requires that all arguments outlive this object. `variables` lists those whose values findings show, or
  // is null. `settled`, unless null, holds the only variables whose values in the model are meaningful: the
  // others occur in no question, so the model says nothing about them.
  FindingBuilder(const LaunchSetting& setting, const model::Variables* variables, const smt::Model& model,
                 Certainty certainty, const std::unordered_set<smt::Term>* settled = nullptr)
      : d_setting(setting),
        d_variables(variables),
        d_model(model),
        d_certainty(certainty),
        d_settled(settled) {}

  // Returns the known ids and iterations.
  verdict::WorkItem work_item(const Viewpoint& at) const;
  // Returns the ids and iterations, and where and how the side accesses memory.
  verdict::WorkItem access(const FindingSide& side) const;
  model::ArrayId array_of(const FindingSide& side) const;
  // Returns the variables and by-value arguments from which a value is computed, with their values in the
  // model.
  std::vector<verdict::NamedValue> variables_in(const Viewpoint& at, model::ValueId value) const;

  // Describes a race. `interval` names the barrier interval. If `a` has no site, the place is unknown.
  verdict::Finding race(const FindingSide& a, const FindingSide& b, bool benign,
                        const std::string& interval) const;
  // Describes a load that need not find what the launch writes, and a write to the same bytes. The two may be
  // of one work-item.
  verdict::Finding non_coherent_read(const FindingSide& read, const FindingSide& write,
                                     const std::string& interval) const;
  verdict::Finding bounds(const FindingSide& side, model::ArrayId array) const;
  // Describes a subscript that is outside an inner array. The access may still lie within the whole array.
  verdict::Finding inner_bounds(const FindingSide& side, model::ArrayId array) const;
  // Describes an access to a pixel that the image does not have.
  verdict::Finding outside_image(const FindingSide& side, model::ArrayId array) const;
  verdict::Finding null_access(const FindingSide& side) const;
  // Describes an access that the access flags of this memory forbid.
  verdict::Finding forbidden_access(const FindingSide& side, model::ArrayId array) const;
  // Describes two work-items of which `s` reaches a barrier and `t` does not. `branch` separated them, if it
  // is known. If the finding is only possible, it is unknown which of the two reaches the barrier.
  verdict::Finding divergence(const Viewpoint& s, const Viewpoint& t, model::LocationId branch,
                              BarrierPair barriers) const;
  // Describes two work-items that reach one point with different operands.
  verdict::Finding differing(const Viewpoint& s, const Viewpoint& t, model::BarrierId point) const;
  // Describes an assertion or invariant that does not hold for one work-item or, if `other` is not null, for
  // two.
  verdict::Finding broken(const Viewpoint& one, const Viewpoint* other, std::uint32_t annotation) const;
  // Describes a work-item that reaches a barrier of the grid in a launch that is not cooperative.
  verdict::Finding not_cooperative(const Viewpoint& at, model::BarrierId barrier) const;
  // Describes an asynchronous copy that may still be in flight when the kernel ends.
  verdict::Finding never_waited(const Viewpoint& at, model::BarrierId copy) const;

 private:
  bool is_possible() const { return d_certainty == Certainty::Possible; }
  bool is_opaque(smt::Term term) const;
  std::uint64_t number(smt::Term term) const;
  static std::optional<smt::Term> value_in_time(const Viewpoint& at, model::ValueId id);
  std::optional<std::string> shown(smt::Term term, model::NumberKind kind) const;
  verdict::Finding of_access(verdict::Property property, const FindingSide& side) const;
  std::string pixel(const FindingSide& side) const;
  std::string words(const verdict::WorkItem& item) const;

  const LaunchSetting& d_setting;
  const model::Variables* d_variables;
  const smt::Model& d_model;
  Certainty d_certainty;
  const std::unordered_set<smt::Term>* d_settled;
};

}  // namespace launchproof::symbolic
