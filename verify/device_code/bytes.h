// Reads parts of a file at offsets and sizes that the file itself states. Each access is checked.
#pragma once

#include <cstdint>
#include <string_view>

#include "verify/device_code/damaged_file.h"

namespace launchproof::device_code {

// Returns the part. Throws DamagedFile if the file does not have these bytes.
inline std::string_view part(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) throw DamagedFile("the file is truncated");
  return bytes.substr(offset, size);
}

// Returns the number. Throws DamagedFile if the file ends before it does.
template <typename T>
T read(std::string_view bytes, std::uint64_t offset) {
  T value{};
  part(bytes, offset, sizeof value).copy(reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

}  // namespace launchproof::device_code
