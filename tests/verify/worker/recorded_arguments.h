// Buffers of 32-bit words whose contents were recorded.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/model/launch_facts.h"

namespace launchproof::worker {

// `origin`: bytes from the start of the memory object to the buffer's.
inline model::BufferArgument recorded(std::uint64_t object, std::uint64_t origin,
                                      const std::vector<std::int32_t>& values) {
  model::BufferArgument buffer{object, origin, 4 * values.size()};
  std::vector<std::uint8_t> bytes;
  for (const std::int32_t value : values)
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  buffer.contents = model::BufferContents::known(bytes, "recorded");
  return buffer;
}

}  // namespace launchproof::worker
