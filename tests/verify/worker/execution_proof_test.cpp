// Tests that executing a launch proves exactly what the launch alone decides.
#include "verify/worker/replay/execution_proof.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "tests/verify/worker/known_launch.h"
#include "tests/verify/worker/recorded_arguments.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::worker {
namespace {

using verdict::Property;
using verdict::Verdict;

using Words = std::vector<std::int32_t>;

model::BufferArgument words(std::uint64_t object, const Words& values) {
  return recorded(object, 0, values);
}

model::BufferArgument untold(std::uint64_t object, std::uint64_t bytes) {
  return model::BufferArgument{object, 0, bytes};
}

model::Argument integer(std::int32_t value) {
  model::ValueArgument argument;
  for (int i = 0; i < 4; ++i) argument.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return argument;
}

Job job_of(const std::string& text, const std::vector<std::vector<model::Argument>>& launches) {
  auto program = std::make_shared<Program>();
  program->key = text;
  program->sources.push_back({.file_name = "k.cl", .text = text});
  Job job;
  job.program = program;
  if (launches.size() == 1) {
    job.launch_source = known_launch(16, launches.front());
    return job;
  }
  std::vector<model::Argument> common = launches.front();
  for (model::Argument& argument : common)
    if (auto* buffer = std::get_if<model::BufferArgument>(&argument)) buffer->contents = {};
  jobs::KnownLaunch known = known_launch(16, common);
  for (std::size_t i = 0; i < launches.size(); ++i)
    known.parts.push_back({i + 1, 1, known_launch(16, launches[i]).answer});
  job.launch_source = known;
  return job;
}

verdict::ClassResult result_of(const Job& job) {
  ClassVerifier verifier;
  Outcome outcome = verifier.verify(job, "");
  return outcome.interim ? verifier.confirm(job, outcome).result : outcome.result;
}

verdict::ClassResult result_of(const std::string& text, const std::vector<model::Argument>& arguments) {
  return result_of(job_of(text, {arguments}));
}

Words permutation() {
  Words values;
  for (int i = 0; i < 16; ++i) values.push_back(7 * i % 16);
  return values;
}

Words with_a_pair() {
  Words values = permutation();
  values[13] = values[3];
  return values;
}

// The engine cannot determine the value that the barrier brings.
std::string chain(const std::string& address, const std::string& before = "") {
  return "kernel void k(global int* a, global int* idx, int n) {\n  int i = get_global_id(0);\n" + before +
         "  idx[i] = idx[i] * 3;\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  a[" + address + "] = i;\n}\n";
}

TEST(ExecutionProof, IsMadeByALaunchThatNothingElseDecides) {
  const auto result = result_of(chain("idx[i] % 48"), {untold(1, 192), words(2, permutation()), integer(1)});
  EXPECT_EQ(result.verdict, Verdict::Verified) << result.reason;
  EXPECT_EQ(result.engine, "access, replay");
  EXPECT_NE(std::ranges::find(result.assumptions, "contents of `idx` as recorded"), result.assumptions.end());
  EXPECT_TRUE(result.findings.empty());
}

TEST(ExecutionProof, IsNoneWhereTwoWorkItemsMeet) {
  const auto result = result_of(chain("idx[i] % 48"), {untold(1, 192), words(2, with_a_pair()), integer(1)});
  EXPECT_EQ(result.properties.at(Property::DataRace).verdict, Verdict::Defect) << result.reason;
}

TEST(ExecutionProof, IsNoneWhereAnAddressIsOutOfBounds) {
  const auto result = result_of(chain("idx[i] % 48"), {untold(1, 180), words(2, permutation()), integer(1)});
  EXPECT_EQ(result.properties.at(Property::OutOfBounds).verdict, Verdict::Defect) << result.reason;
}

TEST(ExecutionProof, IsNoneWithContentsThatAreNotRecorded) {
  const auto result = result_of(chain("idx[i] % 48"), {untold(1, 192), untold(2, 64), integer(1)});
  EXPECT_NE(result.verdict, Verdict::Verified);
}

TEST(ExecutionProof, IsNoneWithAValueThatIsNotGiven) {
  const std::string text = chain("(idx[i] + n) % 48");
  EXPECT_NE(result_of(text, {untold(1, 192), words(2, permutation())}).verdict, Verdict::Verified);
  EXPECT_EQ(result_of(text, {untold(1, 192), words(2, permutation()), integer(48)}).verdict,
            Verdict::Verified);
}

// The device or the order of execution decides each of these.
TEST(ExecutionProof, IsNoneWhereTheCourseMayDiffer) {
  const std::vector<model::Argument> arguments{words(1, Words(64, 0)), words(2, permutation()), integer(3)};
  for (const char* address : {"(int)((float)idx[i] * 1.1f) % 48", "(int)sqrt((float)(idx[i] % 7)) + i * 3",
                              "atomic_inc(a + 60)", "(atomic_max(a + 60, i) & 0) + i"}) {
    const auto result = result_of(chain(address), arguments);
    EXPECT_NE(result.engine, "access, replay") << address << ": " << result.reason;
  }
  // The same with an operand that is certain.
  EXPECT_EQ(result_of(chain("idx[i] % 48 + idx[i] / 48 / n"), arguments).engine, "access, replay");
}

// Execution shows whether a divisor is zero even if the known facts do not tell.
TEST(ExecutionProof, IsOfQuotientsThatAreDefined) {
  const auto engine = [](const char* address, std::int32_t n) {
    const auto result =
        result_of(chain(address), {words(1, Words(64, 0)), words(2, permutation()), integer(n)});
    EXPECT_EQ(result.verdict == Verdict::Verified, result.engine == "access, replay") << address;
    return result.engine;
  };
  // After the barrier, idx[0] is 0 and idx[1] 21; all are multiples of 3.
  EXPECT_EQ(engine("i + 16 * (n / (idx[i] + n) / 2)", 1), "access, replay");
  EXPECT_NE(engine("i + 16 * (n / (idx[i] + n) / 2)", 0), "access, replay");
  EXPECT_EQ(engine("i + 16 * (1 % (idx[i] - n) / 9)", 20), "access, replay");
  EXPECT_NE(engine("i + 16 * (1 % (idx[i] - n) / 9)", 21), "access, replay");
  // Only the least number divided by -1.
  EXPECT_EQ(engine("i + (n / (idx[i] - 22) == n)", -INT32_MAX), "access, replay");
  EXPECT_NE(engine("i + (n / (idx[i] - 22) == n)", INT32_MIN), "access, replay");
}

// Every device agrees on whether all predicates agree. The source of a broadcast may not exist.
TEST(ExecutionProof, IsOfCollectivesThatEveryDeviceComputesAlike) {
  const auto with = [](const char* address) {
    Job job = job_of(chain(address), {{untold(1, 192), words(2, permutation()), integer(1)}});
    auto program = std::make_shared<Program>(*job.program);
    program->sources.front().options = "-cl-std=CL2.0";
    job.program = program;
    return result_of(job);
  };
  const auto all = with("idx[i] + (work_group_all(idx[i] >= 0) ? 0 : idx[0])");
  EXPECT_EQ(all.engine, "access, replay") << all.reason;
  EXPECT_NE(with("idx[i] + 0 * work_group_broadcast(idx[i], idx[0])").engine, "access, replay");
}

TEST(ExecutionProof, IsNoneWhereWhatIsReadWasNeverWritten) {
  const std::string text =
      "kernel void k(global int* a, global const int* idx, int n) {\n"
      "  local int t[16];\n  int l = get_local_id(0), i = get_global_id(0);\n"
      "  t[idx[l] % 8] = l;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  a[t[idx[l] % 8 + n] + 8 * get_group_id(0)] = "
      "i;\n}\n";
  Words idx(16);
  for (int i = 0; i < 16; ++i) idx[i] = 7 - i % 8;
  EXPECT_EQ(result_of(text, {untold(1, 64), words(2, idx), integer(0)}).engine, "access, replay");
  EXPECT_NE(result_of(text, {untold(1, 64), words(2, idx), integer(1)}).verdict, Verdict::Verified);
}

// A value in private memory is known once the work-item wrote it.
TEST(ExecutionProof, IsNoneWherePrivateMemoryWasNeverWritten) {
  const auto with = [](const std::string& first) {
    return result_of(
        "kernel void k(global int* a, global const int* idx, int n) {\n"
        "  int stack[100], top = 0, i = get_global_id(0), end = 0;\n  " +
            first +
            "\n  while (top > 0) {\n    end = stack[--top];\n    if (end > 15) stack[top++] = idx[end - "
            "16];\n  }\n"
            "  a[end] = i;\n}\n",
        {untold(1, 64), words(2, permutation()), integer(0)});
  };
  EXPECT_EQ(with("stack[top++] = i + 16;").engine, "access, replay");
  EXPECT_NE(with("top++;").verdict, Verdict::Verified);
  EXPECT_NE(with("stack[top + 1 + idx[0]] = i; top++;").verdict, Verdict::Verified);
  // A word with one written byte.
  EXPECT_NE(with("((char*)stack)[4 * top++] = i;").verdict, Verdict::Verified);
  EXPECT_EQ(with("for (int b = 0; b < 4; ++b) ((char*)stack)[b] = (i + 16) >> (8 * b); top++;").engine,
            "access, replay");
}

// Equal bytes are compared with the existing bytes, and with the bytes that the launch stores on any device.
TEST(ExecutionProof, OfEqualBytesTakesNothingForGranted) {
  const char* const plain =
      "kernel void k(global int* a, global int* idx, int n) {\n  int i = get_global_id(0);\n"
      "  idx[i] = idx[i] * 3;\n  barrier(CLK_GLOBAL_MEM_FENCE);\n";
  const std::vector<model::Argument> arguments{words(1, Words(64, 0)), words(2, permutation()), integer(5)};
  const auto body = [&](const std::string& rest) { return result_of(plain + rest + "\n}\n", arguments); };
  const auto equal = body("  a[idx[i] > 20 ? 0 : 1] = n; a[idx[i] + 2] = i;");
  EXPECT_EQ(equal.verdict, Verdict::Verified) << equal.reason;
  EXPECT_EQ(equal.engine, "access, replay");
  EXPECT_TRUE(std::ranges::any_of(equal.findings, &verdict::Finding::benign));
  // By a device's own sine.
  EXPECT_NE(body("  a[idx[i] > 20 ? 0 : 1] = as_int(sin((float)n)); a[idx[i] + 2] = i;").engine,
            "access, replay");
  // A different value is written first; the second write hides it.
  EXPECT_NE(body("  int p = idx[i] > 20 ? 0 : 1; a[p] = i; a[p] = n;").verdict, Verdict::Verified);
  // Work-item 2 reads it before work-item 1 of its group writes it, and work-item 9 of the other group reads
  // it too.
  EXPECT_NE(body("  int p = idx[i] > 20 ? 0 : 1; if (get_group_id(0) == 0 && i == 2) a[8] = a[p];\n"
                 "  barrier(CLK_GLOBAL_MEM_FENCE); if (i == 1 || i == 9) a[p] = n;")
                .verdict,
            Verdict::Verified);
}

// A float that every device rounds alike may be stored if it is neither NaN, infinite nor subnormal.
TEST(ExecutionProof, OfEqualBytesMayBeOfFloats) {
  const std::string begin =
      "kernel void k(global float* a, global int* idx, int n) {\n  int i = get_global_id(0);\n"
      "  idx[i] = idx[i] * 3;\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  float x = ";
  const std::string end = ";\n  a[idx[i] > 20 ? 0 : 1] = x; a[idx[i] + 2] = i;\n}\n";
  const std::vector<model::Argument> arguments{words(1, Words(64, 0)), words(2, permutation()), integer(5)};
  const auto stored = [&](const std::string& value) { return result_of(begin + value + end, arguments); };
  // The even work-items compute it in one way, and the odd work-items in another.
  const auto equal = stored("(i & 1) ? n * 0.5f : n - 2.5f");
  EXPECT_EQ(equal.engine, "access, replay") << equal.reason;
  EXPECT_EQ(equal.verdict, Verdict::Verified) << equal.reason;
  EXPECT_TRUE(std::ranges::any_of(equal.findings, &verdict::Finding::benign));
  EXPECT_NE(stored("(i & 1) ? n * 0.5f : n - 2.25f").verdict, Verdict::Verified);
  EXPECT_NE(stored("(i & 1) ? n * 1e-39f : n * 1e-20f * 1e-19f").verdict, Verdict::Verified);
  EXPECT_NE(stored("(i & 1) ? n * 0.5f : n / 2.0f").verdict, Verdict::Verified);
  EXPECT_NE(stored("(i & 1) ? sqrt((float)n) : sqrt(n * 1.0f)").verdict, Verdict::Verified);
}

TEST(ExecutionProof, IsOfAllLaunchesOrNone) {
  const std::string text = chain("idx[i] % 48");
  Words other = permutation();
  std::swap(other[2], other[9]);
  const std::vector<model::Argument> one{untold(1, 192), words(2, permutation()), integer(1)},
      two{untold(1, 192), words(2, other), integer(1)},
      wrong{untold(1, 192), words(2, with_a_pair()), integer(1)};
  const auto good = result_of(job_of(text, {one, two}));
  EXPECT_EQ(good.verdict, Verdict::Verified) << good.reason;
  EXPECT_NE(std::ranges::find(good.assumptions, "contents of `idx` as recorded, in each of the launches"),
            good.assumptions.end());
  EXPECT_EQ(result_of(job_of(text, {one, wrong})).verdict, Verdict::Defect);
  EXPECT_EQ(result_of(job_of(text, {wrong, two})).verdict, Verdict::Defect);
  const std::vector<model::Argument> unknown{untold(1, 192), untold(2, 64), integer(1)};
  EXPECT_NE(result_of(job_of(text, {one, unknown})).verdict, Verdict::Verified);
}

// Groups of one work-item represent all others if nothing is done in groups.
TEST(ExecutionProof, IsForEveryLocalSizeOrNone) {
  const auto with_open_size = [](const std::string& text) {
    Job job = job_of(text, {{untold(1, 192), words(2, permutation()), integer(3)}});
    auto& known = std::get<jobs::KnownLaunch>(job.launch_source);
    known.answer.facts.value().local_size = {1, 1, 1};
    known.answer.local_size_open = true;
    return result_of(job);
  };
  EXPECT_NE(with_open_size(chain("idx[i] % 48")).engine, "access, replay");
  const auto alone = with_open_size(
      "kernel void k(global int* a, global int* idx, int n) {\n  int i = get_global_id(0);\n"
      "  for (int j = 0; j < n; ++j) idx[i] = (idx[i] * 5 + j) & 31;\n  a[idx[i]] = i;\n}\n");
  EXPECT_EQ(alone.engine, "access, replay") << alone.reason;
  EXPECT_EQ(alone.verdict, Verdict::Verified) << alone.reason;
  EXPECT_TRUE(std::ranges::none_of(
      alone.facts, [](const std::string& fact) { return fact.find("local size") != std::string::npos; }));
}

}  // namespace
}  // namespace launchproof::worker
