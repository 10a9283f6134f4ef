// Barrier invariants and related annotations: places that no other work-item writes to, and snapshots of
// arrays.
#include <llvm/IR/InstIterator.h>

#include "verify/frontend/ir/mangled_name.h"
#include "verify/frontend/passes/lower_annotations.h"
#include "verify/frontend/passes/snapshots.h"
#include "verify/frontend/translate/kernel_translator.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kJudgedWithMemory =
    "it is judged where shared memory is followed from barrier to barrier";

bool is_one_shared_array(const Pointer& at, const model::KernelModel& model) {
  if (at.targets.unknown || at.targets.arrays.size() != 1 || *at.targets.arrays.begin() == 0) return false;
  const model::Memory memory = model.arrays[*at.targets.arrays.begin()].memory;
  return memory != model::Memory::Private && memory != model::Memory::Image;
}

}  // namespace

bool KernelTranslator::has_barrier_invariants() {
  if (!d_follows_memory)
    d_follows_memory = llvm::any_of(llvm::instructions(d_function), [](const llvm::Instruction& one) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
      const auto called = call == nullptr ? std::nullopt : called_annotation(*call);
      return called && (called->entry->treatment == Treatment::BarrierInvariant ||
                        called->entry->treatment == Treatment::ReadPermission);
    });
  return *d_follows_memory;
}

// Returns false if nothing is kept.
bool KernelTranslator::take_snapshot(const llvm::CallBase& call) {
  const Pointer at = pointer(call.getArgOperand(0));
  const model::ArrayId array = is_one_shared_array(at, d_model) ? *at.targets.arrays.begin() : model::kNone;
  if (!is_source_of_snapshot(call)) {
    d_snapshot_to = array;
    return array != model::kNone;
  }
  if (array == model::kNone || d_snapshot_to == model::kNone) return false;
  const model::BlockId block = d_values.block();
  d_model.snapshots.push_back({d_snapshot_to, array, block,
                               static_cast<std::uint32_t>(d_model.blocks[block].events.size()),
                               d_values.location()});
  return true;
}

// Returns false for the half that names the output.
bool KernelTranslator::claim_scan(const llvm::CallBase& call, model::Annotation& item) {
  const Pointer at = pointer(call.getArgOperand(0));
  const bool is_from_start = is_one_shared_array(at, d_model) && d_values.constant_of(at.offset) == 0;
  const model::ArrayId array = is_from_start ? *at.targets.arrays.begin() : model::kNone;
  if (unmangle(call.getCalledFunction()->getName()).first == kScanOutput) {
    d_scan.output = array;
    const std::optional<std::uint64_t> exclusive = d_values.constant_of(parts(call.getArgOperand(1)).front());
    if (!exclusive) d_scan.output = model::kNone;
    d_scan.is_exclusive = exclusive == 1;
    return false;
  }
  item.kind = model::AnnotationKind::Scan;
  item.scan = d_scan;
  item.scan.input = array;
  item.open = array == model::kNone || d_scan.output == model::kNone
                  ? "it does not name two shared arrays from their start, or whether it is exclusive is not "
                    "a constant"
                  : "it is judged by a run over intervals (the two-thread engine)";
  return true;
}

void KernelTranslator::permit_read(const llvm::CallBase& call, model::Annotation& item) {
  item.kind = model::AnnotationKind::ReadPermission;
  item.open = kJudgedWithMemory;
  const Pointer at = pointer(call.getArgOperand(0));
  if (!is_one_shared_array(at, d_model)) {
    item.open = "it names no element of one shared array";
    return;
  }
  model::Site site;
  site.kind = model::AccessKind::Read;
  site.bytes = site.component_bytes = d_model.arrays[*at.targets.arrays.begin()].element_bytes;
  const bool observed = std::exchange(d_observes, true);
  item.site = add_site(std::move(site), at);
  d_observes = observed;
  item.claim = d_values.constant(1, 1);
}

void KernelTranslator::invariant_at_barrier(const llvm::CallBase& call, model::Annotation& item) {
  item.kind = model::AnnotationKind::BarrierInvariant;
  item.open = kJudgedWithMemory;
  item.two_items = called_annotation(call)->name.ends_with("_binary");
  item.claim = parts(call.getArgOperand(0)).front();
  for (unsigned i = 1; i < call.arg_size(); ++i)
    item.instances.push_back(parts(call.getArgOperand(i)).front());
}

}  // namespace launchproof::frontend
