// Tests values of exact functions: a replay computes the same as a lane-by-lane computation that is written
// independently of the headers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "tests/verify/frontend/cuda/support.h"
#include "verify/replay/replay.h"

namespace launchproof::frontend::cuda {
namespace {

constexpr std::uint32_t kWords[] = {0x00000000, 0xffffffff, 0x80008000, 0x7fff8001,
                                    0x7f80ff01, 0x80017fff, 0x12345678};

struct Sample {
  std::string call;
  std::uint64_t expected;
};

std::string hex(std::uint32_t word) {
  return std::to_string(word) + "u";
}

// Executes the calls with constants.
void expect_values(const std::vector<Sample>& samples, const std::string& includes = "") {
  std::string text = includes + "__global__ void k(unsigned long long* out) {\n";
  for (std::size_t i = 0; i < samples.size(); ++i)
    text += "  out[" + std::to_string(i) + "] = " + samples[i].call + ";\n";
  ProgramSource source{"values.cu", text + "}\n", "", "", {}};
  source.language = SourceLanguage::Cuda;
  model::LaunchFacts facts;
  facts.arguments = {model::BufferArgument{1, 0, samples.size() * 8, {}}};
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  replay::Options options;
  options.keep_results = true;
  const replay::Outcome outcome = replay::replay({source}, {}, "k", facts, contents, options);
  ASSERT_EQ(outcome.status, replay::Status::Completed) << outcome.reason;
  const std::vector<std::uint8_t>& bytes = outcome.results.at(1);
  ASSERT_EQ(bytes.size(), samples.size() * 8);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i * 8, 8);
    EXPECT_EQ(value, samples[i].expected) << samples[i].call;
  }
}

using OfLanes = std::function<std::int64_t(std::int64_t, std::int64_t, unsigned)>;

std::int64_t lane_of(std::uint32_t word, unsigned lane, unsigned width, bool has_sign) {
  const std::uint32_t bits = (word >> (lane * width)) & ((1U << width) - 1);
  const bool negative = has_sign && (bits >> (width - 1)) != 0;
  return negative ? static_cast<std::int64_t>(bits) - (std::int64_t{1} << width) : bits;
}

std::uint32_t of_lanes(std::uint32_t a, std::uint32_t b, unsigned width, bool has_sign, const OfLanes& of) {
  std::uint32_t result = 0;
  for (unsigned lane = 0; lane < 32 / width; ++lane) {
    const std::int64_t value =
        of(lane_of(a, lane, width, has_sign), lane_of(b, lane, width, has_sign), width);
    result |= (static_cast<std::uint32_t>(value) & ((1U << width) - 1)) << (lane * width);
  }
  return result;
}

std::int64_t saturated(std::int64_t a, unsigned width, bool has_sign) {
  const std::int64_t limit = std::int64_t{1} << (has_sign ? width - 1 : width);
  return std::clamp(a, has_sign ? -limit : 0, limit - 1);
}

TEST(CudaIntegers, LanesOfWordsAreComputedOneByOne) {
  struct Row {
    std::string name;
    bool has_sign;
    OfLanes of;
  };
  std::vector<Row> rows{
      {"__vadd", false, [](auto a, auto b, auto) { return a + b; }},
      {"__vsub", false, [](auto a, auto b, auto) { return a - b; }},
      {"__vaddss", true, [](auto a, auto b, unsigned w) { return saturated(a + b, w, true); }},
      {"__vaddus", false, [](auto a, auto b, unsigned w) { return saturated(a + b, w, false); }},
      {"__vsubss", true, [](auto a, auto b, unsigned w) { return saturated(a - b, w, true); }},
      {"__vsubus", false, [](auto a, auto b, unsigned w) { return saturated(a - b, w, false); }},
      {"__vavgu", false, [](auto a, auto b, auto) { return (a + b + 1) / 2; }},
      // Half of an odd number is rounded away from zero.
      {"__vavgs", true, [](auto a, auto b, auto) { return (a + b + (a + b >= 0 ? 1 : -1)) / 2; }},
      {"__vhaddu", false, [](auto a, auto b, auto) { return (a + b) / 2; }},
      {"__vabsdiffs", true, [](auto a, auto b, auto) { return std::abs(a - b); }},
      {"__vabsdiffu", false, [](auto a, auto b, auto) { return std::abs(a - b); }},
      {"__vmaxs", true, [](auto a, auto b, auto) { return std::max(a, b); }},
      {"__vmaxu", false, [](auto a, auto b, auto) { return std::max(a, b); }},
      {"__vmins", true, [](auto a, auto b, auto) { return std::min(a, b); }},
      {"__vminu", false, [](auto a, auto b, auto) { return std::min(a, b); }},
  };
  const auto relation = [&](const std::string& name, bool has_sign,
                            const std::function<bool(std::int64_t, std::int64_t)>& holds) {
    rows.push_back({"__vcmp" + name, has_sign, [=](auto a, auto b, auto) { return holds(a, b) ? -1 : 0; }});
    rows.push_back({"__vset" + name, has_sign, [=](auto a, auto b, auto) { return holds(a, b) ? 1 : 0; }});
  };
  relation("eq", false, std::equal_to<>());
  relation("ne", false, std::not_equal_to<>());
  for (const bool has_sign : {false, true}) {
    const std::string suffix = has_sign ? "s" : "u";
    relation("ge" + suffix, has_sign, std::greater_equal<>());
    relation("gt" + suffix, has_sign, std::greater<>());
    relation("le" + suffix, has_sign, std::less_equal<>());
    relation("lt" + suffix, has_sign, std::less<>());
  }
  std::vector<Sample> samples;
  for (const Row& row : rows)
    for (const unsigned width : {16U, 8U})
      for (std::size_t i = 2; i < std::size(kWords); i += 2) {
        const std::uint32_t a = kWords[i];
        const std::uint32_t b = kWords[(i * 3 + 2) % std::size(kWords)];
        samples.push_back({row.name + (width == 16 ? "2(" : "4(") + hex(a) + ", " + hex(b) + ")",
                           of_lanes(a, b, width, row.has_sign, row.of)});
      }
  expect_values(samples);
}

TEST(CudaIntegers, LanesOfOneWord) {
  struct Row {
    const char* name;
    OfLanes of;
  };
  const Row rows[] = {{"__vabs", [](auto a, auto, auto) { return std::abs(a); }},
                      {"__vabsss", [](auto a, auto, unsigned w) { return saturated(std::abs(a), w, true); }},
                      {"__vneg", [](auto a, auto, auto) { return -a; }},
                      {"__vnegss", [](auto a, auto, unsigned w) { return saturated(-a, w, true); }}};
  std::vector<Sample> samples;
  for (const Row& row : rows)
    for (const unsigned width : {16U, 8U})
      for (const std::uint32_t a : kWords)
        samples.push_back({std::string(row.name) + (width == 16 ? "2(" : "4(") + hex(a) + ")",
                           of_lanes(a, a, width, true, row.of)});
  expect_values(samples);
}

TEST(CudaIntegers, SumsOfDifferences) {
  std::vector<Sample> samples;
  for (const bool has_sign : {false, true})
    for (const unsigned width : {16U, 8U})
      for (std::size_t i = 0; i + 1 < std::size(kWords); ++i) {
        std::uint64_t sum = 0;
        for (unsigned lane = 0; lane < 32 / width; ++lane)
          sum += static_cast<std::uint64_t>(std::abs(lane_of(kWords[i], lane, width, has_sign) -
                                                     lane_of(kWords[i + 1], lane, width, has_sign)));
        samples.push_back({std::string("__vsad") + (has_sign ? "s" : "u") + (width == 16 ? "2(" : "4(") +
                               hex(kWords[i]) + ", " + hex(kWords[i + 1]) + ")",
                           sum});
      }
  expect_values(samples);
}

TEST(CudaIntegers, BitsBytesAndProducts) {
  expect_values({
      {"__byte_perm(0x33221100u, 0x77665544u, 0x7430u)", 0x77443300},
      // The highest bit of a selector is not used.
      {"__byte_perm(0x33221180u, 0x77665544u, 0x0008u)", 0x80808080},
      {"__funnelshift_l(0x80000001u, 0x12345678u, 4)", 0x23456788},
      {"__funnelshift_l(0x80000001u, 0x12345678u, 36)", 0x23456788},
      {"__funnelshift_lc(0x80000001u, 0x12345678u, 40)", 0x80000001},
      {"__funnelshift_r(0x80000001u, 0x12345678u, 4)", 0x88000000},
      {"__funnelshift_rc(0x80000001u, 0x12345678u, 32)", 0x12345678},
      {"(unsigned)__dp4a((int)0xff027f80, (int)0x01ff0203, 5)",
       static_cast<std::uint32_t>(-1 - 2 + 254 - 384 + 5)},
      {"__dp4a(0xff027f80u, 0x01ff0203u, 5u)", 255 + 510 + 254 + 384 + 5},
      {"(unsigned)__dp2a_lo((int)0x0002ffff, (int)0x01ff0203, 5)", static_cast<std::uint32_t>(-3 + 4 + 5)},
      {"(unsigned)__dp2a_hi((int)0x0002ffff, (int)0x01ff0203, 5)", static_cast<std::uint32_t>(1 + 2 + 5)},
      {"__dp2a_lo(0x0002ffffu, 0x01ff0203u, 5u)", 65535 * 3 + 4 + 5},
      {"__fns(0x00000034u, 0, 1)", 2},
      {"__fns(0x00000034u, 3, 2)", 5},
      {"__fns(0x00000034u, 4, -2)", 2},
      {"__fns(0x00000034u, 2, 0)", 2},
      {"__fns(0x00000034u, 3, 0)", 0xffffffff},
      {"__fns(0x00000034u, 6, 1)", 0xffffffff},
      {"__nv_bswap16(0x1234)", 0x3412},
      {"__nv_bswap32(0x12345678u)", 0x78563412},
      {"__nv_bswap64(0x0102030405060708ull)", 0x0807060504030201},
      {"__ffs(0)", 0},
      {"__ffsll(1ll << 40)", 41},
      {"__clz(0)", 32},
      {"__brev(1u)", 0x80000000},
      {"(unsigned)__mul24(0x00ffffff, 3)", static_cast<std::uint32_t>(-3)},
      {"__umul24(0x01ffffffu, 2u)", 0x1fffffe},
      {"(unsigned)__hadd(-3, 0)", static_cast<std::uint32_t>(-2)},
      {"(unsigned)__rhadd(-3, 0)", static_cast<std::uint32_t>(-1)},
      {"__sad(-5, 5, 1u)", 11},
      {"(unsigned)__vimax3_s32(-1, -7, -3)", 0xffffffff},
      {"__vimin3_u32(9u, 7u, 8u)", 7},
      {"(unsigned)__viaddmax_s32_relu(-5, 2, -1)", 0},
      {"__viaddmax_u16x2(0xffff0001u, 0x00020001u, 0x00000003u)", 0x00010003},
      {"__viaddmin_s16x2(0x7fff0001u, 0x00010001u, 0x00000003u)", 0x80000002},
  });
}

TEST(CudaIntegers, ConversionsRoundAndSaturate) {
  expect_values({
      {"(unsigned)__float2int_rn(2.5f)", 2},
      {"(unsigned)__float2int_ru(2.25f)", 3},
      {"(unsigned)__float2int_rd(-2.25f)", static_cast<std::uint32_t>(-3)},
      {"(unsigned)__float2int_rz(3e9f)", 0x7fffffff},
      {"__float2uint_rz(-1.0f)", 0},
      {"(unsigned)__double2loint(__longlong_as_double(0x1122334455667788ll))", 0x55667788},
      {"(unsigned)__double2hiint(__longlong_as_double(0x1122334455667788ll))", 0x11223344},
      {"(unsigned)__float_as_int(1.0f)", 0x3f800000},
      {"(unsigned)lrintf(3.5f)", 4},
      {"(unsigned)llround(2.5)", 3},
  });
}

TEST(CudaIntegers, NarrowFloatsAreRoundedOnTheirBits) {
  expect_values(
      {
          {"__bfloat16_as_ushort(__float2bfloat16_rn(__uint_as_float(0x3f808000u)))", 0x3f80},
          {"__bfloat16_as_ushort(__float2bfloat16_rn(__uint_as_float(0x3f818000u)))", 0x3f82},
          {"__bfloat16_as_ushort(__float2bfloat16_rz(__uint_as_float(0xbf81ffffu)))", 0xbf81},
          {"__bfloat16_as_ushort(__float2bfloat16_ru(__uint_as_float(0x3f810001u)))", 0x3f82},
          {"__bfloat16_as_ushort(__float2bfloat16_ru(__uint_as_float(0xbf810001u)))", 0xbf81},
          {"__bfloat16_as_ushort(__float2bfloat16_rd(__uint_as_float(0xbf810001u)))", 0xbf82},
          {"__bfloat16_as_ushort(__float2bfloat16_rn(__uint_as_float(0x7f7fffffu)))", 0x7f80},
          {"__bfloat16_as_ushort(__float2bfloat16_rn(__uint_as_float(0xffc00000u)))", 0x7fff},
          {"__half_as_ushort(__hneg(__ushort_as_half(0x3c00)))", 0xbc00},
          {"__half_as_ushort(__habs(__ushort_as_half(0xbc00)))", 0x3c00},
          {"__half_as_ushort(__lowhigh2highlow(__halves2half2(__ushort_as_half(1), __ushort_as_half(2))).x)",
           2},
      },
      "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n");
}

}  // namespace
}  // namespace launchproof::frontend::cuda
