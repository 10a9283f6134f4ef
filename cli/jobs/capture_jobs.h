// Creates verification jobs from a capture, and reports from their results.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "cli/jobs/launch_pairs.h"
#include "cli/options/options.h"
#include "cli/recording/capture_notes.h"
#include "cli/verification/acceptance_files.h"
#include "verify/jobs/job.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

struct CaptureJobs : CaptureNotes {
  std::vector<jobs::Job> jobs;            // one job for each requested launch class
  std::vector<std::string> source_texts;  // by job, for reports
  std::vector<std::string> sizes;         // by job: describes the launch, for classes without facts
  std::vector<std::string> class_keys;    // for all classes, by index
  std::vector<bool> lack_contents;        // for all classes: contents of some buffer were not requested
  std::string record_with_contents;       // the command that records again, with contents
  // Adds to the results which recorded launches satisfy preconditions on contents, and which violate them.
  std::function<void(verdict::Results&)> check_contents;
  worker::LaunchPairs pairs;                          // pairs of all requested classes
  std::vector<std::filesystem::path> source_folders;  // folders that may have files of recorded sources
};

// Returns the class numbers that --class names, from 1 to `count`. Throws UsageError for any other number.
std::set<std::size_t> wanted_classes(const Arguments& arguments, std::size_t count);

// Throws UsageError when the capture cannot be read, naming the place, the cause and the remedy.
CaptureJobs capture_jobs(const std::filesystem::path& path, const Arguments& arguments);

// Verifies, writes the baseline of a first run, prints the summary on `stream`, writes reports into `folder`,
// and returns the exit status.
int verify_and_report(const CaptureJobs& found, AcceptanceFiles& accepted,
                      const std::filesystem::path& capture, const std::filesystem::path& folder,
                      const Arguments& arguments, std::FILE* stream);

}  // namespace launchproof::cli
