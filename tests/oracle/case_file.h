// The comment header of a kernel case: its launch and what a verifier is expected to say of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/launch_options.h"

namespace launchproof::oracle {

struct CaseFile {
  std::string path;
  std::string
      expect;  // verified | defect | possible-defect | unsupported | unknown | error; empty when not given
  std::string property;  // of the expected defect
  std::vector<std::uint32_t> lines;
  std::optional<std::string> launch;  // `oracle-launch` when given, else `launch`
  std::string contents;
  std::optional<std::string> skip;  // the reason why the oracle is not asked
};

// Reads the header (the file's first lines up to the first that is no `//` comment); throws UsageError.
CaseFile read_case(const std::string& path);

// The launch that the header describes, with contents; throws UsageError.
LaunchOptions launch_of(const CaseFile& file);

}  // namespace launchproof::oracle
