// Tests `--derive-preconditions` through the command line: what is reported, and that the verdicts do not
// depend on it.
#include <stdlib.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* kFill =
    "__kernel void fill(__global int *out, int n, float value) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i < n) out[i] = value;\n"
    "}\n";
constexpr const char* kShared =
    "__kernel void shared(__global int *out) {\n"
    "  out[get_global_id(0) / 2] = get_global_id(0);\n"
    "}\n";
constexpr const char* kPromised =
    "__kernel void promised(__global int *out, int n) {\n"
    "  __requires(n == 2);\n"
    "  out[get_global_id(0) * n] = n;\n"
    "}\n";

constexpr const char* kTranspose =
    "#define TILE_DIM 16\n"
    "__kernel void transpose(__global float *out, __global const float *in, uint width, uint height) {\n"
    "  size_t x = get_group_id(0) * TILE_DIM + get_local_id(0);\n"
    "  size_t y = get_group_id(1) * TILE_DIM + get_local_id(1);\n"
    "  out[x * height + y] = in[y * width + x];\n"
    "}\n";
// The previous place of each element of the transposed matrix. The stored values are known, so the race is
// certain.
constexpr const char* kTransposedPlaces =
    "#define TILE_DIM 16\n"
    "__kernel void places(__global uint *out, uint width, uint height) {\n"
    "  size_t x = get_group_id(0) * TILE_DIM + get_local_id(0);\n"
    "  size_t y = get_group_id(1) * TILE_DIM + get_local_id(1);\n"
    "  out[x * height + y] = y * width + x;\n"
    "}\n";
// Copies the rows below themselves, upside down.
constexpr const char* kFlip =
    "#define TILE_DIM 16\n"
    "__kernel void flip(__global float *rows, uint height) {\n"
    "  uint y = get_group_id(1) * TILE_DIM + get_local_id(1);\n"
    "  uint below = get_num_groups(1) * TILE_DIM;\n"
    "  rows[below + y] = rows[height - 1 - y];\n"
    "}\n";
constexpr const char* kReduce =
    "__kernel void reduce(__global int *data, uint n) {\n"
    "  uint l = get_local_id(0);\n"
    "  for (uint s = 1; s < n; s *= 2) {\n"
    "    uint i = 2 * s * l;\n"
    "    if (i < n) data[i] += data[i + s];\n"
    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  }\n"
    "}\n";
constexpr const char* kReduceWrapped =
    "__kernel void wrapped(__global int *out, __global const int *in, uint n) {\n"
    "  __local int t[64];\n"
    "  uint l = get_local_id(0);\n"
    "  t[l] = in[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (uint s = n / 2; s > 0; s /= 2) {\n"
    "    if (l < s) t[l] += t[(l + s) & (n - 1)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  if (l == 0) out[get_group_id(0)] = t[0];\n"
    "}\n";
constexpr const char* kReducePairs =
    "__kernel void pairs(__global int *out, __global const int *in) {\n"
    "  __local int t[64];\n"
    "  uint l = get_local_id(0), first = get_group_id(0) * get_local_size(0) * 2 + l;\n"
    "  t[l] = in[first] + in[first + get_local_size(0)];\n"
    "  for (uint s = get_local_size(0) / 2; s > 0; s /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (l < s) t[l] += t[l + s];\n"
    "  }\n"
    "  if (l == 0) out[get_group_id(0)] = t[0];\n"
    "}\n";

using Words = std::vector<std::string>;

// Expects the relation that the search finds for one launch. Checks other launches that satisfy it, and
// launches that do not.
struct Searched {
  const char* name;
  const char* kernel;
  Words launch;
  Words conditions;  // among those that are found
  Words kept;
  std::vector<Words> broken;
};

void PrintTo(const Searched& searched, std::ostream* stream) {
  *stream << searched.name;
}

class PreconditionsTest : public ProgramTest {
 protected:
  Ran check(std::vector<std::string> words) const {
    words.insert(words.begin(), "check");
    return run(words);
  }
  Json result(std::vector<std::string> words) const {
    words.emplace_back("--format=json");
    const Ran ran = check(std::move(words));
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    const Json document = Json::parse(ran.out, nullptr, false);
    EXPECT_TRUE(document.is_object()) << ran.out;
    return document.at("results").at(0);
  }
};

TEST_F(PreconditionsTest, AreProvedAndHoldOfOtherLaunches) {
  const std::string file = write("fill.cl", kFill);
  for (const std::string engine : {"access", "two-thread"}) {
    const Json found = result({file, "--local-size=64", "--num-groups=16", "--arg=n=1000", "--arg=value=1.5",
                               "--buffer=out=4000", "--derive-preconditions", "--engine=" + engine});
    EXPECT_EQ(found["verdict"], "verified");
    const Json& derived = found["precondition"];
    EXPECT_EQ(derived["proved"], true) << derived;
    EXPECT_EQ(derived["engine"], engine);
    EXPECT_EQ(derived["conditions"], Json::parse(R"([{"text": "n <= elements of `out`", "pinned": false}])"));
    EXPECT_EQ(derived["any"], (Json{"n", "value", "size of `out`", "num_groups(x)"}));
    EXPECT_EQ(derived["assumptions"], Json::array());
    EXPECT_GT(derived["attempts"], 2);
    // Judges other launches by themselves.
    EXPECT_EQ(check({file, "--local-size=64", "--num-groups=100", "--arg=n=77", "--arg=value=0",
                     "--buffer=out=308", "--engine=" + engine})
                  .status,
              0);
    EXPECT_NE(check({file, "--local-size=64", "--num-groups=100", "--arg=n=78", "--arg=value=0",
                     "--buffer=out=308", "--engine=" + engine})
                  .status,
              0);
  }
  const Ran shown = check({file, "--local-size=64", "--num-groups=16", "--arg=n=1000", "--arg=value=1.5",
                           "--buffer=out=4000", "--derive-preconditions"});
  EXPECT_NE(shown.out.find("`fill`: n <= elements of `out`, for any n, value"), std::string::npos)
      << shown.out;
}

class SearchedPreconditionsTest : public PreconditionsTest, public ::testing::WithParamInterface<Searched> {
 protected:
  std::string verdict_of(Words words, const std::string& file) const {
    words.insert(words.end(), {file, "--format=json"});
    const Ran ran = check(std::move(words));
    return Json::parse(ran.out).at("results").at(0).at("verdict");
  }
};

TEST_P(SearchedPreconditionsTest, AreFoundAndALaunchThatBreaksThemIsDefective) {
  const Searched& searched = GetParam();
  const std::string file = write("searched.cl", searched.kernel);
  Words words(searched.launch);
  // Far more time than needed, for machines that are busy with other work.
  words.insert(words.end(), {file, "--derive-preconditions", "--derive-time=200"});
  const Json derived = result(std::move(words)).at("precondition");
  EXPECT_EQ(derived["proved"], true) << derived;
  for (const std::string& condition : searched.conditions) {
    const bool is_found = std::ranges::any_of(
        derived["conditions"], [&](const Json& one) { return one["text"] == condition && !one["pinned"]; });
    EXPECT_TRUE(is_found) << condition << ": " << derived;
  }
  EXPECT_EQ(verdict_of(searched.kept, file), "verified");
  for (const Words& broken : searched.broken)
    EXPECT_EQ(verdict_of(broken, file), "defect") << ::testing::PrintToString(broken);
}

const Searched kSearched[] = {
    {"Transposition",
     kTranspose,
     {"--local-size=16,16", "--num-groups=4,8", "--arg=width=64", "--arg=height=128"},
     {"height >= num_groups(y) * 16"},
     {"--local-size=16,16", "--num-groups=6,9", "--arg=width=16", "--arg=height=145"},
     {}},
    {"TransposedPlaces",
     kTransposedPlaces,
     {"--local-size=16,16", "--num-groups=4,8", "--arg=width=64", "--arg=height=128"},
     {"height >= num_groups(y) * 16"},
     {"--local-size=16,16", "--num-groups=6,9", "--arg=width=16", "--arg=height=145"},
     {{"--local-size=16,16", "--num-groups=4,8", "--buffer=out=32768", "--arg=width=64", "--arg=height=127"},
      {"--local-size=16,16", "--num-groups=4,9", "--buffer=out=36864", "--arg=width=64",
       "--arg=height=128"}}},
    {"Equality",
     kFlip,
     {"--local-size=1,16", "--num-groups=1,8", "--buffer=rows=1024", "--arg=height=128"},
     {"height = num_groups(y) * 16", "num_groups(y) * 32 <= elements of `rows`"},
     {"--local-size=1,16", "--num-groups=1,5", "--buffer=rows=640", "--arg=height=80"},
     {{"--local-size=1,16", "--num-groups=1,8", "--buffer=rows=1024", "--arg=height=127"},
      {"--local-size=1,16", "--num-groups=1,8", "--buffer=rows=1024", "--arg=height=130"}}},
    {"PowerOfTwoOfTheSize",
     kReduce,
     {"--local-size=64", "--num-groups=1", "--buffer=data=128", "--arg=n=32"},
     {"n is a power of two", "n <= elements of `data`"},
     {"--local-size=64", "--num-groups=1", "--buffer=data=512", "--arg=n=128"},
     {{"--local-size=64", "--num-groups=1", "--buffer=data=192", "--arg=n=48"},
      {"--local-size=64", "--num-groups=1", "--buffer=data=124", "--arg=n=32"}}},
    {"PowerOfTwo",
     kReduceWrapped,
     {"--local-size=64", "--num-groups=4", "--buffer=out=16", "--buffer=in=1024", "--arg=n=64"},
     {"n is a power of two", "n <= 64", "num_groups(x) * 64 <= elements of `in`"},
     {"--local-size=64", "--num-groups=3", "--buffer=out=12", "--buffer=in=768", "--arg=n=16"},
     {{"--local-size=64", "--num-groups=4", "--buffer=out=16", "--buffer=in=1024", "--arg=n=48"},
      {"--local-size=64", "--num-groups=4", "--buffer=out=16", "--buffer=in=1024", "--arg=n=256"}}},
    {"TwoElementsForAWorkItem",
     kReducePairs,
     {"--local-size=64", "--num-groups=4", "--buffer=out=16", "--buffer=in=2048"},
     {"num_groups(x) <= elements of `out`", "num_groups(x) * 128 <= elements of `in`"},
     {"--local-size=64", "--num-groups=7", "--buffer=out=28", "--buffer=in=3584"},
     {{"--local-size=64", "--num-groups=7", "--buffer=out=28", "--buffer=in=3580"},
      {"--local-size=64", "--num-groups=7", "--buffer=out=24", "--buffer=in=3584"}}},
    {"Guard",
     kFill,
     {"--local-size=64", "--num-groups=16", "--buffer=out=4000", "--arg=value=1", "--arg=n=1000"},
     {"n <= elements of `out`"},
     {"--local-size=64", "--num-groups=40", "--buffer=out=8000", "--arg=value=1", "--arg=n=2000"},
     {{"--local-size=64", "--num-groups=16", "--buffer=out=4000", "--arg=value=1", "--arg=n=1001"}}},
};
INSTANTIATE_TEST_SUITE_P(Kernels, SearchedPreconditionsTest, ::testing::ValuesIn(kSearched),
                         [](const auto& one) { return std::string(one.param.name); });

// Tests the whole path from the application to the relation.
TEST_F(PreconditionsTest, OfARecordedApplication) {
  const std::string application = LAUNCHPROOF_APPS "app_vector_add";
  const Ran ran = run({"run", "-o", "kept", "--derive-preconditions", "--derive-time=100", "--", application},
                      [] { ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1); });
  const Json found = Json::parse(read("kept/results.json")).at("results").at(0);
  EXPECT_EQ(found["verdict"], "verified") << ran.out << ran.err;
  Words conditions;
  for (const Json& one : found.at("precondition").at("conditions")) conditions.push_back(one.at("text"));
  EXPECT_EQ(conditions, (Words{"n <= elements of `a`", "n <= elements of `b`", "n <= elements of `c`"}));
}

TEST_F(PreconditionsTest, OfBothEnginesTogether) {
  const std::string file = write("fill.cl", kFill);
  const Json found = result({file, "--local-size=64", "--num-groups=16", "--arg=n=1000", "--arg=value=1.5",
                             "--buffer=out=4000", "--derive-preconditions", "--engine=portfolio"});
  EXPECT_EQ(found["precondition"]["proved"], true) << found["precondition"];
}

TEST_F(PreconditionsTest, NobodyAskedForThem) {
  const Json found = result({write("fill.cl", kFill), "--local-size=64", "--num-groups=16", "--arg=n=1000",
                             "--arg=value=1.5", "--buffer=out=4000"});
  EXPECT_FALSE(found.contains("precondition"));
}

TEST_F(PreconditionsTest, ADefectHasNone) {
  const Ran ran = check({write("shared.cl", kShared), "--local-size=8", "--num-groups=2",
                         "--derive-preconditions", "--format=json"});
  EXPECT_EQ(ran.status, 10);
  EXPECT_FALSE(Json::parse(ran.out).at("results").at(0).contains("precondition"));
}

TEST_F(PreconditionsTest, TheVerdictStandsWhenTheirTimeIsOver) {
  const Json found =
      result({write("fill.cl", kFill), "--local-size=64", "--num-groups=16", "--arg=n=1000",
              "--arg=value=1.5", "--buffer=out=4000", "--derive-preconditions", "--derive-time=0.001"});
  EXPECT_EQ(found["verdict"], "verified");
  EXPECT_EQ(found["precondition"]["proved"], false) << found["precondition"];
  EXPECT_NE(found["precondition"]["reason"].dump().find("in the time for it"), std::string::npos) << found;
  EXPECT_EQ(found["precondition"]["conditions"], Json::array());
}

TEST_F(PreconditionsTest, SayWhatTheKernelItselfRequires) {
  const Json found = result({write("promised.cl", kPromised), "--local-size=8", "--num-groups=2", "--arg=n=2",
                             "--buffer=out=124", "--derive-preconditions"});
  const Json& derived = found["precondition"];
  EXPECT_EQ(derived["proved"], true) << derived;
  EXPECT_NE((derived["assumptions"].dump() + found["assumptions"].dump()).find("__requires(n == 2)"),
            std::string::npos)
      << found;
}

TEST_F(PreconditionsTest, SizesThatAreOpenAlreadyHaveNone) {
  const Json found = result({write("fill.cl", kFill), "--local-size=64", "--num-groups=*", "--arg=n=1000",
                             "--arg=value=1.5", "--buffer=out=4000", "--derive-preconditions"});
  EXPECT_EQ(found["precondition"]["proved"], false);
  EXPECT_NE(found["precondition"]["reason"].dump().find("left open already"), std::string::npos);
}

TEST_F(PreconditionsTest, AreKeptForAnotherRun) {
  const std::string file = write("fill.cl", kFill);
  const std::string cache = "--cache=" + path("kept");
  const std::vector<std::string> words{file,
                                       "--local-size=64",
                                       "--num-groups=16",
                                       "--arg=n=1000",
                                       "--arg=value=1.5",
                                       "--buffer=out=4000",
                                       "--derive-preconditions",
                                       cache};
  const Json first = result(words);
  const Json again = result(words);
  EXPECT_EQ(first["cached"], false);
  EXPECT_EQ(again["cached"], true);
  EXPECT_EQ(again["precondition"], first["precondition"]);
  std::vector<std::string> without(words);
  std::erase(without, "--derive-preconditions");
  EXPECT_EQ(result(without)["cached"], false);
}

TEST_F(PreconditionsTest, ATimeIsMoreThanNothing) {
  const Ran ran = check({write("fill.cl", kFill), "--local-size=64", "--num-groups=16",
                         "--derive-preconditions", "--derive-time=0"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("--derive-time"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace launchproof::cli::testing
