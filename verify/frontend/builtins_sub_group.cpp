// Functions of the sub-group. How a device divides a group into sub-groups is not known: ids and sizes are
// any that fit together (model::SubGroupValue), and what is exchanged is any value.
#include <map>

#include "verify/frontend/builtin_call.h"

namespace launchproof::frontend {
namespace {

using model::SubGroupValue;

ValueId of_sub_group(BuiltinCall& call, SubGroupValue what, unsigned width = 32) {
  const auto index = static_cast<std::uint32_t>(what);
  return what == SubGroupValue::Result ? call.values().sub_group_result(width)
                                       : call.values().leaf(Op::SubGroup, width, index);
}

}  // namespace

void sub_group_query(BuiltinCall& call) {
  static const std::map<std::string, SubGroupValue> kQueries{
      {"get_sub_group_local_id", SubGroupValue::LocalId},
      {"get_sub_group_id", SubGroupValue::Id},
      {"get_sub_group_size", SubGroupValue::Size},
      {"get_num_sub_groups", SubGroupValue::Count},
      {"get_max_sub_group_size", SubGroupValue::MaximumSize},
      {"get_enqueued_num_sub_groups", SubGroupValue::EnqueuedCount}};
  call.result({of_sub_group(call, kQueries.at(call.name()))});
}

// Who else passes it is not known, so it orders nothing; what it may order makes findings around it inexact.
void sub_group_barrier(BuiltinCall& call) {
  model::Barrier item;
  item.function = call.name();
  item.sub_group = true;
  call.translator().add_barrier(std::move(item));
  call.translator().add_fence();
}

// Every work-item of the sub-group must come to the call.
void sub_group_collective(BuiltinCall& call) {
  model::Barrier item;
  item.kind = model::Convergence::Collective;
  item.function = call.name();
  item.sub_group = true;
  if (call.name().ends_with("_broadcast")) item.same = call.argument(1);
  item.taken = call.argument(0);
  const model::BarrierId point = call.translator().add_barrier(std::move(item));
  Parts made;
  for (const unsigned width : call.result_widths())
    made.push_back(call.values().collective(point, width, /*uniform=*/false));
  call.result(std::move(made));
}

// For those that come to the call, which need not be all.
void sub_group_exchange(BuiltinCall& call) {
  Parts made;
  for (const unsigned width : call.result_widths())
    made.push_back(of_sub_group(call, SubGroupValue::Result, width));
  call.result(std::move(made));
}

// Computed by a work-item alone, from its operands and its place in the sub-group.
void sub_group_function(BuiltinCall& call) {
  Parts operands{of_sub_group(call, SubGroupValue::LocalId), of_sub_group(call, SubGroupValue::Size),
                 of_sub_group(call, SubGroupValue::MaximumSize)};
  for (unsigned i = 0; i < call.arguments(); ++i) {
    const Parts more = call.argument(i);
    operands.insert(operands.end(), more.begin(), more.end());
  }
  Parts made;
  for (const unsigned width : call.result_widths())
    made.push_back(call.values().function(call.name() + "." + std::to_string(made.size()), width, operands));
  call.result(std::move(made));
}

}  // namespace launchproof::frontend
