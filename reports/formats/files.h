// Writes report files, each completely or not at all.
#pragma once

#include <filesystem>
#include <string_view>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns whether the path names an open descriptor of this process, such as /dev/stdout or /dev/fd/3,
// whatever it refers to.
bool is_descriptor(const std::filesystem::path& path);

// Writes a whole file. Open descriptors (above), devices and pipes are written to directly; a named pipe must
// have a reader. Any other file is written next to `path`, or next to the file that it links to, and then
// renamed, so that readers never see an incomplete file and an old file survives a failure. Throws
// std::runtime_error naming the path, the cause and the remedy (full disk, read-only or missing folder, ...).
void write_whole(const std::filesystem::path& path, std::string_view text);

void write_json(const verdict::Results& results, const std::filesystem::path& path);  // results.json
// Writes report.html, with links to the files of sources. `finds_by_id` is as in FindingCommands.
void write_html(const verdict::Results& results, const Acceptance& acceptance, bool finds_by_id,
                const std::filesystem::path& path);

}  // namespace launchproof::reports
