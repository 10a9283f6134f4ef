// Tests `run` of applications that compile their kernels with NVRTC: the source is verified, or the PTX if
// the front end does not support the source. The tests' own NVRTC replaces NVIDIA's, which needs a toolkit.
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

const std::string kOpening = std::string(LAUNCHPROOF_APPS) + "app_cuda_nvrtc";
const std::string kLinked = std::string(LAUNCHPROOF_APPS) + "app_cuda_nvrtc_linked";
const std::string kNvrtc = LAUNCHPROOF_STUB_NVRTC;

class CudaNvrtc : public ProgramTest {
 protected:
  Ran opening(const std::string& name, const std::string& library = kNvrtc) const {
    std::filesystem::remove_all(path("c.lpcap"));
    return run({"run", "--cuda=on", "-o", "c.lpcap", "--", kOpening, name, library});
  }
  Json result() const {
    const Json all = Json::parse(read("c.lpcap/results.json")).at("results");
    return all.size() == 1 ? all.at(0) : Json::object();
  }
  void expect_template_is_verified(const Ran& ran) const {
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    EXPECT_EQ(result().at("kernel"), "scale<int>");
    EXPECT_EQ(result().at("verdict"), "verified");
    EXPECT_EQ(result().at("source"), "kernels.cu");
    expect_holds(ran.err, "out: 1024 bytes, in: 1024 bytes");
  }
};

// The program passes a header and macro options, and names its kernel by an expression.
TEST_F(CudaNvrtc, ATemplateOfAProgramThatOpensNvrtcIsVerifiedFromItsSource) {
  expect_template_is_verified(opening("scale"));
  const Ran shown = run({"capture", "show", "c.lpcap"});
  expect_holds(shown.out, "compiled by NVRTC from blob ");
  expect_holds(shown.out, "kernel expression scale<int>");
  expect_holds(shown.out, "header factor.h");
  expect_holds(shown.out, "-DOFFSET=1");
}

TEST_F(CudaNvrtc, AProgramThatLinksNvrtcIsVerifiedFromItsSource) {
  const std::string folder = std::filesystem::path(kNvrtc).parent_path().string();
  expect_template_is_verified(run({"run", "--cuda=on", "-o", "c.lpcap", "--", kLinked, "scale"},
                                  [&] { ::setenv("LD_LIBRARY_PATH", folder.c_str(), 1); }));
}

TEST_F(CudaNvrtc, AMissingBarrierIsFoundOnItsLineOfTheSource) {
  const Ran ran = opening("neighbour");
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  expect_holds(ran.err, "kernels.cu:4:21: defect (confirmed): data race on `part`");
  expect_holds(ran.err, "fix: add `__syncthreads();` before line 5");
  EXPECT_EQ(run({"verify", "c.lpcap"}).status, 10);
  EXPECT_EQ(run({"replay", "c.lpcap"}).status, 10);
}

// The program loads the PTX and needs no NVRTC.
TEST_F(CudaNvrtc, AFindingBecomesAProgram) {
  ASSERT_EQ(opening("neighbour").status, 10);
  const std::string id = result().at("findings").at(0).at("id").get<std::string>();
  const Ran made = run({"export-repro", id, "c.lpcap", "-o", "repro"});
  ASSERT_EQ(made.status, 0) << made.err;
  ASSERT_EQ(std::system(("cd " + path("repro") + " && cc -Wall -Werror host.c -o host -ldl").c_str()), 0);
  const Ran again =
      run({"run", "--cuda=on", "-o", "again.lpcap", "--", "/bin/sh", "-c", "cd repro && ./host"});
  EXPECT_EQ(again.status, 10) << again.out << again.err;
  expect_holds(again.err, "data race on `");
}

TEST_F(CudaNvrtc, WhatIsNotUnderstoodInSourceIsVerifiedFromItsPtx) {
  const Ran ran = opening("bits");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(result().at("verdict"), "verified");
  expect_holds(ran.err, "so that its PTX is verified: `bits`: inline assembly");
}

// The device executes the PTX from the same compilation.
TEST_F(CudaNvrtc, MachineCodeIsExecutedByItsPtxAndVerifiedFromItsSource) {
  expect_template_is_verified(opening("machine_code"));
}

TEST_F(CudaNvrtc, ARedactedCaptureHasNoSourceOfEitherKind) {
  ASSERT_EQ(opening("scale").status, 0);
  ASSERT_EQ(run({"capture", "redact", "c.lpcap", "-o", "r.lpcap"}).status, 0);
  const Ran ran = run({"verify", "r.lpcap"});
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.out, "the source was redacted");
}

// Uses NVIDIA's own library if a toolkit is installed.
TEST_F(CudaNvrtc, NvidiasNvrtcIsRecordedToo) {
  const std::string library = LAUNCHPROOF_NVRTC;
  if (library.empty()) GTEST_SKIP() << "no CUDA toolkit is installed";
  const Ran ran = opening("scale", library);
  expect_template_is_verified(ran);
  EXPECT_EQ(ran.err.find("private table"), std::string::npos) << ran.err;
  EXPECT_EQ(opening("neighbour", library).status, 10);
  expect_template_is_verified(opening("machine_code", library));
}

}  // namespace
}  // namespace launchproof::cli::testing
