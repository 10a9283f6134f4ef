#include "shim/recording/recorder.h"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <string>

#include "shim/recording/no_cancellation.h"
#include "shim/recording/stop_recording.h"

namespace launchproof::shim {
namespace {

enum class State : int { Unread, Off, On };
constinit std::atomic<State> g_state{State::Unread};
constinit std::mutex g_mutex;
// Never destroyed: the application may call the API until its very end.
constinit std::atomic<capture::Writer*> g_writer{nullptr};

std::string capture_path() {
  const char* const given = std::getenv("LAUNCHPROOF_CAPTURE");
  if (given == nullptr || *given == '\0') return {};
  if (*given == '/') return given;
  std::string path(4096, '\0');
  if (getcwd(path.data(), path.size()) == nullptr) return {};
  path.resize(path.find('\0'));
  return path + "/" + given;
}

State open_capture() noexcept {
  const NoCancellation whole;
  const std::lock_guard lock(g_mutex);
  if (g_state.load() != State::Unread) return g_state.load();
  State reached = State::Off;
  try {
    const std::string path = capture_path();
    if (!path.empty()) {
      capture::Session session = capture::describe_process();
      session.device_type_as = device_type_as();
      session.prefer_source = prefers_source();
      session.platform_shown = platform_shown();
      session.tool = "launchproof shim " LAUNCHPROOF_VERSION;
      g_writer = new capture::Writer(path.c_str(), session);
      reached = State::On;
    }
  } catch (...) {
    // No memory at the very start, so it cannot be reported.
    reached = State::Off;
  }
  g_state.store(reached);
  return reached;
}

}  // namespace

bool recording_is_wanted() {
  const char* const given = std::getenv("LAUNCHPROOF_CAPTURE");
  return given != nullptr && *given != '\0';
}

std::string_view device_type_as() {
  const char* const given = std::getenv("LAUNCHPROOF_DEVICE_TYPE_AS");
  const std::string_view word = given == nullptr ? "" : given;
  return word == "gpu" || word == "cpu" ? word : std::string_view();
}

std::optional<std::uint64_t> platform_shown() {
  const char* const given = std::getenv("LAUNCHPROOF_PLATFORM");
  const std::string_view word = given == nullptr ? "" : given;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return number;
}

bool prefers_source() {
  const char* const given = std::getenv("LAUNCHPROOF_PREFER_SOURCE");
  return given != nullptr && std::string_view(given) == "1";
}

bool recording_is_on() {
  State state = g_state.load(std::memory_order_acquire);
  if (state == State::Unread) state = open_capture();
  return state == State::On && writer().recording();
}

capture::Writer& writer() {
  return *g_writer.load(std::memory_order_relaxed);
}

void mark_ending(capture::Ending ending) noexcept {
  if (capture::Writer* const of = g_writer.load(std::memory_order_acquire)) of->mark_ending(ending);
}

void recorder_after_fork(bool unsound) {
  if (unsound && g_state.load() == State::On) {
    stop_recording("fork() was called while another thread was recording for more than 0.2 s");
  }
}

void stop_recording(const char* reason) noexcept {
  const NoCancellation whole;
  if (g_state.exchange(State::Off) == State::On) writer().stop(reason);
}

}  // namespace launchproof::shim
