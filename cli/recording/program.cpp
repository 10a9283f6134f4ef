#include "cli/recording/program.h"

#include <cstdio>
#include <exception>

#include "cli/terminal/output.h"

namespace launchproof::cli {
namespace {

constexpr int kWrongUsage = 2;
constexpr int kFailure = 13;

}  // namespace

int guarded(const std::function<int()>& work) {
  prepare_standard_streams();
  try {
    return work();
  } catch (const UsageError& error) {
    say(error.what());
    return kWrongUsage;
  } catch (const std::exception& error) {
    say(error.what());
    return kFailure;
  }
}

int run_parsed(const std::vector<std::string>& words, const std::function<int(const Arguments&)>& command) {
  const Parsed parsed = parse(words);
  if (!parsed.text.empty()) return print(stdout, parsed.text) ? 0 : kFailure;
  return command(parsed.arguments);
}

}  // namespace launchproof::cli
