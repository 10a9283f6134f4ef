// Launch classes: what is verified once stands for many launches.
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

// All launches with the same kernel, program (sources, headers, options, inputs), device environment, sizes,
// bytes of all values, sizes of all buffers, and the same pattern of arguments that share a memory object.
// Which objects they are, their flags, names of parameters, threads and call sites make no difference.
struct LaunchClass {
  std::string key;                        // stable: the same in every capture of the same launches
  std::size_t first = 0;                  // index in Capture::launches of the first one
  std::uint64_t count = 0;                // of launches, repeats included
  std::vector<std::size_t> launches;      // indices of all the recorded ones
  std::vector<CallSiteCount> call_sites;  // the first kMostCallSites, in order of appearance
  std::size_t other_call_sites = 0;       // how many more there are
};

inline constexpr std::size_t kMostCallSites = 8;

// By order of first appearance. The key is the SHA-256 of all that makes the class.
std::vector<LaunchClass> classify(const Capture& capture);

}  // namespace launchproof::capture
