#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {
namespace {

SourceLocation at(std::uint32_t line, const char* role) {
  return {.file = "dir/k \"1\".cl", .line = line, .column = 7, .role = role};
}

Finding full_finding(Confirmation confirmation) {
  Witness witness{.work_items = {{.local_id = {1, 2, 3},
                                  .group_id = {4, 5, 6},
                                  .global_id = {7, 8, std::numeric_limits<std::uint64_t>::max()},
                                  .iterations = {{.loop = at(3, "loop"), .iteration = 9}},
                                  .values = {{.name = "i * 2", .value = "14"}},
                                  .access = "write",
                                  .byte_offset = 56,
                                  .bytes = 4,
                                  .array = "out"},
                                 {.local_id = {0, 0, 0}, .access = "read", .array = "out"}},
                  .address = 56,
                  .array_bytes = 4096,
                  .interval = "from the barrier at line 4 to the end",
                  .needs = {{.name = "idx[3]", .value = "7"}}};
  return {.id = "f1",
          .property = Property::DataRace,
          .kind = "read-write",
          .confirmation = confirmation,
          .benign = true,
          .message = "a line\nand a \t tab, \x01, \xc3\xa9",
          .locations = {at(12, "first access"), at(14, "second access")},
          .witness = witness,
          .approximations = {{.cause = Cause::ContentsNotRecorded,
                              .detail = "needs idx[3] = 7",
                              .location = at(5, "read")}},
          .consequences = {"data race on `a` beyond it", "and another"}};
}

// Returns a result in which every field differs from its default.
ClassResult full_class() {
  ClassResult result{.kernel = "sum",
                     .source = "k.cl",
                     .source_text = "kernel void sum() {}\n",
                     .launch = "global (1024), local (256), n = 1000",
                     .grid = Grid{.work_dim = 2, .global_size = {1024, 6, 1}, .local_size = {256, 3, 1}},
                     .launches = 144,
                     .class_keys = {"0123456789abcdef", "fedcba9876543210"},
                     .call_site = "main.cpp:12",
                     .repro = "launchproof check k.cl --kernel sum",
                     .verdict = Verdict::PossibleDefect,
                     .reason = "because",
                     .properties = {},
                     .findings = {full_finding(Confirmation::Exact), full_finding(Confirmation::Replayed),
                                  full_finding(Confirmation::Unconfirmed)},
                     .assumptions = {"local size = 256"},
                     .unreachable = {at(30, "write")},
                     .seconds = 0.125,
                     .engine = "two-thread",
                     .questions = 3,
                     .settled = 5};
  result.findings[1].witness.reset();
  std::size_t next = 0;
  for (std::size_t i = 0; i < all_causes().size(); ++i) {
    const auto property = static_cast<Property>(i % all_properties().size());
    PropertyResult& answer = result.properties[property];
    answer.verdict = static_cast<Verdict>(next++ % all_verdicts().size());
    answer.reason = "reason";
    answer.causes.push_back({.cause = static_cast<Cause>(i), .detail = "detail", .location = at(1, "x")});
  }
  return result;
}

Results full_results() {
  ClassResult second = full_class();
  second.kernel = "other";
  ClassResult third = full_class();
  third.source_text = "other text";
  ClassResult fourth;
  return {.tool = "launchproof 0.1.0",
          .capture = "app.lpcap",
          .notes = {"launches.1.jsonl: the last line is cut off and was skipped"},
          .problems = {"launches are missing from the recording"},
          .results = {full_class(), second, third, fourth}};
}

std::string error_of(const std::string& text) {
  try {
    results_from_json(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

// Returns the document of full_results() with one text replaced.
std::string edited(const std::string& from, const std::string& to) {
  std::string text = to_json(full_results());
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

TEST(ResultsJson, RoundTrips) {
  EXPECT_EQ(results_from_json(to_json(full_results())), full_results());
  EXPECT_EQ(class_result_from_json(to_json(full_class())), full_class());
  EXPECT_EQ(results_from_json(to_json(Results{})), Results{});
  EXPECT_EQ(class_result_from_json(to_json(ClassResult{})), ClassResult{});
}

TEST(ResultsJson, AClassIsOneLineAndTextsAreStoredOnce) {
  EXPECT_EQ(to_json(full_class()).find('\n'), std::string::npos);
  const std::string file = to_json(full_results());
  const std::size_t first = file.find("kernel void sum");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(file.find("kernel void sum", first + 1), std::string::npos);
}

TEST(ResultsJson, HasTheShapeOfTheDesign) {
  Results results;
  results.tool = "launchproof 0.1.0";
  ClassResult one;
  one.kernel = "k";
  one.source = "k.cl";
  one.launch = "global (8)";
  one.verdict = Verdict::Verified;
  one.properties[Property::DataRace].verdict = Verdict::Verified;
  results.results.push_back(one);
  const std::string expected = R"json({
 "schema": "launchproof.results/1",
 "tool": "launchproof 0.1.0",
 "capture": "",
 "notes": [],
 "problems": [],
 "results": [
  {
   "kernel": "k",
   "source": "k.cl",
   "launch": "global (8)",
   "verdict": "verified",
   "reason": "",
   "properties": {
    "data-race": "verified"
   },
   "findings": [],
   "assumptions": [],
   "facts": [],
   "notes": [],
   "seconds": 0.0,
   "engine": "access",
   "property_details": {
    "data-race": {
     "reason": "",
     "causes": []
    }
   },
)json";
  EXPECT_EQ(to_json(results).substr(0, expected.size()), expected);
}

TEST(ResultsJson, IsValidWhateverTheBytes) {
  Results results;
  ClassResult one;
  for (int byte = 0; byte < 256; ++byte) one.kernel += static_cast<char>(byte);
  one.source = "</script>\xff\xfe\xed\xa0\x80";
  one.source_text = std::string("\xc0\xaf\0\xf4\x90\x80\x80", 7);
  one.seconds = std::numeric_limits<double>::quiet_NaN();
  results.results.push_back(one);
  const Results read = results_from_json(to_json(results));
  ASSERT_EQ(read.results.size(), 1U);
  EXPECT_NE(read.results[0].kernel.find("\xef\xbf\xbd"), std::string::npos);
  EXPECT_EQ(read.results[0].seconds, 0.0);
  EXPECT_EQ(to_json(read), to_json(results_from_json(to_json(read))));
}

TEST(ResultsJson, AnUnknownSchemaNamesBothVersions) {
  const std::string error = error_of(R"({"schema": "launchproof.results/9", "results": 3})");
  EXPECT_NE(error.find("launchproof.results/9"), std::string::npos) << error;
  EXPECT_NE(error.find("launchproof.results/1"), std::string::npos) << error;
  EXPECT_NE(error.find("verify again"), std::string::npos) << error;
}

TEST(ResultsJson, SyntaxErrorsNameTheLine) {
  EXPECT_EQ(
      error_of(""),
      "results JSON, line 1, column 1: the file is empty; the file is damaged or is not a results.json: "
      "verify again "
      "to write it anew");
  EXPECT_NE(error_of("{\n\"schema\": ?}").find("line 2, column 11: this is not valid JSON"),
            std::string::npos)
      << error_of("{\n\"schema\": ?}");
  const std::string whole = to_json(full_results());
  EXPECT_NE(error_of(whole.substr(0, whole.size() / 2)).find("the file ends too early"), std::string::npos);
  EXPECT_NE(error_of(whole + "}").find("not valid JSON"), std::string::npos);
}

TEST(ResultsJson, EveryCutIsAnError) {
  const std::string whole = to_json(full_class());
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    EXPECT_THROW(class_result_from_json(whole.substr(0, length)), std::runtime_error) << length;
  }
}

TEST(ResultsJson, ErrorsNameThePlace) {
  const auto expect = [](const std::string& text, const std::string& place, const std::string& cause) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find("results JSON, " + place + ": "), std::string::npos) << error;
    EXPECT_NE(error.find(cause), std::string::npos) << error;
    EXPECT_NE(error.find("; "), std::string::npos) << error;
  };
  expect("[]", "top level", "expected an object, found array");
  expect("{}", "top level", "\"schema\" is missing");
  expect(R"({"schema": 1})", "schema", "expected a string, found number");
  expect(edited(R"("verdict": "possible-defect")", R"("verdict": "fine")"), "results[0].verdict",
         "unknown verdict \"fine\"");
  expect(edited(R"("property": "data-race")", R"("property": "data")"), "results[0].findings[0].property",
         "unknown property");
  expect(edited(R"("confirmation": "exact")", R"("confirmation": "sure")"),
         "results[0].findings[0].confirmation", "unknown");
  expect(edited(R"("cause": "contents-not-recorded")", R"("cause": "x")"),
         "results[0].findings[0].approximations[0].cause", "unknown cause");
  expect(edited(R"("line": 12)", R"("line": -1)"), "results[0].findings[0].locations[0].line", "found -1");
  expect(edited(R"("line": 12)", R"("line": 5000000000)"), "results[0].findings[0].locations[0].line",
         "too large");
  expect(edited(R"("launches": 144)", R"("launches": 1.5)"), "results[0].launches", "whole number");
  expect(edited(R"("seconds": 0.125)", R"("seconds": "1")"), "results[0].seconds", "expected a number");
  expect(edited(R"("benign": true)", R"("benign": 1)"), "results[0].findings[0].benign", "true or false");
  expect(edited(R"("source_text_index": 0)", R"("source_text_index": 9)"), "results[0].source_text_index",
         "only 2");
  expect(edited(R"("kernel": "sum",)", ""), "results[0]", "\"kernel\" is missing");
  expect(edited(R"("tool": "launchproof 0.1.0")", R"("tool": [])"), "tool", "found array");
  expect(edited(R"("properties": {)", R"("properties": { "speed": "verified",)"),
         "results[0].properties.speed", "unknown property");
  expect(edited(R"("assumptions": [)", R"("assumptions": [1,)"), "results[0].assumptions[0]",
         "expected a string");
}

std::string without_digest(const std::string& text) {
  const std::size_t place = text.rfind(",\n \"digest\"");
  return place == std::string::npos ? text : text.substr(0, place) + "\n}\n";
}

TEST(ResultsJson, UnknownKeysOfALaterMinorVersionAreIgnored) {
  const std::string later = edited(R"("notes":)", R"("colour": "red", "notes":)");
  EXPECT_EQ(results_from_json(without_digest(later)), full_results());
}

// A verdict was edited to a better one, and other edits that still parse.
TEST(ResultsJson, AnEditedFileIsRefused) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {R"("verdict": "possible-defect")", R"("verdict": "verified")"},
           {R"("seconds": 0.125)", R"("seconds": 0.126)"},
           {R"("line": 12)", R"("line": 13)"},
           {"kernel void sum", "kernel void Sum"}}) {
    const std::string error = error_of(edited(from, to));
    EXPECT_NE(error.find("digest: the contents are not those that were written"), std::string::npos) << error;
    EXPECT_NE(error.find("was edited: verify again"), std::string::npos) << error;
  }
}

TEST(ResultsJson, PlacesBeforeAnArrayAreNegative) {
  ClassResult result = full_class();
  Witness& witness = *result.findings[0].witness;
  witness.work_items[0].byte_offset = static_cast<std::uint64_t>(-4);
  witness.address = static_cast<std::uint64_t>(-4);
  std::string text = to_json(result);
  EXPECT_EQ(class_result_from_json(text), result);
  for (const char* member : {R"("byte_offset":)", R"("address":)"}) {
    const std::size_t place = text.find(std::string(member) + "-4");
    ASSERT_NE(place, std::string::npos) << member << text;
    // The form that earlier versions wrote.
    text.replace(place + std::string(member).size(), 2, "18446744073709551612");
  }
  EXPECT_EQ(class_result_from_json(text), result);
}

// Tools that copy a file may change white space: the contents remain the same.
TEST(ResultsJson, OtherBlanksAreNoEdit) {
  const std::string file = to_json(full_results());
  std::string squeezed;
  for (const char c : file)
    if (c != '\n') squeezed += c;
  EXPECT_EQ(results_from_json(squeezed), full_results());
}

}  // namespace
}  // namespace launchproof::verdict
