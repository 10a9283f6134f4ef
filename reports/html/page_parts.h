// The files in page/, compiled in.
#pragma once

#include <string_view>

namespace launchproof::reports {

// Mustache: escapes everything except the style, the script, and text rendered from the next two templates.
extern const std::string_view kPageTemplate;
extern const std::string_view kClassTemplate;  // the details of a launch class
extern const std::string_view kRowTemplate;    // row of a launch class in the index
extern const std::string_view kRunsTemplate;   // the page over several runs
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

}  // namespace launchproof::reports
