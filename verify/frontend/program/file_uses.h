// The files that a translation read or missed, which show whether it would find the same files again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::frontend {

inline constexpr const char* kAbsent = "absent";
inline constexpr const char* kFolder = "folder";
inline constexpr const char* kOtherFile = "file";  // the file exists but was not read

struct FileUse {
  std::uint32_t source = 0;  // number of the program's source that requested it
  std::string path;          // relative paths start from that source's working directory
  std::string found;         // one of the above, or the SHA-256 of the contents in hexadecimal digits

  auto operator<=>(const FileUse&) const = default;
};

struct FileUses {
  std::vector<FileUse> files;  // in order, each once
  // False if the translation depends on more than these files, such as the time of day or other contents of a
  // folder.
  bool complete = true;

  bool operator==(const FileUses&) const = default;
};

}  // namespace launchproof::frontend
