// One diagnostic for a finding, in the manner of a compiler's.
#pragma once

#include <string>

#include "reports/paint.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

std::string terminal_finding(const verdict::ClassResult& result, const verdict::Finding& finding,
                             const Paint& paint);

}  // namespace launchproof::reports
