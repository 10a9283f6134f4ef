// Turns accesses that a function declares (`__reads_from`, `__writes_to`) into assertions at each access.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/translate/value_builder.h"
#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

// One such call in one instance of its function. The place where the function was inlined distinguishes
// instances.
struct DeclaredAccess {
  bool writes = false;
  std::optional<model::ArrayId> array;  // nothing: unknown, or one of several
  std::string name;                     // of the annotation
  model::LocationId location = model::kNone;
};

// Adds an assertion for each access made by an instance that declares accesses of that kind. An access to a
// declared array is always allowed; for any other array, asserts that it is the same memory as a declared
// one. Omits accesses to private and constant memory.
void assert_declared_accesses(const std::vector<DeclaredAccess>& declared, ValueBuilder& values,
                              model::KernelModel& kernel);

}  // namespace launchproof::frontend
