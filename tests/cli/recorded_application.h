// Records an application on the test driver and verifies its launches.
#pragma once

#include <stdlib.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {

class RecordedApplicationTest : public ProgramTest {
 protected:
  using Json = nlohmann::json;

  struct How {
    std::map<std::string, std::string> environment;
    std::vector<std::string> options;  // of `run`
  };

  // Runs `run` on one of the applications in tests/apps, or on a path with a slash, into the capture `name`.
  Ran run_app(const std::string& name, std::vector<std::string> application, const How& how = {}) const {
    if (application.at(0).find('/') == std::string::npos) application[0].insert(0, LAUNCHPROOF_APPS "app_");
    std::vector<std::string> words{"run", "-o", name};
    words.insert(words.end(), how.options.begin(), how.options.end());
    words.emplace_back("--");
    words.insert(words.end(), application.begin(), application.end());
    return run(words, [&] {
      ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1);
      for (const auto& [variable, value] : how.environment) ::setenv(variable.c_str(), value.c_str(), 1);
    });
  }

  Json document(const std::string& folder) const { return Json::parse(read(folder + "/results.json")); }
  Json results(const std::string& folder) const { return document(folder).at("results"); }
};

}  // namespace launchproof::cli::testing
