// Creates model values, with constants folded and leaves shared.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

using model::Op;
using model::ValueId;

class ValueBuilder {
 public:
  explicit ValueBuilder(model::KernelModel& kernel) : d_kernel(kernel) {}

  // Sets the block and location for all values created from now on.
  void at(model::BlockId block, model::LocationId location) {
    d_block = block;
    d_location = location;
  }
  model::BlockId block() const { return d_block; }
  model::LocationId location() const { return d_location; }

  unsigned width(ValueId value) const { return d_kernel.values[value].width; }
  std::optional<std::uint64_t> constant_of(ValueId value) const;

  ValueId constant(unsigned width, std::uint64_t bits);
  ValueId address(std::uint64_t bits) { return constant(d_kernel.address_bits, bits); }
  ValueId undefined(unsigned width);
  ValueId padding(unsigned width);  // see model/padding.h
  // Leaves, which have no operands: parameters and work-item functions.
  ValueId leaf(Op op, unsigned width, std::uint32_t index, std::uint64_t literal = 0);
  ValueId work_item(Op op, std::uint32_t dimension) { return leaf(op, d_kernel.address_bits, dimension); }
  ValueId phi(unsigned width);
  ValueId read(model::SiteId site, std::uint64_t component, unsigned width);
  // Creates the result of a convergence point in the current block; see model::Op.
  ValueId collective(model::BarrierId point, unsigned width, bool uniform) {
    return make(Op::Collective, width, {}, point, uniform ? 1 : 0);
  }
  // Creates an exchanged value. `what`: see model/exchanges.h.
  ValueId exchanged(model::BarrierId point, unsigned width, std::uint64_t what) {
    return make(Op::Collective, width, {}, point, what);
  }
  ValueId event(model::BarrierId copy, ValueId joined) {
    return make(Op::Event, width(joined), {joined}, copy);
  }
  // Creates a result that depends on `operands`, which the work-item passes.
  ValueId sub_group_result(unsigned width, const std::vector<ValueId>& operands) {
    return make(Op::SubGroup, width, operands, static_cast<std::uint32_t>(model::SubGroupValue::Result));
  }
  ValueId pipe(unsigned width) { return make(Op::Pipe, width, {}); }
  ValueId element(model::BarrierId copy) { return make(Op::Element, d_kernel.address_bits, {}, copy); }

  ValueId accessed(std::uint32_t query, unsigned width) { return make(Op::Accessed, width, {}, query); }
  // Creates the value given by the contract of a call in the current block. kNone stands for the procedure
  // itself.
  ValueId contract(std::uint32_t call, unsigned width) { return make(Op::Contract, width, {}, call); }
  ValueId other(ValueId value) { return make(Op::Other, width(value), {value}); }

  // Creates an operation on operands of one width; comparisons have width 1.
  ValueId binary(Op op, ValueId a, ValueId b);
  ValueId add(ValueId a, ValueId b) { return binary(Op::Add, a, b); }
  ValueId sub(ValueId a, ValueId b) { return binary(Op::Sub, a, b); }
  ValueId mul(ValueId a, ValueId b) { return binary(Op::Mul, a, b); }
  ValueId bit_and(ValueId a, ValueId b) { return binary(Op::And, a, b); }
  ValueId bit_or(ValueId a, ValueId b) { return binary(Op::Or, a, b); }
  ValueId bit_xor(ValueId a, ValueId b) { return binary(Op::Xor, a, b); }
  ValueId equal(ValueId a, ValueId b) { return binary(Op::Equal, a, b); }
  ValueId logical_not(ValueId a) { return bit_xor(a, constant(1, 1)); }
  ValueId bit_not(ValueId a) { return bit_xor(a, constant(width(a), ~0ULL)); }
  ValueId less(bool is_signed, ValueId a, ValueId b) {
    return binary(is_signed ? Op::SLess : Op::ULess, a, b);
  }
  ValueId less_equal(bool is_signed, ValueId a, ValueId b) {
    return binary(is_signed ? Op::SLessEq : Op::ULessEq, a, b);
  }
  ValueId select(ValueId condition, ValueId if_true, ValueId if_false);
  // Truncates, extends, or does nothing.
  ValueId resize(ValueId value, unsigned to, bool is_signed);
  ValueId extract(ValueId value, unsigned from_bit, unsigned to);
  ValueId concat(const std::vector<ValueId>& low_first);
  ValueId function(const std::string& name, unsigned width, std::vector<ValueId> operands,
                   bool commutative = false);

 private:
  ValueId make(Op op, unsigned width, std::vector<ValueId> operands, std::uint32_t index = 0,
               std::uint64_t literal = 0);

  model::KernelModel& d_kernel;
  model::BlockId d_block = model::kNone;
  model::LocationId d_location = model::kNone;
  std::map<std::tuple<Op, unsigned, std::uint32_t, std::uint64_t>, ValueId> d_leaves;
  std::map<std::string, std::uint32_t> d_functions;
};

}  // namespace launchproof::frontend
