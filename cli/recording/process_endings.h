// Records and reports how the processes of an application ended.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "capture/reader.h"
#include "cli/recording/application.h"

namespace launchproof::cli {

// Records endings after the application has ended. Waits a moment for its other processes to end as well, and
// records the ending of the application's own process under its latest tag. `before` has the tags that the
// capture already had when the application started.
void settle_endings(const std::filesystem::path& folder, const std::vector<std::string>& before,
                    const ApplicationEnd& end);

// Adds to `problems` a text for each process that was killed or vanished without ending its recording. Adds
// to `notes` one for each process that is still running or that the application itself ended by a signal.
void add_endings(const capture::Capture& capture, std::vector<std::string>& notes,
                 std::vector<std::string>& problems);

}  // namespace launchproof::cli
