#include "shim/opencl/launches/actor.h"

#include <array>

#include "shim/recording/recorder.h"

namespace launchproof::shim {
namespace {

using capture::Actor;

// Callbacks nested more deeply know nothing.
constexpr std::size_t kDeepest = 4;

struct HostThread {
  Actor number = 0;
  std::array<Actor, kDeepest> callbacks{};  // indexed by the number of callbacks around it
  CallbackScope* running = nullptr;
  std::size_t depth = 0;
};
constinit thread_local HostThread t_thread{};
constinit std::atomic<unsigned> g_numbers{0};

Actor number_in(Actor& place) {
  if (place != 0) return place;
  if (g_numbers.load(std::memory_order_relaxed) + 1 >= capture::kOfCallback) return 0;
  const unsigned number = g_numbers.fetch_add(1, std::memory_order_relaxed) + 1;
  return number >= capture::kOfCallback ? Actor{0} : place = static_cast<Actor>(number);
}

}  // namespace

Actor thread_actor() noexcept {
  return number_in(t_thread.number);
}

CallbackScope::CallbackScope(cl_event complete) noexcept : d_complete(complete), d_outer(t_thread.running) {
  if (recording_is_on()) d_begin = writer().order_now();
  t_thread.running = this;
  ++t_thread.depth;
  g_callbacks_running.fetch_add(1, std::memory_order_relaxed);
}

CallbackScope::~CallbackScope() {
  g_callbacks_running.fetch_sub(1, std::memory_order_relaxed);
  --t_thread.depth;
  t_thread.running = d_outer;
}

Actor callback_actor() {
  CallbackScope* const running = t_thread.running;
  if (running == nullptr) return 0;
  const Actor number =
      t_thread.depth > kDeepest ? Actor{0} : number_in(t_thread.callbacks[t_thread.depth - 1]);
  const auto actor = static_cast<Actor>(number | capture::kOfCallback);
  if (number == 0 || running->d_is_noted) return actor;
  running->d_is_noted = true;
  capture::CommandNote note;
  note.flags = capture::kCallback;
  note.begin = running->d_begin;
  const void* const complete = running->d_complete;
  note.waits = &complete;
  note.wait_count = complete == nullptr ? 0 : 1;
  note.actor = actor;
  writer().add_order(note);
  return actor;
}

}  // namespace launchproof::shim
