// Ends recording.
#pragma once

namespace launchproof::shim {

// Ends recording in this process for good and writes the reason into the capture. Never throws.
void stop_recording(const char* reason) noexcept;

}  // namespace launchproof::shim
