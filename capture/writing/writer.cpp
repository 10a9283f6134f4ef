#include "capture/writing/writer.h"

#include <unistd.h>

#include <mutex>

#include "capture/files/quiet_section.h"
#include "capture/writing/writer_state.h"

namespace launchproof::capture {

Writer::Writer(const char* path, const Session& session) noexcept {
  const QuietSection quiet;
  try {
    d_state = new State(*this, path, session);
    d_recording.store(true, std::memory_order_relaxed);
  } catch (...) {
    d_state = nullptr;
  }
}

Writer::~Writer() {
  delete d_state;
}

// Runs `work` exclusively on the open state. If anything fails, stops recording and returns `otherwise`.
template <class Result, class Work>
Result Writer::State::run(State* state, Result otherwise, Work&& work) noexcept {
  if (state == nullptr || !state->recording()) return otherwise;
  const QuietSection quiet;
  const std::lock_guard lock(state->d_mutex);
  try {
    if (!state->ensure_open()) return otherwise;
    return work(*state);
  } catch (...) {
    state->stop("no memory");
    return otherwise;
  }
}

Digest Writer::add_blob(const void* bytes, std::size_t size) noexcept {
  return State::run(d_state, Digest(), [&](State& state) { return state.add_blob(bytes, size); });
}

bool Writer::find_blob(const Digest& digest, std::size_t limit, std::string& content) noexcept {
  return State::run(d_state, false, [&](State& state) { return state.find_blob(digest, limit, content); });
}

std::string Writer::add_contents(const PreparedBlob& blob) noexcept {
  return State::run(d_state, std::string("recording has stopped"),
                    [&](State& state) { return state.add_contents(blob); });
}

DeviceId Writer::add_device(const Device& device) noexcept {
  return State::run(d_state, DeviceId{0}, [&](State& state) { return state.add_device(device); });
}

QueueId Writer::add_queue(DeviceId device, bool out_of_order) noexcept {
  return State::run(d_state, QueueId{0}, [&](State& state) { return state.add_queue(device, out_of_order); });
}

std::uint32_t Writer::order_now() const noexcept {
  return d_state == nullptr ? 0 : d_state->order().now();
}

bool Writer::order_is_quiet() const noexcept {
  return d_state == nullptr || d_state->order().is_quiet();
}

void Writer::add_order(const CommandNote& note) noexcept {
  if (d_state != nullptr && generation() != 0) d_state->order().add(note, d_state->order_path());
}

ProgramId Writer::add_program(const Program& program) noexcept {
  return State::run(d_state, ProgramId{0}, [&](State& state) { return state.add_program(program); });
}

void Writer::add_build_result(ProgramId program, const BuildResult& result) noexcept {
  State::run(d_state, 0, [&](State& state) { return state.add_build_result(program, result); });
}

ObjectId Writer::new_object_id() noexcept {
  return d_state == nullptr ? 0 : d_state->new_object_id();
}

LaunchHandle Writer::add_launch(const Launch& launch) noexcept {
  return State::run(d_state, LaunchHandle(), [&](State& state) { return state.add_launch(launch, nullptr); });
}

LaunchHandle Writer::add_launch(const Launch& launch, const LaunchArguments& arguments) noexcept {
  return State::run(d_state, LaunchHandle(),
                    [&](State& state) { return state.add_launch(launch, &arguments); });
}

LaunchHandle Writer::move_launch(const LaunchHandle& handle, const Launch& launch) noexcept {
  return State::run(d_state, LaunchHandle(), [&](State& state) { return state.move_launch(handle, launch); });
}

void Writer::note(const char* text, Missing missing) noexcept {
  State::run(d_state, 0, [&](State& state) { return state.note(text, missing); });
}

void Writer::stop(const char* reason) noexcept {
  State::run(d_state, 0, [&](State& state) {
    state.stop(reason);
    return 0;
  });
}

void Writer::mark_ending(Ending ending) noexcept {
  CounterHead* const head = d_head.load(std::memory_order_acquire);
  if (head == nullptr || ::getpid() != d_owner.load(std::memory_order_relaxed)) return;
  head->ending.store(static_cast<std::uint64_t>(ending), std::memory_order_relaxed);
}

}  // namespace launchproof::capture
