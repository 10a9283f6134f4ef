// Tests which launches of a CUDA application may run concurrently.
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

struct Case {
  const char* mode;
  bool at_once;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.mode;
}

class CudaOrder : public ProgramTest, public ::testing::WithParamInterface<Case> {};

TEST_P(CudaOrder, SaysWhetherTwoLaunchesMayRunAtOnce) {
  const Ran ran = run(
      {"record", "-o", "c.lpcap", "--", std::string(LAUNCHPROOF_APPS) + "app_cuda_order", GetParam().mode});
  ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
  const Ran shown = run({"capture", "show", "c.lpcap"});
  const bool is_said = shown.out.find("launches that may run at once") != std::string::npos;
  EXPECT_EQ(is_said, GetParam().at_once) << shown.out;
}

INSTANTIATE_TEST_SUITE_P(
    Ways, CudaOrder,
    ::testing::Values(Case{"one_stream", false}, Case{"two_streams", true}, Case{"event", false},
                      Case{"early_event", true}, Case{"no_event", true}, Case{"host_event", false},
                      Case{"synchronise", false}, Case{"synchronise_other", true},
                      Case{"synchronise_all", false}, Case{"copy", false}, Case{"copy_other", true},
                      Case{"copy_legacy", false}, Case{"legacy", false}, Case{"non_blocking", true},
                      Case{"graph", true}, Case{"graph_chain", false}, Case{"behind_graph", false}),
    [](const auto& mode) { return mode.param.mode; });

}  // namespace
}  // namespace launchproof::cli::testing
