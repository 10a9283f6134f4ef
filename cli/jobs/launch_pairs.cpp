#include "cli/jobs/launch_pairs.h"

#include <chrono>
#include <string>

#include "cli/launch/parse_launch.h"
#include "cli/terminal/interruption.h"
#include "cli/verification/job_options.h"
#include "cli/verification/verification.h"
#include "verify/worker/pairs/verify_pairs.h"

namespace launchproof::cli {

namespace {

constexpr std::chrono::milliseconds kGrace{2000};

}  // namespace

worker::LaunchPairs launch_pairs(const std::shared_ptr<const capture::Capture>& capture,
                                 const std::vector<capture::LaunchClass>& classes,
                                 const std::set<std::size_t>& wanted, const std::filesystem::path& path,
                                 jobs::RecordedPrograms& programs, CallSiteText& call_sites,
                                 const Arguments& arguments) {
  worker::PairPlan plan;
  plan.capture = capture;
  plan.folder = std::filesystem::absolute(path).string();
  plan.like.options = engine_options(arguments);
  plan.like.replay = !arguments.no_replay;
  jobs::Job solver;
  choose_engine(solver, arguments);
  plan.like.solver = solver.solver;
  plan.states_barrier_rule = !arguments.barrier_rule.empty();
  plan.stated = stated_sub_groups(arguments);
  plan.classes = wanted;
  plan.repro = [&](std::size_t first, std::size_t second) {
    Arguments repeated = arguments;
    repeated.command = Command::Verify;
    repeated.classes = {std::to_string(first)};
    if (second != first) repeated.classes.push_back(std::to_string(second));
    return repeat_command(repeated, std::vector<std::string>{path.string()});
  };
  plan.call_site = [&](const capture::LaunchClass& one) { return call_sites.text(one); };
  return worker::plan_pairs(plan, classes, programs);
}

std::vector<verdict::ClassResult> verify_launch_pairs(const worker::LaunchPairs& found,
                                                      const std::vector<verdict::ClassResult>& of_classes,
                                                      const Arguments& arguments) {
  worker::PoolOptions pool;
  pool.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  pool.limits = {engine_options(arguments).time, arguments.memory_mib};
  pool.grace = kGrace;
  const Interruption interruption;
  pool.stop = [] { return interrupting_signal() != 0; };
  return worker::verify_pairs(found, of_classes, pool, arguments.strict || arguments.no_benign_tolerance);
}

}  // namespace launchproof::cli
