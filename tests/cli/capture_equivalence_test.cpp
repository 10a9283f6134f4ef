// Tests `diff --equivalence`, and sides of `equal` that are launch classes of captures.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

const std::string kIndex = "int i = get_global_id(0); ";

class CaptureEquivalenceTest : public ProgramTest {
 protected:
  struct Kernel {
    std::string name;
    std::string body;  // of `int *in`, `int *out` and `int n`; the index `i` is the global id
    int local_size = 8;
    std::string n = "0x10";
  };

  // Returns a capture with a launch of each kernel over 16 work-items, all from one program.
  std::string import(const std::string& name, const std::vector<Kernel>& kernels) const {
    std::string source;
    Json entries = Json::array();
    for (const Kernel& kernel : kernels) {
      source += "__kernel void " + kernel.name + "(__global int *in, __global int *out, int n) { " + kIndex +
                kernel.body + " }\n";
      const Json array{{"type", "array"}, {"size", 64}};
      entries.push_back({{"language", "OpenCL"},
                         {"kernel_file", name + ".cl"},
                         {"entry_point", kernel.name},
                         {"endianness", "little"},
                         {"local_size", {kernel.local_size}},
                         {"global_size", {16}},
                         {"compiler_flags", ""},
                         {"host_api_calls", Json::array()},
                         {"kernel_arguments", {array, array, {{"type", "scalar"}, {"value", kernel.n}}}}});
    }
    write(name + ".cl", source);
    const Ran ran = run({"capture", "import", write(name + ".json", entries.dump()), "-o", path(name)});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return path(name);
  }

  // Returns the results of the comparison by the kernels' names.
  std::map<std::string, Json> compare(const std::vector<Kernel>& before, const std::vector<Kernel>& now,
                                      int status, const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words{
        "diff", import("old", before), import("new", now), "--equivalence", "-q", "-o", path("out")};
    words.insert(words.end(), options.begin(), options.end());
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, status) << ran.err;
    std::map<std::string, Json> results;
    const Json written = all();
    for (const Json& one : written["results"]) results[one["kernel"].get<std::string>()] = one;
    return results;
  }

  Json all() const { return Json::parse(read("out/results.json")); }

  static std::string verdict_of(const Json& result) { return result["properties"]["equivalent"]; }
};

TEST_F(CaptureEquivalenceTest, EqualClassesAreVerified) {
  auto results = compare({{"twice", "out[i] = in[i] * 2;"}}, {{"twice", "out[i] = in[i] + in[i];"}}, 0);
  EXPECT_EQ(verdict_of(results["twice (old) = twice (new)"]), "verified");
  EXPECT_EQ(results["twice"]["verdict"], "verified") << "the new launch is verified as well";
  EXPECT_EQ(results.size(), 2);
}

TEST_F(CaptureEquivalenceTest, ADifferenceIsADefectWithItsWitness) {
  auto results = compare({{"twice", "out[i] = in[i] * 2;"}}, {{"twice", "out[i] = in[i] * 3;"}}, 10,
                         {"--sarif", path("s.sarif"), "--junit", path("j.xml")});
  const Json& answer = results["twice (old) = twice (new)"];
  EXPECT_EQ(verdict_of(answer), "defect");
  expect_holds(answer["findings"][0]["message"], "on the left (twice (old)) and");
  expect_holds(read("s.sarif"), "on the right (twice (new))");
  expect_holds(read("j.xml"), "twice (old) = twice (new)");
}

TEST_F(CaptureEquivalenceTest, AnotherLocalSizeIsCompared) {
  auto results = compare({{"ids", "out[i] = i;", 8}},
                         {{"ids", "out[i] = get_group_id(0) * get_local_size(0) + get_local_id(0);", 4}}, 0);
  EXPECT_EQ(verdict_of(results["ids (old) = ids (new)"]), "verified");
}

TEST_F(CaptureEquivalenceTest, ARaceOnOneSideLeavesItOpen) {
  const std::string racy = "out[0] = i; out[1] = 0; in[0] = 0;";
  const std::string once = "if (i == 0) { out[0] = 0; out[1] = 0; in[0] = 0; }";
  auto results = compare({{"k", racy}}, {{"k", once}}, 11);
  const Json& answer = results["k (old) = k (new)"];
  EXPECT_EQ(verdict_of(answer), "unknown");
  expect_holds(answer["reason"], "depends on `k (old)`, whose data-race is defect");
  EXPECT_EQ(results["k"]["verdict"], "verified");
}

TEST_F(CaptureEquivalenceTest, ClassesWithoutACounterpartAreAProblem) {
  compare({{"same", "out[i] = 1;"}, {"dropped", "out[i] = 2;"}},
          {{"same", "out[i] = 2 - 1;"}, {"added", "out[i] = 3;"}}, 11);
  const std::string problems = all()["problems"].dump();
  expect_holds(problems, "class 2 of the old capture, `dropped`");
  expect_holds(problems, "class 2 of the new capture, `added`");
}

// Different values are different inputs, so no statement is possible.
TEST_F(CaptureEquivalenceTest, ClassesWithOtherValuesAreNoPair) {
  const auto results = compare({{"k", "out[i] = n;", 8, "0x1"}}, {{"k", "out[i] = n + 0;", 8, "0x2"}}, 11);
  EXPECT_TRUE(results.empty());
}

// Outputs are compared by their place in the memory object, so that equal kernels would seem to differ.
TEST_F(CaptureEquivalenceTest, BuffersWithOtherOriginsAreNoPair) {
  const std::string before = import("old", {{"k", "out[i] = 1;"}});
  const std::string now = import("new", {{"k", "out[i] = 2 - 1;"}});
  for (const auto& file : std::filesystem::directory_iterator(now)) {
    const std::string name = file.path().filename();
    if (!name.starts_with("launches.")) continue;
    std::string text = read("new/" + name);
    const std::string whole = "\"object\":2,";
    const std::size_t at = text.find(whole);
    ASSERT_NE(at, std::string::npos) << text;
    write("new/" + name, text.replace(at, whole.size(), "\"object\":3,\"root\":2,\"origin\":64,"));
  }
  const Ran ran = run({"diff", before, now, "--equivalence"});
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  expect_holds(ran.out, "no class of the old capture has this kernel and these arguments");
}

TEST_F(CaptureEquivalenceTest, TheSameProgramIsNotCompared) {
  const std::string capture = import("old", {{"k", "out[i] = 1;"}});
  const Ran ran = run({"diff", capture, capture, "--equivalence"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_holds(ran.out, "1 launch class is in both captures with the same program and launch");
}

TEST_F(CaptureEquivalenceTest, KernelsThatDoNotCorrespondAreOpen) {
  const std::string before = import("old", {{"k", "out[i] = 1;"}});
  write("new.cl",
        "__kernel void k(__global int *in, __global float *other, int n) { other[get_global_id(0)] = 1; }");
  Json list = Json::parse(read("old.json"));
  list[0]["kernel_file"] = "new.cl";
  ASSERT_EQ(run({"capture", "import", write("new.json", list.dump()), "-o", path("new")}).status, 0);
  const Ran ran = run({"diff", before, path("new"), "--equivalence"});
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.out, "differ in type: say with --bind");
}

TEST_F(CaptureEquivalenceTest, OptionsOfTheComparisonNeedIt) {
  const Ran ran = run({"diff", "old", "new", "--sarif", "x.sarif"});
  EXPECT_EQ(ran.status, 2);
  expect_holds(ran.err, "--sarif is about what kernels compute: add --equivalence");
}

TEST_F(CaptureEquivalenceTest, ASideOfEqualIsAClassOfACapture) {
  const std::string before = import("old", {{"one", "out[i] = 1;"}, {"two", "out[i] = 2;"}});
  const std::string now = import("new", {{"k", "out[i] = 1 + 1;"}});
  EXPECT_EQ(run({"equal", before + ":two", now}).status, 0);
  EXPECT_EQ(run({"equal", before + ":2", now + ":k"}).status, 0);
  EXPECT_EQ(run({"equal", before + ":1", now}).status, 10);
  EXPECT_EQ(run({"equal", before + ":1", path("new.cl") + ":k", "--global-size", "16", "--local-size", "8",
                 "--arg", "n=16", "--buffer", "in=64", "--buffer", "out=64"})
                .status,
            10);
  for (const auto& [side, message] :
       {std::pair(before, "has 2 launch classes; name one by its number"),
        std::pair(before + ":3", "has no launch class 3; its 2 classes count from 1"),
        std::pair(before + ":no", "has no launch of `no`; its kernels are one, two")}) {
    const Ran ran = run({"equal", side, now});
    EXPECT_EQ(ran.status, 2);
    expect_holds(ran.err, message);
  }
}

}  // namespace
}  // namespace launchproof::cli::testing
