// Tests the library that stands in front of NVIDIA's driver, with a stub driver behind it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

#include "tests/shim/cuda/cuda_api.h"

namespace launchproof::cuda::testing {
namespace {

namespace fs = std::filesystem;

class Forwarding : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "launchproof-forwarding-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    d_folder = pattern;
  }
  void TearDown() override { fs::remove_all(d_folder); }

  // Runs the program with its output in the file `out` and the stub's log in `log`.
  int run(const std::vector<std::string>& words, const std::string& preloaded, bool is_recorded,
          const std::map<std::string, std::string>& more = {}) const {
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("LD_PRELOAD", preloaded.c_str(), 1);
      ::setenv("LAUNCHPROOF_CUDA_DRIVER", LAUNCHPROOF_STUB_CUDA, 1);
      ::setenv("LAUNCHPROOF_CAPTURE", is_recorded ? (d_folder / "c.lpcap").c_str() : "", 1);
      ::setenv("STUB_CUDA_LOG", (d_folder / "log").c_str(), 1);
      for (const auto& [name, value] : more) ::setenv(name.c_str(), value.c_str(), 1);
      if (std::freopen((d_folder / "out").c_str(), "w", stdout) == nullptr) ::_exit(126);
      std::vector<char*> argv{const_cast<char*>(LAUNCHPROOF_APP)};
      for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
      argv.push_back(nullptr);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }
  std::vector<std::vector<std::string>> lines(const char* name) const {
    std::vector<std::vector<std::string>> all;
    std::ifstream file(d_folder / name);
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      all.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    }
    return all;
  }
  fs::path path(const char* name) const { return d_folder / name; }

 private:
  fs::path d_folder;
};

std::map<std::string, std::size_t> words_of_symbols() {
  std::map<std::string, std::size_t> all;
  std::ifstream file(LAUNCHPROOF_DRIVER_SYMBOLS);
  std::string symbol;
  for (std::size_t words = 0; file >> symbol >> words;) all.emplace(symbol, words);
  // The second argument of these functions is a structure on the stack.
  all["cuIpcOpenMemHandle"] = all["cuIpcOpenMemHandle_v2"] = 1;
  return all;
}

std::map<std::string, FunctionKind> kinds() {
  std::map<std::string, FunctionKind> all;
  for (const DriverFunction& function : driver_functions()) all.emplace(function.symbol, function.kind);
  return all;
}

// Calls every symbol of the driver with twelve words. The stub implements none of them, so each call has a
// distinct result.
TEST_F(Forwarding, EachCallArrivesOnceAndUnchangedAndSoDoesItsResult) {
  const std::map<std::string, std::size_t> words = words_of_symbols();
  const std::map<std::string, FunctionKind> kind = kinds();
  for (const bool is_recorded : {false, true}) {
    fs::remove(path("log"));
    ASSERT_EQ(run({"every_symbol", LAUNCHPROOF_DRIVER_SYMBOLS}, LAUNCHPROOF_FORWARDING, is_recorded,
                  {{"STUB_CUDA_PLAIN", "1"}}),
              0);
    const auto made = lines("out");
    std::map<std::string, std::vector<std::vector<std::string>>> arrived;
    for (auto& line : lines("log")) arrived[line.at(0)].push_back(line);
    ASSERT_EQ(made.size(), words.size());
    std::size_t number = 0;
    std::map<std::string, std::size_t> place;
    for (const DriverFunction& function : driver_functions()) place.emplace(function.symbol, number++);
    for (const auto& call : made) {
      const std::string& symbol = call.at(0);
      EXPECT_EQ(call.at(1), std::to_string(5000 + place.at(symbol))) << symbol;
      // A launch of an unknown handle makes the library ask the driver for its module.
      const bool is_asked = is_recorded && symbol == "cuFuncGetModule";
      EXPECT_EQ(is_asked ? 1U : arrived[symbol].size(), 1U) << symbol;
      const bool is_untouched =
          kind.at(symbol) == FunctionKind::Passed || kind.at(symbol) == FunctionKind::Noted;
      const std::size_t compared = is_untouched ? 12 : words.at(symbol);
      const auto is_the_call = [&](const std::vector<std::string>& one) {
        for (std::size_t i = 0; i < compared; ++i) {
          const auto as_number = [](const std::string& text) { return std::stoull(text, nullptr, 16); };
          const std::uint64_t was = as_number(call.at(2 + i)), is = as_number(one.at(1 + i));
          // A 32-bit parameter is the lower half of a word.
          if (was != is &&
              (is_untouched || static_cast<std::uint32_t>(was) != static_cast<std::uint32_t>(is)))
            return false;
        }
        return true;
      };
      EXPECT_TRUE(std::ranges::any_of(arrived[symbol], is_the_call)) << symbol;
    }
  }
}

TEST_F(Forwarding, ALibraryOfTheDriversNameIsFoundInItsPlace) {
  EXPECT_EQ(run({"write"}, LAUNCHPROOF_FORWARDING, true), 0);
  EXPECT_TRUE(fs::exists(path("c.lpcap/session.json")));
}

TEST_F(Forwarding, ExportsWhatTheDriverExports) {
  std::set<std::string> symbols;
  for (const DriverFunction& function : driver_functions()) symbols.emplace(function.symbol);
  EXPECT_EQ(exported_symbols(LAUNCHPROOF_FORWARDING), symbols);
}

}  // namespace
}  // namespace launchproof::cuda::testing
