#include "verify/frontend/builtins/builtin_table.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/verify/frontend/opencl_header.h"

namespace launchproof::frontend {
namespace {

std::set<std::string> declared_names() {
  std::set<std::string> names;
  for (const Prototype& function : declared_functions()) names.insert(function.name);
  // Functions that Clang knows without its header.
  for (const char* name : {"printf", "to_global", "to_local", "to_private", "translate_sampler_initializer"})
    names.insert(name);
  return names;
}

TEST(BuiltinTable, HasEveryFunctionThatClangDeclares) {
  const std::set<std::string> names = declared_names();
  EXPECT_GT(names.size(), 1200U);
  for (const std::string& name : names) EXPECT_NE(find_builtin(name), nullptr) << name << " is missing";
}

TEST(BuiltinTable, HasNoOthersAndNoneTwice) {
  const std::set<std::string> names = declared_names();
  std::set<std::string_view> seen;
  for (const Builtin& entry : all_builtins()) {
    EXPECT_TRUE(seen.insert(entry.name).second) << entry.name << " stands twice in the table";
    // Functions of pipes are part of Clang's language, not of its headers.
    const bool of_pipe = entry.name.find("_pipe") != std::string_view::npos;
    // The headers of CUDA are built on these functions; tests/verify/frontend/cuda/ calls them.
    const bool of_cuda = entry.since == "CUDA";
    EXPECT_TRUE(entry.prefix || of_pipe || of_cuda || names.contains(std::string(entry.name))) << entry.name;
  }
}

TEST(BuiltinTable, ALongerPrefixComesFirstAndNamesOfClangAreFound) {
  ASSERT_NE(find_builtin("__to_global"), nullptr);
  EXPECT_EQ(find_builtin("__to_global")->name, "to_global");
  EXPECT_EQ(find_builtin("__enqueue_kernel_basic")->kind, BuiltinKind::Unsupported);
  EXPECT_EQ(find_builtin("no_such_function"), nullptr);
  EXPECT_EQ(find_builtin("__"), nullptr);
}

// Returns the share of functions with arbitrary results among all functions that the page counts.
TEST(BuiltinTable, LeavesFewArbitrary) {
  std::size_t all = 0;
  std::size_t arbitrary = 0;
  for (const Builtin& entry : all_builtins()) {
    if (entry.prefix) continue;
    ++all;
    arbitrary += entry.kind == BuiltinKind::Arbitrary ? 1 : 0;
  }
  EXPECT_LE(arbitrary * 10, all) << arbitrary << " of " << all;
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST(BuiltinTable, IsThePage) {
  const std::string path = std::string(LAUNCHPROOF_SOURCE_DIR) + "/docs/builtins.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << builtins_page();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), builtins_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::frontend
