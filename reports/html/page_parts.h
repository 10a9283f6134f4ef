// The files under page/, compiled in.
#pragma once

#include <string_view>

namespace launchproof::reports {

// Mustache: everything is escaped but the style, the script, and what was rendered from the next two.
extern const std::string_view kPageTemplate;
extern const std::string_view kClassTemplate;  // the details of a launch class
extern const std::string_view kRowTemplate;    // its row of the index
extern const std::string_view kRunsTemplate;   // the page over several runs
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

}  // namespace launchproof::reports
