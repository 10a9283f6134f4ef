// Translates the kernel model to terms, as far as both engines share the translation: constants, ids,
// arguments, operations, functions, phis, path conditions within one iteration, and reads of memory that
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

  // Returns the value. Does not handle phis of loop headers, reads, results of convergence points, and values
  // by which annotations or contracts refer to other work-items and accesses; each engine handles these
  // itself.
  smt::Term value(const model::Value& value, model::ValueId id, Computation& at);
  // Returns whether the value is a phi of a loop header.
  bool is_carried(const model::Value& value) const;
  const model::Phi& phi(model::ValueId id) const { return *d_phi[id]; }

  // Returns the condition that control from the start of the region's node `from` comes to node `to`, which
  // `from` dominates.
  smt::Term path(model::BlockId from, model::BlockId to, Computation& at);

  // Returns the byte address, in the region of the array, of a component that is read at this offset.
  smt::Term address(const model::Value& read, model::ArrayId array, smt::Term offset);
  // Returns the value read there from an array that nothing writes: the low `bits` of the component, as a
  // function of the address.
  smt::Term contents(const model::Value& read, model::ArrayId array, smt::Term offset, unsigned bits,
                     std::string why);

  // Checks the time once in a while. Throws OutOfTime if no more work is to be done.
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
