// The way from the hooks into the capture.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "capture/writer.h"

namespace launchproof::shim {

// True when LAUNCHPROOF_CAPTURE names a capture. Otherwise the shim passes everything through.
bool recording_is_wanted();

// Returns the value of LAUNCHPROOF_DEVICE_TYPE_AS: "gpu", "cpu", or nothing.
std::string_view device_type_as();

// The number that LAUNCHPROOF_PLATFORM is; nothing when it is none.
std::optional<std::uint64_t> platform_shown();

// Whether LAUNCHPROOF_PREFER_SOURCE is 1.
bool prefers_source();

// True while this process records. Cheap; opens the capture at the first call.
bool recording_is_on();

// Only while recording_is_on().
capture::Writer& writer();

// The process is about to end in this way, or does not after all. In any state of the process.
void mark_ending(capture::Ending ending) noexcept;

// After fork(), in the child. `unsound`: the shim's data may be half changed, so the child must not record.
void recorder_after_fork(bool unsound);

}  // namespace launchproof::shim
