// Tests `run` of CUDA applications on a system with a driver; the tests' stub driver takes its place.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/verify/device_code/made_files.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

class CudaForwarding : public ProgramTest {
 protected:
  Ran forwarded(const std::vector<std::string>& words, const char* driver = LAUNCHPROOF_STUB_CUDA) const {
    std::vector<std::string> all{"run", "-o", "c.lpcap", "--",
                                 std::string(LAUNCHPROOF_APPS) + "app_cuda_forwarded"};
    all.insert(all.end(), words.begin(), words.end());
    return run(all, [&] { ::setenv("LAUNCHPROOF_CUDA_DRIVER", driver, 1); });
  }
  Json results() const { return Json::parse(read("c.lpcap/results.json")).at("results"); }
  int count(const std::string& verdict) const {
    int found = 0;
    for (const Json& one : results()) found += one.at("verdict") == verdict ? 1 : 0;
    return found;
  }
  std::string shown(const std::vector<std::string>& words = {}) const {
    std::vector<std::string> all{"capture", "show", "c.lpcap"};
    all.insert(all.end(), words.begin(), words.end());
    return run(all).out;
  }
};

TEST_F(CudaForwarding, AProgramThatAsksForAllByNameIsRecorded) {
  const Ran ran = forwarded({"write"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  ASSERT_EQ(results().size(), 1U);
  EXPECT_EQ(results().at(0).at("verdict"), "verified");
  expect_holds(ran.err, "global (128), local (64), out: 512 bytes, value = 7");
  expect_holds(shown(), "1  Stub GPU (CUDA)");
}

TEST_F(CudaForwarding, ADefectIsFound) {
  const Ran ran = forwarded({"race"});
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  expect_holds(ran.err, "defect (confirmed): data race on `out`");
}

TEST_F(CudaForwarding, AProgramThatLinksTheDriverIsRecorded) {
  const Ran ran = run({"run", "-o", "c.lpcap", "--", std::string(LAUNCHPROOF_APPS) + "app_cuda", "structure"},
                      [] { ::setenv("LAUNCHPROOF_CUDA_DRIVER", LAUNCHPROOF_STUB_CUDA, 1); });
  EXPECT_EQ(ran.out, "wrong: out\n");  // its kernel does nothing on the stub
  ASSERT_EQ(results().size(), 1U) << ran.err;
  EXPECT_EQ(results().at(0).at("verdict"), "verified");
  expect_holds(shown({"--class", "1"}),
               "structure of 16 bytes; at 0 buffer A + 16 (pointer), 16 bytes from there, 16 before");
}

TEST_F(CudaForwarding, EveryWayToLaunchIsRecordedAndWhatIsRefusedIsTakenBack) {
  const Ran ran = forwarded({"ways"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "(6 launches): 6 verified");
  expect_holds(ran.err, "1 launch was refused by the runtime and did not run");
  const std::string all = shown();
  for (const char* size :
       {"global 64, ", "global 128, ", "global 192, local 64\n", "global 256, local 64, cooperative\n",
        "global 320, ", "global 384, local 64, cooperative\n"})
    expect_holds(all, size);
  expect_holds(all, "argument = 4 bytes (02000000, as an integer 2)");  // by `extra`
}

TEST_F(CudaForwarding, APointerIntoMemoryOfEachKindIsKnownOrSaysWhyNot) {
  const Ran ran = forwarded({"memories"});
  EXPECT_EQ(ran.out, "");
  expect_holds(ran.err, "(10 launches): 7 verified, 3 unsupported");
  const std::string all = shown();
  for (const char* known :
       {" + 0 (pointer), 2048 bytes", " + 8 (pointer), 992 bytes from there, 8 before",
        " + 0 (pointer), 1100 bytes", " + 0 (pointer), 1200 bytes", " + 0 (pointer), 1300 bytes",
        " + 0 (pointer), 1400 bytes", " + 0 (pointer), 2097152 bytes", "mapped at several addresses",
        "a variable of a module", "memory of another process"})
    expect_holds(all, known);
}

TEST_F(CudaForwarding, ALinkedModuleIsRecordedByThePtxThatItIsMadeOf) {
  EXPECT_EQ(forwarded({"write"}).status, 0);
  const std::string digest = results().at(0).at("source");
  std::filesystem::remove_all(path("c.lpcap"));
  EXPECT_EQ(forwarded({"linked"}).status, 0);
  EXPECT_EQ(count("verified"), 1);
  EXPECT_EQ(results().at(0).at("source"), digest);
}

// The kernel of every second module has a race; all have the same handle.
TEST_F(CudaForwarding, HandlesAndAddressesThatComeAgainMeanSomethingNew) {
  const Ran ran = forwarded({"reused"});
  EXPECT_EQ(ran.out, "");
  expect_holds(ran.err, "(51 launches): 2 verified, 1 defect");
}

TEST_F(CudaForwarding, OtherMemoryAtTheSameAddressIsAnotherLaunch) {
  const Ran ran = forwarded({"smaller"});
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  expect_holds(ran.err, "(2 launches): 1 verified, 1 defect");
  expect_holds(ran.err, "`out` has 500 bytes");
}

TEST_F(CudaForwarding, AThousandTimesAHundredAllocations) {
  const Ran ran = forwarded({"many"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "out: 512 bytes, value = 1");
}

TEST_F(CudaForwarding, ThreadsThatAllocateAndLaunch) {
  const Ran ran = forwarded({"threads"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "(8000 launches): 8 verified");
}

TEST_F(CudaForwarding, AGraphLaunchesItsKernelsWithEachLaunchOfIt) {
  const Ran ran = forwarded({"graph"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "(9 launches): 5 verified");
  const std::string all = shown();
  expect_holds(all, "write, 3 launches");  // never changed
  expect_holds(all, "argument = 4 bytes (09000000, as an integer 9)");
}

TEST_F(CudaForwarding, MemoryThatAGraphGivesBackIsThereInItsNextLaunch) {
  const Ran ran = forwarded({"graph_memory"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "(3 launches): 1 verified");
}

TEST_F(CudaForwarding, ContentsAreNotRecordedAndSaySo) {
  const Ran ran = run({"run", "-o", "c.lpcap", "--contents=all", "--",
                       std::string(LAUNCHPROOF_APPS) + "app_cuda_forwarded", "write"},
                      [] { ::setenv("LAUNCHPROOF_CUDA_DRIVER", LAUNCHPROOF_STUB_CUDA, 1); });
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(shown({"--class", "1"}), "memory of a GPU is not read");
}

TEST_F(CudaForwarding, AChildOfForkRecordsNothing) {
  const Ran ran = forwarded({"forked"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "(1 launch): 1 verified");
}

TEST_F(CudaForwarding, AProgramMayEndInACallback) {
  EXPECT_EQ(forwarded({"exits_in_callback"}).status, 0);
  EXPECT_EQ(count("verified"), 1);
}

TEST_F(CudaForwarding, AModuleAndAContextMayGoBeforeTheirLaunchesEnd) {
  EXPECT_EQ(forwarded({"destroyed"}).status, 0);
  EXPECT_EQ(count("verified"), 1);
}

TEST_F(CudaForwarding, TwoProcessesAreInOneCapture) {
  const Ran ran = forwarded({"two_processes"});
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  expect_holds(ran.err, "(2 launches): 1 verified, 1 defect");
}

// The library is then found through the folder.
TEST_F(CudaForwarding, AProgramThatIsStartedWithAnEnvironmentOfItsOwnIsRecorded) {
  const Ran ran = forwarded({"replaced"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  expect_holds(ran.err, "(1 launch): 1 verified");
}

TEST_F(CudaForwarding, APointerToMemoryThatWasGivenBackIsNotKnown) {
  const Ran ran = forwarded({"freed"});
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  expect_holds(ran.err, "what it points to was not recorded");
}

TEST_F(CudaForwarding, LookUpsHaveTheDriversAnswers) {
  const Ran ran = forwarded({"lookups"});
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.status, 12) << ran.err;
  expect_holds(ran.err, "has private tables of the driver");
}

TEST_F(CudaForwarding, AFunctionThatIsNewerThanTheTableLeavesANote) {
  const Ran ran = forwarded({"newer"});
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.err, "the application called cuNewerFunction, of which nothing is recorded");
  expect_holds(ran.err, "the application called cuStreamBeginCapture, of which nothing is recorded");
}

// A driver of CUDA 12.0 does not report parameters.
TEST_F(CudaForwarding, NothingIsProvedWhereParametersAreNotKnown) {
  const Ran ran = forwarded({"write", "12000"}, LAUNCHPROOF_STUB_CUDA_OLD);
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  EXPECT_EQ(count("unsupported"), 1);
  expect_holds(ran.err, "update the driver");
}

TEST_F(CudaForwarding, ADriverThatCannotBeOpenedIsAnErrorOfTheApplication) {
  const Ran ran = forwarded({"write"}, "/nowhere/libcuda.so.1");
  EXPECT_EQ(ran.status, 1) << ran.err;
  expect_holds(ran.out, "cuInit: result 500");
}

// The device has compute capability 9.0; only the kernel for newer devices has a race.
TEST_F(CudaForwarding, TheVerifierTakesThePtxOfAFatBinaryThatTheDeviceRuns) {
  const auto kernel = [](const char* index) {
    return std::string(
               ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry write(.param .u64 out, .param "
               ".u32 v)\n{\n"
               "  .reg .b64 %rd<4>;\n  .reg .b32 %r<3>;\n  ld.param.u64 %rd1, [out];\n  mov.u32 %r1, "
               "%tid.x;\n"
               "  mov.u32 %r2, %ctaid.x;\n  mad.lo.s32 %r2, %r2, 64, %r1;\n  mul.wide.u32 %rd2, ") +
           index + ", 4;\n  add.s64 %rd3, %rd1, %rd2;\n  st.global.u32 [%rd3], %r2;\n  ret;\n}\n";
  };
  const auto entry = [](std::uint32_t architecture, const std::string& text) {
    return device_code::testing::fat_entry(1, architecture, text, 0, text.size());
  };
  const std::string file = write(
      "k.fatbin", device_code::testing::fat_binary({entry(120, kernel("%r1")), entry(80, kernel("%r2"))}));
  EXPECT_EQ(forwarded({"file", file}).status, 0);
  EXPECT_EQ(count("verified"), 1);
  write("k.fatbin", device_code::testing::fat_binary({entry(120, kernel("%r2")), entry(80, kernel("%r1"))}));
  std::filesystem::remove_all(path("c.lpcap"));
  EXPECT_EQ(forwarded({"file", file}).status, 10);
}

}  // namespace
}  // namespace launchproof::cli::testing
