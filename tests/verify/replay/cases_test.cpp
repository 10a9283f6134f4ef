// Replays every kernel case: a verified case runs clean with any contents, a defect is seen with some
// contents, and every defect that the access engine calls exact is seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "tests/verify/replay/launched_case.h"
#include "verify/access/engine.h"
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

bool is_strict(const CaseFile& item) {
  return item.launch.find("--strict") != std::string::npos;
}

verdict::ClassResult verified(const model::KernelModel& kernel, const CaseFile& item,
                              const model::LaunchFacts& facts) {
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  symbolic::Options asked;
  asked.strict = is_strict(item);
  asked.barrier_rule = item.barrier_rule;
  return access::verify(kernel, facts, store, *solver, asked);
}

// Holds a case, compiled both ways.
struct Compiled {
  frontend::PreparedProgram program;
  frontend::Translation models;
  std::optional<Kernel> kernel;

  explicit Compiled(const CaseFile& item)
      : program(frontend::prepare_program({item.source()}, item.device)),
        models(frontend::translate({item.source()}, item.device)) {
    if (!program.kernels.empty()) kernel.emplace(program, program.kernels.front().name);
  }
};

// Returns how many of the findings are seen. Fails for each one that is not.
std::size_t confirm_exact_defects(const std::filesystem::path& path, const Compiled& compiled,
                                  const CaseFile& item) {
  if (item.launch.find("--contents") != std::string::npos) return 0;  // given by the program, not here
  if (item.keys.contains("replay")) return 0;                         // cannot be executed
  const frontend::PreparedKernel& prepared = compiled.program.kernels.front();
  const auto layouts = [&] { return frontend::value_layouts(item.source(), item.device, prepared.name); };
  const model::LaunchFacts given =
      facts_for(prepared, cli::split_words(item.launch), layouts, language_of_model(item.language));
  if (given.open.any()) return 0;  // no launch by itself
  const model::LaunchFacts facts = analysis::with_preconditions(compiled.models.kernels.front(), given);
  const verdict::ClassResult result = verified(compiled.models.kernels.front(), item, facts);
  Options options;
  options.barrier_rule = item.barrier_rule;
  bool parted = false;  // work-items of a group, after which nothing of it is executed
  std::vector<std::string> unseen;
  std::size_t confirmed = 0;
  for (const verdict::Finding& finding : result.findings) {
    if (finding.confirmation != verdict::Confirmation::Exact || !finding.witness) continue;
    if (!finding.replay.empty()) continue;  // what it says is not executed
    // The solver chooses values that the preconditions allow.
    Contents contents;
    for (const verdict::ChosenValue& chosen : finding.witness->chosen) {
      if (chosen.contents) continue;
      std::vector<std::uint8_t>& bytes = contents.values[chosen.parameter];
      bytes.resize(std::max<std::size_t>(bytes.size(), chosen.byte + chosen.bytes));
      std::memcpy(bytes.data() + chosen.byte, &chosen.value, chosen.bytes);
    }
    const Confirmation answer = confirm(*compiled.kernel, finding, facts, contents, options);
    EXPECT_FALSE(answer.refuted) << path << ": " << finding.message << ": " << answer.reason;
    if (!answer.seen) unseen.push_back(finding.message + ": " + answer.reason);
    parted |= answer.seen && finding.property == verdict::Property::BarrierDivergence;
    confirmed += answer.seen ? 1 : 0;
  }
  EXPECT_TRUE(unseen.empty() || parted) << path << ": " << unseen.front();
  return confirmed;
}

class Cases : public testing::TestWithParam<std::filesystem::path> {
 protected:
  // Each process runs its share of the cases, or the cases that a filter names.
  static void TearDownTestSuite() {
    if (GTEST_FLAG_GET(filter) != "*") return;
    const char* const shards = std::getenv("GTEST_TOTAL_SHARDS");  // NOLINT(concurrency-mt-unsafe)
    const std::size_t all = shards == nullptr ? 1 : std::max(1, std::atoi(shards));
    EXPECT_GE(all * s_confirmed, 100U);
  }

  static inline std::size_t s_confirmed = 0;
};

TEST_P(Cases, AgreeWithWhatIsExpected) {
  CaseFile item(GetParam(), false);
  const std::string& expect = item.keys["expect"];
  const Compiled compiled(item);
  if (expect == "error") {
    if (compiled.program.compiled) GTEST_SKIP() << "the launch is the error";
    return;
  }
  ASSERT_TRUE(compiled.program.compiled);
  ASSERT_TRUE(compiled.models.compiled);
  if (expect == "defect") {
    const CaseFile whole(GetParam(), true);
    std::optional<Compiled> apart;  // where its launch is another one, which may define other macros
    if (whole.launch != item.launch) apart.emplace(whole);
    s_confirmed += confirm_exact_defects(GetParam(), apart ? *apart : compiled, whole);
  }
  if (item.launch.find("--contents") != std::string::npos) GTEST_SKIP() << "the program gives contents";
  if (item.launch.find("--warp-sync") != std::string::npos)
    GTEST_SKIP() << "no replay runs work-items in lock step";
  const bool strict = is_strict(item);
  const Kernel& kernel = *compiled.kernel;
  // A kernel that the engines cannot read may be run all the same.
  if (expect == "unsupported" && !kernel.refusal().empty()) return;
  const bool skipped = item.keys.contains("replay");
  if (skipped && !kernel.refusal().empty()) return;
  ASSERT_EQ(kernel.refusal(), "");
  const model::LaunchFacts facts =
      analysis::with_preconditions(compiled.models.kernels.front(),
                                   facts_for(compiled.program.kernels.front(), cli::split_words(item.launch),
                                             {}, language_of_model(item.language)));
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
      // A replay sees where work-items meet, which is named first, and not the branch that keeps one away.
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
