#include "verify/worker/class_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Verdict;

constexpr std::size_t kCachedPrograms = 8;
constexpr std::size_t kQuotedMessages = 3;
constexpr std::size_t kMostTerms = 200'000;  // of a store that is used again
// The engine stops itself a little before the pool would kill the process, so that what it proved is kept.
constexpr double kEngineShare = 0.9;

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

Outcome ClassVerifier::verify(const Job& job, const std::string& selector) {
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::steady_clock::now() - begin; };
  Outcome outcome;
  if (job.program->sources.empty()) {
    outcome.result = settled(job, selector, Verdict::Unsupported, Cause::NoSource,
                             "the program was recorded without source (built from a binary or from IL)");
    return outcome;
  }
  const frontend::Translation& program = translation(*job.program);
  if (!program.compiled) {
    outcome.result =
        settled(job, selector, Verdict::Error, Cause::CompileError,
                "the kernel does not compile: " + first_errors(program), first_error_location(program));
    return outcome;
  }
  std::string name = job.kernel.empty() ? selector : job.kernel;
  if (name.empty() && program.kernels.empty()) {
    return input_error(job, name, fmt::format("{} holds no kernel function", job.source));
  }
  if (name.empty() && program.kernels.size() == 1) name = program.kernels.front().name;
  if (name.empty()) {
    for (const model::KernelModel& kernel : program.kernels) outcome.expand.push_back(kernel.name);
    return outcome;
  }
  const auto kernel =
      std::find_if(program.kernels.begin(), program.kernels.end(),
                   [&](const model::KernelModel& candidate) { return candidate.name == name; });
  if (kernel == program.kernels.end()) {
    return input_error(job, name,
                       program.kernels.empty() ? fmt::format("{} holds no kernel function", job.source)
                                               : fmt::format("{} holds no kernel `{}`; its kernels: {}",
                                                             job.source, name, kernel_names(program)));
  }
  const FactsAnswer answer = job.facts(*kernel);
  outcome.unused = answer.unused;
  if (!answer.input_error.empty()) {
    outcome = input_error(job, name, answer.input_error);
    outcome.unused = answer.unused;
    return outcome;
  }
  if (job.names_must_fit && selector.empty() && !answer.unused.empty()) {
    std::vector<std::string> names;
    for (const model::Parameter& parameter : kernel->parameters) names.push_back(parameter.name);
    return input_error(job, name,
                       fmt::format("kernel {} has no parameter {}; it has {}", name, answer.unused.front(),
                                   names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  if (!answer.facts) {
    outcome.result = settled(job, name, answer.verdict, answer.cause, answer.reason);
    return outcome;
  }
  access::Options options = job.options;
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>((job.options.time - elapsed()) * kEngineShare);
  options.time = std::max(left, std::chrono::milliseconds{1});
  options.question_time = std::min(options.question_time, options.time);
  Workbench& bench = workbench(job, name);
  outcome.result = access::verify(*kernel, *answer.facts, bench.store, *bench.solver, options, bench.refuted);
  verdict::ClassResult& result = outcome.result;
  result.kernel = name;
  result.source = job.source;
  result.launch =
      job.launch.empty() ? describe_launch(*kernel, *answer.facts, answer.local_size_open) : job.launch;
  result.launches = job.launches;
  result.call_site = job.call_site;
  result.repro = job.repro;
  result.assumptions.insert(result.assumptions.end(), answer.assumptions.begin(), answer.assumptions.end());
  verdict::conclude(result, job.options.strict);
  result.seconds = std::chrono::duration<double>(elapsed()).count();
  return outcome;
}

ClassVerifier::Workbench& ClassVerifier::workbench(const Job& job, const std::string& kernel) {
  const bool fits = d_workbench && d_workbench->program == job.program->key &&
                    d_workbench->kernel == kernel && d_workbench->solver_name == job.solver &&
                    d_workbench->store.size() < kMostTerms;
  if (!fits) {
    d_workbench = std::make_unique<Workbench>();
    d_workbench->program = job.program->key;
    d_workbench->kernel = kernel;
    d_workbench->solver_name = job.solver;
    d_workbench->solver = smt::make_solver(d_workbench->store, job.solver);
  }
  return *d_workbench;
}

Outcome lost_outcome(const Job& job, const std::string& selector, Cause cause, const std::string& reason) {
  Outcome outcome;
  outcome.result = settled(job, job.kernel.empty() ? selector : job.kernel, Verdict::Unknown, cause, reason);
  return outcome;
}

std::vector<Completed> verify_all(const std::vector<Job>& jobs, PoolOptions options) {
  std::vector<Task> tasks;
  tasks.reserve(jobs.size());
  for (const Job& job : jobs) tasks.push_back({job.program->key});
  // Made before the fork, filled in the workers: each has a copy of its own.
  const auto verifier = std::make_shared<ClassVerifier>();
  options.work = [&jobs, verifier](std::size_t task, const std::string& selector) {
    return verifier->verify(jobs[task], selector);
  };
  options.lost = [&jobs](std::size_t task, const std::string& selector, Cause cause,
                         const std::string& reason) {
    return lost_outcome(jobs[task], selector, cause, reason);
  };
  return run_tasks(tasks, options);
}

}  // namespace launchproof::worker
