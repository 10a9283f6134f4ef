// The comment header of a kernel case: its launch and the expected verdict of a verifier.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/launch_options.h"

namespace launchproof::oracle {

struct CaseFile {
  std::string path;
  std::string
      expect;  // verified | defect | possible-defect | unsupported | unknown | error; empty if not given
  std::string property;  // of the expected defect
  std::vector<std::uint32_t> lines;
  std::optional<std::string> launch;  // `oracle-launch` if given, otherwise `launch`
  std::string contents;
  std::optional<std::string> skip;  // the reason why the oracle does not judge it
};

// Reads the header, which ends before the first line that is not a `//` comment. Throws UsageError.
CaseFile read_case(const std::string& path);

// Returns the launch described in the header, with contents. Throws UsageError.
LaunchOptions launch_of(const CaseFile& file);

}  // namespace launchproof::oracle
