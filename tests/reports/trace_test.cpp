#include "reports/formats/trace.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

TEST(Trace, LaunchesAreColouredByTheirClassesVerdict) {
  const auto trace = nlohmann::json::parse(chrome_trace(sample(), sample_launches()));
  std::map<std::string, nlohmann::json> events;
  std::size_t processes = 0;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == "M") ++processes;
    events[event.at("name")] = event;
  }
  EXPECT_EQ(processes, 2U);
  EXPECT_EQ(events.at("reduce").at("cname"), "terrible");
  EXPECT_EQ(events.at("reduce").at("ts"), 0);
  EXPECT_EQ(events.at("reduce").at("args").at("call site"), "main at app/sum.cpp:88");
  EXPECT_EQ(events.at("scatter").at("cname"), "bad");
  EXPECT_EQ(events.at("fill").at("cname"), "good");
  EXPECT_EQ(events.at("sort").at("cat"), "unknown");
  EXPECT_EQ(events.at("sort").at("args").at("launches"), 8);
  EXPECT_EQ(events.at("left_out").at("cat"), "not verified") << "a class that the results do not hold";
  EXPECT_EQ(events.at("left_out").at("cname"), "grey");
}

}  // namespace
}  // namespace launchproof::reports
