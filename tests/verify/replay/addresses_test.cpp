// Tests the addresses of arguments, as a kernel sees them.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/verify/replay/launched_case.h"

namespace launchproof::replay {
namespace {

using verdict::Property;

// Returns the value that the kernel stores in the first word of `out`. No other argument points to the object
// of `out`.
std::int32_t value_of(const std::string& expression, const std::string& buffers) {
  const Launched launched(
      "__kernel void k(__global int *out, __global int *a, __global int *b, int i) { out[0] = " + expression +
          "; }",
      "--local-size 1 --num-groups 1 --arg i=1 --buffer out=4 " + buffers);
  Contents contents;
  contents.fill = Contents::Fill::Zero;
  Options options;
  options.keep_results = true;
  const Outcome outcome = launched.run(contents, options);
  EXPECT_EQ(outcome.status, Status::Completed) << outcome.reason;
  const auto* out = std::get_if<model::BufferArgument>(&launched.facts.arguments.at(0));
  std::int32_t value = 0;
  std::memcpy(&value, outcome.results.at(out->object).data(), sizeof value);
  return value;
}

const char* kSame = "--buffer a=64 --buffer b=@a";
const char* kPart = "--buffer a=64 --buffer b=@a+16:48";
const char* kApart = "--buffer a=64 --buffer b=64";

TEST(Addresses, CompareAsOnADevice) {
  EXPECT_EQ(value_of("a == b", kSame), 1);
  EXPECT_EQ(value_of("a == b", kPart), 0);
  EXPECT_EQ(value_of("a + 4 == b", kPart), 1);
  EXPECT_EQ(value_of("a < b", kPart), 1);
  EXPECT_EQ(value_of("b < a", kPart), 0);
  EXPECT_EQ(value_of("a + 5 > b", kPart), 1);
  EXPECT_EQ(value_of("a == b", kApart), 0);
  EXPECT_EQ(value_of("a == 0", kSame), 0);
}

TEST(Addresses, LieAsFarApartAsOnADevice) {
  EXPECT_EQ(value_of("b - a", kPart), 4);
  EXPECT_EQ(value_of("a - b", kPart), -4);
  EXPECT_EQ(value_of("b - a", kSame), 0);
  EXPECT_EQ(value_of("(int)((uintptr_t)b - (uintptr_t)a)", kPart), 16);
  EXPECT_EQ(value_of("(int)((uintptr_t)a & 15)", kPart), 0);
  EXPECT_EQ(value_of("(int)((uintptr_t)b & 15)", "--buffer a=64 --buffer b=@a+4:48"), 4);
}

TEST(Addresses, OfAPointerThatWasChosen) {
  EXPECT_EQ(value_of("(i ? b : a) == a", kSame), 1);
  EXPECT_EQ(value_of("(i ? b : a) - a", kPart), 4);
  EXPECT_EQ(value_of("(i ? b : out) == a + 4", kPart), 1);
  EXPECT_EQ(value_of("(i ? b : out) == out", kPart), 0);
}

// Each access is checked against its own argument, whatever addresses are computed and compared.
TEST(Addresses, AccessesBelongToTheirArguments) {
  const auto seen_of = [](const std::string& body) {
    const Launched launched("__kernel void k(__global int *a, __global int *b) { " + body + " }",
                            "--local-size 1 --num-groups 1 --buffer a=64 --buffer b=@a+16:16");
    return of(launched.run(), Property::OutOfBounds).size();
  };
  EXPECT_EQ(seen_of("if (b == a + 4) b[3] = 1;"), 0U);
  EXPECT_EQ(seen_of("if (b == a + 4) b[4] = 1;"), 1U);
  EXPECT_EQ(seen_of("*(__global int *)((uintptr_t)b + 12) = 1;"), 0U);
  EXPECT_EQ(seen_of("*(__global int *)((uintptr_t)a + 60) = 1;"), 0U);
  EXPECT_EQ(seen_of("*(__global int *)((uintptr_t)a + 64) = 1;"), 1U);
}

// An access before an array is outside of it, whatever the array's size, and is executed all the same.
TEST(Addresses, BeforeAnArrayOfUnknownSize) {
  const Launched launched("__kernel void k(__global int *a) { a[-1] = get_global_id(0); }",
                          "--local-size 8 --num-groups 1");
  const Outcome outcome = launched.run();
  ASSERT_EQ(of(outcome, Property::OutOfBounds).size(), 1U);
  const auto& item = of(outcome, Property::OutOfBounds)[0].participants[0].work_item;
  EXPECT_EQ(static_cast<std::int64_t>(item.byte_offset), -4);
  ASSERT_EQ(of(outcome, Property::DataRace).size(), 1U);
  EXPECT_EQ(
      static_cast<std::int64_t>(of(outcome, Property::DataRace)[0].participants[0].work_item.byte_offset),
      -4);
}

}  // namespace
}  // namespace launchproof::replay
