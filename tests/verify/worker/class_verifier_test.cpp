// Tests one class in process: compile errors, missing sources, several kernels, and what the caller adds to
// an answer.
#include "verify/worker/classes/class_verifier.h"

#include <gtest/gtest.h>

#include "tests/verify/worker/known_launch.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

Job job_of(const std::string& text) {
  auto program = std::make_shared<Program>();
  program->key = text;
  if (!text.empty()) program->sources.push_back({.file_name = "k.cl", .text = text});
  Job job;
  job.program = program;
  job.source = "k.cl";
  job.launches = 7;
  job.call_site = "main";
  job.launch_source = known_launch(16);
  return job;
}

constexpr const char* kTwo =
    "__kernel void one(__global int *a) { a[get_global_id(0)] = 1; }\n"
    "__kernel void two(__global int *a) { a[0] = get_global_id(0); }\n";

Cause cause_of(const verdict::ClassResult& result) {
  return result.properties.at(Property::DataRace).causes.at(0).cause;
}

TEST(ClassVerifier, AnswersWithWhatTheJobKnows) {
  ClassVerifier verifier;
  Job job = job_of(kTwo);
  job.kernel = "two";
  const Outcome outcome = verifier.verify(job, "");
  EXPECT_EQ(outcome.result.verdict, Verdict::Defect);
  EXPECT_EQ(outcome.result.kernel, "two");
  EXPECT_EQ(outcome.result.source, "k.cl");
  EXPECT_EQ(outcome.result.launches, 7U);
  EXPECT_EQ(outcome.result.call_site, "main");
  EXPECT_EQ(outcome.result.launch, "global (16), local (8)");
  EXPECT_GT(outcome.result.seconds, 0);
}

TEST(ClassVerifier, SeveralKernelsAreNamed) {
  ClassVerifier verifier;
  EXPECT_EQ(verifier.verify(job_of(kTwo), "").expand, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(verifier.verify(job_of(kTwo), "one").result.verdict, Verdict::Verified);
}

TEST(ClassVerifier, ACompileErrorNamesThePlace) {
  const Outcome outcome = ClassVerifier().verify(job_of("__kernel void k() {\n  x = 1;\n}\n"), "");
  EXPECT_EQ(outcome.result.verdict, Verdict::Error);
  EXPECT_EQ(cause_of(outcome.result), Cause::CompileError);
  EXPECT_NE(outcome.result.reason.find("k.cl:2"), std::string::npos) << outcome.result.reason;
  EXPECT_EQ(outcome.result.properties.at(Property::DataRace).causes.at(0).location.line, 2U);
}

TEST(ClassVerifier, WithoutSourceNothingIsSupported) {
  const Outcome outcome = ClassVerifier().verify(job_of(""), "");
  EXPECT_EQ(outcome.result.verdict, Verdict::Unsupported);
  EXPECT_EQ(cause_of(outcome.result), Cause::NoSource);
}

TEST(ClassVerifier, FactsMayBeRefused) {
  Job job = job_of(kTwo);
  job.kernel = "one";
  jobs::KnownLaunch refused;
  refused.answer.reason = "local size was left to the runtime";
  job.launch_source = refused;
  const Outcome outcome = ClassVerifier().verify(job, "");
  EXPECT_EQ(outcome.result.verdict, Verdict::Unsupported);
  EXPECT_EQ(outcome.result.properties.size() + 6, verdict::all_properties().size());
  EXPECT_NE(outcome.result.reason.find("left to the runtime"), std::string::npos);
}

TEST(ClassVerifier, AKernelThatIsNotThereIsAnInputError) {
  Job job = job_of(kTwo);
  job.kernel = "three";
  const Outcome outcome = ClassVerifier().verify(job, "");
  EXPECT_EQ(outcome.result.verdict, Verdict::Error);
  EXPECT_NE(outcome.input_error.find("one, two"), std::string::npos);
}

TEST(ClassVerifier, ALostClassIsUnknownInEveryProperty) {
  const Outcome outcome = lost_outcome(job_of(kTwo), "one", Cause::WorkerCrash, "signal 11");
  EXPECT_EQ(outcome.result.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.result.kernel, "one");
  EXPECT_EQ(outcome.result.properties.size() + 6, verdict::all_properties().size());
  EXPECT_EQ(cause_of(outcome.result), Cause::WorkerCrash);
}

TEST(ClassVerifier, WorkersAnswerAsOneProcessDoes) {
  std::vector<Job> jobs{job_of(kTwo), job_of("not OpenCL"), job_of("")};
  VerifyOptions options;
  options.workers = 2;
  const auto all = verify_all(jobs, options);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].outcome.result.verdict, Verdict::Verified);
  EXPECT_EQ(all[1].outcome.result.verdict, Verdict::Defect);
  EXPECT_EQ(all[2].outcome.result.verdict, Verdict::Error);
  EXPECT_EQ(all[3].outcome.result.verdict, Verdict::Unsupported);
}

TEST(ClassVerifier, WhatRestsOnAGuessIsInDoubt) {
  const std::string asks =
      "#if __has_builtin(__builtin_popcountg)\n#define PLACE get_global_id(0)\n#else\n#define PLACE "
      "0\n#endif\n";
  const std::string writes = "__kernel void k(__global int *a) { a[PLACE] = get_global_id(0); }\n";
  const auto verdict_of = [](const std::string& text, std::optional<frontend::Branches> branches) {
    Job job = job_of(text);
    auto program = std::make_shared<Program>(*job.program);
    program->sources[0].branches = std::move(branches);
    job.program = program;
    return verify_all({job}, VerifyOptions{}).at(0).outcome.result;
  };
  EXPECT_EQ(verdict_of(asks + writes, std::nullopt).verdict, Verdict::Unknown);
  EXPECT_EQ(cause_of(verdict_of(asks + writes, std::nullopt)), Cause::CompilerAnswer);
  EXPECT_EQ(verdict_of(asks + writes, frontend::Branches{0}).verdict, Verdict::Verified);
  EXPECT_EQ(verdict_of(asks + writes, frontend::Branches{1}).verdict, Verdict::Defect);
  EXPECT_EQ(verdict_of(asks + writes, frontend::Branches{0, 0}).verdict, Verdict::Unknown);
  const std::string other =
      "#if !__has_builtin(__builtin_popcountg)\n#define PLACE get_global_id(0)\n#else\n#define PLACE "
      "0\n#endif\n";
  const verdict::ClassResult found = verdict_of(other + writes, std::nullopt);
  EXPECT_EQ(found.verdict, Verdict::PossibleDefect);
  EXPECT_EQ(found.findings.at(0).confirmation, verdict::Confirmation::Unconfirmed);
  EXPECT_EQ(verdict_of(other + writes, frontend::Branches{0}).verdict, Verdict::Verified);
}

TEST(DescribeLaunch, ShowsValuesByTheirTypes) {
  model::KernelModel kernel;
  kernel.parameters = {{.name = "n", .type = "int"},
                       {.name = "m", .type = "uchar"},
                       {.name = "x", .type = "float"},
                       {.name = "a"},
                       {.name = "b"}};
  model::LaunchFacts facts;
  facts.work_dim = 2;
  facts.global_size = {16, 4, 1};
  facts.arguments = {model::ValueArgument{{0xff, 0xff, 0xff, 0xff}}, model::ValueArgument{{0xff}},
                     model::ValueArgument{{0, 0, 0x80, 0x3f}}, model::BufferArgument{1, 0, 64},
                     model::BufferArgument{1, 0, 64}};
  EXPECT_EQ(describe_launch(kernel, facts, true),
            "global (16, 4), local any, n = -1, m = 255, x = 1, a: 64 bytes, b: 64 bytes (same object as a)");
  facts.arguments.back() = model::BufferArgument{1, 16, 48, {}, {}, 16};
  EXPECT_EQ(describe_launch(kernel, facts, true),
            "global (16, 4), local any, n = -1, m = 255, x = 1, a: 64 bytes, b: 48 bytes from byte 16 of its "
            "memory "
            "(same object as a)");
}

std::vector<std::string> assumed_of(const std::string& text, const std::string& options = "") {
  ClassVerifier verifier;
  Job job = job_of(text);
  auto program = std::make_shared<Program>(*job.program);
  program->sources.front().options = options;
  job.program = program;
  // The sizes are given, and the search for the needed assumptions keeps all annotations.
  job.launch_source = known_launch(16, buffers_of(verifier.translation(*program).kernels.at(0), 4096));
  const Outcome outcome = verifier.verify(job, "");
  EXPECT_EQ(outcome.result.verdict, Verdict::Verified) << outcome.result.reason;
  std::vector<std::string> given;
  for (const std::string& one : outcome.result.assumptions)
    if (one.starts_with("given ")) given.push_back(one);
  return given;
}

// A work-item that leaves a loop through an annotation is excluded, in any iteration.
TEST(ClassVerifier, NamesTheAssumptionsInLoopsThatAProofNeeds) {
  const auto kernel = [](const std::string& written) {
    return "__kernel void k(__global int *a) {\n"
           "  int i = get_global_id(0);\n"
           "  for (int j = 0; j < 2; j++) __assume(i == 0);\n"
           "  a[" +
           written + "] = i;\n}\n";
  };
  EXPECT_EQ(assumed_of(kernel("0")), std::vector<std::string>{"given __assume(i == 0) (k.cl:3)"});
  EXPECT_EQ(assumed_of(kernel("i")), std::vector<std::string>{});
}

TEST(ClassVerifier, NamesTheAssumptionsBehindABreakThatAProofNeeds) {
  const auto kernel = [](const std::string& written) {
    return "__kernel void k(__global int *a) {\n"
           "  int i = get_global_id(0), j = 0;\n"
           "  while (1) {\n"
           "    if (j == 2) break;\n"
           "    j++;\n"
           "    __assume(j < 3 - (i > 0));\n"
           "  }\n"
           "  a[" +
           written + "] = i;\n}\n";
  };
  EXPECT_EQ(assumed_of(kernel("0")), std::vector<std::string>{"given __assume(j < 3 - (i > 0)) (k.cl:6)"});
  EXPECT_EQ(assumed_of(kernel("i")), std::vector<std::string>{});
}

// In C++, a compiler may assume that the end of a function without a return is never reached. Clang places
// that end where the last statement begins.
TEST(ClassVerifier, NamesTheEndsWithoutReturnThatAProofLeavesOut) {
  const std::string text =
      "int at(int x) {\n"
      "  if (x < 1) return x;\n"
      "}\n"
      "__kernel void k(__global int *a) {\n"
      "  a[at(get_global_id(0))] = get_global_id(0);\n}\n";
  EXPECT_EQ(assumed_of(text, "-cl-std=CLC++"),
            std::vector<std::string>{"given that no work-item comes here (k.cl:2)"});
}

verdict::ClassResult result_of(const std::string& text, const std::string& kernel) {
  ClassVerifier verifier;
  Job job = job_of(text);
  job.kernel = kernel;
  return verifier.verify(job, "").result;
}

// A kernel's statement about its launches also holds for calls by another kernel.
TEST(ClassVerifier, ChecksWhatACalledKernelRequires) {
  const auto program = [](const std::string& bound) {
    return "__kernel void called(__global int *a) {\n"
           "  __requires(get_global_id(0) < " +
           bound +
           ");\n"
           "  a[get_global_id(0)] = 1;\n}\n"
           "__kernel void some(__global int *a) { called(a); }\n";
  };
  EXPECT_EQ(result_of(program("16"), "called").verdict, Verdict::Verified);
  const verdict::ClassResult kept = result_of(program("16"), "some");
  EXPECT_EQ(kept.verdict, Verdict::Verified);
  EXPECT_EQ(kept.properties.at(Property::Assertion).verdict, Verdict::Verified);
  EXPECT_EQ(result_of(program("15"), "called").verdict, Verdict::Error);
  EXPECT_EQ(result_of(program("15"), "some").properties.at(Property::Assertion).verdict, Verdict::Defect);
}

TEST(ClassVerifier, LeavesOutWhomACalledKernelDoesFromThereOn) {
  const auto verdict_of = [](const std::string& index) {
    return result_of(
               "__kernel void called(__global int *a) {\n"
               "  __assume(get_global_id(0) < 1);\n"
               "  a[1] = get_global_id(0);\n}\n"
               "__kernel void some(__global int *a) {\n"
               "  int i = get_global_id(0);\n"
               "  a[" +
                   index +
                   "] = i;\n"
                   "  called(a);\n}\n",
               "some")
        .verdict;
  };
  EXPECT_EQ(verdict_of("i + 2"), Verdict::Verified);
  EXPECT_EQ(verdict_of("i / 2 + 2"), Verdict::Defect);
}

}  // namespace
}  // namespace launchproof::worker
