// Runs an application under the shim: the common part of `run` and `record`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/recording/application.h"
#include "cli/recording/capture_notes.h"

namespace launchproof::cli {

// Returns the absolute folder of the capture: the one that -o names, else NAME.lpcap, or NAME-2.lpcap and so
// on if earlier recordings exist.
std::filesystem::path capture_folder(const Arguments& arguments);

struct Recording {
  std::filesystem::path application, shim, folder;
  std::vector<std::string> before;  // tags of the processes that the capture already had
};

// Checks everything that can fail before the application starts, and creates the capture. Throws UsageError.
Recording prepare_recording(const Arguments& arguments, const std::filesystem::path& folder);

// Runs the application to its end. Throws UsageError if it does not start.
ApplicationEnd run_recorded(const Arguments& arguments, const Recording& recording);

// Returns the sentence for an application that a signal ended.
std::string killed_in_words(const ApplicationEnd& end);

// Adds a problem if a signal ended the application or its exit status is not 0.
void add_end(const ApplicationEnd& end, CaptureNotes& into);

// Returns advice for a user whose capture has no launches; nothing if it has launches.
std::string why_nothing(const CaptureNotes& found, const std::filesystem::path& application);

}  // namespace launchproof::cli
