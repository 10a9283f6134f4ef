#include "cli/jobs/equivalence_sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "cli/jobs/capture_sides.h"
#include "cli/jobs/check_job.h"
#include "cli/terminal/interruption.h"
#include "cli/verification/verification.h"
#include "verify/effort/clock.h"
#include "verify/equivalence/correspondence.h"
#include "verify/equivalence/equivalence.h"
#include "verify/equivalence/open_sizes.h"
#include "verify/model/scalar_text.h"
#include "verify/smt/solvers/child_process.h"
#include "verify/verdict/nearest_name.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::cli {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

// Returns the named kernel of the program, or its only one.
model::KernelModel kernel_of(const jobs::Job& job, const std::string& file) {
  frontend::Translation translation = frontend::translate(job.program->sources, job.program->device);
  if (!translation.compiled) {
    std::string first;
    for (const auto& message : translation.messages)
      if (message.is_error && first.empty())
        first = fmt::format("{}:{}:{}: {}", message.file, message.line, message.column, message.text);
    throw UsageError(fmt::format("{} does not compile: {}", file, first));
  }
  std::vector<std::string> names;
  for (model::KernelModel& kernel : translation.kernels) {
    if (kernel.name == job.kernel || (job.kernel.empty() && translation.kernels.size() == 1))
      return std::move(kernel);
    names.push_back(kernel.name);
  }
  if (names.empty()) throw UsageError(fmt::format("{} holds no kernel", file));
  if (job.kernel.empty())
    throw UsageError(fmt::format("{} holds several kernels ({}); name one as {}:KERNEL", file,
                                 fmt::join(names, ", "), file));
  const std::string meant = verdict::did_you_mean(job.kernel, names);
  throw UsageError(fmt::format("{} has no kernel `{}`{}it has {}", file, job.kernel,
                               meant.empty() ? "; " : meant + " ", fmt::join(names, ", ")));
}

std::string launch_words_of(const GivenSide& given) {
  std::string words;
  for (const auto& one : given.side.launches)
    words +=
        (words.empty() ? "" : "; ") + worker::describe_launch(one.launch.kernel, one.launch.facts, false);
  return words;
}

std::vector<equivalence::Binding> bindings_of(const Arguments& arguments) {
  std::vector<equivalence::Binding> bindings;
  for (const std::string& text : arguments.bindings) {
    const auto equals = text.find('=');
    const std::string right = text.substr(equals + 1);
    bindings.emplace_back(text.substr(0, equals), right == "none" ? "" : right);
  }
  return bindings;
}

std::string solver_of_equivalence() {
  return smt::find_program("cvc5").empty() ? "cadical,z3" : "cadical,cvc5:int,z3+cvc5";
}

// Adds the results of the sides on which the answer depends. Proofs depend on all of them; counterexamples
// depend on those without which an execution is only one of many.
void rest_on(const std::vector<verdict::ClassResult>& verified, verdict::ClassResult& result) {
  verdict::PropertyResult& answer = result.properties[Property::Equivalent];
  if (answer.verdict == Verdict::Error) return;
  const bool is_proof = answer.verdict == Verdict::Verified || answer.verdict == Verdict::ProbablyEqual;
  const bool is_shown = answer.verdict == Verdict::Defect || answer.verdict == Verdict::PossibleDefect;
  const auto give_up = [&](const std::string& reason) {
    answer.verdict = Verdict::Unknown;
    answer.reason = reason;
    answer.causes.push_back({.cause = Cause::SideNotVerified, .detail = reason, .location = {}});
    result.findings.clear();
  };
  for (const verdict::ClassResult& side : verified) {
    // --only-divergence asks about nothing else.
    for (const Property order : {Property::DataRace, Property::BarrierDivergence}) {
      const auto own = side.properties.find(order);
      if (own != side.properties.end() && own->second.verdict != Verdict::NotAsked) continue;
      give_up(fmt::format("rests on `{}`, of which {} is not asked", side.kernel, verdict::name(order)));
      return;
    }
    const std::pair<const Property, verdict::PropertyResult>* worst = nullptr;
    bool fails = false;
    for (const auto& one : side.properties) {
      const auto& [property, own] = one;
      const bool orders = property == Property::DataRace || property == Property::BarrierDivergence;
      if (own.verdict == Verdict::Verified) continue;
      if (own.verdict == Verdict::NotAsked) {
        if (property == Property::OutOfBounds && is_proof)
          result.assumptions.push_back(
              fmt::format("the accesses of `{}` are in bounds: {}", side.kernel, own.reason));
        continue;
      }
      fails = fails || orders || !is_shown;
      if (worst == nullptr || verdict::worse(worst->second.verdict, own.verdict) != worst->second.verdict)
        worst = &one;
    }
    if (!fails) continue;
    give_up(fmt::format("rests on `{}`, of which {} is {}: {}", side.kernel, verdict::name(worst->first),
                        verdict::name(worst->second.verdict), worst->second.reason));
    return;
  }
}

// The task of a worker process. `open`: for all open sizes.
struct Question {
  const equivalence::Side* left = nullptr;
  const equivalence::Side* right = nullptr;
  const verdict::ClassResult* begun = nullptr;  // parts of the answer that are already known
  bool open = false;
};

equivalence::Options equivalence_options(const Arguments& arguments) {
  equivalence::Options options;
  options.arithmetic = *equivalence::parse_arithmetic(arguments.arithmetic);
  options.time = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.timeout_seconds * 1000));
  options.memory_mib = arguments.memory_mib;
  options.solver = arguments.solver.empty() ? solver_of_equivalence() : arguments.solver;
  options.always_executes = !arguments.cross_check.empty() && arguments.cross_check != "off";
  return options;
}

// Decides each question in a worker process, whose loss affects only that answer.
std::vector<verdict::ClassResult> decided(const std::vector<Question>& questions,
                                          const Arguments& arguments) {
  const equivalence::Options options = equivalence_options(arguments);
  worker::PoolOptions pool;
  pool.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  pool.limits = {options.time, arguments.memory_mib};
  pool.grace = std::chrono::milliseconds(2000);
  const Interruption interruption;
  pool.stop = [] { return interrupting_signal() != 0; };
  pool.work = [&](std::size_t task, const std::string&) {
    const Question& question = questions[task];
    const auto begin = effort::Clock::now();
    equivalence::Answer answer = question.open
                                     ? equivalence::decide_open(*question.left, *question.right, options)
                                     : equivalence::decide(*question.left, *question.right, options);
    worker::TaskOutcome outcome;
    outcome.result = *question.begun;
    outcome.result.properties[Property::Equivalent] = std::move(answer.property);
    outcome.result.findings = std::move(answer.findings);
    outcome.result.assumptions = std::move(answer.assumptions);
    outcome.result.notes = std::move(answer.notes);
    outcome.result.questions = answer.counts.questions;
    outcome.result.settled =
        answer.counts.compared - std::min(answer.counts.compared, answer.counts.questions);
    outcome.result.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
    return outcome;
  };
  pool.lost = [&](std::size_t task, const std::string&, Cause cause, const std::string& reason) {
    worker::TaskOutcome outcome;
    outcome.result = *questions[task].begun;
    outcome.result.properties[Property::Equivalent] = {
        .verdict = cause == Cause::WorkerCrash ? Verdict::Error : Verdict::Unknown,
        .reason = reason,
        .causes = {{.cause = cause, .detail = reason, .location = {}}}};
    return outcome;
  };
  std::vector<verdict::ClassResult> results;
  for (worker::CompletedTask& one : worker::run_tasks(std::vector<worker::Task>(questions.size()), pool))
    results.push_back(std::move(one.outcome.result));
  return results;
}

verdict::ClassResult decided(const Question& question, const Arguments& arguments) {
  return std::move(decided(std::vector<Question>{question}, arguments).at(0));
}

// Sizes to try: square and other groups, and one or several of them.
constexpr std::array<std::array<std::uint64_t, 4>, 4> kSmallSizes{
    {{4, 4, 2, 2}, {2, 3, 3, 2}, {8, 1, 1, 5}, {3, 5, 2, 1}}};

// Returns those sizes, as far as the launch leaves them open; sizes with the same symbol are equal. Returns
// nothing if they contradict given sizes.
std::optional<model::LaunchSizes> small_sizes(const model::LaunchFacts& facts, std::size_t attempt) {
  const auto& numbers = kSmallSizes.at(attempt);
  model::LaunchSizes sizes;
  std::map<std::uint32_t, std::uint64_t> chosen;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t groups = (facts.global_size[i] + facts.local_size[i] - 1) / facts.local_size[i];
    const auto choose = [&](std::uint32_t symbol, std::uint64_t given, std::uint64_t number) {
      return symbol == 0 ? given : chosen.try_emplace(symbol, number).first->second;
    };
    sizes.local[i] = choose(facts.open.local[i], facts.local_size[i], i < 2 ? numbers[i] : 1);
    sizes.groups[i] = choose(facts.open.groups[i], groups, i < 2 ? numbers[i + 2] : 1);
    const bool is_open = facts.open.local[i] != 0 || facts.open.groups[i] != 0;
    if (is_open && !facts.open.global[i] && sizes.local[i] * sizes.groups[i] != facts.global_size[i])
      return std::nullopt;
  }
  return sizes;
}

// Sets integers that the launch does not give to `number`.
void fill_in(model::LaunchFacts& facts, const model::KernelModel& kernel, std::uint64_t number) {
  for (std::size_t i = 0; i < facts.arguments.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    if (parameter.kind != model::ParameterKind::Value || parameter.bytes > 8 ||
        model::is_floating(parameter.type) ||
        !std::holds_alternative<model::UnknownArgument>(facts.arguments[i]))
      continue;
    model::ValueArgument value;
    for (std::uint32_t byte = 0; byte < parameter.bytes; ++byte)
      value.bytes.push_back(static_cast<std::uint8_t>(number >> (8 * byte)));
    facts.arguments[i] = value;
  }
}

// Returns the side at these sizes; nothing if they do not fit it.
std::optional<GivenSide> at_sizes(const GivenSide& given, const model::LaunchSizes& sizes,
                                  std::size_t attempt) {
  GivenSide sized = given;
  // Integers that are not given equal the number of work-items, or are slightly larger or smaller.
  constexpr std::array<std::uint64_t, 4> kMore{2, 3, 1, 0};
  const std::uint64_t number =
      kMore.at(attempt) - 2 + std::max(sizes.local[0] * sizes.groups[0], sizes.local[1] * sizes.groups[1]);
  for (std::size_t i = 0; i < sized.jobs.size(); ++i) {
    jobs::Job& job = sized.jobs[i];
    if (!jobs::leaves_sizes_open(given.jobs[i])) return std::nullopt;
    job = jobs::with_sizes(given.jobs[i], sizes);
    equivalence::Launch& launch = sized.side.launches[i].launch;
    jobs::FactsAnswer answer = jobs::facts_of(job, launch.kernel);
    if (!answer.facts) return std::nullopt;
    fill_in(*answer.facts, launch.kernel, number);
    launch.facts = *answer.facts;
    job.facts_key.clear();
    job.launch_source = jobs::KnownLaunch{std::move(answer), {}};
  }
  return sized;
}

// A proof for all sizes also holds for a few small ones; otherwise this program has a defect. Small sizes may
// also refute what was not proved.
void judge_by_small_sizes(const GivenSide& left, const GivenSide& right, const Arguments& arguments,
                          verdict::ClassResult& result) {
  verdict::PropertyResult& answer = result.properties[Property::Equivalent];
  Arguments quiet = arguments;
  quiet.quiet = true;
  for (std::size_t attempt = 0; attempt < kSmallSizes.size(); ++attempt) {
    const auto sizes = small_sizes(left.side.launches[0].launch.facts, attempt);
    if (!sizes) continue;
    const std::optional<GivenSide> small_left = at_sizes(left, *sizes, attempt);
    const std::optional<GivenSide> small_right = at_sizes(right, *sizes, attempt);
    if (!small_left || !small_right) continue;
    std::vector<jobs::Job> jobs = small_left->jobs;
    jobs.insert(jobs.end(), small_right->jobs.begin(), small_right->jobs.end());
    std::vector<std::string> notes;
    std::vector<verdict::ClassResult> verified;
    for (const worker::Completed& one : verify_jobs(jobs, quiet, notes))
      verified.push_back(one.outcome.result);
    verdict::ClassResult small = decided(
        Question{.left = &small_left->side, .right = &small_right->side, .begun = &result}, arguments);
    rest_on(verified, small);
    const verdict::PropertyResult& found = small.properties[Property::Equivalent];
    if (found.verdict != Verdict::Defect && found.verdict != Verdict::Error) continue;
    const std::string launch = launch_words_of(*small_left);
    if (answer.verdict == Verdict::Verified) {
      answer.reason = fmt::format("proved for all sizes, and with {}: {}", launch, found.reason);
      answer.verdict = Verdict::Error;
      answer.causes.push_back({.cause = Cause::ReplayDisagrees, .detail = answer.reason, .location = {}});
      return;
    }
    const std::string why = answer.reason;
    answer = found;
    result.findings = small.findings;
    for (verdict::Finding& finding : result.findings) {
      finding.message += fmt::format("; with {} ({})", launch, why);
      answer.reason = finding.message;
    }
    result.launch = launch;
    return;
  }
}

}  // namespace

GivenSide given_side(const std::string& name, const std::vector<Arguments>& launches) {
  GivenSide given;
  given.side.name = name;
  std::set<std::string> unused;
  bool is_first = true;
  for (const Arguments& one : launches) {
    const std::string& file = one.operands.at(0);
    if (std::filesystem::is_directory(file)) {
      GivenSide recorded = capture_side(file, one.kernel, name, one);
      given.side.words += (given.side.words.empty() ? "" : " then ") + recorded.side.words;
      given.side.launches.push_back(std::move(recorded.side.launches[0]));
      given.jobs.push_back(std::move(recorded.jobs[0]));
      if (is_first) unused.clear();
      continue;
    }
    jobs::Job job = check_job(file, one);
    const model::KernelModel kernel = kernel_of(job, file);
    job.kernel = kernel.name;
    jobs::FactsAnswer answer = jobs::facts_of(job, kernel);
    if (!answer.input_error.empty()) throw UsageError(fmt::format("{}: {}", file, answer.input_error));
    if (!answer.facts) throw UsageError(fmt::format("{}:{}: {}", file, kernel.name, answer.reason));
    for (std::size_t i = 0; i < answer.facts->arguments.size(); ++i)
      if (const auto* buffer = std::get_if<model::BufferArgument>(&answer.facts->arguments[i]);
          buffer != nullptr && buffer->properties.any())
        throw UsageError(
            fmt::format("--contents: kernels are not compared under properties of contents, as are given for "
                        "{}; give the "
                        "contents, or leave them out",
                        kernel.parameters[i].name));
    std::set<std::string> here(answer.unused.begin(), answer.unused.end());
    if (is_first) {
      unused = here;
    } else {
      std::erase_if(unused, [&](const std::string& text) { return !here.contains(text); });
    }
    is_first = false;
    given.side.words += (given.side.words.empty() ? "" : " then ") + kernel.name;
    const auto program = job.program;
    given.side.launches.push_back({{kernel, *answer.facts, {}}, [program] {
                                     return frontend::prepare_program(program->sources, program->device);
                                   }});
    given.jobs.push_back(std::move(job));
  }
  given.side.unused.assign(unused.begin(), unused.end());
  return given;
}

Comparison prepare_comparison(GivenSide left, GivenSide right, const Arguments& arguments) {
  for (const std::string& name : left.side.unused)
    if (std::ranges::find(right.side.unused, name) != right.side.unused.end())
      throw UsageError(fmt::format("no kernel of either side has a parameter {}", name));
  const equivalence::Correspondence matched =
      equivalence::correspond(left.side, right.side, bindings_of(arguments));
  if (!matched.error.empty()) throw UsageError(matched.error);
  Comparison made;
  made.notes = matched.notes;
  made.conflicts = equivalence::share_contents(left.side, right.side);
  verdict::ClassResult& result = made.result;
  result.kernel = fmt::format("{} = {}", left.side.words, right.side.words);
  const std::string& left_file = left.jobs.front().source;
  const std::string& right_file = right.jobs.front().source;
  result.source = left_file == right_file ? left_file : fmt::format("{} = {}", left_file, right_file);
  const std::string left_launch = launch_words_of(left);
  const std::string right_launch = launch_words_of(right);
  result.launch = left_launch == right_launch ? left_launch
                                              : fmt::format("{}: {}; {}: {}", left.side.name, left_launch,
                                                            right.side.name, right_launch);
  result.engine = "equivalence";
  result.repro = repeat_command(arguments, arguments.operands);
  made.left = std::move(left);
  made.right = std::move(right);
  return made;
}

namespace {

// Returns whether the launches have only one result, whatever the order of their work-items.
bool are_ordered(const std::vector<verdict::ClassResult>& verified) {
  return std::ranges::all_of(verified, [](const verdict::ClassResult& one) {
    return std::ranges::all_of(one.properties, [](const auto& property) {
      const bool orders =
          property.first == Property::DataRace || property.first == Property::BarrierDivergence;
      return !orders || property.second.verdict == Verdict::Verified ||
             property.second.verdict == Verdict::NotAsked;
    });
  });
}

}  // namespace

std::vector<verdict::ClassResult> compare_sides(
    const std::vector<Comparison>& comparisons,
    const std::vector<std::vector<verdict::ClassResult>>& verified, const Arguments& arguments) {
  std::vector<Question> questions;
  std::vector<std::size_t> asked;
  std::vector<verdict::ClassResult> results;
  const auto is_open = [&](const Comparison& one) {
    return equivalence::has_open_sizes(one.left.side) || equivalence::has_open_sizes(one.right.side);
  };
  for (const Comparison& one : comparisons) {
    const std::size_t number = results.size();
    results.push_back(one.result);
    // A comparison of sides without a unique result is unknown, whatever its outcome is.
    results.back().properties[Property::Equivalent].verdict = Verdict::Unknown;
    if (!are_ordered(verified[number])) continue;
    asked.push_back(number);
    questions.push_back({&one.left.side, &one.right.side, &one.result, is_open(one)});
  }
  std::vector<verdict::ClassResult> answers = decided(questions, arguments);
  for (std::size_t i = 0; i < answers.size(); ++i) results[asked[i]] = std::move(answers[i]);
  for (std::size_t i = 0; i < results.size(); ++i) {
    verdict::ClassResult& done = results[i];
    rest_on(verified[i], done);
    if (is_open(comparisons[i]))
      judge_by_small_sizes(comparisons[i].left, comparisons[i].right, arguments, done);
    done.notes.insert(done.notes.begin(), comparisons[i].notes.begin(), comparisons[i].notes.end());
    for (verdict::Finding& finding : done.findings)
      if (finding.repro.empty()) finding.repro = done.repro;
    verdict::conclude(done, arguments.strict);
  }
  return results;
}

}  // namespace launchproof::cli
