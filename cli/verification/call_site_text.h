// Describes the places in the application that enqueued a launch class.
#pragma once

#include <ctime>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "capture/launch_class.h"
#include "cli/verification/symbolizer.h"

namespace launchproof::cli {

class CallSiteText {
 public:
  // `started` is the time at which recording began, as the capture's session states it. A module written
  // later may hold other code than what ran, so its lines are not used.
  explicit CallSiteText(const std::string& started);

  // Returns "function at file:line (module+offset)" of the first place, and the number of other places. Empty
  // if none was recorded.
  std::string text(const capture::LaunchClass& of_class);

  // Returns the modules that were not used because they are newer than the recording.
  const std::set<std::string>& newer_modules() const { return d_newer; }

 private:
  const std::string& place_text(const capture::CallSite& site);
  bool changed_since(const std::string& module);

  Symbolizer d_symbolizer;
  std::time_t d_started = 0;  // 0: not known
  std::map<std::pair<std::string, std::uint64_t>, std::string> d_texts;
  std::set<std::string> d_newer;
};

}  // namespace launchproof::cli
