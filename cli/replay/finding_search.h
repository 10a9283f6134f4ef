// Finds the input of `replay` and `export-repro`: the launches of a capture, or the launch that options give
// to a kernel file, and one of their findings.
#pragma once

#include <filesystem>
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
  std::vector<std::filesystem::path> source_folders;  // folders that may have files of recorded sources
  // Returns the key of a job's class for this kernel, in the form that results use.
  std::function<std::string(std::size_t job, const std::string& kernel)> class_key;
};

// Throws UsageError if the operand is neither a capture nor a kernel file, or if options do not fit it.
ReplaySource replay_source(const std::string& operand, const Arguments& arguments);

struct FoundFinding {
  worker::Completed completed;  // contains only this finding
  verdict::Finding finding;
  std::string stored_in;  // describes where it was stored; empty: it was found and replayed now
  std::vector<std::string> notes;
};

// Returns the finding with this id. First looks in the results named by --results, or in those of the
// capture, which must be of the same class and have a witness that can be executed; then looks in the result
// cache; finally verifies. Throws UsageError with a list of the known findings if none has this id.
FoundFinding find_finding(const ReplaySource& source, const std::string& id, const Arguments& arguments);

}  // namespace launchproof::cli
