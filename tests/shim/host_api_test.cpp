// Tests the table of the host API against OpenCL's headers and against the behaviour of the layer.
#include "host_api.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "shim/opencl/entry/api.h"

namespace launchproof::tests {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::set<std::string> names_in(const std::string& header, const std::string& pattern) {
  const std::string text = text_of(std::string(LAUNCHPROOF_OPENCL_HEADERS) + "/CL/" + header);
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) found.insert((*at)[1]);
  return found;
}

// Returns the functions that a program can call: cl.h declares them, and cl_icd.h has them as entries of the
// loader's table.
std::set<std::string> names_of_headers() {
  std::set<std::string> names = names_in("cl.h", R"(\bCL_API_CALL\s+(cl\w+)\s*\()");
  EXPECT_GT(names.size(), 110U);
  const std::set<std::string> entries =
      names_in("cl_icd.h", R"(\n\s+(?:cl_api_cl\w+|void \*)\s*(cl[A-Z]\w+);)");
  EXPECT_GT(entries.size(), 130U);
  names.insert(entries.begin(), entries.end());
  return names;
}

std::set<std::string> names_of_table(bool by_name) {
  std::set<std::string> names;
  for (const HostFunction& function : host_functions())
    if (function.by_name == by_name) names.emplace(function.name);
  return names;
}

TEST(HostApi, HasEveryFunctionOfTheHeadersAndNoOther) {
  EXPECT_EQ(names_of_table(false), names_of_headers());
}

TEST(HostApi, HasNamesOfTheHeadersForThoseAskedForByName) {
  const std::set<std::string> declared = names_in("cl_ext.h", R"(\n(cl[A-Z]\w+)\()");
  EXPECT_GT(declared.size(), 50U);
  for (const std::string& name : names_of_table(true)) EXPECT_TRUE(declared.contains(name)) << name;
}

TEST(HostApi, HasNoFunctionTwiceAndSaysWhatOfEach) {
  const std::regex since(R"([123]\.[0-2]|cl_(khr|ext|intel|arm)_\w+)");
  std::set<std::string_view> seen;
  for (const HostFunction& function : host_functions()) {
    EXPECT_TRUE(seen.insert(function.name).second) << function.name << " stands twice in the table";
    EXPECT_FALSE(function.text.empty()) << function.name;
    EXPECT_TRUE(std::regex_match(std::string(function.since), since)) << function.name << function.since;
  }
}

// cl.h says CL_API_SUFFIX__VERSION_2_1 or CL_API_PREFIX__VERSION_1_1_DEPRECATED behind, or before, each
// function.
TEST(HostApi, KnowsTheVersionOfEachFunction) {
  const std::string text = text_of(std::string(LAUNCHPROOF_OPENCL_HEADERS) + "/CL/cl.h");
  const std::regex regex(
      R"(\bCL_API_CALL\s+(cl\w+)\s*\([^;]*?CL_API_SUFFIX__VERSION_(\d)_(\d)(_DEPRECATED)?)");
  std::map<std::string, std::string> versions;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    if (!(*at)[4].matched) versions[(*at)[1]] = (*at)[2].str() + "." + (*at)[3].str();
  EXPECT_GT(versions.size(), 90U);
  for (const HostFunction& function : host_functions()) {
    const auto found = versions.find(std::string(function.name));
    if (found == versions.end()) continue;
    EXPECT_EQ(function.since, found->second) << function.name;
  }
}

using Dispatch = std::array<void*, sizeof(cl_icd_dispatch) / sizeof(void*)>;

template <class Entry>
std::size_t index_of(const cl_icd_dispatch& table, const Entry& entry) {
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&entry) -
                                  reinterpret_cast<const char*>(&table)) /
         sizeof(void*);
}

// Returns the position of each function in the loader's table.
std::map<std::string, std::size_t> positions() {
  std::map<std::string, std::size_t> found;
  const cl_icd_dispatch table{};
#define LAUNCHPROOF_HOOK(name, ...) found[#name] = index_of(table, table.name);
#define LAUNCHPROOF_PASS(name, ...) found[#name] = index_of(table, table.name);
#include "shim/opencl/entry/hooks.def"
  return found;
}

// Runs in a separate process, because a layer is initialised once. Prints the names of the entries that the
// layer replaced.
TEST(HostApiDeathTest, TheLayerReplacesThoseThatTheTableSaysAndNoOther) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto replaced = [] {
    setenv("LAUNCHPROOF_CAPTURE", "/nonexistent/never.lpcap", 1);
    void* const shim = dlopen(LAUNCHPROOF_SHIM, RTLD_NOW | RTLD_LOCAL);
    if (shim == nullptr) std::_Exit(3);
    const auto initialise = reinterpret_cast<pfn_clInitLayer>(dlsym(shim, "clInitLayer"));
    Dispatch target{};
    // Never called.
    for (std::size_t i = 0; i < target.size(); ++i) target[i] = static_cast<void*>(target.data() + i);
    cl_uint count = 0;
    const cl_icd_dispatch* given = nullptr;
    if (initialise(static_cast<cl_uint>(target.size()), reinterpret_cast<const cl_icd_dispatch*>(&target),
                   &count, &given) != CL_SUCCESS ||
        count != target.size())
      std::_Exit(4);
    Dispatch layer{};
    std::memcpy(&layer, given, sizeof layer);
    int wrong = 0;
    const auto at = positions();
    for (const HostFunction& function : host_functions()) {
      if (function.by_name) continue;
      const std::size_t i = at.at(std::string(function.name));
      const bool is_hooked = layer[i] != target[i];
      if (is_hooked == (function.kind != HostApiKind::Passed)) continue;
      std::cerr << function.name << (is_hooked ? " is replaced\n" : " is not replaced\n");
      ++wrong;
    }
    std::_Exit(wrong == 0 ? 0 : 5);
  };
  EXPECT_EXIT(replaced(), testing::ExitedWithCode(0), "");
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites docs/host-api.md.
TEST(HostApi, IsThePage) {
  const std::string path = LAUNCHPROOF_HOST_API_PAGE;
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << host_api_page();
  EXPECT_EQ(text_of(path), host_api_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::tests
