// Decides whether two launches that may run at the same time race (Property::LaunchRace).
#pragma once

#include <string_view>

#include "verify/verdict/results.h"
#include "verify/worker/pairs/launch_pair.h"
#include "verify/worker/pairs/paired_kernel.h"

namespace launchproof::worker {

// The causes of a verified pair (verdict::PropertyResult::causes) say what the proof depends on, if the
// control flow and accesses of a launch depend on values in memory. No third launch may change these values
// (Cause::SharedContents). If the launch writes there itself, it must be free of data races and divergent
// barriers (Cause::VoidedRace). The role of the place names the launch.
inline constexpr std::string_view kFirstLaunch = "first launch";
inline constexpr std::string_view kSecondLaunch = "second launch";

// Verifies the pair. The property is NotAsked if the two kernels have no memory in common.
verdict::ClassResult verify_launch_pair(const LaunchPairJob& job, Translations& translations);

}  // namespace launchproof::worker
