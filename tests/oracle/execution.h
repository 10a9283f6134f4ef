// Executes a launch once, with one schedule and one set of contents.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/oracle/findings.h"
#include "tests/oracle/launch_options.h"
#include "tests/oracle/memory.h"
#include "tests/oracle/program.h"
#include "tests/oracle/stack_table.h"
#include "tests/oracle/work_item.h"

namespace launchproof::oracle {

// Counts barriers of a group separately for each kind of memory that they fence.
struct SubGroup {
  std::uint32_t number = 0;  // in the group
  std::uint32_t local_epoch = 0;
  std::uint32_t global_epoch = 0;
  std::vector<WorkItem*> items;
  std::set<Position> exchanged;  // calls that some of its work-items have made
};

struct Group {
  std::array<std::uint64_t, 3> id{};
  std::array<std::uint64_t, 3> size{};
  std::uint32_t number = 0;
  std::uint32_t local_epoch = 0;
  std::uint32_t global_epoch = 0;
  std::uint32_t image_epoch = 0;
  std::vector<std::uint64_t> pool;  // constants, with this group's addresses
  std::vector<WorkItem*> items;
  std::vector<SubGroup> sub_groups;
  std::size_t waiting = 0;
  std::size_t finished = 0;
  bool abandoned = false;  // after divergence
  bool at_grid = false;    // its work-items wait at a barrier of the whole launch
  struct Collective {
    Position position;
    AsyncCopy copy;                    // all zero for a wait
    std::vector<std::uint64_t> waits;  // the events that a wait waits for
    std::uint64_t event = 0;           // of a copy
    std::uint32_t agent = 0;           // for a copy: its number among all copies of the execution, from 1
    std::uint32_t item = 0;
    std::uint32_t site = 0;
  };
  std::vector<Collective> collectives;
};

struct Schedule {
  enum class Order { Ascending, Descending, Shuffled } order = Order::Ascending;
  bool interleave = false;  // switch work-items at each shared access, at random
  std::uint64_t seed = 0;
  // How groups are divided: by linear local ids, into runs of this length or, if scattered, round-robin.
  std::uint32_t sub_group_size = 4;
  bool scattered = false;
  [[nodiscard]] std::string name() const;
};

// The values in this execution of everything that the launch leaves open.
struct Filling {
  Contents contents;            // contents of buffers without their own contents
  bool override_given = false;  // also replace given contents
  std::uint64_t value = 0;      // value of by-value arguments that were not given
  [[nodiscard]] std::string name() const;
};

class Execution {
 public:
  Execution(const Program& program, const Kernel& kernel, const LaunchOptions& options,
            const Schedule& schedule, const Filling& filling, StackTable& stacks, Findings& findings);

  // Runs to the end. Returns false if the step limit was reached. Throws CannotJudge.
  bool run();
  [[nodiscard]] const std::set<std::string>& notes() const { return d_notes; }

 private:
  friend class WorkItem;

  void make_globals();
  void make_groups();
  void make_buffers();
  ObjectId make_dynamic_memory(const Group& group);
  void make_arguments(Group& group);
  ObjectId make_buffer(const KernelParameter& parameter);
  ObjectId make_image(const KernelParameter& parameter);
  std::vector<std::uint64_t> value_of(const KernelParameter& parameter);
  void fill(ObjectId id, const Contents& contents, ElementType element);
  void fill_pool(Group& group);
  void settle(Group& group);
  void divide(Group& group) const;
  void settle_sub_group(Group& group, SubGroup& sub_group);
  bool settle_exchange(Group& group, SubGroup& sub_group);
  bool settle_warp(Group& group, SubGroup& warp);
  void leave_warp_function(Group& group, SubGroup& warp, const std::vector<WorkItem*>& members);
  static void meet(const std::vector<WorkItem*>& items);
  static void join_clocks(const std::vector<WorkItem*>& items);
  void wake(std::vector<WorkItem*> woken);
  void leave_barrier(Group& group);
  // Lets all groups pass once each of them waits at the barrier of the whole launch.
  void settle_grid();
  // Reports a barrier of the whole launch to which some group did not come.
  void report_missing_group();
  WorkItem* choose();
  void report_unfinished(const WorkItem& item, std::uint32_t site);
  bool combine(const std::vector<WorkItem*>& items, const std::array<std::uint64_t, 3>& size);
  void report_divergence(const WorkItem& a, const WorkItem& b, const char* kind, std::uint32_t site_a,
                         std::uint32_t site_b);
  [[nodiscard]] WorkItemId id_of(std::uint32_t item) const;

  const Program& d_program;
  const Kernel& d_kernel;
  const LaunchOptions& d_options;
  Schedule d_schedule;
  Filling d_filling;
  StackTable& d_stacks;
  Findings& d_findings;
  Memory d_memory;
  std::uint64_t d_random;
  std::array<std::uint64_t, 3> d_group_counts{};
  std::vector<ObjectId> d_globals;  // by GlobalVariable; 0 for local variables
  std::map<std::string, ObjectId> d_buffers;
  std::map<std::string, std::string> d_names;  // owns the names of objects
  std::vector<std::unique_ptr<Group>> d_groups;
  std::vector<std::unique_ptr<WorkItem>> d_items;
  std::vector<WorkItem*> d_ready;
  std::map<std::pair<const AccessLog*, std::int64_t>, Carried> d_carried;  // keyed by place in global memory
  std::uint32_t d_next_agent = 0;                                          // for asynchronous copies
  // Copies that single work-items have waited for, by their agents: the work-item, and its clock at that
  // time. Loops create millions of them, and each access looks up many.
  struct Landed {
    std::uint32_t item = 0;
    std::uint32_t clock = 0;  // for the work-items of its group
    std::uint32_t time = 0;   // for those of other groups
  };
  std::vector<std::optional<Landed>> d_landed;
  std::uint64_t d_steps_left = 0;
  std::set<std::string> d_notes;
};

}  // namespace launchproof::oracle
