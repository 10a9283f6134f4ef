#include "verify/cache/identity.h"

#include <gtest/gtest.h>

#include <sstream>

namespace launchproof::cache {
namespace {

TEST(Identity, NamesTheProgramAndItsLibraries) {
  const auto identity = program_identity();
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity, program_identity());
  bool program = false, library = false;
  std::istringstream lines(*identity);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_GE(line.size() - line.find(' '), 16U) << line;
    program = program || line.starts_with("program ");
    library = library || line.starts_with("libc.so.6 ");
    EXPECT_EQ(line.find("vdso"), std::string::npos) << line;
  }
  EXPECT_TRUE(program);
  EXPECT_TRUE(library);
}

}  // namespace
}  // namespace launchproof::cache
