// Hints, once, that buffer contents may decide open properties or whether a defect happens.
#pragma once

#include <string>
#include <vector>

#include "capture/reader.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Returns whether some property of the class is open only because of the contents of memory and their
// consequences, or is a defect that was shown with contents chosen by Launchproof.
bool may_be_decided_by_contents(const verdict::ClassResult& result);

// Returns whether any of these launches has a buffer whose contents were not requested during recording.
bool lacks_contents(const capture::Capture& capture, const std::vector<std::size_t>& launches);

// Returns the command that records the application again, with contents.
std::string record_with_contents(const capture::Capture& capture);

// Returns "buffer contents may decide undecided answers, or whether a defect happens, in 20 launch classes:
// ...". Returns an empty text for 0 classes.
std::string contents_hint(std::uint64_t classes, const std::string& remedy);

}  // namespace launchproof::cli
