// Classes of one kernel that are verified together (ClassVerifier::merge).
#include <algorithm>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "verify/access/pattern.h"
#include "verify/analysis/contradiction.h"
#include "verify/effort/clock.h"
#include "verify/jobs/recorded/recorded.h"
#include "verify/worker/classes/class_merger.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/minimising_work.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Verdict;

// Work for proving classes together: this share of what they take individually, so that a failure costs less
// than a success would have saved, but at least kLeastMerging and kLeastMergingEach for each class. Building
// terms is uncounted work.
constexpr smt::Work kMergingShare = 2;
constexpr smt::Work kLeastMerging = 100 * smt::kWorkPerMillisecond;
constexpr smt::Work kLeastMergingEach = 5 * smt::kWorkPerMillisecond;

}  // namespace

Outcome ClassVerifier::merge(const std::vector<Job>& jobs, const std::vector<std::size_t>& numbers,
                             std::chrono::milliseconds time) {
  try {
    return merge_all(jobs, numbers, time);
  } catch (const smt::Disagreement& error) {
    // A failure affects all of them.
    d_workbench.reset();
    const Job& job = jobs[numbers.front()];
    Outcome outcome;
    outcome.merged.push_back(
        {settled(job, job.kernel, Verdict::Error, Cause::SolversDisagree, error.what()), numbers});
    outcome.merged.front().result.classes = numbers.size();
    return outcome;
  }
}

Outcome ClassVerifier::merge_all(const std::vector<Job>& jobs, const std::vector<std::size_t>& numbers,
                                 std::chrono::milliseconds time) {
  const auto begin = effort::Clock::now();
  Outcome outcome;
  const Job& job = jobs[numbers.front()];
  if (job.program->sources.empty()) return outcome;
  const frontend::Translation& program = translation(*job.program);
  outcome.files = program.files;
  const auto kernel =
      std::find_if(program.kernels.begin(), program.kernels.end(),
                   [&](const model::KernelModel& candidate) { return candidate.name == job.kernel; });
  if (!program.compiled || kernel == program.kernels.end() || !kernel->unsupported.empty()) return outcome;
  if (model::uses_numbered_phases(*kernel)) return outcome;    // limits are asked for by launch
  if (program.guesses.contains(kernel->name)) return outcome;  // none of its properties is certainly verified

  struct Part {
    std::vector<ClassMerger::Member> members;
    bool local_size_open = false;
  };
  std::list<model::LaunchFacts> facts, opened;
  std::map<std::size_t, const model::LaunchFacts*> recorded;  // by job
  std::map<std::string, Part> parts;
  const bool independent = jobs::independent_of_local_size(*kernel);
  for (const std::size_t number : numbers) {
    FactsAnswer answer = facts_of(jobs[number], *kernel);
    if (!answer.facts || !answer.input_error.empty() || !answer.assumptions.empty()) continue;
    if (answer.facts->open.any()) continue;
    if (!analysis::contradiction(*kernel, *answer.facts).empty()) continue;
    facts.push_back(*answer.facts);
    recorded[number] = &facts.back();
    opened.push_back(std::move(*answer.facts));
    const bool open = independent || answer.local_size_open;
    if (open) opened.back().local_size = {1, 1, 1};
    Part& part = parts[(open ? "any " : "") + symbolic::shape_key(opened.back())];
    part.members.push_back({number, &opened.back()});
    part.local_size_open = open;
  }
  for (const auto& [key, part] : parts) {
    if (part.members.size() < 2) continue;
    // A class that cannot be proved by itself cannot be proved together with others.
    smt::Work alone = 0;
    bool verified = false;
    for (const ClassMerger::Member* sample : {&part.members.front(), &part.members.back()}) {
      Job one = jobs[sample->job];
      one.minimise_facts = false;
      const smt::Work before = d_work;
      verified = verify(one, {}).result.verdict == Verdict::Verified;
      d_concurrent.reset();
      alone = d_work - before;
      // If one class takes long without success, another one would too.
      if (verified || alone > static_cast<smt::Work>(job.options.time.count()) * smt::kWorkPerMillisecond / 4)
        break;
    }
    if (!verified) continue;
    if (job.minimise_facts) alone += std::max(minimising_work(alone), kLeastFreeing);
    const auto members = static_cast<smt::Work>(part.members.size());
    const smt::Work share =
        std::max(alone * members / kMergingShare, kLeastMerging + members * kLeastMergingEach);
    Workbench& bench = workbench(job, job.kernel);
    ClassMerger merger(*kernel, bench.store, *bench.solver, job.options, part.local_size_open,
                       {begin + time, share});
    for (ClassMerger::Proof& proof : merger.prove(part.members)) {
      Outcome::Merged merged{std::move(proof.result), {}};
      std::vector<const model::LaunchFacts*> launches;
      std::vector<std::size_t> classes;
      merged.result.launches = 0;
      for (const ClassMerger::Member& member : proof.members) {
        merged.jobs.push_back(member.job);
        merged.result.launches += jobs[member.job].launches;
        classes.push_back(jobs[member.job].number);
        launches.push_back(recorded.at(member.job));
      }
      verdict::ClassResult& result = merged.result;
      const Job& first = jobs[merged.jobs.front()];
      const std::vector<std::string>& of_compiler = translation(*job.program).assumptions;
      result.assumptions.insert(result.assumptions.end(), of_compiler.begin(), of_compiler.end());
      if (!part.local_size_open && !proof.members.empty())
        result.pattern =
            access::access_pattern(*kernel, *proof.members.front().facts, bench.store, job.options);
      result.kernel = job.kernel;
      result.source = first.source;
      result.classes = merged.jobs.size();
      result.class_numbers = number_ranges(std::move(classes));
      for (const model::LaunchFacts* launch : launches)
        merged.words.push_back(launch_words(*kernel, *launch, false));
      result.launch = in_words(merged.words);
      result.call_site = first.call_site;
      result.repro = first.repro;
      outcome.merged.push_back(std::move(merged));
    }
  }
  return outcome;
}

}  // namespace launchproof::worker
