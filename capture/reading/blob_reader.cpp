#include <zstd.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <memory>

#include "capture/files/sha256.h"
#include "capture/reader.h"

namespace launchproof::capture {
namespace {

constexpr const char* kRemedy = "record again, or copy the whole folder if this is a copy";

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return std::nullopt;
  return content;
}

// Decompresses piece by piece, so that a damaged size field cannot request all available memory. Text beyond
// `limit` bytes is cut off.
std::optional<std::string> unpack(const std::string& packed, std::uint64_t limit) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (context == nullptr) return std::nullopt;
  std::string content;
  std::vector<char> piece(ZSTD_DStreamOutSize());
  ZSTD_inBuffer input{packed.data(), packed.size(), 0};
  std::size_t wanted = 1;
  while (wanted != 0 && content.size() <= limit) {
    ZSTD_outBuffer output{piece.data(), piece.size(), 0};
    wanted = ZSTD_decompressStream(context.get(), &output, &input);
    if (ZSTD_isError(wanted) != 0) return std::nullopt;
    content.append(piece.data(), output.pos);
    if (wanted != 0 && input.pos == input.size && output.pos < output.size) return std::nullopt;
  }
  return content;
}

// Returns the blob's bytes. At most `limit` of them are expected.
std::string read_blob(const std::string& capture, const Digest& digest, std::uint64_t limit) {
  if (digest.size() != 64 || digest.find_first_not_of("0123456789abcdef") != Digest::npos) {
    throw InputError(capture, "\"" + digest + "\" is not the name of a blob", kRemedy);
  }
  const std::string plain = capture + "/blobs/" + digest;
  std::optional<std::string> content = read_file(plain);
  if (!content) {
    const std::optional<std::string> packed = read_file(plain + ".zst");
    if (!packed) throw InputError(plain, "the blob is missing or cannot be read", kRemedy);
    content = unpack(*packed, limit);
    if (!content) throw InputError(plain + ".zst", "the blob cannot be decompressed", kRemedy);
    if (content->size() > limit) {
      throw InputError(plain + ".zst",
                       "the blob is longer than the " + std::to_string(limit) + " bytes it stands for",
                       kRemedy);
    }
  }
  if (sha256_hex(content->data(), content->size()) != digest) {
    throw InputError(plain, "the blob is damaged: its SHA-256 is not its name", kRemedy);
  }
  return *std::move(content);
}

}  // namespace

std::string Capture::blob(const Digest& digest) const {
  return read_blob(path, digest, std::numeric_limits<std::uint64_t>::max());
}

std::optional<std::string> Capture::contents(const BufferArgument& buffer) const {
  if (!buffer.contents || !buffer.contents->recorded()) return std::nullopt;
  const std::uint64_t expected = buffer.bytes.value_or(std::numeric_limits<std::uint64_t>::max());
  std::string bytes = read_blob(path, buffer.contents->digest, expected);
  if (buffer.bytes && bytes.size() != expected) {
    throw InputError(path + "/blobs/" + buffer.contents->digest,
                     "the contents of a buffer of " + std::to_string(expected) + " bytes have " +
                         std::to_string(bytes.size()) + " bytes",
                     kRemedy);
  }
  return bytes;
}

std::optional<std::string> Capture::find_blob(const Digest& digest) const {
  try {
    return blob(digest);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace launchproof::capture
