// Which memory arrays lie in, as a value: that is known with the launch alone.
#pragma once

#include "verify/frontend/translate/value_builder.h"

namespace launchproof::frontend {

// Returns a number of 32 bits for the memory in which the array begins whose number `base` is, see
// access/memory_objects.h.
inline model::ValueId object_of(ValueBuilder& values, model::ValueId base) {
  return values.function("pointer.object", 32, {base});
}

// Returns the number of null pointers.
inline model::ValueId null_object(ValueBuilder& values) {
  return values.constant(32, UINT32_MAX);
}

}  // namespace launchproof::frontend
