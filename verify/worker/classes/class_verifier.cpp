#include "verify/worker/classes/class_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "verify/access/engine.h"
#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/access/family.h"
#include "verify/access/pattern.h"
#include "verify/effort/clock.h"
#include "verify/frontend/names/kernel_names.h"
#include "verify/jobs/recorded/recorded.h"
#include "verify/scans/sums_at_read.h"
#include "verify/smt/solvers/portfolio.h"
#include "verify/smt/solvers/solver_names.h"
#include "verify/two_thread/engine.h"
#include "verify/verdict/finding_id.h"
#include "verify/verdict/nearest_name.h"
#include "verify/worker/classes/device_limits.h"
#include "verify/worker/classes/minimising_work.h"
#include "verify/worker/classes/variants.h"
#include "verify/worker/replay/execution_proof.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Verdict;

constexpr std::size_t kCachedPrograms = 8;
constexpr std::size_t kQuotedMessages = 3;
constexpr std::size_t kMostVariants = 64;    // number of contents of one class that are judged separately
constexpr std::size_t kMostTerms = 500'000;  // number of terms in a store that is reused
// If executing the launch uses known contents and may settle what the engine leaves open, the engine gets no
// more than this.
constexpr double kShareBeforeExecution = 0.5;
// Replays get at most this share of what the engine left. If they exceed it, the pool keeps what was found.
constexpr double kReplayShare = 0.8;
constexpr double kLeastReplay = 0.05;  // seconds
constexpr std::uint64_t kMebibyte = 1 << 20;
// The smallest share of a class's time for any part of the engine, and the least time for a kernel's
// invariants (in seconds).
constexpr double kShortestShare = 0.03;
constexpr double kShortestOfInvariants = 0.9;
constexpr unsigned kMostAttempts = 4;
std::string first_errors(const frontend::Translation& translation) {
  std::string text;
  std::size_t quoted = 0, errors = 0;
  for (const frontend::CompilerMessage& message : translation.messages) {
    if (!message.is_error || ++errors > kQuotedMessages) continue;
    text += fmt::format("{}{}:{}:{}: {}", quoted++ == 0 ? "" : "; ", message.file, message.line,
                        message.column, message.text);
  }
  if (errors > quoted) text += fmt::format("; and {} more", errors - quoted);
  return text.empty() ? "the compiler gave no message" : text;
}

verdict::SourceLocation first_error_location(const frontend::Translation& translation) {
  for (const frontend::CompilerMessage& message : translation.messages) {
    if (message.is_error) return {message.file, message.line, message.column, "error"};
  }
  return {};
}

std::string kernel_names(const frontend::Translation& translation) {
  std::vector<std::string> names;
  names.reserve(translation.kernels.size());
  for (const model::KernelModel& kernel : translation.kernels) names.push_back(kernel.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Outcome input_error(const Job& job, const std::string& kernel, const std::string& reason) {
  Outcome outcome;
  outcome.result = settled(job, kernel, Verdict::Error, Cause::ContradictoryFacts, reason);
  outcome.input_error = reason;
  return outcome;
}

// Returns what the compiler said of templates that are no kernels until they are instantiated.
std::vector<std::string> open_templates(const frontend::Translation& program) {
  std::vector<std::string> all;
  for (const frontend::CompilerMessage& message : program.messages)
    if (!message.is_error && message.text.find("is not instantiated") != std::string::npos)
      all.push_back(message.text);
  return all;
}

// Says how a template becomes a kernel where the program holds one.
std::string no_kernel(const Job& job, const frontend::Translation& program) {
  std::string text = fmt::format("{} holds no kernel function", job.source);
  for (const std::string& one : open_templates(program)) text += "; " + one;
  return text;
}

// Returns the kernel that has this name, or this mangled name.
std::vector<model::KernelModel>::const_iterator kernel_named(const frontend::Translation& program,
                                                             const std::string& name) {
  const auto named = [&](const std::string& wanted) {
    return std::ranges::find(program.kernels, wanted, &model::KernelModel::name);
  };
  auto found = named(name);
  if (found == program.kernels.end() && name.starts_with("_Z"))
    for (const std::string& meant : frontend::source_names(name))
      if (found == program.kernels.end()) found = named(meant);
  return found;
}

// CUDA C++ programming guide, "Technical Specifications per Compute Capability".
constexpr std::uint64_t kMostThreadsOfBlock = 1024;

// Returns the number of threads, or 0 where it is not known.
std::uint64_t threads_of_block(const model::LaunchFacts& facts) {
  std::uint64_t threads = 1;
  for (unsigned d = 0; d < 3; ++d) threads *= std::min<std::uint64_t>(facts.local_size[d], 1ULL << 20);
  return threads;
}

}  // namespace

void add_commands(const Job& job, verdict::Finding& finding) {
  if (!job.replay_command.empty()) finding.repro = job.replay_command + " --finding " + finding.id;
  const std::size_t place = job.export_command.find(kFindingId);
  if (place == std::string::npos || !finding.witness) return;
  finding.export_repro = job.export_command;
  finding.export_repro.replace(place, kFindingId.size(), finding.id);
  finding.export_repro += " -o repro-" + finding.id;
}

namespace {

// Returns the facts with the values that the active preconditions fix.
model::LaunchFacts facts_in_use(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                const symbolic::Options& options) {
  return analysis::with_preconditions(kernel, facts, access::AnnotationsInUse::of(kernel, options).ignored);
}

verdict::Grid grid_of(const model::LaunchFacts& facts) {
  return {.work_dim = facts.work_dim, .global_size = facts.global_size, .local_size = facts.local_size};
}

// Returns whether the sizes that arrays of unknown size need were determined. They may depend on annotations.
bool has_unknown_sizes(const verdict::ClassResult& result) {
  const auto bounds = result.properties.find(verdict::Property::OutOfBounds);
  return bounds != result.properties.end() &&
         std::ranges::any_of(bounds->second.causes, [](const verdict::Approximation& one) {
           return one.cause == Cause::SizeNotKnown;
         });
}

bool has_benign_races(const verdict::ClassResult& result) {
  return std::ranges::any_of(result.findings, [](const verdict::Finding& finding) { return finding.benign; });
}

// Removes annotations that the proof does not need, one by one, until `meter` has counted `until`.
void leave_out_annotations(const model::KernelModel& kernel, const smt::Meter& meter, smt::Work until,
                           const std::function<verdict::ClassResult()>& verify, symbolic::Options& options,
                           verdict::ClassResult& result) {
  for (std::uint32_t id = 0; id < kernel.annotations.size(); ++id) {
    const bool excludes = std::ranges::any_of(
        kernel.blocks, [&](const model::Block& block) { return block.excluded_by == id; });
    if (!excludes || access::AnnotationsInUse::of(kernel, options).ignored.at(id)) continue;
    // The model has no code after `__builtin_unreachable`, so such an annotation is kept.
    const model::ValueId condition = kernel.annotations[id].condition;
    if (condition != model::kNone && kernel.values[condition].op == model::Op::Constant) continue;
    if (meter.spent() > until) return;
    options.left_out.push_back(id);
    verdict::ClassResult without = verify();
    if (without.verdict != Verdict::Verified) {
      options.left_out.pop_back();
      continue;
    }
    // The findings, and the unreachable code, are those of the unchanged kernel.
    without.findings = std::move(result.findings);
    without.unreachable = std::move(result.unreachable);
    result = std::move(without);
  }
}

// Returns the launch without those parts of its division into sub-groups that its proof does not need, tried
// until `meter` has counted `until`. Returns null if the proof needs everything that is stated.
std::unique_ptr<FactsAnswer> without_sub_groups(
    const FactsAnswer& answer, const smt::Meter& meter, smt::Work until,
    const std::function<verdict::ClassResult(const FactsAnswer&)>& verify, verdict::ClassResult& result) {
  const model::SubGroups stated = answer.facts->sub_groups;
  std::vector<model::SubGroups> weaker(1);  // nothing is known
  if (stated.is_known()) {
    weaker.push_back({stated.size, model::SubGroupMapping::Any, stated.source});
    weaker.push_back({0, stated.mapping, stated.source});
  }
  for (const model::SubGroups& less : weaker) {
    if (meter.spent() > until) return nullptr;
    auto without = std::make_unique<FactsAnswer>(answer);
    without->facts->sub_groups = less;
    verdict::ClassResult proved = verify(*without);
    if (proved.verdict != Verdict::Verified) continue;
    result = std::move(proved);
    return without;
  }
  return nullptr;
}

}  // namespace

const frontend::Translation& ClassVerifier::translation(const Program& program) {
  const auto found =
      std::find_if(d_cache.begin(), d_cache.end(), [&](const Entry& e) { return e.key == program.key; });
  if (found != d_cache.end()) {
    d_cache.splice(d_cache.begin(), d_cache, found);
  } else {
    d_cache.push_front({program.key, frontend::translate(program.sources, program.device)});
    if (d_cache.size() > kCachedPrograms) d_cache.pop_back();
  }
  return d_cache.front().translation;
}

const model::Variables* ClassVerifier::variables_of(const Job& job, const std::string& kernel) {
  const auto& all = translation(*job.program).variables;
  const auto found = all.find(kernel);
  return found == all.end() ? nullptr : &found->second;
}

FoundKernel ClassVerifier::find(const Job& job, const std::string& selector) {
  FoundKernel found;
  found.outcome = find(job, selector, found);
  return found;
}

// Returns why there is nothing to verify; otherwise sets `found` and returns an outcome without a result.
Outcome ClassVerifier::find(const Job& job, const std::string& selector, FoundKernel& found) {
  Outcome outcome;
  if (job.program->sources.empty()) {
    outcome.result = settled(job, selector, Verdict::Unsupported, Cause::NoSource,
                             job.program->no_source.empty() ? "the capture holds no source of the program"
                                                            : job.program->no_source);
    return outcome;
  }
  const frontend::Translation& program = translation(*job.program);
  outcome.files = program.files;
  if (!program.compiled) {
    outcome.result =
        settled(job, selector, Verdict::Error, Cause::CompileError,
                "the kernel does not compile: " + first_errors(program), first_error_location(program));
    return outcome;
  }
  std::string name = job.kernel.empty() ? selector : job.kernel;
  if (name.empty() && program.kernels.empty()) {
    return input_error(job, name, no_kernel(job, program));
  }
  if (name.empty() && program.kernels.size() == 1) name = program.kernels.front().name;
  if (name.empty()) {
    for (const model::KernelModel& kernel : program.kernels) outcome.expand.push_back(kernel.name);
    outcome.lasting = true;
    return outcome;
  }
  const auto kernel = kernel_named(program, name);
  if (kernel != program.kernels.end()) name = kernel->name;
  if (kernel == program.kernels.end()) {
    if (program.kernels.empty()) return input_error(job, name, no_kernel(job, program));
    std::vector<std::string> names(program.kernels.size());
    std::ranges::transform(program.kernels, names.begin(), &model::KernelModel::name);
    const std::string meant = verdict::did_you_mean(name, names);
    std::string text = fmt::format("{} holds no kernel `{}`{}its kernels: {}", job.source, name,
                                   meant.empty() ? "; " : meant + " ", kernel_names(program));
    for (const std::string& one : open_templates(program)) text += "; " + one;
    return input_error(job, name, text);
  }
  found.answer = facts_of(job, *kernel);
  const FactsAnswer& answer = found.answer;
  outcome.unused = answer.unused;
  if (!answer.input_error.empty()) {
    outcome = input_error(job, name, answer.input_error);
    outcome.unused = answer.unused;
    return outcome;
  }
  if (job.names_must_fit && selector.empty() && !answer.unused.empty()) {
    std::vector<std::string> names;
    for (const model::Parameter& parameter : kernel->parameters) names.push_back(parameter.name);
    const std::string meant = verdict::did_you_mean(answer.unused.front(), names);
    return input_error(job, name,
                       fmt::format("kernel {} has no parameter {}{}it has {}", name, answer.unused.front(),
                                   meant.empty() ? "; " : meant + " ",
                                   names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  if (!answer.facts) {
    outcome.result = settled(job, name, answer.verdict, answer.cause, answer.reason);
    outcome.lasting = answer.verdict == Verdict::Unsupported;
    return outcome;
  }
  if (const std::uint64_t threads = threads_of_block(*answer.facts);
      kernel->language == model::Language::Cuda && threads > kMostThreadsOfBlock)
    return input_error(job, name,
                       fmt::format("the block has {} threads, and no device takes more than {}", threads,
                                   kMostThreadsOfBlock));
  found.kernel = &*kernel;
  if (const auto guesses = program.guesses.find(kernel->name); guesses != program.guesses.end())
    for (const frontend::Guess& guess : guesses->second)
      outcome.doubts.push_back({Cause::CompilerAnswer, guess.text, {.file = guess.file, .line = guess.line}});
  outcome.strict = job.options.strict;
  return outcome;
}

// Adds the assumptions of the launch facts and of the compiler.
void ClassVerifier::add_assumptions(const Job& job, const FactsAnswer& answer, verdict::ClassResult& result) {
  result.assumptions.insert(result.assumptions.end(), answer.assumptions.begin(), answer.assumptions.end());
  const std::vector<std::string>& of_compiler = translation(*job.program).assumptions;
  result.assumptions.insert(result.assumptions.end(), of_compiler.begin(), of_compiler.end());
  const auto note = [&](const std::string& text) {
    if (std::ranges::find(result.notes, text) == result.notes.end()) result.notes.push_back(text);
  };
  for (const std::string& text : open_templates(translation(*job.program))) note(text);
  const bool is_of_cuda = !job.program->sources.empty() &&
                          job.program->sources.front().language != frontend::SourceLanguage::OpenCl;
  if (is_of_cuda && answer.facts && !answer.facts->open.any())
    for (const std::string& text : beyond_devices(*answer.facts)) note(text);
}

// Judges one launch, or all launches that share these facts. `engine.begin` is the time at which the class
// was begun.
verdict::ClassResult ClassVerifier::judge(const Job& job, const model::KernelModel& kernel,
                                          const FactsAnswer& given, const EngineTime& engine) {
  const FactsAnswer* used = &given;
  std::unique_ptr<FactsAnswer> weaker;
  const auto left = [&] {
    const auto elapsed = Clock::now() - engine.begin;
    const auto time =
        std::chrono::duration_cast<std::chrono::milliseconds>((job.options.time - elapsed) * engine.share);
    return std::max(time, std::chrono::milliseconds{1});
  };
  symbolic::Options options = job.options;
  options.variables = variables_of(job, kernel.name);
  options.time = left();
  options.question_time = std::min(options.question_time, options.time);
  Workbench& bench = workbench(job, kernel.name);
  const auto agreed = [&] { return bench.cross_check == nullptr ? 0 : bench.cross_check->agreed(); };
  const std::uint64_t agreed_before = agreed();
  const smt::Work before = bench.solver->spent();
  const std::uint64_t late = bench.lessons.late;
  const auto own = [&] { return bench.solver->spent() - before; };
  if (job.engine == Engine::TwoThread) {
    options.another_solver = another_solver(job.solver, bench);
    const model::LaunchFacts facts = facts_in_use(kernel, *given.facts, options);
    verdict::ClassResult result =
        two_thread::verify(kernel, facts, bench.store, *bench.solver, options, job.two_thread);
    add_assumptions(job, given, result);
    if (result.verdict == Verdict::Verified) result.facts = access::facts_read(kernel, facts);
    result.cross_checked = agreed() - agreed_before;
    d_work += own();
    return result;
  }
  // Uses the remaining time of the class, even when it is repeated with fewer dependencies.
  const auto verify_given = [&](const FactsAnswer& answer) {
    options.time = left();
    options.question_time = std::min(job.options.question_time, options.time);
    const model::LaunchFacts facts = facts_in_use(kernel, *answer.facts, options);
    return access::verify(kernel, facts, bench.store, *bench.solver, options, bench.lessons,
                          scans::sums_at_reads(kernel, facts, bench.store, *bench.solver, options));
  };
  const auto verify = [&] { return verify_given(*used); };
  options.cancellation = d_concurrent ? &d_concurrent->others() : nullptr;
  options.so_far = [&](verdict::ClassResult so_far) {
    add_assumptions(job, given, so_far);
    d_partial.tell(so_far);
  };
  verdict::ClassResult result = verify();
  options.so_far(result);  // what follows only adds details
  options.so_far = nullptr;
  options.cancellation = nullptr;
  if (result.verdict == Verdict::Verified) d_concurrent.reset();
  const smt::Work of_proof = own();
  const bool is_minimised = result.verdict == Verdict::Verified && job.minimise_facts;
  const smt::Work until = before + of_proof + std::max(minimising_work(of_proof), kLeastMinimising);
  if (is_minimised && given.facts->sub_groups.is_stated() && model::uses_sub_groups(kernel)) {
    weaker = without_sub_groups(given, *bench.solver, until, verify_given, result);
    if (weaker) used = weaker.get();
  }
  if (is_minimised && !has_unknown_sizes(result))
    leave_out_annotations(kernel, *bench.solver, until, verify, options, result);
  add_assumptions(job, *used, result);
  if (job.engine != Engine::Access) two_thread::note_unknown_arrays(kernel, job.two_thread, result);
  if (result.verdict == Verdict::Verified) {
    options.time = left();
    const model::LaunchFacts facts = facts_in_use(kernel, *used->facts, options);
    result.facts = job.minimise_facts ? needed_facts(kernel, facts, used->local_size_open,
                                                     has_benign_races(result), options, bench, of_proof)
                                      : access::facts_read(kernel, facts);
  }
  result.cross_checked = agreed() - agreed_before;
  d_work += own();
  d_late += bench.lessons.late - late;
  return result;
}

// Judges properties that depend on contents which the launches of the class do not share, once for each of
// these contents. If there is too little time or there are too many contents, the remaining ones keep the
// verdicts without contents.
void ClassVerifier::judge_apart(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                                const EngineTime& engine, verdict::ClassResult& result) {
  if (!has_variants(job) || !is_open(result)) return;
  const std::vector<LaunchVariant> variants = variants_of(job, deciding_arguments(kernel, *answer.facts));
  if (variants.size() < 2) return;
  d_partial.end();  // each of these results is for only one of them
  VariantResults all(result);
  std::size_t done = 0;
  for (const LaunchVariant& variant : variants) {
    const bool late = Clock::now() - engine.begin > job.options.time * engine.share;
    if (late) d_cut = true;
    if (late || done == kMostVariants) break;
    const FactsAnswer facts = facts_of(variant.source, *job.program, kernel);
    if (!facts.facts) d_cut = true;
    if (!facts.facts) break;
    verdict::ClassResult part = judge(job, kernel, facts, engine);
    verdict::conclude(part, job.options.strict);
    all.add(std::move(part), variant);
    ++done;
  }
  if (done < variants.size())
    all.add_rest(fmt::format("of {} different contents, {} were not judged separately", variants.size(),
                             variants.size() - done));
  result = all.take();
}

FactsAnswer ClassVerifier::facts_of_launch(const Job& job, const model::KernelModel& kernel,
                                           std::uint64_t launch) {
  FactsAnswer whole = facts_of(job, kernel);
  if (launch == 0 || !has_variants(job) || !whole.facts) return whole;
  for (const LaunchVariant& variant : variants_of(job, deciding_arguments(kernel, *whole.facts)))
    if (variant.launch == launch) return facts_of(variant.source, *job.program, kernel);
  return whole;
}

// Returns one launch of the class for each distinct contents. `answer` holds their common facts.
WholeLaunches ClassVerifier::launches_apart(const Job& job, const model::KernelModel& kernel,
                                            const FactsAnswer& answer) {
  WholeLaunches result;
  if (!answer.facts) return result;
  std::vector<LaunchVariant> variants;
  result.stored = true;
  if (has_variants(job)) {
    const ExecutionProof proof(kernel, *answer.facts);
    std::vector<std::size_t> arguments = deciding_arguments(kernel, *answer.facts);
    const auto add = [&](const std::vector<bool>& contents) {
      for (std::size_t i = 0; i < contents.size(); ++i)
        if (contents[i] && std::ranges::find(arguments, i) == arguments.end()) arguments.push_back(i);
    };
    add(proof.contents());
    variants = variants_of(job, arguments);
    add(proof.stored_contents());
    result.stored = variants_of(job, arguments).size() == variants.size();
  }
  // If the local size was left open, groups of one work-item represent all others.
  result.local_size_open = answer.local_size_open;
  result.all = (!answer.local_size_open || jobs::independent_of_local_size(kernel)) &&
               answer.assumptions.empty() && variants.size() <= kMostVariants;
  if (variants.size() < 2) {
    result.launches.push_back(
        {0, [&, facts = *answer.facts] { return facts_in_use(kernel, facts, job.options); }});
    return result;
  }
  if (variants.size() > kMostVariants) variants.resize(kMostVariants);
  for (LaunchVariant& variant : variants) {
    const std::uint64_t number = variant.launch;
    result.launches.push_back({number, [&, variant = std::move(variant)] {
                                 std::optional<model::LaunchFacts> facts =
                                     facts_of(variant.source, *job.program, kernel).facts;
                                 if (facts) facts = facts_in_use(kernel, *facts, job.options);
                                 return facts;
                               }});
  }
  return result;
}

namespace {

// What executing the launches of a class may achieve, judged by the first of them.
struct Execution {
  bool may_decide = false;  // it may show or prove what the engine leaves open
  bool knows_contents = false;
};

Execution execution_of(const model::KernelModel& kernel, const WholeLaunches& known) {
  if (known.launches.empty()) return {};
  const std::optional<model::LaunchFacts> facts = known.launches.front().facts();
  if (!facts) return {};
  Execution result;
  result.may_decide = all_is_known(*facts) || ExecutionProof(kernel, *facts).is_possible();
  result.knows_contents = std::ranges::any_of(facts->arguments, [](const model::Argument& argument) {
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    return buffer != nullptr && buffer->contents.bytes() != nullptr;
  });
  return result;
}

// The properties that may be checked for a class, all undecided.
std::map<verdict::Property, verdict::PropertyResult> asked_properties(const model::KernelModel& kernel,
                                                                      const model::LaunchFacts& facts) {
  std::map<verdict::Property, verdict::PropertyResult> result;
  for (std::size_t i = 0; i < verdict::all_properties().size(); ++i) {
    const auto property = static_cast<verdict::Property>(i);
    const bool is_asked = verdict::is_asked_always(property) ||
                          (property == verdict::Property::Assertion && !kernel.annotations.empty()) ||
                          (property == verdict::Property::AccessFlags && analysis::has_access_flags(facts));
    if (is_asked) result[property].verdict = Verdict::NotAsked;
  }
  return result;
}

// Sets the parts that all answers of a class have in common.
void name_class(const Job& job, const model::KernelModel& kernel, const FactsAnswer& answer,
                verdict::ClassResult& result) {
  result.kernel = kernel.name;
  result.source = job.source;
  result.launch =
      job.launch.empty() ? describe_launch(kernel, *answer.facts, answer.local_size_open) : job.launch;
  if (!answer.local_size_open) result.grid = grid_of(*answer.facts);
  if (!kernel.postconditions.empty())
    result.properties[verdict::Property::Postcondition] = {
        .verdict = Verdict::NotAsked,
        .reason = "only `launchproof check` of the kernel's file checks postconditions"};
  result.launches = job.launches;
  result.call_site = job.call_site;
  result.repro = job.repro;
}

}  // namespace

Outcome ClassVerifier::verify(const Job& job, const std::string& selector) {
  const auto begin = Clock::now();
  d_concurrent.reset();
  FoundKernel found = find(job, selector);
  Outcome outcome = std::move(found.outcome);
  if (found.kernel == nullptr) return outcome;
  const model::KernelModel* kernel = found.kernel;
  const FactsAnswer& answer = found.answer;
  outcome.has_candidates = std::ranges::any_of(kernel->annotations, [](const model::Annotation& one) {
    return one.kind == model::AnnotationKind::Candidate && one.condition != model::kNone;
  });
  d_cut = false;
  d_late = 0;
  d_is_unhurried = false;
  if (answer.facts->open.any()) {
    Outcome open = verify_open(job, *kernel, answer);
    open.files = outcome.files;
    open.doubts = outcome.doubts;
    open.strict = outcome.strict;
    judge_lasting(job, *kernel, open);
    return open;
  }
  verdict::ClassResult& result = outcome.result;
  // A replay ignores lock step, so it would report races that lock step excludes.
  const bool may_replay = job.replay && job.options.warp_sync <= 1;
  const Execution execution =
      may_replay ? execution_of(*kernel, launches_apart(job, *kernel, answer)) : Execution{};
  const bool settles = execution.may_decide && execution.knows_contents;
  begin_concurrent(job, *kernel, answer, begin);
  const double most = job.engine == Engine::Portfolio && !d_concurrent ? kShareOfFirst : kEngineShare;
  const EngineTime engine{begin, settles ? kShareBeforeExecution : most};
  name_class(job, *kernel, answer, result);
  result.properties = asked_properties(*kernel, *answer.facts);
  d_partial.begin(outcome);
  try {
    result = judge(job, *kernel, answer, engine);
    judge_apart(job, *kernel, answer, engine, result);
    verdict::conclude(result, job.options.strict);
    find_contents_preconditions(job, *kernel, answer, engine, result);
    d_is_unhurried = d_late == 0 && kernel->annotations.empty() &&
                     (job.engine == Engine::Auto || job.engine == Engine::Access);
  } catch (const smt::Disagreement& error) {
    result = settled(job, kernel->name, Verdict::Error, Cause::SolversDisagree, error.what());
    d_workbench.reset();
  }
  d_partial.end();
  name_class(job, *kernel, answer, result);
  verdict::make_ids_unique(result.findings);
  for (verdict::Finding& finding : result.findings) {
    add_commands(job, finding);
    if (job.replay && !may_replay)
      finding.replay =
          "not replayed: a replay runs work-items one by one, and not in lock step (--warp-sync)";
  }
  verdict::conclude(result, job.options.strict);
  if (result.verdict == Verdict::Verified && !answer.local_size_open)
    result.pattern =
        access::access_pattern(*kernel, *answer.facts, workbench(job, kernel->name).store, job.options);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const bool replays =
      may_replay && (has_witness(result) || (execution.may_decide && verdict::is_undecided(result)));
  outcome.second_engine = !replays && asks_second_engine(job, outcome);
  outcome.interim = replays || outcome.second_engine;
  if (!outcome.interim) d_concurrent.reset();
  judge_lasting(job, *kernel, outcome);
  return outcome;
}

namespace {

// Returns whether another run may get another answer, or this program has a defect.
bool is_passing(Cause cause) {
  switch (cause) {
    case Cause::SolverTimeout:
    case Cause::SolverFailure:
    case Cause::ClassTimeout:
    case Cause::ClassMemory:
    case Cause::Interrupted:
    case Cause::WorkerCrash:
    case Cause::ReplayDisagrees:
    case Cause::SolversDisagree:
    case Cause::EnginesDisagree:
      return true;
    default:
      return false;
  }
}

bool rests_on_passing(const verdict::ClassResult& result) {
  const auto passing = [](const verdict::Approximation& one) { return is_passing(one.cause); };
  return std::ranges::any_of(
             result.properties,
             [&](const auto& entry) { return std::ranges::any_of(entry.second.causes, passing); }) ||
         std::ranges::any_of(result.findings, [&](const verdict::Finding& finding) {
           return std::ranges::any_of(finding.approximations, passing);
         });
}

}  // namespace

void ClassVerifier::judge_lasting(const Job& job, const model::KernelModel& kernel, Outcome& outcome) {
  const verdict::ClassResult& result = outcome.result;
  if (jobs::take_unreadable_contents()) d_cut = true;
  outcome.lasting = !d_cut && result.verdict != Verdict::Error && !rests_on_passing(result);
  if (!verdict::is_undecided(result)) return;
  // Parts of the engine stop silently when their share of the time is over. This only shows in questions that
  // ran out of time or in annotations that were not checked.
  if (d_is_unhurried) return;
  double most = std::chrono::duration<double>(job.options.time).count() * kShortestShare;
  if (!kernel.annotations.empty()) most = std::min(most, kShortestOfInvariants);
  outcome.lasting = outcome.lasting && result.seconds < most;
}

Outcome ClassVerifier::confirm(const Job& job, Outcome found) {
  found.interim = false;
  if (found.sizes && leaves_sizes_open(job)) {
    const model::LaunchSizes sizes = *std::exchange(found.sizes, std::nullopt);
    Job sized = with_sizes(job, sizes);
    sized.kernel = found.result.kernel;
    Outcome confirmed = confirm(sized, std::move(found));
    confirmed.sizes = sizes;
    return confirmed;
  }
  const auto begin = Clock::now();
  const bool lasting = std::exchange(found.lasting, false);
  d_cut = false;
  d_replayer.was_cut();
  const frontend::Translation& program = translation(*job.program);
  const auto kernel =
      std::find_if(program.kernels.begin(), program.kernels.end(),
                   [&](const auto& candidate) { return candidate.name == found.result.kernel; });
  if (kernel == program.kernels.end()) return found;
  ReplayLimits limits;
  const double left = std::chrono::duration<double>(job.options.time).count() - found.result.seconds;
  // Counted steps are the limit; the remaining time of the class is the last resort.
  const std::uint64_t all_steps = limits.all_steps;
  limits.seconds = std::max(left * kReplayShare, kLeastReplay);
  limits.memory = std::min<std::uint64_t>(limits.memory, job.options.memory_mib * kMebibyte / 4);
  const double most = limits.seconds;
  const std::uint64_t before = d_replayer.executed();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  // Executes launch by launch if their contents differ.
  std::set<std::uint64_t> launches;
  for (const verdict::Finding& finding : found.result.findings) launches.insert(finding.launch);
  if (launches.empty()) launches.insert(0);
  for (const std::uint64_t launch : launches) {
    const FactsAnswer answer = facts_of_launch(job, *kernel, launch);
    if (!answer.facts) return found;
    limits.seconds = most - elapsed();
    limits.all_steps = all_steps - std::min(all_steps, d_replayer.executed() - before);
    d_replayer.confirm(found.result, launch, job, *kernel, facts_in_use(*kernel, *answer.facts, job.options),
                       limits);
  }
  if (verdict::is_undecided(found.result)) {
    const WholeLaunches known = launches_apart(job, *kernel, facts_of(job, *kernel));
    limits.seconds = std::max(left * kReplayShare, most) - elapsed();
    d_replayer.execute(found.result, known, job, *kernel, limits);
  }
  verdict::make_ids_unique(found.result.findings);
  for (verdict::Finding& finding : found.result.findings)
    if (finding.repro.empty()) add_commands(job, finding);
  found.result.seconds += elapsed();
  // The executed program must be the one that was translated.
  const frontend::FileUses* executed = d_replayer.files(*job.program);
  d_cut = d_replayer.was_cut() || (executed != nullptr && *executed != program.files);
  judge_lasting(job, *kernel, found);
  found.lasting = found.lasting && lasting;
  return found;
}

namespace {

// Returns whether the proofs may use groups of one work-item, and then hold for every local size.
bool open_local_size(const model::KernelModel& kernel, bool known_open) {
  return known_open || jobs::independent_of_local_size(kernel);
}

}  // namespace

std::vector<std::string> ClassVerifier::needed_facts(const model::KernelModel& kernel,
                                                     const model::LaunchFacts& facts, bool local_size_open,
                                                     bool benign_races, const symbolic::Options& options,
                                                     Workbench& bench, smt::Work own) {
  model::LaunchFacts opened = facts;
  access::FamilyOptions family;
  family.local_size_open = open_local_size(kernel, local_size_open);
  if (family.local_size_open) opened.local_size = {1, 1, 1};
  const smt::Work freed = std::max(minimising_work(own) * 3 / 4, kLeastFreeing);
  const smt::Work end = std::max(minimising_work(own), kLeastMinimising);
  smt::Work spent = 0;
  family.engine = options;
  family.tolerate_benign = benign_races;
  // The variables of the failed question are fixed in the next attempt.
  for (unsigned attempt = 0; attempt < kMostAttempts; ++attempt) {
    if (spent >= end) break;
    family.work = end - spent;
    family.minimise = freed - std::min(spent, freed);
    access::FamilyAnswer answer =
        access::verify_family(kernel, {&opened}, bench.store, *bench.solver, family);
    spent += answer.work;
    if (!answer.covered.empty()) return answer.result.facts;
    if (answer.failed.empty()) break;
    family.pinned.insert(answer.failed.begin(), answer.failed.end());
  }
  return access::facts_read(kernel, facts);
}

ClassVerifier::Workbench& ClassVerifier::workbench(const Job& job, const std::string& kernel) {
  const double share = job.cross_check.share;
  const std::string second = share > 0 ? smt::second_solver(job.cross_check, job.solver) : std::string();
  const bool fits = d_workbench && d_workbench->program == job.program->key &&
                    d_workbench->kernel == kernel && d_workbench->solver_name == job.solver &&
                    d_workbench->second_name == second && d_workbench->second_share == share &&
                    d_workbench->log_places == job.log && d_workbench->store.size() < kMostTerms;
  if (!fits) {
    const bool same_kernel =
        d_workbench && d_workbench->program == job.program->key && d_workbench->kernel == kernel;
    access::Patience patience = same_kernel ? std::move(d_workbench->lessons.patience) : access::Patience();
    d_workbench = std::make_unique<Workbench>();
    d_workbench->lessons.patience = std::move(patience);
    d_workbench->program = job.program->key;
    d_workbench->kernel = kernel;
    d_workbench->solver_name = job.solver;
    d_workbench->second_name = second;
    d_workbench->second_share = share;
    d_workbench->log_places = job.log;
    if (job.log.any()) d_workbench->log = std::make_shared<smt::QuestionLog>(job.log, kernel);
    const auto stagger = job.engine == Engine::TwoThread ? kTwoThreadStagger : smt::kStagger;
    std::unique_ptr<smt::Solver> solver =
        smt::make_solver(d_workbench->store, job.solver, stagger, d_workbench->log);
    if (share > 0) {
      auto checked = std::make_unique<smt::CrossCheck>(
          std::move(solver), smt::make_backend(d_workbench->store, smt::solver_names(second).front().front()),
          share, std::filesystem::temp_directory_path());
      d_workbench->cross_check = checked.get();
      solver = std::move(checked);
    }
    d_workbench->solver = std::make_unique<smt::Meter>(std::move(solver));
  }
  return *d_workbench;
}

std::function<std::unique_ptr<smt::Solver>(smt::TermStore&)> ClassVerifier::another_solver(
    const std::string& name, const Workbench& bench) {
  if (bench.cross_check != nullptr || default_workers() < 2) return {};
  return [name, log = bench.log](smt::TermStore& store) {
    return smt::make_solver(store, name, kTwoThreadStagger, log);
  };
}

Outcome lost_outcome(const Job& job, const std::string& selector, Cause cause, const std::string& reason) {
  Outcome outcome;
  outcome.result = settled(job, job.kernel.empty() ? selector : job.kernel, Verdict::Unknown, cause, reason);
  return outcome;
}

}  // namespace launchproof::worker
