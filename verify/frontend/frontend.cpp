#include "verify/frontend/frontend.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

#include <iterator>
#include <utility>

#include "verify/frontend/compile.h"
#include "verify/frontend/kernel_translator.h"
#include "verify/frontend/prepare.h"

namespace launchproof::frontend {
namespace {

model::KernelModel translate_kernel(llvm::Function& function, const KernelSyntax& syntax,
                                    unsigned address_bits) {
  model::KernelModel model;
  model.name = function.getName().str();
  model.address_bits = address_bits;
  for (const ParameterSyntax& item : syntax.parameters) {
    model::Parameter parameter;
    parameter.name = item.name;
    parameter.type = item.type;
    parameter.kind = item.kind;
    parameter.bytes = static_cast<std::uint32_t>(item.bytes);
    parameter.is_const = item.is_const;
    parameter.is_restrict = item.is_restrict;
    parameter.is_volatile = item.is_volatile;
    model.parameters.push_back(std::move(parameter));
  }
  if (syntax.required_local_size[0] != 0)
    model.required_local_size = {syntax.required_local_size[0], syntax.required_local_size[1],
                                 syntax.required_local_size[2]};
  const std::vector<Refusal> refusals = prepare(function);
  KernelTranslator(function, syntax, model).run(refusals);
  return model;
}

// Messages of the linker, which LLVM hands to the context.
void on_diagnostic(const llvm::DiagnosticInfo* info, void* messages) {
  if (info->getSeverity() != llvm::DS_Error) return;
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
  static_cast<std::vector<CompilerMessage>*>(messages)->push_back({"", 0, 0, true, text});
}

}  // namespace

Translation translate(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device) {
  Translation result;
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack(on_diagnostic, &result.messages);
  std::unique_ptr<llvm::Module> program;
  std::map<std::string, KernelSyntax> kernels;
  for (const ProgramSource& source : sources) {
    CompiledSource compiled = compile(source, device, context);
    std::move(compiled.messages.begin(), compiled.messages.end(), std::back_inserter(result.messages));
    if (!compiled.module) return result;
    kernels.merge(compiled.kernels);
    if (!program)
      program = std::move(compiled.module);
    else if (llvm::Linker::linkModules(*program, std::move(compiled.module)))
      return result;
  }
  if (!program) {
    result.messages.push_back({"", 0, 0, true, "the program has no source"});
    return result;
  }
  normalise(*program);
  for (llvm::Function& function : *program) {
    const auto syntax = kernels.find(function.getName().str());
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || function.isDeclaration()) continue;
    result.kernels.push_back(translate_kernel(
        function, syntax == kernels.end() ? KernelSyntax() : syntax->second, device.address_bits));
  }
  result.compiled = true;
  return result;
}

}  // namespace launchproof::frontend
