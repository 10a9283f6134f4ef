// Reads the launch lines of one process. Some of them only state how they differ from another line.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "capture/json/from_json.h"

namespace launchproof::capture {

class LaunchLines {
 public:
  // Returns the file's next line with all members filled in. Throws std::exception if it refers to a missing
  // line, or to a line other than the latest complete one for its kernel and program.
  Json whole(Json line);

 private:
  std::map<std::uint64_t, Json> d_whole;  // by counter
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t>
      d_latest;  // by kernel and program: counter of the latest complete line
};

}  // namespace launchproof::capture
