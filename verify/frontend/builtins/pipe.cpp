// Reservations and queries of pipes. lower_pipes() handles reads and writes of packets. The contents of a
// pipe are unknown, since another kernel or an earlier launch wrote them.
#include <llvm/IR/Argument.h>

#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

// All work-items of the group, or of the sub-group, must reach the call with equal operands from `first` on
// (OpenCL C 3.0, 6.15.15.4).
model::BarrierId meet(BuiltinCall& call, unsigned first, unsigned count, bool sub_group) {
  model::Barrier item;
  item.kind = model::Convergence::Collective;
  item.function = call.name().substr(call.name().starts_with("__") ? 2 : 0);
  if (sub_group) item.level = model::ConvergenceLevel::SubGroup;
  for (unsigned i = first; i < first + count; ++i)
    for (const ValueId part : call.argument(i)) item.same.push_back(part);
  return call.translator().add_barrier(std::move(item));
}

}  // namespace

// All other calls were lowered.
void large_packet(BuiltinCall& call) {
  call.refuse("a packet of more than 1024 bytes (" + call.name() + ")");
}

void pipe_reserve(BuiltinCall& call) {
  call.result({call.values().pipe(kReservationBits)});
}

// One reservation for the whole group.
void pipe_group_reserve(BuiltinCall& call) {
  const bool sub_group = call.name().find("sub_group") != std::string::npos;
  const model::BarrierId point = meet(call, 1, 1, sub_group);
  call.result({call.values().collective(point, kReservationBits, /*uniform=*/true)});
}

void pipe_group_commit(BuiltinCall& call) {
  meet(call, 1, 1, call.name().find("sub_group") != std::string::npos);
}

void reservation_is_valid(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const ValueId id = call.argument(0).front();
  const ValueId none = values.equal(id, values.constant(values.width(id), 0));
  call.result({values.resize(values.logical_not(none), call.result_widths().front(), false)});
}

void pipe_packets(BuiltinCall& call) {
  call.result({call.values().pipe(call.result_widths().front())});
}

// The capacity of a pipe was set when it was created.
void pipe_capacity(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const unsigned width = call.result_widths().front();
  const auto* pipe = llvm::dyn_cast<llvm::Argument>(call.call().getArgOperand(0));
  call.result({pipe == nullptr
                   ? values.pipe(width)
                   : values.function("pipe.capacity", width, {values.constant(32, pipe->getArgNo())})});
}

}  // namespace launchproof::frontend
