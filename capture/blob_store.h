// Writes blobs: files named by the SHA-256 of their content, compressed with zstd above 4 KiB.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>

#include "capture/types.h"

namespace launchproof::capture {

inline constexpr std::size_t kCompressAbove = 4096;

class BlobStore {
 public:
  explicit BlobStore(std::string folder) : d_folder(std::move(folder)) {}

  // 0 or an errno value. `digest` is the content's in either case.
  int add(const void* bytes, std::size_t size, Digest& digest);

 private:
  int store(const Digest& digest, const void* bytes, std::size_t size);

  std::string d_folder;
  std::unordered_set<Digest> d_known;  // some of those that are stored, to spare system calls
};

}  // namespace launchproof::capture
