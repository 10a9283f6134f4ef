#include "verify/smt/solvers/solver_version.h"

#include <chrono>
#include <stdexcept>

#include "verify/smt/solvers/child_process.h"
#include "verify/smt/solvers/known_solvers.h"
#include "verify/smt/solvers/solver_names.h"

namespace launchproof::smt {
namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr std::size_t kMemory = 1024;    // MiB
constexpr const char* kWord = "ersion";  // part of the line that names the version
constexpr const char* kEnd = "end of what the program prints";

std::string version_of(const std::string& program) {
  const std::string path = find_program(program);
  if (path.empty()) return {};
  try {
    const std::string script = std::string("\"$1\" --version </dev/null 2>&1; echo; echo '") + kEnd + "'";
    ChildProcess child("/bin/sh", {"sh", "-c", script, "sh", path}, kMemory);
    std::string text;
    const auto deadline = ChildProcess::Clock::now() + kPatience;
    const auto end = child.exchange("", kEnd, deadline, text);
    if (end != ChildProcess::Outcome::Ok || text.find(kWord) == std::string::npos) return {};
    return path.substr(path.rfind('/') + 1) + "\n" + text;
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace

std::string solver_versions(const std::string& names) {
  std::string all = "in process: cadical, z3\n";
  for (const auto& group : solver_names(names)) {
    for (const SolverName& one : group) {
      if (is_in_process(one.program)) continue;
      const std::string version = version_of(one.program);
      if (version.empty()) return {};
      all += version + "\n";
    }
  }
  return all;
}

}  // namespace launchproof::smt
