// Tests that witnesses are executed: true ones are confirmed, false ones are reported as errors, and made-up
// contents decide nothing.
#include "verify/worker/replay/replayer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "tests/verify/worker/known_launch.h"
#include "tests/verify/worker/recorded_arguments.h"
#include "verify/verdict/explanation.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

using Arguments = std::vector<model::Argument>;

Job replay_job(const std::string& text, const Arguments& arguments = {}) {
  auto program = std::make_shared<Program>();
  program->key = text;
  program->sources.push_back({.file_name = "k.cl", .text = text});
  Job job;
  job.program = program;
  job.launch_source = known_launch(16, arguments);
  return job;
}

verdict::ClassResult found(ClassVerifier& verifier, const Job& job) {
  Outcome outcome = verifier.verify(job, "");
  EXPECT_TRUE(outcome.interim);
  return outcome.result;
}

verdict::ClassResult confirmed(const Job& job) {
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  EXPECT_TRUE(outcome.interim);
  return verifier.confirm(job, outcome).result;
}

TEST(Replayer, ConfirmsAnExactDefect) {
  const auto result = confirmed(replay_job("__kernel void k(__global int *a) { a[0] = get_global_id(0); }"));
  EXPECT_EQ(result.verdict, Verdict::Defect);
  ASSERT_FALSE(result.findings.empty());
  for (const Finding& finding : result.findings) {
    EXPECT_EQ(finding.confirmation, Confirmation::Replayed) << finding.message;
    EXPECT_EQ(finding.replay, "");
  }
}

// Zeros in `in` hide the effect of the race.
constexpr const char* kShiftedCopy =
    "__kernel void k(__global const int *in, __global int *out) {\n"
    "  __local int t[8];\n"
    "  int i = get_local_id(0);\n"
    "  t[i] = 0;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  t[i] = in[i];\n"
    "  out[get_global_id(0)] = t[(i + 1) % 8];\n"
    "}";

TEST(Replayer, ContentsAreChosenThatShowWhatARaceChanges) {
  const auto result = confirmed(replay_job(kShiftedCopy));
  ASSERT_EQ(result.findings.size(), 1U);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.confirmation, Confirmation::Replayed);
  EXPECT_EQ(finding.witness->contents_shown, "1, 2, 3, … in `in`");
  EXPECT_TRUE(verdict::shows_values(*finding.witness));
  EXPECT_NE(verdict::explanation(result, finding).find(" reads 0 if it comes first, and "), std::string::npos)
      << verdict::explanation(result, finding);
}

TEST(Replayer, RecordedContentsStayAsTheyAre) {
  model::BufferArgument in{1, 0, 32, {}, {}, 0};
  in.contents = model::BufferContents::known(model::BufferContents::Bytes(32, 0), "recorded");
  const auto result = confirmed(replay_job(kShiftedCopy, {in}));
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_FALSE(verdict::shows_values(*result.findings.front().witness));
}

// 128 bytes, of which this many lie before the pointer.
model::BufferArgument pointer(std::uint64_t before, std::uint64_t object = 1) {
  return {object, before, 128 - before, {}, {}, before};
}

verdict::ClassResult judged(const Job& job) {
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  return outcome.interim ? verifier.confirm(job, outcome).result : outcome.result;
}

TEST(Replayer, APointerIntoTheMidstOfItsMemoryHasBytesBeforeIt) {
  const char* const text = "__kernel void k(__global int *a) { a[(int)get_global_id(0) - 4] = 1; }";
  EXPECT_EQ(judged(replay_job(text, {pointer(16)})).verdict, Verdict::Verified);
  const auto defect = judged(replay_job(text, {pointer(12)}));
  EXPECT_EQ(defect.verdict, Verdict::Defect);
  ASSERT_EQ(defect.findings.size(), 1U);
  EXPECT_EQ(defect.findings[0].kind, "before the start");
  EXPECT_EQ(defect.findings[0].confirmation, Confirmation::Replayed);
  EXPECT_EQ(static_cast<std::int64_t>(defect.findings[0].witness->work_items[0].byte_offset), -16);
}

// Sixteen work-items use the first half of the memory, and sixteen the second.
TEST(Replayer, TwoPointersIntoOneMemoryAlias) {
  const auto of = [](std::uint64_t object, const std::string& index) {
    return judged(
        replay_job("__kernel void k(__global int *a, __global int *b) {\n"
                   "  a[get_global_id(0)] = b[" +
                       index + "];\n}",
                   {pointer(0), pointer(64, object)}));
  };
  EXPECT_EQ(of(1, "get_global_id(0)").verdict, Verdict::Verified);
  const auto defect = of(1, "(int)get_global_id(0) - 1");
  EXPECT_EQ(defect.verdict, Verdict::Defect);
  ASSERT_EQ(defect.findings.size(), 1U);
  EXPECT_EQ(defect.findings[0].property, Property::DataRace);
  EXPECT_EQ(defect.findings[0].confirmation, Confirmation::Replayed);
  EXPECT_EQ(of(2, "(int)get_global_id(0) - 1").verdict, Verdict::Verified);
}

TEST(Replayer, WitnessesAreSmall) {
  ClassVerifier verifier;
  const auto result =
      found(verifier, replay_job("__kernel void k(__global int *a) {\n"
                                 "  for (int i = 0; i < 1000; i++) a[i] = get_global_id(0);\n}"));
  ASSERT_FALSE(result.findings.empty());
  for (const verdict::WorkItem& item : result.findings[0].witness->work_items) {
    EXPECT_LE(item.local_id[0], 1U);
    for (const verdict::LoopIteration& loop : item.iterations) EXPECT_LE(loop.iteration, 1U);
  }
}

// The macro may race twice at one place. `h` is odd, so that the race on `b` never happens.
TEST(Replayer, AccessesAtOnePlaceAreToldApart) {
  const auto result =
      judged(replay_job("#define BOTH(i, j) a[i] = l, b[j] = l\n"
                        "__kernel void k(__global int *a, __global int *b, int n) {\n"
                        "  int l = get_global_id(0), h = 1;\n"
                        "  for (int i = 0; i < n; ++i) h = (h * h * 4 + h) | 1;\n"
                        "  BOTH(0, (h & 1) ? l : 0);\n}"));
  EXPECT_EQ(result.verdict, Verdict::Defect);
  ASSERT_EQ(result.findings.size(), 2U);
  for (const Finding& finding : result.findings) {
    const bool is_real = finding.witness->work_items[0].array == "a";
    EXPECT_EQ(finding.confirmation == Confirmation::Replayed, is_real) << finding.message;
    EXPECT_EQ(finding.replay.find("did not show it") != std::string::npos, !is_real) << finding.replay;
  }
}

// The same for a function that is inlined twice.
TEST(Replayer, CallsOfOneFunctionAreToldApart) {
  const auto result =
      judged(replay_job("void put(__global int *p, int i) { p[i] = get_global_id(0); }\n"
                        "__kernel void k(__global int *a, __global int *b, int n) {\n"
                        "  int l = get_global_id(0), h = 1;\n"
                        "  for (int i = 0; i < n; ++i) h = (h * h * 4 + h) | 1;\n"
                        "  put(a, 0);\n"
                        "  put(b, (h & 1) ? l : 0);\n}"));
  ASSERT_EQ(result.findings.size(), 2U);
  for (const Finding& finding : result.findings)
    EXPECT_EQ(finding.confirmation == Confirmation::Replayed, finding.witness->work_items[0].array == "a")
        << finding.message;
}

// The same finding with work-items that do not meet.
TEST(Replayer, AnExactDefectThatDoesNotHappenIsAnInternalError) {
  const Job job =
      replay_job("__kernel void k(__global int *a) { a[get_global_id(0) / 2] = get_global_id(0); }");
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  ASSERT_EQ(outcome.result.findings.size(), 1U);
  auto& items = outcome.result.findings[0].witness->work_items;
  items[0].local_id = {1, 0, 0};
  items[1].local_id = {2, 0, 0};
  items[0].group_id = items[1].group_id = {0, 0, 0};
  const auto result = verifier.confirm(job, outcome).result;
  EXPECT_EQ(result.findings[0].confirmation, Confirmation::Refuted);
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(result.properties.at(Property::DataRace).causes.at(0).cause, Cause::ReplayDisagrees);
  EXPECT_NE(result.reason.find("please report it"), std::string::npos) << result.reason;
  verdict::Results all;
  all.results.push_back(result);
  EXPECT_EQ(verdict::exit_status(all), 13);
}

TEST(Replayer, AProofThatTheReplayContradictsIsAnInternalError) {
  const Job job = replay_job(
      "__kernel void k(__global int *a, __global int *b) {\n"
      "  a[0] = get_global_id(0);\n  b[get_global_id(0) + 1] = 1;\n}",
      {model::BufferArgument{1, 0, 4}, model::BufferArgument{2, 0, 4}});
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  EXPECT_EQ(outcome.result.properties[Property::OutOfBounds].verdict, Verdict::Defect);
  std::erase_if(outcome.result.findings,
                [](const Finding& f) { return f.property == Property::OutOfBounds; });
  outcome.result.properties[Property::OutOfBounds] = {
      .verdict = Verdict::Verified, .reason = "", .causes = {}};
  const auto result = verifier.confirm(job, outcome).result;
  EXPECT_EQ(result.properties.at(Property::OutOfBounds).verdict, Verdict::Error);
  EXPECT_EQ(result.properties.at(Property::OutOfBounds).causes.at(0).cause, Cause::ReplayDisagrees);
  EXPECT_EQ(result.verdict, Verdict::Error);
}

// Contents that are not recorded may be anything, and the finding names those used.
TEST(Replayer, MadeUpContentsConfirmAndAreNamed) {
  const auto result =
      confirmed(replay_job("__kernel void k(__global int *a, __global const int *idx) {\n"
                           "  a[idx[get_global_id(0)]] = get_global_id(0);\n}",
                           {model::BufferArgument{1, 0, 64}, model::BufferArgument{2, 0, 64}}));
  EXPECT_EQ(result.verdict, Verdict::Defect);
  bool race = false, bounds = false;
  for (const Finding& finding : result.findings) {
    EXPECT_EQ(finding.confirmation, Confirmation::Replayed) << finding.replay;
    EXPECT_NE(finding.replay.find("idx[") + finding.replay.find(" in idx"), 2 * std::string::npos)
        << finding.replay;
    EXPECT_NE(finding.message.find(" (with "), std::string::npos) << finding.message;
    EXPECT_FALSE(finding.witness->chosen.empty());
    race |= finding.property == Property::DataRace;
    bounds |= finding.property == Property::OutOfBounds;
  }
  EXPECT_TRUE(race && bounds);
}

// If the contents are known, nothing is made up.
TEST(Replayer, RecordedContentsDecide) {
  std::vector<std::uint8_t> bytes(64, 0);  // 0, 0, 2, 3, …
  for (std::uint8_t i = 2; i < 16; ++i) bytes[std::size_t{4} * i] = i;
  model::BufferArgument idx{2, 0, 64};
  idx.contents = model::BufferContents::known(bytes, "recorded");
  const auto collides =
      confirmed(replay_job("__kernel void k(__global int *a, __global const int *idx) {\n"
                           "  a[idx[get_global_id(0)]] = get_global_id(0);\n}",
                           {model::BufferArgument{1, 0, 64}, idx}));
  EXPECT_EQ(collides.properties.at(Property::DataRace).verdict, Verdict::Defect) << collides.reason;
  bool is_confirmed = false;
  for (const Finding& finding : collides.findings)
    is_confirmed |= finding.property == Property::DataRace && finding.confirmation == Confirmation::Replayed;
  EXPECT_TRUE(is_confirmed);
}

// Entries 12 and 13, which belong to the second group, are equal.
const std::vector<std::int32_t> kOnePair{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 14, 15};
constexpr const char* kAfterABarrier =
    "__kernel void k(__global int *a, __global int *idx) {\n"
    "  int i = get_global_id(0);\n  idx[i] = idx[i] + 1;\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n  a[idx[i]] = i;\n}";

// The solver knows nothing about values after the barrier and chooses work-items of the first group. The
// contents of `a` decide nothing.
TEST(Replayer, EqualBytesThatWereSeenAreNoProof) {
  const auto result =
      confirmed(replay_job("__kernel void k(__global uint *a) {\n"
                           "  if (get_local_id(0) == 0) *(__global uint3 *)a = (uint3)(1, 2, 3);\n"
                           "  if (get_local_id(0) == 1) a[3] = 0;\n}\n"));
  EXPECT_EQ(result.verdict, Verdict::PossibleDefect) << result.reason;
  const std::string& replay = result.findings.at(0).replay;
  EXPECT_NE(replay.find("stored equal bytes; the race is benign only if they always do"), std::string::npos)
      << replay;
  EXPECT_NE(replay.find("the padding of a vector of three components"), std::string::npos) << replay;
}

TEST(Replayer, AWholeLaunchShowsWhatTheWitnessDoesNot) {
  for (const bool all : {true, false}) {
    model::BufferArgument a = recorded(1, 0, std::vector<std::int32_t>(17));
    if (!all) a.contents = model::BufferContents::unknown("not asked for");
    const auto result = confirmed(replay_job(kAfterABarrier, {a, recorded(2, 0, kOnePair)}));
    const auto race = std::ranges::find(result.findings, Property::DataRace, &Finding::property);
    ASSERT_NE(race, result.findings.end());
    EXPECT_EQ(race->confirmation, Confirmation::Replayed) << race->replay;
    EXPECT_EQ(race->replay.find("whole launch"), std::string::npos) << race->replay;
    EXPECT_EQ(race->witness->work_items.at(0).group_id[0], 1U);
  }
}

TEST(Replayer, AWholeLaunchShowsWhatWasLeftUnknown) {
  const Job job =
      replay_job(kAfterABarrier, {recorded(1, 0, std::vector<std::int32_t>(17)), recorded(2, 0, kOnePair)});
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  outcome.result.findings.clear();
  outcome.result.properties[Property::DataRace] = {
      .verdict = Verdict::Unknown, .reason = "no time", .causes = {}};
  const auto result = verifier.confirm(job, outcome).result;
  EXPECT_EQ(result.properties.at(Property::DataRace).verdict, Verdict::Defect);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].confirmation, Confirmation::Replayed);
  EXPECT_FALSE(result.findings[0].id.empty());
}

// The recorded contents of one part of an object say nothing about another part.
TEST(Replayer, ContentsOfOnePartAreNoneOfAnother) {
  const auto result = confirmed(
      replay_job("__kernel void k(__global int *a, __global const int *idx, __global const int *more) {\n"
                 "  a[idx[get_global_id(0)] + 0 * more[0]] = get_global_id(0);\n}",
                 {model::BufferArgument{1, 0, 64}, model::BufferArgument{2, 0, 64},
                  recorded(2, 64, std::vector<std::int32_t>(16))}));
  EXPECT_EQ(result.verdict, Verdict::Defect);
  for (const Finding& finding : result.findings) {
    EXPECT_EQ(finding.confirmation, Confirmation::Replayed) << finding.replay;
    EXPECT_EQ(finding.message.find("more"), std::string::npos) << finding.message;
  }
}

// Each launch of the class has separate contents; contents from elsewhere belong to no launch.
TEST(Replayer, ContentsInWhichLaunchesDifferAreNotReplaced) {
  const char* const text =
      "__kernel void k(__global int *a, __global const int *idx) {\n"
      "  a[idx[get_global_id(0)] & 15] = get_global_id(0);\n}";
  std::vector<std::int32_t> rising(16), falling(16);
  for (std::int32_t i = 0; i < 16; ++i) rising[i] = falling[15 - i] = i;
  const model::BufferArgument a{1, 0, 64};
  const Job job = replay_job(text, {a, model::BufferArgument{2, 0, 64}});
  for (const bool all : {true, false}) {
    ClassVerifier verifier;
    Outcome outcome = verifier.verify(job, "");
    const frontend::Translation& program = verifier.translation(*job.program);
    Job apart = job;
    const model::BufferArgument second = all ? recorded(2, 0, falling) : model::BufferArgument{2, 0, 64};
    std::get<jobs::KnownLaunch>(apart.launch_source).parts = {
        {1, 1, known_launch(16, {a, recorded(2, 0, rising)}).answer},
        {2, 1, known_launch(16, {a, second}).answer}};
    Replayer replayer;
    replayer.confirm(outcome.result, 0, apart, program.kernels[0], *facts_of(job, program.kernels[0]).facts,
                     {});
    EXPECT_EQ(outcome.result.verdict, all ? Verdict::PossibleDefect : Verdict::Defect);
    const std::string& replay = outcome.result.findings.at(0).replay;
    EXPECT_EQ(replay.find("contents of `idx` differ from launch to launch") != std::string::npos, all)
        << replay;
  }
}

// The causes say what is known: an array that the launch also writes may have recorded contents.
TEST(Replayer, CausesAreTrueOfRecordedContents) {
  constexpr const char* kTake =
      "__kernel void k(__global int *a, __global int *idx) {\n"
      "  int i = get_global_id(0);\n  int v = idx[i];\n  a[v] = i;\n  idx[i] = v + 1;\n}";
  const auto causes = [&](const model::BufferArgument& idx) {
    ClassVerifier verifier;
    std::set<Cause> all;
    for (const Finding& finding :
         verifier.verify(replay_job(kTake, {model::BufferArgument{1, 0, 64}, idx}), "").result.findings)
      for (const verdict::Approximation& one : finding.approximations) all.insert(one.cause);
    return all;
  };
  EXPECT_EQ(causes(model::BufferArgument{2, 0, 64}), std::set{Cause::ContentsNotRecorded});
  EXPECT_EQ(causes(recorded(2, 0, kOnePair)), std::set{Cause::VoidedRace});
  // The kernel reads four entries that the array does not have. All other entries differ, so a race needs one
  // of these.
  std::vector<std::int32_t> different(kOnePair.size());
  std::iota(different.begin(), different.end(), 0);
  ClassVerifier verifier;
  const auto result =
      found(verifier, replay_job("__kernel void k(__global int *a, __global const int *idx) {\n"
                                 "  a[idx[get_global_id(0) + 4]] = get_global_id(0);\n}",
                                 {model::BufferArgument{1, 0, 64}, recorded(2, 0, different)}));
  bool is_race = false;
  for (const Finding& finding : result.findings)
    for (const verdict::Approximation& one : finding.approximations) {
      is_race |= finding.property == verdict::Property::DataRace;
      EXPECT_EQ(one.cause, Cause::ContentsUndecided);
      EXPECT_NE(one.detail.find("read outside of the contents of `idx`"), std::string::npos) << one.detail;
    }
  EXPECT_TRUE(is_race);
}

TEST(Replayer, AValueThatIsNotGivenIsNamed) {
  const auto result = confirmed(replay_job(
      "__kernel void k(__global int *a, int stride) { a[get_global_id(0) * stride] = get_global_id(0); }"));
  EXPECT_EQ(result.verdict, Verdict::Defect);
  EXPECT_TRUE(result.findings.at(0).replay.starts_with("shown by the replay with stride = "))
      << result.findings[0].replay;
  ASSERT_EQ(result.findings[0].witness->chosen.size(), 1U);
  EXPECT_FALSE(result.findings[0].witness->chosen[0].contents);
}

// No buffer extends so far, however large it is.
TEST(Replayer, AValueThatNeedsABufferThatNobodyHasStaysPossible) {
  const auto result =
      confirmed(replay_job("__kernel void k(__global int *a, long far) {\n"
                           "  if (far > 0x2000000000) a[far] = get_global_id(0);\n}"));
  EXPECT_EQ(result.verdict, Verdict::PossibleDefect);
}

// The question holds a loop-carried value without a closed form; no made-up value is involved.
constexpr const char* kSquares =
    "__kernel void k(__global int *a, __global const int *in, __global int *b) {\n"
    "  int x = get_local_id(0) + 1;\n"
    "  for (int i = 0; i < 3000; i++) x = (x * x + 5) & 15;\n"
    "  a[x] = get_global_id(0) MORE;\n}";

std::string with(std::string text, const std::string& more) {
  const auto at = text.find("MORE");
  return text.replace(at, 4, more);
}

TEST(Replayer, AReplayThatMadeNothingUpConfirms) {
  for (const char* more : {"", "+ 0 * in[0]", ";\n  b[get_global_id(0)] = in[get_global_id(0)]"}) {
    const auto result = confirmed(replay_job(with(kSquares, more)));
    EXPECT_EQ(result.verdict, Verdict::Defect) << more;
    EXPECT_EQ(result.findings.at(0).confirmation, Confirmation::Replayed)
        << more << result.findings[0].replay;
    EXPECT_TRUE(result.findings[0].approximations.empty());
  }
}

// The solver may choose any value for `v`; one work-item reads 20.
TEST(Replayer, AConfirmedAccessIsOneThatHappened) {
  const auto result = confirmed(replay_job(
      "__kernel void k(__global int *a) { __local int n; int l = get_local_id(0); if (l == 1) n = 0; "
      "barrier(CLK_LOCAL_MEM_FENCE); int v = n; if (l == 0) n = 20;\n  a[v * 4 + get_global_id(0)] = l; }",
      {model::BufferArgument{1, 0, 64}}));
  unsigned accesses = 0;
  for (const Finding& finding : result.findings) {
    if (finding.property != Property::OutOfBounds || finding.confirmation != Confirmation::Replayed) continue;
    ++accesses;
    const verdict::WorkItem& item = finding.witness->work_items.at(0);
    EXPECT_EQ(item.byte_offset, 4 * (80 + item.global_id[0])) << finding.message;
  }
  EXPECT_EQ(accesses, 1U) << verdict::to_json(result);
}

// All work-items of a sub-group get 5 votes out of 8. The solver may choose any number.
TEST(Replayer, ARaceAtAnExchangedPlaceIsWhereItHappened) {
  Job job = replay_job(
      "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
      "__kernel void k(__global int *a) { uint4 votes = sub_group_ballot(get_local_id(0) > 2);\n"
      "  a[sub_group_ballot_bit_count(votes)] = get_local_id(0); }",
      {model::BufferArgument{1, 0, 64}});
  for (const std::uint32_t size : {8U, 0U}) {
    Job with_size = job;
    model::SubGroups& sub_groups =
        std::get<jobs::KnownLaunch>(with_size.launch_source).answer.facts.value().sub_groups;
    sub_groups.size = size;
    if (size != 0) sub_groups.mapping = model::SubGroupMapping::Linear;
    const auto result = confirmed(with_size);
    unsigned shown = 0;
    for (const Finding& finding : result.findings) {
      if (finding.property != Property::DataRace || finding.confirmation != Confirmation::Replayed) continue;
      ++shown;
      for (const verdict::WorkItem& item : finding.witness->work_items)
        EXPECT_EQ(item.byte_offset, 20U) << finding.message;
    }
    EXPECT_EQ(shown, size != 0 ? 1U : 0U) << verdict::to_json(result);
  }
}

TEST(Replayer, ContentsThatMayDecideAreNamed) {
  for (const char* more : {"+ in[0]", "; if (in[0] == 0) a[x] = 2 * get_global_id(0)"}) {
    const auto result = confirmed(replay_job(with(kSquares, more)));
    EXPECT_EQ(result.verdict, Verdict::Defect) << more;
    bool is_named = false;
    for (const Finding& finding : result.findings)
      is_named |= finding.message.find("zeros in in") != std::string::npos ||
                  finding.message.find("in[0] = ") != std::string::npos;
    EXPECT_TRUE(is_named) << more;
  }
}

// No square is 3 in machine arithmetic, so the first group never ends. The race of the other group, which
// depends on more, is still shown.
TEST(ReplayOrder, FindingsWithTheFewestApproximationsComeFirst) {
  verdict::ClassResult result;
  const auto add = [&](std::string id, std::size_t approximations) -> Finding& {
    Finding finding;
    finding.id = std::move(id);
    finding.launch = 3;
    finding.witness = verdict::Witness{};
    finding.approximations.resize(approximations);
    return result.findings.emplace_back(std::move(finding));
  };
  add("two", 2);
  add("one", 1);
  add("none", 0);
  add("another with one", 1);
  add("of another launch", 0).launch = 4;
  add("without a witness", 0).witness.reset();
  add("seen already", 0).confirmation = Confirmation::Replayed;
  add("an invariant", 0).property = Property::Assertion;
  add("an invariant that a replay left open", 0).property = Property::Assertion;
  result.findings.back().replay = "not seen";
  std::vector<std::string> order;
  for (const Finding* finding : in_replay_order(result, 3)) order.push_back(finding->id);
  EXPECT_EQ(order, (std::vector<std::string>{"none", "an invariant", "one", "another with one", "two"}));
}

TEST(Replayer, AnEndlessLoopKeepsNobodyFromBeingReplayed) {
  const Job job = replay_job(
      "__kernel void k(__global int *a, __global int *b, __global const int *n) {\n"
      "  int l = get_local_id(0);\n"
      "  if (get_group_id(0) == 0) {\n"
      "    for (uint i = 1; i * i != 3; i++) ;\n"
      "    a[l / 2] = l;\n"
      "  } else\n"
      "    b[n[l] & 7] = l;\n}");
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  const frontend::Translation& program = verifier.translation(*job.program);
  Replayer replayer;
  ReplayLimits limits;
  limits.all_steps = 8'000'000;
  limits.seconds = 600;  // not the clock, but the count ends it
  replayer.confirm(outcome.result, 0, job, program.kernels[0], *facts_of(job, program.kernels[0]).facts,
                   limits);
  ASSERT_EQ(outcome.result.findings.size(), 2U) << verdict::to_json(outcome.result);
  for (const Finding& finding : outcome.result.findings) {
    const bool is_endless = finding.locations.at(0).line == 5;
    EXPECT_EQ(finding.confirmation == Confirmation::Replayed, !is_endless) << finding.replay;
    EXPECT_EQ(finding.replay.find("limit") != std::string::npos, is_endless) << finding.replay;
  }
  EXPECT_TRUE(replayer.was_cut());
}

// Which findings are replayed depends on a count, and not on the clock.
TEST(Replayer, TheSameFindingsAreReplayedEachTime) {
  const Job job = replay_job(
      "__kernel void k(__global int *a, __global int *b) {\n"
      "  int l = get_local_id(0);\n"
      "  for (int i = 0; i < 100000; i++) b[l] += i;\n"
      "  a[l / 2] = l;\n"
      "  a[20 + l / 2] = l;\n}");
  ClassVerifier verifier;
  const Outcome outcome = verifier.verify(job, "");
  const frontend::Translation& program = verifier.translation(*job.program);
  const auto replayed = [&](std::uint64_t all_steps) {
    verdict::ClassResult result = outcome.result;
    Replayer replayer;
    ReplayLimits limits;
    limits.all_steps = all_steps;
    limits.seconds = 600;
    replayer.confirm(result, 0, job, program.kernels[0], *facts_of(job, program.kernels[0]).facts, limits);
    std::vector<std::string> seen;
    seen.reserve(result.findings.size());
    for (const Finding& finding : result.findings)
      seen.push_back(finding.confirmation == Confirmation::Replayed ? "replayed" : finding.replay);
    return std::pair{seen, replayer.executed()};
  };
  const auto whole = replayed(kStepsOfClass);
  ASSERT_GE(whole.first.size(), 2U);
  for (const std::string& one : whole.first) EXPECT_EQ(one, "replayed");
  const auto part = replayed(whole.second / 4);
  EXPECT_EQ(part, replayed(whole.second / 4));
  const auto is_out_of_steps = [](const std::string& one) { return one.find("steps") != std::string::npos; };
  EXPECT_EQ(std::ranges::count(part.first, "replayed") + std::ranges::count_if(part.first, is_out_of_steps),
            static_cast<std::ptrdiff_t>(part.first.size()));
  EXPECT_GT(std::ranges::count(part.first, "replayed"), 0);
  EXPECT_GT(std::ranges::count_if(part.first, is_out_of_steps), 0);
}

// The first group passes more barriers than a replay distinguishes; the other group is executed all the same.
TEST(Replayer, AGroupThatIsLeftHidesNoOther) {
  const auto result =
      confirmed(replay_job("__kernel void k(__global int *a) {\n"
                           "  for (int i = 0; i < 70000; i++) {\n"
                           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "    if (get_local_id(0) == 0) a[0] += 2;\n  }\n}"));
  EXPECT_EQ(result.verdict, Verdict::Defect);
  for (const Finding& finding : result.findings)
    EXPECT_EQ(finding.confirmation, Confirmation::Replayed) << finding.message << ": " << finding.replay;
}

// Work-items of the other group exclude what the race needs.
TEST(Replayer, ValuesThatAnotherGroupRulesOutStayPossible) {
  const auto result =
      confirmed(replay_job("__kernel void k(__global int *a, int n) {\n"
                           "  if (get_group_id(0) == 1) __requires(n != 5);\n"
                           "  if (n == 5) if (get_group_id(0) == 0) a[0] = get_local_id(0);\n}"));
  EXPECT_EQ(result.properties.at(Property::DataRace).verdict, Verdict::PossibleDefect);
  EXPECT_NE(result.findings.at(0).replay.find("break a precondition"), std::string::npos)
      << result.findings[0].replay;
}

TEST(Replayer, WhatCannotBeExecutedStaysExactWithItsReason) {
  // The replay has no steps.
  const Job job = replay_job("__kernel void k(__global int *a) { a[0] = get_global_id(0); }");
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  const frontend::Translation& program = verifier.translation(*job.program);
  Replayer replayer;
  ReplayLimits limits;
  limits.all_steps = 0;
  replayer.confirm(outcome.result, 0, job, program.kernels[0], *facts_of(job, program.kernels[0]).facts,
                   limits);
  EXPECT_EQ(outcome.result.verdict, Verdict::Defect);
  EXPECT_EQ(outcome.result.findings.at(0).confirmation, Confirmation::Exact);
  EXPECT_EQ(outcome.result.findings[0].replay, "the 0 steps for the replays of a class were used up");
  EXPECT_NE(verdict::to_json(outcome.result).find("\"confirmation\":\"not replayed: "), std::string::npos);
}

// A replay skips an access outside of an array, and a group stops at a divergent barrier: later findings are
// not replayed, which is no contradiction.
TEST(Replayer, FindingsBehindOthersAreNoContradiction) {
  const auto outside = confirmed(
      replay_job("__kernel void k(__global int *a) { a[100 + get_global_id(0) / 2] = get_global_id(0); }",
                 {model::BufferArgument{1, 0, 64}}));
  EXPECT_EQ(outside.verdict, Verdict::Defect);
  const auto behind =
      confirmed(replay_job("__kernel void k(__global int *a) {\n"
                           "  if (get_local_id(0) < 3) barrier(CLK_GLOBAL_MEM_FENCE);\n"
                           "  barrier(CLK_GLOBAL_MEM_FENCE);\n  a[0] = get_global_id(0);\n}"));
  EXPECT_EQ(behind.verdict, Verdict::Defect) << behind.reason;
  const auto null = confirmed(
      replay_job("__kernel void k(__global int *a) { a[0] = get_global_id(0); }", {model::NullArgument{}}));
  EXPECT_EQ(null.verdict, Verdict::Defect) << null.reason;
  const auto far = confirmed(replay_job(
      "__kernel void k(__global int *a) { a[0x4000000000UL + get_global_id(0) / 2] = get_global_id(0); }"));
  EXPECT_EQ(far.verdict, Verdict::Defect) << far.reason;
}

TEST(Replayer, NoReplayWhenNotAsked) {
  Job job = replay_job("__kernel void k(__global int *a) { a[0] = get_global_id(0); }");
  job.replay = false;
  ClassVerifier verifier;
  const Outcome outcome = verifier.verify(job, "");
  EXPECT_FALSE(outcome.interim);
  EXPECT_EQ(outcome.result.findings.at(0).confirmation, Confirmation::Exact);
}

}  // namespace
}  // namespace launchproof::worker
