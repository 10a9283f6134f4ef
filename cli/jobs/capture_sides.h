// The launch classes of a capture as sides of comparisons.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/jobs/capture_jobs.h"
#include "cli/jobs/given_side.h"
#include "cli/launch/class_pairs.h"

namespace launchproof::cli {

struct CaptureSides {
  CaptureJobs found;
  std::vector<DescribedClass> classes;          // by job
  std::vector<std::optional<GivenSide>> sides;  // by job; nothing where the class cannot be compared
  std::vector<std::string> reasons;             // by job: why there is no side
};

// Reads the capture, and makes each of its classes a side of this name. Throws UsageError where the capture
// cannot be read.
CaptureSides capture_sides(const std::filesystem::path& path, const std::string& name,
                           const Arguments& arguments);

// The side of this name that is one class of a capture: by its number, from 1, or by its kernel. Empty: the
// only class. Throws UsageError where the capture cannot be read, or has no such class or several.
GivenSide capture_side(const std::filesystem::path& path, const std::string& chosen, const std::string& name,
                       const Arguments& arguments);

}  // namespace launchproof::cli
