// Construction and destruction of a writer, and its behaviour when the process forks.
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>

#include "capture/files/failure_box.h"
#include "capture/writing/writer_state.h"

namespace launchproof::capture {
namespace {

// Guards the list of all writers.
constinit std::mutex g_all_mutex;
constinit bool g_handlers_set = false;

std::string failure_box() {
  const char* const given = std::getenv(kFailureBox);
  return given == nullptr ? "" : given;
}

}  // namespace

// The list's head; a function, because State is private to Writer.
static void*& all_states() {
  static constinit void* first = nullptr;
  return first;
}

Writer::State::State(Writer& writer, const char* path, const Session& session)
    : d_writer(writer),
      d_folder(absolute_path(path)),
      d_session(session),
      d_failure_box(failure_box()),
      d_pid(::getpid()),
      d_blobs(d_folder + "/blobs") {
  const std::lock_guard lock(g_all_mutex);
  if (!g_handlers_set) {
    g_handlers_set = ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0;
  }
  d_next = static_cast<State*>(all_states());
  all_states() = this;
}

Writer::State::~State() {
  const std::lock_guard lock(g_all_mutex);
  if (all_states() == this) {
    all_states() = d_next;
  } else {
    for (auto* state = static_cast<State*>(all_states()); state != nullptr; state = state->d_next) {
      if (state->d_next == this) state->d_next = d_next;
    }
  }
  d_writer.mark_ending(Ending::Returned);
  d_writer.d_head.store(nullptr, std::memory_order_relaxed);
  d_programs_file.close();
  d_launches_file.close();
  d_counters.unmap();
}

// The child creates its own files with its first record. Its ids continue from the parent's, so that objects
// known to both keep their ids. Handles of the parent's launches become invalid, because the child must count
// its own launches.
void Writer::State::begin_as_child() {
  d_pid = ::getpid();
  d_writer.d_generation.store(0, std::memory_order_relaxed);
  d_writer.d_head.store(nullptr, std::memory_order_relaxed);
  if (!d_tag.empty()) {
    d_head.forked_from = d_tag;
    d_head.inherited_devices = d_devices;
    d_head.inherited_programs = d_programs;
    d_tag.clear();
  }
  d_programs_file.close();
  d_launches_file.close();
  d_programs_file = AppendFile();
  d_launches_file = AppendFile();
  d_counters.abandon();
  d_order.begin_as_child();
  d_queues = 0;
  d_launches.clear();
  d_templates.clear();
}

void Writer::State::before_fork() {
  g_all_mutex.lock();
  for (auto* state = static_cast<State*>(all_states()); state != nullptr; state = state->d_next) {
    state->d_mutex.lock();
    state->d_order.lock();
  }
}

void Writer::State::after_fork_in_parent() {
  for (auto* state = static_cast<State*>(all_states()); state != nullptr; state = state->d_next) {
    state->d_order.unlock();
    state->d_mutex.unlock();
  }
  g_all_mutex.unlock();
}

void Writer::State::after_fork_in_child() {
  for (auto* state = static_cast<State*>(all_states()); state != nullptr; state = state->d_next) {
    state->begin_as_child();
    state->d_order.unlock();
    state->d_mutex.unlock();
  }
  g_all_mutex.unlock();
}

}  // namespace launchproof::capture
