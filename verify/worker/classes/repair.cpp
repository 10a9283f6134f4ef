// Finds fixes for findings: changed sources that are verified for the launch of the class.
#include "verify/repair/search.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/preconditions.h"
#include "verify/jobs/included_file.h"
#include "verify/replay/replay.h"
#include "verify/smt/limits/meter.h"
#include "verify/symbolic/findings/locations.h"
#include "verify/verdict/doubt.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/common_writes.h"
#include "verify/worker/replay/given_contents.h"

namespace launchproof::worker {

namespace {

// Shares of the class's time, counted as work, for all trials together and for one of them.
constexpr double kShareOfTrials = 0.5;
constexpr double kShareOfTrial = 0.2;
constexpr double kLeastForRepair = 0.05;  // remaining time of the class, in seconds, that is required

// Integer types of C; `unsigned` and similar types begin with "u".
bool is_integer(const std::string& type) {
  static constexpr std::array<std::string_view, 8> kSigned{"int",     "long",      "short",   "char",
                                                           "ssize_t", "ptrdiff_t", "int32_t", "int64_t"};
  return type.starts_with("u") || type.starts_with("size_t") ||
         std::ranges::find(kSigned, type) != kSigned.end();
}

std::optional<std::int64_t> number_in(const model::Argument& argument, bool is_signed) {
  const auto* given = std::get_if<model::ValueArgument>(&argument);
  if (given == nullptr || given->bytes.empty() || given->bytes.size() > sizeof(std::int64_t))
    return std::nullopt;
  std::uint64_t bits = 0;
  for (std::size_t i = given->bytes.size(); i-- > 0;) bits = bits << 8U | given->bytes[i];
  const std::size_t unused = 64 - 8 * given->bytes.size();
  if (is_signed) return static_cast<std::int64_t>(bits << unused) >> unused;
  return static_cast<std::int64_t>(bits);
}

repair::Accesses accesses_of(const model::KernelModel& kernel) {
  repair::Accesses accesses;
  for (const model::Site& site : kernel.sites) {
    if (site.observes || site.is_elsewhere) continue;
    const bool is_atomic = site.kind == model::AccessKind::Atomic;
    if (is_atomic ? site.atomic_reads : site.kind == model::AccessKind::Read) ++accesses.reads;
    if (is_atomic ? site.atomic_writes : site.kind == model::AccessKind::Write)
      accesses.changes.push_back(symbolic::location(kernel, site.location, "write"));
  }
  return accesses;
}

// Returns lines all of whose writes to an array are common, if the launch begins at work-item 0.
std::vector<repair::CommonWrite> common_writes_of(const model::KernelModel& kernel,
                                                  const model::LaunchFacts& facts) {
  const std::vector<Sharing> sharing = common_writes(kernel, facts);
  const bool has_offset =
      std::ranges::any_of(facts.global_offset, [](std::uint64_t one) { return one != 0; });
  std::vector<repair::CommonWrite> found;
  std::vector<bool> is_common;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.kind != model::AccessKind::Write) continue;
    const verdict::SourceLocation place = symbolic::location(kernel, site.location, "write");
    for (const model::ArrayId array : site.arrays) {
      const std::string& name = kernel.arrays[array].name;
      const auto known = std::ranges::find_if(found, [&](const repair::CommonWrite& one) {
        return one.file == place.file && one.line == place.line && one.array == name;
      });
      const auto at = static_cast<std::size_t>(known - found.begin());
      if (known == found.end()) {
        found.push_back({place.file, place.line, name, !has_offset});
        is_common.push_back(true);
      }
      is_common[at] = is_common[at] && sharing[id] != Sharing::None;
      found[at].in_launch = found[at].in_launch && sharing[id] == Sharing::Launch;
    }
  }
  std::vector<repair::CommonWrite> common;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (is_common[i]) common.push_back(std::move(found[i]));
  return common;
}

repair::KernelFacts facts_for_repair(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                     const std::string& file) {
  repair::KernelFacts known;
  known.language = kernel.language;
  known.file = file;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    if (parameter.kind != model::ParameterKind::Value || !is_integer(parameter.type)) continue;
    known.scalars.push_back({parameter.name, std::nullopt});
    if (i < facts.arguments.size())
      known.scalars.back().value = number_in(
          facts.arguments[i], !parameter.type.starts_with("u") && !parameter.type.starts_with("size_t"));
  }
  const analysis::MemoryRegions regions(kernel, facts);
  for (model::ArrayId id = 1; id < kernel.arrays.size(); ++id) {
    const model::Array& array = kernel.arrays[id];
    repair::KernelArray made;
    made.name = array.name;
    made.memory = array.memory;
    made.element_type = array.element_type;
    made.is_parameter = array.parameter != model::kNone;
    if (const auto bytes = regions.placement(id).bytes)
      made.elements = *bytes / std::max(array.element_bytes, 1U);
    known.arrays.push_back(std::move(made));
  }
  known.accesses = accesses_of(kernel);
  known.common_writes = common_writes_of(kernel, facts);
  for (std::size_t d = 0; d < known.global_size.size(); ++d) {
    if (!facts.open.any()) known.global_size[d] = facts.global_size[d];
    if (!facts.open.any()) known.local_size[d] = facts.local_size[d];
  }
  return known;
}

// The effort of executing a changed kernel once.
constexpr std::uint64_t kStepsOfExecution = 4'000'000;
constexpr double kSecondsOfExecution = 2;
constexpr std::uint64_t kBytesOfExecution = 128ULL << 20;

// The local arrays in which an execution read what nothing had written.
struct UnwrittenReads {
  bool is_whole = false;  // the execution came to its end
  std::set<std::string> arrays;
};

// Executes the launch with its recorded contents, and others where there are none.
UnwrittenReads unwritten_reads(const Program& program, const std::string& kernel,
                               const model::LaunchFacts& facts, const Job& job) {
  UnwrittenReads found;
  if (facts.open.any()) return found;
  replay::Contents contents;
  add_recorded(facts, contents);
  if (!keep_to_properties({}, facts, contents).empty()) return found;
  replay::Options options;
  options.barrier_rule = job.options.barrier_rule;
  options.seconds = kSecondsOfExecution;
  options.maximum_steps = kStepsOfExecution;
  options.maximum_memory = kBytesOfExecution;
  const replay::Outcome outcome =
      replay::replay(program.sources, program.device, kernel, facts, contents, options);
  found.is_whole = outcome.status == replay::Status::Completed;
  for (const replay::Seen& seen : outcome.seen) {
    if (seen.property == verdict::Property::BarrierDivergence) found.is_whole = false;
    if (seen.property == verdict::Property::UninitialisedRead && seen.kind != replay::kUndefinedPrivate &&
        !seen.participants.empty())
      found.arrays.insert(seen.participants.front().work_item.array);
  }
  return found;
}

// A file that fixes may change.
struct Changeable {
  std::string name;  // as in locations
  jobs::IncludedText place;
  bool is_source = false;
};

// Returns the source that reports show with the class, if it is a single one, and the included files that
// findings name.
std::vector<Changeable> changeable(const Job& job, const verdict::ClassResult& result) {
  std::vector<Changeable> files;
  for (std::size_t i = 0; i < job.program->sources.size(); ++i) {
    const frontend::ProgramSource& source = job.program->sources[i];
    if (source.file_name != job.source || source.language == frontend::SourceLanguage::Ptx) continue;
    files.push_back({source.file_name, {i, {}, source.text}, true});
    break;
  }
  if (files.empty()) return files;
  for (const verdict::IncludedFile& file : result.included)
    if (auto place = jobs::included_file(*job.program, file.name))
      files.push_back({file.name, std::move(*place), false});
  // The file of the first finding's access is most likely to be changed.
  if (result.findings.empty() || result.findings.front().locations.empty()) return files;
  const auto likeliest =
      std::ranges::find(files, result.findings.front().locations.front().file, &Changeable::name);
  if (likeliest != files.end()) std::rotate(files.begin(), likeliest, std::next(likeliest));
  return files;
}

}  // namespace

Outcome ClassVerifier::announce_repair(const Job& job, Outcome outcome) {
  if (!job.repair || outcome.interim || !outcome.expand.empty() || !outcome.input_error.empty() ||
      !repair::may_be_repaired(outcome.result))
    return outcome;
  outcome.repairs = outcome.interim = true;
  return outcome;
}

Outcome ClassVerifier::repair(const Job& job, Outcome found) {
  found.interim = found.repairs = false;
  if (found.sizes && leaves_sizes_open(job)) {
    const model::LaunchSizes sizes = *std::exchange(found.sizes, std::nullopt);
    Job sized = with_sizes(job, sizes);
    sized.kernel = found.result.kernel;
    Outcome repaired = repair(sized, std::move(found));
    repaired.sizes = sizes;
    return repaired;
  }
  const auto begin = Clock::now();
  verdict::ClassResult& result = found.result;
  d_concurrent.reset();
  const FoundKernel of = find(job, result.kernel);
  const std::vector<Changeable> files =
      of.kernel == nullptr ? std::vector<Changeable>() : changeable(job, result);
  if (files.empty()) return found;
  const double all = std::chrono::duration<double>(job.options.time).count();
  const double seconds = all * kEngineShare - result.seconds;
  const auto all_work = static_cast<smt::Work>(all * 1000 * kShareOfTrials) * smt::kWorkPerMillisecond;
  smt::Work spent = 0;
  bool cut = seconds < kLeastForRepair;
  if (cut) return found;
  std::optional<UnwrittenReads> before;
  const auto verify = [&](const Program& changed) -> std::optional<repair::Judged> {
    const double left = seconds - std::chrono::duration<double>(Clock::now() - begin).count();
    cut = cut || left < kLeastForRepair;
    if (cut || spent >= all_work) return std::nullopt;
    auto program = std::make_shared<Program>(changed);
    Job repaired = job;
    repaired.program = program;
    repaired.kernel = result.kernel;
    repaired.log = {};
    const FoundKernel kernel = find(repaired, result.kernel);
    if (kernel.kernel == nullptr) return std::nullopt;
    const model::LaunchFacts launch =
        analysis::with_preconditions(*kernel.kernel, *kernel.answer.facts,
                                     access::AnnotationsInUse::of(*kernel.kernel, job.options).ignored);
    const smt::Work most =
        std::min(static_cast<smt::Work>(static_cast<double>(all_work) * kShareOfTrial), all_work - spent);
    try {
      preconditions::Attempt made =
          attempt(repaired, *kernel.kernel, result, launch, most,
                  std::chrono::milliseconds(static_cast<std::int64_t>(left * 1000)), true);
      spent += made.work + smt::kWorkOfQuestion;
      verdict::conclude(made.result, job.options.strict);
      verdict::doubt(made.result, kernel.outcome.doubts, job.options.strict);
      // Where the execution of the kernel itself ends early, nothing is known of what it reads later.
      const auto reads_unwritten = [program, launch, name = kernel.kernel->name, &job, &before] {
        if (!before) before = unwritten_reads(*job.program, name, launch, job);
        if (!before->is_whole) return false;
        return !std::ranges::includes(before->arrays, unwritten_reads(*program, name, launch, job).arrays);
      };
      return repair::Judged{std::move(made.result), accesses_of(*kernel.kernel), reads_unwritten};
    } catch (const smt::Disagreement&) {
      d_workbench.reset();
      return std::nullopt;
    }
  };
  for (const Changeable& file : files) {
    const auto with_text = [&](const std::string& text) {
      Program program = jobs::with_included(*job.program, file.place, text);
      program.key += "\nchanged: " + file.name + "\n" + text;
      return verify(program);
    };
    std::vector<verdict::Fix> fixes =
        repair::find_fixes(result, file.place.text, facts_for_repair(*of.kernel, *of.answer.facts, file.name),
                           with_text, repair::Limits());
    if (fixes.empty() || (!result.fixes.empty() && !fixes.front().is_complete)) continue;
    for (verdict::Fix& fix : fixes) {
      if (file.is_source) continue;
      fix.file = file.name;
      fix.title = "in `" + file.name + "`, " + fix.title;
    }
    result.fixes = std::move(fixes);
    if (result.fixes.front().is_complete) break;
  }
  result.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  found.lasting = found.lasting && !cut;
  return found;
}

}  // namespace launchproof::worker
