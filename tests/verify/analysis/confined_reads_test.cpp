// Tests which reads of tables stay inside of them, whatever value is read.
#include "verify/analysis/confined_reads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "verify/analysis/deciding_values.h"
#include "verify/frontend/frontend.h"

namespace launchproof::analysis {
namespace {

model::KernelModel reading(const std::string& index, const std::string& declared) {
  const std::string text =
      declared +
      "\n__kernel void k(__global const uint *in, __global uint *out, __constant uint *given) {\n"
      "  size_t i = get_global_id(0);\n  uint x = in[i];\n  uchar c = in[i];\n  int signed_x = in[i];\n"
      "  uint masked = 0;\n  for (uint n = 0; n < x; n++) masked = (masked * 5 + x) & 63;\n"
      "  out[i] = " +
      index + ";\n}\n";
  frontend::Translation translation = frontend::translate({{.file_name = "k.cl", .text = text}}, {});
  EXPECT_TRUE(translation.compiled) << text;
  return translation.kernels.at(0);
}

std::size_t confined(const std::string& index, const std::string& declared) {
  const std::vector<bool> found = confined_reads(reading(index, declared));
  return static_cast<std::size_t>(std::ranges::count(found, true));
}

constexpr const char* kBytes = "__constant uchar table[256] = {1, 2, 3};";
constexpr const char* kWords = "__constant uint table[64] = {1, 2, 3};";
constexpr const char* kRows = "__constant uint table[4][16] = {{1}, {2}};";

TEST(ConfinedReads, KeepWithinTheTableByTheirWidths) {
  for (const char* index :
       {"table[c]", "table[x & 255]", "table[x >> 24]", "table[x % 200]", "table[(x & 127) + 128]",
        "table[(x & 15) * 17]", "table[x & 1 ? 255 : c]", "table[(c ^ 85) | 3]", "table[255 - c]",
        "table[signed_x & 255]", "table[(x & 255u) / 3]"})
    EXPECT_EQ(confined(index, kBytes), 1U) << index;
  for (const char* index :
       {"table[x & 63]", "table[x >> 26]", "table[masked]", "table[c >> 2]", "table[c / 4]", "table[c % 64]"})
    EXPECT_EQ(confined(index, kWords), 1U) << index;
  EXPECT_EQ(confined("table[x & 3][c & 15]", kRows), 1U);
  EXPECT_EQ(confined("table[table[c & 255]]", kBytes), 2U);
}

TEST(ConfinedReads, OthersAreAskedOf) {
  for (const char* index : {"table[x]", "table[x & 256]", "table[x >> 23]", "table[x % 257]",
                            "table[(x & 128) + 128]", "table[(x & 15) * 18]", "table[x & 1 ? 256 : c]",
                            "table[c - 1]", "table[signed_x >> 24]", "table[256 - c]", "table[i]"})
    EXPECT_EQ(confined(index, kBytes), 0U) << index;
  for (const char* index : {"table[c]", "table[x & 64]", "table[signed_x / 4]", "table[signed_x % 64]",
                            "table[c >> 1]", "table[masked + 1]", "given[x & 63]"})
    EXPECT_EQ(confined(index, kWords), 0U) << index;
  for (const char* index : {"table[x & 3][c & 31]", "table[x & 4][c & 15]"})
    EXPECT_EQ(confined(index, kRows), 0U) << index;
}

// The address of a confined read decides nothing by itself, but does so if the value read decides something.
TEST(ConfinedReads, TheirOffsetsDecideWhatTheirValuesDo) {
  const auto decides = [](const std::string& index) {
    const model::KernelModel found = reading(index, kBytes);
    const std::vector<bool> deciding = deciding_values(found);
    const std::vector<bool> is_confined = confined_reads(found);
    for (model::SiteId id = 0; id < found.sites.size(); ++id)
      if (is_confined[id]) return static_cast<bool>(deciding[found.sites[id].offset]);
    ADD_FAILURE() << index;
    return false;
  };
  EXPECT_FALSE(decides("table[c]"));
  EXPECT_TRUE(decides("in[table[c]]"));
  EXPECT_TRUE(decides("table[c] > 3 ? in[0] : 0"));
}

}  // namespace
}  // namespace launchproof::analysis
