// Atomic functions. Old values are reads of their site; new values are not tracked.
#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

constexpr std::uint32_t kSequentiallyConsistent = 5;  // memory_order_seq_cst

struct Semantics {
  std::uint32_t order = kSequentiallyConsistent;
  model::AtomicScope scope = model::AtomicScope::Device;
};

// Numbers of memory_scope as Clang's header defines them.
bool scope_of(std::uint64_t number, model::AtomicScope& scope) {
  switch (number) {
    case 0:
      scope = model::AtomicScope::WorkItem;
      return true;
    case 1:
      scope = model::AtomicScope::WorkGroup;
      return true;
    case 2:
      scope = model::AtomicScope::Device;
      return true;
    case 3:
      scope = model::AtomicScope::AllDevices;
      return true;
    case 4:
      scope = model::AtomicScope::SubGroup;
      return true;
    default:
      return false;
  }
}

// Reads order and scope of an _explicit function from the argument `order` and the argument after the
// `orders` orders.
bool semantics(BuiltinCall& call, unsigned order, unsigned orders, Semantics& result) {
  if (!call.name().ends_with("_explicit")) return true;
  const auto order_value = call.values().constant_of(call.argument(order).front());
  if (!order_value) return false;
  result.order = static_cast<std::uint32_t>(*order_value);
  if (call.arguments() <= order + orders) return true;
  const auto scope = call.values().constant_of(call.argument(order + orders).front());
  return scope && scope_of(*scope, result.scope);
}

void refuse_semantics(BuiltinCall& call) {
  call.refuse("the function " + call.name() + " whose memory order or scope is not constant");
}

// Returns the number that a call adds to an integer if it is a constant.
std::optional<std::uint64_t> added_by(BuiltinCall& call, unsigned width) {
  const std::string_view name = call.name();
  const auto is = [&](std::string_view what) {
    return name == "atomic_" + std::string(what) || name == "atom_" + std::string(what);
  };
  const bool fetch_add = name == "atomic_fetch_add" || name == "atomic_fetch_add_explicit";
  const bool fetch_sub = name == "atomic_fetch_sub" || name == "atomic_fetch_sub_explicit";
  std::optional<std::uint64_t> amount;
  if (is("inc") || is("dec")) {
    amount = 1;
  } else if (is("add") || is("sub") || fetch_add || fetch_sub) {
    if (call.arguments() < 2 || !call.type(1)->isIntegerTy()) return std::nullopt;
    amount = call.values().constant_of(call.argument(1).front());
  }
  if (!amount) return std::nullopt;
  if (is("dec") || is("sub") || fetch_sub) amount = std::uint64_t{0} - *amount;
  return width >= 64 ? *amount : *amount & ((std::uint64_t{1} << width) - 1);
}

// Returns the operation of a call on the old value and its second argument, if models support it.
model::AtomicOperation operation_of(BuiltinCall& call) {
  using model::AtomicOperation;
  if (call.arguments() < 2 || !call.type(1)->isIntegerTy()) return AtomicOperation::Other;
  std::string_view name = call.name();
  if (name.ends_with("_explicit")) name.remove_suffix(std::string_view("_explicit").size());
  for (const std::string_view prefix : {"atomic_fetch_", "atomic_", "atom_"})
    if (name.starts_with(prefix)) {
      name.remove_prefix(prefix.size());
      break;
    }
  if (name == "add" || name == "sub") return AtomicOperation::Add;
  if (name == "and") return AtomicOperation::And;
  if (name == "or") return AtomicOperation::Or;
  if (name == "xor") return AtomicOperation::Xor;
  if (name == "inc_limit") return AtomicOperation::CountUp;
  const ScalarType type = call.scalar().code != 0 ? call.scalar() : call.second_scalar();
  if (type.code == 0) return AtomicOperation::Other;
  const bool is_signed = type.is_signed();
  if (name == "min") return is_signed ? AtomicOperation::SMin : AtomicOperation::UMin;
  if (name == "max") return is_signed ? AtomicOperation::SMax : AtomicOperation::UMax;
  return AtomicOperation::Other;
}

enum class Does : std::uint8_t { Load, Store, Both };

// Returns the old value, or an arbitrary one if no site could be created.
ValueId atomic_site(BuiltinCall& call, const Pointer& at, unsigned width, const Semantics& semantics,
                    Does does) {
  model::Site site;
  site.kind = model::AccessKind::Atomic;
  site.bytes = site.component_bytes = width / 8;
  site.scope = semantics.scope;
  site.atomic_order = semantics.order;
  site.atomic_writes = does != Does::Load;
  site.atomic_reads = does != Does::Store;
  site.added = added_by(call, width);
  if (site.added) {
    site.operation = model::AtomicOperation::Add;
    site.operand = call.values().constant(width, *site.added);
  } else if (does == Does::Both) {
    site.operation = operation_of(call);
    if (site.operation != model::AtomicOperation::Other) {
      site.operand = call.argument(1).front();
      if (call.name().find("_sub") != std::string::npos)
        site.operand = call.values().sub(call.values().constant(width, 0), site.operand);
      if (call.values().width(site.operand) != width) {
        site.operand = model::kNone;
        site.operation = model::AtomicOperation::Other;
      }
    }
  }
  const model::SiteId id = call.translator().add_site(std::move(site), at);
  return id == model::kNone ? call.values().undefined(width) : call.values().read(id, 0, width);
}

}  // namespace

void atomic_legacy(BuiltinCall& call) {
  const std::vector<unsigned> widths = call.result_widths();
  if (widths.size() != 1 || call.arguments() == 0 || !call.type(0)->isPointerTy()) {
    call.refuse("the function " + call.name());
    return;
  }
  // Relaxed and device-wide (OpenCL C 3.0 specification, 6.15.12.8 on the legacy functions).
  call.result(
      {atomic_site(call, call.pointer(0), widths.front(), {0, model::AtomicScope::Device}, Does::Both)});
}

void atomic_init(BuiltinCall& call) {
  const Parts value = call.argument(1);
  call.translator().write(call.pointer(0), call.values().width(value.front()) / 8, value);
}

void atomic_load(BuiltinCall& call) {
  Semantics how;
  if (!semantics(call, 1, 1, how)) {
    refuse_semantics(call);
    return;
  }
  call.result({atomic_site(call, call.pointer(0), call.result_widths().front(), how, Does::Load)});
}

void atomic_store(BuiltinCall& call) {
  Semantics how;
  if (!semantics(call, 2, 1, how)) {
    refuse_semantics(call);
    return;
  }
  atomic_site(call, call.pointer(0), call.values().width(call.argument(1).front()), how, Does::Store);
}

void atomic_change(BuiltinCall& call) {
  Semantics how;
  if (!semantics(call, 2, 1, how)) {
    refuse_semantics(call);
    return;
  }
  call.result({atomic_site(call, call.pointer(0), call.result_widths().front(), how, Does::Both)});
}

void atomic_compare_exchange(BuiltinCall& call) {
  Semantics how;
  if (!semantics(call, 3, 2, how)) {
    refuse_semantics(call);
    return;
  }
  ValueBuilder& values = call.values();
  const unsigned width = values.width(call.argument(2).front());
  const Pointer expected = call.pointer(1);
  const ValueId wanted = call.translator().read(expected, width / 8, 1).front();
  const ValueId old = atomic_site(call, call.pointer(0), width, how, Does::Both);
  ValueId success = values.equal(old, wanted);
  // The weak form may fail spuriously.
  if (call.name().find("_weak") != std::string::npos) success = values.bit_and(success, values.undefined(1));
  call.translator().write(expected, width / 8, {values.select(success, wanted, old)});
  call.result({values.resize(success, call.result_widths().front(), false)});
}

void atomic_flag_set(BuiltinCall& call) {
  Semantics how;
  if (!semantics(call, 1, 1, how)) {
    refuse_semantics(call);
    return;
  }
  const ValueId old = atomic_site(call, call.pointer(0), 32, how, Does::Both);
  ValueBuilder& values = call.values();
  const ValueId set = values.logical_not(values.equal(old, values.constant(32, 0)));
  call.result({values.resize(set, call.result_widths().front(), false)});
}

void atomic_flag_clear(BuiltinCall& call) {
  Semantics how;
  if (!semantics(call, 1, 1, how)) {
    refuse_semantics(call);
    return;
  }
  atomic_site(call, call.pointer(0), 32, how, Does::Store);
}

// mem_fence is a fence of the group, with the order given by its name (OpenCL C 3.0 specification, 6.15.12.5
// and 6.15.9). A fence with non-constant arguments is assumed to order nothing.
void fence(BuiltinCall& call) {
  constexpr std::uint64_t kGlobal = 2;  // CLK_GLOBAL_MEM_FENCE
  constexpr std::uint32_t kAcquire = 2, kRelease = 3, kAcquireRelease = 4;
  const auto constant = [&](unsigned index) {
    return index < call.arguments() ? call.values().constant_of(call.argument(index).front()) : std::nullopt;
  };
  model::Fence fence;
  fence.global_memory = (constant(0).value_or(0) & kGlobal) != 0;
  if (call.name() == "atomic_work_item_fence") {
    const auto order = constant(1);
    const auto scope = constant(2);
    if (order && scope && scope_of(*scope, fence.scope)) fence.order = static_cast<std::uint32_t>(*order);
  } else {
    fence.scope = model::AtomicScope::WorkGroup;
    fence.order = kAcquireRelease;
    if (call.name() == "read_mem_fence") fence.order = kAcquire;
    if (call.name() == "write_mem_fence") fence.order = kRelease;
  }
  call.translator().add_fence(std::move(fence));
}

}  // namespace launchproof::frontend
