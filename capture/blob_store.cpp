#include "capture/blob_store.h"

#include <unistd.h>
#include <zstd.h>

#include <vector>

#include "capture/files.h"
#include "capture/sha256.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kRemembered = 65536;
constexpr int kLevel = 3;

}  // namespace

int BlobStore::add(const void* bytes, std::size_t size, Digest& digest) {
  digest = sha256_hex(bytes, size);
  if (d_known.contains(digest)) return 0;
  const int error = store(digest, bytes, size);
  if (error != 0) return error;
  if (d_known.size() >= kRemembered) d_known.clear();
  d_known.insert(digest);
  return 0;
}

int BlobStore::store(const Digest& digest, const void* bytes, std::size_t size) {
  const std::string plain = d_folder + '/' + digest;
  const std::string packed = plain + ".zst";
  if (::access(packed.c_str(), F_OK) == 0 || ::access(plain.c_str(), F_OK) == 0) return 0;
  const std::string temporary = d_folder + "/." + digest.substr(0, 16) + '.' + std::to_string(::getpid());
  ::unlink(temporary.c_str());  // left by a killed process that had this number
  if (size > kCompressAbove) {
    std::vector<char> smaller(ZSTD_compressBound(size));
    const std::size_t length = ZSTD_compress(smaller.data(), smaller.size(), bytes, size, kLevel);
    if (ZSTD_isError(length) == 0) return publish(packed, temporary, smaller.data(), length);
  }
  return publish(plain, temporary, bytes, size);
}

}  // namespace launchproof::capture
