// One replay of a launch, which runs its groups in one or several threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "verify/replay/execution/launch.h"
#include "verify/replay/execution/watch.h"

namespace launchproof::replay {

class GroupRunner;
struct RunState;

class Execution {
 public:
  Execution(const Image& image, const model::LaunchFacts& facts, const Contents& contents,
            const Options& options, Outcome& outcome)
      : d_launch(image, facts, contents, options, outcome), d_outcome(outcome) {}

  // Returns an empty text, or why the launch cannot be executed. In the latter case the outcome's status is
  // Error or Unknown.
  std::string prepare() { return d_launch.prepare(); }
  std::string prepare_in_place(const std::vector<std::vector<std::uint8_t>>& arguments,
                               std::uint64_t dynamic_bytes) {
    return d_launch.prepare_in_place(arguments, dynamic_bytes);
  }
  // Runs the launch; if there are watches, in one thread.
  void run(std::vector<Watch>* watches);

  // Returns the work-item's number in the launch, which traces use for it.
  std::uint32_t number_of(const std::array<std::uint64_t, 3>& group,
                          const std::array<std::uint64_t, 3>& local) const {
    return d_launch.number_of(group, local);
  }
  // Returns the number that stands for the asynchronous copies of a group.
  std::uint32_t number_of_copies(const std::array<std::uint64_t, 3>& group) const {
    return d_launch.number_of(group, {0, 0, 0}) + d_launch.group_stride() - 1;
  }
  verdict::WorkItem work_item(std::uint32_t number) const { return d_launch.work_item(number); }
  bool is_of_copies(std::uint32_t number) const { return d_launch.is_of_copies(number); }
  const std::vector<View>& views() const { return d_launch.views(); }
  bool same_group(std::uint32_t a, std::uint32_t b) const { return d_launch.same_group(a, b); }

 private:
  unsigned threads() const;
  // Runs all groups at once, from one barrier of the grid to the next, with a runner for each of them.
  void run_together(RunState& state, std::vector<std::unique_ptr<GroupRunner>>& runners, unsigned count);

  Launch d_launch;
  Outcome& d_outcome;
};

}  // namespace launchproof::replay
