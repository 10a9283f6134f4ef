// How the processes of an application ended, as far as that can be known.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "capture/reader.h"
#include "cli/recording/application.h"

namespace launchproof::cli {

// Settles the endings after the application has ended: gives its other processes a moment to end too, and
// writes down how the application's own process ended, which `before` (tags of the capture before it began)
// has nothing of.
void settle_endings(const std::filesystem::path& folder, const std::vector<std::string>& before,
                    const ApplicationEnd& end);

// Adds to `problems` a text for each process that was killed, or that did not end its recording and is gone;
// to `notes` one for one that still runs, or that the application ended itself by a signal.
void add_endings(const capture::Capture& capture, std::vector<std::string>& notes,
                 std::vector<std::string>& problems);

}  // namespace launchproof::cli
