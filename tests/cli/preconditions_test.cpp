// `--derive-preconditions` from the outside: what is reported, and that verdicts stand without it.
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
    // Other launches, judged by themselves.
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
  EXPECT_NE(found["precondition"]["reason"], "");
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
