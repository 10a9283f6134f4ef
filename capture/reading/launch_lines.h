// The lines of one process's launches, of which some say only in what they differ from another one.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "capture/json/from_json.h"

namespace launchproof::capture {

class LaunchLines {
 public:
  // Returns the next line of the file, whole. Throws std::exception when it refers to a line that is not
  // there, or not to the latest whole one of its kernel and program.
  Json whole(Json line);

 private:
  std::map<std::uint64_t, Json> d_whole;  // by counter
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t>
      d_latest;  // by kernel and program: the counter
};

}  // namespace launchproof::capture
