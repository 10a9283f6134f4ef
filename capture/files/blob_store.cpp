#include "capture/files/blob_store.h"

#include <unistd.h>
#include <zstd.h>

#include <vector>

#include "capture/files/files.h"
#include "capture/files/sha256.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kRemembered = 65536;
constexpr int kLevel = 3;

// Returns the compressed bytes, or nothing if compression is not worthwhile.
std::vector<char> packed(const void* bytes, std::size_t size) {
  if (size <= kCompressAbove) return {};
  std::vector<char> smaller(ZSTD_compressBound(size));
  const std::size_t length = ZSTD_compress(smaller.data(), smaller.size(), bytes, size, kLevel);
  if (ZSTD_isError(length) != 0) return {};
  smaller.resize(length);
  return smaller;
}

}  // namespace

PreparedBlob prepare_blob(const void* bytes, std::size_t size) {
  return {sha256_hex(bytes, size), bytes, size, packed(bytes, size)};
}

int BlobStore::add(const void* bytes, std::size_t size, Digest& digest) {
  digest = sha256_hex(bytes, size);
  if (d_known.contains(digest)) return 0;
  if (!is_stored(digest)) {
    const int error = store({digest, bytes, size, packed(bytes, size)});
    if (error != 0) return error;
  }
  remember(digest);
  return 0;
}

int BlobStore::add(const PreparedBlob& blob) {
  if (d_known.contains(blob.digest)) return 0;
  if (!is_stored(blob.digest)) {
    const int error = store(blob);
    if (error != 0) return error;
  }
  remember(blob.digest);
  return 0;
}

std::optional<std::string> BlobStore::read(const Digest& digest, std::size_t limit) const {
  const std::string plain = d_folder + '/' + digest;
  std::optional<std::string> content = read_file(plain, limit);
  if (!content) {
    const auto smaller = read_file(plain + ".zst", limit);
    if (!smaller) return std::nullopt;
    const unsigned long long size = ZSTD_getFrameContentSize(smaller->data(), smaller->size());
    // The size may also exceed the limit because it is unknown, or because this is no frame.
    if (size > limit) return std::nullopt;
    content.emplace(static_cast<std::size_t>(size), '\0');
    const std::size_t got =
        ZSTD_decompress(content->data(), content->size(), smaller->data(), smaller->size());
    if (ZSTD_isError(got) != 0 || got != content->size()) return std::nullopt;
  }
  if (sha256_hex(content->data(), content->size()) != digest) return std::nullopt;
  return content;
}

void BlobStore::remember(const Digest& digest) {
  if (d_known.size() >= kRemembered) d_known.clear();
  d_known.insert(digest);
}

bool BlobStore::is_stored(const Digest& digest) const {
  const std::string plain = d_folder + '/' + digest;
  return ::access((plain + ".zst").c_str(), F_OK) == 0 || ::access(plain.c_str(), F_OK) == 0;
}

int BlobStore::store(const PreparedBlob& blob) {
  const std::string plain = d_folder + '/' + blob.digest;
  const std::string temporary =
      d_folder + "/." + blob.digest.substr(0, 16) + '.' + std::to_string(::getpid());
  ::unlink(temporary.c_str());  // left by a killed process that had this number
  if (!blob.packed.empty()) return publish(plain + ".zst", temporary, blob.packed.data(), blob.packed.size());
  return publish(plain, temporary, blob.bytes, blob.size);
}

}  // namespace launchproof::capture
