// Tests the table of the driver API, the list of all its symbols, and the libraries that are generated from
// it.
#include "shim/cuda/recording/function_table.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/shim/cuda/cuda_api.h"

namespace launchproof::cuda::testing {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::set<std::string> symbols_of_table(bool offered_only = false) {
  std::set<std::string> symbols;
  for (const DriverFunction& function : driver_functions())
    if (!offered_only || function.device == DeviceSupport::Offered) symbols.emplace(function.symbol);
  return symbols;
}

TEST(FunctionTable, HasEverySymbolOfTheDriverOnce) {
  std::ifstream file(LAUNCHPROOF_DRIVER_SYMBOLS);
  std::set<std::string> symbols;
  std::string symbol, words;
  while (file >> symbol >> words) symbols.insert(symbol);
  EXPECT_EQ(symbols.size(), 637U);
  EXPECT_EQ(symbols_of_table(), symbols);
  EXPECT_EQ(driver_functions().size(), symbols.size());
  for (const TableLine& line : table_lines())
    EXPECT_TRUE(!line.title.empty() || !line.text.empty()) << line.symbol;
}

TEST(FunctionTable, TheProcessorDeviceExportsWhatTheTableSaysAndNoOther) {
  EXPECT_EQ(exported_symbols(LAUNCHPROOF_PROCESSOR_DEVICE), symbols_of_table(true))
      << "the last column but one of shim/cuda/recording/functions.def says what the processor device has";
}

const char* symbol_for(const char* name, int version, bool per_thread = false) {
  const FunctionSearch found = find_function(name, version, per_thread);
  return found.function == nullptr ? "none" : found.function->symbol;
}

TEST(FunctionTable, GivesTheNewestSymbolThatIsNotTooNew) {
  EXPECT_STREQ(symbol_for("cuMemAlloc", 13000), "cuMemAlloc_v2");
  EXPECT_STREQ(symbol_for("cuMemAlloc", 3020), "cuMemAlloc_v2");
  EXPECT_STREQ(symbol_for("cuMemAlloc", 3019), "cuMemAlloc");
  EXPECT_STREQ(symbol_for("cuCtxCreate", 11040), "cuCtxCreate_v3");
  EXPECT_STREQ(symbol_for("cuLaunchKernel", 13000), "cuLaunchKernel");
  EXPECT_STREQ(symbol_for("cuLaunchKernel", 13000, true), "cuLaunchKernel_ptsz");
  EXPECT_STREQ(symbol_for("cuLaunchKernel", 6050, true), "cuLaunchKernel");
  EXPECT_STREQ(symbol_for("cuMemcpyHtoD", 13000, true), "cuMemcpyHtoD_v2_ptds");
  EXPECT_STREQ(symbol_for("cuInit", 13000, true), "cuInit");
}

TEST(FunctionTable, TellsAnUnknownNameFromOneThatIsTooNew) {
  EXPECT_TRUE(find_function("cuLaunchKernelEx", 11050, false).is_too_new);
  EXPECT_EQ(find_function("cuLaunchKernelEx", 11050, false).function, nullptr);
  EXPECT_FALSE(find_function("cuNothing", 13000, false).is_too_new);
  EXPECT_EQ(find_function("cuMemAlloc_v2", 13000, false).function, nullptr);
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST(FunctionTable, IsThePage) {
  const std::string path = LAUNCHPROOF_CUDA_API_PAGE;
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << cuda_api_page();
  EXPECT_EQ(text_of(path), cuda_api_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::cuda::testing
