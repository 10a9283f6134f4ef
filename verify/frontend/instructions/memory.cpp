#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <utility>

#include "verify/frontend/builtins/builtins.h"
#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/padding.h"
#include "verify/frontend/passes/contracts.h"
#include "verify/frontend/passes/lower_annotations.h"
#include "verify/frontend/passes/lower_pipes.h"
#include "verify/frontend/passes/lower_queues.h"
#include "verify/frontend/passes/lower_roles.h"
#include "verify/frontend/translate/kernel_translator.h"
#include "verify/model/alignment.h"

namespace launchproof::frontend {
namespace {

// The width of each component if all have equal widths of whole bytes, otherwise 0.
unsigned component_bytes(const std::vector<unsigned>& widths) {
  if (widths.empty() || widths.front() % 8 != 0) return 0;
  for (const unsigned width : widths)
    if (width != widths.front()) return 0;
  return widths.front() / 8;
}

bool holds_pointer(llvm::Type* type) {
  if (type->isPointerTy()) return true;
  return std::ranges::any_of(type->subtypes(), holds_pointer);
}

}  // namespace

model::SiteId KernelTranslator::add_site(model::Site site, const Pointer& at) {
  if (at.targets.unknown || at.targets.arrays.empty()) {
    unsupported(
        "an access through a pointer whose target is not known (read from memory or made from an integer)");
    return model::kNone;
  }
  site.block = d_values.block();
  site.location = d_values.location();
  site.observes = d_observes && site.kind == model::AccessKind::Read && site.copy == model::kNone;
  site.non_temporal =
      d_non_temporal && !site.observes && site.kind == model::AccessKind::Read && site.copy == model::kNone;
  site.in_flight |= d_in_flight;
  site.ended = d_ended;
  site.arriving = d_arriving;
  site.awaited = d_awaited;
  site.is_coherent = !d_non_coherent || site.kind != model::AccessKind::Read;
  site.base = at.base;
  site.offset = at.offset;
  site.arrays.assign(at.targets.arrays.begin(), at.targets.arrays.end());
  if (site.arrays.size() == 1) site.base = d_values.constant(32, site.arrays.front());
  // If an array is a whole object, an access outside of the array is outside of the object.
  const auto is_whole = [&](const ArrayIndex& one) {
    return std::ranges::any_of(site.arrays, [&](model::ArrayId array) {
      return d_model.arrays[array].bytes && *d_model.arrays[array].bytes <= one.bytes;
    });
  };
  for (const ArrayIndex& one : at.indices)
    if (!is_whole(one)) site.inner.push_back({one.index, one.count});
  const auto id = static_cast<model::SiteId>(d_model.sites.size());
  d_model.blocks[site.block].events.push_back({model::Event::Kind::Site, id});
  d_model.sites.push_back(std::move(site));
  return id;
}

Parts KernelTranslator::read(const Pointer& from, unsigned component_bytes, unsigned count,
                             bool is_volatile) {
  model::Site site;
  site.kind = model::AccessKind::Read;
  site.bytes = component_bytes * count;
  site.component_bytes = component_bytes;
  site.is_volatile = is_volatile;
  const model::SiteId id = add_site(std::move(site), from);
  Parts all;
  for (unsigned i = 0; i < count; ++i)
    all.push_back(id == model::kNone ? d_values.undefined(component_bytes * 8)
                                     : d_values.read(id, i, component_bytes * 8));
  return all;
}

void KernelTranslator::write(const Pointer& to, unsigned component_bytes, const Parts& components,
                             bool is_volatile) {
  model::Site site;
  site.kind = model::AccessKind::Write;
  site.bytes = component_bytes * static_cast<unsigned>(components.size());
  site.component_bytes = component_bytes;
  site.written = components;
  site.is_volatile = is_volatile;
  add_site(std::move(site), to);
}

model::BarrierId KernelTranslator::add_barrier(model::Barrier barrier) {
  barrier.block = d_values.block();
  barrier.location = d_values.location();
  d_model.blocks[barrier.block].events.push_back(
      {model::Event::Kind::Barrier, static_cast<std::uint32_t>(d_model.barriers.size())});
  d_model.barriers.push_back(std::move(barrier));
  return static_cast<model::BarrierId>(d_model.barriers.size() - 1);
}

void KernelTranslator::add_fence(model::MaskMeeting meeting, const std::string& function,
                                 std::uint32_t lanes) {
  model::Fence fence;
  fence.meeting = meeting;
  fence.function = function;
  fence.lanes = lanes;
  add_fence(std::move(fence));
}

void KernelTranslator::add_fence(model::Fence fence) {
  fence.block = d_values.block();
  fence.location = d_values.location();
  d_model.blocks[fence.block].events.push_back(
      {model::Event::Kind::Fence, static_cast<std::uint32_t>(d_model.fences.size())});
  d_model.fences.push_back(std::move(fence));
}

void KernelTranslator::load(const llvm::LoadInst& load) {
  llvm::Type* type = load.getType();
  if (holds_pointer(type)) {
    unsupported("a pointer read from memory");
    define(load, undefined(type));
    return;
  }
  const std::vector<unsigned> all = widths(type);
  llvm::APInt offset(d_layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const llvm::Value* start =
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(d_layout, offset, true);
  const auto* parameter = llvm::dyn_cast<llvm::Argument>(start);
  if (parameter != nullptr && parameter->hasByValAttr()) {
    std::uint64_t byte = offset.getZExtValue();
    Parts made;
    for (const unsigned width : all) {
      if (width % 8 != 0) {
        unsupported("a read of the by-value parameter " + parameter->getName().str());
        define(load, undefined(type));
        return;
      }
      made.push_back(d_values.leaf(Op::Parameter, width, parameter->getArgNo(), byte));
      byte += width / 8;
    }
    define(load, std::move(made));
    return;
  }
  const unsigned bytes = component_bytes(all);
  if (bytes == 0) {
    unsupported("a read of type " + type_name(type));
    define(load, undefined(type));
    return;
  }
  const bool is_volatile = load.isVolatile() && load.getMetadata(kPlainAccess) == nullptr;
  if (type->isFPOrFPVectorTy()) d_float_sites.insert(static_cast<model::SiteId>(d_model.sites.size()));
  define(load,
         read(pointer(load.getPointerOperand()), bytes, static_cast<unsigned>(all.size()), is_volatile));
}

void KernelTranslator::store(const llvm::StoreInst& store) {
  llvm::Type* type = store.getValueOperand()->getType();
  if (holds_pointer(type)) {
    unsupported("a pointer written to memory");
    return;
  }
  const unsigned bytes = component_bytes(widths(type));
  if (bytes == 0) {
    unsupported("a write of type " + type_name(type));
    return;
  }
  const bool is_volatile = store.isVolatile() && store.getMetadata(kPlainAccess) == nullptr;
  Parts written = parts(store.getValueOperand());
  if (has_padding(*store.getValueOperand())) written.back() = d_values.padding(bytes * 8);
  if (type->isFPOrFPVectorTy()) d_float_sites.insert(static_cast<model::SiteId>(d_model.sites.size()));
  write(pointer(store.getPointerOperand()), bytes, written, is_volatile);
}

// A part of a copy (copy_accesses.h), perhaps of a queue (lower_queues.h): it reads or writes all of its
// bytes at once.
void KernelTranslator::copy_of_queue(const llvm::CallBase& call) {
  const auto number_of = [&](unsigned operand) {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(operand))->getZExtValue();
  };
  constexpr unsigned kGrain = 16;
  model::Site site;
  site.kind = number_of(2) != 0 ? model::AccessKind::Write : model::AccessKind::Read;
  site.bytes = static_cast<std::uint32_t>(number_of(1));
  site.component_bytes = kGrain;
  site.in_flight = true;
  if (call.arg_size() > 3) {
    site.queue = static_cast<std::uint32_t>(number_of(3));
    site.number = d_values.resize(parts(call.getArgOperand(4)).front(), address_bits(), false);
  }
  add_site(std::move(site), pointer(call.getArgOperand(0)));
}

void KernelTranslator::call(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (call.isInlineAsm())
    unsupported("inline assembly");
  else if (callee == nullptr)
    unsupported("a call through a function pointer");
  else if (callee->getName().starts_with(kUndefinedPrefix)) {
    define(call, undefined(call.getType()));
    return;
  } else if (callee->getName().starts_with(kPipePrefix)) {
    define(call, {d_values.pipe(call.getType()->getScalarSizeInBits())});
    return;
  } else if (callee->getName() == cuda::kReturns) {
    d_model.blocks[d_values.block()].ends_by_return = true;
    return;
  } else if (callee->getName() == kWait) {
    wait(call);
    return;
  } else if (callee->getName().starts_with(kEndedCopies)) {
    d_ended.clear();
    for (const llvm::Value* ended : call.args())
      d_ended.push_back(d_values.resize(parts(ended).front(), address_bits(), false));
    return;
  } else if (callee->getName() == kOfOther) {
    define(call, {d_values.other(parts(call.getArgOperand(0)).front())});
    return;
  } else if (callee->getName().starts_with(kArrivalNumbers)) {
    d_arriving.clear();
    d_awaited.clear();
    for (unsigned i = 0; i < call.arg_size(); ++i)
      (i % 2 == 0 ? d_arriving : d_awaited)
          .push_back(d_values.resize(parts(call.getArgOperand(i)).front(), address_bits(), false));
    return;
  } else if (callee->getName().starts_with(kCopyOfQueue)) {
    copy_of_queue(call);
    return;
  } else if (callee->getName().starts_with(kCallPrefix)) {
    call_by_contract(call);
    return;
  } else if (callee->getName().starts_with(kArgumentPrefix) || callee->getName() == kEnabled) {
    Parts all;
    for (const unsigned width : widths(call.getType())) all.push_back(d_values.contract(model::kNone, width));
    if (callee->getName() == kEnabled) d_model.enabled = all.front();
    define(call, std::move(all));
    return;
  } else if (callee->isIntrinsic()) {
    if (intrinsic(call)) return;
    unsupported("the intrinsic function " + callee->getName().str());
  } else if (const auto called = called_annotation(call)) {
    annotate(call, *called);
    return;
  } else if (callee->isDeclaration()) {
    translate_builtin(*this, call);
    return;
  }
  // A call that could not be inlined was rejected before; any other called function has an effect.
  if (d_model.unsupported.empty()) unsupported("a call through a function pointer");
  define(call, undefined(call.getType()));
}

// The contract refers to the values that are passed.
void KernelTranslator::call_by_contract(const llvm::CallBase& call) {
  const auto number = static_cast<std::uint32_t>(d_model.calls.size());
  model::Call item;
  item.block = d_values.block();
  item.location = d_values.location();
  if (item.location != model::kNone && d_model.locations[item.location].call_site != model::kNone)
    item.location = d_model.locations[item.location].call_site;
  ProcedureCall to;
  to.function = call.getCalledFunction()->getName().substr(std::string_view(kCallPrefix).size()).str();
  for (const llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    const Pointer at = pointer(argument.get());
    ProcedurePointer& pointer = to.pointers.emplace_back();
    const bool is_one = !at.targets.unknown && at.targets.arrays.size() == 1;
    const model::ArrayId array = is_one ? *at.targets.arrays.begin() : 0;
    pointer.parameter = d_model.arrays[array].parameter;
    if (pointer.parameter == model::kNone)
      pointer.variable = const_cast<llvm::GlobalVariable*>(d_pointers.variable_of(array));
    const bool is_shared = d_model.arrays[array].memory != model::Memory::Private &&
                           d_model.arrays[array].memory != model::Memory::Image;
    const bool is_known = pointer.parameter != model::kNone || pointer.variable != nullptr;
    to.is_followed = to.is_followed && array != 0 && is_shared && is_known;
    pointer.offset = d_values.constant_of(at.offset);
    if (!pointer.offset) pointer.zeros = model::Alignment(d_model).of(at.offset);
  }
  d_model.blocks[item.block].events.push_back({model::Event::Kind::Call, number});
  d_model.calls.push_back(item);
  d_procedure_calls.push_back(std::move(to));
  Parts all;
  for (const unsigned width : widths(call.getType())) all.push_back(d_values.contract(number, width));
  define(call, std::move(all));
}

// A wait whose events were read from their array; see split_waits().
void KernelTranslator::wait(const llvm::CallBase& call) {
  model::Barrier item;
  item.kind = model::Convergence::Wait;
  item.function = "wait_group_events";
  for (const llvm::Use& event : call.args()) {
    item.events.push_back(parts(event.get()).front());
    item.same.push_back(item.events.back());
  }
  add_barrier(std::move(item));
}

bool KernelTranslator::intrinsic(const llvm::CallBase& call) {
  const auto& item = llvm::cast<llvm::IntrinsicInst>(call);
  if (llvm::isa<llvm::DbgInfoIntrinsic>(item) || item.isAssumeLikeIntrinsic()) {
    if (!call.getType()->isVoidTy() && call.arg_size() > 0 &&
        call.getArgOperand(0)->getType() == call.getType())
      define(call, parts(call.getArgOperand(0)));
    return true;
  }
  switch (item.getIntrinsicID()) {
    case llvm::Intrinsic::expect:
      define(call, parts(call.getArgOperand(0)));
      return true;
    case llvm::Intrinsic::fmuladd:
      define(call, product_and_sum(item));
      return true;
    case llvm::Intrinsic::fma: {
      const Parts a = parts(call.getArgOperand(0));
      const Parts b = parts(call.getArgOperand(1));
      const Parts c = parts(call.getArgOperand(2));
      Parts all;
      for (std::size_t i = 0; i < a.size(); ++i) {
        const unsigned width = d_values.width(a[i]);
        all.push_back(d_values.function("fma." + std::to_string(width), width, {a[i], b[i], c[i]}));
      }
      define(call, std::move(all));
      return true;
    }
    default:
      return false;
  }
}

}  // namespace launchproof::frontend
