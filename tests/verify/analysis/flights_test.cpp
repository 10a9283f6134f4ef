// Tests which waits end an asynchronous copy.
#include "verify/analysis/flights.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

// The copy is in line 3, and a wait is in line 5.
CompiledKernel with_copy(const std::string& between, const std::string& wait,
                         const std::string& behind = "") {
  return CompiledKernel(
      "__kernel void k(__global const int *in, __global int *out) {\n"
      "  __local int s[8], t[8]; event_t e = 0, f = 0;\n"
      "  e = async_work_group_copy(s, in, 8, 0);\n" +
      between + "\n" + wait + "\n" + behind + "\n  out[get_global_id(0)] = s[0] + t[0];\n}\n");
}

bool ends(const CompiledKernel& k) {
  return flight_of(k.kernel, k.barrier(3)).ends.at(k.barrier(5));
}

TEST(Flights, AWaitForTheEventEndsTheCopy) {
  const CompiledKernel k = with_copy("", "wait_group_events(1, &e);");
  EXPECT_TRUE(ends(k));
  EXPECT_EQ(flight_of(k.kernel, k.barrier(3)).unmatched, model::kNone);
}

TEST(Flights, AWaitForAnotherEventDoesNot) {
  EXPECT_FALSE(ends(with_copy("f = async_work_group_copy(t, in, 8, 0);", "wait_group_events(1, &f);",
                              "wait_group_events(1, &e);")));
}

TEST(Flights, AnEventOfSeveralCopiesEndsEachOfThem) {
  const CompiledKernel k = with_copy("e = async_work_group_copy(t, in, 8, e);", "wait_group_events(1, &e);");
  EXPECT_TRUE(ends(k));
  EXPECT_TRUE(flight_of(k.kernel, k.barrier(4)).ends.at(k.barrier(5)));
}

TEST(Flights, AWaitThatMayBeForAnotherEventIsUnmatched) {
  const CompiledKernel k = with_copy("f = async_work_group_copy(t, in, 8, 0); if (in[0]) f = e;",
                                     "wait_group_events(1, &f);", "wait_group_events(1, &e);");
  EXPECT_FALSE(ends(k));
  EXPECT_EQ(flight_of(k.kernel, k.barrier(3)).unmatched, k.barrier(5));
}

TEST(Flights, OlderInstancesOfACopyInALoopAreToldFromTheLatest) {
  const CompiledKernel k(
      "__kernel void k(__global const int *in, __global int *out, int n) {\n"
      "  __local int s[16]; event_t now = 0, old = 0;\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    old = now;\n"
      "    now = async_work_group_copy(s + 8 * (i & 1), in + 8 * i, 8, 0);\n"
      "    if (i > 0)\n"
      "      wait_group_events(1, &old);\n"
      "  }\n"
      "  wait_group_events(1, &now);\n"
      "  out[get_global_id(0)] = s[0];\n"
      "}\n");
  const FlightsByAge flights = flights_by_age(k.kernel, k.barrier(5));
  EXPECT_FALSE(flights.latest_ends.at(k.barrier(7)));
  EXPECT_TRUE(flights.latest_ends.at(k.barrier(9)));
}

}  // namespace
}  // namespace launchproof::analysis
