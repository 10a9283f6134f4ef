#include "shim/opencl/launches/contents.h"

#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <unordered_set>

namespace launchproof::shim {
namespace {

struct Limits {
  std::uint64_t buffer = std::uint64_t{64} << 20;  // limit of bytes in one buffer
  std::uint64_t total = std::uint64_t{1} << 30;    // limit of bytes in all distinct contents of this process
};

ContentsMode read_mode() {
  const char* const given = std::getenv("LAUNCHPROOF_CONTENTS");
  const std::string_view word = given == nullptr ? "" : given;
  if (word == "arguments") return ContentsMode::Arguments;
  if (word == "all") return ContentsMode::All;
  return ContentsMode::None;
}

// LAUNCHPROOF_CONTENTS_LIMIT=BUFFER[,TOTAL], in bytes.
Limits read_limits() {
  Limits limits;
  const char* const given = std::getenv("LAUNCHPROOF_CONTENTS_LIMIT");
  if (given == nullptr || *given < '0' || *given > '9') return limits;
  char* end = nullptr;
  limits.buffer = std::strtoull(given, &end, 10);
  if (*end == ',') limits.total = std::strtoull(end + 1, nullptr, 10);
  return limits;
}

const Limits& limits() {
  static const Limits read = read_limits();
  return read;
}

// The number of bytes stored so far, for the total limit. Only locked within a section, so that a child
// forked at that moment does not wait for a lock that is never released.
struct Stored {
  std::mutex mutex;
  std::unordered_set<std::string> digests;
  std::uint64_t bytes = 0;
  bool full = false;
};

Stored& stored() {
  static auto& instance = *new Stored;
  return instance;
}

constexpr const char* kTotalReached = "the limit of contents in all is reached (--contents-limit)";

bool total_is_reached() {
  bool full = false;
  record([&] {
    const std::lock_guard lock(stored().mutex);
    full = stored().full;
  });
  return full;
}

}  // namespace

ContentsMode contents_mode() {
  static const ContentsMode mode = read_mode();
  return mode;
}

Unnoticed::Unnoticed() : d_errno(errno) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &d_cancel_state);
}

Unnoticed::~Unnoticed() {
  pthread_setcancelstate(d_cancel_state, nullptr);
  errno = d_errno;
}

capture::Contents not_recorded(std::string reason) {
  return {{}, std::move(reason)};
}

std::string reason_beforehand(const Memory& memory) {
  if (memory.is_shared_virtual) return "it is in shared virtual memory";
  if (!memory.bytes) return "its size is not known";
  if (*memory.bytes > limits().buffer) {
    return "its " + std::to_string(*memory.bytes) + " bytes exceed the limit of " +
           std::to_string(limits().buffer) + " bytes a buffer (--contents-limit)";
  }
  bool alive = false;
  record([&] { alive = memories().find(memory.handle).get() == &memory; });
  if (!alive) return "the buffer was released";
  if (total_is_reached()) return kTotalReached;
  return {};
}

capture::Contents store_contents(const unsigned char* bytes, std::size_t size) {
  const capture::PreparedBlob blob = capture::prepare_blob(bytes, size);
  std::string problem = "recording has stopped";
  record([&] {
    const std::lock_guard lock(stored().mutex);
    problem.clear();
    if (stored().digests.contains(blob.digest)) return;
    if (size > limits().total - std::min(limits().total, stored().bytes)) {
      stored().full = true;
      problem = kTotalReached;
      return;
    }
    stored().bytes += size;
    problem = writer().add_contents(blob);
    if (problem.empty()) stored().digests.insert(blob.digest);
  });
  return problem.empty() ? capture::Contents{blob.digest, {}} : not_recorded(problem);
}

}  // namespace launchproof::shim
