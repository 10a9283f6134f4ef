#include "verify/symbolic/findings/locations.h"

#include <utility>

namespace launchproof::symbolic {

using model::kNone;
using verdict::SourceLocation;

SourceLocation location(const model::KernelModel& kernel, model::LocationId id, std::string role) {
  if (id == kNone) return {"", 0, 0, std::move(role)};
  const model::Location& at = kernel.locations[id];
  return {at.file, at.line, at.column, std::move(role)};
}

std::vector<SourceLocation> locations(const model::KernelModel& kernel, model::LocationId id,
                                      const std::string& role) {
  std::vector<SourceLocation> result{location(kernel, id, role)};
  while (id != kNone && kernel.locations[id].call_site != kNone) {
    id = kernel.locations[id].call_site;
    result.push_back(location(kernel, id, role + " inlined at"));
  }
  return result;
}

}  // namespace launchproof::symbolic
