#include "verify/frontend/compilation/link_sources.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "verify/frontend/compilation/compile.h"

namespace launchproof::frontend {
namespace {

// Collects the linker's messages, which LLVM passes to the context.
void on_diagnostic(const llvm::DiagnosticInfo* info, void* messages) {
  if (info->getSeverity() != llvm::DS_Error) return;
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
  static_cast<std::vector<CompilerMessage>*>(messages)->push_back({"", 0, 0, true, text});
}

}  // namespace

LinkedProgram link_sources(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device,
                           llvm::LLVMContext& context) {
  LinkedProgram result;
  context.setDiagnosticHandlerCallBack(on_diagnostic, &result.messages);
  const auto forget = llvm::make_scope_exit([&] { context.setDiagnosticHandlerCallBack(nullptr); });
  std::unique_ptr<llvm::Module> program;
  std::uint32_t number = 0;
  for (const ProgramSource& source : sources) {
    CompiledSource compiled = compile(source, device, context);
    for (FileUse& use : compiled.files.files) use.source = number;
    for (Guess& guess : compiled.guesses) guess.source = number;
    std::ranges::move(compiled.guesses, std::back_inserter(result.guesses));
    ++number;
    std::ranges::move(compiled.files.files, std::back_inserter(result.files.files));
    result.files.complete = result.files.complete && compiled.files.complete;
    std::move(compiled.messages.begin(), compiled.messages.end(), std::back_inserter(result.messages));
    std::move(compiled.assumptions.begin(), compiled.assumptions.end(),
              std::back_inserter(result.assumptions));
    if (!compiled.module) return result;
    result.kernels.merge(compiled.kernels);
    if (!program)
      program = std::move(compiled.module);
    else if (llvm::Linker::linkModules(*program, std::move(compiled.module)))
      return result;
  }
  if (!program) {
    result.messages.push_back({"", 0, 0, true, "the program has no source"});
    return result;
  }
  result.module = std::move(program);
  return result;
}

}  // namespace launchproof::frontend
