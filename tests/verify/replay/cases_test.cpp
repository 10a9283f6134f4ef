// Every kernel case: a verified one runs clean with any contents, a defect is seen with some.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verify/replay/launched_case.h"
#include "verify/analysis/preconditions.h"
#include "verify/frontend/frontend.h"

namespace launchproof::replay {
namespace {

std::vector<std::filesystem::path> all_cases() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(LAUNCHPROOF_KERNEL_CASES))
    if (is_kernel_case(entry.path())) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string in_words(const Seen& seen) {
  std::string text = std::string(verdict::name(seen.property)) + " (" + seen.kind + ") at";
  for (const Participant& side : seen.participants)
    if (!side.locations.empty()) text += " " + std::to_string(side.locations.front().line);
  return text;
}

bool has_lines(const Seen& seen, const std::string& lines) {
  std::istringstream stream(lines);
  for (std::uint32_t line = 0; stream >> line;) {
    bool found = false;
    for (const Participant& side : seen.participants)
      for (const verdict::SourceLocation& place : side.locations) found |= place.line == line;
    if (!found) return false;
  }
  return true;
}

// Contents that some defect needs.
std::vector<Contents> tries() {
  std::vector<Contents> all(6);
  all[0].fill = Contents::Fill::Iota;
  all[1].fill = Contents::Fill::Zero;
  all[2].seed = 1;
  all[3].seed = 2;
  all[4].seed = 3;
  all[5].scalar = 0;
  return all;
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& parameter) {
  std::string name =
      parameter.param.parent_path().filename().string() + "_" + parameter.param.filename().stem().string();
  std::replace_if(name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

class Cases : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Cases, AgreeWithWhatIsExpected) {
  CaseFile item(GetParam(), false);
  const std::string& expect = item.keys["expect"];
  const frontend::PreparedProgram program = frontend::prepare_program({item.source()}, item.device);
  if (expect == "error") {
    if (program.compiled) GTEST_SKIP() << "the launch is the error";
    return;
  }
  ASSERT_TRUE(program.compiled);
  if (item.launch.find("--contents") != std::string::npos) GTEST_SKIP() << "the program gives contents";
  if (item.launch.find("--warp-sync") != std::string::npos)
    GTEST_SKIP() << "no replay runs work-items in lock step";
  const bool strict = item.launch.find("--strict") != std::string::npos;
  const std::string name = program.kernels.front().name;
  const Kernel kernel(program, name);
  // A kernel that the engines cannot read may be run all the same.
  if (expect == "unsupported" && !kernel.refusal().empty()) return;
  const bool skipped = item.keys.contains("replay");
  if (skipped && !kernel.refusal().empty()) return;
  ASSERT_EQ(kernel.refusal(), "");
  const frontend::Translation models = frontend::translate({item.source()}, item.device);
  ASSERT_TRUE(models.compiled);
  const model::LaunchFacts facts = analysis::with_preconditions(
      models.kernels.front(), facts_for(program.kernels.front(), cli::split_words(item.launch), {},
                                        language_of_model(item.language)));
  Options options;
  options.barrier_rule = item.barrier_rule;
  if (skipped) options.seconds = 1;  // it may not end
  options.follow_orders = expect == "verified";
  std::string what;
  bool found = false;
  for (const Contents& contents : tries()) {
    const Outcome outcome = kernel.run(facts, contents, options);
    if (skipped && outcome.status == Status::Unknown) return;
    ASSERT_EQ(outcome.status, Status::Completed) << outcome.reason;
    for (const Seen& seen : outcome.seen) {
      // No engine asks about memory that was never written.
      if ((seen.benign && !strict) || seen.property == verdict::Property::UninitialisedRead) continue;
      if (expect == "verified") ADD_FAILURE() << in_words(seen);
      what += in_words(seen) + "; ";
      // A replay sees where work-items meet, named first, and not the branch that keeps one away.
      std::string lines = item.keys["lines"];
      if (seen.property == verdict::Property::BarrierDivergence) lines = lines.substr(0, lines.find(' '));
      found |= verdict::name(seen.property) == item.keys["property"] && has_lines(seen, lines);
    }
  }
  if (skipped)
    EXPECT_FALSE(found || expect == "verified") << "it can be executed after all";
  else if (expect != "verified" && expect != "unsupported" && expect != "unknown") {
    EXPECT_TRUE(found) << "expected " << item.keys["property"] << " at " << item.keys["lines"]
                       << ", seen: " << what;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Cases, testing::ValuesIn(all_cases()), test_name);

}  // namespace
}  // namespace launchproof::replay
