// Writes blobs: files named by the SHA-256 of their content, compressed with zstd above 4 KiB.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "capture/types.h"

namespace launchproof::capture {

inline constexpr std::size_t kCompressAbove = 4096;

// Bytes prepared for storing: the part that takes time, done without a lock.
struct PreparedBlob {
  Digest digest;
  const void* bytes = nullptr;  // the caller's
  std::size_t size = 0;
  std::vector<char> packed;  // empty: stored without compression
};
PreparedBlob prepare_blob(const void* bytes, std::size_t size);

class BlobStore {
 public:
  explicit BlobStore(std::string folder) : d_folder(std::move(folder)) {}

  // Adds the bytes and returns 0 or an errno value. Sets `digest` to the content's in either case.
  int add(const void* bytes, std::size_t size, Digest& digest);
  int add(const PreparedBlob& blob);

  // Returns the text that was added under this digest. Nothing when it is longer than `limit` bytes, missing,
  // or damaged.
  std::optional<std::string> read(const Digest& digest, std::size_t limit) const;

 private:
  bool is_stored(const Digest& digest) const;
  int store(const PreparedBlob& blob);
  void remember(const Digest& digest);

  std::string d_folder;
  std::unordered_set<Digest> d_known;  // some of the stored ones, to save system calls
};

}  // namespace launchproof::capture
