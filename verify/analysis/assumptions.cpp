#include "verify/analysis/assumptions.h"

namespace launchproof::analysis {

namespace {

// An image without given facts still has a shape.
bool is_given(const model::Argument& argument) {
  const auto* buffer = std::get_if<model::BufferArgument>(&argument);
  if (buffer != nullptr && buffer->image) return buffer->image->is_given;
  return !std::holds_alternative<model::UnknownArgument>(argument);
}

}  // namespace

std::string separate_arguments(const model::KernelModel& kernel, const model::LaunchFacts& facts) {
  std::string names;
  std::size_t pointers = 0;
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    const model::ParameterKind kind = kernel.parameters[i].kind;
    if (kind != model::ParameterKind::GlobalPointer && kind != model::ParameterKind::ConstantPointer &&
        kind != model::ParameterKind::Image)
      continue;
    ++pointers;
    if (i < facts.arguments.size() && is_given(facts.arguments[i])) continue;
    names += (names.empty() ? "`" : ", `") + kernel.parameters[i].name + "`";
  }
  if (pointers < 2 || names.empty()) return {};
  return names + (names.find(',') == std::string::npos ? " shares" : " share") +
         " no memory with other arguments: not given";
}

std::string lock_step(unsigned warp_sync) {
  if (warp_sync <= 1) return {};
  return "work-items of " + std::to_string(warp_sync) +
         " consecutive local ids run in lock step (--warp-sync)";
}

bool is_exemption(const model::KernelModel& kernel, std::uint32_t annotation) {
  return kernel.annotations[annotation].kind == model::AnnotationKind::Exemption;
}

std::string exemption(const std::string& annotation) {
  return "the loads behind " + annotation + " race with nothing: not looked at";
}

}  // namespace launchproof::analysis
