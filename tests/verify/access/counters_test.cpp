// Tests counters in memory that other accesses also write.
#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

struct CountedPlaces {
  const char* what;
  const char* body;
  Verdict race;
};

verdict::ClassResult check_body(const std::string& body) {
  const std::string source =
      "__kernel void k(__global uint *a, __global const uint *in) { uint i = get_global_id(0); " + body +
      " }";
  return check(source, {8, 4, {buffer(1, 68), buffer(2, 128)}});
}

TEST(CountersInTheirBuffer, HandOutEachPlaceOnceWhereNothingReachesThem) {
  const std::vector<CountedPlaces> cases{
      {"a guard", "uint at = atomic_inc(&a[16]); if (at < 16) a[at] = i;", Verdict::Verified},
      {"a guard that lets the counter through", "uint at = atomic_inc(&a[16]); if (at < 17) a[at] = i;",
       Verdict::PossibleDefect},
      {"another store beside it",
       "uint at = atomic_inc(&a[16]); if (at < 15) a[at] = i; if (i == 0) a[15] = 7;", Verdict::Verified},
      {"another store on it", "uint at = atomic_inc(&a[16]); if (at < 15) a[at] = i; if (i == 0) a[16] = 7;",
       Verdict::PossibleDefect},
      {"a part of it",
       "uint at = atomic_inc(&a[16]); if (at < 16) a[at] = i; if (i == 0) ((__global uchar *)a)[67] = 7;",
       Verdict::PossibleDefect},
      {"another atomic beside it",
       "atomic_max(&a[15], in[i]); uint at = atomic_inc(&a[16]); if (at < 15) a[at] = i;", Verdict::Verified},
      {"another atomic on it",
       "atomic_min(&a[16], in[i]); uint at = atomic_inc(&a[16]); if (at < 15) a[at] = i;",
       Verdict::PossibleDefect},
      {"an exchange anywhere",
       "atomic_xchg(&a[in[i] % 17], 0); uint at = atomic_inc(&a[16]); if (at < 16) a[at] = i;",
       Verdict::PossibleDefect},
      {"two with steps of their own",
       "uint p = atomic_inc(&a[15]), q = atomic_add(&a[16], 2); if (p < 4) a[p] = i; if (q < 8) a[4 + q] = "
       "i;",
       Verdict::Verified},
      {"one with two steps",
       "uint p = atomic_inc(&a[16]), q = atomic_add(&a[16], 2); if (p < 4) a[p] = i; if (q < 8) a[4 + q] = "
       "i;",
       Verdict::PossibleDefect}};
  for (const CountedPlaces& one : cases) {
    const verdict::ClassResult result = check_body(one.body);
    EXPECT_EQ(of(result, Property::DataRace), one.race) << one.what << explain(result);
  }
}

// A proof about the one counter may depend on the other.
TEST(CountersInTheirBuffer, AreSettledTogether) {
  const char* const source = R"(__kernel void k(__global uint *a) {
    uint i = get_global_id(0);
    uint p = atomic_inc(&a[0]);
    a[1 + p] = i;
  })";
  const auto with = [&](std::uint8_t first) {
    std::vector<std::uint8_t> bytes(160, 0);
    bytes[0] = first;
    bytes[1] = bytes[2] = bytes[3] = first == 0 ? 0 : 0xff;
    model::BufferArgument argument{1, 0, bytes.size()};
    argument.contents = model::BufferContents::known(bytes, "given");
    return check(source, {8, 4, {argument}});
  };
  const verdict::ClassResult small = with(0);
  EXPECT_EQ(small.verdict, Verdict::Verified) << explain(small);
  EXPECT_FALSE(small.assumptions.empty()) << "it rests on what the counter begins with";
  EXPECT_NE(with(0xff).verdict, Verdict::Verified);
}

// A proof of bounds depends on places that a race may change.
TEST(CountersInTheirBuffer, ARaceVoidsBoundsThatRestOnThem) {
  const auto with = [](const std::string& more) {
    const std::string source =
        "__kernel void k(__global uint *a, __global uint *b) { uint i = get_global_id(0); "
        "uint p = atomic_inc(&a[0]); a[1 + i % 4] = 3; b[1 + p] = 1; " +
        more + " }";
    model::BufferArgument counted{1, 0, 20};
    counted.contents = model::BufferContents::known(std::vector<std::uint8_t>(20, 0), "given");
    return check(source, {8, 4, {counted, buffer(2, 132)}});
  };
  const verdict::ClassResult alone = with("");
  EXPECT_EQ(of(alone, Property::OutOfBounds), Verdict::Verified) << explain(alone);
  const verdict::ClassResult raced = with("b[0] = i;");
  EXPECT_NE(of(raced, Property::DataRace), Verdict::Verified) << explain(raced);
  EXPECT_EQ(of(raced, Property::OutOfBounds), Verdict::Unknown) << explain(raced);
}

}  // namespace
}  // namespace launchproof::access::testing
