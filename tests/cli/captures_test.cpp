// Tests `capture stats`, `merge`, `gc`, `redact`, `export` and `import` through the command line.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kKernels =
    "__kernel void safe(__global int *a, int n, __local float *s) {\n"
    "  s[get_local_id(0)] = 1;\n"
    "  if (get_global_id(0) < n) a[get_global_id(0)] = 1;\n"
    "}\n"
    "__kernel void racy(__global int *a, __constant float4 *c, char n) { a[0] = get_global_id(0) + n; }\n";

class CapturesTest : public ProgramTest {
 protected:
  static Json entry(const std::string& kernel, Json arguments) {
    Json json{{"language", "OpenCL"},    {"kernel_file", "k.cl"},
              {"entry_point", kernel},   {"endianness", "little"},
              {"local_size", {8}},       {"global_size", {16}},
              {"compiler_flags", "-DX"}, {"host_api_calls", Json::array()}};
    if (!arguments.is_null()) json["kernel_arguments"] = std::move(arguments);
    return json;
  }

  std::string list_of(const Json& entries) const {
    write("k.cl", kKernels);
    return write("list.json", entries.dump());
  }

  // Returns a capture with a launch of `safe` and one of `racy`.
  void import_both(const std::string& into) const {
    const Json array{{"type", "array"}, {"size", 64}};
    const Ran ran = run(
        {"capture", "import",
         list_of({entry("safe",
                        {array, {{"type", "scalar"}, {"value", "0x10"}}, {{"type", "array"}, {"size", 32}}}),
                  entry("racy", {array, array, {{"type", "scalar"}}})}),
         "-o", path(into)});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }

  Json verdicts(const std::string& capture) const {
    run({"verify", path(capture)});
    Json result;
    const Json all = Json::parse(read(capture + "/results.json"));
    for (const Json& one : all["results"]) result[one["kernel"].get<std::string>()] = one["verdict"];
    return result;
  }

  Ran import(const Json& entries) const {
    return run({"capture", "import", list_of(entries), "-o", path("bad.lpcap")});
  }
};

TEST_F(CapturesTest, AListIsVerifiedAsItSays) {
  import_both("a.lpcap");
  EXPECT_EQ(verdicts("a.lpcap"), (Json{{"safe", "verified"}, {"racy", "defect"}}));
  const Ran shown = run({"capture", "show", path("a.lpcap")});
  expect_holds(shown.out, "int n = 16 (10000000)");
  expect_holds(shown.out, "local memory, 32 bytes");
}

TEST_F(CapturesTest, AListWithoutArgumentsIsAboutAllOfThem) {
  ASSERT_EQ(run({"capture", "import", list_of(Json::array({entry("racy", nullptr)})), "-o", path("a.lpcap")})
                .status,
            0);
  EXPECT_EQ(verdicts("a.lpcap"), (Json{{"racy", "defect"}}));
}

TEST_F(CapturesTest, WhatGoesOutComesIn) {
  import_both("a.lpcap");
  const Ran out = run({"capture", "export", path("a.lpcap"), "-o", path("list")});
  EXPECT_EQ(out.status, 0) << out.err;
  expect_holds(out.out, "kernels.json: 2 launches");
  const Ran in = run({"capture", "import", path("list/kernels.json"), "-o", path("b.lpcap")});
  EXPECT_EQ(in.status, 0) << in.err;
  EXPECT_EQ(verdicts("b.lpcap"), verdicts("a.lpcap"));
}

TEST_F(CapturesTest, AListThatDoesNotFitItsKernelsIsRefused) {
  const Json array{{"type", "array"}, {"size", 64}};
  const Json scalar{{"type", "scalar"}, {"value", "0x100"}};
  const auto refusal = [&](const Json& entries) {
    const Ran ran = import(entries);
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_FALSE(fs::exists(path("bad.lpcap")));
    return ran.err;
  };
  expect_holds(refusal(Json::array({entry("none", nullptr)})), "list.json[0]: k.cl has no kernel none");
  expect_holds(refusal(Json::array({entry("racy", Json::array({array}))})),
               "has 1 entries, and racy has 3 parameters");
  expect_holds(refusal(Json::array({entry("racy", Json::array({array, array, scalar}))})),
               "argument 2 (`n`, char): 0x100 does not fit 1 byte");
  expect_holds(refusal(Json::array({entry("racy", Json::array({scalar, array, scalar}))})),
               "it must be of type \"array\"");
  Json gone = entry("racy", nullptr);
  gone["kernel_file"] = "gone.cl";
  expect_holds(refusal(Json::array({gone})), "gone.cl cannot be read");
  Json broken = entry("racy", nullptr);
  broken["compiler_flags"] = "-Dracy=1";
  expect_holds(refusal(Json::array({broken})), "k.cl does not compile: k.cl:5:");
  EXPECT_EQ(run({"capture", "import", path("list.json")}).status, 2) << "without -o";
}

TEST_F(CapturesTest, AMergedCaptureIsVerifiedAsItsParts) {
  import_both("a.lpcap");
  const Ran ran = run({"capture", "merge", path("a.lpcap"), path("a.lpcap"), "-o", path("both.lpcap")});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(verdicts("both.lpcap"), verdicts("a.lpcap"));
  const Ran again = run({"capture", "merge", path("a.lpcap"), "-o", path("both.lpcap")});
  EXPECT_EQ(again.status, 2);
  expect_holds(again.err, "is there already");
  const Ran results = run({"capture", "merge", path("a.lpcap"), "-o", path("c.lpcap")});
  expect_holds(results.err, "results.json is left out");
}

TEST_F(CapturesTest, ARedactedCaptureKeepsItsVerdictsAndCannotBeVerified) {
  import_both("a.lpcap");
  const Json before = verdicts("a.lpcap");
  Json told = Json::parse(read("a.lpcap/results.json"));
  told.erase("digest");  // of the state before
  told["notes"] = Json::array({"cannot read /secret/folder/k.h"});
  told["results"][1]["call_site"] = "main at /secret/folder/app.c:7";
  told["results"][1]["findings"][0]["locations"][0]["file"] = "/secret/k.h";
  told["results"][1]["included"] = Json::array({{{"name", "lib/k.h"}, {"text", "int secret_text;"}}});
  told["results"][1]["fixes"] = Json::array(
      {{{"title", "check `secret < n`"},
        {"findings", {"1"}},
        {"complete", true},
        {"edits", Json::array({{{"line", 1}, {"removed", 0}, {"inserted", {"if (secret < n)"}}}})}}});
  write("a.lpcap/results.json", told.dump());
  ASSERT_EQ(run({"capture", "redact", path("a.lpcap"), "-o", path("r.lpcap")}).status, 0);
  const std::string results = read("r.lpcap/results.json");
  EXPECT_EQ(results.find("get_local_id"), std::string::npos) << results;
  EXPECT_EQ(results.find("secret"), std::string::npos) << results;
  EXPECT_EQ(results.find(path("")), std::string::npos) << results;
  const Json kept = Json::parse(results);
  EXPECT_EQ(kept["notes"][0], "cannot read k.h");
  ASSERT_EQ(kept["results"].size(), 2U);
  EXPECT_EQ(kept["results"][1]["call_site"], "main at app.c:7");
  for (const Json& one : kept["results"]) EXPECT_EQ(one["verdict"], before[one["kernel"].get<std::string>()]);
  expect_holds(run({"capture", "show", path("r.lpcap"), "--class", "2"}).out, "Verdict: defect");
  EXPECT_EQ(run({"report", path("r.lpcap/results.json"), "-o", path("r.html")}).status, 0);
  const Ran ran = run({"verify", path("r.lpcap"), "-o", path("out")});
  EXPECT_EQ(ran.status, 11);
  expect_holds(ran.out, "the source was redacted from this capture");
}

TEST_F(CapturesTest, GarbageIsNamedBeforeItIsRemoved) {
  import_both("a.lpcap");
  write("a.lpcap/blobs/" + std::string(64, 'a'), "1234");
  expect_holds(run({"capture", "gc", "--dry-run", path("a.lpcap")}).out, "would remove 1 file, 4 bytes");
  expect_holds(run({"capture", "gc", path("a.lpcap")}).out, "removed 1 file, 4 bytes");
  expect_holds(run({"capture", "gc", path("a.lpcap")}).out, "removed 0 files");
}

TEST_F(CapturesTest, FiguresAreATableOrAnObject) {
  import_both("a.lpcap");
  expect_holds(run({"capture", "stats", path("a.lpcap")}).out, "launch classes    2");
  const Json stats = Json::parse(run({"capture", "stats", "--format=json", path("a.lpcap")}).out);
  EXPECT_EQ(stats["programs"]["source"], 1);
  EXPECT_EQ(stats["launches"], 2);
}

TEST_F(CapturesTest, WhatIsNoCaptureIsSaid) {
  for (const std::string word : {"stats", "gc", "merge", "redact", "export"}) {
    const Ran ran = run({"capture", word, path("none.lpcap"), "-o", path("o")});
    EXPECT_EQ(ran.status, 2) << word;
    if (word != "stats" && word != "gc") expect_holds(ran.err, "there is no such capture");
  }
  expect_holds(run({"capture", "stats", path("none.lpcap")}).err, "there is no such capture");
}

}  // namespace
}  // namespace launchproof::cli::testing
