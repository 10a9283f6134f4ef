#include "verify/worker/pairs/paired_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "verify/access/family.h"
#include "verify/analysis/contradiction.h"

namespace launchproof::worker {

using verdict::Cause;
using verdict::Verdict;

namespace {

verdict::SourceLocation place_of(const model::KernelModel& kernel, model::LocationId id) {
  if (id == model::kNone) return {};
  const model::Location& at = kernel.locations[id];
  return {at.file, at.line, at.column, "construct"};
}

}  // namespace

std::shared_ptr<const frontend::Translation> Translations::of(const Program& program) {
  constexpr std::size_t kMost = 8;
  const auto known =
      std::ranges::find_if(d_latest, [&](const auto& entry) { return entry.first == program.key; });
  if (known != d_latest.end()) {
    d_latest.splice(d_latest.begin(), d_latest, known);
    return known->second;
  }
  d_latest.emplace_front(program.key, std::make_shared<const frontend::Translation>(
                                          frontend::translate(program.sources, program.device)));
  if (d_latest.size() > kMost) d_latest.pop_back();
  return d_latest.front().second;
}

PairedKernel::PairedKernel(const PairedLaunch& launch, Translations& translations) : d_launch(launch) {
  const Program& program = *launch.program;
  if (program.sources.empty()) {
    fail(Verdict::Unsupported, Cause::NoSource, program.no_source);
    return;
  }
  d_program = translations.of(program);
  const auto found = std::ranges::find_if(
      d_program->kernels, [&](const model::KernelModel& one) { return one.name == launch.kernel; });
  if (!d_program->compiled || found == d_program->kernels.end()) {
    fail(Verdict::Unknown, Cause::CompileError,
         fmt::format("the program of `{}` does not compile, or has no such kernel", launch.kernel));
    return;
  }
  d_kernel = &*found;
  const FactsAnswer answer = jobs::facts_of(launch.source, program, *d_kernel);
  if (!answer.facts) {
    fail(answer.verdict, answer.cause, answer.reason);
    return;
  }
  d_facts = *answer.facts;
  d_assumptions = answer.assumptions;
  d_facts_of_class = d_facts;
  for (model::Argument& argument : d_facts_of_class.arguments)
    if (auto* buffer = std::get_if<model::BufferArgument>(&argument)) buffer->contents = {};
  look_at_kernel();
}

void PairedKernel::look_at_kernel() {
  if (!d_kernel->unsupported.empty()) {
    const model::UnsupportedItem& first = d_kernel->unsupported.front();
    fail(Verdict::Unsupported, Cause::UnsupportedConstruct, first.construct,
         place_of(*d_kernel, first.location));
    return;
  }
  if (!d_kernel->annotations.empty()) {
    fail(Verdict::Unknown, Cause::AnnotationNotJudged,
         fmt::format("`{}` has annotations, which are not used for races between launches", d_kernel->name));
    return;
  }
  const std::string broken = analysis::contradiction(*d_kernel, d_facts);
  if (!broken.empty()) fail(Verdict::Unknown, Cause::ContradictoryFacts, broken);
}

void PairedKernel::fail(Verdict verdict, Cause cause, std::string detail, verdict::SourceLocation at) {
  d_no_answer = NoAnswer{verdict, {cause, std::move(detail), std::move(at)}};
}

}  // namespace launchproof::worker
