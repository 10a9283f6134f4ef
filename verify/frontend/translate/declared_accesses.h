// Accesses that a function declares (`__reads_from`, `__writes_to`), as assertions at each access.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/translate/value_builder.h"
#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

// One such call, in one instance of its function: the place where that was inlined tells instances apart.
struct DeclaredAccess {
  bool writes = false;
  std::optional<model::ArrayId> array;  // nothing: it is not known, or one of several
  std::string name;                     // of the annotation
  model::LocationId location = model::kNone;
};

// Adds an assertion for each access of an instance that declares where accesses of its kind go. An access to
// an array that it names is always allowed; for others the assertion is that they touch the same memory.
// Accesses to private and constant memory are left out.
void assert_declared_accesses(const std::vector<DeclaredAccess>& declared, ValueBuilder& values,
                              model::KernelModel& kernel);

}  // namespace launchproof::frontend
