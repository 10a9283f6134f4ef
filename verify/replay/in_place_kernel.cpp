#include "verify/replay/in_place_kernel.h"

#include <algorithm>
#include <limits>

#include "verify/model/launch_facts.h"
#include "verify/replay/execution/execution.h"
#include "verify/replay/memory/contents.h"
#include "verify/replay/memory/image.h"

namespace launchproof::replay {

InPlaceKernel::InPlaceKernel(const frontend::PreparedProgram& program, const std::string& name,
                             const std::map<std::string, std::uint64_t>& variables) {
  const auto kernel = std::ranges::find(program.kernels, name, &frontend::PreparedKernel::name);
  if (kernel == program.kernels.end())
    d_refusal = "the program has no kernel " + name;
  else if (!kernel->refusals.empty())
    d_refusal = kernel->refusals.front();
  else
    d_image = compile_in_place(program.bitcode, name, kernel->parameters, variables, d_refusal);
}

InPlaceKernel::~InPlaceKernel() = default;
InPlaceKernel::InPlaceKernel(InPlaceKernel&&) noexcept = default;
InPlaceKernel& InPlaceKernel::operator=(InPlaceKernel&&) noexcept = default;

InPlaceResult InPlaceKernel::run(const InPlaceLaunch& launch) const {
  if (!d_refusal.empty()) return {.problem = d_refusal};
  model::LaunchFacts facts;
  facts.work_dim = 3;
  facts.local_size = launch.local_size;
  for (std::size_t i = 0; i < 3; ++i) facts.global_size[i] = launch.groups[i] * launch.local_size[i];
  facts.sub_groups.make_warps();
  facts.is_cooperative = launch.is_cooperative;
  Options options;
  options.barrier_rule = model::BarrierRule::Cuda;
  options.maximum_steps = std::numeric_limits<std::uint64_t>::max();
  options.seconds = std::numeric_limits<std::int32_t>::max();
  const Contents contents;
  Outcome outcome;
  Execution execution(*d_image, facts, contents, options, outcome);
  if (std::string problem = execution.prepare_in_place(launch.arguments, launch.dynamic_bytes);
      !problem.empty())
    return {.problem = problem};
  execution.run(nullptr);
  return {outcome.reason, outcome.end, std::move(outcome.printed), std::move(outcome.failed_asserts)};
}

}  // namespace launchproof::replay
