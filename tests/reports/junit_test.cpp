#include "reports/formats/junit.h"

#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

class Junit : public ::testing::Test {
 protected:
  void make(const verdict::Results& results, const Acceptance& acceptance = {}) {
    const pugi::xml_parse_result read = d_document.load_string(junit_xml(results, acceptance).c_str());
    ASSERT_TRUE(read) << read.description();
  }

  // Returns the element that states the outcome of a case: "failure", "error" or "skipped", or else "passed".
  std::string outcome(const std::string& kernel, const std::string& property) const {
    return found(kernel, property).first;
  }
  std::string message(const std::string& kernel, const std::string& property) const {
    return found(kernel, property).second;
  }
  std::string total(const char* name) const { return d_document.child("testsuites").attribute(name).value(); }

 private:
  std::pair<std::string, std::string> found(const std::string& kernel, const std::string& property) const {
    for (const pugi::xml_node suite : d_document.child("testsuites")) {
      for (const pugi::xml_node one : suite.children("testcase")) {
        const std::string group = one.attribute("classname").value();
        const std::string name = one.attribute("name").value();
        if (!group.ends_with(kernel) || !name.starts_with(property)) continue;
        for (const char* element : {"failure", "error", "skipped"}) {
          if (one.child(element)) return {element, one.child(element).attribute("message").value()};
        }
        return {"passed", ""};
      }
    }
    return {"missing", ""};
  }

  pugi::xml_document d_document;
};

TEST_F(Junit, OnlyWhatIsVerifiedPasses) {
  make(sample());
  EXPECT_EQ(outcome(".reduce", "data-race"), "failure");
  EXPECT_EQ(outcome(".reduce", "barrier-divergence"), "passed");
  EXPECT_EQ(outcome(".reduce", "out-of-bounds"), "skipped");
  EXPECT_EQ(message(".reduce", "out-of-bounds"), "not asked: size of `out` not known");
  EXPECT_EQ(outcome(".scatter", "data-race"), "failure") << "a possible defect";
  EXPECT_EQ(outcome(".flag", "data-race"), "passed") << "a benign race";
  EXPECT_EQ(outcome(".sort", "data-race"), "error") << "unknown";
  EXPECT_EQ(outcome(".resample", "data-race"), "error") << "unsupported";
  EXPECT_EQ(outcome(".broken", "compilation"), "error") << "does not compile";
  EXPECT_EQ(outcome(".half_barrier", "barrier-divergence"), "failure");
  EXPECT_EQ(outcome(".half_barrier", "data-race"), "error") << "unknown, as barriers may diverge";
  EXPECT_EQ(outcome("launchproof", "something was verified"), "passed");
}

TEST_F(Junit, NothingAndProblemsAreErrors) {
  make({});
  EXPECT_EQ(outcome("launchproof", "something was verified"), "error");
  EXPECT_EQ(total("errors"), "1");
  verdict::Results results = sample();
  results.results = {results.results[5]};
  results.problems = {"launches are missing"};
  make(results);
  EXPECT_EQ(outcome("launchproof", "launches are missing"), "error");
  EXPECT_EQ(total("errors"), "1");
}

TEST_F(Junit, AClassWithoutPropertiesIsAnError) {
  verdict::Results results;
  results.results.resize(1);
  results.results[0].kernel = "k";
  results.results[0].reason = "the worker died";
  make(results);
  EXPECT_EQ(outcome(".k", "verification"), "error");
}

TEST_F(Junit, AClassOfWhichNothingWasAskedIsAnError) {
  verdict::Results results;
  results.results.resize(1);
  results.results[0].kernel = "k";
  results.results[0].properties[verdict::Property::DataRace].verdict = verdict::Verdict::NotAsked;
  conclude(results.results[0], false);
  make(results);
  EXPECT_EQ(outcome(".k", "verification"), "error");
}

TEST_F(Junit, WhatIsLetPassIsSkippedWithItsReason) {
  const verdict::Results results = sample();
  make(results, sample_acceptance(results));
  EXPECT_EQ(outcome(".reduce", "data-race"), "skipped");
  EXPECT_NE(message(".reduce", "data-race").find("in the baseline"), std::string::npos);
  EXPECT_EQ(outcome(".half_barrier", "barrier-divergence"), "skipped");
  EXPECT_NE(message(".half_barrier", "barrier-divergence").find("kept as a test of <the> tool & others"),
            std::string::npos);
  EXPECT_EQ(outcome(".blur", "out-of-bounds"), "failure");
  EXPECT_EQ(outcome(".sort", "data-race"), "error");
  EXPECT_EQ(outcome(".resample", "data-race"), "skipped");
}

// Accepting one finding does not hide another finding of the property.
TEST_F(Junit, APropertyPassesNothingWhileOneOfItsFindingsCounts) {
  verdict::Results results = sample();
  verdict::Finding other = results.results[0].findings[0];
  other.kind = "write-write";
  results.results[0].findings.push_back(other);
  make(results, {.baseline = compare(earlier_sample(), results), .suppressed = {}});
  EXPECT_EQ(outcome(".reduce", "data-race"), "failure");
}

}  // namespace
}  // namespace launchproof::reports
