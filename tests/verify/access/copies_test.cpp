// Tests asynchronous copies: which waits end them, what races with them, and what they assert about the
// group.
#include "tests/verify/access/checked_kernel.h"
#include "verify/analysis/flights.h"

namespace launchproof::access {
namespace {

using testing::check;
using testing::Launch;
using verdict::Property;
using verdict::Verdict;

std::string verdict_of(const std::string& body, Property property = Property::DataRace,
                       const Launch& launch = {}) {
  const std::string source =
      "kernel void k(global int *in, global int *out, int n) { local int tile[64]; const uint own = "
      "get_local_id(0); " +
      body + "}";
  return std::string(name(check(source, launch).properties.at(property).verdict));
}

// Returns the waits that end the flight of the first copy, by their position among the barriers.
std::vector<std::size_t> ends(const std::string& body, bool& unmatched) {
  const model::KernelModel kernel = testing::compile(
      "kernel void k(global int *in, int n) { local int tile[64]; event_t e = 0, f = 0; " + body + "}");
  EXPECT_EQ(model::validate(kernel), "");
  model::BarrierId copy = 0;
  while (kernel.barriers[copy].kind != model::Convergence::Copy) ++copy;
  const analysis::Flight flight = analysis::flight_of(kernel, copy);
  unmatched = flight.unmatched != model::kNone;
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < flight.ends.size(); ++i)
    if (flight.ends[i]) result.push_back(i);
  return result;
}

struct FlightCase {
  const char* body;
  std::vector<std::size_t> ends;
  bool unmatched;
};

class Flights : public ::testing::TestWithParam<FlightCase> {};

TEST_P(Flights, EndAtTheWaitsForThem) {
  bool unmatched = false;
  EXPECT_EQ(ends(GetParam().body, unmatched), GetParam().ends) << GetParam().body;
  EXPECT_EQ(unmatched, GetParam().unmatched) << GetParam().body;
}

#define COPY(event) "async_work_group_copy(tile, in, 4, " #event ")"
INSTANTIATE_TEST_SUITE_P(
    Events, Flights,
    ::testing::Values(
        FlightCase{"e = " COPY(0) "; wait_group_events(1, &e);", {1}, false},
        FlightCase{"e = " COPY(0) "; barrier(1); wait_group_events(1, &f);", {}, false},
        FlightCase{"e = " COPY(0) "; f = " COPY(0) "; wait_group_events(1, &f); wait_group_events(1, &e);",
                   {3},
                   false},
        FlightCase{"e = " COPY(0) "; f = " COPY(e) "; wait_group_events(1, &f);", {2}, false},
        // The event is overwritten, so nothing waits for the first copy any more.
        FlightCase{"e = " COPY(0) "; e = " COPY(0) "; wait_group_events(1, &e);", {}, false},
        FlightCase{"for (int i = 0; i < n; ++i) e = " COPY(e) "; wait_group_events(1, &e);", {1}, false},
        FlightCase{
            "for (int i = 0; i < n; ++i) if (n & 4) e = " COPY(e) "; wait_group_events(1, &e);", {1}, false},
        FlightCase{"for (int i = 0; i < n; ++i) { e = " COPY(0) "; wait_group_events(1, &e); }", {1}, false},
        FlightCase{"for (int i = 0; i < n; ++i) e = " COPY(0) "; wait_group_events(1, &e);", {}, true},
        // Only one path through the branch keeps the event.
        FlightCase{"e = " COPY(0) "; if (n) e = f; wait_group_events(1, &e);", {}, true},
        FlightCase{
            "e = " COPY(0) "; if (n) wait_group_events(1, &e); else { f = e; wait_group_events(1, &f); }",
            {1, 2},
            false},
        FlightCase{"event_t all[2]; all[n & 1] = " COPY(0) "; wait_group_events(2, all);", {}, true}));
#undef COPY

TEST(Copies, OrderNothingBeforeTheirCall) {
  const std::string copy = "event_t e = async_work_group_copy(tile, in, 8, 0); wait_group_events(1, &e);";
  // Both write, and the copied values are not recorded.
  EXPECT_EQ(verdict_of("tile[own] = 1; " + copy), "possible-defect");
  EXPECT_EQ(verdict_of("out[own] = tile[own]; " + copy), "defect");
  EXPECT_EQ(verdict_of("tile[own] = 1; barrier(1); " + copy), "verified");
  EXPECT_EQ(verdict_of("tile[own + 8] = 1; " + copy), "verified");
  EXPECT_EQ(verdict_of(copy + " tile[own] = 1;"), "verified");
  // In a loop, what follows the wait precedes the next call.
  EXPECT_EQ(verdict_of("for (int i = 0; i < 2; ++i) { " + copy + " out[own] = tile[own]; }"), "defect");
  EXPECT_EQ(verdict_of("for (int i = 0; i < 2; ++i) { " + copy + " tile[own] = 1; barrier(1); }"),
            "verified");
}

// The rows that are copied later are in flight, or not yet begun, while earlier code runs.
TEST(Copies, OfALaterIterationMeetEarlierAccesses) {
  const std::string rows =
      " event_t e = 0; for (int i = 0; i < 6; ++i) e = async_work_group_copy(tile + 8 * i, in, 8, e); "
      "wait_group_events(1, &e);";
  EXPECT_EQ(verdict_of("out[own] = tile[40 + own]; " + rows), "defect");
  EXPECT_EQ(verdict_of("tile[48 + own] = 1; " + rows), "verified");
  EXPECT_EQ(verdict_of("tile[40 + own] = 1; barrier(1); " + rows), "verified");
}

TEST(Copies, OfNoElementTouchNothing) {
  EXPECT_EQ(
      verdict_of(
          "event_t e = async_work_group_copy(tile, in, 0, 0); tile[own] = 1; wait_group_events(1, &e);"),
      "verified");
}

TEST(Copies, AreCheckedAgainstTheirArrays) {
  const auto bounds = [](const char* copy) {
    return verdict_of(std::string("event_t e = ") + copy + "; wait_group_events(1, &e);",
                      Property::OutOfBounds,
                      {8, 2, {testing::buffer(1, 256), testing::buffer(2, 256), testing::integer(3)}});
  };
  EXPECT_EQ(bounds("async_work_group_copy(tile, in, 64, 0)"), "verified");
  EXPECT_EQ(bounds("async_work_group_copy(tile, in, 65, 0)"), "defect");
  EXPECT_EQ(bounds("async_work_group_copy(out, tile + 1, 64, 0)"), "defect");
  EXPECT_EQ(bounds("async_work_group_strided_copy(tile, in, 22, n, 0)"), "verified");
  EXPECT_EQ(bounds("async_work_group_strided_copy(tile, in, 23, n, 0)"), "defect");
  EXPECT_EQ(bounds("async_work_group_strided_copy(out + 1, tile, 22, n, 0)"), "defect");
  EXPECT_EQ(bounds("async_work_group_copy((local char4 *)tile, (global char4 *)in, 64, 0)"), "verified");
  EXPECT_EQ(bounds("async_work_group_copy((local double4 *)tile, (global double4 *)in, 9, 0)"), "defect");
}

TEST(Copies, OfAGroupOfOneWorkItemAreInFlightToo) {
  const Launch one{1, 2, {}};
  EXPECT_EQ(
      verdict_of(
          "event_t e = async_work_group_copy(tile, in, 8, 0); out[own] = tile[own]; wait_group_events(1, "
          "&e);",
          Property::DataRace, one),
      "defect");
}

TEST(Copies, NeedEqualEvents) {
  EXPECT_EQ(
      verdict_of(
          "event_t e = async_work_group_copy(tile, in, 8, 0); event_t f = async_work_group_copy(tile + 8, "
          "in, 8, 0); event_t g = own == 1 ? e : f; wait_group_events(1, &g); wait_group_events(1, &e); "
          "wait_group_events(1, &f);",
          Property::BarrierDivergence),
      "defect");
}

}  // namespace
}  // namespace launchproof::access
