// Judges one launch of one kernel file over several contents and schedules.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/oracle/case_file.h"
#include "tests/oracle/findings.h"
#include "tests/oracle/launch_options.h"

namespace launchproof::oracle {

struct Judgement {
  enum class Verdict { Clean, Defect, CannotJudge } verdict = Verdict::Clean;
  std::string reason;             // CannotJudge: why
  std::vector<Finding> findings;  // benign races too
  std::set<std::string> notes;    // observations that belong to no property, such as division by zero
  std::uint64_t executions = 0;
};

struct Effort {
  unsigned contents = 6;  // number of fillings to try, starting with the given one
  unsigned schedules = 6;
};

// Throws UsageError for options that do not fit the kernel.
Judgement judge(const std::string& path, const LaunchOptions& given, const Effort& effort = {});

// Whether the expectation in a kernel case can be true.
struct Comparison {
  enum class Outcome { Agrees, Contradicts, Skipped } outcome = Outcome::Agrees;
  std::string message;  // one line
};
Comparison compare(const CaseFile& file, const Effort& effort = {});

std::string to_text(const Judgement& judgement);
std::string to_json(const Judgement& judgement);
// Prints the judgement on one line, with the additional key "path".
std::string to_json_line(const std::string& path, const Judgement& judgement);

}  // namespace launchproof::oracle
