// Tests that the table of the driver API matches an installed toolkit.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/shim/cuda/cuda_api.h"

namespace launchproof::cuda::testing {
namespace {

using Version = std::tuple<std::string, int, bool>;

std::set<Version> versions_in(const std::string& header) {
  std::ostringstream text;
  text << std::ifstream(std::string(LAUNCHPROOF_CUDA_INCLUDE) + "/" + header).rdbuf();
  const std::string all = text.str();
  const std::regex regex(R"(\*\s*PFN_(cu\w+?)_v(\d+)(_ptsz|_ptds)?\)\s*\()");
  std::set<Version> found;
  for (std::sregex_iterator at(all.begin(), all.end(), regex), end; at != end; ++at)
    found.emplace((*at)[1], std::stoi((*at)[2]), (*at)[3].matched);
  return found;
}

TEST(ToolkitFunctions, HaveTheVersionsOfTheTable) {
  std::set<Version> declared = versions_in("cudaTypedefs.h");
  declared.merge(versions_in("cudaProfilerTypedefs.h"));
  EXPECT_GT(declared.size(), 600U);
  std::set<Version> ours;
  for (const DriverFunction& function : driver_functions())
    ours.emplace(function.name, function.since, function.per_thread);
  EXPECT_EQ(ours, declared);
}

TEST(ToolkitFunctions, AreThoseThatTheStubLibraryExports) {
  const std::string library = std::string(LAUNCHPROOF_CUDA_INCLUDE) + "/../lib64/stubs/libcuda.so";
  if (!std::filesystem::exists(library)) GTEST_SKIP() << "the toolkit has no " << library;
  std::set<std::string> ours;
  for (const DriverFunction& function : driver_functions()) ours.emplace(function.symbol);
  EXPECT_EQ(ours, exported_symbols(library));
}

}  // namespace
}  // namespace launchproof::cuda::testing
