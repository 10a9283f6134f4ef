// Tests that Launchproof's declarations of CUDA's API match a toolkit's headers.
#include <gtest/gtest.h>

#include "tests/shim/cuda/layouts.h"

namespace launchproof::cuda {
namespace {

TEST(Toolkit, DeclaresTheSameLayoutsAndErrors) {
  const Layouts own = own_layouts(), toolkit = toolkit_layouts();
  EXPECT_GT(own.size(), 100U);
  ASSERT_EQ(own.size(), toolkit.size());
  for (const auto& [name, number] : own) EXPECT_EQ(number, toolkit.at(name)) << name;
}

}  // namespace
}  // namespace launchproof::cuda
