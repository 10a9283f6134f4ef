// Tests that launch classes proved together give each class the verdict that it has alone.
#include "verify/worker/classes/class_merger.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "verify/worker/classes/class_verifier.h"

namespace launchproof::worker {
namespace {

using verdict::Verdict;

model::Argument integer(std::uint32_t value) {
  model::ValueArgument argument;
  for (unsigned i = 0; i < 4; ++i) argument.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return argument;
}

Job merge_job(const std::string& text, const model::LaunchFacts& facts, std::size_t number) {
  auto program = std::make_shared<Program>();
  program->key = text;
  program->sources.push_back({.file_name = "k.cl", .text = text});
  Job job;
  job.program = program;
  job.kernel = "k";
  job.source = "k.cl";
  job.number = number;
  jobs::KnownLaunch launch;
  launch.answer.facts = facts;
  job.launch_source = launch;
  return job;
}

model::LaunchFacts facts_of(std::uint64_t local, std::uint64_t groups,
                            std::vector<model::Argument> arguments) {
  model::LaunchFacts facts;
  facts.local_size[0] = local;
  facts.global_size[0] = local * groups;
  facts.arguments = std::move(arguments);
  return facts;
}

struct Verified {
  std::map<std::size_t, Verdict> by_class;
  std::size_t results = 0;
  std::vector<std::string> defects;  // their launches
};

Verified verify_jobs(std::vector<Job> jobs, bool merge) {
  for (Job& job : jobs) {
    job.merge = merge;
    job.minimise_facts = merge;  // what that takes is what merging may take
    job.options.time = std::chrono::seconds(60);
  }
  VerifyOptions options;
  options.workers = 2;
  options.limits.time = std::chrono::seconds(60);
  Verified verified;
  for (const Completed& one : verify_all(jobs, options)) {
    ++verified.results;
    if (one.outcome.result.verdict == Verdict::Defect)
      verified.defects.push_back(one.outcome.result.launch + ", ");
    const std::string& numbers = one.outcome.result.class_numbers;
    if (numbers.empty()) {
      verified.by_class[jobs[one.task].number] = one.outcome.result.verdict;
      continue;
    }
    std::size_t place = 0;
    while (place < numbers.size()) {  // "1-8, 12"
      std::size_t used = 0;
      const std::size_t low = std::stoul(numbers.substr(place), &used);
      place += used;
      std::size_t high = low;
      if (place < numbers.size() && numbers[place] == '-') {
        high = std::stoul(numbers.substr(place + 1), &used);
        place += 1 + used;
      }
      for (std::size_t i = low; i <= high; ++i) verified.by_class[i] = one.outcome.result.verdict;
      place += 2;
    }
  }
  return verified;
}

TEST(NumberRanges, JoinNeighbours) {
  EXPECT_EQ(number_ranges({3, 1, 2, 7, 9, 8, 12}), "1-3, 7-9, 12");
  EXPECT_EQ(number_ranges({}), "");
}

TEST(ClassMerger, ClassesThatDifferInAValueAreOneProof) {
  const std::string text =
      "__kernel void k(__global int* a, int n, int unused) {\n"
      "  if (get_global_id(0) < n) a[get_global_id(0)] = unused;\n}";
  std::vector<Job> jobs;
  for (std::uint32_t n = 1; n <= 20; ++n)
    jobs.push_back(
        merge_job(text, facts_of(8, n, {model::BufferArgument{1, 0, 80}, integer(n), integer(n * 3)}), n));
  const Verified merged = verify_jobs(jobs, true);
  EXPECT_EQ(merged.results, 1U);
  EXPECT_EQ(merged.by_class, verify_jobs(jobs, false).by_class);
}

TEST(ClassMerger, AnAliasAByteAndALocalSizeMakeADefectOfTheirOwn) {
  const std::string text =
      "__kernel void k(__global int* a, __global const int* b) {\n"
      "  __local int t[8];\n  t[get_local_id(0)] = b[get_global_id(0)];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  a[get_global_id(0)] = t[7 - get_local_id(0)] + b[0];\n}";
  std::vector<Job> jobs;
  const auto add = [&](std::uint64_t local, std::uint64_t groups, std::uint64_t other, std::uint64_t bytes) {
    jobs.push_back(merge_job(
        text,
        facts_of(local, groups, {model::BufferArgument{1, 0, bytes}, model::BufferArgument{other, 0, 4096}}),
        jobs.size() + 1));
  };
  for (std::uint64_t groups = 1; groups <= 6; ++groups) add(8, groups, 2, groups * 32);
  add(8, 4, 1, 128);   // one buffer: b[0] is read and written
  add(8, 4, 2, 127);   // a byte too short
  add(16, 2, 2, 128);  // beyond the local array
  const Verified merged = verify_jobs(jobs, true);
  EXPECT_EQ(merged.by_class, verify_jobs(jobs, false).by_class);
  EXPECT_LT(merged.results, jobs.size());
  for (std::size_t i = 1; i <= 6; ++i) EXPECT_EQ(merged.by_class.at(i), Verdict::Verified) << i;
  for (std::size_t i = 7; i <= 9; ++i) EXPECT_NE(merged.by_class.at(i), Verdict::Verified) << i;
}

TEST(ClassMerger, AMemberWithADefectIsNamedWithItsOwnLaunch) {
  const std::string text =
      "__kernel void k(__global int* a, int w, int h) {\n"
      "  int x = get_global_id(0) % w, y = get_global_id(0) / w;\n"
      "  for (int z = 0; z < 3; ++z)\n    if (y < h) a[x + w * (y + h * z)] = get_global_id(0);\n}";
  std::vector<Job> jobs;
  for (std::uint32_t w = 2; w <= 6; ++w)
    for (std::uint32_t h = 1; h <= 12; ++h) {
      const std::size_t number = jobs.size() + 1;
      const std::uint64_t bytes = 12ULL * w * h - (number == 7 ? 1 : 0);
      jobs.push_back(merge_job(
          text, facts_of(8, 9, {model::BufferArgument{1, 0, bytes}, integer(w), integer(h)}), number));
    }
  const Verified merged = verify_jobs(jobs, true);
  EXPECT_EQ(merged.results, 2U);
  for (std::size_t i = 1; i <= jobs.size(); ++i)
    EXPECT_EQ(merged.by_class.at(i), i == 7 ? Verdict::Defect : Verdict::Verified) << i;
  ASSERT_EQ(merged.defects.size(), 1U);
  EXPECT_NE(merged.defects[0].find("w = 2, h = 7, "), std::string::npos) << merged.defects[0];
}

TEST(ClassMerger, RandomClassesKeepTheirVerdicts) {
  const std::string head = "__kernel void k(__global int* a, __global const int* b, int n, int m) {\n";
  const std::vector<std::string> bodies{
      "  int i = get_global_id(0);\n  if (i < n) a[i * m] = b[i];\n}",
      "  for (int i = 0; i < n; ++i) a[get_global_id(0) * n + i] = b[m];\n}",
      R"(  int i = get_global_id(0), s = m + 1;
           if (n > 3) barrier(CLK_GLOBAL_MEM_FENCE);
           a[i % s + i / s * s] = b[n];
         })",
      R"(  int x = get_global_id(0) % (n + 1), y = get_global_id(0) / (n + 1);
           for (int z = 0; z < m; ++z) if (y < m) a[x + (n + 1) * (y + z * m)] = b[n];
         })",
      R"(  int x = get_local_id(0), y = get_group_id(0);
           if (x < n && y < m) a[x + n * y] = b[x * m + y];
         })",
      "  if (get_local_id(0) < n) barrier(CLK_LOCAL_MEM_FENCE);\n  a[get_global_id(0)] = b[m] + n;\n}"};
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  for (const std::string& body : bodies) {
    const std::string text = head + body;
    std::vector<Job> jobs;
    for (std::size_t i = 1; i <= 24; ++i) {
      const std::uint64_t object = below(8) == 0 ? 1 : 2;
      jobs.push_back(merge_job(text,
                               facts_of(4U << below(2), 1 + below(3),
                                        {model::BufferArgument{1, 0, 16 * (1 + below(12))},
                                         model::BufferArgument{object, 0, 16 * (1 + below(8))},
                                         integer(below(6)), integer(below(4))}),
                               i));
    }
    const Verified merged = verify_jobs(jobs, true);
    const Verified apart = verify_jobs(jobs, false);
    EXPECT_EQ(apart.results, jobs.size());
    EXPECT_EQ(merged.by_class, apart.by_class) << text;
  }
}

}  // namespace
}  // namespace launchproof::worker
