// The folder of a capture, as the recording side makes it.
#pragma once

#include <string>

#include "capture/types.h"

namespace launchproof::capture {

// Makes what is missing of the folder, `blobs/` and `session.json`. An empty text, or what went wrong in
// words. `must_be_new`: a session that is already there is an error.
std::string prepare_folder(const std::string& path, const Session& session, bool must_be_new);

}  // namespace launchproof::capture
