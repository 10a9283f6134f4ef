#include "shim/opencl/launches/wait.h"

#include <cstdlib>
#include <ctime>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/entry/next.h"
#include "shim/recording/kernel_clock.h"
#include "shim/recording/section.h"

namespace launchproof::shim {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kFirstPause = 20'000;
constexpr std::int64_t kLongestPause = 1'000'000;

std::int64_t now() {
  const timespec time = kernel_clock(CLOCK_MONOTONIC);
  return time.tv_sec * kNanoseconds + time.tv_nsec;
}

struct Patiences {
  std::int64_t before_launch = 20 * kMilliseconds;
  std::int64_t at_end = kNanoseconds;
};

// LAUNCHPROOF_CONTENTS_PATIENCE=BEFORE[,END], in milliseconds.
Patiences read_patiences() {
  Patiences read;
  const char* const given = std::getenv("LAUNCHPROOF_CONTENTS_PATIENCE");
  if (given == nullptr || *given < '0' || *given > '9') return read;
  char* end = nullptr;
  read.before_launch = std::strtol(given, &end, 10) * kMilliseconds;
  if (*end == ',') read.at_end = std::strtol(end + 1, nullptr, 10) * kMilliseconds;
  return read;
}

const Patiences& patiences() {
  static const Patiences read = read_patiences();
  return read;
}

}  // namespace

Progress progress_of(cl_event event) {
  cl_int status = CL_QUEUED;
  const cl_int code =
      next().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  if (code != CL_SUCCESS || status < 0) return Progress::Failed;
  return status == CL_COMPLETE ? Progress::Complete : Progress::Running;
}

bool user_event_is_open() {
  bool open = false;
  record([&] { open = !open_user_events().empty(); });
  return open;
}

void flush_queue_of(cl_event event) {
  cl_command_queue queue = nullptr;
  const cl_int code = next().clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue),
                                            static_cast<void*>(&queue), nullptr);
  if (code == CL_SUCCESS && queue != nullptr) next().clFlush(queue);
}

Patience::Patience(std::int64_t nanoseconds) : d_end(now() + nanoseconds), d_step(kFirstPause) {}

bool Patience::pause() {
  if (now() >= d_end) return false;
  const timespec step{0, d_step};
  nanosleep(&step, nullptr);
  if (d_step < kLongestPause) d_step *= 2;
  return true;
}

std::int64_t patience_before_launch() {
  return patiences().before_launch;
}

std::int64_t patience_at_end() {
  return patiences().at_end;
}

}  // namespace launchproof::shim
