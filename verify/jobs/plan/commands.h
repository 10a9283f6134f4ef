// Command lines that a job names, for whoever reads its result.
#pragma once

#include <string>

namespace launchproof::jobs {

struct Commands {
  std::string repro;           // verifies again
  std::string replay;          // replays a finding when `--finding ID` is added
  std::string export_finding;  // exports a finding when its id takes the place of kFindingId; empty: cannot
  std::string launch;          // executes the launch again
};

}  // namespace launchproof::jobs
