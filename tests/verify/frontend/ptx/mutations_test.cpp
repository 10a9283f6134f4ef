// Tests randomly changed modules: each is a valid module or gives a syntax error with a line, and nothing
// else happens.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "verify/frontend/ptx/parser.h"
#include "verify/frontend/ptx/program_writer.h"

namespace launchproof::frontend::ptx {
namespace {

std::vector<std::string> kernel_cases() {
  std::vector<std::string> texts;
  const std::filesystem::path folder = LAUNCHPROOF_SOURCE_DIR "/tests/kernels/ptx";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    texts.push_back(text.str());
  }
  std::ranges::sort(texts);
  return texts;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : d_random(seed), d_texts(kernel_cases()) {}

  std::string next() {
    std::string text = d_texts[number(d_texts.size())];
    for (std::size_t changes = 1 + number(4); changes > 0 && text.size() > 1; --changes) change(text);
    return text;
  }

 private:
  std::size_t number(std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(d_random);
  }

  // Returns a piece of some text, from one byte to several lines long.
  std::string piece() {
    const std::string& text = d_texts[number(d_texts.size())];
    return text.substr(number(text.size()), 1 + number(number(2) == 0 ? 8 : 200));
  }

  void change(std::string& text) {
    const std::size_t at = number(text.size());
    switch (number(5)) {
      case 0:
        text[at] = static_cast<char>(number(256));
        break;
      case 1:
        text.erase(at, 1 + number(20));
        break;
      case 2:
        text.insert(at, piece());
        break;
      case 3:
        text.replace(at, std::min<std::size_t>(text.size() - at, number(30)), piece());
        break;
      default:
        text.resize(at + 1);
    }
  }

  std::mt19937 d_random;
  std::vector<std::string> d_texts;
};

// LAUNCHPROOF_FUZZ_SECONDS says how long to continue; the default is two seconds.
TEST(PtxMutations, AreModulesOrSyntaxErrors) {
  const char* given = std::getenv("LAUNCHPROOF_FUZZ_SECONDS");
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(given == nullptr ? 2 : std::atoi(given));
  std::size_t modules = 0, errors = 0;
  for (unsigned seed = given == nullptr ? 1 : std::random_device{}(); std::chrono::steady_clock::now() < end;
       ++seed) {
    Mutator mutator(seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (int i = 0; i < 500; ++i) {
      const std::string text = mutator.next();
      try {
        const Module module = parse(text);
        const bool has_kernel = std::ranges::any_of(module.functions, [](const Function& function) {
          return function.is_entry && function.has_body;
        });
        EXPECT_TRUE(!program_of(module, "k.ptx").text.empty() || !has_kernel);
        ++modules;
      } catch (const SyntaxError& error) {
        EXPECT_GT(error.line(), 0U);
        ++errors;
      }
    }
  }
  EXPECT_GT(modules, 0U);
  EXPECT_GT(errors, 0U);
}

}  // namespace
}  // namespace launchproof::frontend::ptx
