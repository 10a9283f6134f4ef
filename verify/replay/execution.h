// One replay of a launch: groups one after the other, work-items of a group as fibers between barriers.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "verify/replay/fibers.h"
#include "verify/replay/hooks.h"
#include "verify/replay/image.h"
#include "verify/replay/memory.h"
#include "verify/replay/replay.h"

namespace launchproof::replay {

// An access of one of the two work-items that a witness names, at one of the lines that it names.
struct WatchedAccess {
  const void* storage = nullptr;
  std::uint64_t offset = 0, bytes = 0;
  std::uint32_t interval = 0;
  std::uint32_t site = 0;
};

struct Watch {
  std::uint32_t item = 0;
  std::vector<bool> sites;  // by site number
  std::vector<WatchedAccess> accesses;
};

class Execution {
 public:
  Execution(const Image& image, const model::LaunchFacts& facts, const Contents& contents,
            const Options& options, Outcome& outcome);

  // Empty, or why the launch cannot be executed.
  std::string prepare();
  void run(std::vector<Watch>* watches);

  // The work-item's number in the launch, by which traces name it.
  std::uint32_t number_of(const std::array<std::uint64_t, 3>& group,
                          const std::array<std::uint64_t, 3>& local) const;
  bool same_group(std::uint32_t a, std::uint32_t b) const { return a / d_group_items == b / d_group_items; }

  // Called by the hooks.
  const std::uint8_t* read(std::uint64_t address, std::uint32_t site);
  void write(std::uint64_t address, std::uint32_t site, const std::uint8_t* bytes);
  std::uint64_t atomic(std::uint64_t address, std::uint32_t site, AtomicOp op, std::uint64_t operand,
                       std::uint64_t wanted);
  void barrier(std::uint32_t barrier, std::uint32_t fences);
  void iterate(std::uint32_t loop);
  void enter_loop(std::uint32_t loop) { d_iterations[d_item * d_image.tables.loops.size() + loop] = 0; }
  std::uint64_t query(Query what, std::uint32_t dimension) const;

 private:
  struct Root {  // a memory object
    std::unique_ptr<Storage> storage;
    const std::vector<std::uint8_t>* given = nullptr;
    const Contents* contents = nullptr;
    std::uint64_t object = 0;
    std::optional<std::uint64_t> bytes;
  };
  struct View {  // what pointers to one object may touch
    Storage* storage = nullptr;
    ObjectKind kind = ObjectKind::Parameter;
    bool is_local = false;
    bool is_null = false;
    bool was_read = false;
    bool is_given = true;  // contents
    std::uint64_t origin = 0;
    std::optional<std::uint64_t> bytes;
  };
  struct Item {
    std::array<std::uint64_t, 3> local_id{};
    std::uint32_t number = 0;
    std::uint32_t barrier = UINT32_MAX;  // where it waits
    std::uint32_t fences = 0;
    bool done = false;
  };
  struct Place {
    View* view = nullptr;
    std::uint64_t offset = 0;  // in the view's storage
  };

  std::string bind_arguments();
  std::string bind_pointer(std::uint32_t parameter);
  Root& root(std::uint64_t object);
  static void fill(const void* root, std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count);

  void run_group(const std::array<std::uint64_t, 3>& group);
  void run_items(std::size_t first);
  static void item_body(void* self, std::size_t index);
  // False when the group's work-items did not meet at one barrier.
  bool meet();

  Place locate(std::uint64_t address, std::uint32_t site);
  void record(const Place& place, std::uint32_t site, const std::uint8_t* written);
  void record_cell(Storage& storage, Cell& cell, Trace now, SiteKind kind, bool same_bytes,
                   const Place& place, std::uint64_t offset);
  bool concurrent(Trace before, Trace now) const;
  bool excludes(Trace before, Trace now) const;
  void race(Trace before, Trace now, bool benign, const Place& place, std::uint64_t offset);
  void wrong_address(std::uint64_t address, std::uint32_t site, const View* view, std::int64_t offset);
  Participant participant(std::uint32_t number, const std::vector<verdict::SourceLocation>& locations,
                          std::string access) const;
  Seen* note(verdict::Property property, std::string kind, std::uint32_t one, std::uint32_t two);
  void step(const std::vector<verdict::SourceLocation>& where) {
    if ((++d_steps & 0x3fff) == 0) check_limits(where);
  }
  void check_limits(const std::vector<verdict::SourceLocation>& where);
  // Gives the launch up; does not return.
  [[noreturn]] void give_up(std::string reason);
  std::string name_of(const View& view) const;

  const Image& d_image;
  const model::LaunchFacts& d_facts;
  const Contents& d_contents;
  const Options& d_options;
  Outcome& d_outcome;

  Budget d_budget;
  std::map<std::uint64_t, Root> d_roots;
  std::vector<std::unique_ptr<Storage>> d_own;  // local and constant memory, by-value structures
  std::vector<View> d_views;                    // by object number
  std::vector<std::uint8_t> d_arguments;
  std::vector<std::vector<std::uint8_t>> d_values;  // of by-value structures
  std::vector<std::uint8_t> d_private;              // of each work-item of the group
  std::vector<std::uint8_t> d_scratch;

  std::unique_ptr<Fibers> d_fibers;
  std::vector<Item> d_items;
  std::vector<std::uint64_t> d_iterations;
  std::array<std::uint64_t, 3> d_groups{1, 1, 1}, d_group{}, d_group_size{1, 1, 1};
  std::uint64_t d_group_items = 1;
  std::size_t d_item = 0;  // that runs, in d_items
  std::uint32_t d_local_interval = 0, d_global_interval = 0;
  bool d_stopped = false;

  std::uint64_t d_steps = 0;
  std::chrono::steady_clock::time_point d_deadline;
  std::map<std::tuple<int, std::string, std::uint32_t, std::uint32_t>, std::size_t> d_seen;
  std::uint64_t d_access = 0;    // so many were made
  std::uint64_t d_instance = 0;  // of what can be seen; each counts once a pair of lines
  std::map<std::size_t, std::uint64_t> d_counted;
  std::vector<Watch>* d_watches = nullptr;
};

}  // namespace launchproof::replay
