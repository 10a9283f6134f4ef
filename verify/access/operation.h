// The operations of the kernel model that are the same for every engine: arithmetic, comparisons, bits.
#pragma once

#include <functional>
#include <span>

#include "verify/model/kernel_model.h"
#include "verify/smt/term.h"

namespace launchproof::access {

// A Boolean as one bit; a bit-vector as it is.
smt::Term to_bits(smt::TermStore& store, smt::Term term);

// What `value`, an operation on these operands, computes; values of width 1 are Booleans. `undefined` gives
// an arbitrary value and is asked where the operation may be undefined. A null term: the operation is none of
// these.
smt::Term operation(smt::TermStore& store, const model::Value& value, std::span<const smt::Term> operands,
                    const std::function<smt::Term()>& undefined);

}  // namespace launchproof::access
