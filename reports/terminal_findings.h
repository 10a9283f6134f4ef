// One diagnostic for a finding, in the manner of a compiler's.
#pragma once

#include <string>
#include <vector>

#include "reports/paint.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// The line of a class's source with a marker under the place, and the label behind it; empty when the place
// is not in that source.
std::string quoted_line(const verdict::ClassResult& result, const verdict::SourceLocation& location,
                        const std::string& label, const Paint& paint);

// The first line of each finding that counts, and of what else keeps the class from being verified.
std::vector<std::string> headlines(const verdict::ClassResult& result, bool colours);

std::string terminal_finding(const verdict::ClassResult& result, const verdict::Finding& finding,
                             const Paint& paint);

}  // namespace launchproof::reports
