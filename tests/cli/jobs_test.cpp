// Tests that the jobs of all kernel cases are data: jobs read back from text are equal, and so are their
// verdicts.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/jobs/check_job.h"
#include "cli/options/registry.h"
#include "verify/frontend/program/languages.h"
#include "verify/jobs/json/job_json.h"
#include "verify/smt/solvers/known_solvers.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/outcomes/outcome_text.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

struct KernelCase {
  std::string file;
  std::string launch;
  bool is_refused = false;  // the launch is an error
};

std::vector<KernelCase> kernel_cases() {
  std::vector<KernelCase> cases;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(LAUNCHPROOF_SOURCE_DIR "/tests/kernels")) {
    if (!frontend::language_of_suffix(entry.path().string())) continue;
    KernelCase made{.file = entry.path().string(), .launch = {}};
    std::ifstream text(entry.path());
    for (std::string line; std::getline(text, line) && line.starts_with("// ");) {
      if (line.starts_with("// launch: ")) made.launch = line.substr(11);
      made.is_refused = made.is_refused || line == "// expect: error";
    }
    if (!made.launch.empty()) cases.push_back(std::move(made));
  }
  std::ranges::sort(cases, {}, &KernelCase::file);
  return cases;
}

// Returns the job of a case, or nothing if the launch is an error.
std::optional<jobs::Job> job_of(const KernelCase& of, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = split_words(of.launch);
  words.insert(words.begin(), {"check", of.file});
  words.insert(words.end(), more.begin(), more.end());
  try {
    return check_job(of.file, parse(words).arguments);
  } catch (const UsageError& error) {
    EXPECT_TRUE(of.is_refused) << of.file << ": " << error.what();
    return std::nullopt;
  }
}

TEST(SolverOption, NamesTheSolversThatAreKnown) {
  const auto option = std::ranges::find(option_specs(), "--solver", &OptionSpec::names);
  ASSERT_NE(option, option_specs().end());
  std::string words;
  for (const smt::KnownSolver& one : smt::known_solvers())
    if (one.access != smt::Access::PathOnly) words += std::string(one.name) + "|";
  EXPECT_TRUE(option->value.starts_with(words + "PATH")) << option->value;
}

TEST(Jobs, OfEveryKernelCaseAreReadBackAsTheyWere) {
  jobs::JobReader reader;
  std::size_t jobs = 0;
  for (const KernelCase& one : kernel_cases()) {
    const std::optional<jobs::Job> job = job_of(one);
    if (!job) continue;
    ++jobs;
    const std::string text = jobs::to_json(*job);
    const jobs::Job again = reader.read(text);
    EXPECT_EQ(jobs::to_json(again), text) << one.file;
    if (!jobs::leaves_sizes_open(*job)) continue;
    const model::LaunchSizes sizes{{4, 1, 1}, {2, 1, 1}};
    EXPECT_EQ(jobs::to_json(jobs::with_sizes(again, sizes)), jobs::to_json(jobs::with_sizes(*job, sizes)))
        << one.file;
  }
  EXPECT_GT(jobs, 1000U);
}

// Returns the job with a program key that does not reveal how the job was made.
std::string apart_from_keys(jobs::Job job) {
  auto program = std::make_shared<jobs::Program>(*job.program);
  program->key.clear();
  job.program = std::move(program);
  return jobs::to_json(job);
}

TEST(Jobs, WithSizesAreThoseThatOptionsMake) {
  const fs::path file = fs::path(::testing::TempDir()) / "LOCAL_SIZE.cl";
  std::ofstream(file) << "kernel void k(global int* a) { a[__LOCAL_SIZE_0] = __NUM_GROUPS_0; }\n";
  for (const char* const more : {"", " --strict --arg n=4 -o NUM_GROUPS", " --global-offset 8"}) {
    const auto job_at = [&](const std::string& launch) {
      return job_of({.file = file.string(), .launch = launch + more}).value();
    };
    const jobs::Job open = job_at("--local-size * --num-groups *N");
    ASSERT_TRUE(jobs::leaves_sizes_open(open));
    EXPECT_EQ(apart_from_keys(jobs::with_sizes(open, {{64, 1, 1}, {3, 1, 1}})),
              apart_from_keys(job_at("--local-size 64 --num-groups 3")));
    const jobs::Job plane = job_at("--local-size 8,* --global-size *,16");
    const jobs::Job sized = jobs::with_sizes(plane, {{8, 4, 1}, {2, 4, 1}});
    EXPECT_EQ(apart_from_keys(sized), apart_from_keys(job_at("--local-size 8,4 --num-groups 2,4")));
    EXPECT_NE(sized.program->key, plane.program->key);
  }
}

// Samples cases by their names, so that a new case changes little of the sample.
std::vector<KernelCase> drawn(std::size_t count) {
  std::multimap<std::uint64_t, KernelCase> by_hash;
  for (KernelCase& one : kernel_cases()) {
    if (one.is_refused) continue;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : fs::path(one.file).filename().string())
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    by_hash.emplace(hash, std::move(one));
  }
  std::vector<KernelCase> cases;
  for (auto& [hash, one] : by_hash)
    if (cases.size() < count) cases.push_back(std::move(one));
  return cases;
}

// Returns everything in a result that does not depend on the clock.
std::string plain(verdict::ClassResult result) {
  result.seconds = 0;
  return verdict::to_json(result);
}

TEST(Jobs, ReadBackHaveTheSameVerdicts) {
  jobs::JobReader reader;
  std::vector<jobs::Job> given, again;
  for (const KernelCase& one : drawn(60)) {
    given.push_back(job_of(one, {"--timeout", "60", "--fixes", "off"}).value());
    again.push_back(reader.read(jobs::to_json(given.back())));
  }
  worker::VerifyOptions options;
  options.workers = 2;
  options.limits.time = std::chrono::seconds(60);
  const std::vector<worker::Completed> a = worker::verify_all(given, options);
  const std::vector<worker::Completed> b = worker::verify_all(again, options);
  ASSERT_EQ(a.size(), b.size());
  ASSERT_GE(a.size(), 60U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].task, b[i].task);
    EXPECT_EQ(a[i].selector, b[i].selector);
    EXPECT_EQ(plain(a[i].outcome.result), plain(b[i].outcome.result)) << given[a[i].task].source;
    // An outcome is data, too.
    const std::string text = worker::to_text(a[i].outcome);
    EXPECT_EQ(worker::to_text(worker::outcome_from_text(text)), text) << given[a[i].task].source;
  }
}

}  // namespace
}  // namespace launchproof::cli
