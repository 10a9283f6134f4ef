// Tests launches that no device accepts.
#include "verify/analysis/contradiction.h"

#include <gtest/gtest.h>

#include "tests/verify/analysis/compiled_kernel.h"

namespace launchproof::analysis {
namespace {

class Contradiction : public ::testing::Test {
 protected:
  std::string found() const { return contradiction(d_kernel, d_facts); }

  model::KernelModel d_kernel = compiled(
      "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
      "__kernel void k(__global int *a, int n) { a[get_global_id(0)] = n; }\n");
  model::LaunchFacts d_facts = small_launch(d_kernel);
};

TEST_F(Contradiction, IsNotFoundInAnOrdinaryLaunch) {
  EXPECT_EQ(found(), "");
}

TEST_F(Contradiction, IsASizeOfZero) {
  d_facts.global_size[1] = 0;
  EXPECT_EQ(found(), "a global size is 0");
  d_facts.local_size[1] = 0;
  EXPECT_EQ(found(), "a local size is 0");
}

TEST_F(Contradiction, IsAnotherLocalSizeThanTheKernelRequires) {
  d_facts.local_size[0] = 4;
  EXPECT_EQ(found(), "the kernel requires local size (8, 1, 1), the launch has (4, 1, 1)");
}

TEST_F(Contradiction, IsAnArgumentOfAnotherSize) {
  d_facts.arguments[1] = model::ValueArgument{{1, 2, 3, 4}};
  EXPECT_EQ(found(), "");
  d_facts.arguments[1] = model::ValueArgument{{1, 2}};
  EXPECT_EQ(found(), "argument `n` has 2 bytes, the kernel takes 4");
}

TEST_F(Contradiction, IsAGlobalIdThatComesRound) {
  d_facts.global_offset[0] = ~std::uint64_t{0} - 16;
  EXPECT_EQ(found(), "");
  ++d_facts.global_offset[0];
  EXPECT_NE(found().find("together exceed the device's addresses"), std::string::npos) << found();
}

}  // namespace
}  // namespace launchproof::analysis
