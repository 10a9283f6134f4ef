#include "shim/cuda/device/stream_order.h"

#include <atomic>

namespace launchproof::cuda {
namespace {

using capture::Actor;
using capture::CommandNote;

// Returns the number of this thread; 0 if there are no more numbers.
Actor thread_actor() {
  static std::atomic<unsigned> s_numbers{0};
  thread_local const unsigned t_number = ++s_numbers;
  return t_number < capture::kOfCallback ? static_cast<Actor>(t_number) : Actor{0};
}

}  // namespace

bool StreamOrder::is_on() const {
  return d_writer != nullptr && d_writer->recording();
}

std::uint32_t StreamOrder::begin() const {
  return is_on() ? d_writer->order_now() : 0;
}

void StreamOrder::add(const CommandNote& note, std::span<const Mark> waits) {
  std::vector<const void*> handles;
  handles.reserve(waits.size());
  for (const Mark mark : waits)
    if (mark != 0)
      handles.push_back(reinterpret_cast<const void*>(mark));  // NOLINT(performance-no-int-to-ptr)
  CommandNote whole = note;
  whole.waits = handles.data();
  whole.wait_count = handles.size();
  d_writer->add_order(whole);
}

StreamOrder::Known& StreamOrder::known(const StreamName& stream) {
  const auto [found, is_new] = d_streams.try_emplace(stream.id);
  if (is_new) {
    found->second.queue = d_writer->add_queue(d_device, false);
    found->second.kind = stream.kind;
  }
  if (stream.kind == StreamKind::Legacy) d_legacy = stream.id;
  return found->second;
}

StreamOrder::Mark StreamOrder::mark(const Known& stream, std::uint32_t begin) {
  CommandNote note;
  note.queue = stream.queue;
  note.begin = begin;
  note.event = ++d_marks;
  note.flags = capture::kAllEarlier;
  add(note, {});
  return d_marks;
}

void StreamOrder::order_by_kind(Known& stream, std::uint32_t& begin) {
  std::vector<Mark> marks;
  if (stream.kind == StreamKind::Legacy) {
    for (auto& [id, other] : d_streams) {
      if (other.kind != StreamKind::Blocking || other.given == other.seen_by_legacy) continue;
      other.seen_by_legacy = other.given;
      marks.push_back(mark(other, begin));
    }
  } else if (stream.kind == StreamKind::Blocking && d_legacy != 0) {
    const Known& legacy = d_streams[d_legacy];
    if (legacy.given != stream.legacy_seen) marks.push_back(mark(legacy, begin));
    stream.legacy_seen = legacy.given;
  }
  if (marks.empty()) return;
  CommandNote note;
  note.queue = stream.queue;
  note.flags = capture::kBlocksLater;
  note.begin = d_writer->order_now();
  add(note, marks);
  begin = d_writer->order_now();
}

void StreamOrder::work(const StreamName& name, std::uint32_t begin, std::optional<std::uint64_t> launch) {
  if (!is_on()) return;
  const std::lock_guard lock(d_mutex);
  Known& stream = known(name);
  order_by_kind(stream, begin);
  ++stream.given;
  if (!launch) return;
  CommandNote note;
  note.queue = stream.queue;
  note.begin = begin;
  note.launches = &*launch;
  note.launch_count = 1;
  add(note, {});
}

StreamOrder::Mark StreamOrder::mark(const StreamName& name, std::uint32_t begin) {
  if (!is_on()) return 0;
  const std::lock_guard lock(d_mutex);
  Known& stream = known(name);
  order_by_kind(stream, begin);
  return mark(stream, begin);
}

void StreamOrder::wait(const StreamName& name, std::span<const Mark> marks, std::uint32_t begin) {
  if (!is_on()) return;
  const std::lock_guard lock(d_mutex);
  Known& stream = known(name);
  ++stream.given;
  CommandNote note;
  note.queue = stream.queue;
  note.begin = begin;
  note.flags = capture::kBlocksLater;
  add(note, marks);
}

StreamOrder::Mark StreamOrder::node(std::uint64_t launch, std::span<const Mark> marks, std::uint32_t begin) {
  if (!is_on()) return 0;
  const std::lock_guard lock(d_mutex);
  if (d_graphs == 0) d_graphs = d_writer->add_queue(d_device, true);
  CommandNote note;
  note.queue = d_graphs;
  note.out_of_order = true;
  note.begin = begin;
  note.event = ++d_marks;
  note.launches = &launch;
  note.launch_count = 1;
  add(note, marks);
  return d_marks;
}

void StreamOrder::host_waits(const StreamName& name, std::uint32_t begin) {
  if (!is_on() || d_writer->order_is_quiet()) return;
  const std::lock_guard lock(d_mutex);
  CommandNote note;
  note.queue = known(name).queue;
  note.begin = begin;
  note.flags = capture::kHostWaits | capture::kAllEarlier;
  note.actor = thread_actor();
  add(note, {});
}

void StreamOrder::host_waits(Mark mark, std::uint32_t begin) {
  if (!is_on() || mark == 0 || d_writer->order_is_quiet()) return;
  const std::lock_guard lock(d_mutex);
  CommandNote note;
  note.begin = begin;
  note.flags = capture::kHostWaits;
  note.actor = thread_actor();
  add(note, {&mark, 1});
}

void StreamOrder::host_waits_for_all(std::uint32_t begin) {
  if (!is_on() || d_writer->order_is_quiet()) return;
  std::vector<StreamName> all;
  {
    const std::lock_guard lock(d_mutex);
    for (const auto& [id, stream] : d_streams) all.push_back({id, stream.kind});
  }
  for (const StreamName& stream : all) host_waits(stream, begin);
}

// Its queue remains in the capture, since its work may still be running.
void StreamOrder::forget(const StreamName& stream) {
  const std::lock_guard lock(d_mutex);
  const auto found = d_streams.find(stream.id);
  // The legacy stream waits for the work of a destroyed stream.
  if (found != d_streams.end() && found->second.given == found->second.seen_by_legacy) d_streams.erase(found);
}

}  // namespace launchproof::cuda
