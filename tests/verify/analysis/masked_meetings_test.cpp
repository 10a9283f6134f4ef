// Tests masked warp functions that were not shown to be reached by all threads of the mask.
#include "verify/analysis/masked_meetings.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

std::size_t unshown(const std::string& body) {
  const CompiledKernel k(compiled(
      "__global__ void k(unsigned* out, const int* c, int n) {\n  int i = threadIdx.x;\n" + body + "\n}\n",
      frontend::SourceLanguage::Cuda));
  return unshown_meetings(k.kernel, k.uniformity).size();
}

TEST(MaskedMeetings, TheThreadsThatAreTogetherComeToWhatFollows) {
  EXPECT_EQ(unshown("if (c[i]) { unsigned m = __activemask(); out[i] = __shfl_sync(m, i, __ffs(m) - 1); }"),
            0U);
}

TEST(MaskedMeetings, AMaskOfOtherThreadsIsNotShown) {
  EXPECT_GT(unshown("unsigned m = __activemask(); if (c[i]) out[i] = __shfl_sync(m, i, __ffs(m) - 1);"), 0U);
}

TEST(MaskedMeetings, FullMasksAreNoneOfThese) {
  EXPECT_EQ(unshown("out[i] = __shfl_sync(0xffffffffu, i, 0);"), 0U);
}

}  // namespace
}  // namespace launchproof::analysis
