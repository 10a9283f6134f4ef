// Functions that the work-items of a group execute together: collective functions and asynchronous copies.
#include <llvm/IR/DerivedTypes.h>

#include "verify/frontend/builtins/builtin_call.h"
#include "verify/frontend/builtins/scans.h"
#include "verify/frontend/ir/address_spaces.h"

namespace launchproof::frontend {
namespace {

// All work-items take part and pass the same value for each of these (OpenCL C 3.0, 6.15.16: the ids of a
// broadcast).
void require_same(BuiltinCall& call, unsigned first, model::Barrier& into) {
  for (unsigned i = first; i < call.arguments(); ++i)
    for (const ValueId part : call.argument(i)) into.same.push_back(part);
}

}  // namespace

// OpenCL C 3.0, 6.15.16 "Work-group Collective Functions": every work-item of the group must reach the call.
// The specification does not make it a fence, so it orders no memory. all, any, broadcast and reduce return
// the same result to all work-items; scans return a separate one to each.
void group_collective(BuiltinCall& call) {
  const std::vector<unsigned> widths = call.result_widths();
  if (widths.size() != 1 || call.arguments() == 0) {
    call.refuse("a collective function on vectors (" + call.name() + ")");
    return;
  }
  model::Barrier item;
  item.kind = model::Convergence::Collective;
  item.function = call.source_name();
  const bool scan = call.name().find("_scan_") != std::string::npos;
  if (call.name().ends_with("_broadcast")) require_same(call, 1, item);
  for (const ValueId part : call.argument(0)) item.taken.push_back(part);
  const model::BarrierId point = call.translator().add_barrier(std::move(item));
  if (const auto sum = sum_of_places(call.name(), call.type(0)))
    call.result({call.values().exchanged(point, widths.front(), *sum)});
  else
    call.result({call.values().collective(point, widths.front(), !scan)});
}

// async_work_group_copy(to, from, elements, event) and async_work_group_strided_copy(to, from, elements,
// stride, event), where the stride is that of the global side (OpenCL C 3.0, 6.15.11). Vectors of three
// components are copied as four.
void async_copy(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  KernelTranslator& translator = call.translator();
  const bool strided = call.name() == "async_work_group_strided_copy";
  const unsigned component = call.scalar().bytes();
  const unsigned lanes = call.lanes() == 3 ? 4 : call.lanes();
  if (component == 0 || call.arguments() != (strided ? 5U : 4U)) {
    call.refuse("an asynchronous copy of elements of an unknown type");
    return;
  }
  const unsigned bytes = component * lanes;
  const ValueId elements = values.resize(call.argument(2).front(), translator.address_bits(), false);
  const ValueId unit = values.address(bytes);
  const ValueId apart =
      strided ? values.mul(values.resize(call.argument(3).front(), translator.address_bits(), false), unit)
              : unit;
  const bool to_local = call.type(0)->getPointerAddressSpace() == kLocalSpace;

  model::Barrier item;
  item.kind = model::Convergence::Copy;
  item.function = call.source_name();
  require_same(call, 0, item);
  const auto copy = static_cast<model::BarrierId>(translator.model().barriers.size());
  item.event = values.event(copy, call.argument(call.arguments() - 1).front());
  const ValueId event = item.event;
  translator.add_barrier(std::move(item));

  model::Site from;
  from.kind = model::AccessKind::Read;
  from.bytes = bytes;
  from.component_bytes = component;
  from.copy = copy;
  from.element = values.element(copy);
  from.elements = elements;
  model::Site to = from;
  to.kind = model::AccessKind::Write;
  const auto at = [&](unsigned pointer, bool local) {
    return translator.moved(call.pointer(pointer), values.mul(from.element, local ? unit : apart));
  };
  const model::SiteId read = translator.add_site(from, at(1, !to_local));
  for (unsigned i = 0; i < lanes; ++i)
    to.written.push_back(read == model::kNone ? values.undefined(component * 8)
                                              : values.read(read, i, component * 8));
  translator.add_site(to, at(0, to_local));
  call.result({event});
}

// Only waits that could not be split into their events get here.
void async_wait(BuiltinCall& call) {
  call.refuse("a wait for a number of events that is not constant");
}

}  // namespace launchproof::frontend
