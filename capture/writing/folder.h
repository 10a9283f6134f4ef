// Creates the folder of a capture for the recording side.
#pragma once

#include <string>

#include "capture/types.h"

namespace launchproof::capture {

// Creates the missing parts of the folder, `blobs/` and `session.json`. Returns an empty text or a
// description of the error. With `must_be_new`, an existing session is an error.
std::string prepare_folder(const std::string& path, const Session& session, bool must_be_new);

}  // namespace launchproof::capture
