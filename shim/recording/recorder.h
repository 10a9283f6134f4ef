// Connects the hooks with the capture.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "capture/writing/writer.h"

namespace launchproof::shim {

// Returns true if LAUNCHPROOF_CAPTURE names a capture. Otherwise the shim passes everything through.
bool recording_is_wanted();

// Returns the value of LAUNCHPROOF_DEVICE_TYPE_AS: "gpu", "cpu", or nothing.
std::string_view device_type_as();

// Returns the number in LAUNCHPROOF_PLATFORM, or nothing if it is not a number.
std::optional<std::uint64_t> platform_shown();

// Returns whether LAUNCHPROOF_PREFER_SOURCE is 1.
bool prefers_source();

// Returns true while this process records. Cheap; opens the capture at the first call.
bool recording_is_on();

// Requires recording_is_on().
capture::Writer& writer();

// Records that the process is about to end in this way, or, with GoesOn, that it does not end after all. May
// be called in any state of the process.
void mark_ending(capture::Ending ending) noexcept;

// Resets the recorder in the child after fork(). `unsound`: the shim's data may be inconsistent, so the child
// must not record.
void recorder_after_fork(bool unsound);

}  // namespace launchproof::shim
