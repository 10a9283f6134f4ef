// Tests damaged input and misbehaving kernels: each problem is reported with its location, and results that
// still hold are kept.
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "capture/writing/writer.h"
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kScatter =
    "__kernel void scatter(__global const int *idx, __global int *out) {\n"
    "  out[idx[get_global_id(0)]] = get_global_id(0);\n"
    "}\n";

class CaptureInput : public ProgramTest {
 protected:
  // Returns a capture of launches of `scatter` on four work-items, one launch for each given contents of idx.
  void capture(const std::vector<std::vector<int>>& contents, const char* source = kScatter) {
    capture::Writer writer(path("a.lpcap").c_str(), capture::describe_process());
    capture::Device device;
    device.address_bits = 64;
    const capture::DeviceId on = writer.add_device(device);
    capture::Program program;
    if (source != nullptr)
      program.sources = {{"", writer.add_blob(source, std::string(source).size())}};
    else
      program.origin = capture::ProgramOrigin::Binary;
    program.devices = {on};
    const capture::ProgramId built = writer.add_program(program);
    for (const std::vector<int>& words : contents) {
      capture::Launch launch;
      launch.kernel = "scatter";
      launch.program = built;
      launch.device = on;
      launch.work_dim = 1;
      launch.global_size = {4, 1, 1};
      launch.local_size = capture::Size3{4, 1, 1};
      capture::Contents held{{}, "too large for the limit"};
      if (!words.empty()) held = {writer.add_blob(words.data(), words.size() * sizeof(int)), {}};
      d_digest = held.digest;
      launch.arguments = {{"idx", "int*", capture::BufferArgument{1, 1, 0, 16, 1, held}},
                          {"out", "int*", capture::BufferArgument{2, 2, 0, 16, 1}}};
      // Each launch has a different value, so each launch is a separate class.
      const auto number = static_cast<std::uint8_t>(&words - contents.data());
      if (source != nullptr && std::string(source).find("int n)") != std::string::npos)
        launch.arguments.push_back({"n", "int", capture::ValueArgument{{number, 0, 0, 0}}});
      writer.add_launch(launch);
    }
  }
  // Returns the file with the contents of the last launch.
  std::string blob() const { return path("a.lpcap/blobs/" + d_digest); }

  // Returns the only result, and the process's exit status.
  Json verified(int status, const std::vector<std::string>& more = {}) const {
    // A busy machine may take long.
    std::vector<std::string> words{"verify",        path("a.lpcap"),     "-o", path("out"), "--format=json",
                                   "--timeout=100", "--assumptions=read"};
    words.insert(words.end(), more.begin(), more.end());
    return result_of(run(words), status);
  }
  Json replayed(int status) const {
    return result_of(run({"replay", path("a.lpcap"), "--format=json"}), status);
  }
  static Json result_of(const Ran& ran, int status) {
    EXPECT_EQ(ran.status, status) << ran.out << ran.err;
    const Json results = Json::parse(ran.out).at("results");
    EXPECT_EQ(results.size(), 1U) << results.dump(1);
    return results.at(0);
  }
  static std::string verdict_of(const Json& result, const char* property) {
    return result.at("properties").at(property);
  }

  std::string d_digest;
};

bool has(const Json& json, const std::string& text) {
  return json.dump().find(text) != std::string::npos;
}

TEST_F(CaptureInput, ContentsDecide) {
  capture({{3, 1, 0, 2}});
  EXPECT_EQ(verified(0).at("verdict"), "verified");
  EXPECT_EQ(replayed(0).at("verdict"), "not-asked");
}

// A property that is proved without contents stays proved. A property that depends on the contents is open,
// and the result says what is wrong with the contents and what to do.
void expect_open(const Json& result, const std::string& place, const std::string& cause) {
  EXPECT_EQ(result.at("verdict"), "possible-defect");
  EXPECT_EQ(result.at("properties").at("barrier-divergence"), "verified");
  EXPECT_EQ(result.at("properties").at("null-access"), "verified");
  EXPECT_TRUE(has(result.at("findings"), place)) << result.dump(1);
  EXPECT_TRUE(has(result.at("findings"), cause)) << result.dump(1);
  EXPECT_TRUE(has(result.at("findings"), "record again")) << result.dump(1);
}

void expect_made_up(const Json& result, const std::string& place, const std::string& cause) {
  EXPECT_EQ(result.at("verdict"), "possible-defect");
  EXPECT_TRUE(has(result, "made up (seed 1): the contents of idx (" + place)) << result.dump(1);
  EXPECT_TRUE(has(result, cause)) << result.dump(1);
}

TEST_F(CaptureInput, ContentsThatAreMissing) {
  capture({{3, 1, 0, 2}});
  fs::remove(blob());
  expect_open(verified(10), blob(), "missing");
  expect_made_up(replayed(10), blob(), "missing");
}

TEST_F(CaptureInput, ContentsThatAreTruncated) {
  capture({{3, 1, 0, 2}});
  fs::resize_file(blob(), 15);
  expect_open(verified(10), blob(), "its SHA-256 is not its name");
  expect_made_up(replayed(10), blob(), "its SHA-256 is not its name");
}

TEST_F(CaptureInput, ContentsOfAnotherSize) {
  capture({{3, 1, 0}});
  expect_open(verified(10), blob(), "a buffer of 16 bytes have 12 bytes");
  expect_made_up(replayed(10), blob(), "a buffer of 16 bytes have 12 bytes");
}

TEST_F(CaptureInput, GivenContentsOfAnotherSize) {
  const std::string file = write("k.cl", kScatter);
  const std::vector<std::string> launch{"--local-size=4", "--num-groups=1", "--buffer=idx=16"};
  for (const char* command : {"check", "replay"})
    for (const auto& [contents, cause] : std::vector<std::pair<std::string, std::string>>{
             {"idx=bytes:00", "idx has 16 bytes, and 1 are given"},
             {"idx=file:" + path("none"), "cannot read " + path("none")},
             {"idx=bytes:0", "odd number"},
             {"other=zero", "no parameter other"}}) {
      std::vector<std::string> words{command, file, "--contents=" + contents};
      words.insert(words.end(), launch.begin(), launch.end());
      if (contents == "other=zero") words.emplace_back("--buffer=other=4");
      const Ran ran = run(words);
      EXPECT_EQ(ran.status, 2) << command << " " << contents;
      EXPECT_NE(ran.err.find(cause), std::string::npos) << ran.err;
    }
}

// Launches of one class are each judged with their own contents, and never with those of the first launch.
TEST_F(CaptureInput, ASecondLaunchWithBadContentsIsFound) {
  capture({{3, 1, 0, 2}, {0, 1, 2, 3}});
  Json result = verified(0);
  EXPECT_EQ(result.at("verdict"), "verified");
  EXPECT_EQ(result.at("launches"), 2);

  fs::remove_all(path("a.lpcap"));
  capture({{3, 1, 0, 2}, {3, 1, 1, 2}});
  for (const char* merge : {"--merge=off", "--merge=on"}) {
    result = verified(10, {merge});
    EXPECT_EQ(result.at("verdict"), "defect");
    EXPECT_EQ(verdict_of(result, "out-of-bounds"), "verified");
    ASSERT_EQ(result.at("findings").size(), 1U);
    EXPECT_EQ(result.at("findings").at(0).at("confirmation"), "confirmed");
    EXPECT_EQ(result.at("findings").at(0).at("launch"), 2);
    EXPECT_TRUE(has(result.at("findings"), "(in launch 2)"));
  }
  // Executed, each of them.
  const Ran ran = run({"replay", path("a.lpcap"), "--format=json"});
  EXPECT_EQ(ran.status, 10);
  const Json results = Json::parse(ran.out).at("results");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results.at(0).at("verdict"), "not-asked");
  EXPECT_EQ(results.at(1).at("verdict"), "defect");
  EXPECT_TRUE(has(results.at(1).at("findings"), "--launch 2"));
}

// Nor are classes that are proved together.
TEST_F(CaptureInput, MergedClassesKeepTheirOwnContents) {
  capture({{3, 1, 0, 2}, {3, 1, 0, 2}, {3, 1, 1, 2}},
          "__kernel void scatter(__global const int *idx, __global int *out, int n) {\n"
          "  out[idx[get_global_id(0)]] = get_global_id(0) + n;\n"
          "}\n");
  for (const char* merge : {"--merge=off", "--merge=on"}) {
    const Ran ran =
        run({"verify", path("a.lpcap"), "-o", path("out"), "--format=json", "--timeout=100", merge});
    EXPECT_EQ(ran.status, 10) << ran.err;
    std::map<std::string, int> launches;
    const Json all = Json::parse(ran.out);
    for (const Json& result : all.at("results"))
      launches[result.at("verdict").get<std::string>()] += result.at("launches").get<int>();
    EXPECT_EQ(launches, (std::map<std::string, int>{{"defect", 1}, {"verified", 2}})) << merge;
  }
}

// The proof finds the properties that it needs in the contents of the class, and names the launches of other
// classes that violate them. A result from the cache says the same.
TEST_F(CaptureInput, PropertiesOfContentsAreFoundAndCheckedOnAllLaunches) {
  capture({{3, 1, 0, 2}, {0, 1, 2, 3}, {3, 1, 1, 2}, {}},
          "__kernel void scatter(__global const int *idx, __global int *out, int n) {\n"
          "  out[idx[get_global_id(0)]] = get_global_id(0) + n;\n"
          "}\n");
  for (const char* const cached : {"first", "again"}) {
    const Ran ran = run({"verify", path("a.lpcap"), "-o", path("out"), "--format=json", "--timeout=100",
                         "--merge=off", "--cache", path("cache")});
    EXPECT_EQ(ran.status, 10) << ran.err;
    const Json results = Json::parse(ran.out).at("results");
    ASSERT_EQ(results.size(), 4U) << cached;
    for (const std::size_t number : {0U, 1U}) {
      const Json& result = results.at(number);
      EXPECT_EQ(result.at("verdict"), "verified");
      EXPECT_FALSE(has(result.at("assumptions"), "as recorded")) << result.dump(1);
      const Json& needed = result.at("contents_preconditions");
      ASSERT_EQ(needed.size(), 1U);
      EXPECT_EQ(needed.at(0).at("name"), "idx");
      EXPECT_EQ(needed.at(0).at("properties"), "int32,min:0,max:3,distinct");
      EXPECT_EQ(needed.at(0).at("kept_by"), 2);
      EXPECT_EQ(needed.at(0).at("broken_by"), Json::array({"launch 3 (class 3)"}));
    }
    EXPECT_EQ(results.at(2).at("verdict"), "defect");
    EXPECT_FALSE(results.at(2).contains("contents_preconditions"));
  }
  // The launches of one class have them together.
  fs::remove_all(path("a.lpcap"));
  capture({{3, 1, 0, 2}, {0, 1, 2, 3}});
  const Json both = result_of(
      run({"verify", path("a.lpcap"), "-o", path("out"), "--format=json", "--timeout=100", "--no-cache"}), 0);
  EXPECT_EQ(both.at("contents_preconditions").at(0).at("properties"), "int32,min:0,max:3,distinct");
  EXPECT_EQ(both.at("contents_preconditions").at(0).at("kept_by"), 2);
  EXPECT_FALSE(verified(0).contains("contents_preconditions")) << "with --assumptions=read";
}

TEST_F(CaptureInput, ALaunchWithoutContentsIsNotVerifiedByThoseOfOthers) {
  capture({{3, 1, 0, 2}, {}});
  const Json result = verified(10);
  EXPECT_EQ(result.at("verdict"), "defect");  // its earlier value may be anything
  EXPECT_TRUE(has(result.at("findings"), "(in launch 2)")) << result.dump(1);
  EXPECT_TRUE(has(result.at("findings"), "too large for the limit")) << result.dump(1);
}

// There are too many launches to judge each: the rest get the verdict that holds for any contents.
TEST_F(CaptureInput, MoreContentsThanAreJudged) {
  const char* masked =
      "__kernel void scatter(__global const int *idx, __global int *out) {\n"
      "  out[idx[get_global_id(0)] & 3] = get_global_id(0);\n"
      "}\n";
  std::vector<std::vector<int>> contents(40);
  for (int i = 0; i < 40; ++i) contents[i] = {4 * i, 1, 2, 3};
  capture(contents, masked);
  EXPECT_EQ(verified(0).at("launches"), 40);
  contents.resize(80);
  for (int i = 40; i < 80; ++i) contents[i] = {4 * i, 1, 2, 3};
  fs::remove_all(path("a.lpcap"));
  capture(contents, masked);
  const Json result = verified(10);
  EXPECT_EQ(result.at("verdict"), "possible-defect");
  EXPECT_TRUE(has(result, "of 80 different contents, 16 were not judged separately")) << result.dump(1);
}

TEST_F(CaptureInput, AProgramWithoutSource) {
  capture({{3, 1, 0, 2}}, nullptr);
  for (const Json& result : {verified(11), replayed(11)}) {
    EXPECT_EQ(result.at("verdict"), "unsupported");
    EXPECT_TRUE(has(result.at("reason"), "recorded without source")) << result.dump(1);
  }
}

// It was there, and was lost.
TEST_F(CaptureInput, AProgramWhoseSourceIsLost) {
  capture({{3, 1, 0, 2}});
  for (const fs::directory_entry& entry : fs::directory_iterator(path("a.lpcap/blobs"))) {
    if (entry.path() != blob()) fs::remove(entry.path());
  }
  for (const Json& result : {verified(11), replayed(11)}) {
    EXPECT_EQ(result.at("verdict"), "unsupported");
    EXPECT_TRUE(has(result.at("reason"), "the source of the program is missing in the capture or damaged"))
        << result.dump(1);
    EXPECT_FALSE(has(result, "recorded without source")) << result.dump(1);
  }
}

TEST_F(CaptureInput, AProgramWhoseRecordIsLost) {
  capture({{3, 1, 0, 2}});
  for (const fs::directory_entry& entry : fs::directory_iterator(path("a.lpcap"))) {
    if (!entry.path().filename().string().starts_with("programs.")) continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const std::string all = text.str();
    fs::resize_file(entry.path(), all.find("\"record\":\"program\"") + 20);  // cut within the line
  }
  const Json result = verified(11);
  EXPECT_TRUE(has(result.at("reason"), "the record of the program is missing in the capture"))
      << result.dump(1);
  EXPECT_FALSE(has(result, "recorded without source")) << result.dump(1);
}

// Tests kernels that misbehave when they are executed. The rest of the launch continues.
class KernelInput : public ProgramTest {
 protected:
  Json replayed(const std::string& text, int status, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"replay", write("k.cl", text), "--format=json"};
    words.insert(words.end(), more.begin(), more.end());
    if (more.empty()) words.insert(words.end(), {"--local-size=8", "--num-groups=2"});
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, status) << ran.out << ran.err;
    return Json::parse(ran.out).at("results").at(0);
  }
};

TEST_F(KernelInput, ASpinLoopIsUnknownWithItsLine) {
  const Json result = replayed(
      "__kernel void k(volatile __global int *flag, __global int *a) {\n"
      "  if (get_global_id(0) == 7) flag[0] = 1;\n"
      "  while (flag[0] == 0)\n"
      "    ;\n"
      "  a[get_global_id(0)] = 1;\n}\n",
      11, {"--local-size=8", "--num-groups=1", "--buffer=flag=4", "--contents=flag=zero", "--timeout=1"});
  EXPECT_EQ(result.at("verdict"), "unknown");
  EXPECT_TRUE(has(result.at("reason"), "time limit was reached at k.cl:3")) << result.dump(1);
}

TEST_F(KernelInput, BarriersWithoutEndAreUnknownWithTheirLine) {
  const Json result =
      replayed("__kernel void k(__global int *a) {\n  while (1)\n    barrier(CLK_LOCAL_MEM_FENCE);\n}\n", 11);
  EXPECT_TRUE(has(result.at("reason"), "barriers at k.cl:3")) << result.dump(1);
}

TEST_F(KernelInput, WildAddressesAreCaughtAndTheRunGoesOn) {
  const Json result = replayed(
      "__kernel void k(__global int *a, long far) {\n"
      "  *(__global int *)far = 2;\n"
      "  a[get_global_id(0) / 2] = get_global_id(0);\n}\n",
      10, {"--local-size=8", "--num-groups=2", "--arg=far=0x7000000000000"});
  ASSERT_EQ(result.at("findings").size(), 2U) << result.dump(1);
  EXPECT_EQ(result.at("findings").at(0).at("kind"), "wild address");
  EXPECT_EQ(result.at("findings").at(0).at("locations").at(0).at("line"), 2);
  EXPECT_EQ(result.at("findings").at(1).at("kind"), "write-write");
  EXPECT_EQ(result.at("findings").at(1).at("locations").at(0).at("line"), 3);
  EXPECT_TRUE(has(result.at("assumptions"), "2 groups of 16 work-items"));
}

TEST_F(KernelInput, DivisionByZeroAndMisalignedVectorsEndNothing) {
  const Json result = replayed(
      "__kernel void k(__global char *a, __global int4 *out) {\n"
      "  int i = get_global_id(0);\n"
      "  *(__global int4 *)(a + 16 * i + 1) = (int4)(7 / (i - 3), 7 % (i - 4), INT_MIN / (i - 6), i);\n"
      "  out[i / 2] = *(__global int4 *)(a + 16 * i + 1);\n}\n",
      10);
  ASSERT_EQ(result.at("findings").size(), 1U) << result.dump(1);
  EXPECT_EQ(result.at("findings").at(0).at("locations").at(0).at("line"), 4);
  EXPECT_TRUE(has(result.at("assumptions"), "2 groups of 16 work-items"));
}

TEST_F(KernelInput, DeepCallsAreExecutedAndRecursionIsNamed) {
  std::string text = "int f0(int x) { volatile int big[64]; big[x & 63] = x; return big[x & 63]; }\n";
  for (int i = 1; i < 200; ++i)
    text += "int f" + std::to_string(i) + "(int x) { volatile int big[64]; big[x & 63] = f" +
            std::to_string(i - 1) + "(x + 1); return big[x & 63]; }\n";
  replayed(text + "__kernel void k(__global int *a) { a[get_global_id(0)] = f199(1); barrier(1); }", 0);
  const Json result = replayed(
      "int f(int n) {\n  return n < 1 ? 0 : f(n - 1) + 1;\n}\n"
      "__kernel void k(__global int *a) { a[get_global_id(0)] = f(3); }",
      11);
  EXPECT_TRUE(has(result.at("reason"), "recursive call of f at k.cl:2")) << result.dump(1);
}

TEST_F(KernelInput, AMillionGroups) {
  const std::vector<std::string> launch{"--local-size=2", "--num-groups=1048576", "--buffer=a=8388608"};
  const std::string text = "__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }";
  EXPECT_TRUE(has(replayed(text, 0, launch).at("assumptions"), "1048576 groups of 2097152 work-items"));
  std::vector<std::string> words{"check", path("k.cl")};
  words.insert(words.end(), launch.begin(), launch.end());
  EXPECT_EQ(run(words).status, 0);
  // The last work-item of all.
  words.back() = "--buffer=a=8388604";
  EXPECT_EQ(run(words).status, 10);
  replayed(text, 10, {launch[0], launch[1], "--buffer=a=8388604"});
}

}  // namespace
}  // namespace launchproof::cli::testing
