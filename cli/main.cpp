// The program that users call. It records by itself. For everything else it executes the program with the
// engines, whose libraries take longer to load than many applications run.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "cli/commands/commands.h"
#include "cli/recording/application.h"
#include "cli/recording/program.h"
#include "cli/terminal/output.h"

namespace launchproof::cli {
namespace {

[[noreturn]] void become_verifier(char** words) {
  const std::string verifier = find_installed(kVerifierName).string();
  restore_output_signals();
  ::execv(verifier.c_str(), words);
  throw std::runtime_error(fmt::format("cannot start {}: {}", verifier, std::strerror(errno)));
}

}  // namespace
}  // namespace launchproof::cli

int main(int argc, char** argv) {
  using namespace launchproof::cli;
  const std::string first = argc > 1 ? argv[1] : "";
  return guarded([&] {
    if (!first.empty() && first != "record" && first.front() != '-') become_verifier(argv);
    return run_parsed({argv + 1, argv + argc}, [&](const Arguments& arguments) {
      if (arguments.command != Command::Record) become_verifier(argv);
      return record_application(arguments);
    });
  });
}
