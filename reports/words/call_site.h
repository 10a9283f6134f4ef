// The place where the host launched a kernel, shortened for a table.
#pragma once

#include <string>
#include <string_view>

namespace launchproof::reports {

// Returns the function's name without parameters, template arguments and result, the file's name without
// folders but with the line, and the number of other places: "blur at image.cpp:88 and 2 other places".
std::string short_call_site(std::string_view call_site);

}  // namespace launchproof::reports
