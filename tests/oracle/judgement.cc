#include "tests/oracle/judgement.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>

#include "tests/oracle/compile.h"
#include "tests/oracle/errors.h"
#include "tests/oracle/execution.h"
#include "tests/oracle/ptx/program.h"

namespace launchproof::oracle {

namespace {

// Lists the contents tried after the given ones: values that send data-dependent indices to one place, to
// separate places, and anywhere.
std::vector<Filling> fillings(unsigned count) {
  using Kind = Contents::Kind;
  std::vector<Filling> all{
      {{Kind::Random, 1, 0, {}}, false, 4}, {{Kind::Iota, 1, 0, {}}, true, 1},
      {{Kind::Zero, 1, 0, {}}, true, 0},    {{Kind::Small, 5, 4, {}}, true, 2},
      {{Kind::Small, 9, 16, {}}, true, 7},  {{Kind::Random, 2, 0, {}}, true, ~std::uint64_t{0}}};
  for (std::uint64_t seed = 10; all.size() < count; ++seed) {
    all.push_back({{Kind::Small, seed, 2 + seed % 30, {}}, true, seed});
  }
  all.resize(count);
  return all;
}

std::vector<Schedule> schedules(unsigned count, const LaunchOptions& options, const Kernel& kernel) {
  using Order = Schedule::Order;
  std::vector<Schedule> all{{Order::Ascending, false, 1},
                            {Order::Descending, false, 2},
                            {Order::Shuffled, false, 3},
                            {Order::Ascending, true, 4}};
  for (std::uint64_t seed = 5; all.size() < count; ++seed) all.push_back({Order::Shuffled, true, seed});
  all.resize(count);
  // Devices may divide groups in any way, unless the launch or the kernel says how.
  static constexpr std::array<std::uint32_t, 6> kSizes{4, 1, 64, 2, 3, 8};
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].sub_group_size = kSizes[i % kSizes.size()];
    all[i].scattered = i % kSizes.size() >= 3 && !options.sub_groups_in_order;
    if (options.sub_group_size != 0) all[i].sub_group_size = options.sub_group_size;
    if (kernel.sub_group_size != 0) all[i].sub_group_size = kernel.sub_group_size;
  }
  return all;
}

std::string first_error(const std::string& messages) {
  const std::size_t error = messages.find("error:");
  const std::size_t begin = error == std::string::npos ? 0 : messages.rfind('\n', error) + 1;
  return messages.substr(begin, messages.find('\n', begin) - begin);
}

std::unique_ptr<Program> compiled(const std::string& path, const std::vector<std::string>& build_options) {
  const CompiledFile file = compile(path, build_options);
  if (file.module == nullptr) throw CannotJudge{"it does not compile: " + first_error(file.messages)};
  return decode(*file.module);
}

void run_all(const Program& program, const LaunchOptions& options, const Effort& effort, Judgement& judgement,
             Findings& findings) {
  const Kernel& kernel = program.kernel(options.kernel);
  StackTable stacks;
  bool first = true;
  for (const Filling& filling : fillings(effort.contents)) {
    std::string obstacle;
    for (const Schedule& schedule : schedules(effort.schedules, options, kernel)) {
      Execution execution(program, kernel, options, schedule, filling, stacks, findings);
      ++judgement.executions;
      try {
        if (!execution.run()) obstacle = "gave up: the step limit was reached";
      } catch (const CannotJudge& error) {
        obstacle = error.reason;
      }
      judgement.notes.insert(execution.notes().begin(), execution.notes().end());
      if (!obstacle.empty()) break;
    }
    // The given contents must be judged in full; made-up contents only add findings.
    if (!obstacle.empty() && first) judgement.reason = obstacle;
    if (!obstacle.empty() && !first) judgement.notes.insert(obstacle + " (" + filling.name() + ")");
    first = false;
  }
}

}  // namespace

Judgement judge(const std::string& path, const LaunchOptions& given, const Effort& effort) {
  Judgement judgement;
  LaunchOptions options = given;
  if (is_cuda(path) || is_ptx(path)) {  // warps
    options.sub_group_size = 32;
    options.sub_groups_in_order = true;
  }
  Findings findings;
  try {
    const std::unique_ptr<Program> program =
        is_ptx(path) ? decode_ptx(path, options) : compiled(path, options.build_options);
    if (is_ptx(path)) options = with_parameter_names(options, program->kernel(options.kernel));
    run_all(*program, options, effort, judgement, findings);
  } catch (const CannotJudge& error) {
    judgement.reason = error.reason;
  }
  bool defect = false;
  for (const auto& [key, finding] : findings.all()) {
    judgement.findings.push_back(finding);
    defect = defect || !finding.benign || options.strict;
  }
  if (!judgement.reason.empty()) judgement.verdict = Judgement::Verdict::CannotJudge;
  if (defect) judgement.verdict = Judgement::Verdict::Defect;
  return judgement;
}

namespace {

std::string describe(const Finding& finding) {
  std::string text = finding.property + " (" + finding.kind + ") at lines";
  for (const std::uint32_t line : finding.lines()) text += " " + std::to_string(line);
  return text;
}

bool shows(const Finding& finding, const CaseFile& file, bool strict) {
  if (finding.benign && !strict) return false;
  if (!file.property.empty() && finding.property != file.property) return false;
  const std::vector<std::uint32_t> lines = finding.lines();
  return std::all_of(file.lines.begin(), file.lines.end(), [&](std::uint32_t line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  });
}

}  // namespace

Comparison compare(const CaseFile& file, const Effort& effort) {
  using Outcome = Comparison::Outcome;
  if (file.expect.empty()) return {Outcome::Contradicts, "the header has no expect line"};
  if (file.skip) return {Outcome::Skipped, *file.skip};
  if (file.expect != "verified" && file.expect != "defect" && file.expect != "possible-defect") {
    return {Outcome::Agrees, "nothing to contradict in '" + file.expect + "'"};
  }
  const LaunchOptions options = launch_of(file);
  const Judgement judgement = judge(file.path, options, effort);
  if (file.expect == "verified") {
    switch (judgement.verdict) {
      case Judgement::Verdict::Clean:
        return {Outcome::Agrees, "clean"};
      case Judgement::Verdict::CannotJudge:
        return {Outcome::Contradicts,
                "cannot judge: " + judgement.reason + "; say '// oracle: skip REASON' if that is right"};
      case Judgement::Verdict::Defect:
        break;
    }
    const auto worst =
        std::find_if(judgement.findings.begin(), judgement.findings.end(),
                     [&](const Finding& finding) { return !finding.benign || options.strict; });
    return {Outcome::Contradicts,
            "expected verified, but " + describe(*worst) + "; contents " + worst->contents};
  }
  for (const Finding& finding : judgement.findings) {
    if (shows(finding, file, options.strict)) return {Outcome::Agrees, describe(finding)};
  }
  std::string message =
      "expected " + file.expect + " of " + (file.property.empty() ? "any property" : file.property);
  if (!file.lines.empty()) message += " at lines";
  for (const std::uint32_t line : file.lines) message += " " + std::to_string(line);
  message += ", but found ";
  if (judgement.findings.empty()) {
    message += judgement.reason.empty() ? "nothing" : "nothing: cannot judge: " + judgement.reason;
  }
  for (std::size_t i = 0; i < judgement.findings.size(); ++i) {
    message += (i == 0 ? "" : "; ") + describe(judgement.findings[i]) +
               (judgement.findings[i].benign ? " (benign)" : "");
  }
  return {Outcome::Contradicts, message};
}

}  // namespace launchproof::oracle
