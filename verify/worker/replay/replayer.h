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

// The effort of all replays of a class's findings together: some three seconds. It does not grow with the
// time limit, as what these steps do not show is seldom shown by ten times as many.
inline constexpr std::uint64_t kStepsOfClass = 64'000'000;

// The effort of executing a whole launch with its recorded contents is this for each work-item beside
// kStepsOfClass. A work-item that takes more is mostly in a loop that does not end.
inline constexpr std::uint64_t kStepsOfWorkItem = 1'000'000;

struct ReplayLimits {
  // The limit of all replays together. Accesses, compared cells of shadow memory and iterations are counted,
  // and a number for each replay, work-item and byte of memory, so that the same findings are replayed on
  // every machine.
  std::uint64_t all_steps = kStepsOfClass;
  double seconds = 8;                   // the last resort, for the same, compiling included
  std::uint64_t memory = 256ULL << 20;  // bytes of one replay's contents, shadow and stacks
  std::uint64_t contents_bytes =
      kMostContentsBytes;                        // of a buffer that is made up to hold the solver's values
  std::uint64_t steps = std::uint64_t{1} << 32;  // of the last replay of a finding
};

// Returns the findings of `launch` in `result` that a replay may still confirm, in the order in which they
// are replayed: those with the fewest approximations first, as they are confirmed most often. Findings with
// equally many keep their order. The pointers are valid while `result.findings` is not changed.
std::vector<verdict::Finding*> in_replay_order(verdict::ClassResult& result, std::uint64_t launch);

// A launch of a class, by its number in the capture; 0: the class has one.
struct WholeLaunch {
  std::uint64_t number = 0;
  // Reads the recorded contents, of which those of one launch are to be in memory at a time. None: there are
  // no facts.
  std::function<std::optional<model::LaunchFacts>()> facts;
};

// Launches of a class, one of each of the different contents.
struct WholeLaunches {
  std::vector<WholeLaunch> launches;
  bool all = false;     // no other launches of the class may behave differently
  bool stored = false;  // nor store anything different
  bool local_size_open = false;
};

class Replayer {
 public:
  // Sets `confirmation` and `replay` of each finding of this launch (verdict::Finding::launch), and concludes
  // again. `facts` are those of the launch; what they leave open may be anything, and a finding that a replay
  // shows with values of its own names them. A replay that contradicts an exact counterexample, or a property
  // that was proved, makes the property an error.
  void confirm(verdict::ClassResult& result, std::uint64_t launch, const Job& job,
               const model::KernelModel& kernel, const model::LaunchFacts& facts, const ReplayLimits& limits);

  // Executes launches whole before anything is left open that they may show: what one of which all is known
  // shows elsewhere is a finding of its own. Where they are all there are, nothing shown may be a proof
  // (execution_proof.h).
  void execute(verdict::ClassResult& result, const WholeLaunches& known, const Job& job,
               const model::KernelModel& kernel, const ReplayLimits& limits);

  // Returns the steps of all replays so far, as ReplayLimits::all_steps counts them.
  std::uint64_t executed() const { return d_executed; }
  // Returns whether since the last call a replay was left out or given up for lack of time or memory.
  bool was_cut() { return std::exchange(d_cut, false); }
  // Returns the files that the executed program rests on.
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
  // OutOfSteps: the replay might show the finding with more steps.
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
  // Returns whether the whole launch showed it, with its atomics and fences followed.
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

// Notes, for findings whose replay was cut short, that exact ones are not replayed, for this reason.
void not_replayed(verdict::ClassResult& result, const std::string& reason);

}  // namespace launchproof::worker
