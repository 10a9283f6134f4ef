// Represents the memory that arrays lie in as a value, which is known only with the launch.
#pragma once

#include "verify/frontend/translate/value_builder.h"

namespace launchproof::frontend {

// Returns a 32-bit number for the memory that contains the array with the number `base`; see
// access/memory_objects.h.
inline model::ValueId object_of(ValueBuilder& values, model::ValueId base) {
  return values.function("pointer.object", 32, {base});
}

// Returns the number of null pointers.
inline model::ValueId null_object(ValueBuilder& values) {
  return values.constant(32, UINT32_MAX);
}

}  // namespace launchproof::frontend
