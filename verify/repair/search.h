// Looks for a change of a kernel's source that removes the findings.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/repair/candidate.h"
#include "verify/repair/judged.h"
#include "verify/verdict/results.h"

namespace launchproof::repair {

struct Limits {
  unsigned trials = 24;  // changed sources that are verified, all in all
  unsigned changes = 4;  // that one fix holds
};

// Verifies the kernel with this text as its source, for the launch of the findings. Returns nothing if the
// text does not compile or no work is left.
using Verify = std::function<std::optional<Judged>(const std::string& text)>;

// Returns whether some finding of the result is of a kind that a change of the source may remove.
bool may_be_repaired(const verdict::ClassResult& result);

// Returns the changes that were verified. Each removes all counted findings of at least one property, which
// is then verified, and makes no property worse. Each keeps all accesses reachable, except accesses through a
// null pointer. `text` is the source that the locations of the findings refer to.
std::vector<verdict::Fix> find_fixes(const verdict::ClassResult& result, const std::string& text,
                                     const KernelFacts& facts, const Verify& verify, const Limits& limits);

}  // namespace launchproof::repair
