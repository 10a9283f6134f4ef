// The program with the engines, which has all commands except `record`. `launchproof` executes it.
#include <string_view>

#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/recording/application.h"
#include "cli/recording/program.h"
#include "cli/terminal/interruption.h"
#include "executor/executor.h"
#include "executor/protocol/message.h"

namespace launchproof::cli {
namespace {

int dispatch(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::Record:
      break;  // another program's
    case Command::Run:
      return run_application(arguments);
    case Command::Verify:
      return verify_capture(arguments);
    case Command::Check:
      return arguments.batch.empty() ? check_files(arguments) : check_batch(arguments);
    case Command::Equal:
      return compare_kernels(arguments);
    case Command::Replay:
      return replay_launches(arguments);
    case Command::ExportRepro:
      return export_repro(arguments);
    case Command::Report:
      return write_report(arguments);
    case Command::Diff:
      return diff_results(arguments);
    case Command::CaptureShow:
      return show_capture(arguments);
    case Command::CaptureStats:
      return capture_stats(arguments);
    case Command::CaptureMerge:
      return merge_captures(arguments);
    case Command::CaptureGc:
      return collect_garbage(arguments);
    case Command::CaptureRedact:
      return redact_capture(arguments);
    case Command::CaptureExport:
      return export_launches(arguments);
    case Command::CaptureImport:
      return import_launches(arguments);
    case Command::CacheStats:
      return cache_stats(arguments);
    case Command::CacheGc:
      return collect_results(arguments);
    case Command::Explain:
      return explain_names(arguments);
  }
  return 2;
}

}  // namespace
}  // namespace launchproof::cli

int main(int argc, char** argv) {
  using namespace launchproof::cli;
  // Only the CUDA driver library starts the program in this way.
  if (argc > 1 && std::string_view(argv[1]) == launchproof::executor::kExecuteKernels)
    return launchproof::executor::execute_kernels(argc - 2, argv + 2);
  return guarded([&] {
    return run_parsed({argv + 1, argv + argc}, [](const Arguments& arguments) {
      const int status = dispatch(arguments);
      const int signal = interrupting_signal();
      return signal == 0 ? status : kSignalBase + signal;
    });
  });
}
