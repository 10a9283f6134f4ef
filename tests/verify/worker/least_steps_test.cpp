// Tests the minimum number of steps that a replay executes before it reaches the situation in a witness.
#include "verify/worker/replay/least_steps.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/verify/worker/known_launch.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::worker {
namespace {

constexpr std::uint64_t kFar = 1'000'000'000;

// Returns the steps for a witness that is at iteration `at` of every loop of the kernel.
std::uint64_t steps_at(const std::string& text, std::uint64_t at,
                       model::BarrierRule rule = model::BarrierRule::OpenCl) {
  auto program = std::make_shared<Program>();
  program->key = text;
  program->sources.push_back({.file_name = "k.cl", .text = text});
  Job job;
  job.program = program;
  job.launch_source = known_launch(16, {});
  ClassVerifier verifier;
  const model::KernelModel& kernel = verifier.translation(*job.program).kernels.at(0);
  verdict::Finding finding;
  finding.witness.emplace();
  verdict::WorkItem& item = finding.witness->work_items.emplace_back();
  for (const model::Loop& loop : kernel.loops) {
    const model::Location& place = kernel.locations.at(loop.location);
    item.iterations.push_back({{place.file, place.line, place.column, "loop"}, at});
  }
  model::LaunchFacts facts;
  facts.local_size = {8, 2, 1};
  return least_steps(finding, kernel, facts, rule);
}

TEST(LeastSteps, AnIterationIsAStep) {
  EXPECT_EQ(
      steps_at("__kernel void k(__global int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }", kFar),
      kFar);
  EXPECT_EQ(steps_at("__kernel void k(__global int *a, int n) {\n"
                     "  for (int i = 0; i < n; i++)\n"
                     "    for (int j = 0; j < i; j++) a[i] += j;\n}",
                     7),
            14U);
  EXPECT_EQ(steps_at("__kernel void k(__global int *a) { a[0] = 1; }", kFar), 0U);
}

constexpr const char* kMeets =
    "__kernel void k(__global int *a, int n) {\n"
    "  for (int i = 0; i < n; i++) { a[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); }\n}";

TEST(LeastSteps, AllWorkItemsPassALoopWithABarrier) {
  EXPECT_EQ(steps_at(kMeets, kFar), 16 * kFar);
  EXPECT_EQ(steps_at(kMeets, UINT64_MAX), UINT64_MAX);
  // Under CUDA's rule, the other threads may have ended.
  EXPECT_EQ(steps_at(kMeets, kFar, model::BarrierRule::Cuda), kFar);
}

TEST(LeastSteps, ABarrierThatIterationsSkipCountsForNobody) {
  EXPECT_EQ(steps_at("__kernel void k(__global int *a, int n) {\n"
                     "  for (int i = 0; i < n; i++) {\n"
                     "    a[i] = i;\n"
                     "    if (i == 3) barrier(CLK_GLOBAL_MEM_FENCE);\n  }\n}",
                     kFar),
            kFar);
}

}  // namespace
}  // namespace launchproof::worker
