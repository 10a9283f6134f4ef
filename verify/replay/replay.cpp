#include "verify/replay/replay.h"

#include <utility>

#include "verify/replay/execution/execution.h"

namespace launchproof::replay {

Kernel::Kernel(const frontend::PreparedProgram& program, const std::string& name) {
  if (!program.compiled) {
    d_status = Status::Error;
    d_refusal = "the program does not compile";
    for (const frontend::CompilerMessage& message : program.messages)
      if (message.is_error) {
        d_refusal += ": " + message.file + ":" + std::to_string(message.line) + ": " + message.text;
        break;
      }
    return;
  }
  const frontend::PreparedKernel* kernel = nullptr;
  for (const frontend::PreparedKernel& item : program.kernels)
    if (item.name == name) kernel = &item;
  if (kernel == nullptr) {
    d_status = Status::Error;
    d_refusal = "the program has no kernel " + name;
    return;
  }
  if (!kernel->refusals.empty())
    d_refusal = kernel->refusals.front();
  else if (program.address_bits != 64)
    d_refusal = "a device with " + std::to_string(program.address_bits) + "-bit addresses";
  else
    d_image = compile_image(program.bitcode, name, kernel->parameters, d_refusal);
  if (!d_refusal.empty()) d_status = Status::Unsupported;
}

Kernel::~Kernel() = default;
Kernel::Kernel(Kernel&&) noexcept = default;
Kernel& Kernel::operator=(Kernel&&) noexcept = default;

Outcome Kernel::run(const model::LaunchFacts& facts, const Contents& contents, const Options& options) const {
  Outcome outcome;
  outcome.status = d_status;
  outcome.reason = d_refusal;
  if (d_status != Status::Completed) return outcome;
  Execution execution(*d_image, facts, contents, options, outcome);
  outcome.reason = execution.prepare();
  if (outcome.reason.empty()) execution.run(nullptr);
  return outcome;
}

const SiteSpec& Kernel::site(std::uint32_t number) const {
  return d_image->tables.sites[number];
}

Participant Kernel::participant(const model::LaunchFacts& facts, const FirstAccess& touch) const {
  const SiteSpec& spec = site(touch.site);
  Outcome outcome;
  const Contents contents;
  const Options options;
  Execution execution(*d_image, facts, contents, options, outcome);
  execution.prepare();
  Participant result;
  result.work_item = execution.work_item(touch.item);
  result.work_item.access = name_of_access(spec.kind);
  result.work_item.bytes = spec.bytes;
  result.by_copy = execution.is_of_copies(touch.item);
  result.locations = spec.locations;
  return result;
}

Outcome replay(const std::vector<frontend::ProgramSource>& sources, const frontend::DeviceEnvironment& device,
               const std::string& kernel, const model::LaunchFacts& facts, const Contents& contents,
               const Options& options) {
  return Kernel(frontend::prepare_program(sources, device), kernel).run(facts, contents, options);
}

}  // namespace launchproof::replay
