// Runs groups one after the other in one thread. The work-items of a group are fibers that run from barrier
// to barrier. Where the kernel has barriers of the grid, each group has a runner of its own.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "verify/effort/clock.h"
#include "verify/replay/execution/fibers.h"
#include "verify/replay/execution/launch.h"
#include "verify/replay/execution/seen_log.h"
#include "verify/replay/execution/watch.h"
#include "verify/replay/memory/happens_before.h"
#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/operations.h"

namespace launchproof::replay {

struct Watch;
struct WatchedAccess;
struct WatchedStep;

// State shared by all runners of a launch.
struct RunState {
  Launch& launch;
  std::vector<Watch>* watches = nullptr;
  bool several = false;  // threads
  effort::Clock::time_point deadline;
  std::atomic<bool> stopped = false;
  std::atomic<bool> may_hide = false;  // see Outcome
  std::atomic<bool> is_excluded = false;
  std::atomic<bool> is_out_of_steps = false;
  std::atomic<bool> is_cut = false;      // a group was left before its end, while the others continue
  std::atomic<bool> is_waiting = false;  // see Outcome
  std::uint64_t watched_steps = 0;       // of watched work-items, which run in one thread
  std::mutex mutex;
  std::string reason;  // why the launch was stopped
  LaunchEnd end = LaunchEnd::Completed;
  std::string printed, failed_asserts;  // see Outcome
  std::unique_ptr<LaunchOrder> order;   // null unless requested (Options::follow_orders)
};

// An asynchronous copy of a group: addresses, elements, strides in elements.
struct GroupCopy {
  std::uint64_t to = 0, from = 0, count = 0, to_stride = 1, from_stride = 1;
  std::uint32_t write_site = 0, read_site = 0;
  std::uint64_t event = 0;
  bool operator==(const GroupCopy&) const = default;
};

// A load by an atomic, and the value that it returned.
struct Wait {
  const MachineItem* item = nullptr;
  std::uint32_t site = 0;
  const View* view = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t value = 0;
  bool operator==(const Wait&) const = default;
};

// The location of a copy's elements: `count` elements from byte `first` of the view's storage on.
struct CopySide {
  const View* view = nullptr;  // null: nowhere
  std::uint64_t first = 0, step = 0, count = 0;
  std::uint32_t site = 0;
};

// A copy that has not been waited for yet.
struct Flight {
  CopySide to, from;
  std::uint64_t event = 0;
  std::uint32_t number = 0;  // number among the copies of its group, from 1
};

// A collective function; `scalar` is 'f', 'd', 'i' or 'u'.
struct Collective {
  CollectiveOp op{};
  char scalar = 'i';
  std::uint32_t bytes = 4;
};

// A function that exchanges values within part of a sub-group. `operand`: a place, a mask or a distance.
// `cluster`: the number of work-items that exchange values with each other; 0: all.
struct Exchange {
  ExchangeOp op{};
  FoldOp fold{};
  char scalar = 'i';  // as in Collective; 'h': half
  std::uint32_t bytes = 4;
  std::uint64_t operand = 0;
  std::uint64_t cluster = 0;
};

class GroupRunner {
 public:
  explicit GroupRunner(RunState& state);
  ~GroupRunner();
  GroupRunner(const GroupRunner&) = delete;
  GroupRunner& operator=(const GroupRunner&) = delete;

  void run(const std::array<std::uint64_t, 3>& group);

  // Does the same step by step, for a kernel with barriers of the grid: call start(), then advance() until it
  // no longer returns AtGridBarrier. All groups of the launch must reach the barrier before one of them
  // passes.
  enum class Progress : std::uint8_t {
    Ended,          // every work-item has
    AtGridBarrier,  // every work-item waits there, or the group's barrier rule leaves it out
    Left            // before its end, for a reason that is noted elsewhere
  };
  // Returns false if the launch has no such group, or no memory is left for it.
  bool start(const std::array<std::uint64_t, 3>& group);
  Progress advance();
  // What the runner has numbered so far. A barrier of the grid continues every group with equal numbers.
  struct Numbering {
    std::uint32_t interval = 0, moment = 0;
  };
  Numbering numbering() const;
  // Passes the barrier of the grid. `latest`: the largest numbers of all groups.
  void pass_grid_barrier(const Numbering& latest);
  // Reports that the group waits at a barrier of the grid to which `ended` does not come.
  void note_missing(const GroupRunner& ended);
  // Reports that the group waits at a barrier of the grid in a launch that is not cooperative.
  void note_not_cooperative();

  // The following functions are called by the hooks; `item` is the running work-item.
  const std::uint8_t* read(MachineItem* item, std::uint64_t address, std::uint32_t site);
  void write(MachineItem* item, std::uint64_t address, std::uint32_t site, const std::uint8_t* bytes);
  std::uint64_t atomic(MachineItem* item, std::uint64_t address, std::uint32_t site, AtomicOp op,
                       std::uint64_t operand, std::uint64_t wanted);
  void barrier(MachineItem* item, std::uint32_t barrier, std::uint32_t fences);
  // A fence of global memory without a barrier.
  void fence(MachineItem* item, std::uint32_t order, std::uint32_t scope);
  // Begins an asynchronous copy and returns its event.
  std::uint64_t copy(MachineItem* item, std::uint32_t place, const GroupCopy& what);
  static void wait_for(MachineItem* item, std::uint64_t event);  // names an event for the wait that follows
  void wait(MachineItem* item, std::uint32_t place, bool all);
  std::uint64_t collective(MachineItem* item, std::uint32_t place, const Collective& what,
                           std::uint64_t value, std::uint64_t where);
  std::uint64_t exchange(MachineItem* item, std::uint32_t place, const Exchange& what, std::uint64_t value);
  std::uint64_t ballot(const MachineItem* item, BallotOp op, const std::array<std::uint64_t, 2>& votes,
                       std::uint64_t index);
  void check(std::uint32_t loop);  // called when the fuel is used up
  [[noreturn]] void broken_precondition(std::uint32_t line);
  void broken_assertion(MachineItem* item, std::uint32_t place);
  // For execution in place: these perform `printf` and `assert` of a kernel, and end the launch for a thread.
  // Addresses are those of texts and of arguments in this process. print() returns how many arguments were
  // printed.
  std::uint32_t print(std::uint64_t format, std::uint64_t arguments);
  void fail_assertion(const MachineItem* item, std::uint64_t text, std::uint64_t file, std::uint32_t line,
                      std::uint64_t function);
  [[noreturn]] void trap();
  // For execution in place: names the threads of its warp for which the work-item waits at the next warp
  // function.
  static void name_threads(MachineItem* item, std::uint32_t mask) { static_cast<Item*>(item)->mask = mask; }
  // Records that the work-item ends at a `return` statement of CUDA.
  static void returns(MachineItem* item) { static_cast<Item*>(item)->has_returned = true; }
  // Records that an assumption does not hold for the work-item, so that barriers do not wait for it.
  void leave_out(MachineItem* item) {
    static_cast<Item*>(item)->left_out = true;
    d_state.is_excluded = true;
  }
  void iterate(MachineItem* item, std::uint32_t loop);
  void enter_loop(MachineItem* item, std::uint32_t loop);
  std::uint64_t query(const MachineItem* item, Query what, std::uint32_t dimension) const;

  // Returns the difference between a pointer and the address used in comparisons (View::shift), given either
  // of them.
  std::uint64_t shift_of(std::uint64_t pointer) const;
  std::uint64_t shift_back(std::uint64_t address) const;

  // Returns the number of the address space that contains the address; UINT32_MAX if there is none.
  std::uint32_t space_of(std::uint64_t address) const;

  SeenLog& seen() { return d_seen; }
  std::uint64_t groups() const { return d_groups_run; }
  std::uint64_t work_items() const { return d_items_run; }
  std::uint64_t accesses() const { return d_accesses; }
  // Returns the effort so far: accesses, compared cells, and iterations of loops.
  std::uint64_t steps() const { return d_accesses + d_compared + d_iterated; }
  bool has_open_floats() const { return d_open_floats != 0; }
  bool has_open_divisions() const { return d_open_divisions != 0; }
  bool has_open_exchanges() const { return d_open_exchanges != 0; }
  std::vector<bool> was_read() const;  // by object

 private:
  struct Item : MachineItem {
    std::uint32_t number = 0;
    std::uint32_t barrier = UINT32_MAX;  // where it waits
    std::uint32_t fences = 0;
    bool done = false;
    bool is_waiting = false;  // true until the work-items that it must meet have come
    bool left_out = false;
    bool has_returned = false;
    GroupCopy copy;
    std::vector<std::uint64_t> events;  // events that it waits for
    bool all_events = false;
    Collective collective;
    Exchange exchange;
    std::uint64_t value = 0, where = 0;
    std::uint32_t sub_group = 0;
    std::uint32_t mask = UINT32_MAX;   // in place: mask of the places in its sub-group whose work-items it
                                       // waits for
    std::unique_ptr<ItemOrder> order;  // null: nobody asked
  };
  // Interval numbers: one more than the number of passed barriers that order memory of the given kind.
  struct Intervals {
    std::uint32_t local = 1, global = 1, image = 1;
    void pass(std::uint32_t fences) {
      if ((fences & kLocalFence) != 0) ++local;
      if ((fences & kGlobalFence) != 0) ++global;
      if ((fences & kImageFence) != 0) ++image;
    }
  };
  // The time of an access, as far as barriers of its group and of one sub-group order it.
  struct Moment {
    Intervals of_group, of_sub_group;
    std::uint32_t sub_group = UINT32_MAX;  // UINT32_MAX if a copy made the access
  };
  // A meeting place of work-items, and the iterations of the loops around it.
  using Instance = std::pair<std::uint32_t, std::vector<std::uint64_t>>;
  struct SubGroup {
    std::size_t first = 0, count = 0;  // of d_items
    Intervals intervals;
    std::uint32_t moment = 0;  // index from 1, in d_moments, of the current moment; 0 if none was kept yet
  };
  struct Place {
    View* view = nullptr;
    std::uint64_t offset = 0;  // offset in the view's storage
  };
  // One access in the form used for comparing accesses.
  struct Access {
    const View& view;
    const SiteSpec& spec;
    Trace trace;                 // that is kept
    std::uint32_t interval = 0;  // the interval in which it is unordered with respect to other accesses of
                                 // its group
    std::uint64_t offset = 0;
    const std::uint8_t* written = nullptr;  // what is stored
  };

  void set_up_items(const std::array<std::uint64_t, 3>& group);
  // Turns the work-items of the previous group into those of this one, which must have the same size.
  void move_items(const std::array<std::uint64_t, 3>& group);
  void set_up_sub_groups();
  static void item_body(void* self, std::size_t index);
  // Returns false if the work-items of the group, or of a sub-group, did not meet at one place.
  bool meet();
  enum class Meet : std::uint8_t { Nobody, Passed, Apart };
  Meet meet_of(SubGroup& sub_group);
  // Does the same for a kernel executed in place. Work-items meet if they name each other in their masks.
  Meet meet_by_masks(const SubGroup& sub_group);
  // Completes the exchange of the first work-items that wait for each other. Returns Nobody if there are
  // none.
  Meet exchange_of(SubGroup& sub_group);
  Instance instance_of(const Item& item);
  bool comes_before(const Instance& one, const Instance& other) const;
  // Gives the work-items, in the order of their places, the values that they get from each other.
  void exchange_among(const SubGroup& sub_group, std::span<Item* const> items);
  void fold_among(const SubGroup& sub_group, std::span<Item* const> items, std::uint64_t cluster);
  std::uint64_t place_of(const SubGroup& sub_group, const Item& item) const {
    return static_cast<std::uint64_t>(&item - d_items.data()) - sub_group.first;
  }
  // Returns whether all of `items` wait at the same place as `one`, in the same iterations and with the same
  // operands.
  bool come_together(const Item& one, std::span<Item> items);
  static void release(std::span<Item> items);
  bool hands_in_other(const Item& one, const Item& other) const;
  void meet_at(Item& item, std::uint32_t place);
  // Suspends the work-item, which waits at a place, so that others can run.
  void let_others_run(const Item& item);
  // Each performs the action of a meeting when all work-items have come: on copies in flight, or on the
  // values of a collective function.
  void begin_copy(Item& one);
  void end_copies(const Item& one);
  void collect(std::span<Item* const> items);
  void collect_all(std::span<Item> items);
  std::uint32_t agent() const;  // the number that stands for the group's copies in records of memory accesses
  CopySide side_of(std::uint64_t address, std::uint64_t stride, std::uint64_t count,
                   std::uint32_t site) const;
  bool covers(const CopySide& side, const View& view, std::uint64_t byte) const;
  void meet_flights(const Access& access);
  WatchedAccess watched(const Access& access) const;
  void note_copies_left();
  void note_divergence(const Item& one, const Item& other, bool differ);
  std::uint64_t& iterations(const MachineItem* item, std::uint32_t loop);

  Place locate(const MachineItem* item, std::uint64_t address, std::uint32_t site);
  static std::uint32_t interval_of(const View& view, const Intervals& intervals) {
    if (view.is_image) return intervals.image;
    return view.is_local ? intervals.local : intervals.global;
  }
  // Returns the interval of the barriers that order the other kind of access to the view's storage; 0 if only
  // one kind accesses it.
  static std::uint32_t other_interval_of(const View& view, const Intervals& intervals) {
    if (!view.is_mixed) return 0;
    return view.is_image ? intervals.global : intervals.image;
  }
  // Returns whether a trace stores the number of a moment. That is the case if a single interval does not
  // determine what orders an access, because both images and pointers access the storage or barriers of
  // sub-groups order it.
  bool has_moments(const View& view) const { return view.is_mixed || d_has_sub_group_barriers; }
  // Returns the interval that a trace stores for an access by the work-item, or by a copy of the group if
  // `item` is null.
  std::uint32_t kept_interval(const View& view, const Item* item) {
    return has_moments(view) ? moment_of(item) : interval_of(view, d_intervals);
  }
  std::uint32_t moment_of(const Item* item);
  // Returns whether some barrier orders the access with an earlier one of the same group that was recorded at
  // the moment `kept`.
  bool is_ordered(std::uint32_t kept, bool of_image, const Access& now) const;
  void pass_barrier(std::uint32_t fences);
  // Returns whether a barrier of the grid lies between the recorded access and the current one.
  bool is_before_grid_barrier(Trace before, const View& view) const {
    const std::uint32_t first = has_moments(view) ? d_first_of_grid.moment : d_first_of_grid.interval;
    return before.interval() != 0 && before.interval() < first;
  }
  // Returns the sub-group of a work-item of the group, given its number in the launch; UINT32_MAX for the
  // group's copies.
  std::uint32_t sub_group_of(std::uint32_t number) const;
  std::uint64_t query_sub_group(const Item& item, Query what) const;
  // Traces the access if the work-item is watched. For all other accesses, this costs one test.
  void trace(const MachineItem* item, std::uint32_t site, const Place& place, const std::uint8_t* value) {
    if (d_state.watches != nullptr) trace_access(item, site, place, value);
  }
  void trace_access(const MachineItem* item, std::uint32_t site, const Place& place,
                    const std::uint8_t* value);
  void add_step(std::uint32_t item, const WatchedStep& step) const;
  // Records the access. Returns false if there is no memory left.
  bool record(const Access& access);
  // If the trace stands for a write, marks the site of that write as covered.
  void cover_write(const Trace& trace);
  bool record_cell(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                   std::uint64_t offset);
  bool keep_write(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                  const Trace (&slots)[3], bool equal);
  bool keep_shared(Storage& storage, Chunk& chunk, std::uint64_t cell, const Access& access,
                   const Trace (&slots)[3]);
  Knowledge own_knowledge(const Item& item) const;
  // Charges the cost to the order's budget. Returns whether the order is still tracked.
  static bool pays(LaunchOrder& order, std::uint64_t cost);
  void order_atomic(Item& item, const SiteSpec& spec, const Place& place, AtomicOp op);
  void join_orders();
  // Leaves the group if the same load has returned the same value many times with no other access between.
  // Work-items run one after another, so nothing will change the value any more.
  void note_load(const Wait& load);
  // Returns whether atomics and fences order the access after an earlier one of another group, made at this
  // site.
  bool comes_after(Trace before, const SiteSpec& site, const Access& access) const;
  // Returns whether the access recorded as `before` and the new access race.
  bool compare(Trace before, const Access& access, bool same_bytes, std::uint64_t offset);
  void race(std::uint32_t before_site, Trace before, const Access& access, bool benign, std::uint64_t offset);
  // Reports loads that are not coherent from bytes that the launch writes. Returns false if no memory is
  // left.
  bool note_promised(const Access& access);
  void never_written(const Access& access, std::uint64_t offset, const char* kind = "never written");
  // Reports an access if the memory's access flags forbid it.
  void check_access(const MachineItem* item, const View& view, std::uint32_t site, std::int64_t offset);
  void wrong_address(const MachineItem* item, std::uint64_t address, std::uint32_t site, const View* view,
                     std::int64_t offset);
  Participant participant(std::uint32_t number, const std::vector<verdict::SourceLocation>& locations,
                          std::string access) const;
  void step(const std::vector<verdict::SourceLocation>& where) {
    if ((++d_accesses & 0x3fff) == 0 && !d_meeting) check_limits(where);
  }
  // Returns an empty text, or a description of the limit that was reached.
  std::string limit_reached(const std::vector<verdict::SourceLocation>& where) const;
  void check_limits(const std::vector<verdict::SourceLocation>& where);
  void stop(std::string reason);
  // Ends the launch; does not return.
  [[noreturn]] void give_up(std::string reason);
  // Leaves the group before its end. What the group did until then is part of a possible execution, and the
  // other groups continue.
  void leave_group(std::string reason);
  [[noreturn]] void out_of_memory(std::uint32_t site);
  std::string name_of(const View& view) const;
  static const Item& whole(const MachineItem* item) { return *static_cast<const Item*>(item); }

  RunState& d_state;
  Launch& d_launch;
  const KernelTables& d_tables;
  std::vector<View> d_views;         // by object number
  std::vector<DirectView> d_direct;  // likewise
  std::vector<std::unique_ptr<Storage>> d_local;
  std::vector<std::uint8_t> d_private;       // private memory of each work-item of the group
  std::vector<std::uint8_t> d_local_memory;  // in place: local memory of the group
  std::vector<std::uint8_t> d_scratch;

  std::unique_ptr<Fibers> d_fibers;
  std::vector<Item> d_items;
  std::uint64_t d_items_of[3] = {0, 0, 0};  // the local size for which the work-items were set up
  std::vector<std::uint64_t> d_iterations;
  GroupNumbers d_group{};
  ItemRange d_range;
  std::vector<Flight> d_flights;
  std::uint32_t d_copies = 0;   // number of copies that the group has begun
  std::uint32_t d_copying = 0;  // the copy being made
  std::uint32_t d_phase = 0;    // number of meetings that the group has passed
  std::uint64_t d_events = 0;
  bool d_meeting = false;  // no work-item runs
  Intervals d_intervals;
  std::vector<Moment> d_moments;  // moments of the group, indexed by kept_interval() - 1
  std::vector<SubGroup> d_sub_groups;
  SubGroup d_no_sub_group;                    // of copies
  std::vector<std::uint32_t> d_sub_group_of;  // by number in the group
  bool d_has_sub_group_barriers = false;

  SeenLog d_seen;
  std::int64_t d_fuel = 0;
  std::uint8_t d_open_floats = 0;
  std::uint8_t d_open_divisions = 0;
  std::uint8_t d_open_exchanges = 0;
  std::uint64_t d_iterated = 0;
  std::uint64_t d_compared = 0;  // number of shadow memory cells compared
  std::uint64_t d_accesses = 0;
  std::uint64_t d_group_end = UINT64_MAX;  // number of steps after which the group is left
  Wait d_wait;                             // the latest load by an atomic
  std::uint64_t d_wait_access = 0;         // its number
  std::uint64_t d_equal_loads = 0;         // number of equal loads before it
  bool d_left = false;                     // the group was
  bool d_is_at_grid_barrier = false;
  std::uint32_t d_grid_phase = 0;  // number of barriers of the grid that the group has passed
  Numbering d_first_of_grid;       // the first numbers after the latest barrier of the grid
  std::uint64_t d_instance = 0;    // number of reports; each pair of lines is counted once per report
  std::uint64_t d_groups_run = 0, d_items_run = 0;
};

}  // namespace launchproof::replay
