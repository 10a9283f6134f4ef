#include "capture/writing/order_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "capture/files/files.h"
#include "capture/files/mapped_chunk.h"
#include "capture/files/quiet_section.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kWaitsInSlot = 3;
constexpr std::size_t kMostQueues = 65536;
constexpr std::uint64_t kSlotsInChunk = kOrderChunk / sizeof(OrderSlot);
// Moments are numbers of 32 bits.
constexpr std::uint32_t kLastMoment = 0xFFFFFF00;

bool is_plain(const CommandNote& note) {
  const unsigned other = note.flags | note.actor | static_cast<unsigned>(note.out_of_order);
  return note.launch_count == 1 && (note.event | note.wait_count | other) == 0;
}

// Only the callback itself knows what it waits for.
bool is_wait_of_a_thread(const CommandNote& note) {
  return (note.flags & kHostWaits) != 0 && (note.actor & kOfCallback) == 0;
}

// It has no place in a queue.
bool is_of_the_host(const CommandNote& note) {
  return (note.flags & (kUserEvent | kSignals | kCallback)) != 0 ||
         (note.queue == 0 && (note.flags & kHostWaits) != 0);
}

std::uint64_t number_of(const void* event) {
  return reinterpret_cast<std::uintptr_t>(event);
}

}  // namespace

void OrderFile::lock() {
  d_mutex.lock();
  for (Lane& lane : d_lanes) lane.mutex.lock();
}

void OrderFile::unlock() {
  for (Lane& lane : d_lanes) lane.mutex.unlock();
  d_mutex.unlock();
}

void OrderFile::add(const CommandNote& note, const std::string& path) noexcept {
  if (is_plain(note) && repeats_plain(note)) return;
  const std::lock_guard all(*this);
  if (d_is_full) return;
  try {
    note_repeats();
    locked_add(note, path);
  } catch (...) {
    give_up();  // no memory
  }
}

void OrderFile::locked_add(const CommandNote& note, const std::string& path) {
  const std::uint32_t end = d_now.fetch_add(1, std::memory_order_acq_rel);
  if (end >= kLastMoment || note.queue >= kMostQueues) {
    give_up();
    return;
  }
  if (note.queue >= d_queues.size()) d_queues.resize(note.queue + 1);
  if (is_plain(note)) {
    note_busy(note, end);
    note_plain(note);
    write(note, end, path);
    return;
  }
  ++d_era;
  const bool is_wait = is_wait_of_a_thread(note);
  if ((note.flags & (kUserEvent | kSignals)) != 0) note_user_event(note, end);
  if (!is_wait && !is_of_the_host(note)) note_busy(note, end);
  const bool is_quiet = is_wait && note_wait(note);
  const bool is_lone = d_stretch_queue != kSeveral;
  if (is_quiet && is_lone)
    drop_stretch(path);
  else
    write(note, end, path);
  if (!is_quiet) return;
  d_stretch = d_used;
  d_stretch_queue = 0;
  d_user_notes.clear();
  d_is_quiet.store(true, std::memory_order_release);
}

OrderFile::Plain& OrderFile::plain_of(Lane& lane, const CommandNote& note) {
  return lane.plain[(note.queue / kLanes * 31 + note.launches[0]) % kPlain];
}

// The earlier launch then represents both, since nothing came in between that orders anything. Everything
// else known about the queue is unchanged, since only what begins another era changes that.
bool OrderFile::repeats_plain(const CommandNote& note) {
  Lane& lane = lane_of(note.queue);
  const std::lock_guard lock(lane.mutex);
  Plain& known = plain_of(lane, note);
  if (d_is_full || known.era != d_era || known.queue != note.queue || known.launch != note.launches[0] ||
      d_chunk == nullptr || known.slot / kSlotsInChunk != d_chunk_number)
    return false;
  const std::uint32_t end = d_now.fetch_add(1, std::memory_order_acq_rel);
  if (end >= kLastMoment) return false;
  known.end = end;
  lane.has_repeats = true;
  auto* const slot = reinterpret_cast<OrderSlot*>(d_chunk) + known.slot % kSlotsInChunk;
  slot->first = (slot->first & 0xFFFFFFFFU) | (std::uint64_t{end} << 32U);
  return true;
}

// It is about to be written.
void OrderFile::note_plain(const CommandNote& note) {
  plain_of(lane_of(note.queue), note) = {note.queue, note.launches[0], d_era, d_used, 0};
}

void OrderFile::note_repeats() {
  for (Lane& lane : d_lanes) {
    if (!std::exchange(lane.has_repeats, false)) continue;
    for (const Plain& known : lane.plain)
      if (known.era == d_era) {
        Busy& busy = d_queues[known.queue];
        busy.latest_end = std::max(busy.latest_end, known.end);
      }
  }
}

void OrderFile::note_busy(const CommandNote& note, std::uint32_t end) {
  d_is_quiet.store(false, std::memory_order_release);
  d_queues[note.queue] = {note.event, end, true, note.out_of_order};
  if (d_stretch_queue == note.queue && !note.out_of_order) return;
  d_stretch_queue = note.out_of_order || d_stretch_queue != 0 ? kSeveral : note.queue;
}

bool OrderFile::note_wait(const CommandNote& note) {
  // Calls that had not returned when the wait began need not be waited for.
  if (note.queue != 0 && ((note.flags & kAllEarlier) != 0 || !note.out_of_order)) {
    Busy& busy = d_queues[note.queue];
    if (busy.latest_end < note.begin) busy.is_busy = false;
  }
  for (std::size_t i = 0; i < note.wait_count; ++i) {
    for (Busy& busy : d_queues) {
      if (!busy.out_of_order && busy.latest_event != 0 && busy.latest_event == number_of(note.waits[i]) &&
          busy.latest_end < note.begin)
        busy.is_busy = false;
    }
  }
  return std::ranges::none_of(d_queues, &Busy::is_busy);
}

void OrderFile::note_user_event(const CommandNote& note, std::uint32_t end) {
  if ((note.flags & kUserEvent) != 0) {
    // The handle no longer refers to a command.
    for (Busy& busy : d_queues)
      if (busy.latest_event == note.event) busy.latest_event = 0;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): never followed
    d_user_notes.push_back({reinterpret_cast<const void*>(note.event), note.begin, end});
    return;
  }
  UserNote signal{note.waits[0], note.begin, end, note.actor, true};
  for (auto made = d_user_notes.rbegin(); made != d_user_notes.rend(); ++made) {
    if (made->event != signal.event || made->is_signal) continue;
    signal.is_settled = made->is_settled = true;
    break;
  }
  d_user_notes.push_back(signal);
}

void OrderFile::drop_stretch(const std::string& path) {
  d_used = d_stretch;
  if (d_head != nullptr) d_head->used.store(d_used, std::memory_order_release);
  for (const UserNote& kept : d_user_notes) {
    if (kept.is_settled) continue;
    CommandNote note;
    note.flags = kept.is_signal ? kSignals : kUserEvent;
    note.begin = kept.begin;
    note.actor = kept.actor;
    if (kept.is_signal) {
      note.waits = &kept.event;
      note.wait_count = 1;
    } else {
      note.event = number_of(kept.event);
    }
    write(note, kept.end, path);
  }
}

void OrderFile::write(const CommandNote& note, std::uint32_t end, const std::string& path) {
  const std::size_t commands = std::max<std::size_t>(1, note.launch_count);
  const std::uint64_t slots = commands + (note.wait_count + kWaitsInSlot - 1) / kWaitsInSlot;
  if (d_used + slots > kMostOrderSlots) {
    give_up();
    return;
  }
  std::uint64_t at = d_used;
  for (std::size_t i = 0; i < commands; ++i) {
    OrderSlot* const slot = slot_at(at++, path);
    if (slot == nullptr) return;
    const bool is_launch = i < note.launch_count;
    const unsigned flags = note.flags | (is_launch ? kIsLaunch : 0U) | (i + 1 < commands ? kGoesOn : 0U);
    *slot = {OrderSlot::kCommand,
             static_cast<std::uint8_t>(flags),
             note.actor,
             static_cast<std::uint32_t>(note.queue),
             note.begin | (std::uint64_t{end} << 32U),
             note.event,
             is_launch ? note.launches[i] : 0};
  }
  // The waits belong to the last of these commands.
  for (std::size_t i = 0; i < note.wait_count; i += kWaitsInSlot) {
    OrderSlot* const slot = slot_at(at++, path);
    if (slot == nullptr) return;
    const std::size_t count = std::min(kWaitsInSlot, note.wait_count - i);
    const auto wait = [&](std::size_t number) {
      return number < count ? number_of(note.waits[i + number]) : 0;
    };
    *slot = {OrderSlot::kWaits, static_cast<std::uint8_t>(count), 0, 0, wait(0), wait(1), wait(2)};
  }
  d_used = at;
  d_head->used.store(d_used, std::memory_order_release);
}

// Returns null, and stops recording, if there is no room.
OrderSlot* OrderFile::slot_at(std::uint64_t index, const std::string& path) {
  const std::uint64_t chunk = index / kSlotsInChunk;
  if (d_chunk == nullptr || chunk != d_chunk_number) {
    const QuietSection quiet;
    const bool is_new = d_head == nullptr;
    if (is_new) d_path = path;
    const int fd = is_new ? open_new(d_path.c_str(), O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL)
                          : ::open(d_path.c_str(), O_RDWR | O_CLOEXEC);
    int error = 0;
    char* head = nullptr;
    char* next = nullptr;
    if (fd >= 0) {
      if (is_new) head = map_part(fd, 0, kOrderHead, error);
      if (!is_new || head != nullptr)
        next = map_part(fd, static_cast<off_t>(kOrderHead + chunk * kOrderChunk), kOrderChunk, error);
      ::close(fd);
    }
    if (head != nullptr) {
      d_head = new (head) OrderHead{};
      d_head->magic = kOrderMagic;
    }
    if (next == nullptr) {
      give_up();
      return nullptr;
    }
    if (d_chunk != nullptr) ::munmap(d_chunk, kOrderChunk);
    d_chunk = next;
    d_chunk_number = chunk;
  }
  return reinterpret_cast<OrderSlot*>(d_chunk) + index % kSlotsInChunk;
}

void OrderFile::give_up() noexcept {
  d_is_full = true;
  if (d_head != nullptr) d_head->full.store(1, std::memory_order_release);
}

void OrderFile::begin_as_child() {
  d_path.clear();
  d_head = nullptr;
  d_chunk = nullptr;
  d_used = d_stretch = 0;
  d_stretch_queue = 0;
  d_is_quiet.store(true, std::memory_order_release);
  d_is_full = false;
  ++d_era;
  d_queues.clear();
  for (Lane& lane : d_lanes) lane.has_repeats = false;
  d_user_notes.clear();
}

}  // namespace launchproof::capture
