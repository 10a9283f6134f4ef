// Executes the witnesses of a class's findings and records the outcomes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"
#include "verify/worker/outcomes/job.h"
#include "verify/worker/replay/given_contents.h"

namespace launchproof::worker {

// The effort of all replays of a class's findings together: about three seconds. It does not grow with the
// time limit, since ten times as many steps seldom show what these do not.
inline constexpr std::uint64_t kStepsOfClass = 64'000'000;

// The effort of executing a whole launch with its recorded contents is this for each work-item beside
// kStepsOfClass. A work-item that takes more is mostly in a loop that does not end.
inline constexpr std::uint64_t kStepsOfWorkItem = 1'000'000;

struct ReplayLimits {
  // The limit of all replays together. Accesses, compared cells of shadow memory and iterations are counted,
  // and a number for each replay, work-item and byte of memory, so that the same findings are replayed on
  // every machine.
  std::uint64_t all_steps = kStepsOfClass;
  double seconds = 8;                   // time limit for all replays, including compilation, as a last resort
  std::uint64_t memory = 256ULL << 20;  // limit of bytes for one replay's contents, shadow and stacks
  std::uint64_t contents_bytes = kMostContentsBytes;  // largest size of a buffer that is made up to hold the
                                                      // solver's values
  std::uint64_t steps = std::uint64_t{1} << 32;       // limit for the last replay of a finding
};

// Returns the findings of `launch` in `result` that a replay may still confirm, in the order in which they
// are replayed. Those with the fewest approximations come first, since they are confirmed most often;
// findings with equal numbers keep their order. The pointers are valid until `result.findings` changes.
std::vector<verdict::Finding*> in_replay_order(verdict::ClassResult& result, std::uint64_t launch);

// A launch of a class, by its number in the capture; 0: the class has only one.
struct WholeLaunch {
  std::uint64_t number = 0;
  // Reads the recorded contents; only those of one launch should be in memory at a time. Returns nothing if
  // there are no facts.
  std::function<std::optional<model::LaunchFacts>()> facts;
};

// Launches of a class, one for each distinct contents.
struct WholeLaunches {
  std::vector<WholeLaunch> launches;
  bool all = false;     // no other launch of the class may behave differently
  bool stored = false;  // no other launch may store anything different either
  bool local_size_open = false;
};

class Replayer {
 public:
  // Sets `confirmation` and `replay` of each finding of this launch (verdict::Finding::launch), and concludes
  // the result again. `facts` are those of the launch; what they leave open may have any value, and a finding
  // that a replay shows with its own values names these. A replay that contradicts an exact counterexample,
  // or a property that was proved, makes the property an error.
  void confirm(verdict::ClassResult& result, std::uint64_t launch, const Job& job,
               const model::KernelModel& kernel, const model::LaunchFacts& facts, const ReplayLimits& limits);

  // Executes whole launches before anything that they may show is left open. Defects that a fully known
  // launch shows at other places become separate findings. If these are all launches, an execution without
  // defects may be a proof (execution_proof.h).
  void execute(verdict::ClassResult& result, const WholeLaunches& known, const Job& job,
               const model::KernelModel& kernel, const ReplayLimits& limits);

  // Returns the steps of all replays so far, counted as for ReplayLimits::all_steps.
  std::uint64_t executed() const { return d_executed; }
  // Returns whether a replay was omitted or ended for lack of time or memory since the last call.
  bool was_cut() { return std::exchange(d_cut, false); }
  // Returns the files that the executed program depends on.
  const frontend::FileUses* files(const Program& program) const {
    return d_program == program.key ? &d_prepared.files : nullptr;
  }

 private:
  struct Launch {
    const replay::Kernel& code;
    const model::KernelModel& kernel;
    const model::LaunchFacts& facts;
    replay::Options options;
    std::vector<bool> recorded;  // see refuse_made_up()
  };
  // OutOfSteps: the replay might show the finding if it had more steps.
  enum class Progress : std::uint8_t { Ended, OutOfSteps };
  Progress progress_of(const replay::Outcome& outcome);
  void charge(const replay::Outcome& outcome);
  // Return the steps that are left of all_steps, and those that the current finding may use.
  std::uint64_t steps_left() const { return d_end - std::min(d_end, d_executed); }
  std::uint64_t share_left() const { return d_share_end - std::min(d_share_end, d_executed); }
  Progress confirm_exact(verdict::ClassResult& result, verdict::Finding& finding, const Launch& launch);
  void show_values(verdict::Finding& finding, const Launch& launch);
  Progress confirm_possible(verdict::ClassResult& result, verdict::Finding& finding, const Launch& of,
                            const ReplayLimits& limits);
  // Returns whether replaying the whole launch, with its atomics and fences taken into account, showed the
  // finding.
  bool confirm_unordered(verdict::Finding& finding, const Launch& of);
  std::string refuse(const Launch& launch, const std::vector<std::uint32_t>& made_up,
                     const replay::Seen& seen, const replay::Outcome& outcome,
                     const replay::Contents& contents);
  replay::Outcome execute_whole(const Launch& launch);
  static void show(verdict::ClassResult& result, std::uint64_t number, const Job& job, const Launch& launch,
                   const replay::Outcome& outcome);
  const replay::Kernel& kernel(const Program& program, const std::string& name);

  std::string d_program;
  frontend::PreparedProgram d_prepared;  // of d_program
  std::string d_name;
  std::unique_ptr<replay::Kernel> d_kernel;  // d_name in d_program
  std::uint64_t d_executed = 0;
  std::uint64_t d_end = UINT64_MAX;        // the most that d_executed may reach
  std::uint64_t d_share_end = UINT64_MAX;  // the same, for the current finding
  bool d_cut = false;
};

// Returns whether any finding can be replayed.
bool has_witness(const verdict::ClassResult& result);

// For findings whose replay was cut short: records this reason for exact ones, which were not replayed.
void not_replayed(verdict::ClassResult& result, const std::string& reason);

}  // namespace launchproof::worker
