// Tests outcomes of jobs as text, and through the pool.
#include "verify/worker/outcomes/outcome_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace launchproof::worker {
namespace {

TEST(OutcomeText, KeepsWhatTheCallerNeeds) {
  Outcome outcome;
  outcome.result.kernel = "k";
  outcome.result.verdict = verdict::Verdict::Verified;
  outcome.input_error = "no parameter n";
  outcome.unused = {"n"};
  outcome.lasting = true;
  outcome.derives = true;
  outcome.files = {{{0, "k.h", "absent"}, {1, "/usr/k.h", std::string(64, 'a')}}, false};
  outcome.merged.push_back(
      {outcome.result, {3, 4}, {{"global (8)", {{0, "global (", "8", ")", 8, true, false}}}, {}}});
  const Outcome back = outcome_from_text(to_text(outcome));
  EXPECT_EQ(back.result.kernel, "k");
  EXPECT_TRUE(back.lasting);
  EXPECT_EQ(back.files, outcome.files);
  ASSERT_EQ(back.merged.size(), 1U);
  EXPECT_EQ(back.merged.front().jobs, outcome.merged.front().jobs);
  EXPECT_EQ(back.merged.front().words, outcome.merged.front().words);
  EXPECT_FALSE(Outcome().lasting) << "what nobody has judged is not kept";
  EXPECT_EQ(back.result.verdict, verdict::Verdict::Verified);
  EXPECT_EQ(back.input_error, "no parameter n");
  EXPECT_TRUE(back.derives);
  EXPECT_EQ(back.unused, std::vector<std::string>{"n"});
}

TEST(OutcomeText, KeepsTheSizesOfAnExample) {
  Outcome outcome;
  EXPECT_EQ(outcome_from_text(to_text(outcome)).sizes, std::nullopt);
  outcome.sizes = model::LaunchSizes{{4, 2, 1}, {std::uint64_t{1} << 40, 3, 1}};
  EXPECT_EQ(outcome_from_text(to_text(outcome)).sizes, outcome.sizes);
}

TEST(OutcomeText, ComesThroughThePoolAsItWas) {
  Outcome outcome;
  outcome.result.kernel = "k";
  outcome.interim = outcome.repairs = outcome.strict = true;
  outcome.doubts = {{verdict::Cause::CompilerAnswer, "asked", {}}};
  const TaskOutcome sent = to_task(outcome);
  EXPECT_FALSE(sent.counts_for_kind);
  EXPECT_TRUE(sent.interim);
  TaskOutcome got = sent;
  got.more = outcome_texts().from_text(outcome_texts().to_text(sent.more));
  EXPECT_EQ(to_text(of_task(got)), to_text(outcome));
  EXPECT_EQ(to_text(of_task(TaskOutcome{})), to_text(Outcome()));
}

TEST(OutcomeText, DamageIsAnError) {
  EXPECT_THROW(outcome_from_text("{\"result\": 3"), std::runtime_error);
}

}  // namespace
}  // namespace launchproof::worker
