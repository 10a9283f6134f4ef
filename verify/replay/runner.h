// Runs groups one after the other in one thread; the work-items of a group are fibers between barriers.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "verify/replay/fibers.h"
#include "verify/replay/hooks.h"
#include "verify/replay/launch.h"
#include "verify/replay/machine.h"
#include "verify/replay/seen_log.h"

namespace launchproof::replay {

struct Watch;
struct WatchedStep;

// What all runners of a launch look at.
struct RunState {
  Launch& launch;
  std::vector<Watch>* watches = nullptr;
  bool several = false;  // threads
  std::chrono::steady_clock::time_point deadline;
  std::atomic<bool> stopped = false;
  std::atomic<bool> may_hide = false;  // see Outcome
  std::mutex mutex;
  std::string reason;  // why it was stopped
};

// An asynchronous copy of a group: addresses, elements, strides in elements.
struct GroupCopy {
  std::uint64_t to = 0, from = 0, count = 0, to_stride = 1, from_stride = 1;
  std::uint32_t write_site = 0, read_site = 0;
  std::uint64_t event = 0;
  bool operator==(const GroupCopy&) const = default;
};

// Where the elements of a copy lie: `count` of them from byte `first` of the view's storage on.
struct CopySide {
  const View* view = nullptr;  // null: nowhere
  std::uint64_t first = 0, step = 0, count = 0;
  std::uint32_t site = 0;
};

// A copy that was not waited for yet.
struct Flight {
  CopySide to, from;
  std::uint64_t event = 0;
  std::uint32_t number = 0;  // of the copies of its group, from 1 on
};

// A collective function; `scalar` is 'f', 'd', 'i' or 'u'.
struct Collective {
  CollectiveOp op{};
  char scalar = 'i';
  std::uint32_t bytes = 4;
};

class GroupRunner {
 public:
  explicit GroupRunner(RunState& state);
  ~GroupRunner();
  GroupRunner(const GroupRunner&) = delete;
  GroupRunner& operator=(const GroupRunner&) = delete;

  void run(const std::array<std::uint64_t, 3>& group);

  // Called by the hooks; `item` is the one that runs.
  const std::uint8_t* read(MachineItem* item, std::uint64_t address, std::uint32_t site);
  void write(MachineItem* item, std::uint64_t address, std::uint32_t site, const std::uint8_t* bytes);
  std::uint64_t atomic(MachineItem* item, std::uint64_t address, std::uint32_t site, AtomicOp op,
                       std::uint64_t operand, std::uint64_t wanted);
  void barrier(MachineItem* item, std::uint32_t barrier, std::uint32_t fences);
  // An asynchronous copy; gives its event.
  std::uint64_t copy(MachineItem* item, std::uint32_t place, const GroupCopy& what);
  static void wait_for(MachineItem* item, std::uint64_t event);  // names an event of the wait that follows
  void wait(MachineItem* item, std::uint32_t place, bool all);
  std::uint64_t collective(MachineItem* item, std::uint32_t place, const Collective& what,
                           std::uint64_t value, std::uint64_t where);
  void check(std::uint32_t loop);  // when the fuel is used up
  [[noreturn]] void broken_precondition(std::uint32_t line);
  void broken_assertion(MachineItem* item, std::uint32_t place);
  // An assumption does not hold for it: barriers do not wait for it.
  static void leave_out(MachineItem* item) { static_cast<Item*>(item)->left_out = true; }
  void iterate(MachineItem* item, std::uint32_t loop);
  void enter_loop(MachineItem* item, std::uint32_t loop);
  std::uint64_t query(const MachineItem* item, Query what, std::uint32_t dimension) const;

  // Number of the address space that an address lies in; UINT32_MAX: none.
  std::uint32_t space_of(std::uint64_t address) const;

  SeenLog& seen() { return d_seen; }
  std::uint64_t groups() const { return d_groups_run; }
  std::uint64_t work_items() const { return d_items_run; }
  std::uint64_t accesses() const { return d_accesses; }
  bool has_open_floats() const { return d_open_floats != 0; }
  bool has_open_divisions() const { return d_open_divisions != 0; }
  std::vector<bool> was_read() const;  // by object

 private:
  struct Item : MachineItem {
    std::uint32_t number = 0;
    std::uint32_t barrier = UINT32_MAX;  // where it waits
    std::uint32_t fences = 0;
    bool done = false;
    bool left_out = false;
    GroupCopy copy;
    std::vector<std::uint64_t> events;  // that it waits for
    bool all_events = false;
    Collective collective;
    std::uint64_t value = 0, where = 0;
  };
  struct Place {
    View* view = nullptr;
    std::uint64_t offset = 0;  // in the view's storage
  };
  // One access as it is compared with others.
  struct Access {
    const View& view;
    const SiteSpec& spec;
    Trace trace;                 // that is kept
    std::uint32_t interval = 0;  // in which it is unordered with others of its group
    std::uint64_t offset = 0;
    const std::uint8_t* written = nullptr;  // what is stored
  };

  void set_up_items(const std::array<std::uint64_t, 3>& group);
  static void item_body(void* self, std::size_t index);
  // False when the group's work-items did not meet at one place.
  bool meet();
  bool hands_in_other(const Item& one, const Item& other) const;
  void meet_at(Item& item, std::uint32_t place);
  // What happens when all work-items have come: to copies in flight, to the values of a collective.
  void begin_copy(Item& one);
  void end_copies(const Item& one);
  void collect();
  std::uint32_t agent() const;  // the number under which the group's copies access memory
  CopySide side_of(std::uint64_t address, std::uint64_t stride, std::uint64_t count,
                   std::uint32_t site) const;
  bool covers(const CopySide& side, const View& view, std::uint64_t byte) const;
  void meet_flights(const Access& access);
  void note_copies_left();
  void note_divergence(const Item& one, const Item& other, bool differ);
  std::uint64_t& iterations(const MachineItem* item, std::uint32_t loop);

  Place locate(const MachineItem* item, std::uint64_t address, std::uint32_t site);
  std::uint32_t interval_of(const View& view) const {
    if (view.is_image) return d_image_interval;
    return view.is_local ? d_local_interval : d_global_interval;
  }
  // Of the barriers that order the others of its storage; 0 where there are none.
  std::uint32_t other_interval_of(const View& view) const {
    if (!view.is_mixed) return 0;
    return view.is_image ? d_global_interval : d_image_interval;
  }
  // That a trace keeps: where images and pointers reach one storage, it tells the intervals of both.
  std::uint32_t kept_interval(const View& view) const {
    return view.is_mixed ? static_cast<std::uint32_t>(d_both_intervals.size()) : interval_of(view);
  }
  // Of one group, the earlier one in this interval that was kept: whether some barrier fences either.
  bool is_ordered(std::uint32_t kept, bool of_image, const Access& now) const;
  void pass_barrier(std::uint32_t fences);
  // Of a work-item that is watched; others cost a look.
  void trace(const MachineItem* item, std::uint32_t site, const Place& place, const std::uint8_t* value) {
    if (d_state.watches != nullptr) trace_access(item, site, place, value);
  }
  void trace_access(const MachineItem* item, std::uint32_t site, const Place& place,
                    const std::uint8_t* value);
  void add_step(std::uint32_t item, const WatchedStep& step) const;
  // False when memory ran out.
  bool record(const Access& access);
  bool record_cell(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                   std::uint64_t offset);
  bool keep_write(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                  const Trace (&slots)[3], bool equal);
  bool keep_shared(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                   const Trace (&slots)[3]);
  // Whether `before` and the access race.
  bool compare(Trace before, const Access& access, bool same_bytes, std::uint64_t offset);
  void race(std::uint32_t before_site, Trace before, const Access& access, bool benign, std::uint64_t offset);
  void never_written(const Access& access, std::uint64_t offset, const char* kind = "never written");
  void wrong_address(const MachineItem* item, std::uint64_t address, std::uint32_t site, const View* view,
                     std::int64_t offset);
  Participant participant(std::uint32_t number, const std::vector<verdict::SourceLocation>& locations,
                          std::string access) const;
  void step(const std::vector<verdict::SourceLocation>& where) {
    if ((++d_accesses & 0x3fff) == 0 && !d_meeting) check_limits(where);
  }
  // Empty, or which.
  std::string limit_reached(const std::vector<verdict::SourceLocation>& where) const;
  void check_limits(const std::vector<verdict::SourceLocation>& where);
  void stop(std::string reason);
  // Gives the launch up; does not return.
  [[noreturn]] void give_up(std::string reason);
  [[noreturn]] void out_of_memory(std::uint32_t site);
  std::string name_of(const View& view) const;
  static const Item& whole(const MachineItem* item) { return *static_cast<const Item*>(item); }

  RunState& d_state;
  Launch& d_launch;
  const KernelTables& d_tables;
  std::vector<View> d_views;         // by object number
  std::vector<DirectView> d_direct;  // likewise
  std::vector<std::unique_ptr<Storage>> d_local;
  std::vector<std::uint8_t> d_private;  // of each work-item of the group
  std::vector<std::uint8_t> d_scratch;

  std::unique_ptr<Fibers> d_fibers;
  std::vector<Item> d_items;
  std::vector<std::uint64_t> d_iterations;
  GroupNumbers d_group{};
  ItemRange d_range;
  std::vector<Flight> d_flights;
  std::uint32_t d_copies = 0;   // begun by the group
  std::uint32_t d_copying = 0;  // the copy that is being made
  std::uint32_t d_phase = 0;    // meetings that the group has passed
  std::uint64_t d_events = 0;
  bool d_meeting = false;  // no work-item runs
  std::uint32_t d_local_interval = 1, d_global_interval = 1, d_image_interval = 1;
  struct BothIntervals {
    std::uint32_t global = 1, image = 1;
  };
  std::vector<BothIntervals> d_both_intervals;  // by kept_interval() - 1 where images and pointers meet

  SeenLog d_seen;
  std::int64_t d_fuel = 0;
  std::uint8_t d_open_floats = 0;
  std::uint8_t d_open_divisions = 0;
  std::uint64_t d_iterated = 0;
  std::uint64_t d_accesses = 0;
  std::uint64_t d_instance = 0;  // of what can be seen; each counts once a pair of lines
  std::uint64_t d_groups_run = 0, d_items_run = 0;
};

}  // namespace launchproof::replay
