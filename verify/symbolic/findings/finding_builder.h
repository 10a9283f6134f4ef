// Findings made of models, for both engines: which work-items, which lines, which bytes, which values.
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

// How far a model goes: it is what a launch does, or it satisfies a question that may admit more.
enum class Certainty : std::uint8_t { Certain, Possible };

// The barriers that the two work-items come to, which are different ones (kNone: none).
struct BarrierPair {
  model::BarrierId reached = model::kNone;
  model::BarrierId instead = model::kNone;
};

// Makes findings whose approximations, confirmation and id are not set yet: they depend on what the model
// depends on, which an engine knows. Values that are shown for a reader's sake are left out when the time is
// over, so that the finding is kept.
class FindingBuilder {
 public:
  // Requires that all arguments outlive it. `variables` are those that findings give the values of, or null.
  // `settled`, unless null, are the only variables whose values in the model count: the others are in no
  // question, so that the model says nothing of them.
  FindingBuilder(const LaunchSetting& setting, const model::Variables* variables, const smt::Model& model,
                 Certainty certainty, const std::unordered_set<smt::Term>* settled = nullptr)
      : d_setting(setting),
        d_variables(variables),
        d_model(model),
        d_certainty(certainty),
        d_settled(settled) {}

  // Returns the ids and the iterations that are known.
  verdict::WorkItem work_item(const Viewpoint& at) const;
  // Returns these, and where and how the side accesses memory.
  verdict::WorkItem access(const FindingSide& side) const;
  model::ArrayId array_of(const FindingSide& side) const;
  // Returns the variables and by-value arguments that a value is computed from, as the model has them.
  std::vector<verdict::NamedValue> variables_in(const Viewpoint& at, model::ValueId value) const;

  // Describes a race. `interval` names the barrier interval. Nothing is known of the place if `a` has no
  // site.
  verdict::Finding race(const FindingSide& a, const FindingSide& b, bool benign,
                        const std::string& interval) const;
  verdict::Finding bounds(const FindingSide& side, model::ArrayId array) const;
  // Describes a subscript that leaves an inner array. The access may still lie in the whole array.
  verdict::Finding inner_bounds(const FindingSide& side, model::ArrayId array) const;
  // Describes an access to a pixel that the image does not have.
  verdict::Finding outside_image(const FindingSide& side, model::ArrayId array) const;
  verdict::Finding null_access(const FindingSide& side) const;
  // Describes an access of a kind that the host does not let kernels make to this memory.
  verdict::Finding forbidden_access(const FindingSide& side, model::ArrayId array) const;
  // Describes two work-items of which `s` reaches a barrier and `t` does not. `branch` parted them, where
  // that is known. If it is possible alone, nothing tells which of the two comes.
  verdict::Finding divergence(const Viewpoint& s, const Viewpoint& t, model::LocationId branch,
                              BarrierPair barriers) const;
  // Describes two work-items that reach one point with operands that differ.
  verdict::Finding differing(const Viewpoint& s, const Viewpoint& t, model::BarrierId point) const;
  // Describes an assertion or invariant that does not hold, of one work-item or, unless `other` is null, of
  // two.
  verdict::Finding broken(const Viewpoint& one, const Viewpoint* other, std::uint32_t annotation) const;
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
