// Launch classes: sets of launches that are verified once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::capture {

struct CallSiteCount {
  CallSite site;
  std::uint64_t count = 0;  // launches from there
};

// The launches that agree in kernel, program (sources, headers, options, inputs), device environment, sizes,
// the bytes of all values, the sizes of all buffers, kernel access flags (CL_MEM_READ_ONLY and
// CL_MEM_WRITE_ONLY), and sharing of memory objects between arguments. The identity of the objects, their
// other flags and contents, the names of parameters, threads and call sites make no difference. The recorded
// contents of one launch say nothing about the other launches; see common_launch().
struct LaunchClass {
  std::string key;                        // stable: equal in every capture of the same launches
  std::size_t first = 0;                  // index in Capture::launches of the first launch
  std::uint64_t count = 0;                // number of launches, including repeats
  std::vector<std::size_t> launches;      // indices of all recorded launches
  std::vector<CallSiteCount> call_sites;  // the first kMostCallSites places, in order of appearance
  std::size_t other_call_sites = 0;       // how many more there are
};

inline constexpr std::size_t kMostCallSites = 8;

// Returns the arguments as far as they define the class: without names, types and contents, and with memory
// objects numbered in the order in which the arguments name them.
std::vector<Argument> essential_arguments(const Launch& launch);

// Returns the part of a device's description that defines a class, which is everything except its number.
// Empty for null.
std::string environment_of(const Device* device);

// Returns the first of these launches of one class, with only the contents that all of them share. If the
// contents of an argument differ, the argument has that as its reason.
Launch common_launch(const Capture& capture, const std::vector<std::size_t>& launches);

// Launches of one class that agree in the recorded contents of some of their arguments.
struct ContentsGroup {
  bool recorded = false;  // false: contents of one of these arguments are missing
  std::uint64_t count = 0;
  std::vector<std::size_t> launches;  // indices in Capture::launches
};

// Splits a class by the contents of the arguments with these numbers. Groups come in the order of their first
// launches; the group without contents is last.
std::vector<ContentsGroup> split_by_contents(const Capture& capture, const LaunchClass& launch_class,
                                             const std::vector<std::size_t>& arguments);

// Returns the classes in the order of their first launches. The key is the SHA-256 of everything that defines
// a class.
std::vector<LaunchClass> classify(const Capture& capture);

}  // namespace launchproof::capture
