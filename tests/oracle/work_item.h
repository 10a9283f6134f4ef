// One work-item: its frames, and the interpreter that executes it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tests/oracle/accesses/happens_before.h"
#include "tests/oracle/builtins.h"
#include "tests/oracle/evaluate.h"
#include "tests/oracle/memory.h"
#include "tests/oracle/program.h"

namespace launchproof::oracle {

class Execution;
struct Group;
struct SubGroup;

// The position of a work-item: for each frame, its instruction and the iteration of each loop around it,
// outermost first.
using Position = std::vector<std::uint64_t>;

// A conditional branch that was taken since the last barrier.
struct Decision {
  std::uint32_t site = 0;
  std::uint64_t target = 0;
  friend bool operator==(const Decision&, const Decision&) = default;
};

class WorkItem final : public CallingItem, public Undefined {
 public:
  enum class Stop : std::uint8_t { Budget, SharedAccess, Barrier, Finished };

  WorkItem(Execution& execution, Group& group, std::array<std::uint64_t, 3> local_id, std::uint32_t number)
      : d_execution(execution), d_group(group), d_local_id(local_id), d_number(number) {}

  // Enters the kernel. `arguments` has the lanes of each parameter; a struct is the address of a copy.
  void start(const Code& code, const std::vector<std::vector<std::uint64_t>>& arguments);
  // Runs until something happens, for at most `budget` instructions; stops at a SharedAccess only if
  // requested. `steps` receives the number of instructions.
  Stop run(std::uint64_t budget, bool stop_at_shared, std::uint64_t& steps);

  // Returns the barrier at which it waits, or the place where it returned.
  [[nodiscard]] const Position& position() const { return d_position; }
  [[nodiscard]] std::uint32_t site() const { return d_site; }
  [[nodiscard]] std::uint64_t fences() const { return d_fences; }
  [[nodiscard]] std::uint32_t collectives() const { return d_collectives; }
  [[nodiscard]] const std::vector<Decision>& decisions() const { return d_decisions; }
  [[nodiscard]] const std::array<std::uint64_t, 3>& local_id() const { return d_local_id; }
  [[nodiscard]] std::uint32_t number() const { return d_number; }
  [[nodiscard]] Group& group() const { return d_group; }
  [[nodiscard]] bool at_barrier() const { return d_at_barrier; }
  // CUDA: it waits for all work-items of the launch.
  [[nodiscard]] bool at_grid_barrier() const { return d_at_barrier && d_grid_barrier; }
  [[nodiscard]] bool left_out() const { return d_left_out; }
  // CUDA: it has ended by a `return` statement, after which no barrier waits for it.
  [[nodiscard]] bool has_returned_already() const { return d_depth == 0 && d_returned; }
  // CUDA: for each work-item of the group, the clock up to which its actions happen before those of this one.
  [[nodiscard]] std::vector<std::uint32_t>& clocks() { return d_clocks; }
  // Returns the accesses that happen before its next access to global memory.
  [[nodiscard]] Progress& progress() { return d_progress; }
  // Returns whether it waits only for its sub-group.
  [[nodiscard]] bool at_sub_group_point() const { return d_at_barrier && d_sub_group_point; }
  [[nodiscard]] SubGroup& sub_group() const { return *d_sub_group; }
  void join(SubGroup& sub_group, std::uint32_t place) {
    d_sub_group = &sub_group;
    d_sub_group_place = place;
  }
  // Returns the collective function in which it waits; without a `combine`, it waits at a barrier.
  [[nodiscard]] const GroupCall& group_call() const { return d_group_call; }
  void finish_group_call(std::uint64_t result) {
    *d_group_result = result;
    d_group_call = {};
  }
  void finish_exchange(const std::vector<std::uint64_t>& lanes) {
    if (!lanes.empty()) std::ranges::copy(lanes, d_group_result);
    d_group_call = {};
  }
  [[nodiscard]] std::uint32_t sub_group_place() const { return d_sub_group_place; }
  // Returns whether it waits at an earlier place than the other one, or in an earlier iteration.
  [[nodiscard]] bool waits_before(const WorkItem& other) const;
  void pass_barrier() {
    d_at_barrier = false;
    d_sub_group_point = false;
    d_grid_barrier = false;
    if (d_fence_behind) fence(*d_fence_behind);
    d_fence_behind.reset();
    d_decisions.clear();
  }

  [[nodiscard]] std::uint64_t query(Query query, std::uint64_t dimension) const override;
  void read(std::uint64_t address, std::uint32_t bytes, std::uint8_t* out) override;
  void write(std::uint64_t address, std::uint32_t bytes, const std::uint8_t* data) override;
  std::uint64_t atomic(std::uint64_t address, std::uint32_t bytes, AccessKind kind,
                       const AtomicManner& manner,
                       const std::function<std::uint64_t(std::uint64_t)>& update) override;
  void barrier(std::uint64_t fences) override;
  void sub_group_barrier(std::uint64_t fences) override;
  void fence_behind_barrier(const AtomicManner& manner) override { d_fence_behind = manner; }
  void fence(const AtomicManner& manner) override { d_progress.fence(manner.order, manner.scope); }
  std::uint64_t async_copy(const AsyncCopy& copy) override;
  void wait_for(const std::vector<std::uint64_t>& events) override;
  void start_copy(std::uint64_t to, std::uint64_t from, std::uint32_t bytes, std::uint32_t given) override;
  void end_group_of_copies() override;
  void await_copies(std::optional<std::uint64_t> groups) override;
  void start_block_copy(const BlockCopy& copy) override;
  void end_group_of_block_copies() override;
  void await_block_copies(std::uint64_t groups, bool only_reads) override;
  void together(GroupCall call, std::uint64_t* result) override;
  std::uint64_t arbitrary_word() override { return arbitrary(); }
  void broken_assertion() override;
  void observe(bool begins) override { d_observes = begins; }
  void promise(bool begins) override { d_promises = begins; }
  void leave_out() override { d_left_out = true; }
  void name_barrier(std::uint64_t number, bool anywhere) override;
  void end() override;
  std::uint64_t place_of(std::uint64_t address) override;
  std::uint64_t difference(std::uint64_t a, std::uint64_t b) override;
  bool holds_object(std::uint64_t address) override;
  unsigned address_space(std::uint64_t address) override;
  const ImageInfo* image(std::uint64_t address) override;
  std::uint64_t arbitrary() override;
  void note(const char* what) override;

 private:
  struct Frame {
    const Code* code = nullptr;
    std::uint32_t block = 0;
    std::uint32_t next = 0;   // instruction
    std::uint32_t stack = 0;  // the call that created it, in the stack table
    std::vector<std::uint64_t> lanes;
    std::vector<std::uint64_t> iterations;  // of each loop
    std::vector<ObjectId> variables;
  };

  Frame& push(const Code& code, std::uint32_t stack);
  void pop();
  const std::uint64_t* lanes_of(const Frame& frame, Operand operand) const;
  void step();
  void execute_memory(const Instruction& instruction, Frame& frame);
  void execute_atomic(const Instruction& instruction, Frame& frame);
  void execute_call(const Instruction& instruction, Frame& frame);
  void execute_return(const Instruction& instruction);
  void jump(Frame& frame, std::uint64_t target);
  void load(const Layout& layout, std::uint64_t address, std::uint64_t* result);
  void store(const Layout& layout, std::uint64_t address, const std::uint64_t* value);
  // Checks an access and records it in the log. Returns null if it must not happen.
  const Target* check(std::uint64_t address, std::uint64_t bytes, AccessKind kind);
  // Returns the problem of the access to `d_target`.
  void found_at_access(const std::string& property, AccessKind kind, bool benign = false);
  // Checks whether a subscript is outside an inner array although the access stays in the object.
  void check_subscripts(const Instruction& instruction, const Frame& frame, std::uint64_t address);
  void log(const Target& target, std::uint64_t bytes, AccessKind kind, AtomicScope scope,
           const std::uint8_t* data, std::uint32_t event);
  void enter_collective(Position position);
  void check_copies_finished();
  void land(std::uint32_t agent);
  [[nodiscard]] bool comes_after_copy(std::uint32_t agent) const;
  [[nodiscard]] Position current_position() const;
  std::uint32_t current_site();

  Execution& d_execution;
  Group& d_group;
  std::array<std::uint64_t, 3> d_local_id;
  std::uint32_t d_number;
  std::uint32_t d_padding = kNoPadding;  // first byte of padding in the stored value
  std::vector<Frame> d_frames;
  std::size_t d_depth = 0;  // frames in use
  Target d_target;
  std::uint32_t d_place = 0;  // place of the current instruction
  std::uint32_t d_site = 0;
  bool d_left_out = false;
  bool d_returned = false;
  bool d_ended = false;
  std::vector<std::uint32_t> d_clocks;
  Progress d_progress;
  bool d_observes = false;
  bool d_promises = false;
  Position d_position;
  std::uint64_t d_fences = 0;
  std::uint32_t d_collectives = 0;      // number of asynchronous copies and waits so far
  std::vector<std::uint32_t> d_waited;  // agents of copies that it has waited for
  // Agents of its own copies that it has not waited for: in groups, followed by those since the last group.
  std::deque<std::vector<std::uint32_t>> d_groups_of_copies;
  std::vector<std::uint32_t> d_started;
  // The same for its copies of blocks of memory. The agent that reads is 0 when it has been waited for.
  struct BlockAgents {
    std::uint32_t reads = 0;
    std::uint32_t writes = 0;
  };
  std::deque<std::vector<BlockAgents>> d_groups_of_blocks;
  std::vector<BlockAgents> d_started_blocks;
  GroupCall d_group_call;
  std::uint64_t* d_group_result = nullptr;
  std::vector<Decision> d_decisions;
  bool d_at_barrier = false;
  bool d_grid_barrier = false;
  std::optional<AtomicManner> d_fence_behind;  // fence that follows the barrier at which it is
  bool d_sub_group_point = false;
  SubGroup* d_sub_group = nullptr;
  std::uint32_t d_sub_group_place = 0;
  bool d_shared = false;
  std::vector<std::uint8_t> d_bytes;
};

}  // namespace launchproof::oracle
