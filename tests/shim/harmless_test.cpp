// Tests that the application does not notice the shim, whatever happens to the capture.
#include <gtest/gtest.h>

#include "application.h"

namespace launchproof::tests {
namespace {

struct Case {
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;
  std::string vendors = LAUNCHPROOF_STUB;
};

class Harmless : public testing::TestWithParam<Case> {};

TEST_P(Harmless, OutcomeIsThatWithoutTheShim) {
  Application run{GetParam().command, Way::None, GetParam().vendors, GetParam().environment, ""};
  run.command.front() = app(run.command.front());
  const Folder plain_folder;
  const Outcome plain = run.in(plain_folder);
  for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
    run.way = way;
    // The three modes: recording, not asked to record, and a folder that cannot be created.
    for (const char* capture : {"run.lpcap", "", "/dev/null/run.lpcap"}) {
      run.capture = capture;
      const Folder folder;
      const Outcome outcome = run.in(folder);
      EXPECT_EQ(outcome.status, plain.status) << capture << " way " << static_cast<int>(way);
      EXPECT_EQ(outcome.out, plain.out) << capture << " way " << static_cast<int>(way);
      EXPECT_EQ(outcome.err, plain.err) << capture << " way " << static_cast<int>(way);
    }
  }
}

const std::map<std::string, std::string> kRefused{{"LAUNCHPROOF_STUB_LAUNCH", "error"}};
const std::map<std::string, std::string> kKilled{{"LAUNCHPROOF_STUB_LAUNCH", "kill"}};
const std::map<std::string, std::string> kCrashed{{"LAUNCHPROOF_STUB_LAUNCH", "crash"}};
const std::map<std::string, std::string> kNoDevice{{"LAUNCHPROOF_STUB_DEVICES", "0"}};
const std::map<std::string, std::string> kNotBuilt{{"LAUNCHPROOF_STUB_BUILD", "error"}};

INSTANTIATE_TEST_SUITE_P(
    Applications, Harmless,
    testing::Values(Case{{"vector_add", "5"}}, Case{{"vector_add"}, kRefused}, Case{{"vector_add"}, kKilled},
                    Case{{"vector_add"}, kCrashed}, Case{{"vector_add"}, kNoDevice},
                    Case{{"vector_add"}, kNotBuilt}, Case{{"vector_add"}, {}, LAUNCHPROOF_NO_DRIVER},
                    Case{{"opened"}}, Case{{"opened"}, {}, LAUNCHPROOF_NO_DRIVER}, Case{{"forking"}},
                    Case{{"forking", "exec"}}, Case{{"leaving", "_exit"}}, Case{{"leaving", "abort"}},
                    Case{{"leaving", "segv"}}, Case{{"leaving", "kill"}}, Case{{"leaving", "nothing"}},
                    Case{{"leaving", "closed"}}, Case{{"threads"}}, Case{{"threads", "20", "mixed"}},
                    Case{{"objects", "reuse"}}, Case{{"arguments"}}, Case{{"typed_arguments"}},
                    Case{{"built_again"}}, Case{{"pipes"}}, Case{{"specialised"}}, Case{{"autotuner"}},
                    Case{{"linking", "-I/nowhere"}}, Case{{"device_type"}}, Case{{"platforms"}},
                    Case{{"cached"}}, Case{{"cached"}, {{"HOME", "/dev/null"}}},
                    Case{{"cached"}, {{"LAUNCHPROOF_PREFER_SOURCE", "1"}}}));

}  // namespace
}  // namespace launchproof::tests
