#include "shim/wait.h"

#include <atomic>
#include <cstdlib>
#include <ctime>

#include "shim/next.h"
#include "shim/objects.h"
#include "shim/section.h"

namespace launchproof::shim {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kMilliseconds = 1'000'000;
constexpr std::int64_t kPatience = 10 * kNanoseconds;
constexpr std::int64_t kShortPatience = kNanoseconds / 10;
constexpr std::int64_t kFirstPause = 20'000;
constexpr std::int64_t kLongestPause = 1'000'000;

constexpr const char* kOfTheApplication = "the launch waits for an event of the application";

bool user_event_is_open() {
  bool open = false;
  record([&] { open = !open_user_events().empty(); });
  return open;
}

constinit std::atomic<bool> g_gave_up{false};

// LAUNCHPROOF_CONTENTS_PATIENCE, in milliseconds.
std::int64_t read_patience() {
  const char* const given = std::getenv("LAUNCHPROOF_CONTENTS_PATIENCE");
  return given == nullptr || *given == '\0' ? kPatience : std::strtoll(given, nullptr, 10) * kMilliseconds;
}

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kNanoseconds + time.tv_nsec;
}

void pause(std::int64_t nanoseconds) {
  const timespec step{0, nanoseconds};
  nanosleep(&step, nullptr);
}

// The execution status, or an error code.
cl_int status_of(cl_event event) {
  cl_int status = CL_QUEUED;
  const cl_int code =
      next().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return code == CL_SUCCESS ? status : code;
}

bool is_user_event(cl_event event) {
  cl_command_type type = 0;
  return next().clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr) == CL_SUCCESS &&
         type == CL_COMMAND_USER;
}

// Commands of a queue that was not flushed may never begin.
void flush_queue_of(cl_event event) {
  cl_command_queue queue = nullptr;
  const cl_int code = next().clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue),
                                            static_cast<void*>(&queue), nullptr);
  if (code == CL_SUCCESS && queue != nullptr) next().clFlush(queue);
}

}  // namespace

Progress wait_for(cl_event event) {
  static const std::int64_t patience = read_patience();
  const std::int64_t begin = now();
  std::int64_t step = kFirstPause;
  for (;;) {
    const cl_int status = status_of(event);
    if (status == CL_COMPLETE) return Progress::Complete;
    if (status < 0) return Progress::Failed;
    const bool hurry = g_gave_up.load(std::memory_order_relaxed) || user_event_is_open();
    if (now() - begin > (hurry ? kShortPatience : patience)) {
      if (!hurry) g_gave_up.store(true, std::memory_order_relaxed);
      return Progress::TookTooLong;
    }
    pause(step);
    if (step < kLongestPause) step *= 2;
  }
}

std::string too_long() {
  return user_event_is_open() ? kOfTheApplication : "what the launch waits for took too long";
}

std::string wait_for_predecessors(const Enqueue& enqueue) {
  const cl_icd_dispatch& api = next();
  if (api.clEnqueueMarkerWithWaitList == nullptr || api.clGetEventInfo == nullptr ||
      api.clReleaseEvent == nullptr || api.clFlush == nullptr) {
    return "the driver is older than OpenCL 1.2";
  }
  if ((enqueue.wait_count == 0) != (enqueue.wait == nullptr)) return "the launch is not valid";
  for (cl_uint i = 0; i < enqueue.wait_count; ++i) {
    if (is_user_event(enqueue.wait[i]) && status_of(enqueue.wait[i]) > CL_COMPLETE) return kOfTheApplication;
  }
  // It waits for what the launch will wait for. In a queue that is out of order and without a wait list it
  // waits for all that was enqueued before, which may be more.
  cl_event marker = nullptr;
  const cl_int code =
      api.clEnqueueMarkerWithWaitList(enqueue.queue, enqueue.wait_count, enqueue.wait, &marker);
  if (code != CL_SUCCESS || marker == nullptr) {
    return "the driver refused a marker (error " + std::to_string(code) + ")";
  }
  for (cl_uint i = 0; i < enqueue.wait_count; ++i) flush_queue_of(enqueue.wait[i]);
  api.clFlush(enqueue.queue);
  const Progress progress = wait_for(marker);
  std::string reason;
  if (progress == Progress::TookTooLong) reason = too_long();
  if (progress == Progress::Failed) reason = "what the launch waits for failed";
  api.clReleaseEvent(marker);
  return reason;
}

}  // namespace launchproof::shim
