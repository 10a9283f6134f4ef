// The files under page/, compiled in.
#pragma once

#include <string_view>

namespace launchproof::reports {

extern const std::string_view kPageTemplate;  // Mustache; everything but the next two is escaped
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

}  // namespace launchproof::reports
