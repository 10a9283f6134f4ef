// Runs the launchproof program in a separate folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "capture/types.h"

namespace launchproof::cli::testing {

struct Ran {
  int status = -1;  // 128 + signal if it was killed
  std::string out;
  std::string err;
};

// Fails the test if `part` is not in `text`, and shows both.
void expect_holds(const std::string& text, const std::string& part);

class ProgramTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // `prepare` runs in the child before the program starts; `meanwhile` runs here with the child's process id.
  Ran run(const std::vector<std::string>& words, const std::function<void()>& prepare = {},
          const std::function<void(int)>& meanwhile = {}) const;

  std::string write(const std::string& name, const std::string& text) const;  // gives the path
  std::string write_script(const std::string& name, const std::string& text) const;
  std::string path(const std::string& name) const { return (d_folder / name).string(); }
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const { return std::filesystem::exists(d_folder / name); }

  // Creates a capture with two launches of a kernel `k(__global int *a)` with this body, over 64 work-items.
  void record(const std::string& name, const std::string& body, std::optional<capture::Size3> local_size,
              const std::string& build_options = "") const;

 private:
  std::filesystem::path d_folder;
};

}  // namespace launchproof::cli::testing
