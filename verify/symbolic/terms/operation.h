// Operations of the kernel model that are the same for every engine: arithmetic, comparisons, bit operations,
// constants, ids and sizes.
#pragma once

#include <functional>
#include <span>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/launch_terms.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::symbolic {

// Returns a Boolean as one bit, and a bit-vector as it is.
smt::Term to_bits(smt::TermStore& store, smt::Term term);
// Returns the low `width` bits as a value, which is a Boolean if `width` is 1.
smt::Term from_bits(smt::TermStore& store, smt::Term bits, unsigned width);

// Returns the result of `value`, an operation on these operands. Values of width 1 are Booleans. `undefined`
// returns an arbitrary value and is called if the operation may be undefined. Returns a null term for any
// other operation.
smt::Term operation(smt::TermStore& store, const model::Value& value, std::span<const smt::Term> operands,
                    const std::function<smt::Term()>& undefined);

// Returns the value for this work-item if it is a constant, an id, or a size of the launch. Returns a null
// term for any other value.
smt::Term launch_value(smt::TermStore& store, const model::Value& value, const WorkItem& item,
                       LaunchTerms& launch, const model::LaunchFacts& facts);

}  // namespace launchproof::symbolic
