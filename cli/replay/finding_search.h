// The input of `replay` and `export-repro`: the launches of a capture, or the launch that options give to a
// kernel file, and a finding among them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "verify/jobs/job.h"
#include "verify/verdict/results.h"
#include "verify/worker/outcomes/outcome.h"

namespace launchproof::cli {

struct ReplaySource {
  std::string capture;  // folder; empty for a kernel file
  std::vector<jobs::Job> jobs;
  std::vector<std::string> source_texts;  // by job
  std::vector<std::string> notes;
  // Returns the key of a job's class of this kernel, as results have it.
  std::function<std::string(std::size_t job, const std::string& kernel)> class_key;
};

// Throws UsageError when the operand is neither a capture nor a kernel file, or options do not fit it.
ReplaySource replay_source(const std::string& operand, const Arguments& arguments);

struct FoundFinding {
  worker::Completed completed;  // with this finding alone
  verdict::Finding finding;
  std::string stored_in;  // where it was stored, in words; empty: it was found now, and replayed
  std::vector<std::string> notes;
};

// Returns the finding with this id. Takes it from the results that --results names or those of the capture,
// if they are of the same class and its witness can be executed; else from the result cache; else verifies.
// Throws UsageError that lists the known findings if none has this id.
FoundFinding find_finding(const ReplaySource& source, const std::string& id, const Arguments& arguments);

}  // namespace launchproof::cli
