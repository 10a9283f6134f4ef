// Implements work-item functions, barriers, fences and asynchronous copies.
#include <cstring>
#include <map>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

const std::map<std::string, Query>& queries() {
  static const std::map<std::string, Query> kQueries{
      {"get_work_dim", Query::WorkDim},
      {"get_global_size", Query::GlobalSize},
      {"get_global_id", Query::GlobalId},
      {"get_local_size", Query::LocalSize},
      {"get_enqueued_local_size", Query::EnqueuedLocalSize},
      {"get_local_id", Query::LocalId},
      {"get_num_groups", Query::NumGroups},
      {"get_group_id", Query::GroupId},
      {"get_global_offset", Query::GlobalOffset},
      {"get_global_linear_id", Query::GlobalLinearId},
      {"get_local_linear_id", Query::LocalLinearId},
      {"get_sub_group_size", Query::SubGroupSize},
      {"get_max_sub_group_size", Query::MaximumSubGroupSize},
      {"get_num_sub_groups", Query::SubGroupCount},
      {"get_enqueued_num_sub_groups", Query::EnqueuedSubGroupCount},
      {"get_sub_group_id", Query::SubGroupId},
      {"get_sub_group_local_id", Query::SubGroupLocalId}};
  return kQueries;
}

constexpr std::uint64_t kAcquire = 2, kRelease = 3;  // memory_order

Handler make_barrier(const Signature& signature) {
  const bool scoped = signature.parameters.size() > 1;
  return [scoped](CallingItem& item, Lanes arguments, std::uint64_t*) {
    const std::uint64_t scope = scoped ? *arguments[1] : static_cast<std::uint64_t>(AtomicScope::WorkGroup);
    // A barrier with a narrower scope also stops the work-items, but orders no memory between them.
    const bool narrow = scope == static_cast<std::uint64_t>(AtomicScope::WorkItem) ||
                        scope == static_cast<std::uint64_t>(AtomicScope::SubGroup);
    // A wider barrier is also a fence of that scope: a release before it, and an acquire after it, which the
    // group performs when it continues.
    const bool wide = scope == static_cast<std::uint64_t>(AtomicScope::Device) ||
                      scope == static_cast<std::uint64_t>(AtomicScope::AllDevices);
    const bool fences = wide && (*arguments[0] & 2) != 0;
    if (fences) item.fence({static_cast<AtomicScope>(scope), kRelease});
    item.barrier(narrow ? 0 : *arguments[0]);
    if (fences) item.fence_behind_barrier({static_cast<AtomicScope>(scope), kAcquire});
  };
}

Handler make_async_copy(const Signature& signature) {
  const bool strided = signature.name == "async_work_group_strided_copy";
  const TypeName& to = signature.parameters.at(0);
  const std::uint32_t bytes = to.scalar.bits / 8U * (to.lanes == 3 ? 4 : to.lanes);
  const bool to_local = to.text.find("AS3") != std::string::npos;
  return [strided, bytes, to_local](CallingItem& item, Lanes arguments, std::uint64_t* result) {
    AsyncCopy copy;
    copy.to = *arguments[0];
    copy.from = *arguments[1];
    copy.elements = *arguments[2];
    copy.element_bytes = bytes;
    if (strided) (to_local ? copy.from_stride : copy.to_stride) = *arguments[3];
    copy.joined = *arguments[strided ? 4 : 3];
    *result = item.async_copy(copy);
  };
}

void wait_for_events(CallingItem& item, Lanes arguments, std::uint64_t*) {
  std::vector<std::uint64_t> events;
  const auto count = static_cast<std::int32_t>(*arguments[0]);
  for (std::int32_t i = 0; i < count; ++i) {
    std::uint64_t event = 0;
    item.read(*arguments[1] + 8 * static_cast<std::uint64_t>(i), 8, reinterpret_cast<std::uint8_t*>(&event));
    events.push_back(event);
  }
  item.wait_for(events);
}

void do_nothing(CallingItem&, Lanes, std::uint64_t*) {}

}  // namespace

Handler find_work_item_builtin(const Signature& signature) {
  const std::string& name = signature.name;
  const auto query = queries().find(name);
  if (query != queries().end()) {
    const bool has_dimension = !signature.parameters.empty() && signature.parameters[0].known;
    return [kind = query->second, has_dimension](CallingItem& item, Lanes arguments, std::uint64_t* result) {
      *result = item.query(kind, has_dimension ? *arguments[0] : 0);
    };
  }
  if (name == "sub_group_barrier")
    return [scoped = signature.parameters.size() > 1](CallingItem& item, Lanes arguments, std::uint64_t*) {
      const bool narrow = scoped && *arguments[1] == static_cast<std::uint64_t>(AtomicScope::WorkItem);
      item.sub_group_barrier(narrow ? 0 : *arguments[0]);
    };
  if (name == "barrier" || name == "work_group_barrier") return make_barrier(signature);
  if (name == "async_work_group_copy" || name == "async_work_group_strided_copy")
    return make_async_copy(signature);
  if (name == "wait_group_events") return wait_for_events;
  if (name == "prefetch") return do_nothing;
  if (name == "atomic_work_item_fence")
    return [](CallingItem& item, Lanes arguments, std::uint64_t*) {
      if ((*arguments[0] & 2) != 0) item.fence({static_cast<AtomicScope>(*arguments[2]), *arguments[1]});
    };
  // Since OpenCL C 2.0, these are fences of the group. Before 2.0, they order no work-items.
  for (const auto& [fence, order] :
       {std::pair{"mem_fence", 4}, {"read_mem_fence", 2}, {"write_mem_fence", 3}})
    if (name == fence)
      return [order](CallingItem& item, Lanes arguments, std::uint64_t*) {
        if ((*arguments[0] & 2) != 0) item.fence({AtomicScope::WorkGroup, static_cast<std::uint64_t>(order)});
      };
  return {};
}

}  // namespace launchproof::oracle
