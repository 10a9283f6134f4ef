// Several OpenCL C sources to one LLVM module. LLVM types stay in this folder.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verify/frontend/compile.h"

namespace llvm {
class Function;
}

namespace launchproof::frontend {

struct LinkedProgram {
  std::unique_ptr<llvm::Module> module;  // null when it does not compile or link; messages say why
  std::map<std::string, KernelSyntax> kernels;
  std::vector<CompilerMessage> messages;
  std::vector<std::string> assumptions;  // see Translation
  std::vector<Guess> guesses;            // that it rests on
  FileUses files;                        // see Translation
};

LinkedProgram link_sources(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device,
                           llvm::LLVMContext& context);

// Whether the application can launch the function. Clang makes kernels of blocks that the device enqueues,
// too.
bool is_kernel(const llvm::Function& function);

// A kernel's parameters as every model names them, without arrays.
std::vector<model::Parameter> parameters_of(const KernelSyntax& syntax);

}  // namespace launchproof::frontend
