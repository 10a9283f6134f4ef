#include "verify/worker/pairs/pair_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "verify/access/checks/launch_races.h"
#include "verify/effort/clock.h"
#include "verify/worker/pairs/paired_execution.h"
#include "verify/worker/pairs/paired_kernel.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

constexpr double kShareOfQuestions = 0.6;  // share of the time; the rest is for executing the two launches

const model::BufferArgument* buffer_of(const PairedKernel& side, model::ArrayId array) {
  const std::uint32_t parameter = side.kernel().arrays[array].parameter;
  if (parameter == model::kNone || parameter >= side.facts().arguments.size()) return nullptr;
  return std::get_if<model::BufferArgument>(&side.facts().arguments[parameter]);
}

// The pixels of one image are at the same place for both launches if these use the same pitches.
bool lie_alike(const model::BufferArgument& one, const model::BufferArgument& other) {
  const auto counts_bytes = [](const model::BufferArgument& buffer) {
    return !buffer.image || buffer.image->over_buffer;
  };
  if (counts_bytes(one) && counts_bytes(other)) return true;
  return one.image && other.image && one.image->pixel_pitch == other.image->pixel_pitch &&
         one.image->row_pitch == other.image->row_pitch &&
         one.image->slice_pitch == other.image->slice_pitch && one.origin == other.origin;
}

class PairVerifier {
 public:
  PairVerifier(const LaunchPairJob& job, Translations& translations)
      : d_job(job),
        d_first(job.first, translations),
        d_second(job.second, translations),
        d_result(job.result) {}

  verdict::ClassResult verify() {
    const auto begin = effort::Clock::now();
    answer().verdict = Verdict::NotAsked;
    decide();
    d_result.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
    verdict::conclude(d_result, d_job.options.strict);
    return std::move(d_result);
  }

 private:
  verdict::PropertyResult& answer() { return d_result.properties[Property::LaunchRace]; }

  void decide() {
    for (const PairedKernel* side : {&d_first, &d_second})
      if (side->no_answer()) {
        leave_open(side->no_answer()->verdict, side->no_answer()->cause);
        return;
      }
    const access::RacingLaunch first{d_first.kernel(), d_first.facts_of_class()};
    const access::RacingLaunch second{d_second.kernel(), d_second.facts_of_class()};
    d_common = access::common_arrays(first, second, d_job.same_program);
    if (!is_about_anything()) {
      answer().reason = "the kernels share no memory";
      return;
    }
    if (!lie_alike()) return;
    access::LaunchRaceOptions options{d_job.same_program, d_job.same_device, d_job.options};
    options.engine.time = std::chrono::milliseconds(
        static_cast<std::int64_t>(static_cast<double>(d_job.options.time.count()) * kShareOfQuestions));
    smt::TermStore store;
    const std::unique_ptr<smt::Solver> solver = smt::make_solver(store, d_job.solver);
    const access::LaunchRaceAnswer found = access::ask_launch_races(first, second, store, *solver, options);
    d_result.engine = "access";
    d_result.questions = found.questions;
    d_result.settled = found.settled;
    if (found.open.empty()) {
      prove(found.first_reads, found.second_reads);
      return;
    }
    execute(found);
  }

  // Some accesses of both kernels go to common memory, and at least one of them writes.
  bool is_about_anything() const {
    const auto touches = [](const model::KernelModel& kernel, model::ArrayId array, bool writes) {
      return std::ranges::any_of(kernel.sites, [&](const model::Site& site) {
        const bool is_write = site.kind == model::AccessKind::Write ||
                              (site.kind == model::AccessKind::Atomic && site.atomic_writes);
        return (is_write || !writes) && !site.observes &&
               std::ranges::find(site.arrays, array) != site.arrays.end();
      });
    };
    return std::ranges::any_of(d_common, [&](const auto& pair) {
      const bool one = touches(d_first.kernel(), pair.first, false);
      const bool other = touches(d_second.kernel(), pair.second, false);
      return one && other &&
             (touches(d_first.kernel(), pair.first, true) || touches(d_second.kernel(), pair.second, true) ||
              buffer_of(d_first, pair.first) != nullptr);
    });
  }

  bool lie_alike() {
    for (const auto& [x, y] : d_common) {
      const model::BufferArgument* one = buffer_of(d_first, x);
      const model::BufferArgument* other = buffer_of(d_second, y);
      if (one == nullptr || other == nullptr || worker::lie_alike(*one, *other)) continue;
      leave_open(Verdict::Unsupported,
                 {Cause::ImageFormat,
                  fmt::format("`{}` and `{}` access one image in different ways",
                              d_first.kernel().arrays[x].name, d_second.kernel().arrays[y].name),
                  {}});
      return false;
    }
    return true;
  }

  void leave_open(Verdict verdict, const verdict::Approximation& cause) {
    verdict::PropertyResult& into = answer();
    into.verdict = verdict;
    into.reason = fmt::format("`{}` and `{}`, {} and {}: {}", d_job.first.kernel, d_job.second.kernel,
                              d_job.first.words, d_job.second.words, cause.detail);
    if (cause.location.line != 0)
      into.reason += fmt::format(" ({}:{})", cause.location.file, cause.location.line);
    into.causes.push_back(cause);
  }

  void prove(const access::ReadValues& first_reads, const access::ReadValues& second_reads) {
    verdict::PropertyResult& into = answer();
    into.verdict = Verdict::Verified;
    const auto rests = [&](const PairedKernel& side, const access::ReadValues& reads, std::string_view role) {
      const auto add = [&](Cause cause) {
        into.causes.push_back(
            {cause,
             fmt::format("what `{}` touches depends on values in memory", side.kernel().name),
             {"", 0, 0, std::string(role)}});
      };
      if (reads.any) add(Cause::SharedContents);
      if (reads.own) add(Cause::VoidedRace);
    };
    rests(d_first, first_reads, kFirstLaunch);
    rests(d_second, second_reads, kSecondLaunch);
    for (const PairedKernel* side : {&d_first, &d_second})
      for (const std::string& line : side->assumptions())
        if (std::ranges::find(d_result.assumptions, line) == d_result.assumptions.end())
          d_result.assumptions.push_back(line);
  }

  // Executing both launches may decide what the questions leave open.
  void execute(const access::LaunchRaceAnswer& found) {
    PairedExecution execution(d_job, d_first, d_second, d_common);
    if (d_job.replay) execution.run(found.open);
    if (execution.has_run()) d_result.engine += ", replay";
    d_result.findings = execution.findings();
    const auto worst =
        std::ranges::find_if(d_result.findings, [](const auto& finding) { return !finding.benign; });
    if (worst != d_result.findings.end()) {
      answer().verdict = Verdict::Defect;
      answer().reason = worst->message;
      return;
    }
    const std::vector<std::string> contents = execution.contents_in_words();
    if (execution.is_proof() && (d_job.stands_alone || contents.empty())) {
      // The proof depends on the launches having no races of their own.
      prove({true, false}, {true, false});
      answer().reason =
          d_result.findings.empty()
              ? "both launches were executed: they touch no common byte that one of them writes, and their "
                "courses depend neither on the device nor on the order of execution"
              : "both launches were executed: they store equal bytes where they meet, and their courses "
                "depend "
                "neither on the device nor on the order of execution";
      for (const std::string& line : contents) d_result.assumptions.push_back(line);
      return;
    }
    describe_open(found, execution);
  }

  // One cause for all accesses with one reason: readers first ask which lines are in doubt.
  void describe_open(const access::LaunchRaceAnswer& found, const PairedExecution& execution) {
    verdict::PropertyResult& into = answer();
    into.verdict = Verdict::Unknown;
    const access::OpenAccesses& open = found.open.front();
    std::string text;
    if (open.first != model::kNone) {
      const auto line = [](const PairedKernel& side, model::SiteId site) {
        const model::LocationId at = side.kernel().sites[site].location;
        return at == model::kNone
                   ? std::string("an unknown line")
                   : fmt::format("{}:{}", side.kernel().locations[at].file, side.kernel().locations[at].line);
      };
      text = fmt::format("the accesses at {} and {} were not shown to be apart", line(d_first, open.first),
                         line(d_second, open.second));
      if (found.open.size() > 1) text += fmt::format(" (and {} more pairs)", found.open.size() - 1);
    }
    verdict::Approximation cause{open.is_satisfiable ? execution.cause() : open.cause, text, {}};
    const std::string why = open.is_satisfiable ? execution.reason() : open.reason;
    if (!why.empty()) cause.detail += (text.empty() ? "" : ": ") + why;
    leave_open(Verdict::Unknown, cause);
  }

  const LaunchPairJob& d_job;
  PairedKernel d_first, d_second;
  verdict::ClassResult d_result;
  std::vector<std::pair<model::ArrayId, model::ArrayId>> d_common;
};

}  // namespace

verdict::ClassResult verify_launch_pair(const LaunchPairJob& job, Translations& translations) {
  return PairVerifier(job, translations).verify();
}

}  // namespace launchproof::worker
