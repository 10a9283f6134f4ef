#include <cstdio>
#include <exception>

#include "cli/application.h"
#include "cli/commands.h"
#include "cli/interruption.h"
#include "cli/options.h"
#include "cli/output.h"

namespace launchproof::cli {
namespace {

int dispatch(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::Run:
    case Command::Record:
      return run_application(arguments);
    case Command::Verify:
      return verify_capture(arguments);
    case Command::Check:
      return arguments.batch.empty() ? check_files(arguments) : check_batch(arguments);
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
  }
  return 2;
}

}  // namespace
}  // namespace launchproof::cli

int main(int argc, char** argv) {
  using launchproof::cli::Parsed;
  launchproof::cli::prepare_standard_streams();
  try {
    const Parsed parsed = launchproof::cli::parse({argv + 1, argv + argc});
    if (!parsed.text.empty()) {
      return launchproof::cli::print(stdout, parsed.text) ? 0 : 13;
    }
    const int status = launchproof::cli::dispatch(parsed.arguments);
    const int signal = launchproof::cli::interrupting_signal();
    return signal == 0 ? status : launchproof::cli::kSignalBase + signal;
  } catch (const launchproof::cli::UsageError& error) {
    launchproof::cli::say(error.what());
    return 2;
  } catch (const std::exception& error) {
    launchproof::cli::say(error.what());
    return 13;
  }
}
