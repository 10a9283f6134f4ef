#include "reports/acceptance/suppressions.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/reports/sample.h"
#include "verify/verdict/fingerprint.h"

namespace launchproof::reports {
namespace {

std::string file(const std::string& entries) {
  return R"({"schema": "launchproof.suppressions/1", "suppressions": [)" + entries + "]}";
}

std::string entry(const std::string& pattern,
                  const std::string& rest = R"("reason": "vendor code", "expires": "never")") {
  return "{" + pattern + (pattern.empty() ? "" : ", ") + rest + "}";
}

std::string error_of(const std::string& text, bool force = false) {
  try {
    read_suppressions(text, "s.json", force);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

void expect_error(const std::string& text, const std::string& place, const std::string& cause) {
  const std::string error = error_of(text);
  EXPECT_EQ(error.find("s.json" + place + ": "), 0U) << error;
  EXPECT_NE(error.find(cause), std::string::npos) << error;
  EXPECT_NE(error.find("docs/ci.md"), std::string::npos) << error;
}

TEST(Suppressions, AreRead) {
  const auto entries = read_suppressions(
      file("// why\n" +
           entry(R"("kernel": "blur*", "file": "a/*.cl", "property": "out-of-bounds", "kind": "past*",
                                 "fingerprint": "0123456789abcdef")",
                 R"("reason": "halo", "expires": "2027-01-31")")),
      "s.json", false);
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].kernel, "blur*");
  EXPECT_EQ(entries[0].reason, "halo");
  EXPECT_EQ(
      text_of(entries[0]),
      "kernel `blur*`, file `a/*.cl`, property out-of-bounds, kind `past*`, fingerprint 0123456789abcdef");
}

TEST(Suppressions, WhatIsWrongIsNamedWithItsPlace) {
  expect_error("", ", line 1", "ends too early");
  expect_error("{\n\"schema\": ?}", ", line 2", "not valid JSON");
  expect_error("[]", "", "not a suppression file");
  expect_error(R"({"schema": "launchproof.suppressions/2", "suppressions": []})", "",
               "launchproof.suppressions/1");
  expect_error(R"({"schema": "launchproof.suppressions/1"})", "", "missing or no list");
  expect_error(R"({"schema": "launchproof.suppressions/1", "suppressions": [], "rules": 1})", "",
               "\"rules\" is not known");
  expect_error(file("3"), ", suppressions[0]", "expected an object, found number");
  expect_error(file(entry(R"("kernel": "a")") + "," + entry(R"("kernel": "b", "kernl": "c")")),
               ", suppressions[1]", "\"kernl\" is not known");
  expect_error(file(entry(R"("kernel": 3)")), ", suppressions[0]", "expected a string, found number");
  expect_error(file(entry(R"("kernel": "")")), ", suppressions[0]", "is empty");
  expect_error(file(entry(R"("kernel": "a", "property": "races")")), ", suppressions[0]",
               "`races` is not a property");
  expect_error(file(entry(R"("fingerprint": "12")")), ", suppressions[0]", "16 hexadecimal digits");
  expect_error(file(entry(R"("kernel": "a")", R"("expires": "never")")), ", suppressions[0]",
               "\"reason\" is missing");
  expect_error(file(entry(R"("kernel": "a")", R"("reason": " ", "expires": "never")")), ", suppressions[0]",
               "\"reason\" is missing or empty");
  expect_error(file(entry(R"("kernel": "a")", R"("reason": "x")")), ", suppressions[0]",
               "\"expires\" is missing");
  expect_error(file(entry(R"("kernel": "a", "kernel": "*b")")), "", "\"kernel\" is given twice");
  expect_error(
      file(entry(R"("kernel": "a")", R"("reason": "x", "expires": "2027-01-31", "expires": "never")")), "",
      "\"expires\" is given twice");
  expect_error(R"({"schema": "launchproof.suppressions/1", "suppressions": [], "suppressions": []})", "",
               "\"suppressions\" is given twice");
  EXPECT_EQ(
      read_suppressions(file(entry(R"("kernel": "a")") + "," + entry(R"("kernel": "b")")), "s", false).size(),
      2U);  // one key in two objects
  for (const char* day :
       {"2027-13-01", "2027-02-29", "soon", "2027-1-1", "01/02/2027", "2027-00-10", "2027-01-00"}) {
    expect_error(file(entry(R"("kernel": "a")", R"("reason": "x", "expires": ")" + std::string(day) + "\"")),
                 ", suppressions[0]", "is not a date");
  }
  EXPECT_EQ(error_of(file(entry(R"("kernel": "a")", R"("reason": "x", "expires": "2028-02-29")"))),
            "no error");
}

TEST(Suppressions, OneThatMatchesEverythingIsRefusedWithoutForce) {
  for (const char* pattern :
       {"", R"("kernel": "*")", R"("kernel": "?*")", R"("file": "*.cl")", R"("file": "*")",
        R"("file": "*/*.cl")", R"("property": "data-race")", R"("kind": "write-write")",
        R"("kernel": "*", "file": "**", "property": "data-race")"}) {
    const std::string text = file(entry(pattern));
    EXPECT_NE(error_of(text).find("matches everything"), std::string::npos) << pattern;
    EXPECT_NE(error_of(text).find("--force"), std::string::npos) << pattern;
    EXPECT_EQ(error_of(text, true), "no error") << pattern;
  }
  for (const char* pattern : {R"("kernel": "blur*")", R"("file": "filters.cl")", R"("file": "vendor/*")",
                              R"("file": "*_gen.cl")", R"("fingerprint": "0123456789abcdef")"}) {
    EXPECT_EQ(error_of(file(entry(pattern))), "no error") << pattern;
  }
}

// Returns how many findings of the sample an entry matches.
std::size_t meant(const Suppression& one) {
  return suppress(sample(), {one}, "2026-11-22").findings.size();
}

TEST(Suppressions, EveryFieldThatIsGivenMustFit) {
  EXPECT_EQ(meant({.kernel = "blur", .expires = "never"}), 1U);
  EXPECT_EQ(meant({.kernel = "bl?r", .property = "out-of-bounds", .expires = "never"}), 1U);
  EXPECT_EQ(meant({.kernel = "blur", .property = "data-race", .expires = "never"}), 0U);
  EXPECT_EQ(meant({.kernel = "lur", .expires = "never"}), 0U) << "a pattern fits the whole name";
  EXPECT_EQ(meant({.file = "filters.cl", .expires = "never"}), 3U) << "a benign race does not count";
  EXPECT_EQ(meant({.file = "*/filters.cl", .expires = "never"}), 0U);
  EXPECT_EQ(meant({.file = "filt*", .kind = "past*", .expires = "never"}), 1U);
  const std::string fingerprint = verdict::fingerprints(sample())[0][0];
  EXPECT_EQ(meant({.fingerprint = fingerprint, .expires = "never"}), 1U);
  EXPECT_EQ(meant({.kernel = "blur", .fingerprint = fingerprint, .expires = "never"}), 0U);
}

TEST(Suppressions, StarsFitAnyText) {
  EXPECT_EQ(meant({.kernel = "*", .expires = "never"}), 4U);
  EXPECT_EQ(meant({.kernel = "*l*r", .expires = "never"}), 2U);
  EXPECT_EQ(meant({.kernel = "s*t*t*r", .expires = "never"}), 1U);
  EXPECT_EQ(meant({.kernel = "s*t*x*r", .expires = "never"}), 0U);
  EXPECT_EQ(meant({.kernel = "blur?", .expires = "never"}), 0U);
  EXPECT_EQ(meant({.kernel = "blur*", .expires = "never"}), 1U);
}

TEST(Suppressions, CountToTheirLastDay) {
  const Suppression one{.kernel = "blur", .reason = "halo", .expires = "2026-11-22"};
  EXPECT_EQ(suppress(sample(), {one}, "2026-11-22").findings.size(), 1U);
  const Suppressed late = suppress(sample(), {one}, "2026-11-23");
  EXPECT_TRUE(late.findings.empty());
  EXPECT_EQ(late.expired, std::vector<std::size_t>{0});
  EXPECT_TRUE(late.unused.empty());
}

TEST(Suppressions, UnusedOnesAreReported) {
  const Suppressed two =
      suppress(sample(), {{.kernel = "blur", .expires = "never"}, {.kernel = "gone", .expires = "never"}},
               "2026-11-22");
  EXPECT_EQ(two.unused, std::vector<std::size_t>{1});
}

}  // namespace
}  // namespace launchproof::reports
