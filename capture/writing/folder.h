// The folder of a capture, as the recording side makes it.
#pragma once

#include <string>

#include "capture/types.h"

namespace launchproof::capture {

// Makes what is missing of the folder, `blobs/` and `session.json`. Returns an empty text, or in words what
// went wrong. With `must_be_new`, an existing session is an error.
std::string prepare_folder(const std::string& path, const Session& session, bool must_be_new);

}  // namespace launchproof::capture
