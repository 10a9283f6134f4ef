// Command lines that a job offers to readers of its result.
#pragma once

#include <string>

namespace launchproof::jobs {

struct Commands {
  std::string repro;           // verifies again
  std::string replay;          // replays a finding if `--finding ID` is appended
  std::string export_finding;  // exports a finding if its id replaces kFindingId; empty: export is impossible
  std::string launch;          // executes the launch again
};

}  // namespace launchproof::jobs
