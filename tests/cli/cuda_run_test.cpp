// Tests `run` of CUDA applications on the processor device.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

class CudaRun : public ProgramTest {
 protected:
  Ran run_case(const std::string& name) const {
    return run({"run", "-o", "c.lpcap", "--", std::string(LAUNCHPROOF_APPS) + "app_cuda", name});
  }
  Json results() const { return Json::parse(read("c.lpcap/results.json")); }
};

TEST_F(CudaRun, AKernelComputesAndIsVerified) {
  const Ran ran = run_case("sum");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const Json all = results().at("results");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.at(0).at("verdict"), "verified");
  EXPECT_EQ(all.at(0).at("kernel"), "sum");
  expect_holds(ran.err, "global (256), local (64), in: 1024 bytes, out: 16 bytes");
  const Ran shown = run({"capture", "show", "c.lpcap"});
  expect_holds(shown.out, "ptx");
  expect_holds(shown.out, "Launchproof processor device");
}

TEST_F(CudaRun, AMissingBarrierIsADefectWhateverWasComputed) {
  const Ran ran = run_case("race");
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  const Json all = results().at("results");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.at(0).at("verdict"), "defect");
  expect_holds(ran.err, "defect (confirmed): data race on `part`");
  EXPECT_EQ(run({"verify", "c.lpcap"}).status, 10);
  EXPECT_EQ(run({"replay", "c.lpcap"}).status, 10);
}

TEST_F(CudaRun, APointerInAStructureKeepsItsMemory) {
  const Ran ran = run_case("structure");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const Json all = results().at("results");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.at(0).at("verdict"), "verified");
  const Ran shown = run({"capture", "show", "c.lpcap", "--class", "1"});
  expect_holds(shown.out,
               "structure of 16 bytes; at 0 buffer A + 16 (pointer), 16 bytes from there, 16 before");
}

// The two stores of the kernel race if its parameter points to the variable that it names.
TEST_F(CudaRun, NothingIsProvedOfAPointerToAVariable) {
  const Ran ran = run_case("variable");
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  ASSERT_EQ(results().at("results").size(), 1U);
  EXPECT_EQ(results().at("results").at(0).at("verdict"), "unsupported");
  expect_holds(ran.err, "it points to a variable of a module");
}

// The exported program of a finding shows the same finding.
TEST_F(CudaRun, AFindingBecomesAProgram) {
  ASSERT_EQ(run_case("race").status, 10);
  const Json finding = results().at("results").at(0).at("findings").at(0);
  const Ran made = run({"export-repro", finding.at("id").get<std::string>(), "c.lpcap", "-o", "repro"});
  ASSERT_EQ(made.status, 0) << made.err;
  expect_holds(made.out, "cc host.c -o host -ldl");
  ASSERT_EQ(std::system(("cd " + path("repro") + " && cc -Wall -Werror host.c -o host -ldl").c_str()), 0);
  const Ran again =
      run({"run", "--cuda=on", "-o", "again.lpcap", "--", "/bin/sh", "-c", "cd repro && ./host"});
  EXPECT_EQ(again.status, 10) << again.out << again.err;
  expect_holds(again.out, "the launch has run");
  const Json other = Json::parse(read("again.lpcap/results.json")).at("results").at(0).at("findings").at(0);
  EXPECT_EQ(other.at("message"), finding.at("message"));
}

TEST_F(CudaRun, ACooperativeLaunchIsExecutedAndVerified) {
  const Ran ran = run_case("cooperative");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const Json result = results().at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "verified");
  EXPECT_EQ(result.at("assumptions").dump().find("cooperative launch"), std::string::npos) << result.dump(1);
  expect_holds(run({"capture", "show", "c.lpcap"}).out, "cooperative");
}

TEST_F(CudaRun, ABarrierOfTheGridEndsALaunchThatIsNotCooperative) {
  const Ran ran = run_case("not_cooperative");
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  const Json result = results().at("results").at(0);
  const Json finding = result.at("findings").at(0);
  EXPECT_EQ(finding.at("property"), "barrier-divergence");
  EXPECT_EQ(finding.at("kind"), "launch that is not cooperative");
  EXPECT_EQ(finding.at("confirmation"), "confirmed") << finding.dump(1);
  expect_holds(ran.err, "because it is not a cooperative one");
  expect_holds(ran.err, "`cuLaunchCooperativeKernel`");
  ASSERT_EQ(run({"export-repro", finding.at("id").get<std::string>(), "c.lpcap", "-o", "repro"}).status, 0);
  expect_holds(read("repro/host.c"), "check(cuLaunchKernel(function, 4, 1, 1, 64, 1, 1, 0, NULL,");
}

TEST_F(CudaRun, AFindingOfACooperativeLaunchBecomesAProgram) {
  ASSERT_EQ(run_case("cooperative_race").status, 10);
  const Json finding = results().at("results").at(0).at("findings").at(0);
  ASSERT_EQ(run({"export-repro", finding.at("id").get<std::string>(), "c.lpcap", "-o", "repro"}).status, 0);
  expect_holds(read("repro/host.c"),
               "check(cuLaunchCooperativeKernel(function, 4, 1, 1, 64, 1, 1, 0, NULL, parameters)");
  ASSERT_EQ(std::system(("cd " + path("repro") + " && cc -Wall -Werror host.c -o host -ldl").c_str()), 0);
  const Ran again =
      run({"run", "--cuda=on", "-o", "again.lpcap", "--", "/bin/sh", "-c", "cd repro && ./host"});
  EXPECT_EQ(again.status, 10) << again.out << again.err;
  expect_holds(again.out, "the launch has run");
}

// Passes a structure with a pointer into the middle of its memory, and uses dynamic shared memory.
TEST_F(CudaRun, AFindingWithAStructureBecomesAProgram) {
  ASSERT_EQ(run_case("structure_race").status, 10);
  const Json finding = results().at("results").at(0).at("findings").at(0);
  ASSERT_EQ(run({"export-repro", finding.at("id").get<std::string>(), "c.lpcap", "-o", "repro"}).status, 0);
  ASSERT_EQ(std::system(("cd " + path("repro") + " && cc -Wall -Werror host.c -o host -ldl").c_str()), 0);
  const Ran again =
      run({"run", "--cuda=on", "-o", "again.lpcap", "--", "/bin/sh", "-c", "cd repro && ./host"});
  EXPECT_EQ(again.status, 10) << again.out << again.err;
  expect_holds(again.err, "s.at_0: 16 bytes from byte 16 of its memory, dynamic: 16 bytes local");
}

TEST_F(CudaRun, KernelsAreRecordedAndNotExecutedWhereThatIsAskedFor) {
  const std::string app = std::string(LAUNCHPROOF_APPS) + "app_cuda";
  const Ran ran =
      run({"run", "-o", "c.lpcap", "--no-execute", "--cuda-device=sm_86", "--", app, "not_executed"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.out, "compute capability 8.6");
  expect_holds(ran.err, "no kernel was executed, as was asked for");
  EXPECT_EQ(results().at("results").at(0).at("verdict"), "verified");
  EXPECT_EQ(run({"record", "--cuda-device=sm_1", "--", app, "sum"}).status, 2);
}

TEST_F(CudaRun, AKernelThatTakesTooLongIsEnded) {
  const Ran ran = run({"record", "-o", "c.lpcap", "--kernel-timeout=2", "--",
                       std::string(LAUNCHPROOF_APPS) + "app_cuda", "too_long"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "ran longer than a kernel may");
}

// Returns the processes that execute kernels for an application that writes into the capture.
std::set<std::string> executing_processes(const std::string& capture) {
  std::set<std::string> found;
  const auto text_of = [](const std::filesystem::path& path) {
    std::ifstream file(path);
    return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  };
  for (const auto& entry : std::filesystem::directory_iterator("/proc"))
    if (text_of(entry.path() / "cmdline").find("--execute-kernels") != std::string::npos &&
        text_of(entry.path() / "environ").find("LAUNCHPROOF_CAPTURE=" + capture) != std::string::npos)
      found.insert(entry.path());
  return found;
}

TEST_F(CudaRun, TheExecutingProcessEndsWithTheApplication) {
  std::set<std::string> own;
  const Ran ran =
      run({"record", "-o", "c.lpcap", "--", std::string(LAUNCHPROOF_APPS) + "app_cuda", "endless"}, {},
          [&](int child) {
            // The launch is recorded before the kernel runs.
            for (int i = 0; i < 600 && !exists("c.lpcap/session.json"); ++i) ::usleep(10000);
            ::sleep(2);
            own = executing_processes(path("c.lpcap"));
            ::kill(child, SIGTERM);
          });
  EXPECT_EQ(ran.status, 128 + SIGTERM) << ran.out << ran.err;
  EXPECT_FALSE(own.empty());
  const auto are_gone = [&] {
    return std::ranges::none_of(own, [](const std::string& path) { return std::filesystem::exists(path); });
  };
  for (int i = 0; i < 500 && !are_gone(); ++i) ::usleep(10000);
  EXPECT_TRUE(are_gone());
}

TEST_F(CudaRun, ContentsAreThoseBeforeTheLaunch) {
  const std::string app = std::string(LAUNCHPROOF_APPS) + "app_cuda";
  EXPECT_EQ(run({"run", "-o", "c.lpcap", "--contents=all", "--", app, "sum"}).status, 0);
  const Ran shown = run({"capture", "show", "c.lpcap", "--class", "1"});
  expect_holds(shown.out, "buffer A + 0 (pointer), 1024 bytes, contents ");
  const Ran limited =
      run({"run", "-o", "d.lpcap", "--contents=all", "--contents-limit=100,1000", "--", app, "sum"});
  EXPECT_EQ(limited.status, 0) << limited.err;
  expect_holds(run({"capture", "show", "d.lpcap", "--class", "1"}).out,
               "it is larger than the limit of a buffer");
}

TEST_F(CudaRun, TheDeviceIsGivenWhereTheProgramUsesCuda) {
  const std::string app = std::string(LAUNCHPROOF_APPS) + "app_cuda";
  const std::string script = write_script("app", "#!/bin/sh\nexec " + app + " sum\n");
  EXPECT_EQ(run({"run", "-o", "c.lpcap", "--cuda=on", "--", script}).status, 0);
  EXPECT_EQ(results().at("results").size(), 1U);
  const Ran without = run({"run", "-o", "d.lpcap", "--", script});
  EXPECT_EQ(without.status, 127) << without.err;  // the library is not found
  EXPECT_EQ(run({"run", "-o", "e.lpcap", "--cuda=off", "--", app, "sum"}).status, 127);
}

TEST_F(CudaRun, AnAccessOutsideOfMemoryIsAnIllegalAddress) {
  const Ran ran = run_case("illegal");
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  EXPECT_EQ(ran.out, "");
  expect_holds(ran.err, "kernel wild ended the process that executes kernels");
}

TEST_F(CudaRun, WrongUsesGiveTheErrorsOfTheDriver) {
  const Ran ran = run_case("wrong_uses");
  EXPECT_EQ(ran.out, "");
  expect_holds(ran.err, "needs NVIDIA's driver");
}

TEST_F(CudaRun, AChildOfForkHasNoDevice) {
  const Ran ran = run_case("forked");
  EXPECT_EQ(ran.out, "");
}

}  // namespace
}  // namespace launchproof::cli::testing
