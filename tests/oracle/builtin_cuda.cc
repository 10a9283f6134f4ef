// Implements CUDA's functions under their names in cuda_functions.h: built-in variables, block barriers,
// atomics, and functions that OpenCL C has under another name.
#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;

void find_place(CallingItem& item, Lanes arguments, Word* result) {
  static constexpr std::array kVariables{Query::LocalId, Query::GroupId, Query::LocalSize, Query::NumGroups};
  *result = item.query(kVariables.at(*arguments[0]), *arguments[1]);
}

// Implements __syncthreads_count, _and and _or: a barrier that returns the combined predicates to all
// threads.
Handler make_vote(const std::string& kind) {
  return [kind](CallingItem& item, Lanes arguments, Word* result) {
    GroupCall call;
    call.value = (*arguments[0] & mask_of(32)) != 0 ? 1 : 0;
    call.combine = [kind](std::vector<Word>& values, const std::array<Word, 3>&) {
      const auto votes = static_cast<Word>(std::ranges::count(values, Word{1}));
      Word outcome = votes;
      if (kind == "and") outcome = votes == values.size() ? 1 : 0;
      if (kind == "or") outcome = votes != 0 ? 1 : 0;
      for (Word& value : values) value = outcome;
    };
    item.together(std::move(call), result);
  };
}

Word updated(const std::string& name, ScalarType type, Word old, Word value) {
  const auto less = [&](Word a, Word b) {
    return type.is_signed ? sign_extended(a, type.bits) < sign_extended(b, type.bits) : a < b;
  };
  if (name == "Add" && type.is_float)
    return from_double(to_double(old, type.bits) + to_double(value, type.bits), type.bits);
  if (name == "Add") return old + value;
  if (name == "Sub") return old - value;
  if (name == "Exch") return value;
  if (name == "Min") return less(value, old) ? value : old;
  if (name == "Max") return less(old, value) ? value : old;
  if (name == "And") return old & value;
  if (name == "Or") return old | value;
  if (name == "Xor") return old ^ value;
  if (name == "Inc") return old >= value ? 0 : old + 1;
  return old == 0 || old > value ? value : old - 1;  // Dec
}

Handler find_atomic(const Signature& signature) {
  if (!signature.name.starts_with("atomic") || signature.parameters.size() < 2) return {};
  std::string name = signature.name.substr(6);
  AtomicScope scope = AtomicScope::Device;
  if (const std::size_t suffix = name.find('_'); suffix != std::string::npos) {
    scope = name.substr(suffix) == "_block" ? AtomicScope::WorkGroup : AtomicScope::AllDevices;
    name = name.substr(0, suffix);
  }
  const ScalarType type = signature.parameters[0].scalar;
  if (name == "CAS") {
    return [type, scope](CallingItem& item, Lanes arguments, Word* result) {
      *result = item.atomic(*arguments[0], type.bits / 8U, AccessKind::AtomicUpdate, AtomicManner{scope},
                            [&](Word old) { return old == *arguments[1] ? *arguments[2] : old; });
    };
  }
  static const std::array<std::string, 10> kNames{"Add", "Sub", "Exch", "Min", "Max",
                                                  "And", "Or",  "Xor",  "Inc", "Dec"};
  if (std::ranges::find(kNames, name) == kNames.end()) return {};
  return [name, type, scope](CallingItem& item, Lanes arguments, Word* result) {
    *result =
        item.atomic(*arguments[0], type.bits / 8U, AccessKind::AtomicUpdate, AtomicManner{scope},
                    [&](Word old) { return updated(name, type, old, *arguments[1]) & mask_of(type.bits); });
  };
}

Handler find_renamed(const Signature& signature) {
  static const std::map<std::string, std::string> kNames{{"__popc", "popcount"},
                                                         {"__popcll", "popcount"},
                                                         {"__clz", "clz"},
                                                         {"__clzll", "clz"},
                                                         {"__brev", "bit_reverse"},
                                                         {"__brevll", "bit_reverse"},
                                                         {"__mul24", "mul24"},
                                                         {"__umul24", "mul24"},
                                                         {"__mulhi", "mul_hi"},
                                                         {"__umulhi", "mul_hi"},
                                                         {"__float2int_rn", "convert_int_sat_rte"},
                                                         {"__float2int_rz", "convert_int_sat_rtz"},
                                                         {"__float2int_ru", "convert_int_sat_rtp"},
                                                         {"__float2int_rd", "convert_int_sat_rtn"},
                                                         {"__int2float_rn", "convert_float_rte"},
                                                         {"__uint2float_rn", "convert_float_rte"}};
  const auto found = kNames.find(signature.name);
  if (found == kNames.end()) return {};
  Signature renamed = signature;
  renamed.name = found->second;
  return find_builtin(renamed);
}

}  // namespace

Handler find_cuda_builtin(const Signature& signature) {
  const std::string& name = signature.name;
  if (name == "__oracle_place") return find_place;
  if (name == "llvm.nvvm.barrier0") return [](CallingItem& item, Lanes, Word*) { item.barrier(3); };
  if (name == "__barrier_sync") {
    return [](CallingItem& item, Lanes arguments, Word*) {
      item.barrier(3);
      item.name_barrier(*arguments[0], true);
    };
  }
  if (name == "__oracle_grid_barrier") {
    return [](CallingItem& item, Lanes, Word*) {
      item.barrier(3);
      item.name_barrier(kBarrierOfGrid, true);
    };
  }
  if (name.starts_with("__syncthreads_")) return make_vote(name.substr(14));
  if (name.starts_with("__threadfence")) {
    AtomicScope scope = AtomicScope::Device;
    if (name.ends_with("_block")) scope = AtomicScope::WorkGroup;
    if (name.ends_with("_system")) scope = AtomicScope::AllDevices;
    return [scope](CallingItem& item, Lanes, Word*) { item.fence({scope, 5}); };
  }
  if (name == "__ffs" || name == "__ffsll") {
    return [](CallingItem&, Lanes arguments, Word* result) {
      *result = *arguments[0] == 0 ? 0 : static_cast<Word>(std::countr_zero(*arguments[0])) + 1;
    };
  }
  if (name == "__pipeline_memcpy_async") {
    return [](CallingItem& item, Lanes arguments, Word*) {
      const Word bytes = *arguments[2];
      if (bytes != 4 && bytes != 8 && bytes != 16) throw CannotJudge{"a copy of this size"};
      item.start_copy(*arguments[0], *arguments[1], static_cast<std::uint32_t>(bytes),
                      static_cast<std::uint32_t>(bytes - std::min(bytes, *arguments[3])));
    };
  }
  if (name == "__pipeline_commit") return [](CallingItem& item, Lanes, Word*) { item.end_group_of_copies(); };
  if (name == "__pipeline_wait_prior")
    return [](CallingItem& item, Lanes arguments, Word*) { item.await_copies(*arguments[0]); };
  if (name == "__start_block_copy" || name == "__start_block_sum") {
    return [adds = name == "__start_block_sum"](CallingItem& item, Lanes arguments, Word*) {
      BlockCopy copy{
          .to = *arguments[0], .from = *arguments[1], .bytes = *arguments[2], .width = 4, .combined = {}};
      if (adds) copy.combined = [](Word old, Word copied) { return (old + copied) & mask_of(32); };
      if (copy.bytes % 16 != 0)
        item.broken_assertion();
      else
        item.start_block_copy(copy);
    };
  }
  if (name == "__end_group_of_blocks")
    return [](CallingItem& item, Lanes, Word*) { item.end_group_of_block_copies(); };
  if (name == "__await_blocks")
    return [](CallingItem& item, Lanes arguments, Word*) {
      item.await_block_copies(*arguments[0], *arguments[1] != 0);
    };
  if (name == "vprintf") return [](CallingItem&, Lanes, Word* result) { *result = 0; };
  if (Handler handler = find_warp_builtin(signature)) return handler;
  if (Handler handler = find_atomic(signature)) return handler;
  return find_renamed(signature);
}

}  // namespace launchproof::oracle
