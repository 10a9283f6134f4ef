#include "verify/two_thread/guesses/claims.h"

#include <algorithm>

namespace launchproof::two_thread {

using model::AnnotationKind;
using model::ContractPart;
using model::kNone;

bool is_granted(const model::Annotation& annotation) {
  return annotation.kind == AnnotationKind::Precondition || annotation.kind == AnnotationKind::Assumption;
}

namespace {

bool is_claimed(const model::Annotation& annotation) {
  const bool is_asked =
      annotation.kind == AnnotationKind::Assertion || annotation.kind == AnnotationKind::Invariant;
  return is_asked && annotation.condition != kNone && !annotation.of_accesses;
}

}  // namespace

bool is_judged(const model::Annotation& annotation) {
  return is_claimed(annotation) && !annotation.two_items && !is_judged_with_memory(annotation);
}

bool is_judged_with_memory(const model::Annotation& annotation) {
  return annotation.claim != kNone || annotation.kind == AnnotationKind::Scan;
}

bool is_judged_of_pairs(const model::Annotation& annotation) {
  return is_claimed(annotation) && annotation.two_items && !is_judged_with_memory(annotation) &&
         annotation.contract == model::ContractPart::None;
}

bool is_shown_of_pairs(const model::Annotation& annotation) {
  return annotation.contract != ContractPart::None && !is_granted(annotation) &&
         annotation.condition != kNone && (annotation.two_items || annotation.of_accesses);
}

bool is_claim(const model::Annotation& annotation) {
  using enum model::AnnotationKind;
  return annotation.kind == Assertion || annotation.kind == GlobalAssertion || annotation.kind == Invariant ||
         annotation.kind == BarrierInvariant || annotation.kind == ReadPermission || annotation.kind == Scan;
}

bool compares_two(const model::KernelModel& kernel) {
  return std::ranges::any_of(kernel.annotations, [](const model::Annotation& one) {
    const bool is_precondition = one.kind == model::AnnotationKind::Precondition;
    if (one.contract != ContractPart::None) return is_precondition && (one.two_items || one.of_accesses);
    return one.two_items && (is_precondition || one.kind == model::AnnotationKind::Assumption);
  });
}

bool is_of_watched(const model::KernelModel& kernel, const Memory& memory, std::uint32_t annotation) {
  return std::ranges::all_of(kernel.queries, [&](const model::AccessQuery& query) {
    if (query.annotation != annotation) return true;
    const std::uint32_t region = memory.region_of(query.array);
    return region != kNone && memory.region(region).is_watched;
  });
}

}  // namespace launchproof::two_thread
