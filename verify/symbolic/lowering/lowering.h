// The lowering of the kernel model to terms, as far as both engines share it: constants, ids, arguments,
// operations, functions, values that meet, conditions of paths within one iteration, and reads of memory that
// nothing writes.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "verify/symbolic/lowering/computation.h"
#include "verify/symbolic/terms/launch_setting.h"

namespace launchproof::symbolic {

class Lowering {
 public:
  explicit Lowering(const LaunchSetting& setting);

  // Returns the value: all but phis of loop heads, reads, results of convergence points, and what annotations
  // or contracts ask of other work-items and accesses, which each engine follows in its own way.
  smt::Term value(const model::Value& value, model::ValueId id, Computation& at);
  // Returns whether the value is a phi at the head of a loop.
  bool is_carried(const model::Value& value) const;
  const model::Phi& phi(model::ValueId id) const { return *d_phi[id]; }

  // Returns whether control at the start of node `from` of the region comes to node `to`, which `from`
  // dominates.
  smt::Term path(model::BlockId from, model::BlockId to, Computation& at);

  // Returns the byte, in the region of the array, that a component which is read at this offset begins with.
  smt::Term address(const model::Value& read, model::ArrayId array, smt::Term offset);
  // Returns what is read there of an array that nothing writes: the low `bits` of the component, by a
  // function of the address.
  smt::Term contents(const model::Value& read, model::ArrayId array, smt::Term offset, unsigned bits,
                     std::string why);

  // Throws OutOfTime, now and then, when nothing more is to be done.
  void keep_time();

 private:
  smt::Term leaf(const model::Value& value, Computation& at);
  smt::Term parameter(const model::Value& value, const Computation& at);
  smt::Term merged(const model::Value& value, model::ValueId id, Computation& at);
  smt::Term operation_of(const model::Value& value, Computation& at);
  smt::Term function(const model::Value& value, std::vector<smt::Term> x, Computation& at);

  const LaunchSetting& d_setting;
  smt::TermStore& d_store;
  std::vector<const model::Phi*> d_phi;  // by value
  std::map<std::tuple<model::BlockId, model::BlockId, std::uint64_t>, smt::Term> d_paths;
  unsigned d_steps = 0;
};

}  // namespace launchproof::symbolic
