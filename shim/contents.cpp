#include "shim/contents.h"

#include <pthread.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "shim/next.h"
#include "shim/wait.h"

namespace launchproof::shim {
namespace {

struct Limits {
  std::uint64_t buffer = std::uint64_t{64} << 20;  // bytes of one buffer
  std::uint64_t total = std::uint64_t{1} << 30;    // bytes of all different contents of this process
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

// What was stored before, for the limit in all. Locked within a section only, so that a child forked at that
// moment does not wait for a lock that nobody will open.
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

// Keeps errno, and a cancellation for later.
class Unnoticed {
 public:
  Unnoticed() : d_errno(errno) { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &d_cancel_state); }
  ~Unnoticed() {
    pthread_setcancelstate(d_cancel_state, nullptr);
    errno = d_errno;
  }
  Unnoticed(const Unnoticed&) = delete;
  Unnoticed& operator=(const Unnoticed&) = delete;

 private:
  int d_errno;
  int d_cancel_state = 0;
};

capture::Contents not_recorded(std::string reason) {
  return {{}, std::move(reason)};
}

std::string refused(const char* what, cl_int code) {
  return std::string("the driver refused to ") + what + " (error " + std::to_string(code) + ")";
}

using Bytes = std::unique_ptr<unsigned char[]>;

void CL_CALLBACK free_bytes(cl_event /*event*/, cl_int /*status*/, void* bytes) {
  delete[] static_cast<unsigned char*>(bytes);
}

// A queue of our own on the device of the application's, so that nothing is added to the application's.
class Reader {
 public:
  explicit Reader(cl_command_queue queue) {
    cl_device_id device = nullptr;
    const auto query = next().clGetCommandQueueInfo;
    if (query == nullptr || next().clCreateCommandQueue == nullptr || next().clEnqueueReadBuffer == nullptr ||
        query(queue, CL_QUEUE_CONTEXT, sizeof(cl_context), static_cast<void*>(&d_context), nullptr) !=
            CL_SUCCESS ||
        query(queue, CL_QUEUE_DEVICE, sizeof(cl_device_id), static_cast<void*>(&device), nullptr) !=
            CL_SUCCESS) {
      return;
    }
    d_queue = next().clCreateCommandQueue(d_context, device, 0, &d_code);
  }
  ~Reader() {
    if (d_queue != nullptr) next().clReleaseCommandQueue(d_queue);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // The bytes of the buffer, or null and `reason`.
  Bytes read(cl_mem buffer, std::size_t size, std::string& reason) {
    if (d_queue == nullptr) {
      reason = refused("make a queue", d_code);
      return nullptr;
    }
    Bytes bytes(new (std::nothrow) unsigned char[size]);
    if (bytes == nullptr) {
      reason = "no memory for a copy of its " + std::to_string(size) + " bytes";
      return nullptr;
    }
    cl_int code = try_read(buffer, size, bytes, reason);
    // Buffers that the host must not read can be copied.
    if (code == CL_INVALID_OPERATION) code = read_copy(buffer, size, bytes, reason);
    if (code != CL_SUCCESS) reason = refused("read it", code);
    return reason.empty() ? std::move(bytes) : nullptr;
  }

 private:
  cl_int try_read(cl_mem buffer, std::size_t size, Bytes& bytes, std::string& reason) {
    cl_event event = nullptr;
    const cl_int code =
        next().clEnqueueReadBuffer(d_queue, buffer, CL_FALSE, 0, size, bytes.get(), 0, nullptr, &event);
    if (code != CL_SUCCESS) return code;
    next().clFlush(d_queue);
    const Progress progress = wait_for(event);
    if (progress == Progress::Failed) reason = "the driver failed to read it";
    if (progress == Progress::TookTooLong) {
      reason = too_long();
      // The driver may still write there.
      unsigned char* const abandoned = bytes.release();
      if (next().clSetEventCallback != nullptr)
        next().clSetEventCallback(event, CL_COMPLETE, &free_bytes, abandoned);
    }
    next().clReleaseEvent(event);
    return CL_SUCCESS;
  }

  cl_int read_copy(cl_mem buffer, std::size_t size, Bytes& bytes, std::string& reason) {
    if (next().clCreateBuffer == nullptr || next().clEnqueueCopyBuffer == nullptr)
      return CL_INVALID_OPERATION;
    cl_int code = CL_SUCCESS;
    cl_mem copy = next().clCreateBuffer(d_context, CL_MEM_READ_WRITE, size, nullptr, &code);
    if (copy == nullptr) return code;
    // The queue is in order: the read comes after.
    code = next().clEnqueueCopyBuffer(d_queue, buffer, copy, 0, 0, size, 0, nullptr, nullptr);
    if (code == CL_SUCCESS) code = try_read(copy, size, bytes, reason);
    next().clReleaseMemObject(copy);
    return code;
  }

  cl_context d_context = nullptr;
  cl_command_queue d_queue = nullptr;
  cl_int d_code = CL_SUCCESS;
};

// What can be said of a buffer without reading it, or an empty text.
std::string reason_beforehand(const Memory& memory) {
  if (!memory.bytes) return "its size is not known";
  if (*memory.bytes > limits().buffer) {
    return "its " + std::to_string(*memory.bytes) + " bytes exceed the limit of " +
           std::to_string(limits().buffer) + " bytes a buffer (--contents-limit)";
  }
  if (memories().find(memory.handle).get() != &memory) return "the buffer was released";
  return {};
}

capture::Contents store(const Bytes& bytes, std::size_t size) {
  const capture::PreparedBlob blob = capture::prepare_blob(bytes.get(), size);
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

bool total_is_reached() {
  bool full = false;
  record([&] {
    const std::lock_guard lock(stored().mutex);
    full = stored().full;
  });
  return full;
}

capture::Contents take_one(Reader& reader, const Memory& memory) {
  if (total_is_reached()) return not_recorded(kTotalReached);
  const cl_mem handle = memory.handle;
  if (next().clRetainMemObject == nullptr || next().clRetainMemObject(handle) != CL_SUCCESS) {
    return not_recorded("the buffer was released");
  }
  const auto size = static_cast<std::size_t>(*memory.bytes);
  std::string reason;
  const Bytes bytes = reader.read(handle, size, reason);
  next().clReleaseMemObject(handle);
  return bytes == nullptr ? not_recorded(reason) : store(bytes, size);
}

void take_all(const Enqueue& enqueue, const std::vector<std::shared_ptr<const Memory>>& buffers,
              std::vector<std::optional<capture::Contents>>& taken) {
  std::unordered_map<const Memory*, std::size_t> readable;  // and the argument that first names it
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i] == nullptr) continue;
    if (std::string reason = reason_beforehand(*buffers[i]); !reason.empty()) {
      taken[i] = not_recorded(std::move(reason));
    } else {
      readable.emplace(buffers[i].get(), i);
    }
  }
  if (readable.empty()) return;
  const std::string waiting = wait_for_predecessors(enqueue);
  std::optional<Reader> reader;
  if (waiting.empty()) reader.emplace(enqueue.queue);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i] == nullptr || taken[i]) continue;
    const std::size_t first = readable.at(buffers[i].get());
    if (!waiting.empty()) {
      taken[i] = not_recorded(waiting);
    } else {
      taken[i] = first < i ? taken[first] : take_one(*reader, *buffers[i]);
    }
  }
}

}  // namespace

ContentsMode contents_mode() {
  static const ContentsMode mode = read_mode();
  return mode;
}

std::vector<std::optional<capture::Contents>> take_contents(
    const Enqueue& enqueue, const std::vector<std::shared_ptr<const Memory>>& buffers) noexcept {
  const Unnoticed unnoticed;
  std::vector<std::optional<capture::Contents>> taken;
  try {
    taken.resize(buffers.size());
    take_all(enqueue, buffers, taken);
    return taken;
  } catch (...) {
    // No memory. What has no contents then has no reason either, which says the same.
    return {};
  }
}

}  // namespace launchproof::shim
