#include "verify/frontend/frontend.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/annotations/fresh_arrays.h"
#include "verify/frontend/annotations/place_annotations.h"
#include "verify/frontend/compilation/link_sources.h"
#include "verify/frontend/cuda/adapt_module.h"
#include "verify/frontend/guesses.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/passes/postconditions.h"
#include "verify/frontend/passes/prepare.h"
#include "verify/frontend/passes/short_circuits.h"
#include "verify/frontend/program/kernel_syntax.h"
#include "verify/frontend/ptx/measured_elements.h"
#include "verify/frontend/translate/kernel_translator.h"
#include "verify/frontend/translate/procedures.h"

namespace launchproof::frontend {
namespace {

model::KernelModel translate_kernel(const Prepared& prepared, const KernelSyntax& syntax,
                                    unsigned address_bits, SourceLanguage language,
                                    model::Variables& variables) {
  llvm::Function& function = *prepared.kernel;
  model::KernelModel model;
  model.name = function.getName().str();
  model.address_bits = address_bits;
  if (cuda::is_cuda(*function.getParent())) model.language = model::Language::Cuda;
  model.parameters = parameters_of(syntax);
  if (syntax.required_local_size[0] != 0)
    model.required_local_size = {syntax.required_local_size[0], syntax.required_local_size[1],
                                 syntax.required_local_size[2]};
  model.required_sub_group_size = syntax.required_sub_group_size;
  KernelTranslator translator(function, syntax, model);
  translator.run(prepared.refusals);
  variables = translator.variables();
  if (language == SourceLanguage::Ptx) ptx::measure_elements(model, translator.float_sites());
  return model;
}

// A device of the embedded profile may round towards zero. Its arithmetic is then a different function, and
// engines know only its exact results.
void leave_rounding_open(model::KernelModel& kernel) {
  for (model::Function& function : kernel.functions)
    if (function.name.starts_with("float.") || function.name.starts_with("fma.")) function.name += ".any";
}

bool rounds_to_nearest(const DeviceEnvironment& device) {
  return std::ranges::none_of(device.macros,
                              [](const auto& macro) { return macro.first == "__EMBEDDED_PROFILE__"; });
}

GuessedTranslation translate_as_guessed(const std::vector<ProgramSource>& sources,
                                        const DeviceEnvironment& device) {
  GuessedTranslation guessed;
  Translation& result = guessed.translation;
  llvm::LLVMContext context;
  LinkedProgram program = link_sources(sources, device, context);
  guessed.guesses = std::move(program.guesses);
  result.messages = std::move(program.messages);
  result.assumptions = std::move(program.assumptions);
  result.files = std::move(program.files);
  if (!program.module) return guessed;
  if (sources.front().asks_postconditions)
    result.postconditions = make_postcondition_kernels(*program.module, program.kernels);
  normalise(*program.module);
  fold_short_circuits(*program.module);
  const AnnotationUse use = sources.front().annotations;
  // Contracts are annotations, so there are none without annotations.
  const bool has_contracts = use == AnnotationUse::All || use == AnnotationUse::InvariantsAsCandidates;
  const std::unique_ptr<llvm::Module> whole =
      sources.front().is_modular && has_contracts ? llvm::CloneModule(*program.module) : nullptr;
  place_annotations(*program.module, use);
  name_other_pointers(*program.module);
  const PrivateArrays arrays = sources.front().private_arrays;
  const unsigned address_bits = program.module->getDataLayout().getPointerSizeInBits(kGlobalSpace);
  for (const Prepared& prepared : prepare_kernels(*program.module, Purpose::Model, use, arrays)) {
    const std::string name = prepared.kernel->getName().str();
    const auto found = program.kernels.find(name);
    const KernelSyntax syntax = found == program.kernels.end() ? KernelSyntax() : found->second;
    model::KernelModel& kernel = result.kernels.emplace_back(
        translate_kernel(prepared, syntax, address_bits, sources.front().language, result.variables[name]));
    spell_annotations(kernel, sources);
    if (whole == nullptr) continue;
    if (auto parts = in_parts(*whole, name, syntax, address_bits, use, arrays)) {
      spell_annotations(parts->kernel, sources);
      for (model::KernelModel& part : parts->procedures) spell_annotations(part, sources);
      kernel.modular = std::move(parts);
    }
  }
  for (model::KernelModel& kernel : result.kernels)
    if (!rounds_to_nearest(device)) leave_rounding_open(kernel);
  result.compiled = true;
  return guessed;
}

}  // namespace

Translation translate(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device) {
  return with_guesses(sources, [&](const std::vector<ProgramSource>& variant) {
    return translate_as_guessed(variant, device);
  });
}

}  // namespace launchproof::frontend
