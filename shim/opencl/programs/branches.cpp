#include "shim/opencl/programs/branches.h"

#include <mutex>
#include <unordered_map>

#include "shim/opencl/devices/probe.h"
#include "shim/recording/cache.h"

namespace launchproof::shim {
namespace {

constexpr const char* kKindOfBranches = "branches";
constexpr std::size_t kMostKnown = 4096;

struct KnownBranches {
  std::mutex mutex;
  std::unordered_map<std::string, TakenInProgram> branches;
};

KnownBranches& known_branches() {
  static auto& instance = *new KnownBranches;
  return instance;
}

std::optional<TakenInProgram> recalled_branches(const std::string& key) {
  const auto fields = recall(kKindOfBranches, key);
  if (!fields) return std::nullopt;
  TakenInProgram taken;
  for (const auto& [name, value] : *fields) {
    if (name == "macro") {
      taken.macros.emplace_back(value, "");
    } else if (name == "body" && !taken.macros.empty()) {
      taken.macros.back().second = value;
    } else if (name == "branch" && !value.empty() && value.size() <= 5) {
      taken.branches.push_back(static_cast<std::int32_t>(std::atoi(value.c_str())) - 1);
    } else {
      return std::nullopt;
    }
  }
  return taken;
}

void keep_branches(const std::string& key, const TakenInProgram& taken) {
  CacheFields fields;
  for (const std::int32_t branch : taken.branches) fields.emplace_back("branch", std::to_string(branch + 1));
  for (const auto& [name, body] : taken.macros) {
    fields.emplace_back("macro", name);
    fields.emplace_back("body", body);
  }
  remember(kKindOfBranches, key, fields);
}

// Returns nothing if the skeleton's kernels do not show any branches.
std::optional<TakenInProgram> ask_for_branches(cl_device_id device, const Skeleton& skeleton,
                                               const std::string& options) {
  const Compiler compiler(device);
  const auto kernels = compiler.kernels(skeleton.text(), options.c_str());
  if (!kernels) return std::nullopt;
  auto branches = skeleton.branches(*kernels);
  if (!branches) return std::nullopt;
  return TakenInProgram{
      std::move(*branches),
      short_bodies(
          skeleton.predefined(*kernels),
          {[&](const std::string& source) { return compiler.kernels(source, options.c_str()); },
           [&](const std::string& source) { return compiler.required_sizes(source, options.c_str()); }})};
}

}  // namespace

std::optional<TakenInProgram> taken_branches(cl_device_id device, const std::string& key,
                                             const std::string& source, const IncludeTexts& includes,
                                             const std::string& options) {
  if (!asks_compiler(source, includes, options) || !Compiler::can_ask(device)) return std::nullopt;
  const auto skeleton = Skeleton::make(source, includes, options);
  if (!skeleton) return std::nullopt;
  // Whether a file exists may change.
  const bool is_lasting = !key.empty() && skeleton->text().find("__has_include") == std::string::npos &&
                          skeleton->text().find("__has_embed") == std::string::npos;
  const std::string full = key + "options\n" + options + "\nprogram\n" + skeleton->text();
  if (is_lasting) {
    const std::lock_guard lock(known_branches().mutex);
    if (const auto found = known_branches().branches.find(full); found != known_branches().branches.end())
      return found->second;
  }
  std::optional<TakenInProgram> answer;
  if (is_lasting) answer = recalled_branches(full);
  if (!answer) {
    answer = ask_for_branches(device, *skeleton, options);
    if (answer && is_lasting) keep_branches(full, *answer);
  }
  if (answer && is_lasting) {
    const std::lock_guard lock(known_branches().mutex);
    if (known_branches().branches.size() < kMostKnown) known_branches().branches.emplace(full, *answer);
  }
  return answer;
}

}  // namespace launchproof::shim
