#include "verify/frontend/prepared.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>

#include "verify/frontend/annotations/fresh_arrays.h"
#include "verify/frontend/annotations/place_annotations.h"
#include "verify/frontend/compilation/link_sources.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/memory/points_to.h"
#include "verify/frontend/passes/postconditions.h"
#include "verify/frontend/passes/prepare.h"
#include "verify/frontend/passes/short_circuits.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

std::string in_words(const Refusal& refusal) {
  const llvm::DILocation* place = refusal.location.get();
  if (place == nullptr) return refusal.construct;
  return refusal.construct + " at " + place->getFilename().str() + ":" + std::to_string(place->getLine());
}

}  // namespace

PreparedProgram prepare_program(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device) {
  PreparedProgram result;
  result.address_bits = device.address_bits;
  llvm::LLVMContext context;
  LinkedProgram program = link_sources(sources, device, context);
  result.messages = std::move(program.messages);
  result.files = std::move(program.files);
  if (!program.module) return result;
  result.address_bits = program.module->getDataLayout().getPointerSizeInBits(kGlobalSpace);
  if (sources.front().asks_postconditions) make_postcondition_kernels(*program.module, program.kernels);
  normalise(*program.module);
  fold_short_circuits(*program.module);
  place_annotations(*program.module, sources.front().annotations);
  name_other_pointers(*program.module);
  for (const Prepared& prepared :
       prepare_kernels(*program.module, Purpose::Execution, sources.front().annotations)) {
    const llvm::Function& function = *prepared.kernel;
    PreparedKernel& kernel = result.kernels.emplace_back();
    kernel.name = function.getName().str();
    const KernelSyntax& syntax = program.kernels[kernel.name];
    kernel.parameters = parameters_of(syntax);
    name_surfaces(function, kernel.parameters);
    for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i)
      if (kernel.parameters[i].kind == model::ParameterKind::Image)
        kernel.parameters[i].image = image_type(function.getArg(i)->getType()).value_or(model::ImageType());
    if (syntax.required_local_size[0] != 0)
      kernel.required_local_size = {syntax.required_local_size[0], syntax.required_local_size[1],
                                    syntax.required_local_size[2]};
    for (const Refusal& refusal : prepared.refusals) kernel.refusals.push_back(in_words(refusal));
  }
  llvm::raw_string_ostream stream(result.bitcode);
  llvm::WriteBitcodeToFile(*program.module, stream);
  stream.flush();
  result.compiled = true;
  return result;
}

}  // namespace launchproof::frontend
