// Functions of the sub-group. Ids and sizes follow the rules in model/sub_groups.h; exchanged values are
// arbitrary.
#include <algorithm>
#include <map>
#include <optional>

#include "verify/frontend/builtins/builtin_call.h"
#include "verify/frontend/builtins/scans.h"
#include "verify/frontend/cuda/warp_masks.h"
#include "verify/model/exchanges.h"

namespace launchproof::frontend {
namespace {

using model::SubGroupValue;

// Numbers of memory_scope as Clang's header defines them; 2 and 3 are wider than the group.
constexpr std::uint64_t kScopeGroup = 1;
constexpr std::uint64_t kScopeSubGroup = 4;

ValueId of_sub_group(BuiltinCall& call, SubGroupValue what) {
  return call.values().leaf(Op::SubGroup, 32, static_cast<std::uint32_t>(what));
}

// Returns the function for a mask that names a part of the warp, as the call is of those that it names: the
// headers state the mask right in front.
std::optional<std::uint32_t> fence_before(BuiltinCall& call) {
  const std::vector<model::Fence>& fences = call.translator().model().fences;
  if (!call.translator().is_part_of_warp() || fences.empty() ||
      fences.back().block != call.values().block() || cuda::mask_before(call.call()) == nullptr)
    return std::nullopt;
  return static_cast<std::uint32_t>(fences.size() - 1);
}

// Defines the first word of the result as what some threads of the warp give each other, and the others as
// zero.
void exchange_by_some(BuiltinCall& call, std::optional<std::uint32_t> fence, std::uint64_t what,
                      Parts taken) {
  if (fence) {
    const Parts mask = call.translator().parts(cuda::mask_before(call.call()));
    taken.insert(taken.end(), mask.begin(), mask.end());
  }
  ValueBuilder& values = call.values();
  Parts made;
  for (const unsigned width : call.result_widths()) {
    if (!made.empty()) {
      made.push_back(values.constant(width, 0));
      continue;
    }
    made.push_back(values.sub_group_result(width, taken));
    call.translator().model().values[made.back()].literal = model::literal_of(what, fence ? *fence + 1 : 0);
  }
  call.result(std::move(made));
}

ValueId is_not_zero(BuiltinCall& call, ValueId value) {
  ValueBuilder& values = call.values();
  return values.logical_not(values.equal(value, values.constant(values.width(value), 0)));
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

// Orders the memory in its flags between work-items of the sub-group. With a wider scope it is also a fence,
// which others may rely on.
void sub_group_barrier(BuiltinCall& call) {
  if (call.translator().is_part_of_warp()) return;
  const auto flags = call.values().constant_of(call.argument(0).front());
  const auto scope = call.arguments() > 1 ? call.values().constant_of(call.argument(1).front())
                                          : std::optional<std::uint64_t>(kScopeSubGroup);
  if (!flags || !scope) {
    call.refuse(flags ? "a barrier whose memory scope is not constant"
                      : "a barrier whose flags are not constant");
    return;
  }
  model::Barrier item;
  item.function = call.source_name();
  item.level = model::ConvergenceLevel::SubGroup;
  const bool reaches_sub_group = *scope >= kScopeGroup && *scope <= kScopeSubGroup;
  item.local_fence = reaches_sub_group && (*flags & 1) != 0;
  item.global_fence = reaches_sub_group && (*flags & 2) != 0;
  const bool is_of_all = call.language() < 200 || call.translator().model().language == model::Language::Cuda;
  item.image_fence = reaches_sub_group && ((*flags & 4) != 0 || (item.global_fence && is_of_all));
  call.translator().add_barrier(std::move(item));
  if (reaches_sub_group && *scope != kScopeSubGroup) call.translator().add_fence();
}

// Every work-item of the sub-group must reach the call.
void sub_group_collective(BuiltinCall& call) {
  const bool uniform = call.name().find("_scan_") == std::string::npos;
  if (call.translator().is_part_of_warp()) {
    const auto fence = fence_before(call);
    if (fence && uniform && call.result_widths().size() == 1)
      exchange_by_some(call, fence, model::kOneForMask, {});
    else
      sub_group_exchange(call);
    return;
  }
  model::Barrier item;
  item.kind = model::Convergence::Collective;
  item.function = call.source_name();
  item.level = model::ConvergenceLevel::SubGroup;
  if (call.name().ends_with("_broadcast")) item.same = call.argument(1);
  item.taken = call.argument(0);
  const model::BarrierId point = call.translator().add_barrier(std::move(item));
  Parts made;
  const auto sum = sum_of_places(call.name(), call.type(0));
  for (const unsigned width : call.result_widths())
    made.push_back(sum ? call.values().exchanged(point, width, *sum)
                       : call.values().collective(point, width, uniform));
  call.result(std::move(made));
}

// For those work-items that reach the call, which need not be all.
void sub_group_exchange(BuiltinCall& call) {
  Parts operands, made;
  for (unsigned i = 0; i < call.arguments(); ++i) {
    const Parts more = call.argument(i);
    operands.insert(operands.end(), more.begin(), more.end());
  }
  for (const unsigned width : call.result_widths())
    made.push_back(call.values().sub_group_result(width, operands));
  call.result(std::move(made));
}

// Computed by a single work-item from its operands and its place in the sub-group.
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

// Accompanies each texture read, whose memory is not in the model.
void texture(BuiltinCall& call) {
  const std::string sentence = "the launch does not write the memory of textures that it reads";
  std::vector<std::string>& granted = call.translator().model().granted;
  if (std::ranges::find(granted, sentence) == granted.end()) granted.push_back(sentence);
}

// Functions of a warp wait for the threads of their mask. Those of a part of the warp order nothing.
void warp_mask(BuiltinCall& call) {
  constexpr std::uint64_t kAll = 0xffffffff;
  const std::optional<std::uint64_t> lanes = call.values().constant_of(call.argument(0).front());
  const bool is_part = lanes != kAll;
  call.translator().set_part_of_warp(is_part);
  if (is_part && lanes)
    call.translator().add_fence(model::MaskMeeting::OfLanes, call.source_name(),
                                static_cast<std::uint32_t>(*lanes));
  else if (is_part)
    call.translator().add_fence(cuda::meeting_of_mask(call.call()), call.source_name());
}

namespace {

// Returns the point at which the warp came together for the exchange, which the headers place directly before
// it; nothing if it is not there.
std::optional<model::BarrierId> meeting_before(BuiltinCall& call) {
  if (call.translator().is_part_of_warp()) return std::nullopt;
  const std::vector<model::Barrier>& barriers = call.translator().model().barriers;
  if (barriers.empty()) return std::nullopt;
  const model::Barrier& last = barriers.back();
  const bool is_free = last.kind == model::Convergence::Collective && last.is_of_sub_group() &&
                       last.block == call.values().block() && last.taken.size() == 1 &&
                       call.values().constant_of(last.taken.front()).has_value();
  if (!is_free) return std::nullopt;
  return static_cast<model::BarrierId>(barriers.size() - 1);
}

// The places of the threads of the mask that hand in the same value.
void warp_match(BuiltinCall& call) {
  const auto fence = fence_before(call);
  if (call.translator().is_part_of_warp() && !fence)
    sub_group_exchange(call);
  else
    exchange_by_some(call, fence, model::kMatchingPlaces,
                     {call.argument(0).front(), of_sub_group(call, SubGroupValue::LocalId)});
}

}  // namespace

// Functions whose result has a bit for each lane, in its first word.
void warp_ballot(BuiltinCall& call) {
  if (call.name() == "__launchproof_matching_lanes") {
    warp_match(call);
    return;
  }
  const ValueId vote = is_not_zero(call, call.argument(0).front());
  const ValueId place = of_sub_group(call, SubGroupValue::LocalId);
  // The threads that reach the call together: at most the 32 threads of a warp.
  if (call.name() == "__launchproof_present_ballot") {
    exchange_by_some(call, std::nullopt, model::kVotesOfThosePresent, {vote, place});
    return;
  }
  if (const auto fence = fence_before(call)) {
    exchange_by_some(call, fence, model::kVotesOfSubGroup, {vote, place});
    return;
  }
  const auto point = meeting_before(call);
  if (!point) {
    sub_group_exchange(call);
    return;
  }
  ValueBuilder& values = call.values();
  call.translator().model().barriers[*point].taken = {vote, place};
  Parts made;
  for (const unsigned width : call.result_widths())
    made.push_back(made.empty() ? values.exchanged(*point, width, model::kVotesOfSubGroup)
                                : values.constant(width, 0));
  call.result(std::move(made));
}

void warp_shuffle(BuiltinCall& call) {
  const auto point = meeting_before(call);
  const auto fence = fence_before(call);
  if ((!point && !fence) || call.argument(0).size() != 1) {
    sub_group_exchange(call);
    return;
  }
  Parts taken{call.argument(0).front(), of_sub_group(call, SubGroupValue::LocalId), call.argument(1).front(),
              of_sub_group(call, SubGroupValue::Size)};
  if (fence) {
    exchange_by_some(call, fence, model::kOfOtherPlace, std::move(taken));
    return;
  }
  call.translator().model().barriers[*point].taken = std::move(taken);
  call.result({call.values().exchanged(*point, call.result_widths().front(), model::kOfOtherPlace)});
}

}  // namespace launchproof::frontend
